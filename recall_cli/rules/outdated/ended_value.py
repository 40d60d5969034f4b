"""What of an ended belief no longer holds: the words of its value, and the words of its subject."""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.outdated.word_lists import (
    ATTRIBUTE_WORDS,
    CALENDAR_WORDS,
    OLD_VALUE_AFTER,
    OLD_VALUE_BEFORE,
    PLAIN_VERBS,
    PROJECT_WORDS,
    SAME_SCOPE,
    SCOPE_WORDS,
)

DISTINCTIVE, NAME, NUMBER, DAY, WORD = "distinctive", "name", "number", "day", "word"
"""Kinds of values: `db1.example.com`, `Kafka`, `30`, `Tuesday`, `manual`."""
MAX_VALUES = 6
"""A belief with more ended words says too much to tell which of them is its value."""
MIN_DISTINCTIVE, MIN_LONG_NUMBER = 5, 6
"""From so many letters on, a word with digits or signs inside is not shared by chance."""
MAX_MARK_DISTANCE = 3
"""An old value stands at most so many words behind the word that calls it old."""
MAX_UNIT = 3
"""A figure may have a unit of so many letters: `30min`."""
_EDGES = "\"'“”‘’()[]{}<>,;:!?.*|"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_INNER_SIGNS = "./_@:"


class Word(Record):
    """One word of a text: its form for comparison, and how it is written."""

    low: str
    stem: str
    raw: str
    in_code: bool = False
    first: bool = False
    """Whether a sentence begins with it."""


class EndedValue(Record):
    """The value that an ended belief had, and what it was about."""

    values: "tuple[tuple[str, str], ...]" = ()
    """The words of the value, each with its kind."""
    subject: "frozenset[str]" = frozenset()
    """The stems that name what it was about."""
    shared_words: "frozenset[str]" = frozenset()
    """All stems of the belief besides its value, those of common nouns and verbs too."""
    beside_numbers: "frozenset[str]" = frozenset()
    """The stems next to its figures: `PostgreSQL` of `PostgreSQL 15`."""
    is_of_project: bool = False
    """Whether it was about the whole project: `we use npm`."""
    new_words: "frozenset[str]" = frozenset()
    """The words of the value that holds now."""
    scopes: "frozenset[str]" = frozenset()
    wording: "tuple[str, ...]" = ()
    """The stems of the ended belief, in their order."""
    kept_words: "frozenset[str]" = frozenset()
    """Those of them that are no part of the value, and that the new statement has too."""


def read_words(text: str) -> "list[Word]":
    """The words of a text, with those in code spans marked."""
    words: list[Word] = []
    in_code, first = False, True
    for raw in text.split():
        code = in_code or raw.startswith("`")
        if raw.count("`") % 2:
            in_code = not in_code
        core = raw.replace("`", "").strip(_EDGES)
        low = core.lower().replace("’", "'")
        if low or raw in ("→", "->", "=>"):
            low = low or raw
            words.append(Word(low=low, stem=stem_word(low), raw=core or raw, in_code=code, first=first))
        first = raw[-1:] in ".!?:" or (first and not low)
    return words


def stem_word(word: str) -> str:
    """A word without the ending of its plural or its verb form."""
    word = word.removesuffix("'s")
    for ending, put in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)] + put
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


_VERB_STEMS = frozenset(map(stem_word, PLAIN_VERBS))
_ATTRIBUTE_STEMS = frozenset(map(stem_word, ATTRIBUTE_WORDS))
_IGNORED = STOP_WORDS | OLD_VALUE_AFTER | {"now", "today", "currently", "still", "also", "every", "new", "old"}


def read_ended_value(old_text: str, new_text: str) -> EndedValue:
    """What the ended belief said that the new statement no longer says."""
    old, new = read_words(old_text), read_words(new_text)
    ended = [word for word in old if _is_content(word) and is_ended(word.low, new)]
    values = {word.low: _value_kind(word) for word in ended}
    named = {low: kind for low, kind in values.items() if kind != WORD}
    if not named:  # only a plain word differs: it is the value if it stands last, as in `deploys are manual`
        last = next((word.low for word in reversed(old) if _is_content(word)), "")
        named = {low: kind for low, kind in values.items() if low == last}
    subject = {word.stem for word in old if _is_content(word) and word.low not in named}
    subject -= _VERB_STEMS | {stem_word(low) for low in PROJECT_WORDS | SCOPE_WORDS}
    specific = subject - _ATTRIBUTE_STEMS
    return EndedValue(
        values=tuple(named.items())[: MAX_VALUES if len(named) <= MAX_VALUES else 0],
        subject=frozenset(specific),
        shared_words=frozenset(word.stem for word in old if _is_content(word) and word.low not in named),
        beside_numbers=frozenset(
            stem for at, word in enumerate(old) if named.get(word.low) == NUMBER for stem in neighbour_stems(old, at)
        ),
        is_of_project=not specific or any(word.low in ("we", "our") for word in old),
        new_words=_new_words(old, new),
        scopes=read_scopes(old),
        wording=tuple(word.stem for word in old),
        kept_words=frozenset(word.stem for word in old if word.low not in named) & {word.stem for word in new},
    )


def neighbour_stems(words: "list[Word]", at: int) -> "set[str]":
    """The stems of the words before and behind a place, without words that say nothing."""
    near = [words[place] for place in (at - 1, at + 1) if 0 <= place < len(words)]
    return {word.stem for word in near if _is_content(word)}


def is_ended(low: str, new: "list[Word]") -> bool:
    """Whether a word of the old belief is missing from the new statement, or the new statement calls it old."""
    stem = stem_word(low)
    places = [at for at, word in enumerate(new) if stem == word.stem or low in word_parts(word.low)]
    return all(_is_called_old(new, at) for at in places)


def _is_called_old(words: "list[Word]", at: int) -> bool:
    """Whether the words around a place say that the value there is no more."""
    before = [word.low for word in words[max(0, at - MAX_MARK_DISTANCE) : at]]
    after = [word.low for word in words[at + 1 : at + 1 + MAX_MARK_DISTANCE]]
    if before[-1:] == ["to"] and "from" in before:  # "from npm to pnpm": this is the new value
        return False
    return bool(OLD_VALUE_BEFORE & {*before}) or bool(OLD_VALUE_AFTER & {*after[:2]})


def _is_content(word: Word) -> bool:
    return word.low not in _IGNORED and word.low not in PROJECT_WORDS and (len(word.low) > 1 or word.low.isdigit())


def _value_kind(word: Word) -> str:
    """How easily a value is told from other words."""
    low = word.low
    if low.rstrip("s") in CALENDAR_WORDS:
        return DAY
    digits = sum(map(str.isdigit, low))
    figure = low.rstrip(_LETTERS)
    if low[0].isdigit() and len(low) - len(figure) <= MAX_UNIT and not figure.strip("0123456789.,:%-"):
        return DISTINCTIVE if digits >= MIN_LONG_NUMBER else NUMBER
    has_sign = any(sign in low[1:-1] for sign in _INNER_SIGNS) or low.count("-") > 1
    if len(low) >= MIN_DISTINCTIVE and (has_sign or (digits and not low.isdigit())):
        return DISTINCTIVE
    return NAME if digits or has_sign or "-" in low or word.in_code or word.raw != low else WORD


def _new_words(old: "list[Word]", new: "list[Word]") -> "frozenset[str]":
    """The words of the new value: those that only the new statement has and that look like a value."""
    known = {word.stem for word in old}
    only_new = [word for word in new if word.stem not in known and _is_content(word)]
    return frozenset(word.low for word in only_new if _value_kind(word) != WORD) or frozenset(
        word.low for word in only_new[-2:]
    )


def read_scopes(words: "list[Word]") -> "frozenset[str]":
    """Where a text says that it holds: staging, production, Windows."""
    return frozenset(SAME_SCOPE.get(word.low, word.low) for word in words if word.low in SCOPE_WORDS)


def word_parts(low: str) -> "set[str]":
    """A word and its parts: `deploy@db1.example.com:22` holds `db1.example.com` and `22`."""
    parts = {low}
    if low[-2:].isdigit() and low[-3:-2] == ":" and low[:-3].isdigit():  # a time of day
        return parts
    for sign in ("/", ":", "@", "=", "?", "&"):
        parts |= {piece for part in [*parts] for piece in part.split(sign)}
    if low[:1].isalpha() and low[-1:].isdigit():  # python3.11
        figure = low.lstrip(_LETTERS)
        parts |= {figure, low.removesuffix(figure)}
    return parts - {""}

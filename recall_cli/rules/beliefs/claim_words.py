"""The words that decide what a text claims: numbers, names and their order, negations, conditions, opposites."""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.beliefs.duplicates import (
    COMPARISON_SIGNS,
    CONDITIONS,
    NEGATIONS,
    QUANTIFIERS,
    fold_word,
    separate_signs,
)

_PUNCTUATION = "\"'`“”‘’()[]{}<>,;:!?…*"
_OPPOSITE_PAIRS = (
    "enable disable|enabled disabled|allow deny|allow forbid|allowed forbidden|on off|up down|increase decrease|"
    "increased decreased|raise lower|more less|more fewer|most least|faster slower|fast slow|better worse|"
    "best worst|pass fail|passes fails|passed failed|succeeds fails|success failure|works breaks|works broken|"
    "fixed broken|add remove|added removed|start stop|open close|opened closed|true false|required optional|"
    "public private|sync async|synchronous asynchronous|prefer avoid|prefers avoids|like dislike|likes dislikes|"
    "love hate|loves hates|cheap expensive|early late|earlier later|first last|min max|minimum maximum|"
    "internal external|safe unsafe|morning afternoon|morning evening|afternoon evening|day night|left right|"
    "tabs spaces|yes no|accept reject|accepted rejected|upgrade downgrade|upgraded downgraded|import export|"
    "read write|reads writes|old new|small large|shorter longer|short long|high low|higher lower|above below|"
    "inside outside|include exclude|includes excludes|keep drop|keeps drops|local remote|online offline|"
    "empty full|valid invalid|stable unstable|lock unlock"
)
OPPOSITES: "dict[str, frozenset[str]]" = {}
for _pair in _OPPOSITE_PAIRS.split("|"):
    _first, _second = _pair.split()
    OPPOSITES[_first] = OPPOSITES.get(_first, frozenset()) | {_second}
    OPPOSITES[_second] = OPPOSITES.get(_second, frozenset()) | {_first}
_CONDITION_WORDS = CONDITIONS | COMPARISON_SIGNS
_ENDINGS = ("ings", "ing", "ied", "ies", "ed", "es", "s", "ly", "e")


class ClaimWords(Record):
    """The words of a sentence or a text on which its meaning depends."""

    numbers: "frozenset[str]"
    names: "tuple[str, ...]"
    """In the order of their first occurrence."""
    negated: "frozenset[tuple[str, str]]"
    """Each negation with the word that it negates."""
    conditions: "frozenset[str]"
    """Words such as if and only, and words that say how many."""
    poles: "frozenset[str]"
    """Words that have an opposite."""
    content: "frozenset[str]"
    """All content words without their endings."""
    words: "tuple[str, ...]"
    """All words, in their order."""


def split_sentences(text: str) -> "list[str]":
    """The sentences of a text, unchanged."""
    sentences, start = [], 0
    for at, letter in enumerate(text):
        ends = letter == "\n" or (letter in ".!?" and text[at + 1 : at + 2].isspace())
        if ends and text[start : at + 1].strip():
            sentences.append(text[start : at + 1].strip())
            start = at + 1
    return sentences + ([text[start:].strip()] if text[start:].strip() else [])


def read_claim_words(text: str) -> ClaimWords:
    """The words that decide what a text claims."""
    numbers: set[str] = set()
    names: dict[str, None] = {}
    negated: set[tuple[str, str]] = set()
    conditions: set[str] = set()
    content: set[str] = set()
    words: list[str] = []
    for sentence in split_sentences(text):
        open_negation = ""
        for place, raw_word in enumerate(separate_signs(sentence).split()):
            stripped = raw_word if raw_word in COMPARISON_SIGNS else raw_word.strip(_PUNCTUATION).rstrip(".")
            word = fold_word(stripped).replace("’", "'")
            if not word:
                continue
            words.append(word)
            if any(letter.isdigit() for letter in word):
                numbers.add(word)
            elif is_name(stripped, first=place == 0):
                names.setdefault(word)
            if word in _CONDITION_WORDS:
                conditions.add(word)
            elif QUANTIFIERS.get(word, "all") != "all":
                conditions.add(QUANTIFIERS[word])
            if word in NEGATIONS:
                open_negation = word
            elif word not in STOP_WORDS and word not in COMPARISON_SIGNS:
                content.add(strip_ending(word))
                if open_negation:
                    negated.add(("not", strip_ending(word)))
                    open_negation = ""
        if open_negation:
            negated.add(("not", ""))
    return ClaimWords(
        numbers=frozenset(numbers),
        names=tuple(names),
        negated=frozenset(negated),
        conditions=frozenset(conditions),
        poles=frozenset(OPPOSITES.keys() & {*words}),
        content=frozenset(content),
        words=tuple(words),
    )


def is_name(word: str, *, first: bool) -> bool:
    """Whether a word is a proper noun, a path or an identifier; a capital at the start of a sentence does not count."""
    inner = word[1:]
    if any(letter.isupper() for letter in inner) or any(mark in inner[:-1] for mark in "_./@#\\"):
        return True
    return word[:1].isupper() and not first and word not in ("I", "I'm", "I've", "I'd", "I'll")


def strip_ending(word: str) -> str:
    """A word without its ending: the part that its forms share with each other, and with no other word.

    Only endings are removed. Common first letters do not make two words the same: product, production and producer
    stay different.
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou" else word


def are_opposed(first: ClaimWords, second: ClaimWords) -> bool:
    """Whether one text contains the opposite of a word that only the other contains."""
    return any(OPPOSITES[word] & second.poles - first.poles for word in first.poles - second.poles)

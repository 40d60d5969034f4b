"""Reading a text term by term: its values, identifiers and words, and what is denied of each.

A value is read in its base unit, an identifier exactly as it is written, and a word as the word that stands for its
synonyms. A negation reaches to the end of its clause; "X, not Y" and "X instead of Y" deny only Y.
"""

from recall_cli.rules.beliefs.quantities import UNIT_FACTORS
from recall_cli.rules.paraphrase.synonyms import SAME_MEANING
from recall_cli.rules.paraphrase.vocabulary import (
    CONDITIONS,
    HEDGES,
    IDENTIFIER_NOUNS,
    LIGHT_WORDS,
    MAX_PHRASE_WORDS,
    NEGATIVE_WORDS,
    PHRASES,
    PREPOSITIONS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_COMPARED_LENGTH = 600
"""Longer texts are not compared word by word."""
_OPENING, _CLOSING = "\"'“”‘’([{*<«_", "\"'“”‘’)]}*>»,;:!?…._"
_NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "dozen": 12}
_TIMES_WORDS = {"once": 1, "twice": 2, "thrice": 3}
_RHYTHM_WORDS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
}
_RHYTHM_UNITS = frozenset("second minute min hour day night week weekday month quarter year morning evening".split())
_WEEKDAYS = {
    name: names.split()[0]
    for names in (
        "monday mon mondays",
        "tuesday tue tues tuesdays",
        "wednesday wed wednesdays",
        "thursday thu thurs thursdays",
        "friday fri fridays",
        "saturday saturdays",
        "sunday sundays",
    )
    for name in names.split()
}
_PLURAL_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("s", ""))
_VERB_ENDINGS = (("ied", "y"), ("ing", ""), ("ed", ""))
_AUXILIARIES = frozenset(
    "is are was were be been do does did must may can will would should could has have had shall need".split()
)
_FIRST_NAMES = frozenset("max will mark bill rob grant pat chase rich art frank grace hope joy may jack drew".split())
"""First names that are words too; written with a capital inside a sentence they are names."""
_UNCHANGED_WORDS = NEGATIVE_WORDS | PREPOSITIONS | HEDGES | LIGHT_WORDS | frozenset(CONDITIONS) | {"because"}
_CLAUSE_WORDS = frozenset("but because so otherwise if when whenever unless while".split())


class Term:
    """One term of a text."""

    __slots__ = ("denied", "key", "kind", "place", "preposition", "raw", "segment")

    def __init__(self, key: str, kind: str, raw: str) -> None:
        self.key, self.kind, self.raw = key, kind, raw
        self.denied = False
        self.segment = 0
        """The clause or phrase between two marks that it belongs to."""
        self.place = 0
        self.preposition = ""
        """The preposition that it follows in its clause."""

    def __repr__(self) -> str:
        return ("!" if self.denied else "") + f"{self.kind}:{self.key}"


def code_words(text: str) -> "frozenset[str]":
    """The words that a text writes as code; wherever they are, they are compared exactly."""
    return frozenset(word for span in text.split("`")[1::2] for word in span.split())


def read_terms(text: str, codes: "frozenset[str]") -> "list[Term]":
    """The terms of a text in their order; words in `codes` are code here too."""
    terms = _join_values(_join_phrases(list(_scan(text, codes))))
    segment, preposition, place = 0, "", 0
    result = []
    for term in terms:
        if term.kind == "mark":
            segment += 1
            preposition = ""
            term.segment = segment
            result.append(term)
            continue
        if term.kind == "word" and term.raw.casefold() in _CLAUSE_WORDS | {"instead"}:
            segment += 1
            preposition = ""
        term.segment, term.preposition, term.place = segment, preposition, place
        if term.kind == "word" and term.key in PREPOSITIONS:
            preposition = term.key
        place += 1
        result.append(term)
    _deny(result)
    return [term for term in result if term.kind != "mark"]


def _scan(text: str, codes: "frozenset[str]") -> "Iterator[Term]":
    """Words and marks, one by one; the inside of a code span is exact."""
    begins = True
    for number, part in enumerate(text.split("`")):
        if number % 2:
            for word in part.split():
                yield Term(word.rstrip("/") or word, "code", word)
            begins = False
            continue
        for chunk in part.replace("—", " — ").replace("–", " - ").replace("→", " → ").split():
            yield from _scan_chunk(chunk, codes, begins=begins)
            begins = chunk.rstrip("\"'”’)]}*")[-1:] in (".", "!", "?", ":", "")


def _scan_chunk(chunk: str, codes: "frozenset[str]", *, begins: bool) -> "Iterator[Term]":
    """The terms of one chunk between spaces, and the marks around it; `begins`: it begins a sentence."""
    if chunk in ("—", "-", "→", "=", "&", "+", "|", "/"):
        yield Term(chunk, "mark", chunk)
        return
    opened = chunk.lstrip(_OPENING)
    if len(opened) < len(chunk) and chunk[0] in "([{":
        yield Term("(", "mark", "(")
    word = opened
    while word and word[-1] in _CLOSING and not word.endswith("()"):
        word = word[:-1]
    if word:
        yield from _scan_word(word, codes, begins=begins)
    mark = next((sign for sign in opened[len(word) :] if sign in ",;:!?….)]}"), "")
    if mark:
        yield Term(mark, "mark", mark)


def _scan_word(word: str, codes: "frozenset[str]", *, begins: bool) -> "Iterator[Term]":
    """The terms of one word: code, a number with its unit, the parts of a compound, or a word."""
    small = word[:1].lower() + word[1:]
    exact = next((code for code in (word, word.rstrip("/"), small if begins else word) if code in codes), "")
    if exact:
        yield Term(exact.rstrip("/"), "code", word)
        return
    low = word.casefold().replace("’", "'")
    if low == "e.g":
        yield Term("eg", "word", word)
        return
    if low.endswith("'s") and len(low) > 3:
        low, word = low[:-2], word[:-2]
    if low in SAME_MEANING and not word.isalpha():
        yield Term(SAME_MEANING[low], "word", word)
    elif low[0].isdigit() or (low[0] in "~≈<>≤≥$€£+" and low[1:2].isdigit()):
        yield from _scan_number(low, word)
    elif "-" in word[1:] and word[1:].islower() and all(part.isalpha() for part in word.split("-")):
        for part in word.split("-"):
            yield Term(word_key(part.casefold()), "word", part)
    elif word.replace("’", "").replace("'", "").isalpha() and (low in SAME_MEANING or not _has_inner_capital(word)):
        if not begins and low in _FIRST_NAMES and word[0].isupper() and not word.isupper():
            yield Term(f"{low} (name)", "name", word)
            return
        yield Term(word_key(low), "word" if begins or not word[0].isupper() else "name", word)
    else:
        yield Term(word.rstrip("/"), "code", word)


def _has_inner_capital(word: str) -> bool:
    """Whether it is written like an identifier: camelCase. A word all in capitals (and its plural) is not."""
    return any(letter.isupper() for letter in word[1:]) and not word.removesuffix("s").isupper()


def _scan_number(low: str, word: str) -> "Iterator[Term]":
    """A number, with the unit or the clock time that is written together with it."""
    sign = low[0] if not low[0].isdigit() else ""
    bare = low[len(sign) :]
    figure = bare[: len(bare) - len(bare.lstrip("0123456789.,"))].rstrip(".,")
    rest = bare[len(figure) :].lstrip("-")
    if sign in ("~", "≈"):
        yield Term("about", "word", "about")
    elif sign in ("<", "≤"):
        yield Term("under" if sign == "<" else "limit", "word", sign)
    elif sign in (">", "≥"):
        yield Term("over" if sign == ">" else "minimum", "word", sign)
    if rest[:1] == ":" and rest[1:3].isdigit() and len(rest) == 3:
        yield Term(f"{int(figure):02}:{rest[1:3]}", "clock", word)
    elif rest in ("am", "pm"):
        yield Term(f"{int(figure) % 12 + (12 if rest == 'pm' else 0):02}:00", "clock", word)
    elif not rest or rest in UNIT_FACTORS:
        yield Term(_plain_figure(figure), "number", word)
        if rest:
            yield Term(rest, "word", rest)
        elif sign in "$€£" and sign:
            yield Term(sign, "code", sign)
    elif rest in ("st", "nd", "rd", "th"):
        yield Term(f"{figure}.", "number", word)
    elif rest.startswith("/") and rest[1:].isalpha():
        yield Term(_plain_figure(figure), "number", word)
        yield Term("per", "word", "per")
        yield Term(rest[1:], "word", rest[1:])
    elif rest.isalpha() and "-" in bare:
        yield Term(_plain_figure(figure), "number", word)
        yield Term(word_key(rest), "word", rest)
    else:
        yield Term(word, "code", word)


def _plain_figure(figure: str) -> str:
    groups = figure.split(",")
    if len(groups) > 1 and all(len(group) == 3 for group in groups[1:]):
        return "".join(groups)
    return figure


def word_key(low: str) -> str:
    """The word that stands for a word, its forms and its synonyms."""
    if low in SAME_MEANING:
        return SAME_MEANING[low]
    if len(low) < 4 or not low.isascii() or low in _UNCHANGED_WORDS:
        return low
    for ending, put in _PLURAL_ENDINGS:
        if low.endswith(ending) and not low.endswith(("ss", "us", "is")):
            singular = low[: -len(ending)] + put
            if len(singular) > 2:
                low = singular
                break
    if low in SAME_MEANING:
        return SAME_MEANING[low]
    for ending, put in _VERB_ENDINGS:
        if low.endswith(ending) and len(low) - len(ending) > 3:
            stem = low[: -len(ending)] + put
            if stem[-1] == stem[-2] and stem[-1] not in "sl":
                stem = stem[:-1]
            if stem in SAME_MEANING or stem + "e" in SAME_MEANING:
                return SAME_MEANING.get(stem) or SAME_MEANING[stem + "e"]
            return stem.removesuffix("e")
    return low.removesuffix("e") if len(low) > 4 else low


def _join_phrases(terms: "list[Term]") -> "list[Term]":
    """Phrases replaced by the words that stand for them."""
    result: list[Term] = []
    at = 0
    while at < len(terms):
        meaning, used = _phrase_at(terms, at)
        if meaning is None:
            result.append(terms[at])
        else:
            for word in meaning:
                result += _scan_number(word, word) if word[0].isdigit() and word != "2fa" else [_phrase_term(word)]
        at += used
    return result


def _phrase_term(word: str) -> Term:
    """A term of a phrase; its words are keys already."""
    return Term(SAME_MEANING.get(word, word), "word", word)


def _phrase_at(terms: "list[Term]", at: int) -> "tuple[list[str] | None, int]":
    words = []
    for term in terms[at : at + MAX_PHRASE_WORDS]:
        if term.kind not in ("word", "name", "number"):
            break
        words.append(term.raw.casefold().replace("’", "'"))
    for size in range(len(words), 1, -1):
        meaning = PHRASES.get(tuple(words[:size]))
        if meaning is not None:
            return meaning, size
    return None, 1


def _join_values(terms: "list[Term]") -> "list[Term]":
    """Numbers with their units, weekdays, and how often something happens, each as one value."""
    result: list[Term] = []
    at = 0
    while at < len(terms):
        made, used = _value_at(terms, at)
        result.append(made)
        at += used
    return result


def _value_at(terms: "list[Term]", at: int) -> "tuple[Term, int]":
    """The value that begins at a term, and how many terms it takes; else the term itself."""
    term = terms[at]
    low = term.raw.casefold()
    after = terms[at + 1] if at + 1 < len(terms) and terms[at + 1].kind in ("word", "name", "number", "code") else None
    if low in ("every", "each", "per", "a", "an") and after is not None:
        made, used = _rhythm_at(terms, at, low, after)
        if made is not None:
            return made, used
    if low in _RHYTHM_WORDS:
        return Term(_RHYTHM_WORDS[low], "rhythm", term.raw), 1
    if low in _WEEKDAYS and (len(low) > 4 or term.raw[:1].isupper()):
        return Term(_WEEKDAYS[low], "rhythm" if low.endswith("days") else "weekday", term.raw), 1
    if low in _TIMES_WORDS and after is not None and after.raw.casefold() in ("a", "per", "every", "an"):
        return Term(str(_TIMES_WORDS[low]), "number", term.raw), 1
    if term.kind == "word" and low in _NUMBER_WORDS and after is not None and (low != "one" or after.kind == "word"):
        term = Term(str(_NUMBER_WORDS[low]), "number", term.raw)
    if term.kind != "number":
        return term, 1
    if after is None or after.kind == "number":
        before = terms[at - 1] if at else None
        if before is not None and before.raw.casefold() == "at" and term.key.isdigit() and len(term.key) <= 2:
            return Term(f"{int(term.key):02}:00", "clock", term.raw), 1
        return term, 1
    unit = after.raw.casefold()
    if unit in ("am", "pm") and term.key.isdigit():
        return Term(f"{int(term.key) % 12 + (12 if unit == 'pm' else 0):02}:00", "clock", term.raw), 2
    if unit == "o'clock" and term.key.isdigit():
        return Term(f"{int(term.key):02}:00", "clock", term.raw), 2
    amount = _amount_key(term.key, unit)
    if amount is not None:
        return Term(amount[0], amount[1], term.raw), 2
    return term, 1


def _rhythm_at(terms: "list[Term]", at: int, low: str, after: Term) -> "tuple[Term | None, int]":
    """How often: every day, per minute, every six hours, each Tuesday."""
    unit = after.raw.casefold()
    if unit in _RHYTHM_UNITS:
        return Term({"min": "minute"}.get(unit, unit), "rhythm", unit), 2
    if low in ("every", "each") and unit in _WEEKDAYS:
        return Term(_WEEKDAYS[unit], "rhythm", unit), 2
    figure = str(_NUMBER_WORDS[unit]) if unit in _NUMBER_WORDS else after.key if after.kind == "number" else ""
    if low in ("every", "each") and figure and at + 2 < len(terms):
        amount = _amount_key(figure, terms[at + 2].raw.casefold())
        if amount is not None:
            return Term(amount[0], "rhythm", after.raw), 3
    return None, 1


def _amount_key(figure: str, unit: str) -> "tuple[str, str] | None":
    """A number with its unit in the base unit, and its dimension."""
    dimension, factor = UNIT_FACTORS.get(unit, ("", 0))
    if not dimension or figure.count(".") > 1 or not figure.replace(".", "").isdigit():
        return None
    whole, _, part = figure.partition(".")
    scaled = int(whole + part) * factor
    size = 10 ** len(part)
    return (str(scaled // size) if scaled % size == 0 else f"{scaled}/{size}"), dimension


def _deny(terms: "list[Term]") -> None:
    """Mark what a negation denies: its clause, or what follows it where it only sets one thing against another."""
    for at, term in enumerate(terms):
        low = term.raw.casefold().replace("’", "'")
        if term.key == "over" and any(
            other.key == "like" and other.segment == term.segment and other.place < term.place for other in terms
        ):
            term.key = "instead"
        contrast = term.key == "instead"
        if not contrast and (term.kind not in ("word", "name") or low not in NEGATIVE_WORDS):
            continue
        before = terms[at - 1] if at else None
        clause = low.endswith("n't") or low in ("forbidden", "cannot", "nobody", "nothing", "none")
        clause = clause or (before is not None and before.raw.casefold() in _AUXILIARIES)
        clause = clause or before is None or before.kind == "mark" or low in ("never", "no")
        for other in terms:
            if other.segment == term.segment and (other.place > term.place or (clause and not contrast)):
                other.denied = not other.denied


def is_identifier_place(terms: "list[Term]", term: Term) -> bool:
    """Whether a word is beside a noun such as `branch` or `table`, so that its capitals count."""
    beside = [other for other in terms if abs(other.place - term.place) == 1 and other.segment == term.segment]
    return any(other.key in IDENTIFIER_NOUNS for other in beside)

"""Whether two texts say the same, word by word; what is doubtful is not the same.

Every word, value and negation of one stands in the other, in the same order. Only plurals, equal numbers in another
notation and words that a sentence can do without make no difference, and one phrase may stand first or last.
"""

from recall_cli.rules.change.tokens import (
    CODE,
    DAY,
    MARK,
    NAME,
    NEGATIONS,
    NUMBER,
    STOP,
    STOP_WORDS,
    TIME,
    VALUE_KINDS,
    WORD,
    Token,
    read_tokens,
)
from recall_cli.rules.text.content_words import LIGHT_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Terms = tuple[str, ...]

_SIGNS = "<>=≤≥≠±!"
"""Signs that change the meaning: `< 5` and `> 5` are different claims, and so are `a` and `!a`."""
_NUMBER_SIGNS = "-+~<>=v"
_SMALLER_UNITS = {
    "second": ("ms", 1_000), "minute": ("ms", 60_000), "hour": ("ms", 3_600_000), "day": ("ms", 86_400_000),
    "week": ("ms", 604_800_000), "mb": ("kb", 1_000), "gb": ("kb", 1_000_000), "mib": ("kib", 1_024),
    "gib": ("kib", 1_048_576), "year": ("month", 12),
}  # fmt: skip
_SAME_WORDS = {"each": "every", "all": "every"}
NOT = "not"
_DENIALS = {"not": (NOT,), "no": (NOT,), "never": (NOT,), "cannot": ("can", NOT)}


def are_same(text: str, other: str) -> bool:
    """Whether two texts say the same."""
    if text == other:
        return True
    if _signs(text) != _signs(other):
        return False
    sentences, others = read_sentences(text), read_sentences(other)
    return bool(sentences) and len(sentences) == len(others) and all(map(_is_same_sentence, sentences, others))


def denies(text: str) -> bool:
    """Whether a text denies something, by the number of its negations."""
    return Reading(text).is_negative


def difference(text: str, other: str) -> str:
    """In what two texts exclude each other; empty if each may only say more than the other."""
    return _difference(Reading(text), Reading(other))


def _difference(first: "Reading", second: "Reading") -> str:
    if first.is_negative != second.is_negative:
        return "a negation"
    left, left_there = first.without(second), second.without(first)
    for kinds, words in (((NUMBER, TIME, DAY), "numbers"), ((NAME, CODE), "names")):
        if any(token.kind in kinds for token in left) and any(token.kind in kinds for token in left_there):
            return words
    if len(left) == len(left_there) == 1:
        return "one word"
    conditions, there = (set(one.terms) & STOP_WORDS - {NOT} for one in (first, second))
    if (conditions - there and there - conditions) or _signs(first.text) != _signs(second.text):
        return "a condition"
    is_turned = sorted(first.terms) == sorted(second.terms) and not are_same(first.text, second.text)
    shared = (first.values | second.values) & {*first.terms} & {*second.terms}
    orders = ([term for term in one.terms if term in shared] for one in (first, second))
    return "who does what" if is_turned or len({tuple(dict.fromkeys(order)) for order in orders}) > 1 else ""


def is_part(first: "Reading", second: "Reading") -> bool:
    """Whether one of two texts has all words with content of the other, and they do not exclude each other."""
    return not (first.without(second) and second.without(first)) and not _difference(first, second)


def says_all(text: str, other: str) -> bool:
    """Whether each sentence of another text is also a sentence of a text."""
    sentences = read_sentences(text)
    if any(sign not in _signs(text) for sign in _signs(other)):
        return False
    return all(any(_is_same_sentence(sentence, wanted) for sentence in sentences) for wanted in read_sentences(other))


def is_told_by(source: str, text: str) -> bool:
    """Whether each sentence of a source stands in one sentence of a text, without a word between its words."""
    told = read_sentences(text)
    return all(any(_holds(sentence, wanted) for sentence in told) for wanted in read_sentences(source))


def all_terms(texts: "Iterable[str]") -> "list[str]":
    """What texts say, and the signs in them, as one list."""
    return [term for text in texts for terms in (*read_sentences(text), _signs(text)) for term in terms]


def read_sentences(text: str) -> "list[Terms]":
    """What each sentence says, in its order, without light words."""
    return _sentences_of(read_tokens(text))


def _sentences_of(tokens: "list[Token]") -> "list[Terms]":
    sentences: list[list[str]] = [[]]
    for token in tokens:
        if token.kind != MARK or token.text == "?":
            sentences[-1].extend(_terms(token))
        if token.kind == MARK and token.text in ".!?;…":
            sentences.append([])
    return [tuple(terms) for terms in sentences if terms]


class SaidSentences:
    """The sentences of many texts, to look others up among them."""

    def __init__(self, texts: "Iterable[str]") -> None:
        self._found: dict[Terms, list[tuple[Terms, list[str]]]] = {}
        for text in texts:
            signs = _signs(text)
            for terms in read_sentences(text):
                self._found.setdefault(tuple(sorted(terms)), []).append((terms, signs))

    def say(self, text: str) -> bool:
        """Whether they say each sentence of a text."""
        signs, sentences = {*_signs(text)}, read_sentences(text)
        return bool(sentences) and all(
            any(
                signs.issubset(there) and _is_same_sentence(terms, wanted)
                for terms, there in self._found.get(tuple(sorted(wanted)), ())
            )
            for wanted in sentences
        )


class Reading:
    """A text, read to be compared with others."""

    def __init__(self, text: str) -> None:
        tokens = read_tokens(text)
        self.text = text
        self.content = [token for token in tokens if token.is_content]
        self.terms = [term for sentence in _sentences_of(tokens) for term in sentence]

    @property
    def is_negative(self) -> bool:
        """Whether it denies something, by the number of its negations."""
        return sum(term in NEGATIONS for term in self.terms) % 2 == 1

    def without(self, other: "Reading") -> "list[Token]":
        """The tokens with content that the other one lacks."""
        return [token for token in self.content if {*_terms(token)}.difference(other.terms)]

    @property
    def values(self) -> "set[str]":
        """Its names and values."""
        return {term for token in self.content if token.kind in VALUE_KINDS for term in _terms(token)}


def _terms(token: Token) -> "list[str]":
    """What a token is compared by; nothing for a light word."""
    if token.lower.endswith("n't"):
        verb = token.lower.removesuffix("n't")
        return [NOT] if verb in LIGHT_WORDS else [verb, NOT]
    if token.lower in _DENIALS:
        return [*_DENIALS[token.lower]]
    if token.kind == STOP:
        plain = _SAME_WORDS.get(token.lower) or _singular(token.lower)
        return [] if token.lower in LIGHT_WORDS else [plain if plain in STOP_WORDS else token.lower]
    if token.kind == CODE:
        return token.text.removesuffix("()").split()
    if token.kind == NUMBER:
        sign = token.text[: len(token.text) - len(token.text.lstrip(_NUMBER_SIGNS))]
        return [f"{sign}{_amount(token.key, token.unit)}"]
    return [_singular(token.lower) if token.kind in (WORD, NAME) else token.lower]


def _amount(number: str, unit: str) -> str:
    """A number with its unit, in the smallest unit of its kind: `1.5 h` and `90 min` are equal."""
    smaller, factor = _SMALLER_UNITS.get(unit, (unit, 1))
    if factor == 1 or not number.replace(".", "", 1).isdecimal():
        return f"{number} {unit}"
    return f"{round(float(number) * factor, 6):.12g} {smaller}"


def _singular(word: str) -> str:
    """A word without the ending of a plural or of the third person."""
    if len(word) < 4 or not word.isalpha() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes")) else word.removesuffix("s")


def _signs(text: str) -> "list[str]":
    plain = f"{text} ".replace("! ", " ").replace("!\n", " ")
    return [letter for letter in plain if letter in _SIGNS]


def _is_same_sentence(terms: "Terms", other: "Terms") -> bool:
    """Whether two sentences have the same terms in one order, but for a phrase that stands first in one of them."""
    if terms == other or sorted(terms) != sorted(other):
        return terms == other
    turns = (at for at in range(1, len(terms)) if {terms[0], terms[at]} & STOP_WORDS - {NOT})
    return any(terms[at:] + terms[:at] == other for at in turns)


def _holds(terms: "Terms", wanted: "Terms") -> bool:
    return any(terms[at : at + len(wanted)] == wanted for at in range(len(terms) - len(wanted) + 1))

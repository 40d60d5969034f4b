"""Grounding: whether a source text supports what was written about it, and where a quotation stands in it."""

from recall_cli.domain.stopwords import STOP_WORDS

MIN_SHARED_WORDS = 0.5
"""At least this share of the content words must occur in the source."""
_STEM_LENGTH = 4
_FIRST_IDEOGRAPH = "\u2e80"
_SPEAKER_WORDS = frozenset({"user", "users"})
"""Words for a speaker who has no name."""


def is_grounded(text: str, source: str) -> bool:
    """Whether the source contains all numbers of a text and at least half of its content words."""
    words, source_words = word_set(text), word_set(source)
    words = {word for word in words if word not in STOP_WORDS} or words
    if not words_with_digits(words) <= source_words:
        return False
    content = {_word_start(word) for word in words} - _SPEAKER_WORDS
    source_starts = {_word_start(word) for word in source_words}
    return len(content & source_starts) >= MIN_SHARED_WORDS * len(content)


def word_set(text: str) -> "set[str]":
    """The words of a text; in a script without spaces, its letters."""
    spaced = []
    for letter in text.casefold():
        if letter.isalnum():
            spaced.append(letter if letter < _FIRST_IDEOGRAPH else f" {letter} ")
        else:
            spaced.append(" ")
    return {*"".join(spaced).split()}


def words_with_digits(words: "set[str]") -> "set[str]":
    """The words that contain a digit."""
    return {word for word in words if any(letter.isdigit() for letter in word)}


def _word_start(word: str) -> str:
    """The beginning of a word, which its other forms share."""
    return word if word in _SPEAKER_WORDS or any(letter.isdigit() for letter in word) else word[:_STEM_LENGTH]


def find_quote(quote: str, source: str) -> "tuple[int, int] | None":
    """Start and end of a quotation in its source, ignoring spacing and letter case; None if it is not there."""
    at = source.find(quote)
    if quote and at >= 0:
        return at, at + len(quote)
    wanted, _ = _flatten(quote)
    flat, places = _flatten(source)
    at = flat.find(wanted)
    if not wanted or at < 0:
        return None
    return places[at], places[at + len(wanted) - 1] + 1


def _flatten(text: str) -> "tuple[str, list[int]]":
    """A text in lower case with single spaces, and for each of its letters the position in the original."""
    letters: list[str] = []
    places: list[int] = []
    for at, letter in enumerate(text):
        if letter.isspace():
            if letters and letters[-1] != " ":
                letters.append(" ")
                places.append(at)
            continue
        lowercase = letter.lower()
        letters.append(lowercase if len(lowercase) == 1 else letter)
        places.append(at)
    if letters and letters[-1] == " ":
        del letters[-1], places[-1]
    return "".join(letters), places

"""Is what somebody wrote about a text contained in the text?"""

from recall_cli.domain.stopwords import STOP_WORDS

MIN_SHARED_WORDS = 0.5
"""So much of its content words must occur in the source."""
_STEM_LENGTH = 4
_FIRST_IDEOGRAPH = "\u2e80"
_SPEAKER_WORDS = frozenset({"user", "users"})
"""How a speaker is named who did not name himself."""


def is_grounded(text: str, source: str) -> bool:
    """Whether a text says something of the source: all of its numbers, and at least half of its content words."""
    told, given = word_set(text), word_set(source)
    told = {word for word in told if word not in STOP_WORDS} or told
    if not words_with_digits(told) <= given:
        return False
    content = {_word_start(word) for word in told} - _SPEAKER_WORDS
    known = {_word_start(word) for word in given}
    return len(content & known) >= MIN_SHARED_WORDS * len(content)


def word_set(text: str) -> "set[str]":
    """Its words; a script without spaces gives its letters."""
    spaced = []
    for letter in text.casefold():
        if letter.isalnum():
            spaced.append(letter if letter < _FIRST_IDEOGRAPH else f" {letter} ")
        else:
            spaced.append(" ")
    return {*"".join(spaced).split()}


def words_with_digits(words: "set[str]") -> "set[str]":
    """Those with a digit in them."""
    return {word for word in words if any(letter.isdigit() for letter in word)}


def _word_start(word: str) -> str:
    """Enough of a word to know it again in another form."""
    return word if word in _SPEAKER_WORDS or any(letter.isdigit() for letter in word) else word[:_STEM_LENGTH]


def find_quote(quote: str, source: str) -> "tuple[int, int] | None":
    """Where a quotation stands in its source, whatever became of its spaces and letter case."""
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
    """A text with one space for many and in lower case, and where each of its letters came from."""
    letters: list[str] = []
    places: list[int] = []
    for at, letter in enumerate(text):
        if letter.isspace():
            if letters and letters[-1] != " ":
                letters.append(" ")
                places.append(at)
            continue
        small = letter.lower()
        letters.append(small if len(small) == 1 else letter)
        places.append(at)
    if letters and letters[-1] == " ":
        del letters[-1], places[-1]
    return "".join(letters), places

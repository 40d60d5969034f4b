"""Grounding: whether a source text supports what was written about it."""

from recall_cli.domain.stopwords import STOP_WORDS

MIN_SHARED_WORDS = 0.5
"""At least this share of the content words must occur in the source."""
_STEM_LENGTH = 4
_FIRST_IDEOGRAPH = "\u2e80"
_SPEAKER_WORDS = frozenset({"user", "users"})
"""Words for a speaker who has no name."""
_OUTER_SIGNS = ".,;:!?()[]{}<>\"'`“”‘’…*—–-"
_NAME_SIGNS = frozenset("_/.@#:\\")


def is_grounded(text: str, source: str) -> bool:
    """Whether the source contains at least half of the content words of a text."""
    words, source_words = word_set(text), word_set(source)
    words = {word for word in words if word not in STOP_WORDS} or words
    content = {_word_start(word) for word in words} - _SPEAKER_WORDS
    source_starts = {_word_start(word) for word in source_words}
    return len(content & source_starts) >= MIN_SHARED_WORDS * len(content)


def find_added_name(text: str, source: str) -> str:
    """The first number or name of a text that its source does not have; empty if there is none."""
    known = word_set(source)
    starts_sentence = True
    for raw in text.split():
        word = raw.strip(_OUTER_SIGNS).removesuffix("'s").removesuffix("’s")
        if word and (_is_name(word) or (word[0].isupper() and not starts_sentence)) and not word_set(word) <= known:
            return word
        starts_sentence = raw.rstrip("\"'`”’)*").endswith((".", "!", "?", ":", "…"))
    return ""


def _is_name(word: str) -> bool:
    """Whether a word has the form of a name or a number: digits, signs inside, or a capital behind the first letter."""
    has_sign = any(letter in _NAME_SIGNS or letter.isupper() for letter in word[1:])
    return has_sign or any(letter.isdigit() for letter in word)


def word_set(text: str) -> "set[str]":
    """The words of a text; in a script without spaces, its letters."""
    spaced = []
    for letter in text.casefold():
        if letter.isalnum():
            spaced.append(letter if letter < _FIRST_IDEOGRAPH else f" {letter} ")
        else:
            spaced.append(" ")
    return {*"".join(spaced).split()}


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

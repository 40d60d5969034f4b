"""Texts that no reader can use: placeholder text, encoded data, rows of numbers, and what only held a secret."""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.language.tables import read_phrases, read_words

FILLER_WORDS = read_words("words", "filler words")
_ENCODED_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")
MIN_WORDS, MIN_NUMBERS_IN_A_ROW, MIN_ENCODED_WORD, MIN_ENCODED_LENGTH = 4, 12, 56, 200
"""From these sizes on a text counts as noise: words of placeholder text, numbers in a row, letters of an encoded word,
and letters of encoded data in all."""
_KEYBOARD_ROWS = ("asdf", "qwert", "zxcv", "hjkl", "фыва", "йцук", "ывап", "олдж", "ячсм")
"""Letters of random typing: neighbouring keys in a row."""
_MIN_MASHED_LETTERS, _NUMBER_LETTERS = 5, frozenset("0123456789.,-+%")


EXERCISE_PHRASES = read_phrases("words", "exercises")
MAX_EXERCISE_LENGTH = 400
"""A longer text may only contain an exercise."""


def noise_reason(text: str) -> "str | None":
    """Why a text is noise, in plain words; None for a text that may have a meaning."""
    if len(text) <= MAX_EXERCISE_LENGTH and any(phrase in text.lower() for phrase in EXERCISE_PHRASES):
        return "it supposes something for an exercise"
    words = text[:20_000].split()
    if len(words) >= MIN_WORDS:
        plain_words = [word.strip(".,;:!?\"'()").lower() for word in words]
        if sum(word in FILLER_WORDS for word in plain_words) >= max(MIN_WORDS, 0.6 * len(plain_words)):
            return "it is filler text"
    if len(words) >= MIN_NUMBERS_IN_A_ROW and sum(any(map(str.isalpha, word[:40])) for word in words) <= 0.1 * len(
        words
    ):
        return "it is only a row of numbers"
    if len(words) >= MIN_WORDS and all(_NUMBER_LETTERS.issuperset(word) for word in words):
        return "it is only a row of numbers"
    if len(words) <= MIN_NUMBERS_IN_A_ROW and _is_keyboard_mash(words):
        return "it is no language"
    encoded_letters = sum(len(word) for word in words if len(word) >= MIN_ENCODED_WORD and _is_encoded_data(word))
    if encoded_letters >= MIN_ENCODED_LENGTH and encoded_letters >= 0.7 * sum(map(len, words)):
        return "it is encoded data"
    return None


def _is_keyboard_mash(words: "list[str]") -> bool:
    """Whether the words are only neighbouring keys, one repeated letter, or single Korean letter strokes."""
    letters = "".join(words).lower()
    if len(letters) < _MIN_MASHED_LETTERS or not letters.isalpha():
        return False
    if len(set(letters)) == 1 or all("\u3131" <= letter <= "\u318e" for letter in letters):
        return True
    mashed_words = sum(any(row in word.lower() for row in _KEYBOARD_ROWS) for word in words)
    return mashed_words > 0 and mashed_words * 2 >= len(words) and all(len(word) > 3 for word in words)


def _is_encoded_data(word: str) -> bool:
    """Whether a long word is data in base64 or hexadecimal, and not a path or a name."""
    sample = word[:400].strip("\"',;.")
    if not _ENCODED_LETTERS.issuperset(sample) or sample.count("/") * 8 > len(sample):
        return False
    digits = sum(map(str.isdigit, sample))
    return digits * 40 > len(sample) and digits < len(sample)


def holds_only_secrets(masked: str) -> bool:
    """Whether a masked text contained only a secret: what is left has at most one content word, so it is no use."""
    rest, *parts = masked.split("[secret: ")
    if not parts:
        return False
    left = " ".join([rest, *(part.partition("]")[2] for part in parts)])
    words = {"".join(filter(str.isalnum, word)) for word in left.casefold().replace("-", " ").split()}
    words -= STOP_WORDS | read_words("secrets", "words beside secrets")  # those name a secret or come with one
    return sum(len(word) > 1 for word in words) < 2

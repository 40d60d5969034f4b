"""Text as WordPiece tokens."""

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.inference.wordpiece import split_word_pieces, split_words
from tests.for_each import for_each

VOCABULARY = {"un": 1, "##aff": 2, "##able": 3, "##a": 4, "able": 5, "a": 6}


def find_token(piece: str) -> int:
    return VOCABULARY.get(piece, -1)


@for_each(
    "text, expected",
    [
        ("Deploy, then rest.", ["deploy", ",", "then", "rest", "."]),
        ("api_key=v2", ["api", "_", "key", "=", "v2"]),
        ("naïve CAFÉ", ["naive", "cafe"]),
        ("tab\tnew\nline\rreturn", ["tab", "new", "line", "return"]),
        ("bell\x07less", ["bellless"]),
        ("zero\u200bwidth so\u00adft", ["zerowidth", "soft"]),
        ("東京x", ["東", "京", "x"]),
        ("quote—“dash”", ["quote", "—", "“", "dash", "”"]),
        ("wide\u3000space", ["wide", "space"]),
        ("", []),
    ],
)
def test_words(text: str, expected: "list[str]") -> None:
    """Lower case, no accents, punctuation and Chinese characters as single words, no control characters."""
    assert split_words(text) == expected


@for_each(
    "word, expected",
    [
        ("able", [5]),
        ("unaffable", [1, 2, 3]),
        ("unable", [1, 3]),
        ("una", [1, 4]),
        ("unx", []),
        ("x", []),
    ],
)
def test_pieces(word: str, expected: "list[int]") -> None:
    """The longest known piece from the left each time. A word with an unknown part gives nothing."""
    assert split_word_pieces(word, find_token, 4) == expected


def test_a_word_beyond_all_measure_is_not_taken_apart() -> None:
    """A hundred letters are the limit of the original, whatever the vocabulary."""
    assert split_word_pieces("a" * 101, find_token, 4) == []
    assert len(split_word_pieces("a" * 100, find_token, 4)) == 100


@given(some.text())
def test_any_text_has_words(text: str) -> None:
    """Every text is accepted, and no word has a space or is empty."""
    assert all(word and not any(char.isspace() and char in " \t\n\r" for char in word) for word in split_words(text))

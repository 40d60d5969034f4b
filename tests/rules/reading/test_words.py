"""Words: cut at blanks, contractions opened, every word at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.reading.words import Words, phrases


@pytest.mark.parametrize(
    ("text", "lower"),
    [
        ("I don't use it.", ["i", "do", "not", "use", "it"]),
        ("We've moved, haven't we?", ["we", "have", "moved", "have", "not", "we"]),
        ("The project's license", ["the", "project", "'s", "license"]),
        ("It's MIT", ["it", "is", "mit"]),
        ("keep—because it's good", ["keep", "because", "it", "is", "good"]),
        ("Use `make build` (always)", ["use", "make", "build", "always"]),
    ],
)
def test_contractions_are_opened(text: str, lower: list[str]) -> None:
    """A contraction becomes its words, an owner's mark a word of its own."""
    assert Words(text).lower == lower


def test_breaks_are_kept_with_the_word_before() -> None:
    """Commas, colons, dashes and brackets are known by the word that they follow."""
    words = Words("Tabs, not spaces — always (in Go): yes")
    assert ["," in words.after[0], "—" in words.after[2], "(" in words.after[3], ":" in words.after[5]] == [True] * 4


def test_phrases_match_whole_words_only() -> None:
    """A phrase is found word for word and not inside other words."""
    table = phrases("no longer|in fact")
    assert Words("We no longer use it").has(table)
    assert not Words("There is no longerish thing, in factories").has(table)


@given(st.text(alphabet="abcI'’ -—,.!()\"`nt", max_size=60).map(lambda text: " ".join(text.split())))
def test_every_word_stands_where_it_says(text: str) -> None:
    """The places of the words lie inside the text and in order."""
    words = Words(text)
    at = 0
    for start, end in zip(words.starts, words.ends, strict=True):
        assert at <= start <= end <= len(text)
        at = start

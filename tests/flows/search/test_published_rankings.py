"""BM25+ of the published rankings: rank-bm25's, held against numbers worked by hand."""

from math import isclose, log

import pytest

from recall_cli.flows.search.published_rankings import bm25_plus

NINE_WORDS = ["x"] * 9


def test_a_hit_in_a_text_of_mean_length() -> None:
    """Of 9 texts 2 hold the term: log(10 / 2) · (1 + 1 · 2.5 / (1 + 1.5)), and the text without it log(10 / 2) · 1."""
    scores = bm25_plus([["rabbit", *NINE_WORDS], ["nats", *NINE_WORDS]], ["rabbit"], 10, 9, {"rabbit": 2})
    assert isclose(scores[0], log(5) * 2)
    assert isclose(scores[1], log(5))


def test_the_whole_collection_counts() -> None:
    """Both texts hold the term, and yet it is rare: one in a thousand, log(1001 / 2)."""
    scores = bm25_plus([["rabbit", *NINE_WORDS], ["rabbit", *NINE_WORDS]], ["rabbit"], 10, 1000, {"rabbit": 2})
    assert [isclose(score, log(1001 / 2) * 2) for score in scores] == [True, True]


def test_length_and_repetition() -> None:
    """Twice in a text of twice the mean length: 2 · 2.5 / (1.5 · (0.25 + 0.75 · 2) + 2)."""
    [score] = bm25_plus([["rabbit", "rabbit", *["x"] * 18]], ["rabbit"], 10, 9, {"rabbit": 2})
    assert isclose(score, log(5) * (1 + 2 * 2.5 / (1.5 * 1.75 + 2)))


@pytest.mark.parametrize("holding", [{}, {"rabbit": 0}])
def test_a_term_that_nothing_holds_adds_nothing(holding: "dict[str, int]") -> None:
    """Its idf would have no bound."""
    assert bm25_plus([["nats"]], ["rabbit"], 1, 9, holding) == [0]


def test_nothing_found_is_nothing() -> None:
    """No text, no score."""
    assert bm25_plus([], ["rabbit"], 1, 9, {"rabbit": 1}) == []

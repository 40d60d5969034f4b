"""BM25+ from rank-bm25, as the published rankings use it, against numbers worked by hand."""

from math import isclose, log

import pytest

from recall_cli.flows.search.published_rankings import bm25_plus

NINE_WORDS = ["x"] * 9


def test_a_hit_in_a_text_of_mean_length() -> None:
    """2 of 9 texts have the term: log(10 / 2) · (1 + 1 · 2.5 / (1 + 1.5)); without it log(10 / 2) · 1."""
    scores = bm25_plus([["rabbit", *NINE_WORDS], ["nats", *NINE_WORDS]], ["rabbit"], 10, 9, {"rabbit": 2})
    assert isclose(scores[0], log(5) * 2)
    assert isclose(scores[1], log(5))


def test_the_whole_collection_counts() -> None:
    """Both texts have the term, and it is still rare: two in a thousand, log(1001 / 2)."""
    scores = bm25_plus([["rabbit", *NINE_WORDS], ["rabbit", *NINE_WORDS]], ["rabbit"], 10, 1000, {"rabbit": 2})
    assert [isclose(score, log(1001 / 2) * 2) for score in scores] == [True, True]


def test_length_and_repetition() -> None:
    """Twice in a text of twice the mean length: 2 · 2.5 / (1.5 · (0.25 + 0.75 · 2) + 2)."""
    [score] = bm25_plus([["rabbit", "rabbit", *["x"] * 18]], ["rabbit"], 10, 9, {"rabbit": 2})
    assert isclose(score, log(5) * (1 + 2 * 2.5 / (1.5 * 1.75 + 2)))


@pytest.mark.parametrize("holding", [{}, {"rabbit": 0}])
def test_a_term_that_nothing_holds_adds_nothing(holding: "dict[str, int]") -> None:
    """A term without documents would have an infinite idf, so it adds nothing."""
    assert bm25_plus([["nats"]], ["rabbit"], 1, 9, holding) == [0]


def test_nothing_found_is_nothing() -> None:
    """Without texts there are no scores."""
    assert bm25_plus([], ["rabbit"], 1, 9, {"rabbit": 1}) == []

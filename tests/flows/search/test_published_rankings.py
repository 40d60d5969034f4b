"""BM25+ from rank-bm25, as the published rankings use it, against numbers worked by hand."""

from math import log

import pytest

from recall_cli.flows.search.published_rankings import bm25_plus
from tests.for_each import for_each

NINE_WORDS = ["x"] * 9
RABBIT, NATS = ["rabbit", *NINE_WORDS], ["nats", *NINE_WORDS]


@for_each(
    "texts, mean_length, documents, holding, scores",
    [
        # 2 of 9 texts have the term: log(10 / 2) · (1 + 1 · 2.5 / (1 + 1.5)); without it log(10 / 2) · 1
        ([RABBIT, NATS], 10, 9, 2, [log(5) * 2, log(5)]),
        # the whole collection counts: both texts have the term, and it is still rare, two in a thousand
        ([RABBIT, RABBIT], 10, 1000, 2, [log(1001 / 2) * 2] * 2),
        # twice in a text of twice the mean length: 2 · 2.5 / (1.5 · (0.25 + 0.75 · 2) + 2)
        ([["rabbit", "rabbit", *["x"] * 18]], 10, 9, 2, [log(5) * (1 + 2 * 2.5 / (1.5 * 1.75 + 2))]),
        # a term without documents would have an infinite idf, so it adds nothing
        ([["nats"]], 1, 9, 0, [0]),
        ([], 1, 9, 1, []),
    ],
)
def test_bm25_plus(
    texts: list[list[str]], mean_length: float, documents: int, holding: int, scores: list[float]
) -> None:
    """The score of each text for one term that so many documents of the collection have."""
    assert bm25_plus(texts, ["rabbit"], mean_length, documents, {"rabbit": holding}) == pytest.approx(scores)

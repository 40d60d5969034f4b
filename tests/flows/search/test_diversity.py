"""The top of a search does not say the same thing three times."""

from tests.command import Home

HOST = (
    "The CI server is ci.internal.example.",
    "Our CI runs at ci.internal.example.",
    "The CI server runs at ci.internal.example.",
)
OTHER = "CI on ci.internal.example needs a token from the platform team."


def test_repetitions_come_last_and_none_is_lost(recall: Home) -> None:
    """Three wordings of one host and one other fact: the other fact is second."""
    for text in (*HOST, OTHER):
        recall.store(text)
    texts = [hit["text"] for hit in recall.json("search", "ci.internal.example", "--min-score", "0")["results"]]
    assert texts.index(OTHER) == 1
    assert sorted(texts) == sorted((*HOST, OTHER))

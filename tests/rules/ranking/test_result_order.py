"""Diversity: a repetition comes after what says something else, and nothing else changes its place."""

from recall_cli.rules.ranking.result_order import repetitions

HOST = [
    "The CI server is ci.internal.example.",
    "Our CI server now runs at ci.internal.example.",
    "ci.internal.example is the CI server.",
]


def test_what_says_an_earlier_result_again_is_a_repetition() -> None:
    """The first wording stays; what has most of its words and no other value comes later."""
    assert repetitions([HOST[0], "CI needs 8 GB of memory.", *HOST[1:2]]) == [2]
    assert repetitions(["The document " * 100, "The document " * 100]) == []


def test_near_results_that_say_something_else_are_none() -> None:
    """Another value, name or polarity, however near, is an answer of its own."""
    texts = (
        "The CI server is ci.internal.example.",
        "The CD server is ci.internal.example.",
        "The CI server is ci.external.example.",
        "The CI server is not ci.internal.example.",
    )
    assert repetitions(texts) == []


def test_nothing_in_nothing_out() -> None:
    """No text and one text have no repetition."""
    assert repetitions([]) == repetitions(["One text."]) == []

"""Diversity: a repetition comes after what says something else, and nothing else changes its place."""

from recall_cli.rules.ranking.diversity import repetitions

HOST = [
    "The CI server is ci.internal.example.",
    "Our CI runs at ci.internal.example.",
    "You find CI under ci.internal.example",
]


def test_other_words_for_an_earlier_result_are_repetitions() -> None:
    """The first wording stays; the second and the third say it again."""
    assert repetitions([HOST[0], "CI needs 8 GB of memory.", *HOST[1:]]) == [2, 3]


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

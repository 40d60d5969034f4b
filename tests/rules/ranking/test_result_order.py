"""The best of several statements of one subject comes first, and a repetition after what says something else."""

from recall_cli.domain.memory import MEMORY_DEFAULTS, Memory
from recall_cli.rules.ranking.result_order import order_same_subject, repetitions
from tests.for_each import for_each

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


def _split(text: str) -> list[str]:
    return text.lower().strip(".").replace(";", "").replace("titles", "title").replace("commits", "commit").split()


@for_each("first, second, order", [
        ("Commit titles held one subject; a colon was criticised.", "Pick commits of a helper by title.", [0, 1]),
        ("A commit was refused for its title.", "The title of a commit holds one subject.", [1, 0]),
        ("Commit titles were long.", "Commit titles hold one subject.", [1, 0]),
    ],)  # fmt: skip
def test_words_that_stand_together_in_the_question(first: str, second: str, order: list[int]) -> None:
    """A plain statement comes before a look back only where it has the question's pairs of words that the first has."""
    values = {**MEMORY_DEFAULTS, "id": "x", "user": "owner", "trust": "agent", "source": "agent", "updated_at": 1}
    memories = [Memory(**{**values, "n": n, "text": text, "created_at": n}) for n, text in enumerate((first, second))]
    assert order_same_subject(["commit", "title"], memories, _split, _split) == order

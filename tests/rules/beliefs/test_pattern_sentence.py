"""The sentence of a pattern: what the findings share once, and what differs."""

import pytest

from recall_cli.rules.beliefs.pattern_sentence import is_requirement, pattern_sentence


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (
            [
                "The deploy to staging fails when Redis is cold.",
                "The deploy to production fails when Redis is cold.",
                "The deploy to demo fails when Redis is cold.",
            ],
            "Three findings say that the deploy to staging fails when Redis is cold; the same holds for production "
            "and demo.",
        ),
        (
            ["We cache sessions in Redis.", "Sessions are cached in Redis.", "Redis is our session cache."],
            "Three findings say that we cache sessions in Redis.",
        ),
        (
            [
                "Flaky checkout tests were caused by a shared database fixture.",
                "Flaky checkout tests came from a shared database fixture again.",
                "Flaky checkout tests: the shared database fixture was to blame.",
            ],
            "Three findings about Flaky checkout tests: were caused by a shared database fixture; came from a shared "
            "database fixture again; the shared database fixture was to blame.",
        ),
        (
            [
                "A cold cache made the importer time out.",
                "The importer hit its time out because of a cold cache.",
                "After a restart with a cold cache, the importer ran into a time out.",
            ],
            "Three findings about cold, cache, importer and time: a cold cache made the importer time out; the "
            "importer hit its time out because of a cold cache; after a restart with a cold cache, the importer ran "
            "into a time out.",
        ),
    ],
)
def test_a_pattern_is_one_sentence(texts: list[str], sentence: str) -> None:
    """One place that differs, other words for the same, the same beginning, or only the same words."""
    assert pattern_sentence(texts) == sentence


def test_no_value_name_or_negation_is_lost() -> None:
    """Every number and name of every finding is in the sentence."""
    texts = [
        f"The job `sync_{name}` needs {size} GB of memory on ARM." for name, size in (("a", 2), ("b", 3), ("c", 5))
    ]
    sentence = pattern_sentence(texts)
    assert all(word.strip("`.").casefold() in sentence.casefold() for text in texts for word in text.split())


def test_corrections_are_called_corrections() -> None:
    """The noun is the type of the memories."""
    assert pattern_sentence(["The API is slow."] * 3, "correction") == "Three corrections say that the API is slow."


@pytest.mark.parametrize(
    ("text", "requirement"),
    [
        ("Checkout tests must use their own database.", True),
        ("Never share a fixture between checkout tests.", True),
        ("Do not share a fixture.", True),
        ("Flaky checkout tests were caused by a shared fixture.", False),
        ("Slow search requests: a lock was held.", False),
    ],
)
def test_a_requirement_is_no_part_of_a_pattern(text: str, requirement: bool) -> None:
    """What has to be done stands by itself; only what happened becomes a pattern."""
    assert is_requirement(text) == requirement

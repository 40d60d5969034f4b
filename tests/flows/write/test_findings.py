"""What an agent found against the user's word is contested, and what it found besides changes nothing."""

import json

import pytest

from tests.command import Home

FINDINGS = (
    "I found that the database timeout is 5 seconds",
    "I saw that the database timeout is 5 seconds.",
    "I checked and the database timeout is 5 seconds.",
    "Turns out the database timeout is 5 seconds.",
    "According to the code, the database timeout is 5 seconds.",
    "The config file shows that the database timeout is 5 seconds.",
)


@pytest.mark.parametrize("text", FINDINGS)
@pytest.mark.parametrize("options", [(), ("--type", "finding")])
def test_a_finding_contests_the_users_word(recall: Home, text: str, options: tuple[str, ...]) -> None:
    """It ends nothing, and both are marked."""
    users = recall.store("The database timeout is 30 seconds.", person=True)
    recall.later()
    (memory,) = json.loads(recall.quick("--json", "store", *options, "--", text).out)["memories"]
    assert (memory["supersedes"], memory["contests"]) == ([], [users])


@pytest.mark.parametrize(
    "text",
    [
        "I found that the cache timeout is 5 seconds.",
        "I noticed that the database restarts every 30 seconds.",
        "I found that the database timeout was 5 seconds in 2019.",
        "The old wiki says the database timeout is 5 seconds.",
    ],
)
def test_a_finding_about_something_else_contests_nothing(recall: Home, text: str) -> None:
    """Another subject, another property, the past, and an old document."""
    recall.store("The database timeout is 30 seconds.", person=True)
    recall.later()
    for memory in json.loads(recall.quick("--json", "store", "--type", "finding", "--", text).out)["memories"]:
        assert (memory["supersedes"], memory["contests"]) == ([], [])


def test_a_finding_of_the_same_agent_is_named(recall: Home) -> None:
    """What a source says ends no statement of an agent; the answer asks about it."""
    old = recall.store("The default branch is main.", "--type", "fact")
    recall.later()
    text = "Git shows that the default branch is develop."
    (memory,) = json.loads(recall.quick("--json", "store", "--type", "finding", "--", text).out)["memories"]
    assert (memory["supersedes"], [named["id"] for named in memory["maybe_outdated"]]) == ([], [old])

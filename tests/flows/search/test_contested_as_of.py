"""A past state shows what was contested then, and not what is contested now."""

from typing import Any

import pytest

from tests.command import Home

FACT_OPTIONS = ("--entity", "api", "--attribute", "port", "--value")


def contested_flags(recall: Home, *args: str) -> list[bool]:
    """The flag of every memory, oldest first, from list, search, export and get."""
    listed: list[Any] = recall.json("list", *args)["memories"]
    flags = {memory["id"]: memory["contested"] for memory in listed}
    results = recall.json("search", "port", "--no-touch", *args)["results"]
    assert {memory["id"]: memory["contested"] for memory in results} == flags
    got = {id_: recall.json("get", id_, "--no-touch", *args)["contested"] for id_ in flags}
    assert got == flags
    return [flags[id_] for id_ in sorted(flags)]


@pytest.fixture
def moments(recall: Home) -> list[str]:
    """A statement by the user, another by an agent, the settlement, and its undo."""
    times = []
    recall.store("The port of the api is 8080.", *FACT_OPTIONS, "8080", person=True)
    times.append(recall.moment)
    recall.later(days=1)
    recall.store("The port of the api is 9090.", *FACT_OPTIONS, "9090")
    times.append(recall.moment)
    recall.later(days=1)
    settled = recall.quick("resolve", "api", "port", "--keep", "8080", person=True)
    assert settled.status == 0, settled
    times.append(recall.moment)
    recall.later(days=1)
    assert recall.quick("undo", person=True).status == 0
    times.append(recall.moment)
    return times


def test_contests_at_every_moment(recall: Home, moments: list[str]) -> None:
    """Nothing was contested before the second statement, nor between the settlement and its undo."""
    assert contested_flags(recall) == [True, True]
    stated, contradicted, answered, undone = (contested_flags(recall, "--as-of", moment) for moment in moments)
    assert stated == [False]
    assert contradicted == undone == [True, True]
    assert not any(answered)

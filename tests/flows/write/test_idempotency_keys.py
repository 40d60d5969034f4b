"""Idempotency keys and deferred texts: nothing that was told is dropped in silence."""

import json

import pytest

from tests.command import Home

TEXT = "The staging database is Postgres 16."


def test_a_text_that_was_deleted_can_be_deferred_again(recall: Home) -> None:
    """Deferred, kept, deleted: told again it is kept again, and no id of a deleted memory is answered."""
    recall.quick("store", TEXT, "--defer")
    recall.quick("worker", "--once")
    [first] = recall.json("list")["memories"]
    assert recall.json("store", TEXT, "--defer")["status"] == "cached", "it is still there"
    recall.quick("delete", first["id"])
    assert recall.json("store", TEXT, "--defer")["status"] == "queued"
    recall.quick("worker", "--once")
    assert [one["text"] for one in recall.json("list")["memories"]] == [TEXT]


def test_a_text_that_was_erased_can_be_deferred_again(recall: Home) -> None:
    """The same after `delete --now`: nothing that the text is known by is left in its job."""
    recall.quick("store", TEXT, "--defer")
    recall.quick("worker", "--once")
    [first] = recall.json("list")["memories"]
    recall.quick("delete", "--now", first["id"])
    [job] = recall.json("jobs")["jobs"]
    assert (job["key"], job["result"]["memories"], "digest" in job["result"]) == (None, [], False)
    assert recall.json("store", TEXT, "--defer")["status"] == "queued"


@pytest.mark.parametrize("first", [(), ("--defer",), ("--defer", "worked")])
@pytest.mark.parametrize("then", [(), ("--defer",)])
def test_a_key_is_for_one_text(recall: Home, first: tuple[str, ...], then: tuple[str, ...]) -> None:
    """The same key and text again is known; with another text it is refused, exit 3, whether deferred or not."""
    flags = [flag for flag in first if flag != "worked"]
    assert recall.quick("store", TEXT, "--key", "k1", *flags).status == 0
    if "worked" in first:
        recall.quick("worker", "--once")
    assert recall.json("store", TEXT, "--key", "k1", *then)["status"] == "cached"
    answer = recall.quick("store", "The cache is Redis.", "--key", "k1", *then)
    assert (answer.status, "another text" in answer.err) == (3, True)
    assert recall.quick("store", "The cache is Redis.", "--key", "k2", *then).status == 0


@pytest.mark.parametrize("key", ["", " ", "\t"])
def test_an_empty_key_is_no_key(recall: Home, key: str) -> None:
    """It would make all texts the same one."""
    answer = recall.quick("--json", "store", TEXT, "--key", key)
    assert (answer.status, json.loads(answer.err)["error"]["code"]) == (2, "usage")

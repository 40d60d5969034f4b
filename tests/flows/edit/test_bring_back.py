"""Deleting memories: what they had ended holds again, or recall says that it stays ended."""

import pytest

from tests.command import Home

TIMEOUT = ("--entity", "worker", "--attribute", "timeout", "--value")


@pytest.fixture
def bad(recall: Home) -> dict[str, str]:
    """A person's old value; a session that replaced it twice and stored something else."""
    old = recall.store("The worker timeout is 20 seconds.", "--source", "agent", *TIMEOUT, "20 s")
    recall.later(minutes=1)
    session = ("--session", "bad1", "--source", "agent")
    first = recall.store("The worker timeout is 30 seconds.", *session, *TIMEOUT, "30 s")
    recall.later(minutes=1)
    second = recall.store("The worker timeout is 40 seconds.", *session, *TIMEOUT, "40 s")
    other = recall.store("Deploy from the release branch.", *session)
    assert current(recall) == {second, other}
    recall.later(minutes=1)
    return {"old": old, "first": first, "second": second, "other": other}


def current(recall: Home) -> set[str]:
    """The ids of the memories that hold now."""
    return {memory["id"] for memory in recall.json("list", "--project", "*")["memories"]}


def test_deleting_a_session_deletes_all_of_it_and_restores_what_it_had_ended(recall: Home, bad: dict[str, str]) -> None:
    """The memories are as before the session; undo restores the state before the deletion."""
    before = recall.json("get", bad["old"])
    answer = recall.json("delete", "--session", "bad1", "--yes")
    assert set(answer["deleted"]) == {bad["first"], bad["second"], bad["other"]}
    assert answer["brought_back"] == [bad["old"]]
    assert answer["still_ended"] == []
    assert current(recall) == {bad["old"]}
    shown = recall.json("get", bad["old"])
    assert shown["valid_until"] is None
    assert before["valid_until"] is not None
    recall.quick("undo")
    assert current(recall) == {bad["second"], bad["other"]}
    assert recall.json("get", bad["old"])["superseded_by"] == before["superseded_by"]


def test_the_preview_says_what_would_hold_again(recall: Home, bad: dict[str, str]) -> None:
    """A dry run names it and changes nothing."""
    answer = recall.quick("delete", "--session", "bad1", "--dry-run")
    assert "would delete 3 memories" in answer.err
    assert "would hold again: [" in answer.err
    assert "timeout is 20 seconds" in answer.err
    assert current(recall) == {bad["second"], bad["other"]}


def test_deleting_one_memory_says_what_stays_ended_and_how_to_bring_it_back(recall: Home, bad: dict[str, str]) -> None:
    """The command in the hint works after the deletion too."""
    answer = recall.quick("delete", bad["second"])
    assert "stays ended: [" in answer.err
    assert "timeout is 30 seconds" in answer.err
    hint = next(line for line in answer.err.splitlines() if "--bring-back" in line)
    assert current(recall) == {bad["other"]}
    words = hint[hint.index("recall delete") :].split()
    again = recall.json(*words[1:4])
    assert again["deleted"] == []
    assert again["brought_back"] == [bad["first"]]
    assert current(recall) == {bad["first"], bad["other"]}


def test_bring_back_restores_only_the_last_value(recall: Home, bad: dict[str, str]) -> None:
    """What the restored memory itself had ended stays ended."""
    answer = recall.json("delete", "--bring-back", bad["second"])
    assert (answer["deleted"], answer["brought_back"]) == ([bad["second"]], [bad["first"]])
    assert current(recall) == {bad["first"], bad["other"]}


def test_what_a_later_statement_replaced_does_not_come_back(recall: Home, bad: dict[str, str]) -> None:
    """A value that came after the session stays the value."""
    newest = recall.store("The worker timeout is 50 seconds.", *TIMEOUT, "50 s")
    recall.later(minutes=1)
    answer = recall.json("delete", "--session", "bad1", "--yes")
    assert answer["brought_back"] == []
    assert current(recall) == {newest}


def test_deleted_memories_and_merged_wordings_do_not_come_back(recall: Home, bad: dict[str, str]) -> None:
    """What a person has deleted stays deleted."""
    recall.quick("delete", bad["old"])
    answer = recall.json("delete", "--session", "bad1", "--yes")
    assert answer["brought_back"] == []
    assert current(recall) == set()


def test_bring_back_and_now_exclude_each_other(recall: Home, bad: dict[str, str]) -> None:
    """An erasure cannot be combined with it."""
    answer = recall.quick("delete", "--now", "--bring-back", bad["second"])
    assert answer.status == 2
    assert "--bring-back and --now exclude each other" in answer.err


def test_an_agent_does_not_bring_back_what_the_users_word_had_ended(recall: Home) -> None:
    """The user deleted their own word: what holds then is theirs to say."""
    old = recall.store("The worker timeout is 20 seconds.", *TIMEOUT, "20 s", person=True)
    recall.later()
    new = recall.store("The worker timeout is 30 seconds.", *TIMEOUT, "30 s", person=True)
    assert recall.json("get", old)["superseded_by"] == new
    recall.quick("delete", new, person=True)
    answer = recall.quick("delete", new, "--bring-back")
    assert answer.status == 3
    assert "only the user can delete it" in answer.err
    assert current(recall) == set()
    assert recall.quick("delete", new, "--bring-back", person=True).status == 0
    assert current(recall) == {old}

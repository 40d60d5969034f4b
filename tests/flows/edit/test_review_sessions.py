"""What the rules of an earlier recall kept of sessions: judged again, and removed in one step."""

import pytest

from tests.command import Home, open_sqlite

NOISE = ("push it please", "Done. All tests pass.", "| a | b |", "ok, now run the tests again")
CAUSE = "The cause is that `rotate.sh` closes every open file, so `export.py` loses its log and doesn't go on."


@pytest.fixture
def ids(recall: Home) -> dict[str, str]:
    """The memories of a session that an earlier recall read."""
    ids = {text: recall.store(text, "--type", "fact", "--source", "agent") for text in (*NOISE, CAUSE)}
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE memory SET session = 's-1', agent = 'codex', extracted_by = 'rules'")
        store.execute("UPDATE operation SET kind = 'transcript'")
    return ids


def noise(recall: Home) -> list[str]:
    """The texts that are noise now."""
    return [memory["text"] for one in recall.json("review", "--sessions")["sessions"] for memory in one["noise"]]


def test_what_would_not_be_kept_today_goes_and_comes_back(recall: Home, ids: dict[str, str]) -> None:
    """The list and doctor name it, --remove deletes it as one operation, and undo brings all of it back."""
    (session,) = recall.json("review", "--sessions")["sessions"]
    assert (session["session"], session["agent"]) == ("s-1", "codex")
    assert [memory["text"] for memory in session["stays"]] == [CAUSE]
    assert sorted(noise(recall)) == sorted(NOISE)
    assert f"{len(NOISE)} memories of 1 earlier session" in recall.quick("doctor").out
    removed = recall.json("review", "--sessions", "--remove", "--yes")
    assert sorted(removed["deleted"]) == sorted(ids[text] for text in NOISE)
    assert recall.json("count")["count"] == 1
    assert noise(recall) == []
    recall.quick("undo")
    assert recall.json("count")["count"] == len(ids)
    assert sorted(noise(recall)) == sorted(NOISE)


def test_nothing_goes_unasked(recall: Home, ids: dict[str, str]) -> None:
    """A dry run only lists; without a terminal --yes is needed."""
    assert recall.json("review", "--sessions", "--remove", "--dry-run")["total"] == len(NOISE)
    assert recall.quick("review", "--sessions", "--remove").status != 0
    assert recall.json("count")["count"] == len(ids)


@pytest.mark.parametrize(
    "column",
    ["trust = 'user'", "access_count = 1", "helpful = 1", "unhelpful = 1", "pinned = 1", "extracted_by = 'none'",
     "extracted_by = 'rules of a session'", "session = NULL"],
)  # fmt: skip
def test_what_somebody_cared_for_stays(recall: Home, ids: dict[str, str], column: str) -> None:
    """The user's word, what was used, rated or pinned, and what did not come from the earlier rules."""
    with open_sqlite(recall.db) as store:
        store.execute(f"UPDATE memory SET {column} WHERE id = ?", (ids[NOISE[0]],))
    assert sorted(noise(recall)) == sorted(NOISE[1:])


def test_a_corrected_memory_stays(recall: Home, ids: dict[str, str]) -> None:
    """Whoever corrects a memory has decided to keep it."""
    recall.quick("update", ids[NOISE[0]], "--text", "please push it")
    assert sorted(noise(recall)) == sorted(NOISE[1:])


def test_options_that_do_not_go_together(recall: Home) -> None:
    """Each refusal says what to do instead."""
    for args in (("--sessions", "--ended"), ("--dry-run",), ("--sessions", "019aa3f2"), ("--remove", "--approve")):
        assert recall.quick("review", *args).status == 2
    assert recall.quick("review", "--sessions").status == 0

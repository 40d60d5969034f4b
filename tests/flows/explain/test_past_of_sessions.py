"""The past after sessions were read later: a value ends when the next one was stated."""

from json import dumps
from pathlib import Path

import pytest

from tests.command import Home
from tests.flows.agents.test_transcripts import add_job

VALUES = (("2026-02-02", "6000"), ("2026-02-12", "6100"), ("2026-02-18", "6200"))


@pytest.fixture
def recall_with_sessions(recall: Home) -> Home:
    """Three sessions of February, all read on the first of March, and one memory of that day."""
    folder = recall.path / ".claude/projects/-home-ada-shop"
    folder.mkdir(parents=True)
    before = ""
    for day, port in VALUES:
        change = f"was moved from port {before} to" if before else "listens on"
        path = write_session(folder, day, f"The metrics exporter {change} port {port}.")
        before = port
        add_job(recall, path, session=f"s-{day}")
        recall.quick("worker", person=True)
    stored = every_memory(recall, "--include", "superseded")
    assert {memory["text"][-5:-1] for memory in stored} == {"6000", "6100", "6200"}
    return recall


def write_session(folder: Path, day: str, text: str) -> Path:
    """A session of Claude Code with one statement of its user."""
    entry = {
        "type": "user",
        "uuid": f"u-{day}",
        "sessionId": f"s-{day}",
        "cwd": "/home/ada/shop",
        "timestamp": f"{day}T10:00:00.000Z",
        "message": {"role": "user", "content": text},
    }
    path = folder / f"s-{day}.jsonl"
    path.write_text(dumps(entry) + "\n")
    return path


def every_memory(recall: Home, *args: str) -> list[dict[str, str]]:
    """The memories of all projects, without the one that opened the store."""
    found: list[dict[str, str]] = recall.json("list", "--project", "*", *args)["memories"]
    return [memory for memory in found if memory["text"] != "The first one."]


@pytest.mark.parametrize(
    ("day", "port"), [("2026-02-05", "6000"), ("2026-02-16", "6100"), ("2026-02-18", "6200"), ("2026-02-27", "6200")]
)
def test_the_past_shows_one_value(recall_with_sessions: Home, day: str, port: str) -> None:
    """A value that another had replaced by that day is not shown, unless superseded ones are asked for."""
    recall = recall_with_sessions
    assert [memory["text"][-5:-1] for memory in every_memory(recall, "--as-of", day)] == [port]
    found = recall.json("search", "metrics exporter port", "--project", "*", "--as-of", day)["results"]
    assert [hit["text"][-5:-1] for hit in found] == [port]
    known = [value for stated, value in VALUES if stated <= day]
    shown = every_memory(recall, "--as-of", day, "--include", "superseded")
    assert sorted(memory["text"][-5:-1] for memory in shown) == known


def test_history_and_get_agree_on_the_end(recall_with_sessions: Home) -> None:
    """A value ends when the next one was stated, not when recall read it."""
    recall = recall_with_sessions
    first = next(m for m in every_memory(recall, "--include", "superseded") if m["text"].endswith("6000."))
    lives = recall.json("history", first["id"])["history"]
    assert [life["ended"] and life["ended"]["at"][:10] for life in lives] == ["2026-02-12", "2026-02-18", None]
    assert recall.json("get", first["id"])["valid_until"][:10] == "2026-02-12"


def test_an_ending_by_hand_changes_no_past(recall: Home) -> None:
    """Two values that stood side by side are both in the past, although a person has settled it since."""
    old = recall.store("The worker uses the blue queue.")
    recall.later(days=1)
    new = recall.store("Payments go through the green gateway.")
    recall.later(days=1)
    between = recall.moment
    recall.later(days=1)
    recall.quick("update", new, "--ends", old)
    assert {memory["id"] for memory in every_memory(recall, "--as-of", between)} == {old, new}
    assert {memory["id"] for memory in every_memory(recall)} == {new}

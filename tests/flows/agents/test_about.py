"""A memory of a session is found by the words of the problem it explains, or of the question it answers."""

import json
from pathlib import Path

import pytest

from tests.command import Home
from tests.flows.agents.test_sessions import run_hook, run_worker, started_workers, work_folder

__all__ = ["started_workers", "work_folder"]

TALK = (
    ("user", "the nightly export stops at midnight since the update, can you look?"),
    ("assistant", "I'll look at the job."),
    ("user", ""),
    ("assistant", "The cause is that `rotate.sh` closes every open file of the service."),
    ("user", "fix it please"),
    ("assistant", "Which retention do you want for the traces?"),
    ("user", "auditors insist on 45 days"),
    ("assistant", "OK."),
)


def write_talk(recall: Home, work_folder: Path) -> None:
    """A session in which a tool ran after the agent's first words."""
    lines = []
    for number, (speaker, text) in enumerate(TALK):
        content: object = text
        if not text:
            content = [{"type": "tool_result", "tool_use_id": "t1", "content": "12 files", "is_error": False}]
        lines.append(
            {
                "type": speaker,
                "uuid": f"s-1-{number}",
                "sessionId": "s-1",
                "cwd": str(work_folder),
                "message": {"role": speaker, "content": content},
            }
        )
    (work_folder / "s-1.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run_hook(recall, work_folder, "session-end")
    run_worker(recall)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("why did the nightly export stop at midnight?", "rotate.sh"),
        ("which retention do the traces have?", "45 days"),
    ],
)
def test_it_is_found_by_what_it_is_about(question: str, answer: str, recall: Home, work_folder: Path) -> None:
    """The words of the problem and of the question stand in no memory's text."""
    write_talk(recall, work_folder)
    found = recall.json("search", question, "--project", "*")["results"]
    assert any(answer in memory["text"] for memory in found[:3])


def test_what_it_is_about_is_a_tag(recall: Home, work_folder: Path) -> None:
    """It is shown as one, and can be removed like any other."""
    write_talk(recall, work_folder)
    memories = recall.json("list", "--project", "*", "--tag", "about")["memories"]
    [cause] = [memory for memory in memories if "rotate.sh" in memory["text"]]
    assert cause["tags"] == {"about": "the nightly export stops at midnight since the update"}

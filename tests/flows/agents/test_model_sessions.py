"""Sessions read by a model: one question for each, the right speaker for each note, and nothing kept beside it."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.command import Home
from tests.flows.agents.test_transcripts import add_job
from tests.inference.fake_api import API_KEY, FakeApi, run_fake_api

RULE = "please never amend commits, Ada reviews them one by one"
CAUSE = "The race comes from `flushQueue()`, which runs before the lock is taken, so two writers meet."


@pytest.fixture
def fake_api(recall: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeApi]:
    monkeypatch.setattr("recall_cli.flows.agents.worker_process.start_worker", lambda app, after=0: None)
    recall.store("Something is here already.", "--global")
    with run_fake_api() as play:
        recall.more.update(
            RECALL_EXTRACTOR="claude",
            RECALL_CLAUDE_BASE_URL=play.url,
            ANTHROPIC_API_KEY=API_KEY,
        )
        yield play


def line(recall: Home, number: int, speaker: str, content: Any, **more: Any) -> str:
    entry = {
        "type": speaker, "uuid": f"t-{number}", "sessionId": "s-1", "cwd": str(recall.path / "shop"),
        "timestamp": recall.moment, "message": {"role": speaker, "content": content}, **more,
    }  # fmt: skip
    return json.dumps(entry) + "\n"


def write_session(recall: Home, *said: tuple[str, Any], name: str = "s-1") -> Path:
    """Add to a session of Claude Code; a text of a user or an agent, or the blocks of a message."""
    (recall.path / "shop").mkdir(exist_ok=True)
    path = recall.path / ".claude/projects/shop" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    before = len(path.read_text().splitlines()) if path.exists() else 0
    with path.open("a") as file:
        for number, (speaker, content) in enumerate(said, before):
            file.write(line(recall, number, speaker, content))
    return path


def read_session(recall: Home, path: Path) -> dict[str, Any]:
    add_job(recall, path, cwd=str(recall.path / "shop"))
    return dict(recall.json("worker"))


def question(play: FakeApi) -> str:
    """What the model was asked last."""
    return str(play.requests[-1]["body"]["messages"][0]["content"])


def listed(recall: Home, *args: str) -> list[dict[str, Any]]:
    found = recall.json("list", "--project", "*", *args)["memories"]
    return [memory for memory in found if memory["project"] is not None]


def note(text: str, *numbers: int, **more: Any) -> dict[str, Any]:
    return {"text": text, "type": "finding", "from": [*numbers], "replaces": "", **more}


def test_one_question_for_a_session_and_the_speakers_are_right(recall: Home, fake_api: FakeApi) -> None:
    """The user's rule is the user's, the cause is the agent's, and what rests on nothing is the agent's guess."""
    call = {"type": "tool_use", "id": "c", "name": "Bash", "input": {"command": "make"}}
    path = write_session(recall, ("user", RULE), ("assistant", [call]), ("assistant", CAUSE), ("user", "Good."))
    fake_api.notes(
        note("Never amend commits: Ada reviews them one by one.", 1),
        note("The race comes from flushQueue(), which runs before the lock is taken.", 3),
        note("The user wants every commit signed."),
    )
    assert read_session(recall, path)["memories"] == 3
    assert len(fake_api.requests) == 1
    assert question(fake_api) == f"<text-1>\n[user]\n1 {RULE}\n[tools]\n2 Bash\n[agent]\n3 {CAUSE}\n[user]\n4 Good.\n</text-1>"  # fmt: skip
    stored = {one["text"][:9]: one for one in listed(recall)}
    told = {key: (one["source"], one["trust"], one["confidence"], one["session"]) for key, one in stored.items()}
    assert told == {
        "Never ame": ("user", "agent", 0.9, "s-1"),
        "The race ": ("agent", "agent", 0.75, "s-1"),
        "The user ": ("agent", "agent", 0.5, "s-1"),
    }
    assert stored["Never ame"]["span"] == RULE
    conversation = recall.json("why", stored["The race "]["id"], "--turn")["conversation"]
    assert (conversation["turn"], conversation["status"]) == ("t-2", "found")


def test_nothing_keeps_nothing(recall: Home, fake_api: FakeApi) -> None:
    """The rules would keep both sentences; the model's answer counts."""
    path = write_session(recall, ("user", RULE), ("assistant", CAUSE))
    fake_api.notes()
    assert read_session(recall, path)["memories"] == 0
    assert listed(recall) == []
    assert [job["state"] for job in recall.json("jobs")["jobs"]] == ["complete"]


def test_a_session_that_goes_on_is_read_from_where_it_was_left(recall: Home, fake_api: FakeApi) -> None:
    """Its second part begins with a speaker, and holds nothing of the first."""
    path = write_session(recall, ("user", "Why do two writers meet?"))
    fake_api.notes()
    read_session(recall, path)
    write_session(recall, ("assistant", CAUSE))
    fake_api.notes(note("The race comes from flushQueue().", 1))
    recall.later(minutes=1)
    read_session(recall, path)
    assert question(fake_api) == f"<text-1>\n[agent]\n1 {CAUSE}\n</text-1>"
    assert [one["source"] for one in listed(recall)] == ["agent"]


def test_subagents_cost_no_question(recall: Home, fake_api: FakeApi) -> None:
    """Their reports stand in the session itself."""
    path = write_session(recall, ("user", RULE))
    other = path.with_suffix("") / "subagents/agent-1.jsonl"
    other.parent.mkdir(parents=True)
    other.write_text(line(recall, 9, "assistant", CAUSE, isSidechain=True, agentId="1"))
    fake_api.notes()
    read_session(recall, path)
    assert len(fake_api.requests) == 1
    assert "race" not in question(fake_api)
    assert listed(recall) == []


def test_after_a_failure_the_speakers_stay(recall: Home, fake_api: FakeApi) -> None:
    """The rules keep few lines; when the model answers, its notes take their place, with speaker, session and turn."""
    path = write_session(recall, ("assistant", CAUSE), ("user", RULE))
    fake_api.answer_error(400)
    read_session(recall, path)
    assert {one["extracted_by"] for one in listed(recall)} == {"rules of a session"}
    recall.later(minutes=5)
    fake_api.notes(note("Never amend commits.", 2), note("flushQueue() runs before the lock is taken.", 1))
    assert recall.json("worker")["done"] == 1
    stored = {one["text"][:5]: one for one in listed(recall)}
    assert {key: (one["source"], one["session"]) for key, one in stored.items()} == {
        "Never": ("user", "s-1"),
        "flush": ("agent", "s-1"),
    }
    assert recall.json("why", stored["Never"]["id"], "--turn")["conversation"]["turn"] == "t-1"
    recall.json("undo")
    assert {one["extracted_by"] for one in listed(recall)} == {"rules of a session"}


def test_after_a_failure_nothing_takes_the_rules_lines_away(recall: Home, fake_api: FakeApi) -> None:
    """The model's answer of nothing counts later, too."""
    path = write_session(recall, ("assistant", CAUSE), ("user", RULE))
    fake_api.answer_error(400)
    read_session(recall, path)
    assert listed(recall)
    recall.later(minutes=5)
    fake_api.notes()
    recall.json("worker")
    assert listed(recall) == []


def test_evidence_that_holds_a_command_does_not_hold_the_note(recall: Home, fake_api: FakeApi) -> None:
    """Only the note's own words are judged; words that would be held are not stored beside it."""
    said = (
        "The installer is documented as curl https://get.example.com/mise.sh | bash and needs version 2024.9 or later."
    )
    path = write_session(recall, ("assistant", said))
    fake_api.notes(note("The installer needs mise version 2024.9 or later.", 1))
    read_session(recall, path)
    [memory] = listed(recall, "--include", "held")
    assert (memory["held"], memory["span"]) == (None, None)


def store_known(recall: Home, text: str, **more: Any) -> str:
    return recall.store(text, "--extractor", "none", cwd=recall.path / "shop", **more)


def replace_known(recall: Home, fake_api: FakeApi, text: str, **known: Any) -> dict[str, Any]:
    """Store a memory, let the model replace it, and return it as it stands then."""
    (recall.path / "shop").mkdir()
    id_ = store_known(recall, "The queue is flushed after the lock is taken.", **known)
    path = write_session(recall, ("user", "Why do two writers meet?"), ("assistant", CAUSE))

    def answer(body: Any) -> tuple[int, str]:
        [shown] = str(body["messages"][0]["content"]).rpartition("Known already:\n<text-1>\n")[2].splitlines()[:-1]
        assert shown.endswith(" The queue is flushed after the lock is taken.")
        return fake_api.message([note(text, 2, replaces=shown.split(" ")[0])])

    fake_api.always = answer
    assert read_session(recall, path)["failed"] == 0
    return next(one for one in recall.json("list", "--project", "*", "--include", "superseded")["memories"] if one["id"] == id_)  # fmt: skip


def test_a_note_replaces_what_an_agent_stated(recall: Home, fake_api: FakeApi) -> None:
    """The model is shown what is known near it, and ends it by its id."""
    old = replace_known(recall, fake_api, "flushQueue() runs before the lock is taken.")
    assert old["superseded_at"] is not None
    assert [one["text"] for one in listed(recall)] == ["flushQueue() runs before the lock is taken."]


@pytest.mark.parametrize("case", ["the user's word", "a guess"])
def test_about_the_rest_it_only_asks(recall: Home, fake_api: FakeApi, case: str) -> None:
    """The user's word stays, and so does what a guess would replace; somebody is asked."""
    is_guess = case == "a guess"
    text = (
        "flushQueue() runs before the lock since 2024." if is_guess else "flushQueue() runs before the lock is taken."
    )
    old = replace_known(recall, fake_api, text, **({} if is_guess else {"person": True}))
    assert old["superseded_at"] is None
    [asked] = recall.json("conflicts", "--project", "*")["questions"]
    assert asked["why"] == "the model that read the session says so"


def test_an_id_that_was_not_shown_ends_nothing(recall: Home, fake_api: FakeApi) -> None:
    """The model cannot name a memory of its choice."""
    (recall.path / "shop").mkdir()
    id_ = store_known(recall, "Deploys go through the blue gate.")
    path = write_session(recall, ("assistant", CAUSE))
    fake_api.notes(note("The race comes from flushQueue().", 1, replaces=id_))
    read_session(recall, path)
    assert {one["superseded_at"] for one in listed(recall)} == {None}
    assert "Known already" not in question(fake_api)


def test_an_import_says_what_it_costs_and_asks(recall: Home, fake_api: FakeApi) -> None:
    """A dry run counts the calls and makes none; the import says the most before it begins."""
    for name in ("s-1", "s-2"):
        write_session(recall, ("user", f"{RULE} in {name}"), name=name)
    dry = recall.quick("import", "transcripts", "--dry-run")
    assert dry.out.strip() == "would read 2 new turns in 2 sessions, with 2 calls of your model"
    assert fake_api.requests == []
    fake_api.notes(note("Never amend commits.", 1))
    fake_api.notes()
    done = recall.quick("import", "transcripts", "--json")
    assert "asking claude once for each session: at most 2 calls of your model, about $0.01" in done.err
    assert (done.data["calls"], done.data["created"], done.data["failed"]) == (2, 1, None)
    assert [one["source"] for one in listed(recall)] == ["user"]
    again = recall.quick("import", "transcripts", "--json")
    assert ("asking" in again.err, again.data["calls"]) == (False, 0)


def test_an_import_does_not_ask_a_model_that_is_not_there(recall: Home, fake_api: FakeApi) -> None:
    """After the first failure the rules read, and the worker asks about every session later."""
    for name in ("s-1", "s-2", "s-3"):
        write_session(recall, ("assistant", f"In {name}: {CAUSE}"), name=name)
    fake_api.answer_error(400, times=3)
    done = recall.quick("import", "transcripts", "--json")
    assert len(fake_api.requests) == 1
    assert done.data["failed"] == "the request was not accepted (400)"
    assert "rules read those sessions; recall worker asks it again" in done.data["notes"][0]
    fake_api.acts.clear()
    fake_api.always = lambda _body: fake_api.message([])
    recall.later(minutes=5)
    assert recall.json("worker")["done"] == 3
    assert listed(recall) == []


def test_a_program_reads_an_import(recall: Home, fake_api: FakeApi, tmp_path: Path) -> None:
    """The extractor `command` answers while the import waits."""
    program = tmp_path / "reader"
    answer = json.dumps({"notes": [note("Never amend commits.", 1)]})
    program.write_text(f"#!/bin/sh\ncat > {tmp_path}/asked\necho '{answer}'\n")
    program.chmod(0o755)
    recall.quick("config", "extractor.command", str(program), person=True)
    recall.more["RECALL_EXTRACTOR"] = "command"
    write_session(recall, ("user", RULE))
    done = recall.quick("import", "transcripts", "--json")
    assert "asking command once for each session: at most 1 call of your model\n" in done.err
    assert [(one["source"], one["extracted_by"]) for one in listed(recall)] == [("user", "command:reader")]
    assert f"[user]\n1 {RULE}\n" in (tmp_path / "asked").read_text()
    assert os.listdir(recall.db.parent / "recall-extractor") == ["1.lock"]

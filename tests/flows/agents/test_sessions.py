"""No session is lost: not to a locked, full or damaged store, a killed agent, or a closed window."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import apsw
import pytest

from recall_cli.flows.agents import session_ingest, spool
from tests.command import MINUTE, Home
from tests.faults.small_disk import needs_root, small_disk
from tests.flows.agents.test_transcripts import BIRDS, TREES


@pytest.fixture(autouse=True)
def started_workers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the workers that this process would start, without running them."""
    started: list[int] = []
    monkeypatch.setattr(
        "recall_cli.flows.agents.worker_process.start_worker", lambda app, after=0: started.append(after)
    )
    return started


@pytest.fixture
def work_folder(recall: Home, tmp_path: Path) -> Path:
    recall.more["RECALL_EXTRACTOR"] = "rules"
    recall.more["XDG_RUNTIME_DIR"] = str(tmp_path / "run")
    recall.store("Something is here already.", "--global")
    folder = recall.path / "work"
    folder.mkdir()
    return folder


def write_turns(recall: Home, work_folder: Path, session: str, *texts: str, at: int | None = None) -> Path:
    """Add turns of a user to a session's transcript, written at the clock's present time."""
    path = work_folder / f"{session}.jsonl"
    before = len(path.read_text().splitlines()) if path.exists() else 0
    with path.open("a") as file:
        for number, text in enumerate(texts, before):
            turn = {
                "type": "user",
                "uuid": f"{session}-{number}",
                "sessionId": session,
                "cwd": str(work_folder),
                "message": {"role": "user", "content": text},
            }
            file.write(json.dumps(turn) + "\n")
    seconds = (recall.now if at is None else at) / 1000
    os.utime(path, (seconds, seconds))
    return path


def run_hook(
    recall: Home, work_folder: Path, event: str, session: str = "s-1", agent: str = "claude-code", **more: Any
) -> Any:
    said = {
        "session_id": session,
        "transcript_path": str(work_folder / f"{session}.jsonl"),
        "cwd": str(work_folder),
        **more,
    }
    return recall.quick("hook", event, "--agent", agent, stdin=json.dumps(said))


def stored_texts(recall: Home) -> list[str]:
    found = [memory["text"] for memory in recall.json("list", "--project", "*", "-n", "1000")["memories"]]
    return sorted(text for text in found if text != "Something is here already.")


def find_spools(recall: Home) -> list[Path]:
    return [*recall.path.parent.rglob("*spool")]


def run_worker(recall: Home) -> None:
    assert recall.quick("worker", "--once").status == 0


@pytest.mark.parametrize("event", ["session-end", "compact"])
def test_a_locked_store_loses_no_session(
    event: str, recall: Home, work_folder: Path, started_workers: list[int]
) -> None:
    """The session is written to a file beside the store, and read when the store is free. Then the file is gone."""
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    answer = run_while_locked(recall, lambda: run_hook(recall, work_folder, event))
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    assert started_workers == [5]
    beside = Path(f"{recall.db}.spool")
    assert beside.stat().st_mode & 0o777 == 0o600
    assert "tabs" not in beside.read_text()
    run_worker(recall)
    assert stored_texts(recall) == ["We use tabs in Go."]
    assert find_spools(recall) == []


@pytest.mark.parametrize("how", ["the next beginning", "maintain"])
def test_what_was_set_aside_is_read_without_a_worker(
    how: str, recall: Home, work_folder: Path, started_workers: list[int]
) -> None:
    """If no worker could read it, the beginning of the next session starts one; a round of maintenance reads it too."""
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end"))
    started_workers.clear()
    if how == "maintain":
        assert recall.quick("maintain", "--only", "jobs").status == 0
    else:
        run_hook(recall, work_folder, "session-start", "s-2")
        assert started_workers == [0]
        run_worker(recall)
    assert stored_texts(recall) == ["We use tabs in Go."]


def run_while_locked(recall: Home, do: Any) -> Any:
    """What it does while somebody holds the store, for longer than anybody waits: so a hook need not wait long."""
    other = apsw.Connection(str(recall.db))
    other.execute("BEGIN IMMEDIATE")
    try:
        with mock.patch("recall_cli.flows.agents.hook.LOCK_WAIT_SECONDS", 0.05):
            return do()
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_told_twice_it_is_read_once(recall: Home, work_folder: Path) -> None:
    """The end is reported twice, to the store and to the file beside it: it is read once, as one memory.

    If a worker is killed before it takes the line out of the file, the session is queued again, and nothing is stored
    twice.
    """
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    for _ in range(3):
        run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end"))
    line = Path(f"{recall.db}.spool").read_text()
    assert len(line.splitlines()) == 1
    for _ in range(2):
        run_hook(recall, work_folder, "session-end")
        run_worker(recall)
    Path(f"{recall.db}.spool").write_text(line)
    run_worker(recall)
    assert stored_texts(recall) == ["We use tabs in Go."]


@needs_root
def test_a_full_disk_loses_no_session(recall: Home, work_folder: Path) -> None:
    """If the store's disk is full, the line is in another place. With space again, the session is read."""
    with small_disk(recall.path / "small", "2m") as folder:
        recall.more["RECALL_DB"] = str(folder / "recall.db")
        recall.store("Something is here already.", "--global")
        filler = folder / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 512):
                    pass
            except OSError:
                pass
        write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
        assert run_hook(recall, work_folder, "session-end").status == 0
        filler.unlink()
        run_worker(recall)
        assert stored_texts(recall) == ["We use tabs in Go."]


def test_a_damaged_store_loses_no_session(recall: Home, work_folder: Path) -> None:
    """While the store is damaged and hooks pause; once it is restored, all sessions are read."""
    folder = recall.db.parent
    whole = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    for name in whole:
        (folder / name).unlink()
    recall.db.write_bytes(b"rubbish " * 600)
    for number in range(6):
        write_turns(recall, work_folder, f"s-{number}", f"Service {number} listens on port 90{number}0.")
        assert run_hook(recall, work_folder, "session-end", f"s-{number}").status == 0
    for name, raw in whole.items():
        (folder / name).write_bytes(raw)
    run_worker(recall)
    assert len(stored_texts(recall)) == 6


def test_a_line_of_another_store_is_left_to_it(recall: Home, work_folder: Path) -> None:
    """Two stores that share a spool folder each take only their own lines."""
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    other = {"RECALL_DB": str(recall.path / "gone/away/other.db")}
    (recall.path / "gone").write_text("no folder")
    said = json.dumps({"session_id": "s-1", "transcript_path": str(work_folder / "s-1.jsonl"), "cwd": str(work_folder)})
    recall.quick("hook", "session-end", "--agent", "claude-code", stdin=said, env=other)
    run_worker(recall)
    assert stored_texts(recall) == []
    (recall.path / "gone").unlink()
    assert recall.quick("worker", "--once", env=other).status == 0
    found = recall.json("list", "--project", "*", env=other)["memories"]
    assert [memory["text"] for memory in found] == ["We use tabs in Go."]


def test_what_is_set_aside_is_bounded_and_damaged_lines_are_passed_over(recall: Home, work_folder: Path) -> None:
    """A torn line does not block the others. A full file takes no more lines, and the next place does."""
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    beside = Path(f"{recall.db}.spool")
    beside.write_text('{"agent": "claude-code", "path": \n\0\0\0\nnull\n[]\n{"agent": 1, "path": 2}\n{"torn')
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end"))
    run_worker(recall)
    assert stored_texts(recall) == ["We use tabs in Go."]
    write_turns(recall, work_folder, "s-2", "We use spaces in C.")
    beside.write_text("x" * (spool.MAX_SPOOL_BYTES + 1))
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end", "s-2"))
    assert len(beside.read_bytes()) == spool.MAX_SPOOL_BYTES + 1
    run_worker(recall)
    assert stored_texts(recall) == ["We use spaces in C.", "We use tabs in Go."]


def test_nothing_of_a_private_session_is_set_aside(recall: Home, work_folder: Path) -> None:
    """Nor one of an agent that is switched off."""
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    recall.quick("hooks", "private", "s-1", person=True)
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end"))
    recall.more["RECALL_HOOKS_OFF"] = "claude-code"
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end", "s-2"))
    assert find_spools(recall) == []


@pytest.mark.parametrize(
    ("agent", "locked", "named"),
    [("claude-code", False, True), ("claude-code", True, False), ("codex", True, True), ("gemini", False, False)],
)
def test_a_folder_that_is_called_like_a_secret_loses_no_session(
    agent: str, locked: bool, named: bool, recall: Home, started_workers: list[int]
) -> None:
    """The path may look like a secret: then it is in no file, not even in the waiting job, and the session is read."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    folder = recall.path / "work" / secret
    folder.mkdir(parents=True)
    recall.store("Something is here already.", "--global")
    for session, text in (("s-1", "We use tabs in Go."), ("s-2", "The port is 8080.")):
        path = _write_transcript(recall, folder, agent, session, text)
        said = json.dumps({"session_id": session if named else "", "transcript_path": str(path), "cwd": str(folder)})
        ends = lambda said=said: recall.quick("hook", "session-end", "--agent", agent, stdin=said)  # noqa: E731 — once
        run_while_locked(recall, ends) if locked else ends()
        recall.quick("scan", "--fix", "--confirm")
        waiting = [*recall.db.parent.glob("recall.db*")]
        assert all(one.stat().st_mode & 0o077 == 0 for one in waiting)
        assert not any(secret.encode() in one.read_bytes() for one in waiting)
        shown = "".join(recall.quick(*words).out for words in (("jobs", "--json"), ("hooks", "--json"), ("log",)))
        assert secret not in shown
        recall.later(minutes=31)
        run_worker(recall)
    assert stored_texts(recall) == ["The port is 8080.", "We use tabs in Go."]
    assert {memory["project"] for memory in recall.json("list", "--project", "*")["memories"]} > {None}
    for file in recall.db.parent.rglob("*"):
        assert not file.is_file() or secret.encode() not in file.read_bytes(), file


def codex_message(text: str, id_: str) -> dict[str, Any]:
    """A message of the user as Codex writes it."""
    said = {"type": "message", "role": "user", "id": id_, "content": [{"type": "input_text", "text": text}]}
    return {"type": "response_item", "timestamp": "2026-02-01T10:00:00Z", "payload": said}


def _write_transcript(recall: Home, folder: Path, agent: str, session: str, text: str) -> Path:
    """Write a session's transcript as an agent writes it."""
    if agent == "claude-code":
        return write_turns(recall, folder, session, text)
    path = folder / f"{'rollout-' if agent == 'codex' else 'session-'}{session}.jsonl"
    lines: list[Any] = [{"sessionId": session, "kind": "main"}, {"id": f"{session}-1", "type": "user", "content": text}]
    if agent == "codex":
        lines = [{"type": "session_meta", "payload": {"id": session, "cwd": str(folder)}}, codex_message(text, "m")]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    os.utime(path, (recall.now / 1000, recall.now / 1000))
    return path


def test_a_secret_in_a_sessions_name_is_not_set_aside(recall: Home, work_folder: Path) -> None:
    """A name that looks like a secret is left out of the line. The transcript itself names the session."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    path = write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end", secret, transcript_path=str(path)))
    assert secret not in Path(f"{recall.db}.spool").read_text()
    run_worker(recall)
    assert stored_texts(recall) == ["We use tabs in Go."]


def test_a_session_that_goes_on_is_read_when_it_rests(recall: Home, work_folder: Path) -> None:
    """If it still grows half an hour after its beginning, it is read half an hour after its last write."""
    run_hook(recall, work_folder, "session-start")
    recall.later(minutes=20)
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    recall.later(minutes=11)
    run_worker(recall)
    assert stored_texts(recall) == []
    write_turns(recall, work_folder, "s-1", "The port is 8080.")
    recall.later(minutes=20)
    run_worker(recall)
    assert stored_texts(recall) == []
    recall.later(minutes=11)
    run_worker(recall)
    assert stored_texts(recall) == ["The port is 8080.", "We use tabs in Go."]


def test_what_is_said_after_the_reading_is_found_at_the_next_beginning(
    recall: Home, work_folder: Path, started_workers: list[int]
) -> None:
    """A session was read during a pause, continued and was killed: the next beginning sees that its transcript grew."""
    run_hook(recall, work_folder, "session-start")
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    recall.later(minutes=31)
    run_worker(recall)
    write_turns(recall, work_folder, "s-1", "The port is 8080.")
    recall.later(minutes=1)
    started_workers.clear()
    run_hook(recall, work_folder, "session-start", "s-2")
    assert started_workers == [], "it has not rested yet"
    recall.later(minutes=5)
    run_hook(recall, work_folder, "session-start", "s-3")
    assert started_workers == [0]
    run_worker(recall)
    assert stored_texts(recall) == ["The port is 8080.", "We use tabs in Go."]
    found = next(memory for memory in recall.json("list", "--project", "*")["memories"] if "8080" in memory["text"])
    assert (found["project"], found["session"]) == ("work", "s-1")
    recall.later(minutes=10)
    started_workers.clear()
    run_hook(recall, work_folder, "session-start", "s-4")
    assert started_workers == []


def test_a_killed_session_is_read_when_another_begins(
    recall: Home, work_folder: Path, started_workers: list[int]
) -> None:
    """If its end was not reported, it is read once its transcript is unchanged for five minutes, not after half an
    hour.
    """
    run_hook(recall, work_folder, "session-start")
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    recall.later(minutes=6)
    run_hook(recall, work_folder, "session-start", "s-2")
    assert started_workers == [0]
    run_worker(recall)
    assert stored_texts(recall) == ["We use tabs in Go."]


def test_a_beginning_that_cannot_be_written_is_set_aside(recall: Home, work_folder: Path) -> None:
    """The store is locked at the beginning, and the agent is killed later: the session is still read."""
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-start"))
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    run_worker(recall)
    assert stored_texts(recall) == []
    recall.later(minutes=31)
    run_worker(recall)
    assert stored_texts(recall) == ["We use tabs in Go."]


def test_a_half_written_last_line_is_not_looked_at_for_ever(
    recall: Home, work_folder: Path, started_workers: list[int]
) -> None:
    """An agent that was killed while writing leaves an incomplete line: it is checked once more, then ignored."""
    path = write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    run_hook(recall, work_folder, "session-end")
    run_worker(recall)
    with path.open("a") as file:
        file.write('{"type": "user", "mess')
    os.utime(path, (recall.now / 1000, recall.now / 1000))
    for _ in range(3):
        recall.later(minutes=10)
        run_hook(recall, work_folder, "session-start", f"other-{recall.now}")
        run_worker(recall)
    assert len(started_workers) == 2, "at its end, and once more"


def test_a_turn_of_codex_is_kept_at_once(recall: Home, work_folder: Path) -> None:
    """Its /quit reports no end of a session: each turn is read when it ends, and the hook prints {}."""
    path = work_folder / "rollout-1.jsonl"
    lines: list[Any] = [{"type": "session_meta", "payload": {"id": "c-1", "cwd": str(work_folder)}}]
    for number, text in enumerate(("We use tabs in Go.", "The port is 8080.")):
        lines.append(codex_message(text, f"m-{number}"))
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        answer = run_hook(recall, work_folder, "turn-end", "c-1", "codex", transcript_path=str(path), turn_id="t")
        assert (answer.status, answer.out, answer.err) == (0, "{}\n", "")
        run_worker(recall)
        assert len(stored_texts(recall)) == number + 1


@pytest.mark.parametrize(
    "said", ["", "no message", '{"session_id": "x"}', '{"session_id": "x", "transcript_path": null}']
)
def test_the_end_of_a_turn_is_always_answered(said: str, recall: Home) -> None:
    """Codex accepts only JSON there, and Claude Code would continue after any text."""
    assert recall.quick("hook", "turn-end", "--agent", "codex", stdin=said).out == "{}\n"
    assert recall.quick("hook", "Stop", "--agent", "claude-code", stdin='{"session_id": "x"}').out == ""


def test_the_plugin_in_codex_speaks_for_codex(recall: Home, work_folder: Path) -> None:
    """Its hooks say --agent claude-code, but the message shows Codex, and its transcript is read as Codex writes it."""
    path = work_folder / "rollout-2.jsonl"
    path.write_text(json.dumps(codex_message("We use tabs in Go.", "m")) + "\n")
    assert "already" in run_hook(recall, work_folder, "session-start", "c-2", transcript_path=str(path)).out
    run_hook(recall, work_folder, "session-end", "c-2", transcript_path=str(path))
    run_worker(recall)
    found = [memory for memory in recall.json("list", "--project", "*")["memories"] if "tabs" in memory["text"]]
    assert [memory["agent"] for memory in found] == ["codex"]


@pytest.mark.parametrize("agent", ["claude-code", "copilot"])
def test_vs_code_is_told_in_its_own_form(agent: str, recall: Home, work_folder: Path) -> None:
    """It runs the hooks of Claude Code and of Copilot CLI: both answer in its form, and only once."""
    said = {
        "timestamp": "2026-02-09T10:30:00.000Z",
        "cwd": str(work_folder),
        "sessionId": "v-1",
        "hookEventName": "SessionStart",
        "transcript_path": str(work_folder / "v.json"),
        "source": "new",
    }
    out = recall.quick("hook", "session-start", "--agent", agent, stdin=json.dumps(said)).out
    assert "already" in json.loads(out)["hookSpecificOutput"]["additionalContext"]
    other = "copilot" if agent == "claude-code" else "claude-code"
    assert recall.quick("hook", "session-start", "--agent", other, stdin=json.dumps(said)).out == ""


def test_of_hooks_that_run_side_by_side_one_tells_the_brief(recall: Home, work_folder: Path) -> None:
    """A plugin, the user's settings and a repository's run in parallel processes: only one answers, every time."""
    for attempt in range(4):
        said = {
            "session_id": f"p-{attempt}",
            "cwd": str(work_folder),
            "transcript_path": str(work_folder / "p.jsonl"),
            "source": "startup",
        }

        def run(_: int, said: dict[str, str] = said) -> str:
            return recall("hook", "session-start", "--agent", "claude-code", stdin=json.dumps(said)).out

        with ThreadPoolExecutor(4) as pool:
            outs = [*pool.map(run, range(4))]
        assert sum("already" in out for out in outs) == 1
        assert sum(out == "" for out in outs) == 3
    recall.quick("hooks", "install", "claude-code")
    assert "recall runs twice here" in recall.quick("hooks", "status", "claude-code").out
    assert "recall runs twice in Claude Code" in recall.quick("doctor").out


def test_the_same_session_is_told_again_later(recall: Home, work_folder: Path) -> None:
    """After a compaction, after /clear, or some time later, it is another event."""
    assert run_hook(recall, work_folder, "session-start", source="startup").out
    assert not run_hook(recall, work_folder, "session-start", source="startup").out
    assert run_hook(recall, work_folder, "session-start", source="compact").out
    assert run_hook(recall, work_folder, "session-start", "s-2", source="startup").out
    recall.now += MINUTE
    assert run_hook(recall, work_folder, "session-start", source="startup").out
    folder = recall.path / ".local/share/recall/hooks"
    assert (folder / "answered").stat().st_mode & 0o777 == 0o600
    assert "s-1" not in (folder / "answered").read_text()
    assert (folder / "answered").stat().st_size < 200


@pytest.mark.parametrize("most", [0, 3])
def test_the_limit_holds_however_a_session_is_read(
    most: int, recall: Home, work_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one part, in many small turns, or by importing old sessions: never more memories than the limit."""
    monkeypatch.setattr(session_ingest, "MAX_LINES", most)
    for turn in range(4):
        texts = (f"Never restart {tree} before {bird}." for tree, bird in zip(TREES[4 * turn :], BIRDS, strict=False))
        write_turns(recall, work_folder, "s-1", *texts)
        run_hook(recall, work_folder, "session-end")
        run_worker(recall)
    assert len(stored_texts(recall)) == most
    folder = recall.path / ".claude/projects/work"
    folder.mkdir(parents=True)
    path = write_turns(
        recall, work_folder, "s-9", *(f"Only {bird} may stop {tree}." for tree, bird in zip(TREES, BIRDS, strict=True))
    )
    path.rename(folder / "s-9.jsonl")
    assert recall.json("import", "transcripts")["created"] == most


def test_without_a_setting_a_session_leaves_three_lines(recall: Home, work_folder: Path) -> None:
    """Among them the two that say a reason, of 60 that only state a port."""
    texts = [f"Service {n:03} listens on port {9000 + n}." for n in range(60)]
    texts[3] = "We decided to use NATS for the billing queue because replay on RabbitMQ was too slow."
    texts[40] = "Never run make clean in tests, because it deletes the fixtures."
    write_turns(recall, work_folder, "s-1", *texts)
    run_hook(recall, work_folder, "session-end")
    run_worker(recall)
    assert len(stored_texts(recall)) == 3
    assert {texts[3], texts[40]} <= set(stored_texts(recall))


def test_where_the_agent_stored_something_the_rules_store_nothing(recall: Home, work_folder: Path) -> None:
    """It understood the session; its own notes are what the session leaves."""
    recall.quick("store", "Deploys go through the blue gate.", "--agent", "claude-code", "--session", "s-1")
    write_turns(recall, work_folder, "s-1", "We decided to use NATS because replay on RabbitMQ was too slow.")
    run_hook(recall, work_folder, "session-end")
    run_worker(recall)
    assert stored_texts(recall) == ["Deploys go through the blue gate."]


def test_of_a_message_that_gemini_writes_anew_the_last_counts(recall: Home, work_folder: Path) -> None:
    """A message that is written first in part and then complete, with others between, is read once, complete."""
    path = work_folder / "session-1.jsonl"
    turns = [(f"u-{n}", f"Look at file {n}") for n in range(70)]
    turns = [("m", "The cache listens on port 6379."), *turns, ("m", "The cache listens on port 6380.")]
    at = "2026-02-01T00:00:00Z"
    lines = [{"id": id_, "type": "user", "timestamp": at, "content": text} for id_, text in turns]
    path.write_text("".join(json.dumps(line) + "\n" for line in [{"sessionId": "g-1"}, *lines]))
    run_hook(recall, work_folder, "session-end", "g-1", "gemini", transcript_path=str(path))
    run_worker(recall)
    found = recall.json("list", "--project", "*", "-n", "100")["memories"]
    assert [memory["text"] for memory in found if "cache" in memory["text"]] == ["The cache listens on port 6380."]
    assert recall.json("jobs")["jobs"][0]["result"]["turns"] == 71


def test_a_session_set_aside_while_another_worker_takes_in_is_kept(
    recall: Home, work_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers open the same file, the first empties it, a session ends: the second does not remove its line."""
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    write_turns(recall, work_folder, "s-2", "We use spaces in C.")
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end"))
    beside, opened, real = Path(f"{recall.db}.spool"), [], os.open

    def slowly(path: Any, *args: Any, **more: Any) -> int:
        file = real(path, *args, **more)
        if str(path) == str(beside) and not opened:
            opened.append(file)
            run_worker(recall)
            assert not beside.exists()
            run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end", "s-2"))
        return file

    monkeypatch.setattr(os, "open", slowly)
    run_worker(recall)
    run_worker(recall)
    assert stored_texts(recall) == ["We use spaces in C.", "We use tabs in Go."]


def test_a_file_with_a_second_name_is_no_list_of_sessions(recall: Home, work_folder: Path) -> None:
    """It could be a link that someone else made to a file of the user's. It stays as it is."""
    precious = work_folder / "precious.txt"
    precious.write_text("do not empty this")
    os.link(precious, f"{recall.db}.spool")
    run_worker(recall)
    write_turns(recall, work_folder, "s-1", "We use tabs in Go.")
    run_while_locked(recall, lambda: run_hook(recall, work_folder, "session-end"))
    run_worker(recall)
    assert precious.read_text() == "do not empty this"
    assert stored_texts(recall) == ["We use tabs in Go."]

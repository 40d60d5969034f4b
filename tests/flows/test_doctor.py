"""The doctor: a healthy store is called healthy, each kind of harm is found and named, the safe ones are mended."""

import json
import os
import random
import stat
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest

from recall_cli.engines.sqlite.migrate import PAGE_BYTES
from recall_cli.flows.doctor.checks import CHECKS
from tests.command import Home
from tests.faults.store_check import count_texts, find_faults


def fill_store(recall: Home, count: int = 60) -> None:
    """A store with some history, all of it in the file and none in the WAL."""
    recall.fill_once(f"doctor {count}", lambda home: _fill_store(home, count))


def _fill_store(recall: Home, count: int) -> None:
    lines = "".join(f'{{"text": "memory number {n} about thing{n} {"x" * (n * 7 % 400)}"}}\n' for n in range(count))
    (recall.path / "many.jsonl").write_text(lines)
    recall.json("import", "many.jsonl")
    id_ = recall.store("The queue is NATS.", "--project", "api")
    recall.quick("update", id_, "--importance", "0.9")
    empty_wal(recall)


def empty_wal(recall: Home) -> None:
    connection = apsw.Connection(str(recall.db))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()


def problems_found(recall: Home, *args: str) -> dict[str, list[str]]:
    """What each check says that is not ok or a note, or was mended."""
    answer = recall.quick("--json", "doctor", *args)
    said: dict[str, list[str]] = {}
    for one in json.loads(answer.out)["findings"]:
        if one["state"] in ("warning", "failure") or one["fixed"]:
            said.setdefault(one["check"], []).append(one["state"])
    assert answer.status == ("failure" in [state for states in said.values() for state in states])
    return said


def run_sql(recall: Home, sql: str) -> None:
    """Harm done to the store behind recall's back."""
    connection = apsw.Connection(str(recall.db))
    connection.pragma("foreign_keys", 0)
    connection.execute(sql).fetchall()
    connection.close()


def test_a_healthy_store_is_called_healthy(recall: Home) -> None:
    """Nothing to look at, every check has its say, and looking changes nothing."""
    fill_store(recall)
    before = recall.db.read_bytes()
    assert problems_found(recall) == {}
    answer = recall.json("doctor")
    assert {one["check"] for one in answer["findings"]} == {check.name for check in CHECKS}
    assert all(one["said"] for one in answer["findings"])
    assert recall.db.read_bytes() == before


def test_where_nothing_is_yet_nothing_is_wrong(recall: Home) -> None:
    """A new home: no finding, and no store made by looking."""
    assert problems_found(recall) == {}
    assert not recall.db.exists()


DAMAGES = {
    "words": "DELETE FROM memory_fts_data WHERE id > 10",
    "vectors": "DELETE FROM vector WHERE place / 64 % 5 = 0",
    "jobs": """INSERT INTO job (id, user, kind, state, payload, created_at, run_after, finished_at)
        VALUES ('x', 'owner', 'store', 'failed', '', 0, 0, 0)""",
    "links": "UPDATE memory SET project = 99 WHERE n = 1",
    "chains": "UPDATE memory SET superseded_by = 3 - n, superseded_at = 1 WHERE n IN (1, 2)",
    "clock": "UPDATE memory SET created_at = created_at + 90000000000 WHERE n = 4",
    "texts": "UPDATE memory SET text = 'something else altogether' WHERE n = 5",
    "record": "DELETE FROM audit WHERE n = 2",
    "erasure": "INSERT INTO meta (key, value) VALUES ('erasing', 1700000000000)",
}
FIXABLE = {"words", "vectors", "erasure"}
SIDE_FINDINGS = {"texts": {"record"}}
"""What else sees a harm: the record is sealed over the words of a memory, too."""


@pytest.mark.parametrize("check", DAMAGES)
def test_each_harm_is_found_and_the_safe_ones_mended(recall: Home, check: str) -> None:
    """The check of that name, and no other, says so; --fix leaves a whole store where it can, and says so."""
    fill_store(recall)
    run_sql(recall, DAMAGES[check])
    expected = {check} | SIDE_FINDINGS.get(check, set())
    assert {*problems_found(recall)} == expected
    after = problems_found(recall, "--fix")
    assert {*after} == expected
    if check in FIXABLE:
        assert after[check] == ["ok"]
        assert problems_found(recall) == {}
        assert find_faults(recall.db) == []
    else:
        assert problems_found(recall) != {}


def test_a_token_that_nobody_uses_is_named(recall: Home) -> None:
    """A valid token that was not used for a season is noted, with the command that ends it."""
    assert recall.quick("token", "create", "old").status == 0
    (found,) = [one for one in recall.json("doctor")["findings"] if one["check"] == "tokens"]
    assert (found["state"], found["said"]) == ("ok", "1 valid token for recall serve")
    recall.later(days=100)
    (found,) = [one for one in recall.json("doctor")["findings"] if one["check"] == "tokens"]
    assert (found["state"], found["remedy"]) == ("note", "recall admin token revoke old")


def test_files_are_closed_to_others(recall: Home) -> None:
    """A store that others may read is found and closed; so is a WAL."""
    fill_store(recall)
    recall.db.chmod(0o644)
    recall.db.parent.chmod(0o755)
    assert problems_found(recall) == {"permissions": ["warning"] * 2}
    problems_found(recall, "--fix")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (recall.db, recall.db.parent)] == [0o600, 0o700]


def test_what_was_left_half_made_is_removed(recall: Home) -> None:
    """A draft of a process that is gone; one of a living process stays."""
    fill_store(recall)
    dead, alive = (Path(f"{recall.db}.{number}.new") for number in (999_999_999, os.getpid()))
    dead.write_text("x")
    alive.write_text("x")
    assert problems_found(recall, "--fix") == {"drafts": ["ok"]}
    assert (dead.exists(), alive.exists()) == (False, True)


def test_another_recall_on_the_path_is_named(recall: Home) -> None:
    """Where another program answers to the name, or hides behind ours, it is said which."""
    fill_store(recall)
    for name, text in (
        ("theirs", "#!/bin/sh\n"),
        ("ours", "#!/usr/bin/python3\nfrom recall_cli.__main__ import main\n"),
    ):
        (recall.path / name).mkdir()
        (recall.path / name / "recall").write_text(text)
        (recall.path / name / "recall").chmod(0o755)
    theirs, ours = str(recall.path / "theirs"), str(recall.path / "ours")
    assert problems_found(recall) == {} or "programs" in problems_found(recall)
    recall.more["PATH"] = f"{theirs}:{ours}"
    assert problems_found(recall) == {"programs": ["warning"]}
    recall.more["PATH"] = f"{ours}:{theirs}"
    assert problems_found(recall) == {}
    assert f"another program: {theirs}/recall" in recall.quick("doctor").out


def test_settings_that_cannot_be_read_are_named(recall: Home) -> None:
    """A wrong value and an unknown name; the rest of the examination still takes place."""
    fill_store(recall)
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text('max_bytes = "many"\nmin_confidenze = 0.5\n')
    said = problems_found(recall)
    assert {*said} == {"settings"}
    assert sorted(said["settings"]) == ["failure", "warning"]


def test_damaged_pages_are_found(recall: Home) -> None:
    """Rubbish in the middle of the file: found, with the way out, and never a traceback."""
    fill_store(recall)
    with recall.db.open("r+b") as file:
        file.seek(8 * PAGE_BYTES)
        file.write(os.urandom(PAGE_BYTES * 6))
    answer = recall.quick("doctor")
    assert answer.status == 1
    assert "recall backup --restore FILE" in answer.out
    assert answer.err == ""


@pytest.mark.parametrize(
    "harm", ["UPDATE memory SET text = CAST(x'80ff41' AS TEXT) WHERE n = 7", "UPDATE memory_fts_config SET v = 0"]
)
def test_what_sqlite_does_not_see_is_damage_too(recall: Home, harm: str) -> None:
    """Bytes that are no text, an index without its settings: the store is damaged, with the way out, and no surprise."""
    fill_store(recall)
    run_sql(recall, harm)
    for command in (["list", "--limit", "100", "--project", "*"], ["search", "thing7"], ["doctor"]):
        answer = recall.quick(*command)
        assert "unexpected" not in answer.out + answer.err, command
        assert "SQLError" not in answer.out + answer.err, command
    assert recall.quick("doctor").status == 1


@pytest.mark.parametrize("kind", ["foreign", "text", "newer", "folder"])
def test_what_is_no_store_is_said(recall: Home, kind: str) -> None:
    """Another program's database, a text, a newer store, a folder: exit 1, findings, no traceback."""
    recall.db.parent.mkdir(parents=True)
    if kind == "text":
        recall.db.write_text("buy milk\n" * 1000)
    elif kind == "folder":
        recall.db.mkdir()
    else:
        connection = apsw.Connection(str(recall.db))
        connection.execute("CREATE TABLE theirs (x)")
        connection.pragma("user_version", 99 if kind == "newer" else 0)
        connection.close()
    answer = recall.quick("doctor")
    assert (answer.status, answer.err) == (1, "")


def test_it_is_proved_that_nothing_leaves_the_machine(recall: Home) -> None:
    """Every main command does its work in a process where sockets and other programs are forbidden."""
    told = recall.json("doctor", "--offline-proof")
    assert told["offline"]
    assert {"store", "search", "context", "worker", "import", "backup", "erase"} <= {
        one["command"] for one in told["commands"]
    }
    assert not recall.db.exists(), "in a store of its own"


def test_the_proof_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that opens a socket is caught."""
    from recall_cli.flows.doctor import offline

    broken = offline.PROBE_SCRIPT.replace(
        "from recall_cli.__main__ import run",
        "import socket\ndef run(words):\n    try: socket.socket()\n    except PermissionError: pass\n    return 0",
    )
    monkeypatch.setattr(offline, "PROBE_SCRIPT", broken)
    monkeypatch.setattr(offline, "PROBE_COMMANDS", (("count",),))
    assert [(one.tried, one.passed) for one in offline.prove_offline()] == [(("socket.__new__",), False)]


@pytest.mark.parametrize("seed", range(6))
def test_what_can_be_read_is_saved(recall: Home, seed: int) -> None:
    """Of a store with damaged pages all that is not on them comes into a new one, which is whole; the rest is counted.

    Not where a page is hit that leads to all others of a table: the first of its tree, or one of the schema.
    """
    fill_store(recall, 400)
    before = count_texts(recall.db)
    connection = apsw.Connection(str(recall.db), flags=apsw.SQLITE_OPEN_READONLY)
    leading = {page for (page,) in connection.execute("SELECT rootpage FROM sqlite_schema")}
    leading |= {page for (page,) in connection.execute("SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'")}
    connection.close()
    dice = random.Random(seed)
    raw = bytearray(recall.db.read_bytes())
    others = [page for page in range(1, len(raw) // PAGE_BYTES + 1) if page not in leading]
    for at in ((page - 1) * PAGE_BYTES for page in dice.sample(others, 3)):
        raw[at : at + PAGE_BYTES] = dice.randbytes(PAGE_BYTES)
    recall.db.write_bytes(raw)
    answer = recall.quick("--json", "doctor", "--salvage", "saved.db")
    assert answer.status in (0, 1), answer
    saved = recall.path / "saved.db"
    after = count_texts(saved)
    assert after.keys() <= before.keys(), "nothing is made up"
    assert len(after) > 0.6 * len(before)
    assert find_faults(saved) == []
    assert (answer.status == 0) <= (after == before)
    assert recall.db.read_bytes() == bytes(raw)
    assert recall.quick("--db", "saved.db", "search", "thing7").status == 0


def test_what_is_lost_is_counted(recall: Home) -> None:
    """Rows of a page whose cells are out of order are passed over in silence by SQLite; the report counts them."""
    fill_store(recall, 400)
    before = count_texts(recall.db)
    connection = apsw.Connection(str(recall.db), flags=apsw.SQLITE_OPEN_READONLY)
    pages = [page for (page,) in connection.execute("SELECT pageno FROM dbstat WHERE name = 'memory'")]
    connection.close()
    raw = bytearray(recall.db.read_bytes())
    dice = random.Random(1)
    for _ in range(400):
        raw[(pages[len(pages) // 2] - 1) * PAGE_BYTES + dice.randrange(PAGE_BYTES - 100)] ^= 0x5A
    recall.db.write_bytes(raw)
    told = json.loads(recall.quick("--json", "doctor", "--salvage", "saved.db").out)
    after = count_texts(recall.path / "saved.db")
    assert len(after) < len(before), "the test must lose some"
    assert told["saved"]["memory"] == len(after)
    assert told["lost"]["memory"] >= len(before) - len(after)


def test_a_file_that_was_cut_off_is_saved_as_far_as_it_goes(recall: Home) -> None:
    """SQLite opens no file that is shorter than it says; salvage reads what is there, and counts the rest."""
    fill_store(recall, 400)
    before = count_texts(recall.db)
    raw = recall.db.read_bytes()
    recall.db.write_bytes(raw[: len(raw) // 5 * 4])
    assert recall.quick("count").status == 5
    answer = recall.quick("--json", "doctor", "--salvage", "saved.db")
    after = count_texts(recall.path / "saved.db")
    assert answer.status == 1
    assert sum(json.loads(answer.out)["lost"].values()) < 2_000, "no more than there ever was"
    assert 0 < len(after) <= len(before)
    connection = apsw.Connection(str(recall.path / "saved.db"))
    believed = {text for (text,) in connection.execute("SELECT text FROM memory WHERE held IS NULL")}
    connection.close()
    assert believed <= before.keys(), "a row that was cut in two is held"


@pytest.mark.parametrize("kind", ["foreign", "folder", "pipe"])
def test_what_is_no_store_cannot_be_saved(recall: Home, kind: str) -> None:
    """Another program's database, a folder, a pipe: one line, at once, and no file is made."""
    recall.db.parent.mkdir(parents=True)
    if kind == "foreign":
        run_sql(recall, "CREATE TABLE other (a)")
    elif kind == "folder":
        recall.db.mkdir()
    else:
        os.mkfifo(recall.db)
    answer = recall.quick("doctor", "--salvage", "saved.db")
    assert answer.status == 5
    assert len(answer.err.splitlines()) == 1
    assert not (recall.path / "saved.db").exists()


def test_a_whole_store_is_saved_whole(recall: Home) -> None:
    """Memories, history and undo: nothing is lost where nothing is damaged; a file that is there is left alone."""
    fill_store(recall)
    told = recall.json("doctor", "--salvage", "saved.db")
    assert (told["lost"], told["whole"], told["saved"]["memory"]) == ({}, True, 61)
    assert count_texts(recall.path / "saved.db") == count_texts(recall.db)
    assert recall.json("--db", "saved.db", "undo")["operation"]
    assert recall.quick("doctor", "--salvage", "saved.db").status == 2


@pytest.mark.parametrize("kind", ["newer", "text", "damaged"])
def test_one_cause_is_said_once(recall: Home, kind: str) -> None:
    """Where the store cannot be opened, one finding says why, and a note says what was not looked at."""
    fill_store(recall)
    if kind == "newer":
        run_sql(recall, "PRAGMA user_version = 99")
    elif kind == "text":
        recall.db.write_text("buy milk\n" * 1000)
    else:
        raw = bytearray(recall.db.read_bytes())
        raw[100:PAGE_BYTES] = os.urandom(PAGE_BYTES - 100)
        recall.db.write_bytes(raw)
    findings = json.loads(recall.quick("--json", "doctor").out)["findings"]
    assert [one["check"] for one in findings if one["state"] == "failure"] == ["store"]
    assert "pages" in next(one["said"] for one in findings if one["check"] == "rest")


def test_a_store_that_cannot_be_written_is_named(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything reads well and nothing could be kept: that is a finding."""
    fill_store(recall)
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode, **more: not mode & os.W_OK and real(path, mode, **more))
    assert problems_found(recall) == {"store": ["failure"]}


def test_a_link_to_nowhere_is_no_new_home(recall: Home) -> None:
    """A store that is a link to a disk that is not there: not taken for a fresh start."""
    recall.db.parent.mkdir(parents=True, mode=0o700)
    recall.db.symlink_to("/no/where/recall.db")
    assert problems_found(recall) == {"store": ["failure"]}


def test_what_cannot_be_mended_is_said_once_with_the_way_out(recall: Home) -> None:
    """An index whose own pages are damaged cannot be built anew in its place: --fix says so, and what does help."""
    fill_store(recall, 400)
    connection = apsw.Connection(str(recall.db), flags=apsw.SQLITE_OPEN_READONLY)
    pages = [page for (page,) in connection.execute("SELECT pageno FROM dbstat WHERE name = 'memory_fts_data'")]
    connection.close()
    raw = bytearray(recall.db.read_bytes())
    for page in pages:
        raw[(page - 1) * PAGE_BYTES : page * PAGE_BYTES] = os.urandom(PAGE_BYTES)
    recall.db.write_bytes(raw)
    before = count_texts(recall.db)
    findings = json.loads(recall.quick("--json", "doctor", "--fix").out)["findings"]
    told = [one["remedy"] for one in findings if one["state"] == "failure"]
    assert told
    assert all("--salvage" in remedy for remedy in told)
    assert recall.quick("doctor", "--salvage", "saved.db").status == 0
    assert count_texts(recall.path / "saved.db") == before


FOREIGN_FILES = {
    "a text": b"my notes\n", "a database of another program": None, "random bytes": bytes(range(256)) * 40,
    "the start of one": b"SQLite format 3\0" + bytes(84),
}  # fmt: skip


@pytest.mark.parametrize("what", FOREIGN_FILES)
def test_files_of_others_keep_their_mode(recall: Home, what: str) -> None:
    """Where `--db` names a file that is no store, --fix changes no mode and removes nothing beside it."""
    folder = recall.path / "theirs"
    folder.mkdir(mode=0o755)
    file = folder / "data.db"
    if (raw := FOREIGN_FILES[what]) is None:
        connection = apsw.Connection(str(file))
        connection.execute("PRAGMA journal_mode = wal; CREATE TABLE t (x); INSERT INTO t VALUES (1)").fetchall()
        connection.close()
    else:
        file.write_bytes(raw)
    beside = [folder / name for name in ("data.db-wal", "data.db-shm", "data.db.999999999.new", "data.db.copy.newest")]
    for path in beside:
        path.write_bytes(b"")
    for path in (file, *beside):
        path.chmod(0o644)
    before = {path: stat.S_IMODE(path.stat().st_mode) for path in (file, folder, *beside)}
    recall.quick("doctor", "--fix", "--db", str(file))
    assert {path: stat.S_IMODE(path.stat().st_mode) for path in before if path.exists()} == {
        path: mode for path, mode in before.items() if path.exists()
    }
    assert file.exists()
    assert beside[2].exists()
    assert beside[3].exists()


def test_files_beside_a_store_that_are_no_drafts_stay(recall: Home) -> None:
    """Only what recall itself was writing is removed, and only where the process is gone."""
    fill_store(recall)
    names = ["recall.db.my.newest", "recall.db.backup.new", "recall.db.1.newer", f"recall.db.{os.getpid()}.new"]
    for name in names:
        (recall.db.parent / name).write_text("mine")
    (recall.db.parent / "recall.db.999999999.new").write_text("left")
    link = recall.path / "elsewhere"
    link.write_text("mine")
    link.chmod(0o644)
    recall.quick("doctor", "--fix")
    assert all((recall.db.parent / name).exists() for name in names)
    assert not (recall.db.parent / "recall.db.999999999.new").exists()
    assert stat.S_IMODE(link.stat().st_mode) == 0o644


def hook_findings(recall: Home, **more: Any) -> list[tuple[str, str]]:
    """What doctor finds of the hooks, with the remedy."""
    answer = recall.quick("--json", "doctor", **more)
    return [(one["said"], one["remedy"]) for one in json.loads(answer.out)["findings"] if one["check"] == "hooks"]


def test_every_installed_hook_is_run_as_an_agent_runs_it(recall: Home) -> None:
    """With a bare environment, through a shell: all arrive, nothing is kept or written down by it."""
    recall.store("Something.", "--global")
    for agent in ("claude-code", "gemini", "opencode", "copilot", "cursor"):
        recall.quick("hooks", "install", agent)
    before = {path: path.stat().st_mtime_ns for path in (recall.path / ".local/share/recall/hooks").iterdir()}
    assert hook_findings(recall) == [("no problems with hooks", "")]
    assert {path: path.stat().st_mtime_ns for path in (recall.path / ".local/share/recall/hooks").iterdir()} == before
    assert recall.json("jobs")["jobs"] == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("echo 'no module named apsw' >&2; exit 1", "no module named apsw"),
        ("exit 0", "the program that they call did nothing"),
        ("exec /nowhere/python", "/nowhere/python"),
    ],
)
def test_a_hook_that_does_not_arrive_is_named(body: str, said: str, recall: Home) -> None:
    """A program that is there and does not work: its last words are told."""
    recall.quick("hooks", "install", "claude-code")
    path = recall.path / ".claude/settings.json"
    own = json.loads(path.read_text())["hooks"]["SessionEnd"][0]["hooks"][0]["command"].split()[3]
    broken = recall.path / "broken/recall"
    broken.parent.mkdir()
    broken.write_text(f"#!/bin/sh\n{body}\n")
    broken.chmod(0o755)
    path.write_text(path.read_text().replace(own, str(broken)))
    found = hook_findings(recall)
    assert any(str(path) in text for text, _ in found), found
    from recall_cli.agents.registry import CLAUDE_CODE
    from recall_cli.app import App
    from recall_cli.flows.doctor.hook_run import run_hooks

    answers = run_hooks(App(environment=recall.environment()), CLAUDE_CODE)
    assert said in answers[0].trouble


def test_a_hook_that_reaches_no_store_is_not_installed_again(recall: Home) -> None:
    """Its own words say what helps."""
    recall.quick("hooks", "install", "claude-code")
    recall.db.parent.mkdir(parents=True, exist_ok=True)
    recall.db.write_bytes(b"no store " * 1_000)
    ((text, remedy),) = hook_findings(recall)
    assert ("not a recall store" in text, remedy) == (True, ""), text


def test_a_hook_that_depends_on_the_path_is_named(recall: Home) -> None:
    """As an earlier recall wrote it: found in this shell, not where an agent is started."""
    recall.quick("hooks", "install", "claude-code")
    path = recall.path / ".claude/settings.json"
    document = json.loads(path.read_text())
    for event, name in (("SessionStart", "session-start"), ("PreCompact", "compact"), ("SessionEnd", "session-end")):
        document["hooks"][event][0]["hooks"][0]["command"] = f"recall hook {name} --agent claude-code"
    path.write_text(json.dumps(document))
    assert any("recall hooks install claude-code" in remedy for _, remedy in hook_findings(recall))


def test_no_command_of_somebody_elses_is_run(recall: Home) -> None:
    """Settings that a repository brought along, and commands that only look like recall's, are not run."""
    (recall.path / "repo/.git").mkdir(parents=True)
    (recall.path / "repo/.claude").mkdir()
    mark = recall.path / "ran"
    said = f"touch '{mark}'; recall hook session-start --agent claude-code"
    document = {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": said}]}]}}
    (recall.path / "repo/.claude/settings.json").write_text(json.dumps(document))
    (recall.path / ".claude").mkdir()
    (recall.path / ".claude/settings.json").write_text(json.dumps(document))
    hook_findings(recall, cwd=recall.path / "repo")
    assert not mark.exists()


def test_hooks_that_use_another_store_are_named(recall: Home) -> None:
    """RECALL_DB is set in this shell alone: an agent that is started elsewhere keeps its memories in another file."""
    recall.quick("hooks", "install", "claude-code")
    found = hook_findings(recall, env={"RECALL_DB": str(recall.path / "other.db")})
    assert any("use another store" in text for text, _ in found), found


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (".claude/settings.json", '{"enabledPlugins": {"recall@recall": true}}'),
        (".codex/config.toml", '[plugins."recall@recall"]\nenabled = true\n'),
        (".gemini/extensions/recall/gemini-extension.json", "{}"),
    ],
)
def test_a_plugin_is_seen_and_run_too(file: str, text: str, recall: Home) -> None:
    """Where it does not find recall that is said, and where hooks are installed beside it, that there are two."""
    agent = {"claude": "claude-code"}.get(file[1:].partition("/")[0], file[1:].partition("/")[0])
    path = recall.path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert any("~/.local/bin" in remedy for _, remedy in hook_findings(recall))
    assert recall.json("hooks", "status", agent)["agents"][0]["plugin"]
    own = recall.path / ".local/bin/recall"
    own.parent.mkdir(parents=True)
    own.symlink_to(Path(sys.executable).parent / "recall")
    assert not any("do not run" in said for said, _ in hook_findings(recall))
    recall.quick("hooks", "install", agent)
    assert any("recall runs twice" in said for said, _ in hook_findings(recall))
    path.write_text(path.read_text().replace("true", "false"))
    assert ("runs twice" in str(hook_findings(recall))) is ("extensions" in file)

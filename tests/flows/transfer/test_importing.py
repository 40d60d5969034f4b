"""Out and in again: nothing lost, nothing kept twice, a broken line named, however large the file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.command import Home
from tests.long_run import LONG_RUN


@pytest.fixture
def varied_home(recall: Home) -> Home:
    """A store with every kind of state in it: corrected, tagged, superseded, deleted, held, expired, in projects."""
    one = recall.store(
        "The port is 8080.", "--entity", "api", "--attribute", "port", "--value", "8080", "--project", "api"
    )
    recall.later()
    two = recall.store(
        "The port is 9090.",
        "--entity",
        "api",
        "--attribute",
        "port",
        "--value",
        "9090",
        "--project",
        "api",
        "--tag",
        "a=b",
    )
    recall.later()
    recall.store(
        "東京 🙂 \u200e \0 \x1b",
        "--valid-until",
        "2026-03-02",
        "--classification",
        "restricted",
        "--shared",
        "--agent",
        "codex",
    )
    recall.later()
    recall.store("seen twice")
    recall.store("Seen  twice.")
    gone = recall.store("deleted")
    recall.quick("delete", gone)
    recall.quick("get", two)
    connection = apsw.Connection(str(recall.db))
    connection.execute("UPDATE memory SET superseded_by = 2, superseded_at = created_at + 60000 WHERE n = 1")
    connection.execute(
        'UPDATE memory SET metadata = \'{"deep": [1, "x"]}\', anchors = \'"plain"\', pinned = 1 WHERE n = 2'
    )
    connection.execute("UPDATE memory SET held = 'quality' WHERE n = 4")
    connection.close()
    recall.one = one  # type: ignore[attr-defined]  # for the tests below
    return recall


EXPORT_ALL = ("export", "--project", "*", "--include", "all")


def export_lines(recall: Home) -> list[dict[str, Any]]:
    """What an export says, line by line, but for the day of the export."""
    return [json.loads(line) for line in recall.quick(*EXPORT_ALL).lines]


def make_other_home(recall: Home, tmp_path: Path, name: str = "other") -> Home:
    """Another home, at the same moment."""
    home = Home(tmp_path / name)
    home.now = recall.now
    return home


def test_out_and_in_is_the_same(varied_home: Home, tmp_path: Path) -> None:
    """Every column comes back, chains and projects too, and the next export is equal."""
    said = varied_home.quick(*EXPORT_ALL).out
    home = make_other_home(varied_home, tmp_path)
    answer = home.quick("import", "-", stdin=said, person=True)
    assert answer.out == "imported 5 (0 already stored), 1 held for review\n"
    assert home.quick(*EXPORT_ALL).out == said
    chain = {m["text"]: m for m in export_lines(home)[1:]}
    assert chain["The port is 8080."]["superseded_by"] == chain["The port is 9090."]["id"]
    assert home.json("search", "port")["total"] == varied_home.json("search", "port")["total"]
    assert [life["text"] for life in home.json("history", "api", "port", "--project", "*")["history"]] == [
        "The port is 8080.",
        "The port is 9090.",
    ]


def test_importing_again_changes_nothing(varied_home: Home, tmp_path: Path) -> None:
    """The same file twice, and into the store that it came from: known already, and no operation."""
    said, before, log = varied_home.quick(*EXPORT_ALL).out, export_lines(varied_home), varied_home.json("log")
    assert varied_home.json("import", "-", stdin=said)["created"] == 0
    assert (export_lines(varied_home), varied_home.json("log")) == (before, log)
    home = make_other_home(varied_home, tmp_path)
    home.quick("import", "-", stdin=said)
    again = home.json("import", "-", stdin=said)
    assert (again["created"], again["known"], again["operation"]) == (0, 5, None)
    plain = '{"text": "One."}\n{"text": "one"}\n{"text": "Two.", "type": "finding"}\n'
    assert home.json("import", "-", stdin=plain)["created"] == 2
    assert home.json("import", "-", stdin=plain)["created"] == 0


def test_an_id_in_capitals_is_the_same(recall: Home) -> None:
    """UUIDs in capitals are those in small letters, in the file and in the store."""
    id_ = recall.store("here already")
    line = json.dumps({"id": id_.upper(), "text": "here already"})
    other_ = json.dumps({"id": "0195ABCD-0000-7000-8000-00000000000A", "text": "new"})
    again = json.dumps({"id": "0195abcd-0000-7000-8000-00000000000a", "text": "new"})
    for created in (1, 0):
        said = "\n".join(['{"recall": 1}', line, other_, again])
        assert recall.json("import", "-", stdin=said)["created"] == created
    assert recall.json("count")["count"] == 2


def test_an_import_can_be_undone_and_done_again(varied_home: Home, tmp_path: Path) -> None:
    """One operation, however many memories."""
    home = make_other_home(varied_home, tmp_path)
    home.store("mine")
    home.quick("import", "-", stdin=varied_home.quick(*EXPORT_ALL).out)
    count = home.json("count", "--project", "*")["count"]
    home.later()
    assert home.json("undo")["memories"] == 4
    assert home.json("count", "--project", "*")["count"] == 1
    assert home.json("undo", "3")["memories"] == 4
    assert home.json("count", "--project", "*")["count"] == count


BROKEN_LINES = (
    b'{"text": "fine"}',
    b"not json",
    b'{"type": "fact"}',
    b'{"text": "x", "importance": 7}',
    b"",
    b"   ",
    b"[1, 2]",
    b'"text"',
    b"null",
    b'{"text": "\xff"}',
    b'{"text": "half \\ud800 letter", "topic": "\\ud800", "tags": {"\\udce9": "\\udce9"}, "metadata": ["\\ud800"]}',
    b'{"text": "x", "created_at": "yesterdayish"}',
    b"{" * 50_000,
    b'{"text": "big", "access_count": 1' + b"0" * 30 + b"}",
    b'{"text": "' + b"x" * 40_000 + b'"}',
    b'{"text": "notes", "metadata": "plain", "anchors": "a.py"}',
    b'{"text": "last", "unknown": 1}',
    b'{"text": "x", "importance": NaN}',
    b'{"text": "nul \\u0000 in it"}',
)
BROKEN_LINE_NUMBERS = [2, 3, 4, 7, 8, 9, 10, 12, 13, 14, 15, 18]


def test_a_broken_line_is_named_and_the_rest_goes_on(recall: Home) -> None:
    """Each with its number and what is wrong with it; what is sound is kept; status 1 says that something was not."""
    answer = recall.quick("--json", "import", "-", stdin=b"\n".join(BROKEN_LINES))
    assert answer.status == 1
    found = json.loads(answer.out)
    assert [fault["line"] for fault in found["faults"]] == BROKEN_LINE_NUMBERS
    assert all(fault["reason"] for fault in found["faults"])
    texts = {memory["text"] for memory in recall.json("list", "-n", "100")["memories"]}
    assert texts == {"fine", "half \\ud800 letter", "notes", "last", "nul \0 in it"}
    assert found["created"] == len(texts)
    plain = recall.quick("import", "-", stdin=b"\n".join(BROKEN_LINES)).err.splitlines()
    assert plain[0].startswith("recall: line 2: not JSON")
    assert len(plain) == len(BROKEN_LINE_NUMBERS)
    assert recall.quick("export").status == recall.quick("export", "--as-of", "today").status == 0


def test_a_rehearsal_says_what_would_come_and_writes_nothing(varied_home: Home, tmp_path: Path) -> None:
    """--dry-run counts as the real one does."""
    home = make_other_home(varied_home, tmp_path)
    answer = home.json("import", "-", "--dry-run", stdin=varied_home.quick(*EXPORT_ALL).out)
    assert (answer["created"], answer["dry_run"], answer["operation"]) == (5, True, None)
    assert not home.db.exists()


def test_a_later_form_is_refused(recall: Home) -> None:
    """A header of a newer recall: one line, nothing read."""
    answer = recall.quick("import", "-", stdin='{"recall": 99}\n{"text": "x"}\n')
    assert (answer.status, answer.err.count("\n")) == (1, 1)
    assert "newer form" in answer.err
    assert recall.json("count")["count"] == 0


def test_deleted_memories_are_exported_only_when_asked_for(varied_home: Home) -> None:
    """What was removed is not carried on by accident; what was superseded or has expired is part of the whole.

    What is held is so where a person runs the export; a program has to ask for it, and is told that it is missing.
    """
    answer = varied_home.quick("export", "--project", "*", person=True)
    usual = {json.loads(line)["text"] for line in answer.lines[1:]}
    assert "deleted" not in usual
    assert len(usual) == 4
    answer = varied_home.quick("export", "--project", "*")
    assert len({json.loads(line)["text"] for line in answer.lines[1:]}) == 3
    assert answer.err.splitlines() == [
        "recall: 1 deleted left out (--include all)",
        "recall: 1 held for review left out (--include superseded,held,expired)",
        "recall: 1 restricted included (--clearance internal leaves them out)",
    ]


def test_json_adds_nothing_to_an_export(varied_home: Home) -> None:
    """`recall export --json` is the export itself."""
    assert varied_home.quick("export", "--json").out == varied_home.quick("export").out


GROWTH_SCRIPT = """
import resource, sys
from recall_cli.__main__ import run
run(["count"])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
status = run(sys.argv[1:])
sys.stderr.write(f"GREW {(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024}")
sys.exit(status)
"""


def memory_growth_mb(recall: Home, *args: str) -> int:
    """By how many megabytes a command grew."""
    ran = subprocess.run(
        [sys.executable, "-c", GROWTH_SCRIPT, *args],
        env=recall.environment(),
        cwd=recall.path,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return int(ran.stderr.rpartition("GREW ")[2])


STREAMED_MEMORIES = 20_000 if LONG_RUN else 2_500


def test_many_memories_stream(recall: Home) -> None:
    """Import and export hold a batch at a time: memory grows by far less than the file, and it all arrives."""
    with (recall.path / "many.jsonl").open("w") as file:
        for n in range(STREAMED_MEMORIES):
            file.write(
                json.dumps({"text": f"memory number {n} " + f"word{n % 377} " * 25, "tags": {"n": str(n)}}) + "\n"
            )
    assert (recall.path / "many.jsonl").stat().st_size > 220 * STREAMED_MEMORIES
    assert memory_growth_mb(recall, "import", "many.jsonl") < 40
    assert recall.json("count")["count"] == STREAMED_MEMORIES
    assert memory_growth_mb(recall, "export", "out.jsonl") < 25
    with (recall.path / "out.jsonl").open() as file:
        assert sum(1 for _ in file) == STREAMED_MEMORIES + 1
    assert recall.json("search", "word13 memory")["total"] == min(10, len(range(13, STREAMED_MEMORIES, 377)))


def test_an_export_into_what_is_no_file(recall: Home) -> None:
    """A pipe is written into and stays a pipe; a link goes on leading to its file; a folder is none."""
    recall.store("kept")
    pipe, link, target = recall.path / "pipe", recall.path / "link", recall.path / "target"
    os.mkfifo(pipe)
    running = recall.start("export", str(pipe))
    assert len(pipe.read_text().splitlines()) == 2
    assert running.wait() == 0
    assert pipe.is_fifo()
    link.symlink_to(target)
    assert recall.quick("export", str(link)).status == 0
    assert recall.quick("export", str(link)).status == 2
    assert recall.quick("export", str(link), "--force").status == 0
    assert link.is_symlink()
    assert len(target.read_text().splitlines()) == 2
    assert "is a folder" in recall.quick("export", str(recall.path), "--force").err
    assert "no ordinary file" in recall.quick("backup", str(pipe), "--force").err
    assert len(recall("export", "/dev/stdout").lines) == 2


def test_an_export_tells_of_its_own_projects_alone(recall: Home) -> None:
    """Who gets the memories of one project does not learn what else there is, and where."""
    recall.store("the first is kept", "--project", "one")
    recall.store("the second is kept", "--project", "two")
    header = json.loads(recall.quick("export", "--project", "one").lines[0])
    assert [project["name"] for project in header["projects"]] == ["one"]
    header = json.loads(recall.quick("export", "--project", "*").lines[0])
    assert [project["name"] for project in header["projects"]] == ["one", "two"]


@pytest.mark.parametrize(
    "projects",
    [
        5,
        "x",
        [5],
        [{}],
        [{"name": []}],
        [{"name": "p", "marks": 5}],
        [{"name": "p", "marks": [5, None]}],
        {"name": "p"},
    ],
    ids=json.dumps,
)
def test_a_header_that_says_nonsense_of_projects_is_no_failure(recall: Home, tmp_path: Path, projects: Any) -> None:
    """What can be read of it counts; a project is told by its name then."""
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({"recall": 1, "projects": projects}) + '\n{"text": "One.", "project": "p"}\n')
    assert recall.json("import", str(file))["created"] == 1
    assert recall.json("list", "--project", "p")["memories"][0]["project"] == "p"


def test_a_project_that_cannot_be_called_so_is_the_fault_of_its_line(recall: Home, tmp_path: Path) -> None:
    """The other lines are kept."""
    file = tmp_path / "a.jsonl"
    names = ("-x", "*", "a\nb", "p" * 201, "good")
    file.write_text("".join(json.dumps({"text": f"Of {name}.", "project": name}) + "\n" for name in names))
    told = recall("import", str(file), "--json")
    found = json.loads(told.out)
    assert (found["created"], [fault["line"] for fault in found["faults"]]) == (1, [1, 2, 3, 4])
    assert "cannot be a project's name" in found["faults"][0]["reason"]


def test_no_count_is_so_large_that_one_more_is_none(recall: Home, tmp_path: Path) -> None:
    """A memory that was counted as often as can be is read, told again and rated like any other."""
    file = tmp_path / "a.jsonl"
    counts = ("access_count", "helpful", "unhelpful", "seen_count")
    file.write_text(json.dumps({"text": "Counted to the end.", **dict.fromkeys(counts, 2**63 - 1)}) + "\n")
    assert recall.json("import", str(file))["created"] == 1
    one = recall.store("Counted to the end.")
    recall.json("search", "counted end")
    recall.json("feedback", one, "--helpful")
    [found] = recall.json("list")["memories"]
    assert [found[name] - 2**53 for name in counts[1:]] == [1, 0, 1]
    assert isinstance(found["access_count"], int)
    assert found["access_count"] > 2**53


def believed_memories(recall: Home) -> list[dict[str, Any]]:
    """What is believed, without what an import sets by its own clock."""
    found = recall.json("list", "-n", "1000", "--project", "*")["memories"]
    return sorted(({**one, "id": "", "project": one["project"]} for one in found), key=lambda one: str(one["text"]))


UNDONE_IMPORTS = {
    "lines.jsonl": '{"text": "The queue is NATS."}\n{"text": "The cache is Redis.", "tags": {"a": "b"}}\n',
    "CLAUDE.md": "# Rules\n\n- Always use tabs, never spaces, in Go files.\n- Never force-push to the main branch.\n",
    "mem0.json": '[{"id": "11111111-2222-4333-8444-555555555555", "memory": "Ada prefers tabs over spaces in Go."}]',
}


@pytest.mark.parametrize("name", UNDONE_IMPORTS)
def test_an_undone_import_can_be_repeated(name: str, recall: Home) -> None:
    """Again and again, with the same result; what its user deleted stays deleted."""
    file = recall.path / name
    file.write_text(UNDONE_IMPORTS[name])
    first = recall.json("import", str(file))
    before = believed_memories(recall)
    for _ in range(3):
        recall.later()
        recall.quick("undo")
        assert believed_memories(recall) == []
        recall.later()
        again = recall.json("import", str(file))
        assert (again["created"], again["known"]) == (first["created"], 0)
        assert believed_memories(recall) == before
    assert recall.json("import", str(file))["created"] == 0
    gone = recall.json("list", "--project", "*")["memories"][0]["id"]
    recall.quick("delete", gone)
    assert recall.json("import", str(file))["created"] == 0


def test_an_undone_export_and_a_store_can_be_imported_again(varied_home: Home, tmp_path: Path) -> None:
    """Chains, contests, tags and histories are there again."""
    varied_home.quick("export", str(tmp_path / "all.jsonl"), "--project", "*", person=True)
    for number, source in enumerate((tmp_path / "all.jsonl", varied_home.db)):
        home = Home(tmp_path / f"home{number}")
        home.now = varied_home.now
        home.quick("import", str(source), person=True)
        said = home.quick("export", "--project", "*", person=True).out
        home.quick("undo", person=True)
        assert home.json("count", "--project", "*")["count"] == 0
        home.quick("import", str(source), person=True)
        texts = [
            {**json.loads(line), "events": 0} for line in home.quick("export", "--project", "*", person=True).lines[1:]
        ]
        assert texts == [{**json.loads(line), "events": 0} for line in said.splitlines()[1:]]


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("--project", "shop"), {"text": "The tests run with make check."}),
        ((), {"text": "The tests run with make check.", "project": "shop"}),
    ],
    ids=["as an option", "in the line"],
)
def test_a_memory_of_no_project_is_no_memory_of_a_new_one(
    args: tuple[str, ...], line: dict[str, str], recall: Home
) -> None:
    """The first import into a project keeps what is known outside of it, as every later one does."""
    recall.store("The tests run with make check.", "--global")
    report = recall.json("import", "-", *args, stdin=json.dumps(line) + "\n")
    assert (report["created"], report["known"]) == (1, 0)
    again = recall.json("import", "-", *args, stdin=json.dumps(line) + "\n")
    assert (again["created"], again["known"]) == (0, 1)


@pytest.mark.parametrize("form", ["lines", "list", "answer"])
@pytest.mark.parametrize(("args", "other"), [((), None), (("--project", "far"), "far"), (("--global",), None)])
def test_a_line_can_say_that_it_belongs_to_no_project(
    form: str, args: tuple[str, ...], other: str | None, recall: Home
) -> None:
    """As in an export that lost its first line; a line that does not speak of a project goes where the import runs."""
    shop = recall.path / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / ".git/HEAD").write_text("ref: refs/heads/main\n")
    recall.store("The shop sells tea.", cwd=shop)
    lines: list[dict[str, object]] = [
        {"text": "Tabs, not spaces.", "project": None},
        {"text": "Commits are signed.", "project": ""},
        {"text": "The port is 8080."},
    ]
    content = json.dumps({"memories": lines} if form == "answer" else lines)
    recall.json("import", "-", *args, stdin="\n".join(map(json.dumps, lines)) if form == "lines" else content, cwd=shop)
    found = {one["text"]: one["project"] for one in recall.json("list", "--project", "*")["memories"]}
    here = other if args else "shop"
    assert found == {
        "The shop sells tea.": "shop", "Tabs, not spaces.": other, "Commits are signed.": other, "The port is 8080.": here,
    }  # fmt: skip


def test_a_file_that_moves_to_a_new_project_ends_nothing_outside_of_it(recall: Home) -> None:
    """What it said for every project stays, since it is another project that the file is read for now."""
    notes = recall.path / "CLAUDE.md"
    notes.write_text("# Rules\n\n- The tests run with make check.\n")
    recall.quick("import", str(notes), "--global")
    recall.store("The documents are built with make docs.", "--global")
    notes.write_text("# Rules\n\n- The documents are built with make docs.\n")
    report = recall.json("import", str(notes), "--project", "shop")
    assert (report["created"], report["ended"]) == (1, 0)


def test_the_name_of_a_file_is_not_written_down(recall: Home) -> None:
    """It may hold a secret, or the name of somebody: not a byte of it is in the store, nor in the WAL."""
    path = recall.path / f"key-ghp_{'a8Kq2Zx' * 5}b.jsonl"
    path.write_text('{"text": "The queue is NATS."}\n')
    assert recall.json("import", str(path))["created"] == 1
    for beside in recall.db.parent.glob("recall.db*"):
        assert path.stem.encode() not in beside.read_bytes()

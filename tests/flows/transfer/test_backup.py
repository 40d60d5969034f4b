"""Copies and their way back: whole, of one moment, for their owner alone, never in the way of anything."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from recall_cli.engines.sqlite.driver import SCHEMA_VERSION
from tests.command import Home
from tests.faults.store_check import count_texts, find_faults


def test_a_copy_is_whole_and_its_owners_alone(recall: Home) -> None:
    """Memories, their history and their vectors; one file, mode 0600, no WAL, no draft left beside it."""
    id_ = recall.store("The queue is NATS.")
    recall.quick("update", id_, "--importance", "0.9")
    recall.store("Tabs in Go.")
    copies = recall.path / "copies"
    copies.mkdir()
    found = recall.json("backup", str(copies / "one.db"))
    assert (found["memories"], found["verified"]) == (2, True)
    assert found["rows"]["change"] == 1
    assert [path.name for path in copies.iterdir()] == ["one.db"]
    assert stat.S_IMODE((copies / "one.db").stat().st_mode) == 0o600
    assert recall.json("--db", str(copies / "one.db"), "search", "queue")["total"] == 1


def test_a_copy_names_the_settings_that_are_not_in_it(recall: Home) -> None:
    """Only if there is a settings file."""
    recall.store("The queue is NATS.")
    assert recall.json("backup", "one.db")["settings_file"] is None
    recall.quick("config", "min_confidence", "0.3", person=True)
    done = recall.json("backup", "two.db")
    assert done["settings_file"] == str(recall.config)
    assert done["notes"] == [f"settings are not in it: to move to another machine, copy {recall.config} too"]


def test_a_copy_never_replaces_what_is_there_unasked(recall: Home) -> None:
    """A file, a folder, the store itself: refused; --force replaces the file only."""
    recall.store("x")
    (recall.path / "there.db").write_text("mine")
    assert recall.quick("backup", "there.db").status == 2
    assert (recall.path / "there.db").read_text() == "mine"
    assert recall.quick("backup", str(recall.path)).status == 2
    assert recall.quick("backup", str(recall.db), "--force").status == 2
    assert recall.quick("backup", "there.db", "--force").status == 0
    assert recall.quick("backup", "none/\0.db").status != 0
    assert recall.json("count")["count"] == 1


def test_a_copy_needs_a_store_and_a_name(recall: Home) -> None:
    """Where nothing was ever stored nothing is made; without a folder for copies it asks for a file."""
    assert recall.quick("backup", "b.db").status == 4
    assert not recall.db.exists()
    assert not (recall.path / "b.db").exists()
    recall.store("x")
    answer = recall.quick("backup")
    assert (answer.status, "name a file" in answer.err) == (2, True)


WRITER_SCRIPT = """
import os, sys
from recall_cli.__main__ import run
n = 0
while True:
    if run(["store", f"note {n}", "--json"]) == 0:
        os.write(2, f"{n}\\n".encode())
        n += 1
"""


def test_copies_are_of_one_moment_while_others_write(recall: Home) -> None:
    """Each copy holds every memory acknowledged before it began, without a gap, and is whole."""
    recall.store("the first")
    log = (recall.path / "acknowledged").open("wb")
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER_SCRIPT],
        env=recall.environment(),
        cwd=recall.path,
        stdout=subprocess.DEVNULL,
        stderr=log,
    )
    try:
        for at in range(8):
            time.sleep(0.15)
            before = (recall.path / "acknowledged").read_bytes().count(b"\n")
            recall.json("backup", f"{at}.db")
            copy = recall.path / f"{at}.db"
            notes = sorted(int(text[5:]) for text in count_texts(copy) if text.startswith("note "))
            assert notes == [*range(len(notes))]
            assert len(notes) >= before
            assert find_faults(copy) == []
    finally:
        writer.kill()
        writer.wait()
        log.close()


def test_a_rotation_keeps_so_many_and_touches_nothing_else(recall: Home) -> None:
    """The oldest go, files of others stay; a young copy is new enough."""
    from recall_cli.app import App
    from recall_cli.flows.transfer.backup import rotate_backups

    recall.store("x")
    folder = recall.path / "copies"
    folder.mkdir()
    (folder / "recall-notes.db").write_text("mine")
    recall.more.update(RECALL_BACKUP_FOLDER=str(folder), RECALL_BACKUP_KEEP="2")
    for _ in range(4):
        recall.later(days=1)
        recall.json("backup", person=True)
    kept = sorted(path.name for path in folder.iterdir())
    assert kept == ["recall-20260304T120600000Z.db", "recall-20260305T120800000Z.db", "recall-notes.db"]
    assert [one["there"] for one in recall.json("backup", "--list")["backups"]] == [True, True]
    recall.later(minutes=60)
    app = App(environment=recall.environment())
    assert rotate_backups(app) is None
    app.close()
    recall.later(days=1)
    app = App(environment=recall.environment())
    assert rotate_backups(app) is not None
    app.close()


def list_copies(folder: Path) -> "tuple[list[str], list[str]]":
    """The copies in a folder: those of the user, and those that agents asked for."""
    names = sorted(path.name for path in folder.iterdir())
    return [n for n in names if "-agent" not in n], [n for n in names if "-agent" in n]


def test_an_agent_s_copies_make_room_for_each_other_alone(recall: Home) -> None:
    """However often an agent copies the store, under whatever clock, the copies of the user stay."""
    recall.store("x")
    folder = recall.path / "copies"
    recall.quick("config", "backup.folder", str(folder), person=True)
    recall.quick("config", "backup.keep", "2", person=True)
    for _ in range(2):
        recall.later(days=1)
        recall.json("backup", person=True)
    own, _ = list_copies(folder)
    assert len(own) == 2
    for clock in ("2020-01-01", "2020-01-02", "2020-01-03", "", "", ""):
        recall.later(minutes=1)
        for words in (("backup",), ("maintain",)):
            recall.quick(*words, env={"RECALL_NOW": clock} if clock else {})
        recall.quick("maintain", env={"RECALL_BACKUP_KEEP": "1"})
    assert list_copies(folder)[0] == own
    assert len(list_copies(folder)[1]) == 2
    recall.later(days=1)
    recall.json("backup", person=True)
    assert list_copies(folder)[0][0] == own[1], "the user's own copies still make room for each other"


@pytest.mark.parametrize("words", [(), ("--force",)])
def test_an_agent_gives_no_copy_the_name_of_the_user_s(recall: Home, words: tuple[str, ...]) -> None:
    """A copy under such a name would take the place of the user's in the folder for copies; elsewhere it may."""
    recall.store("x")
    folder = recall.path / "copies"
    folder.mkdir()
    recall.quick("config", "backup.folder", str(folder), person=True)
    answer = recall.quick("backup", str(folder / "recall-20990101T000000000Z.db"), *words)
    assert (answer.status, "choose another name" in answer.err) == (2, True)
    assert not [*folder.iterdir()]
    assert recall.quick("backup", str(folder / "mine.db")).status == 0
    assert recall.quick("backup", "recall-20990101T000000000Z.db").status == 0


@pytest.mark.parametrize("file", ["nope/x.db", "nope/deep/x.db", "./nope/x.db", "~/nope/x.db", "there.txt/x.db"])
def test_a_copy_makes_no_folder(recall: Home, file: str) -> None:
    """A folder that there is not is rather mistyped: nothing is made, and no copy is remembered."""
    recall.store("x")
    (recall.path / "there.txt").write_text("mine")
    answer = recall.quick("backup", file)
    assert (answer.status, "there is no folder" in answer.err) == (2, True)
    assert answer.err.count("\n") == 1
    assert not (recall.path / "nope").exists()
    assert recall.json("backup", "--list")["backups"] == []


def test_an_export_makes_no_folder(recall: Home) -> None:
    """Neither does an export."""
    recall.store("x")
    assert "no such file or directory" in recall.quick("export", "nope/x.jsonl").err
    assert not (recall.path / "nope").exists()


def test_there_and_back(recall: Home) -> None:
    """What was copied is the store again, where there was none: the same memories, history, undo and search."""
    id_ = recall.store("The queue is NATS.")
    recall.quick("update", id_, "--importance", "0.9")
    recall.json("backup", "b.db")
    before = recall.json("get", id_)
    for path in recall.db.parent.iterdir():
        path.unlink()
    assert recall.json("restore", "b.db")["kept"] is None
    assert recall.json("get", id_) == before
    assert recall.json("undo")["operation"]
    assert recall.json("get", id_)["importance"] != 0.9
    assert apsw.Connection(str(recall.db)).pragma("journal_mode") == "wal"
    assert stat.S_IMODE(recall.db.stat().st_mode) == 0o600


def test_a_restore_keeps_what_was_there(recall: Home) -> None:
    """Not without --force; then only by a person; and all that the store held is in the file beside it."""
    recall.store("old")
    recall.json("backup", "b.db")
    recall.store("new")
    assert recall.quick("restore", "b.db", person=True).status == 2
    assert recall.quick("restore", "b.db", "--force").status == 3
    assert recall.json("count")["count"] == 2
    done = recall.json("restore", "b.db", "--force", person=True)
    assert {*count_texts(recall.db)} == {"old"}
    assert {*count_texts(Path(done["kept"]))} == {"old", "new"}
    assert stat.S_IMODE(os.stat(done["kept"]).st_mode) == 0o600
    assert {one["file"] for one in recall.json("backup", "--list")["backups"]} == {
        str(recall.path / "b.db"),
        done["kept"],
    }
    assert find_faults(recall.db) == []
    recall.store("goes on")


@pytest.mark.parametrize("damage", ["middle", "empty", "text", "foreign", "newer", "cut"])
def test_a_bad_copy_changes_nothing(recall: Home, damage: str) -> None:
    """Damaged, cut off, not ours, newer: one line says so and the store is as it was."""
    for n in range(40):
        recall.store(f"memory {n} " + "x" * 300)
    recall.json("backup", "b.db")
    copy = recall.path / "b.db"
    raw = copy.read_bytes()
    if damage == "middle":
        copy.write_bytes(raw[:8192] + os.urandom(30_000) + raw[38_192:])
    elif damage == "cut":
        copy.write_bytes(raw[: len(raw) // 2])
    elif damage in ("empty", "text"):
        copy.write_bytes(b"" if damage == "empty" else b"buy milk\n" * 1000)
    elif damage == "foreign":
        copy.unlink()
        apsw.Connection(str(copy)).execute("CREATE TABLE theirs (x)")
    else:
        apsw.Connection(str(copy)).pragma("user_version", SCHEMA_VERSION + 1)
    recall.store("newest")
    answer = recall.quick("restore", "b.db", "--force", person=True)
    assert answer.status == 5, answer
    assert answer.err.count("\n") == 1
    assert str(copy) in answer.err, "it is the copy that is bad, under the name that was given"
    assert ".new" not in answer.err
    assert recall.json("count")["count"] == 41
    beside = {path.name for path in recall.db.parent.iterdir()}
    assert beside <= {"recall.db", "recall.db-wal", "recall.db-shm"}


def test_a_damaged_store_is_put_aside(recall: Home) -> None:
    """Where nothing can be read any more, the files are moved as they are and the copy takes their place."""
    recall.store("old")
    recall.json("backup", "b.db")
    for path in recall.db.parent.iterdir():
        if path != recall.db:
            path.unlink()
    recall.db.write_bytes(b"\xff" * 20_000)
    done = recall.json("restore", "b.db", "--force", person=True)
    assert Path(done["kept"]).read_bytes() == b"\xff" * 20_000
    assert {*count_texts(recall.db)} == {"old"}


@pytest.mark.parametrize("what", ["pipe", "link to a pipe", "-"])
def test_what_is_no_ordinary_file_is_never_replaced(recall: Home, what: str) -> None:
    """Not by --force either: a device would be gone, for everybody on the machine."""
    recall.store("old")
    pipe, link = recall.path / "pipe", recall.path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    name = {"pipe": str(pipe), "link to a pipe": str(link), "-": "-"}[what]
    for force in ([], ["--force"]):
        assert recall.quick("backup", name, *force).status == 2
    assert pipe.is_fifo()
    assert link.is_symlink()
    assert not (recall.path / "-").exists()


def test_the_folder_for_copies_is_where_it_was_named(recall: Home) -> None:
    """Maintenance runs from elsewhere: a folder named from here is kept as its whole path."""
    recall.store("old")
    (recall.path / "work").mkdir()
    recall.quick("config", "backup.folder", "copies", cwd=recall.path / "work", person=True)
    assert recall.json("config", "backup.folder")["value"] == str(recall.path / "work/copies")
    recall.quick("maintain", cwd=recall.path)
    assert len([*(recall.path / "work/copies").iterdir()]) == 1
    recall.quick("config", "backup.folder", "~/copies", cwd=recall.path / "work", person=True)
    assert recall.json("config", "backup.folder")["value"] == "~/copies"

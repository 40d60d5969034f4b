"""Erasing: out of every table and every byte, in one piece, and a receipt that can be trusted."""

import json
import os
import re
from pathlib import Path

import apsw
import pytest

from tests.command import Home
from tests.faults.store_check import find_faults

TABLES = ("memory", "change", "job", "operation", "contest", "link", "vector", "vector_block", "vector_waiting")


def stored_bytes(recall: Home, *more: Path) -> bytes:
    """Every byte of the store and of other files, in lower case."""
    files = [*recall.db.parent.iterdir(), *more]
    return b"".join(path.read_bytes() for path in files).lower()


def query_rows(recall: Home, sql: str) -> list[tuple[object, ...]]:
    connection = apsw.Connection(str(recall.db))
    try:
        return list(connection.execute(sql))
    finally:
        connection.close()


def fill_store(recall: Home) -> list[str]:
    """Ordinary memories, and among them three about somebody who wants to be forgotten: their ids."""
    ids: list[str] = recall.fill_once("to forget", _fill_store)
    return ids


def _fill_store(recall: Home) -> list[str]:
    for n in range(30):
        recall.store(f"Ordinary note {n} about builds and tests.")
    ids = [
        recall.store("Zyxquartz prefers the quiet office.", "--topic", "people"),
        recall.store("The reviewer is Zyxquartz.", "--entity", "reviewer", "--attribute", "name", "--value", "Zyxquartz"),
        recall.store("The one who said flimberwock left."),
    ]  # fmt: skip
    recall.later()
    recall.quick("update", ids[2], "--text", "That colleague left.")
    recall.quick("tag", ids[0], "who=zyxquartz")
    recall.quick("store", "Zyxquartz wants to be called before nine.", "--defer")
    assert recall("search", "who is Zyxquartz").status == 0  # what was asked is remembered too
    return ids


def test_by_words_everything_that_says_or_said_them_goes(recall: Home) -> None:
    """Text, fact, tags, an older wording, a waiting job: gone from the tables and from every byte."""
    fill_store(recall)
    told = recall.json("erase", "--query", "zyxquartz", "--confirm")
    assert (len(told["erased"]), told["jobs"], told["left"], told["finished"]) == (2, 1, 0, True)
    assert {place["kind"] for place in told["files"]} == {"store", "wal"}
    assert len(recall.json("erase", "--query", "flimberwock", "--confirm")["erased"]) == 1
    assert b"zyxquartz" not in stored_bytes(recall)
    assert b"flimberwock" not in stored_bytes(recall)
    assert find_faults(recall.db) == []
    assert recall.json("count")["count"] == 30
    assert recall.json("search", "zyxquartz", "--include", "all")["total"] == 0


def test_without_confirm_nothing_goes(recall: Home) -> None:
    """It shows what would go, and the bytes stay."""
    fill_store(recall)
    before = query_rows(recall, "SELECT count(*) FROM memory")
    told = recall.json("erase", "--query", "zyxquartz")
    assert (len(told["would_erase"]), told["dry_run"]) == (2, True)
    assert "--confirm" in recall.quick("erase", "--topic", "people").out
    assert query_rows(recall, "SELECT count(*) FROM memory") == before


@pytest.mark.parametrize(
    "args",
    [[], ["--query", "x", "--user", "owner"], ["someid", "--topic", "x"], ["--query", "?!"], ["--query", ""]],
    ids=str,
)
def test_what_is_unclear_erases_nothing(recall: Home, args: list[str]) -> None:
    """Nothing, two ways at once, no words: a usage error."""
    fill_store(recall)
    assert recall.quick("erase", *args, "--confirm").status == 2
    assert recall.json("count")["count"] == 33


def test_what_is_not_there_says_so(recall: Home) -> None:
    """A word, topic, project or id that nothing has."""
    fill_store(recall)
    for args in (["--query", "nowhere"], ["--topic", "nowhere"], ["--project", "nowhere"], ["01234567"]):
        assert recall.quick("erase", *args, "--confirm").status == 4
    assert recall.quick("erase", "--topic", "people", "--query", "office", "--confirm").status == 0


def test_a_project_goes_with_its_name(recall: Home) -> None:
    """Its memories, its waiting jobs, its marks."""
    recall.store("Kept.", "--project", "kept")
    recall.store("The client is Brindlewood.", "--project", "qwandrous")
    recall.quick("store", "Something about qwandrous.", "--project", "qwandrous", "--defer")
    told = recall.json("erase", "--project", "qwandrous", "--confirm")
    assert (len(told["erased"]), told["jobs"], told["left"]) == (1, 1, 0)
    assert b"brindlewood" not in stored_bytes(recall)
    assert query_rows(recall, "SELECT name FROM project") == [("kept",)]


def test_a_user_goes_whole(recall: Home) -> None:
    """Nothing with his name or his words is left in any table but the record that it happened; others keep theirs."""
    recall.store("Mine stays.")
    their = {"RECALL_USER": "wimblethorpe"}
    id_ = recall.store("The parrot is Quillfeather.", "--project", "aviary", env=their)
    recall.quick("update", id_, "--text", "The parrot was Quillfeather.", env=their)
    recall.quick("store", "Quillfeather later.", "--defer", env=their)
    assert recall.quick("erase", "--user", "wimblethorpe", "--confirm").status == 3
    told = recall.json("erase", "--user", "wimblethorpe", "--confirm", person=True)
    assert (len(told["erased"]), told["left"]) == (1, 0)
    assert b"quillfeather" not in stored_bytes(recall)
    assert [recall.json("count")["count"], recall.json("count", env=their)["count"]] == [1, 0]
    for table in TABLES:
        if table not in ("operation", "change", "link", "vector"):
            assert query_rows(recall, f"SELECT count(*) FROM {table} WHERE user = 'wimblethorpe'") == [(0,)], table
    assert query_rows(recall, "SELECT count(*) FROM vector WHERE place / 64 NOT IN (SELECT n FROM memory)") == [(0,)]
    assert find_faults(recall.db) == []


def test_the_users_own_word_goes_only_by_his_hand(recall: Home) -> None:
    """An agent or a script erases what agents said, never what the user said; all or nothing."""
    recall.store("Told by the user: glimmerstone.", person=True)
    recall.store("Told by an agent: glimmerstone.")
    refused = recall.quick("erase", "--query", "glimmerstone", "--confirm")
    assert (refused.status, "only the user can" in refused.err) == (3, True)
    assert recall.json("count")["count"] == 2
    assert len(recall.json("erase", "--query", "glimmerstone", "--confirm", person=True)["erased"]) == 2


def test_copies_are_looked_into_and_can_be_cleaned(recall: Home) -> None:
    """The receipt says which copy still has the words (exit 1); with --copies they go there too, and it still works."""
    fill_store(recall)
    copy = recall.path / "copy.db"
    recall.json("backup", str(copy))
    answer = recall.quick("--json", "erase", "--query", "zyxquartz", "--confirm")
    told = json.loads(answer.out)
    assert answer.status == 1
    assert {place["kind"]: place["left"] > 0 for place in told["files"]} == {"store": False, "wal": False, "copy": True}
    recall.json("backup", str(copy), "--force")
    left = recall.json("list", "-n", "1")["memories"][0]["id"]
    assert recall.json("erase", left, "--copies", "--confirm")["left"] == 0
    assert recall.json("--db", str(copy), "count")["count"] == 30
    assert find_faults(copy) == []
    assert not [path for path in recall.path.iterdir() if path.name.startswith("copy.db-")]


def test_words_that_others_say_too_are_no_alarm(recall: Home) -> None:
    """A word of a project's name, or of another memory, is not what was erased."""
    recall.store("Something of zephyrine origin.", "--project", "zephyrine")
    recall.store("The zephyrine cluster is down.", "--project", "other")
    recall.store("The column superseded_by and the state processing were mentioned.")
    assert recall.json("erase", "--query", "mentioned", "--confirm")["left"] == 0
    told = recall.json("erase", "--query", "origin", "--confirm")
    assert told["left"] == 0
    told = recall.json("erase", "--query", "cluster", "--confirm")
    assert (told["left"], told["also_said_by"]) == (0, ["project"])


def test_it_cannot_be_undone_and_others_still_can(recall: Home) -> None:
    """Undoing the erasure is refused; what an erased memory had ended can be brought back by undoing that store."""
    place = ("--entity", "port", "--attribute", "number", "--value")
    first = recall.store("The port is 8080.", *place, "8080")
    recall.later()
    second = recall.store("The port is 9090.", *place, "9090")
    recall.later()
    recall.quick("undo")
    recall.later()
    told = recall.json("erase", second, "--confirm")
    assert "cannot be undone" in recall.quick("undo", str(told["operation"])).err
    assert recall.quick("undo", "3").status == 0, "what pointed to the erased one points nowhere"
    assert find_faults(recall.db) == []
    assert recall.json("get", first)["superseded_by"] is None
    assert "erase" in recall.quick("log").out


def test_a_reader_delays_the_end_and_it_is_said(recall: Home) -> None:
    """While somebody reads, the WAL cannot be emptied: exit 1, and the next that comes can finish it."""
    fill_store(recall)
    reader = apsw.Connection(str(recall.db))
    reader.execute("BEGIN").fetchall()
    reader.execute("SELECT count(*) FROM memory").fetchall()
    recall.more["RECALL_BUSY_SECONDS"] = "0.2"
    answer = recall.quick("--json", "erase", "--query", "zyxquartz", "--confirm")
    assert (answer.status, json.loads(answer.out)["finished"]) == (1, False)
    assert query_rows(recall, "SELECT count(*) FROM meta WHERE key = 'erasing'") == [(1,)]
    reader.close()
    from recall_cli.app import App
    from recall_cli.flows.edit.erase_bytes import finish_erasure

    app = App(environment=recall.environment())
    assert finish_erasure(app)
    assert not finish_erasure(app)
    app.close()
    assert b"zyxquartz" not in stored_bytes(recall)
    assert query_rows(recall, "SELECT count(*) FROM meta WHERE key = 'erasing'") == [(0,)]


@pytest.mark.skipif(os.environ.get("RECALL_LARGE") is None, reason="RECALL_LARGE=50000 erases so many")
def test_many_go_in_seconds(recall: Home) -> None:
    """So many memories, each with words of its own, and no byte of them left."""
    count = int(os.environ["RECALL_LARGE"])
    lines = (json.dumps({"text": f"note {n} of quux{n:07d}", "topic": "big"}) + "\n" for n in range(count))
    (recall.path / "many.jsonl").write_text("".join(lines))
    recall.json("import", "many.jsonl")
    told = recall.json("erase", "--topic", "big", "--confirm")
    assert (len(told["erased"]), told["left"]) == (count, 0)
    assert b"quux" not in stored_bytes(recall)


def test_notes_keys_and_questions_go_too(recall: Home) -> None:
    """A note of feedback and the key of finished work hold words of what goes: they leave the log and the file."""
    ids = fill_store(recall)
    recall.quick("feedback", ids[1], "--helpful", "--note", "Zyxquartz was right again")
    recall.quick("store", "The zebra crossing in front of the office is closed.", "--defer", "--key", "zyxquartz-1")
    recall.quick("worker", "--once")
    told = recall.json("erase", "--query", "zyxquartz", "--confirm")
    assert told["left"] == 0
    assert not {"log", "job", "question"}.intersection(told["also_said_by"])
    assert b"zyxquartz" not in stored_bytes(recall)
    assert "zyxquartz" not in recall.quick("log").out.lower()


def test_copies_lose_what_else_says_the_words(recall: Home, tmp_path: Path) -> None:
    """In a copy the questions, the notes and the deferred work with those words go like the memories."""
    ids = fill_store(recall)
    recall.quick("feedback", ids[1], "--helpful", "--note", "Zyxquartz was right again")
    copy = tmp_path / "copy.db"
    recall.quick("backup", str(copy))
    assert b"zyxquartz" in copy.read_bytes().lower()
    assert recall.json("erase", "--query", "zyxquartz", "--copies", "--confirm")["left"] == 0
    assert b"zyxquartz" not in copy.read_bytes().lower()


def test_a_copy_is_erased_later_too(recall: Home, tmp_path: Path) -> None:
    """Whoever erased without --copies, and reads that a copy still says it, erases there afterwards."""
    fill_store(recall)
    copy = tmp_path / "copy.db"
    recall.quick("backup", str(copy))
    assert recall.quick("erase", "--query", "zyxquartz", "--confirm").status == 1
    assert "in backups would be erased" in recall.quick("erase", "--query", "zyxquartz", "--copies").out
    told = recall.json("erase", "--query", "zyxquartz", "--copies", "--confirm")
    assert (told["erased"], told["erased_in_copies_alone"], told["left"]) == ([], 2, 0)
    assert b"zyxquartz" not in copy.read_bytes().lower()
    assert find_faults(copy) == []


def test_a_project_is_erased_later_from_copies_too(recall: Home, tmp_path: Path) -> None:
    """A project that only a copy still has goes there with its name; one that nothing has is an error."""
    recall.quick("store", "The gateway listens on port 7171 behind the zwetschgen proxy.", "--project", "wolkenkuckuck")
    copy = tmp_path / "copy.db"
    recall.quick("backup", str(copy))
    preview = recall.quick("erase", "--project", "wolkenkuckuck")
    assert "a backup may hold the words too: add --copies" in preview.err
    assert "--copies" not in recall.quick("erase", "--project", "wolkenkuckuck", "--copies").err
    assert recall.quick("erase", "--project", "wolkenkuckuck", "--confirm").status == 1
    told = recall.json("erase", "--project", "wolkenkuckuck", "--copies", "--confirm")
    assert (told["erased"], told["erased_in_copies_alone"], told["left"]) == ([], 1, 0)
    assert not {b"wolkenkuckuck", b"zwetschgen"} & {*re.findall(rb"[a-z]+", copy.read_bytes().lower())}
    assert recall.quick("erase", "--project", "wolkenkuckuck", "--copies", "--confirm").status == 4


def test_an_erasure_that_finds_nothing_leaves_nothing_to_finish(recall: Home, tmp_path: Path) -> None:
    """Erasing from copies what is in none of them fails, and `recall doctor` still finds all well."""
    fill_store(recall)
    recall.quick("backup", str(tmp_path / "copy.db"))
    assert recall.quick("erase", "--query", "nowhere", "--copies", "--confirm").status == 4
    checks = {one["check"]: one["state"] for one in recall.json("doctor")["findings"]}
    assert checks["erasure"] == "ok"
    recall.quick("erase", "--query", "zyxquartz", "--copies", "--confirm")
    assert recall.quick("erase", "--query", "zyxquartz", "--copies", "--confirm").status == 4
    assert "cut off" not in recall.quick("doctor").out


def test_a_damaged_copy_does_not_stop_an_erasure(recall: Home, tmp_path: Path) -> None:
    """What cannot be opened is named, the store is clean, and the receipt says where words are left."""
    fill_store(recall)
    copy = tmp_path / "copy.db"
    recall.quick("backup", str(copy))
    raw = bytearray(copy.read_bytes())
    raw[:16] = b"X" * 16
    copy.write_bytes(raw)
    told = recall.quick("erase", "--query", "zyxquartz", "--copies", "--confirm")
    assert (told.status, "not erased in" in told.err) == (1, True), told
    assert b"zyxquartz" not in stored_bytes(recall)


def test_ids_that_are_gone_here_are_erased_in_a_copy(recall: Home, tmp_path: Path) -> None:
    """After `delete --now` the same id, or its beginning, erases in the copies; an id of nobody is told as such."""
    ids = fill_store(recall)
    copy = tmp_path / "copy.db"
    recall.quick("backup", str(copy))
    assert recall.quick("delete", "--now", ids[0]).status == 1
    told = recall.json("erase", ids[0], "--copies", "--confirm")
    assert (told["erased"], told["erased_in_copies_alone"], told["left"]) == ([], 1, 0)
    assert b"quiet office" not in copy.read_bytes().lower()
    assert recall.quick("erase", "01999999-0000-7000-8000-000000000000", "--copies", "--confirm").status == 4


def test_work_put_off_leaves_a_copy_with_what_became_of_it(recall: Home, tmp_path: Path) -> None:
    """A copy from before the worker came still has the text as work to do: it goes with the memory."""
    fill_store(recall)
    copy = tmp_path / "copy.db"
    recall.quick("backup", str(copy))
    recall.quick("worker", "--once")
    said = [one["id"] for one in recall.json("list", "--limit", "100")["memories"] if "Zyxquartz" in one["text"]]
    assert recall.json("erase", *said, "--copies", "--confirm")["left"] == 0
    assert b"zyxquartz" not in copy.read_bytes().lower()

"""The audit log: it has every write, shows every manipulation, and stays intact after erasing."""

import json

import apsw
import pytest

from recall_cli.engines.tables.audit import chain_hash
from tests.command import Home
from tests.rows import read_rows


def run_sql(recall: Home, sql: str) -> None:
    connection = apsw.Connection(str(recall.db))
    connection.execute(sql).fetchall()
    connection.close()


def fill_store(recall: Home) -> list[str]:
    """Four memories with a change, its undo and a deletion: their ids."""
    ids: list[str] = recall.fill_once("seven operations", _fill_store)
    return ids


def _fill_store(recall: Home) -> list[str]:
    ids = [recall.store(f"note {n} about quillfeather{n}") for n in range(4)]
    recall.quick("update", ids[0], "--importance", "0.9")
    recall.quick("undo")
    recall.quick("delete", ids[1])
    return ids


def audit_entries(recall: Home) -> list[dict[str, object]]:
    return list(recall.json("audit", "export")["audit"])


def test_every_write_is_recorded(recall: Home) -> None:
    """A row for each operation, with name, user, time, outcome and a hash of the inputs; reads are not recorded."""
    fill_store(recall)
    recall.json("search", "note")
    rows = audit_entries(recall)
    assert [row["name"] for row in rows] == ["store"] * 4 + ["update", "undo", "delete"]
    assert [row["op"] for row in rows] == [*range(1, 8)]
    assert {row["user"] for row in rows} == {"owner"}
    assert {row["outcome"] for row in rows} == {"memories: 1"}
    assert len({row["inputs"] for row in rows}) == len({row["digest"] for row in rows}) == 7
    assert all(float(str(row["ms"])) > 0 for row in rows)
    assert recall.json("audit")["whole"]


def test_an_import_is_recorded_batch_by_batch(recall: Home) -> None:
    """Each transaction of an import has a hash of what it stored."""
    (recall.path / "many.jsonl").write_text("".join(f'{{"text": "line {n}"}}\n' for n in range(4500)))
    recall.json("import", "many.jsonl")
    assert [row["outcome"] for row in audit_entries(recall)] == ["memories: 2000", "memories: 4000", "memories: 4500"]
    assert recall.json("audit")["whole"]


TAMPERING = dict(read_rows(__file__, "tampering"))


@pytest.mark.parametrize("how", TAMPERING)
def test_tampering_is_found(recall: Home, how: str) -> None:
    """A changed, removed or moved row is named, with exit 1."""
    fill_store(recall)
    head = recall.json("audit")["head"]
    run_sql(recall, TAMPERING[how])
    answer = recall.quick("audit", "verify")
    assert answer.status == 1
    assert "NOT intact" in answer.out
    told = json.loads(recall.quick("--json", "audit", "--head", head).out)
    assert not told["whole"]
    assert told["faults"] or told["unrecorded"]


NONSENSE = dict(read_rows(__file__, "nonsense"))


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_found_too(recall: Home, what: str) -> None:
    """Values that recall never writes are faults, and the log can still be exported."""
    fill_store(recall)
    run_sql(recall, NONSENSE[what])
    answer = recall.quick("audit")
    assert (answer.status, answer.err) == (1, "")
    assert "NOT intact: 7 rows" in answer.out
    export = recall.quick("audit", "export")
    assert (export.status, export.err) == (0, "")
    for line in export.out.splitlines():
        json.loads(line)
    assert recall.json("audit", "export")["audit"]


def test_nonsense_in_one_row_of_an_import_is_found(recall: Home) -> None:
    """Nonsense in one row of an import is a fault in its other rows too."""
    (recall.path / "many.jsonl").write_text("".join(f'{{"text": "line {n}"}}\n' for n in range(2100)))
    recall.json("import", "many.jsonl")
    run_sql(recall, "UPDATE audit SET outcome = 'x' WHERE n = 1")
    answer = recall.quick("audit")
    assert (answer.status, answer.err, "NOT intact: 2 rows" in answer.out) == (1, "", True)


def test_a_noted_head_shows_a_chain_made_anew(recall: Home) -> None:
    """A rebuilt chain is detected by a digest that was noted before."""
    fill_store(recall)
    head = recall.json("audit")["head"]
    recall.store("later")
    assert recall.json("audit", "--head", head)["head_found"]
    run_sql(recall, "DELETE FROM audit; DELETE FROM change; PRAGMA foreign_keys = 0; DELETE FROM operation")
    recall.store("a new history")
    told = json.loads(recall.quick("--json", "audit", "--head", head).out)
    assert (told["whole"], told["head_found"], told["faults"]) == (False, False, [])


def test_erasing_forgets_what_was_given_and_keeps_the_chain(recall: Home) -> None:
    """The hashes of erased memories are gone, all others stay, and all rows are in place."""
    ids = fill_store(recall)
    before = {row["op"]: row["inputs"] for row in audit_entries(recall)}
    recall.json("erase", ids[0], "--confirm")
    told = recall.json("audit")
    assert (told["whole"], told["rows"], told["forgotten"]) == (True, 8, 3)
    after = {row["op"]: row["inputs"] for row in audit_entries(recall)}
    assert [op for op in before if after[op] is None] == [1, 5, 6]
    assert [op for op in before if after[op] == before[op]] == [2, 3, 4, 7]


def test_erasing_a_user_leaves_no_name(recall: Home) -> None:
    """The rows of an erased user stay in the chain without the name; other users' rows are unchanged."""
    fill_store(recall)
    recall.store("Theirs.", env={"RECALL_USER": "wimblethorpe"})
    recall.json("erase", "--user", "wimblethorpe", "--confirm", person=True)
    assert recall.json("audit")["whole"]
    raw = b"".join(path.read_bytes() for path in recall.db.parent.iterdir())
    assert b"wimblethorpe" not in raw


def test_the_parts_of_a_hash_cannot_run_into_each_other() -> None:
    """Values that are split differently have different hashes."""
    assert chain_hash("ab", "c") != chain_hash("a", "bc") != chain_hash("abc")
    assert chain_hash("1:a", "") != chain_hash("", "1:a")
    assert len(chain_hash()) == 64


def test_what_writes_nothing_is_not_recorded(recall: Home) -> None:
    """A dry run, a refusal, and a pin that changes nothing leave no row; pinning and unpinning do."""
    recall.quick("store", "A rehearsal.", "--dry-run")
    recall.quick("store", "x" * 40_000)
    assert recall.quick("audit").out == "intact: 0 rows\n"
    id_ = recall.store("a note about quillfeather")
    for _ in range(2):
        recall.quick("pin", id_)
    recall.quick("unpin", id_)
    assert [row["name"] for row in audit_entries(recall)] == ["store", "pin", "unpin"]
    assert recall.quick("audit", "verify").status == 0


def test_what_a_large_import_brought_is_sealed_too(recall: Home) -> None:
    """Each row of an import covers its own part, also after one of its memories was erased."""
    (recall.path / "many.jsonl").write_text("".join(f'{{"text": "line {n}"}}\n' for n in range(4500)))
    recall.json("import", "many.jsonl")
    run_sql(recall, "UPDATE memory SET trust = 'user' WHERE n = 3000")
    told = json.loads(recall.quick("--json", "audit").out)
    assert [fault["n"] for fault in told["faults"]] == [2]
    run_sql(recall, "UPDATE memory SET trust = 'imported' WHERE n = 3000")
    ids = [memory["id"] for memory in recall.json("list", "--limit", "3")["memories"]]
    recall.quick("update", ids[0], "--importance", "0.9")
    assert recall.json("audit")["whole"]
    recall.json("erase", ids[1], "--confirm")
    assert recall.json("audit")["whole"]


def test_everything_that_recall_does_itself_leaves_the_record_whole(recall: Home) -> None:
    """Superseded facts, tags, pins, feedback, merging, undo, purging, masking, an import and its undo."""
    fact = ("--entity", "api", "--attribute", "port", "--value")
    ids = [recall.store(f"The port is {n}.", *fact, str(n)) for n in (80, 81, 82, 83, 84)]
    both = recall.quick("store", "We use Postgres 16. We deploy on Fridays. The queue is NATS.", "--extractor", "rules")
    assert both.status == 0
    recall.quick("store", "The queue is NATS.", "--tag", "a=b")
    recall.quick("store", "The queue is NATS.", "--tag", "c=d", person=True)
    recall.quick("tag", ids[4], "x=y")
    recall.quick("tag", ids[4], "--remove", "x")
    recall.quick("pin", ids[3], person=True)
    recall.quick("feedback", ids[2], "--helpful")
    recall.quick("config", "project", "merge", "home", "work")
    (recall.path / "x.jsonl").write_text('{"text": "alpha beta", "trust": "user", "tags": {"k": "v"}}\n')
    recall.quick("import", "x.jsonl", person=True)
    recall.quick("undo", person=True)
    recall.quick("undo", person=True)
    recall.quick("store", "Put off.", "--defer")
    recall.quick("worker")
    recall.quick("delete", ids[0])
    assert recall.json("audit")["whole"]
    recall.later(days=40)
    recall.quick("maintain")
    assert recall.json("audit")["whole"]
    recall.quick("scan", "--fix")
    recall.quick("erase", ids[1], "--confirm")
    found = recall.json("audit")
    assert (found["whole"], found["faults"]) == (True, [])
    assert recall.quick("doctor").out.count("the audit log is intact") == 1

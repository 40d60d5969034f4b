"""Years of use, month by month, against a plain model of the truth.

A few hundred memories by default, in fewer years than the long run has; `RECALL_LIFE=20000` lives the whole life.
"""

import os
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.command import Home
from tests.life.simulated_user import SimulatedUser
from tests.long_run import LONG_RUN

MONTHS = 36 if LONG_RUN else 8
MEMORIES_TOLD = int(os.environ.get("RECALL_LIFE", MONTHS * 18))
AUTOMATIC_KINDS = ("loop", "pattern", "consolidate", "expire")


def query_rows(recall: Home, sql: str) -> list[tuple[Any, ...]]:
    """What stands in the file. The connection is closed at once: left to the garbage collector, it would close some day
    in the middle of a write, drop that write's locks (they are the process's) and take the WAL away from under it."""
    with closing(sqlite3.connect(recall.db)) as store:
        return store.execute(sql).fetchall()


def believed_values(recall: Home) -> dict[tuple[str, str], set[tuple[str | None, str]]]:
    """Every value that an asking agent would be told, with its context, by fact."""
    found: dict[tuple[str, str], set[tuple[str | None, str]]] = {}
    page, at = [{}], 0
    while page:
        page = recall.json("list", "--project", "*", "-n", "10000", "--offset", str(at))["memories"]
        at += len(page)
        for memory in page:
            if memory["entity"] and memory["value"]:
                key = (memory["entity"], memory["attribute"])
                found.setdefault(key, set()).add((memory["qualifier"], memory["value"]))
    return found


def check_beliefs(recall: Home, life: SimulatedUser) -> None:
    """What recall believes is what is true, and what it cannot know it says."""
    now = believed_values(recall)
    for key, value in life.facts.items():
        assert now[key] == {(None, value)}, key
    for key, values in life.settled.items():
        assert now[key] == values, key
    conflicts = recall.json("conflicts", "--project", "*")["conflicts"]
    named = {(one["entity"], one["attribute"]) for one in conflicts}
    assert named == life.contested, [[value["text"] for value in one["values"]] for one in conflicts]


def check_answers(recall: Home, life: SimulatedUser) -> None:
    """A question about a fact that changed is answered by no belief that is over."""
    for (entity, attribute), over in [*life.over.items()][-12:]:
        asked = f"what is the {attribute} of {entity}?"
        hits = recall.json("search", asked, "--project", "*", "--no-touch")["results"]
        for hit in hits:
            memory = hit.get("memory", hit)
            if (memory["entity"], memory["attribute"]) == (entity, attribute):
                assert memory["value"] not in over
    assert all(row[0] for row in query_rows(recall, "SELECT text FROM memory"))


def check_notes_kept(recall: Home, life: SimulatedUser) -> None:
    """Everything that was ever noted is still believed, in its own memory or in the one that tells it now."""
    table = {
        row[0]: row[1:]
        for row in query_rows(recall, "SELECT n, id, text, superseded_by, superseded_at, deleted_at FROM memory")
    }
    by_id = {row[0]: number for number, row in table.items()}
    for note in life.notes:
        number, steps = by_id[note.id], 0
        while table[number][2] is not None:
            number, steps = table[number][2], steps + 1
            assert steps < 50
        _, text, _, superseded_at, deleted_at = table[number]
        assert superseded_at is None and deleted_at is None
        assert note.marker in text


@pytest.mark.slow
def test_years(recall: Home) -> None:
    """At the end of every month no superseded belief answers, no loop is unreported and nothing noted is lost; and in
    the end every automatic change can be taken back, to the first day."""
    life = SimulatedUser(recall, 7, MEMORIES_TOLD, MONTHS)
    for month in range(MONTHS):
        life.month(month)
        step = recall.json("maintain")
        assert step["steps"][0]["step"] == "jobs"
        check_beliefs(recall, life)
        if life.contested:
            life.resolves_contests()
            check_beliefs(recall, life)
        merged = recall.quick("consolidate", "--project", "*")
        assert merged.status in (0, 1), merged
        assert recall.quick("consolidate", "--patterns", "--project", "*").status in (0, 1)
        recall.later()
        if month % 6 == 5:
            check_answers(recall, life)
            check_notes_kept(recall, life)
    check_answers(recall, life)
    check_notes_kept(recall, life)
    assert life.count >= MEMORIES_TOLD * 0.6

    kinds = dict(query_rows(recall, "SELECT kind, count(*) FROM operation GROUP BY kind"))
    assert kinds.get("pattern", 0) > 0  # what says the same in other words is known when it is stored
    automatic = [
        row[0] for row in query_rows(recall, f"SELECT n FROM operation WHERE kind IN {AUTOMATIC_KINDS} ORDER BY n DESC")
    ]
    for number in automatic:
        recall.later()
        assert recall.quick("undo", str(number)).status == 0, number
    live = dict(query_rows(recall, "SELECT id, text FROM memory WHERE deleted_at IS NULL AND superseded_at IS NULL"))
    made = "SELECT m.id FROM memory m JOIN operation o ON o.n = m.born WHERE o.kind IN ('consolidate', 'pattern')"
    unions = {row[0] for row in query_rows(recall, made)}
    assert not unions & live.keys()
    assert {note.id for note in life.notes} - unions <= live.keys()
    words = {word.strip(".,").casefold() for text in live.values() for word in text.split()}
    assert {note.marker for note in life.notes} <= words
    check_beliefs(recall, life)
    print(f"\n{life.count} told, {len(query_rows(recall, 'SELECT 1 FROM memory'))} memories, {kinds}")

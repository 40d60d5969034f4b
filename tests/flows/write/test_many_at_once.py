"""Many memories of one operation: kept as each would be by itself, though their words are counted beside the index."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recall_cli.flows.write import keep
from tests.command import Home
from tests.flows.write.many_texts import keep_texts

PEOPLE = ("Anna", "Ben", "Carla", "David", "Eva")
TOOLS = ("Postgres", "Redis", "Kafka", "NATS", "SQLite", "DuckDB", "nginx")
NOTES = (
    "The gate-{n} service uses {tool} for its data.",
    "{person} owns the gate-{n} service.",
    "The timeout of gate-{n} is {n}0 seconds.",
    "We moved gate-{n} from {tool} to {other} because replay was too slow.",
    "Never run the gate-{n} migration while the {person} report runs.",
    "東京のサーバーは{tool}を使用しています。",
    "The café test of {tool} fails at step {n} 🚀.",
)
ALIKE = (
    "SELECT text, type, fact, seen_count, superseded_at IS NULL, valid_until IS NULL, tags, held FROM memory ORDER BY n"
)


def texts(first: int, count: int) -> list[str]:
    """So many statements, with some that come again and some that say otherwise."""
    found = []
    for n in range(first, first + count):
        kinds = {"n": n % 23, "person": PEOPLE[n % 5], "tool": TOOLS[n % 7], "other": TOOLS[n * 3 % 7]}
        found.append(NOTES[n % 7].format(**kinds))
    return found


def content(path: Path) -> tuple[list[object], ...]:
    """What a store holds, apart from ids and moments."""
    with closing(sqlite3.connect(path)) as db:
        return (
            db.execute(ALIKE).fetchall(),
            db.execute("SELECT one, other, kind, round(weight, 6) FROM link ORDER BY one, other").fetchall(),
            db.execute("SELECT fact, project, reason FROM contest ORDER BY n").fetchall(),
            db.execute("SELECT memory, op FROM change ORDER BY op, memory").fetchall(),
        )


def test_many_are_kept_as_one_by_one(recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same memories, links, contests and changes, in an empty store, in a full one, and with other tags."""
    for name, many in (("together", keep.MIN_BATCH_DRAFTS), ("single", 10**9)):
        monkeypatch.setattr(keep, "MIN_BATCH_DRAFTS", many)
        db = tmp_path / f"{name}.db"
        keep_texts(recall, texts(0, 150), db)
        keep_texts(recall, texts(90, 150), db)
        keep_texts(recall, texts(200, 120), db, "bot", part="two")
        keep_texts(recall, texts(200, 120), db, "bot", part="three")
    together, single = content(tmp_path / "together.db"), content(tmp_path / "single.db")
    assert len(single[0]) > 100
    assert len(single[1]) > 100
    assert len(single[3]) > 20
    assert together == single

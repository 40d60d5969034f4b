"""A login with a key signs the user of each transaction: nothing that was not signed is believed."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_cli.domain.errors import StoreError, UsageError
from recall_cli.domain.scope import View
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.server_address import parse_address
from recall_cli.engines.postgres.setup import MISSING, SetupRequest, set_up
from recall_cli.engines.postgres.signed_user import VALID_MS, UserSigner, signature
from recall_cli.engines.transaction import Transaction
from tests import engine_choice
from tests.command import Home
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import ADMIN, PostgresServer

psycopg = pytest.importorskip("psycopg")

SIGNING, KEY = "recall_signing", "a key of this login that no statement ever carries"


@pytest.fixture
def signing(server: PostgresServer, database: str) -> Iterator[str]:
    """A login that has to sign."""
    with server.admin(database) as admin:
        admin.execute(f"CREATE ROLE {SIGNING} LOGIN PASSWORD 'tester-password'")
    steps = set_up(
        parse_address(server.url(database, ADMIN)),
        SetupRequest(login=SIGNING, any_user=True, key=KEY),
        version="test",
        now=0,
    )
    assert [step for step in steps if step.state == MISSING] == []
    yield SIGNING
    with server.admin(database) as admin:
        admin.execute(f"DROP ROLE {SIGNING}")


def open_engine(server: PostgresServer, database: str, key: str | None = KEY) -> PostgresEngine:
    """An engine of the login, with a key."""
    url = server.url(database, SIGNING)
    return PostgresEngine(url, write=True, patience=1.0, version="test", now=lambda: NOW, key=lambda: key)


def read_as(connection: Any, context: str) -> list[Any]:
    """What a connection reads that names its tenant like this."""
    with connection.transaction():
        connection.execute("SELECT set_config('recall.tenant', %s, true)", [context])
        return list(connection.execute("SELECT text FROM memory").fetchall())


def in_ms(more: int = 0) -> str:
    return str(time.time_ns() // 1_000_000 + more)


def test_a_signed_user_reads_and_writes(server: PostgresServer, database: str, signing: str) -> None:
    """With the key everything works as without one, also with a name that has dots."""
    engine = open_engine(server, database)
    for user in ("alice", "bob.of.sales"):
        with Transaction(engine, View(user=user), NOW, write=True) as tx:
            add_memory(tx, f"of {user}")
        with Transaction(engine, View(user=user), NOW) as tx:
            assert tx.memories.count_visible() == 1
    engine.close()


FORGERIES = {
    "a bare name": lambda: "alice",
    "the key itself": lambda: KEY,
    "the key as a signature": lambda: f"{in_ms(VALID_MS)}.{KEY[:64].ljust(64, 'a')}.alice",
    "another key": lambda: UserSigner(key=b"another key", clock_ahead_ms=0).sign("alice"),
    "no signature": lambda: f"{in_ms(VALID_MS)}..alice",
    "a later expiry": lambda: f"9{signed('alice')}",
    "another user": lambda: signed("bob").removesuffix("bob") + "alice",
    "no user": lambda: signed("alice").removesuffix("alice"),
    "an expired one": lambda: signed("alice", -1),
    "letters for the expiry": lambda: "now" + signed("alice"),
}


def signed(user: str, more: int = VALID_MS, key: bytes = KEY.encode()) -> str:
    """A user as the program would sign it, at the server's clock."""
    expiry = in_ms(more)
    return f"{expiry}.{signature(key, expiry, user)}.{user}"


@pytest.mark.parametrize("forged", FORGERIES)
def test_what_is_not_signed_is_refused(server: PostgresServer, database: str, signing: str, forged: str) -> None:
    """A bare, forged, changed or expired context reads nothing, and is an error."""
    with server.connect(database, signing) as connection:
        assert read_as(connection, signed("alice")) == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="sign"):
            read_as(connection, FORGERIES[forged]())


def test_a_long_transaction_outlives_its_signature(server: PostgresServer, database: str, signing: str) -> None:
    """The signature is compared with the beginning of the transaction, so a long one goes on."""
    with server.connect(database, signing) as connection, connection.transaction():
        connection.execute("SELECT set_config('recall.tenant', %s, true)", [signed("alice", 300)])
        for _ in range(2):
            assert connection.execute("SELECT count(*) FROM memory").fetchall() == [(0,)]
            connection.execute("SELECT pg_sleep(0.4)")


@pytest.mark.parametrize(
    "reading",
    [
        "SELECT * FROM login_key",
        "SELECT tenant_signature('9999999999999', 'alice')",
        "SELECT tenant_context('alice')",
        "DELETE FROM login_key",
        "SET LOCAL ROLE recall_owner",
    ],
)
def test_no_login_reaches_a_key(server: PostgresServer, database: str, signing: str, reading: str) -> None:
    """Injected SQL can neither read a key nor have something signed."""
    with server.connect(database, signing) as connection, connection.transaction():
        connection.execute("SELECT set_config('recall.tenant', %s, true)", [signed("bob")])
        with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
            connection.execute(reading)


def test_a_login_without_its_key_is_told(server: PostgresServer, database: str, signing: str) -> None:
    """No key, or another one: the error names what to do, or that the signature is wrong."""
    engine = open_engine(server, database, None)
    with pytest.raises(UsageError, match="no key is set") as refused, Transaction(engine, View(user="a"), NOW) as tx:
        tx.memories.count_visible()
    assert "encryption.key_file" in str(refused.value.hint)
    engine.close()
    engine = open_engine(server, database, "another key of another login")
    with (
        pytest.raises(StoreError, match="signature of the tenant is wrong"),
        Transaction(engine, View(user="a"), NOW) as tx,
    ):
        tx.memories.count_visible()
    engine.close()


def test_a_token_is_found_by_a_login_that_signs(server: PostgresServer, database: str, signing: str) -> None:
    """Whoever shows a token has no user yet: the database finds its row, and signs for itself meanwhile."""
    engine = open_engine(server, database)
    insert = (
        "INSERT INTO token (tenant_id, n, id, hash, name, agent, rights, per_minute, created_at, op) "
        "VALUES ('alice', 1, 'abc', '\\x00', 'laptop', 'a', '[]', 60, 0, 1)"
    )
    with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
        tx.operations.add("store", trust="agent")
        engine._server.execute(insert)
    with Transaction(engine, View(user=""), NOW) as tx:
        assert len(tx.run("tokens", "by_id", id="abc")) == 1
        assert tx.run("tokens", "by_id", id="other") == []
    engine.close()


def test_setup_makes_the_key(
    server: PostgresServer, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`recall setup --login … --signed FILE` writes a key that only its owner reads, and the login then needs it."""
    monkeypatch.setattr(engine_choice, "is_postgres", False)
    home, key = Home(tmp_path / "home"), tmp_path / "serve.key"
    home.more["PGPASSFILE"] = str(server.passwords)
    with server.admin() as admin:
        admin.execute("CREATE ROLE recall_new LOGIN PASSWORD 'tester-password'")
    try:
        args = ("setup", "--login", "recall_new", "--any-user", "--signed", str(key))
        for state in ("made", "present"):
            steps = home.json(*args, env={**home.more, "RECALL_DB": server.url(database, ADMIN)})["steps"]
            assert steps[-1] == {"part": "login recall_new signs its users", "state": state, "remedy": ""}
        assert key.stat().st_mode & 0o777 == 0o600
        address = {**home.more, "RECALL_DB": server.url(database, "recall_new")}
        refused = home("store", "hello", env=address)
        assert refused.status == 2
        assert "no key is set" in refused.err
        with_key = {**address, "RECALL_ENCRYPTION_KEY_FILE": str(key)}
        assert home("store", "hello", env=with_key).status == 0
        assert home.json("count", env=with_key)["count"] == 1
    finally:
        with server.admin(database) as admin:
            admin.execute("DROP OWNED BY recall_new")
            admin.execute("DROP ROLE recall_new")

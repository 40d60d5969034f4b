"""Tokens on a server: one finds its user by its public part alone, and no login learns of others than it may be."""

from typing import Any

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.scope import View
from recall_cli.engines.tables.access.tokens import Token
from recall_cli.engines.transaction import Transaction
from tests.engines.postgres.test_isolation import ALICE, BOB, open_engine, run_as
from tests.engines.stores import NOW
from tests.postgres_server import ADMIN, PostgresServer

psycopg = pytest.importorskip("psycopg")


@pytest.fixture
def two_tokens(server: PostgresServer, database: str) -> Any:
    """A connection to a database where Alice and Bob have a token and a task each."""
    engine = open_engine(server, database)
    for user in (ALICE, BOB):
        with Transaction(engine, View(user=user), NOW, write=True) as tx:
            op = tx.operations.add("token", trust="user")
            token = Token(
                n=0, id=f"of-{user}", user=user, name="t", agent="a", rights=("read",), clearance="public", topics=(),
                projects=("billing",), per_minute=60, created_at=NOW, op=op,
            )  # fmt: skip
            assert tx.tokens.add(token, user.encode())
            assert not tx.tokens.add(token.but(id="other"), b"x")
            assert tx.tasks.add(f"task-{user}", 1, "c", {"text": "x"}, "key")
            assert not tx.tasks.add("again", 1, "c", {}, "key")
    yield engine
    engine.close()


def test_a_token_is_found_without_a_user(two_tokens: Any) -> None:
    """Whoever shows a token has no user yet; the transaction sees nothing else."""
    with Transaction(two_tokens, View(user=""), NOW) as tx:
        for user in (ALICE, BOB):
            found = tx.tokens.by_id(f"of-{user}")
            assert found is not None
            assert (found[0].user, found[0].projects, found[1]) == (user, ("billing",), user.encode())
        assert tx.tokens.by_id("of-nobody") is None
        assert [task.user for task in tx.tasks.unfinished()] == [ALICE, BOB]
    with Transaction(two_tokens, View(user=""), NOW) as tx:
        tx.tokens.by_id("of-alice")
        with pytest.raises(StoreError, match="no tenant is set"):
            tx.memories.count_visible()


def test_looking_a_token_up_changes_no_tenant(two_tokens: Any) -> None:
    """After it the transaction is still its user's."""
    with Transaction(two_tokens, View(user=BOB), NOW) as tx:
        assert tx.tokens.by_id("of-alice") is not None
        assert [token.id for token in tx.tokens.all()] == ["of-bob"]
        assert len(tx.tasks.unfinished()) == 2
        assert [task.id for task in tx.tasks.all(1, 10)] == ["task-bob"]


def test_tasks_are_taken_and_ended(two_tokens: Any) -> None:
    """A task is held by one server, moves only from an allowed state, and is forgotten once it is over."""
    with Transaction(two_tokens, View(user=ALICE), NOW, write=True) as tx:
        assert tx.tasks.claim(1, "one", NOW + 10)
        assert not tx.tasks.claim(1, "two", NOW + 10)
        assert tx.tasks.claim(1, "two", NOW + 10, gone="one")
        assert not tx.tasks.move(1, "completed", {}, allowed=("input-required",))
        assert tx.tasks.move(1, "completed", {"op": 1}, allowed=("working",))
        assert tx.tasks.count(1, state="completed") == 1
        assert tx.tasks.remove_ended(NOW + 1) == 1
    with Transaction(two_tokens, View(user=""), NOW) as tx:
        assert [task.user for task in tx.tasks.unfinished()] == [BOB]


def test_a_revoked_token_frees_its_name(two_tokens: Any) -> None:
    """Ending tokens is the user's own matter."""
    with Transaction(two_tokens, View(user=ALICE), NOW, write=True) as tx:
        assert tx.tokens.valid_hashes() == [b"alice".hex()]
        assert tx.tokens.revoke_others([b"alice".hex()]) == 0
        assert tx.tokens.revoke("t")
        assert tx.tokens.revoke_others([]) == 0
    with Transaction(two_tokens, View(user=BOB), NOW) as tx:
        assert tx.tokens.all()[0].revoked_at is None


def test_an_erased_users_token_finds_nobody(two_tokens: Any) -> None:
    """The public part goes with the token."""
    with Transaction(two_tokens, View(user=ALICE), NOW, write=True) as tx:
        for name in ("user_task", "user_token"):
            tx.run("erase", name)
    with Transaction(two_tokens, View(user=""), NOW) as tx:
        assert tx.tokens.by_id("of-alice") is None


@pytest.mark.parametrize("sql", ["SELECT * FROM token_owner", "SELECT token_tenants(NULL)"])
def test_no_login_lists_the_users(two_tokens: Any, server: PostgresServer, database: str, sql: str) -> None:
    """Who has tokens is not readable."""
    with server.connect(database) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        run_as(connection, ALICE, sql)


def test_a_login_for_one_user_finds_no_other_token(two_tokens: Any, server: PostgresServer, database: str) -> None:
    """A login with `--only` learns nothing of the tokens and tasks of others."""
    from recall_cli.engines.postgres.server_address import parse_address
    from recall_cli.engines.postgres.setup import SetupRequest, set_up

    login = "recall_token_alice"
    with server.admin() as admin:
        admin.execute(f"DROP ROLE IF EXISTS {login}")
        admin.execute(f"CREATE ROLE {login} LOGIN PASSWORD 'tester-password'")
    set_up(parse_address(server.url(database, ADMIN)), SetupRequest(login=login, user=ALICE), version="test", now=0)
    engine = open_engine(server, database, login)
    with Transaction(engine, View(user=""), NOW) as tx:
        assert tx.tokens.by_id("of-alice") is not None
        assert tx.tokens.by_id("of-bob") is None
        assert [task.user for task in tx.tasks.unfinished()] == [ALICE]
    engine.close()

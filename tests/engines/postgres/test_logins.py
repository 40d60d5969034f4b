"""A login is exactly one user, by the identity of its role; one that nobody bound is nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.scope import View
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.server_address import parse_address
from recall_cli.engines.postgres.setup import MADE, PRESENT, SetupRequest, find_logins, remove_login, set_up
from recall_cli.engines.postgres.statements import POSTGRES
from recall_cli.engines.tables.access.tokens import Token
from recall_cli.engines.transaction import Transaction
from tests import engine_choice
from tests.command import Home
from tests.engines.stores import NOW
from tests.postgres_server import ADMIN, LOGIN, PostgresServer

pytest.importorskip("psycopg")

ROLES = ("r_alice", "r_renamed", "r_under_alice", "r_bob")


@pytest.fixture
def roles(server: PostgresServer, database: str) -> Iterator[Any]:
    """A function that runs statements as the administrator; the roles of this test are removed afterwards."""
    with server.admin(database) as admin:
        yield admin.execute
        for role in ROLES:
            admin.execute(f"DROP ROLE IF EXISTS {role}")


def prepare(server: PostgresServer, database: str, **request: Any) -> dict[str, str]:
    """The state of each part after `recall setup` as the administrator."""
    address = parse_address(server.url(database, ADMIN))
    return {step.part: step.state for step in set_up(address, SetupRequest(**request), version="test", now=0)}


def is_allowed(server: PostgresServer, database: str, login: str, user: str) -> bool:
    """Whether a login can see this user's memories."""
    engine = None
    try:
        engine = PostgresEngine(server.url(database, login), write=False, patience=1, version="test", now=lambda: NOW)
        with Transaction(engine, View(user=user), NOW) as tx:
            return tx.memories.count_visible() == 0
    except StoreError:
        return False
    finally:
        if engine is not None:
            engine.close()


def test_a_login_is_the_user_of_its_name_and_stays_it(server: PostgresServer, database: str, roles: Any) -> None:
    """Renamed it is still that user; a role made anew under the old name, a member of it, and a mere member of
    recall_app are nobody.
    """
    roles("CREATE ROLE r_alice LOGIN PASSWORD 'tester-password'")
    part = "login r_alice may be the user r_alice only"
    assert prepare(server, database, login="r_alice")[part] == MADE
    assert prepare(server, database, login="r_alice")[part] == PRESENT
    assert is_allowed(server, database, "r_alice", "r_alice") and not is_allowed(server, database, "r_alice", "bob")
    roles("CREATE ROLE r_under_alice LOGIN PASSWORD 'tester-password' IN ROLE r_alice")
    roles("CREATE ROLE r_bob LOGIN PASSWORD 'tester-password' IN ROLE recall_app")
    for login in ("r_under_alice", "r_bob"):
        assert not any(is_allowed(server, database, login, user) for user in ("r_alice", "bob", login))
    roles("ALTER ROLE r_alice RENAME TO r_renamed")
    roles("ALTER ROLE r_renamed PASSWORD 'tester-password'")
    roles("CREATE ROLE r_alice LOGIN PASSWORD 'tester-password' IN ROLE recall_app")
    assert is_allowed(server, database, "r_renamed", "r_alice") and not is_allowed(server, database, "r_renamed", "bob")
    assert not is_allowed(server, database, "r_alice", "r_alice")


def test_a_login_is_bound_anew_listed_and_removed(server: PostgresServer, database: str, roles: Any) -> None:
    """The last word of the administrator counts; a plain repetition changes nothing."""
    address = parse_address(server.url(database, ADMIN))
    roles("CREATE ROLE r_bob LOGIN PASSWORD 'tester-password'")
    prepare(server, database, login="r_bob", any_user=True)
    assert is_allowed(server, database, "r_bob", "anybody")
    prepare(server, database, login="r_bob", user="bob")
    prepare(server, database, login="r_bob")
    assert is_allowed(server, database, "r_bob", "bob") and not is_allowed(server, database, "r_bob", "r_bob")
    roles("CREATE ROLE r_alice LOGIN IN ROLE recall_app")
    listed = {login.name: login for login in find_logins(address)}
    assert (listed["r_bob"].users, listed["r_bob"].any_user) == (("bob",), False)
    assert listed["r_alice"].users == () and listed[LOGIN].any_user
    assert {step.state for step in remove_login(address, "r_bob")} <= {MADE, PRESENT}
    assert not is_allowed(server, database, "r_bob", "bob")
    assert "r_bob" not in {login.name for login in find_logins(address)}
    prepare(server, database, login="r_bob")
    roles("DROP ROLE r_bob")
    assert {login.name: login.is_gone for login in find_logins(address)}["r_bob"]
    remove_login(address, "r_bob")
    assert "r_bob" not in {login.name for login in find_logins(address)}


def test_a_store_from_before_keeps_its_logins(
    server: PostgresServer, roles: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever could be any user before the upgrade still can; in a new database no login is anybody."""
    for name, steps in (("of_version_7", (7, None)), ("new_store", (None,))):
        with server.admin() as admin:
            admin.execute(f"CREATE DATABASE {name}")
        try:
            for newest in steps:
                with monkeypatch.context() as before:
                    migrations = [one for one in POSTGRES.migrations() if newest is None or one[0] <= newest]
                    before.setattr(POSTGRES, "migrations", lambda migrations=migrations: migrations)
                    if newest:
                        before.setattr("recall_cli.engines.postgres.setup.SCHEMA_VERSION", newest)
                    prepare(server, name)
            assert is_allowed(server, name, LOGIN, "anybody") == (name == "of_version_7")
        finally:
            server.drop_database(name)


def test_a_token_of_another_tenant_survives(server: PostgresServer, database: str) -> None:
    """Whoever gives a token of their own another one's id, and removes it, does not disable the other one."""
    engine = PostgresEngine(server.url(database), write=True, patience=1, version="test", now=lambda: NOW)
    for user in ("alice", "bob"):
        with Transaction(engine, View(user=user), NOW, write=True) as tx:
            token = Token(
                n=0, id=f"of-{user}", user=user, name="t", agent="a", rights=("read",), clearance="public", topics=(),
                projects=(), per_minute=60, created_at=NOW, op=tx.operations.add("token", trust="user"),
            )  # fmt: skip
            assert tx.tokens.add(token, user.encode())
    with server.connect(database) as connection, connection.transaction():
        connection.execute("SELECT set_config('recall.tenant', 'bob', true)")
        connection.execute("UPDATE token SET id = 'of-alice' WHERE id = 'of-bob'")
        connection.execute("DELETE FROM token WHERE id = 'of-alice'")
    with Transaction(engine, View(user=""), NOW) as tx:
        assert tx.tokens.by_id("of-alice") is not None
    engine.close()


def test_the_commands(
    server: PostgresServer, database: str, roles: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An administrator lists and removes logins; doctor says aloud who may be any user, and a stranger is told."""
    monkeypatch.setattr(engine_choice, "is_postgres", False)
    roles("CREATE ROLE r_alice LOGIN PASSWORD 'tester-password' IN ROLE recall_app")
    home = Home(tmp_path / "home")
    home.more["PGPASSFILE"] = str(server.passwords)
    admin = {**home.more, "RECALL_DB": server.url(database, ADMIN)}
    alice = {**home.more, "RECALL_DB": server.url(database, "r_alice"), "RECALL_USER": "alice"}
    refused = home.quick("store", "The API listens on port 8080.", env=alice)
    assert refused.status == 5 and "--login NAME --only USER" in refused.err
    assert "r_alice\tnobody yet" in home.quick("setup", "--logins", env=admin).out
    assert home.json("setup", "--login", "r_alice", "--only", "alice", env=admin)["ready"]
    assert home.quick("store", "The API listens on port 8080.", env=alice).status == 0
    listed = home.quick("setup", "--logins", env=admin).lines
    assert {"r_alice\talice", f"{LOGIN}\tany user"} <= {*listed}
    assert "may be any user" not in home.quick("doctor", env=alice).out
    assert "may be any user" in home.quick("doctor", env={**home.more, "RECALL_DB": server.url(database)}).out
    assert home.json("setup", "--remove-login", "r_alice", env=admin)["ready"]
    assert home.quick("search", "port", env=alice).status == 5
    for options in (("--only", "alice"), ("--login", "r_alice", "--only", "alice", "--any-user")):
        assert home.quick("setup", *options, env=admin).status == 2

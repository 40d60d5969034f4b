"""One user never sees or changes what another has: the database itself keeps them apart."""

import json
import re
from typing import Any

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.scope import View
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.server_checks import isolation_gaps
from recall_cli.engines.postgres.statements import POSTGRES, list_types, statement, values_in_lists
from recall_cli.engines.transaction import Transaction
from tests.engines.statement_names import statement_names
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import ADMIN, PostgresServer

psycopg = pytest.importorskip("psycopg")

ALICE, BOB = "alice", "bob"


def open_engine(server: PostgresServer, database: str, login: str | None = None, **more: Any) -> PostgresEngine:
    """An engine of the program, on a database of the tests' server."""
    url = server.url(database, login) if login else server.url(database)
    return PostgresEngine(url, write=True, patience=1.0, version="test", now=lambda: NOW, **more)


def store(engine: PostgresEngine, user: str, text: str, **columns: Any) -> int:
    """Store a memory of a user; its row number."""
    with Transaction(engine, View(user=user), NOW, write=True) as tx:
        return add_memory(tx, text, **columns)


@pytest.fixture
def two_users(server: PostgresServer, database: str) -> Any:
    """A connection to a database where Alice and Bob have stored one memory each, with everything around it."""
    engine = open_engine(server, database)
    for user in (ALICE, BOB):
        with Transaction(engine, View(user=user), NOW, write=True) as tx:
            project = tx.projects.add("billing")
            tx.projects.add_mark("git:x", project.n)
            add_memory(tx, f"a secret of {user}", entity="e", attribute="a", value=user, topic="t", project=project.n)
            tx.vectors.put(1, bytes([1] * 128))
    yield engine
    engine.close()


def rows_by_table(server: PostgresServer, database: str, user: str) -> dict[str, list[Any]]:
    """Everything that a user has, table by table, as the administrator sees it."""
    with server.admin(database) as admin:
        names = [row[0] for row in admin.execute(_TENANT_TABLES).fetchall()]
        return {
            name: admin.execute(f"SELECT * FROM recall.{name} WHERE tenant_id = %s ORDER BY 1, 2", [user]).fetchall()
            for name in names
        }


_TENANT_TABLES = """
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
WHERE c.relnamespace = 'recall'::regnamespace AND c.relkind = 'r' ORDER BY 1
"""


def enter(connection: Any, user: str) -> None:
    """Become a tenant until the transaction ends."""
    connection.execute("SELECT set_config('recall.tenant', %s, true)", [user])


def run_as(connection: Any, user: str, *statements: str) -> None:
    """Run statements as a tenant, in one transaction."""
    with connection.transaction():
        enter(connection, user)
        for sql in statements:
            connection.execute(sql)


def test_every_table_is_guarded(server: PostgresServer, database: str) -> None:
    """Each table has row-level security enabled and forced, a restrictive policy, and the tenant first in its key."""
    with server.admin(database) as admin:
        assert isolation_gaps(admin) == []


@pytest.mark.parametrize(
    ("change", "gap"),
    [
        (
            "ALTER TABLE recall.memory DISABLE ROW LEVEL SECURITY",
            "row-level security is not forced on the table memory",
        ),
        ("ALTER TABLE recall.link NO FORCE ROW LEVEL SECURITY", "row-level security is not forced on the table link"),
        ("DROP POLICY of_tenant ON recall.audit", "the table audit has no restrictive policy"),
        ("CREATE TABLE recall.more (n integer)", "row-level security is not forced on the table more"),
        ("ALTER TABLE recall.job OWNER TO CURRENT_USER", f"the table job belongs to {ADMIN}, and not to recall_owner"),
    ],
)
def test_a_table_without_its_guards_is_found(server: PostgresServer, database: str, change: str, gap: str) -> None:
    """A table that anybody has opened is named."""
    with server.admin(database) as admin:
        admin.execute(change)
        assert gap in isolation_gaps(admin)


@pytest.mark.parametrize("name", ["memory", "word", "vector", "audit", "operation", "meta"])
def test_without_a_tenant_there_is_an_error(two_users: Any, server: PostgresServer, database: str, name: str) -> None:
    """A transaction that names no tenant reads nothing and says so; an empty name is none."""
    with server.connect(database) as connection:
        for setting in ("SELECT 1", "SELECT set_config('recall.tenant', '', false)"):
            connection.execute(setting)
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="no tenant is set"):
                connection.execute(f"SELECT count(*) FROM {name}")


def test_a_query_without_where_sees_one_tenant(two_users: Any, server: PostgresServer, database: str) -> None:
    """A forgotten WHERE shows the tenant's own rows alone, in every table."""
    with server.connect(database) as connection:
        tables = [row[0] for row in server.admin(database).execute(_TENANT_TABLES).fetchall()]
        with connection.transaction():
            enter(connection, ALICE)
            for table in tables:
                owners = {row[0] for row in connection.execute(f"SELECT tenant_id FROM {table}").fetchall()}
                assert owners <= {ALICE}, table
            assert connection.execute("SELECT count(*) FROM memory").fetchall() == [(1,)]


@pytest.mark.parametrize(
    "write", ["UPDATE memory SET text = 'x' WHERE tenant_id = 'bob'", "DELETE FROM memory WHERE tenant_id = 'bob'"]
)
def test_a_write_to_another_tenant_changes_nothing(
    two_users: Any, server: PostgresServer, database: str, write: str
) -> None:
    """Rows of another tenant cannot be changed or removed, also if they are named."""
    before = rows_by_table(server, database, BOB)
    with server.connect(database) as connection, connection.transaction():
        enter(connection, ALICE)
        assert connection.execute(write).rowcount == 0
    assert rows_by_table(server, database, BOB) == before


@pytest.mark.parametrize(
    "write",
    [
        "INSERT INTO meta (tenant_id, key, value) VALUES ('bob', 'k', 'v')",
        "UPDATE memory SET tenant_id = 'bob'",
        "INSERT INTO word (tenant_id, stem, n, hits, gram_hits, length) VALUES ('bob', 'x', 1, 1, 0, 1)",
    ],
)
def test_no_row_can_be_given_to_another_tenant(
    two_users: Any, server: PostgresServer, database: str, write: str
) -> None:
    """New rows and moved rows belong to the tenant of the transaction."""
    with server.connect(database) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        run_as(connection, ALICE, write)


def test_the_tenant_ends_with_the_transaction(two_users: Any, server: PostgresServer, database: str) -> None:
    """The next transaction of a connection, as a pool would lend it, has no tenant."""
    with Transaction(two_users, View(user=ALICE), NOW) as tx:
        assert tx.memories.count_visible() == 1
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="no tenant"):
        two_users._server.execute("SELECT count(*) FROM memory")


@pytest.mark.parametrize(
    "statement_of_admin",
    [
        "CREATE TABLE recall.mine (n integer)",
        "ALTER TABLE recall.memory DISABLE ROW LEVEL SECURITY",
        "DROP POLICY of_tenant ON recall.memory",
        "CREATE POLICY all_rows ON recall.memory USING (true)",
        "TRUNCATE recall.memory",
        "SET ROLE recall_owner",
        "SET SESSION AUTHORIZATION recall_owner",
        "SELECT * FROM recall.server",
        "SELECT * FROM recall.login_tenant",
        "INSERT INTO recall.migration VALUES (99, 0, 'x')",
        "CREATE OR REPLACE FUNCTION recall.tenant() RETURNS text LANGUAGE sql AS $$ SELECT 'bob' $$",
        "ALTER FUNCTION recall.tenant() RENAME TO other",
        "CREATE FUNCTION recall.more() RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$",
        "CREATE TRIGGER mine AFTER INSERT ON recall.memory FOR EACH ROW EXECUTE FUNCTION recall.index_changed()",
    ],
)
def test_a_login_can_do_nothing_but_use_the_rows(
    server: PostgresServer, database: str, statement_of_admin: str
) -> None:
    """A login of recall changes no table, policy, function or role, and reads no secret of the server."""
    with server.connect(database) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement_of_admin)


def test_row_security_cannot_be_switched_off(two_users: Any, server: PostgresServer, database: str) -> None:
    """`SET row_security = off` makes a query fail, and not see more."""
    with server.connect(database) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        run_as(connection, ALICE, "SET LOCAL row_security = off", "SELECT * FROM memory")


def test_a_superuser_is_refused(server: PostgresServer, database: str) -> None:
    """The program does not start as a role that row-level security does not hold for."""
    with pytest.raises(StoreError, match="is a superuser"):
        open_engine(server, database, ADMIN)


def test_a_role_that_bypasses_row_security_is_refused(server: PostgresServer, database: str) -> None:
    """The same for the attribute alone."""
    with server.admin(database) as admin:
        admin.execute("DROP ROLE IF EXISTS recall_bypasser")
        admin.execute("CREATE ROLE recall_bypasser LOGIN BYPASSRLS PASSWORD 'tester-password' IN ROLE recall_app")
        try:
            with pytest.raises(StoreError, match="bypasses row-level security"):
                open_engine(server, database, "recall_bypasser")
        finally:
            admin.execute("DROP ROLE recall_bypasser")


@pytest.mark.parametrize(
    ("role", "what"), [("recall_owner", "owns the tables"), ("recall_bypasser", "a role that bypasses")]
)
def test_a_role_that_can_become_a_greater_one_is_refused(
    server: PostgresServer, database: str, role: str, what: str
) -> None:
    """A login that could `SET ROLE` to the owner, or to a role that sees every row, is refused as well."""
    with server.admin(database) as admin:
        admin.execute("DROP ROLE IF EXISTS recall_climber")
        admin.execute("DROP ROLE IF EXISTS recall_bypasser")
        admin.execute("CREATE ROLE recall_bypasser BYPASSRLS")
        admin.execute(f"CREATE ROLE recall_climber LOGIN PASSWORD 'tester-password' IN ROLE recall_app, {role}")
        try:
            with pytest.raises(StoreError, match=what):
                open_engine(server, database, "recall_climber")
        finally:
            admin.execute("DROP ROLE recall_climber")
            admin.execute("DROP ROLE recall_bypasser")


def test_the_owner_of_the_tables_obeys_too(two_users: Any, server: PostgresServer, database: str) -> None:
    """With FORCE the owner sees no row, with a tenant or without."""
    with server.admin(database) as admin, admin.transaction():
        admin.execute("SET LOCAL ROLE recall_owner")
        assert admin.execute("SELECT * FROM recall.memory").fetchall() == []
        enter(admin, ALICE)
        assert admin.execute("SELECT * FROM recall.memory").fetchall() == []


def test_a_login_cannot_pass_its_rights_on(server: PostgresServer, database: str) -> None:
    """`GRANT` by a login of recall gives nobody anything."""
    with server.connect(database) as connection:
        connection.execute("GRANT ALL ON recall.memory TO PUBLIC")
        granted = "SELECT count(*) FROM information_schema.role_table_grants WHERE grantee = 'PUBLIC' AND table_schema = 'recall'"
        assert connection.execute(granted).fetchall() == [(0,)]


def test_a_login_for_one_user_can_be_no_other(two_users: Any, server: PostgresServer, database: str) -> None:
    """A login that `recall setup --login … --only …` bound to a user sees an error as any other user."""
    from recall_cli.engines.postgres.server_address import parse_address
    from recall_cli.engines.postgres.setup import MISSING, SetupRequest, set_up

    with server.admin() as admin:
        admin.execute("DROP ROLE IF EXISTS recall_alice")
        admin.execute("CREATE ROLE recall_alice LOGIN PASSWORD 'tester-password'")
    request = SetupRequest(login="recall_alice", user=ALICE)
    steps = set_up(parse_address(server.url(database, ADMIN)), request, version="test", now=0)
    assert [step for step in steps if step.state == MISSING] == []
    engine = open_engine(server, database, "recall_alice")
    with Transaction(engine, View(user=ALICE), NOW) as tx:
        assert tx.memories.count_visible() == 1
    with (
        pytest.raises(StoreError, match="may not be the tenant bob") as refused,
        Transaction(engine, View(user=BOB), NOW) as tx,
    ):
        tx.memories.count_visible()
    assert refused.value.hint == "set the login's own user: recall config user NAME"
    engine.close()


def any_value(name: str, kind: str) -> Any:
    """A value of a type."""
    if name == "match":
        term = {"stem": "secret", "prefix": False, "grams": False, "anchor": True, "times": 1, "count": None}
        return json.dumps({"all": False, "phrases": [["secret"]], "least": 1, "terms": [term]})
    if name in NO_FILTERS:
        return None
    if kind == "halfvec":
        return json.dumps([1] * 128)
    if kind == "bytea":
        return b"\1"
    if (name, kind) == ("numbers", "jsonb"):
        return json.dumps({"1": 0.5})
    if kind not in ("text", "jsonb"):
        return {"offset": 0, "clearance": 3, "until": 10**15, "before": 10**15, "last": 10**15}.get(name, 1)
    texts = {"low": "0", "high": "zz", "start": "a", "end": "zz", "curve": "staged", "before": "{}", "after": "{}"}
    texts |= {"numbers": "[1]", "memories": "[1]", "terms": '["secret"]', "told": "[1]", "lifetimes": "{}"}
    return texts.get(name, "[]")


NO_FILTERS = {"tags", "types", "topics", "granted", "viewer", "topic", "agent", "projects", "as_of"}


def test_every_statement_as_the_wrong_tenant_touches_nothing(
    two_users: Any, server: PostgresServer, database: str
) -> None:
    """Every statement of the program, with every name of the user's but another tenant: no row is read or changed."""
    before = {user: rows_by_table(server, database, user) for user in (ALICE, BOB)}
    tried = 0
    for table, name in statement_names(POSTGRES.folder):
        sql = statement(table, name)
        kinds = sorted(re.findall(r"%\((\w+)\)s::(\w+)", sql), key=lambda found: found[1] != "text")
        values = {key: any_value(key, kind) for key, kind in kinds}  # a number is also used as text here and there
        if types := list_types(table, name):
            values = values_in_lists([values], types)
        with server.connect(database) as connection, connection.transaction(force_rollback=True):
            enter(connection, "mallory")  # the program's own binding says Alice: only the database stands between
            try:
                with connection.transaction():
                    cursor = connection.execute(sql, {**values, "user": ALICE, "clearance": 3})
                    rows = cursor.fetchall() if cursor.description else []
            except (psycopg.errors.InsufficientPrivilege, psycopg.errors.ForeignKeyViolation):
                rows = []  # a new row for Alice is refused
            found = [row for row in rows if any(value not in (None, 0, False, "", "[]", 1) for value in row)]
            if (table, name) not in OWN_ANSWERS:
                assert found == [], (table, name, found)
            tried += 1
    assert tried == len(statement_names(POSTGRES.folder))
    assert {user: rows_by_table(server, database, user) for user in (ALICE, BOB)} == before


OWN_ANSWERS = {
    ("search", "counts"), ("search", "counts_apart"), ("meta", "get"), ("contests", "flips"), ("moving", "facts_page"),
}  # fmt: skip
"""Statements that answer with the values that they were asked about, or with the tenant's own secret."""

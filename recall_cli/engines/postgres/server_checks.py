"""Looks at a server: its versions, and whether its tables keep users apart as recall makes them."""

from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import StoreBusy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import psycopg

    Server = psycopg.Connection[tuple[Any, ...]]
    from recall_cli.engines.postgres.watched_connection import WatchedConnection

MIN_VECTOR = (0, 8, 4)
"""Older versions of pgvector can read beyond a buffer (CVE-2026-3172)."""
MIN_MINOR_BY_MAJOR = {15: 19, 16: 15, 17: 11, 18: 6}
"""Older minor versions of PostgreSQL have a known hole (CVE-2026-14662)."""


class ServerState(Record):
    """What a server says of itself."""

    version: str
    vector: str
    role: str
    encrypted: bool
    is_local: bool
    """Whether the server is on this machine, so that nothing goes over a network."""
    users: "tuple[str | None, ...] | None"
    """The users that this login may be; None among them stands for any. None alone: the tables are too old to tell."""
    problems: "tuple[tuple[str, str], ...]" = ()
    """What is below the floor, and what to do."""


def server_state(server: "Server") -> ServerState:
    """The versions and the connection, with what is wrong about them."""
    row = server.execute(
        "SELECT current_setting('server_version'), current_setting('server_version_num')::integer, current_user, "
        "current_setting('synchronous_commit'), (SELECT extversion FROM pg_extension WHERE extname = 'vector'), "
        "to_regprocedure('recall.may_be_any_tenant()') IS NOT NULL"
    ).fetchone()
    assert row is not None
    version, number, role, synchronous, vector, has_closed_logins = row
    encrypted, local = bool(server.info.pgconn.ssl_in_use), _is_local(server)
    problems = [*version_problems(number, vector or "")]
    if not (encrypted or local):
        problems.append(("the connection to the server is not encrypted", "add ?sslmode=verify-full to the address"))
    if synchronous == "off":
        problems.append(("the server acknowledges what is not yet on its disk", "set synchronous_commit = on"))
    if has_closed_logins and server.execute(
        "SELECT recall.may_be_any_tenant() AND NOT recall.must_sign()"
    ).fetchone() == (1,):
        remedy = f"an administrator runs: recall setup --db … --login {role} --only USER (or --signed FILE)"
        problems.append((f"the login {role} may be any user: it can read and change everybody's memories", remedy))
    return ServerState(
        version=version,
        vector=vector or "",
        role=role,
        encrypted=encrypted,
        is_local=local,
        users=_login_users(server),
        problems=tuple(problems),
    )


def _is_local(server: "Server") -> bool:
    from ipaddress import ip_address

    place = server.info.hostaddr or server.info.host
    try:
        return place.startswith(("/", "@")) or ip_address(place).is_loopback
    except ValueError:
        return False


def _login_users(server: "Server") -> "tuple[str | None, ...] | None":
    if server.execute("SELECT to_regprocedure('recall.login_users()') IS NULL").fetchone() == (True,):
        return None
    return tuple(user for (user,) in server.execute("SELECT * FROM recall.login_users()"))


def version_problems(number: int, vector: str) -> "list[tuple[str, str]]":
    """What is below the floor, and what to do."""
    major, minor = number // 10_000, number % 10_000
    problems = []
    floor = MIN_MINOR_BY_MAJOR.get(major)
    if floor is None and major < min(MIN_MINOR_BY_MAJOR):
        problems.append((f"PostgreSQL {major} is too old", f"upgrade to {min(MIN_MINOR_BY_MAJOR)} or later"))
    elif floor is not None and minor < floor:
        problems.append(
            (f"PostgreSQL {major}.{minor} has a known hole (CVE-2026-14662)", f"upgrade to {major}.{floor} or later")
        )
    parts = tuple(int(part) for part in vector.split(".") if part.isdigit())
    if parts < MIN_VECTOR:
        wanted = ".".join(map(str, MIN_VECTOR))
        problems.append(
            (f"pgvector {vector or 'is missing'} is too old (CVE-2026-3172)", f"upgrade it to {wanted} or later")
        )
    return problems


def isolation_gaps(server: "Server") -> "list[str]":
    """Where the tables would let one user see another's rows; nothing if all is as recall makes it."""
    tables = server.execute(
        "SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, "
        "EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id'), "
        "(SELECT count(*) FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polcmd = '*'), "
        "pg_get_userbyid(c.relowner), "
        "(SELECT (array_agg(a.attname ORDER BY k.place))[1] FROM pg_index i, "
        " unnest(i.indkey) WITH ORDINALITY k (number, place), pg_attribute a "
        " WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND a.attnum = k.number) "
        "FROM pg_class c WHERE c.relnamespace = to_regnamespace('recall') AND c.relkind IN ('r', 'p') ORDER BY 1"
    ).fetchall()
    gaps = []
    for name, enabled, forced, has_tenant, restrictive, owner, first_key in tables:
        if not (enabled and forced):
            gaps.append(f"row-level security is not forced on the table {name}")
        if has_tenant and not restrictive:
            gaps.append(f"the table {name} has no restrictive policy")
        if has_tenant and first_key != "tenant_id":
            gaps.append(f"the key of the table {name} does not begin with the tenant")
        if owner != "recall_owner":
            gaps.append(f"the table {name} belongs to {owner}, and not to recall_owner")
    roles = server.execute(
        "SELECT r.rolname, r.rolsuper OR r.rolbypassrls, r.rolcanlogin FROM pg_roles r "
        "WHERE r.rolname IN ('recall_owner', 'recall_app')"
    ).fetchall()
    gaps += [f"the role {name} sees every user's rows" for name, bypasses, _ in roles if bypasses]
    gaps += [f"the role {name} can log in" for name, _, logs_in in roles if logs_in]
    return gaps


def bytes_on_disk(server: "Server") -> int:
    """The bytes of recall's tables and indexes, of all tenants."""
    row = server.execute(
        "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c "
        "WHERE c.relnamespace = 'recall'::regnamespace AND c.relkind = 'r'"
    ).fetchone()
    return int(row[0]) if row is not None else 0


def end_intruders(error: Exception, server: "WatchedConnection | None", shown_user: str) -> Exception:
    """The error; if it was a wait for a lock that another login held without right, that one is disconnected and named.

    `shown_user` is the user as the server is told. The transaction that waited is given up.
    """
    if not isinstance(error, StoreBusy) or server is None:
        return error
    import psycopg

    try:
        server.execute("ROLLBACK")
        with server.transaction():
            if server.execute("SELECT to_regprocedure('recall.end_intruders()') IS NULL").fetchone() == (True,):
                return error
            server.execute("SELECT set_config('recall.tenant', %s, true)", [shown_user])
            row = server.execute("SELECT recall.end_intruders()").fetchone()
    except psycopg.Error:
        return error
    if row is None or not row[0]:
        return error
    return StoreBusy(
        "another login had locked the tables: nothing was changed, and its connection was ended", "try again"
    )

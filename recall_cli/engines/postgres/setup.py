"""Prepares a server: extension, roles, schema and tables; what this login may not do is named for an administrator."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.engines.postgres.migrate import SCHEMA_VERSION, migrate, schema_version
from recall_cli.engines.postgres.server_checks import MIN_MINOR_BY_MAJOR, isolation_gaps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import psycopg

    from recall_cli.engines.postgres.server_address import ServerAddress

    Server = psycopg.Connection[tuple[Any, ...]]

PRESENT, MADE, MISSING = "present", "made", "missing"
"""A part was there, was made, or has to be made by an administrator."""
ROLES = {"recall_owner": "owns the tables and never logs in", "recall_app": "the logins of recall are members of"}

OLDEST_USABLE_VECTOR = (0, 7, 0)
"""Older versions of pgvector have no `halfvec`. `recall doctor` asks for a newer one, without known holes."""
MAKE_VECTOR = "CREATE EXTENSION IF NOT EXISTS vector SCHEMA public"
INSTALL_VECTOR = (
    "install pgvector on the server's machine (apt install postgresql-NN-pgvector), then run recall setup again"
)
RUN_AGAIN = "make what is missing above, then run recall setup again"


class SetupStep(Record):
    """One part of a prepared server."""

    part: str
    state: str
    remedy: str = ""
    """What an administrator runs, as SQL."""


class SetupRequest(Record):
    """What to prepare besides the tables."""

    login: str = ""
    """A role that shall be able to use recall; it is made if it is missing, without a password."""
    user: str = ""
    """The only user that this login may be; empty if it may be any."""
    key: str = ""
    """The key with which this login signs its users from now on; empty to change nothing."""


def set_up(address: "ServerAddress", request: SetupRequest, *, version: str, now: int) -> "list[SetupStep]":
    """Prepare a server, or check it; everything that is done stays, also if something is missing."""
    from recall_cli.engines.postgres.server_connection import connect

    with connect(address) as server:
        check_server_version(server.info.server_version, address.shown)
        steps = [_prepare_vector(server)]
        for role, what in ROLES.items():
            has_role = _has_role_check(role)
            steps.append(_run(server, f"role {role}, which {what}", has_role, f"CREATE ROLE {role} NOLOGIN"))
        steps += _join_owner(server)
        steps.append(_run(server, "schema recall", _has_schema, "CREATE SCHEMA recall AUTHORIZATION recall_owner"))
        steps.append(_make_tables(server, version, now))
        if request.login:
            steps += _make_login(server, request)
        if all(step.state != MISSING for step in steps):
            steps += [
                SetupStep(
                    part=f"isolation: {gap}", state=MISSING, remedy="run recall setup as the owner of the database"
                )
                for gap in isolation_gaps(server)
            ]
        return steps


def check_server_version(number: int, shown: str) -> None:
    """Refuse a server on which recall's tables cannot be made."""
    oldest = min(MIN_MINOR_BY_MAJOR)
    if number < oldest * 10_000:
        raise StoreError(
            f"{shown} runs PostgreSQL {number // 10_000}, which is too old", f"upgrade it to {oldest} or later"
        )


def _prepare_vector(server: "Server") -> SetupStep:
    """The extension, new enough for recall's vectors."""
    step = _run(server, "extension vector", _has_vector, MAKE_VECTOR, without_files=INSTALL_VECTOR)
    version = vector_version(server)
    if step.state == MISSING or version >= OLDEST_USABLE_VECTOR:
        return step
    wanted = ".".join(map(str, OLDEST_USABLE_VECTOR))
    part = f"extension vector {wanted} or later (this one is {'.'.join(map(str, version))})"
    update = "upgrade pgvector on the server's machine, then ALTER EXTENSION vector UPDATE;"
    return SetupStep(part=part, state=MISSING, remedy=update)


def _join_owner(server: "Server") -> "list[SetupStep]":
    """An administrator who is no superuser acts as the owner of the tables, and has to be its member for that."""
    from psycopg import sql

    row = server.execute("SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user").fetchone()
    if row is None or row[1] or not _has_role_check("recall_owner")(server):
        return []
    grant = sql.SQL("GRANT recall_owner TO {}").format(sql.Identifier(row[0])).as_string(server)
    return [_run(server, f"{row[0]} may act as recall_owner", _may_act_as_owner, grant)]


def _run(
    server: "Server", part: str, is_there: "Callable[[Server], bool]", sql: str, without_files: str = ""
) -> SetupStep:
    """One part: there already, made by this statement, or missing because this login may not make it.

    `without_files` says what to do where the server's machine has not what the part is made of.
    """
    import psycopg

    if is_there(server):
        return SetupStep(part=part, state=PRESENT)
    try:
        with server.transaction():
            server.execute(sql.encode())
    except (psycopg.errors.FeatureNotSupported, psycopg.errors.UndefinedFile):
        return SetupStep(part=part, state=MISSING, remedy=without_files or sql + ";")
    except (
        psycopg.errors.InsufficientPrivilege,
        psycopg.errors.UndefinedObject,
    ):  # or a part before this one is missing
        return SetupStep(part=part, state=MISSING, remedy=sql + ";")
    return SetupStep(part=part, state=MADE)


def _make_tables(server: "Server", version: str, now: int) -> SetupStep:
    import psycopg

    part = f"tables (version {SCHEMA_VERSION})"
    try:
        with server.transaction():
            present = schema_version(server)
            if present is not None and present >= SCHEMA_VERSION:
                return SetupStep(part=part, state=PRESENT)
            server.execute("SET LOCAL ROLE recall_owner")
            server.execute("SET LOCAL statement_timeout = 0")
            migrate(server, version, now)
    except psycopg.errors.InsufficientPrivilege:
        return SetupStep(part=part, state=MISSING, remedy=RUN_AGAIN)
    except (psycopg.errors.UndefinedObject, psycopg.errors.InvalidParameterValue, psycopg.errors.InvalidSchemaName):
        return SetupStep(part=part, state=MISSING, remedy=RUN_AGAIN)
    return SetupStep(part=part, state=MADE)


def _make_login(server: "Server", request: SetupRequest) -> "list[SetupStep]":
    """The role of a person or a program, as a member of `recall_app`."""
    import psycopg
    from psycopg import sql

    name = sql.Identifier(request.login)
    make = sql.SQL("CREATE ROLE {} LOGIN").format(name).as_string(server)
    grant = sql.SQL("GRANT recall_app TO {}").format(name).as_string(server)
    steps = [
        _run(server, f"login {request.login}", _has_role_check(request.login), make),
        _run(server, f"login {request.login} is a member of recall_app", _is_member_check(request.login), grant),
    ]
    if steps[0].state == MADE:
        steps[0] = steps[0].but(part=f"login {request.login}, without a password (set one: \\password {request.login})")
    if request.user:
        part = f"login {request.login} may be the user {request.user} only"
        bind = "INSERT INTO recall.login_tenant (login, tenant) VALUES (%s, %s) ON CONFLICT DO NOTHING"
        try:
            with server.transaction():
                server.execute("SET LOCAL ROLE recall_owner")
                changed = server.execute(bind, [request.login, request.user]).rowcount
            steps.append(SetupStep(part=part, state=MADE if changed else PRESENT))
        except (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedTable):
            steps.append(SetupStep(part=part, state=MISSING, remedy=RUN_AGAIN))
    if request.key:
        steps.append(_bind_key(server, request))
    return steps


def _bind_key(server: "Server", request: SetupRequest) -> SetupStep:
    """From now on this login signs its users with a key."""
    import psycopg

    from recall_cli.engines.postgres.signed_user import pads

    part = f"login {request.login} signs its users"
    inner, outer = pads(request.key.encode())
    bind = (
        "INSERT INTO recall.login_key AS k (login, inner_pad, outer_pad) VALUES (%s, %s, %s) ON CONFLICT (login) "
        "DO UPDATE SET inner_pad = excluded.inner_pad, outer_pad = excluded.outer_pad "
        "WHERE k.inner_pad <> excluded.inner_pad"
    )
    try:
        with server.transaction():
            server.execute("SET LOCAL ROLE recall_owner")
            changed = server.execute(bind, [request.login, inner, outer]).rowcount
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedTable):
        return SetupStep(part=part, state=MISSING, remedy=RUN_AGAIN)
    return SetupStep(part=part, state=MADE if changed else PRESENT)


def _has_vector(server: "Server") -> bool:
    return vector_version(server) > ()


def vector_version(server: "Server") -> "tuple[int, ...]":
    """The version of pgvector in this database; empty if it is not there."""
    row = server.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
    return () if row is None else tuple(int(part) for part in row[0].split(".") if part.isdigit())


def _has_role_check(role: str) -> "Callable[[Server], bool]":
    return lambda server: bool(server.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone())


def _is_member_check(role: str) -> "Callable[[Server], bool]":
    sql = "SELECT pg_has_role(r.oid, 'recall_app', 'USAGE') FROM pg_roles r WHERE r.rolname = %s"
    return lambda server: bool((server.execute(sql, [role]).fetchone() or [False])[0])


def _may_act_as_owner(server: "Server") -> bool:
    import psycopg

    try:
        with server.transaction():
            server.execute("SET LOCAL ROLE recall_owner")
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True


def _has_schema(server: "Server") -> bool:
    return bool(server.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'recall'").fetchone())

"""Prepares a server: extension, roles, schema and tables; what this login may not do is named for an administrator."""

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.engines.postgres import logins
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

MAX_LOGIN_CONNECTIONS = 32
"""Of a login that is one user. Each command and hook has one for a moment."""
LOGIN_TIMEOUTS = {
    "statement_timeout": "10min",
    "idle_in_transaction_session_timeout": "5min",
    "lock_timeout": "1min",
}
"""For whatever uses a login besides recall, which has limits of its own."""
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
    """The only user that this login may be; empty for the user of its name, unless it is somebody already."""
    any_user: bool = False
    """Whether this login may be any user."""
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
        steps += [*_join_owner(server), *_let_owner_end_connections(server)]
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


def is_developers_login(address: "ServerAddress") -> bool:
    """Whether this login uses the server, and does not administer it; an error if it may do neither."""
    from recall_cli.engines.postgres.server_connection import connect, find_power

    with connect(address) as server:
        if find_power(server) or _may_administer(server) or not _has_schema(server):
            return False
        if schema_version(server) is None:
            role = server.info.user
            raise StoreError(
                f"the login {role} is no administrator of {address.shown}, and may not use recall there yet",
                f"an administrator runs: recall setup --db … --login {role}",
            )
        return True


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
    if row is None or row[1] or not (_has_role_check("recall_owner")(server) and _may_administer(server)):
        return []
    grant = sql.SQL("GRANT recall_owner TO {}").format(sql.Identifier(row[0])).as_string(server)
    return [_run(server, f"{row[0]} may act as recall_owner", _may_act_as_owner, grant)]


def _let_owner_end_connections(server: "Server") -> "list[SetupStep]":
    """A superuser lets recall end the connection of a login that locks out others."""
    is_superuser = server.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (True,)
    if not (is_superuser and _has_role_check("recall_owner")(server)):
        return []
    has_right = "SELECT 1 WHERE pg_has_role('recall_owner', 'pg_signal_backend', 'USAGE')"
    part, grant = "recall_owner may end connections that lock out others", "GRANT pg_signal_backend TO recall_owner"
    return [_run(server, part, lambda server: bool(server.execute(has_right).fetchone()), grant)]


def _limit_login(server: "Server", request: SetupRequest) -> SetupStep:
    """What a login forgets does not stop others for ever, and a login of one user leaves connections for others."""
    from psycopg import sql

    name = sql.Identifier(request.login)
    connections = -1 if request.any_user else MAX_LOGIN_CONNECTIONS
    changes = [sql.SQL("ALTER ROLE {} CONNECTION LIMIT {}").format(name, sql.Literal(connections))]
    changes += [
        sql.SQL("ALTER ROLE {} SET {} = {}").format(name, sql.Identifier(setting), sql.Literal(value))
        for setting, value in LOGIN_TIMEOUTS.items()
    ]
    wanted = [f"{setting}={value}" for setting, value in LOGIN_TIMEOUTS.items()]
    check = "SELECT 1 FROM pg_roles WHERE rolname = %s AND rolconnlimit = %s AND rolconfig @> %s"
    return _run(
        server,
        f"login {request.login} has limits of time" + ("" if request.any_user else f" and {connections} connections"),
        lambda server: bool(server.execute(check, [request.login, connections, wanted]).fetchone()),
        "; ".join(change.as_string(server) for change in changes),
    )


def _may_administer(server: "Server") -> bool:
    """Whether this role may make roles, or owns the database: nobody else is to act as the owner of the tables."""
    row = server.execute(
        "SELECT r.rolsuper OR r.rolcreaterole OR EXISTS (SELECT 1 FROM pg_database d "
        "WHERE d.datname = current_database() AND pg_has_role(r.oid, d.datdba, 'USAGE')) "
        "FROM pg_roles r WHERE r.rolname = current_user"
    ).fetchone()
    return row is not None and bool(row[0])


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
    steps.append(_limit_login(server, request))
    bound = "any user" if request.any_user else f"the user {request.user or request.login} only"
    part = f"login {request.login} may be {bound}"
    login, user, any_user = request.login, request.user, request.any_user
    steps.append(_as_owner(part, lambda: logins.bind_login(server, login, user, any_user=any_user)))
    if request.key:
        part = f"login {login} signs its users"
        steps.append(_as_owner(part, lambda: logins.bind_key(server, login, request.key)))
    return steps


def _as_owner(part: str, change: "Callable[[], bool]") -> SetupStep:
    """A part that only the owner of the tables can make, and only if they are there."""
    import psycopg

    try:
        changed = change()
    except (
        psycopg.errors.InsufficientPrivilege,
        psycopg.errors.InvalidParameterValue,  # the owner's role is missing
        psycopg.errors.NotNullViolation,  # the login's role is missing
        psycopg.errors.UndefinedTable,
        psycopg.errors.UndefinedObject,
    ):
        return SetupStep(part=part, state=MISSING, remedy=RUN_AGAIN)
    return SetupStep(part=part, state=MADE if changed else PRESENT)


def remove_login(address: "ServerAddress", login: str) -> "list[SetupStep]":
    """Let a login use recall no more, and end its connections; the role itself stays."""
    from psycopg import sql

    from recall_cli.engines.postgres.server_connection import connect

    revoke = sql.SQL("REVOKE recall_app FROM {}").format(sql.Identifier(login))
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = {} AND datname = current_database()"
    with connect(address) as server:
        is_member, has_role = _is_member_check(login), _has_role_check(login)
        steps = [_as_owner(f"login {login} may be no user", lambda: logins.unbind_login(server, login))]
        steps.append(
            _run(
                server,
                f"login {login} is no member of recall_app",
                lambda server: not has_role(server) or not is_member(server),
                revoke.as_string(server),
            )
        )
        connected = server.execute("SELECT 1 FROM pg_stat_activity WHERE usename = %s", [login]).fetchone()
        text = sql.SQL(end).format(sql.Literal(login)).as_string(server)
        steps.append(_run(server, f"connections of {login} are ended", lambda _server: not connected, text))
        return steps


def find_logins(address: "ServerAddress") -> "list[logins.Login]":
    """The logins of a server, for an administrator."""
    from recall_cli.engines.postgres.server_connection import connect

    with connect(address) as server:
        return logins.list_logins(server)


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

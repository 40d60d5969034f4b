"""Joins this machine to a team's server, and leaves it again: checks the server, and changes the settings.

What the settings were before stands in a small file, so that leaving puts it back.
"""

import os

from recall_cli.domain.errors import NotStored, RecallError, StoreError, UsageError
from recall_cli.domain.record import Record
from recall_cli.settings import SERVER_PREFIXES, WEB_PREFIXES, find_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.postgres.server_checks import ServerState
    from recall_cli.flows.transfer.migrate import MovedUser

JOINED_SETTINGS = ("db", "user")
"""What joining sets."""


class TeamServer(Record):
    """A server as the login of a developer finds it."""

    address: str
    shown: str
    version: str
    login: str
    user: str
    """The user that this login is."""
    way: str
    """How its connection is protected."""
    memories: int
    """How many the user has there already."""
    problems: "tuple[tuple[str, str], ...]" = ()
    """What an administrator should mend, and how."""
    token: str = ""
    """The token of a `recall serve`, to be kept in its file."""

    @property
    def takes_stores(self) -> bool:
        """Can a store be moved there from here?"""
        return self.address.startswith(SERVER_PREFIXES)


class LocalStore(Record):
    """The store that this machine used so far."""

    place: str
    user: str
    memories: int


def check_address(app: "App", address: str, user: str = "", token: str = "") -> TeamServer:
    """The server at an address, if it can be used from here; else an error with a remedy. `user`: whom to be there."""
    if address.startswith(SERVER_PREFIXES):
        return _check_postgres(app, address, user)
    if address.startswith(WEB_PREFIXES):
        return _check_served(app, address, user, token)
    raise UsageError("recall join takes the address of a server", "e.g. recall join https://HOST")


def _check_served(app: "App", address: str, user: str, token: str) -> TeamServer:
    """A `recall serve`: its certificate is trusted, it takes the token, and the token says who the user is."""
    from recall_cli.flows.over_https.server import ask_about
    from recall_cli.flows.over_https.token_file import TOKEN_VARIABLE, check_token, find_token

    joined = joined_app(app, address, user or str(app.settings["user"]))
    joined.environment[TOKEN_VARIABLE] = token = check_token(token) if token else find_token(joined)
    about = ask_about(joined)
    if user and user != about.user:
        raise UsageError(f"the token {about.token} is not of the user {user}", f"leave --user out: it is {about.user}")
    problems = () if about.may_write else (("the token only reads", "ask for one without --read-only"),)
    return TeamServer(
        address=address,
        shown=address,
        version=f"recall {about.version}",
        login=f"token {about.token}",
        user=about.user,
        way="TLS" if address.startswith("https:") else "this machine only",
        memories=_count_memories(joined),
        problems=problems,
        token=token,
    )


def _check_postgres(app: "App", address: str, user: str) -> TeamServer:
    """A PostgreSQL server: it answers, row-level security holds for this login, and the login is a user."""
    from recall_cli.engines.postgres.connection import PostgresEngine

    engine = joined_app(app, address, user or str(app.settings["user"])).engine()
    assert isinstance(engine, PostgresEngine)
    shown = engine.address.shown
    try:
        state = engine.server_state()
    finally:
        engine.close()
    if not (state.encrypted or state.is_local):
        raise StoreError(f"the connection to {shown} is not encrypted", "add ?sslmode=verify-full to the address")
    chosen = _choose_user(state, shown, user, str(app.settings["user"]))
    return TeamServer(
        address=address,
        shown=shown,
        version=f"PostgreSQL {state.version}",
        login=state.role,
        user=chosen,
        way="TLS" if state.encrypted else "this machine only",
        memories=_count_memories(joined_app(app, address, chosen)),
        problems=state.problems,
    )


def _choose_user(state: "ServerState", shown: str, wanted: str, usual: str) -> str:
    """The user that a login is; where it may be several, the one that is asked for."""
    again = "an administrator runs: recall setup --db …"
    if state.users is None:
        raise StoreError(f"the tables of {shown} are from an older recall", again)
    if not state.users:
        raise StoreError(f"the login {state.role} may be no user yet", f"{again} --login {state.role} --only USER")
    if wanted:
        if wanted not in state.users and None not in state.users:
            names = ", ".join(name for name in state.users if name)
            raise UsageError(f"the login {state.role} is not the user {wanted}", f"leave --user out: it is {names}")
        return wanted
    if len(state.users) == 1 and state.users[0] is not None:
        return state.users[0]
    if usual in state.users or (None in state.users and usual != find_setting("user").default):
        return usual
    raise UsageError(f"the login {state.role} may be several users", "name yourself: --user NAME")


def joined_app(app: "App", address: str, user: str) -> "App":
    """This run as it will be on the server."""
    from recall_cli.app import App as StoreApp

    return StoreApp({"db": address, "user": user}, {**app.environment})


def _count_memories(joined: "App") -> int:
    """How many memories its user has on a server."""
    if joined.settings.is_over_https:
        from recall_cli.flows.over_https.server import count_memories

        return count_memories(joined)
    try:
        with joined.read_transaction() as tx:
            return tx.moving.counts()[0]
    finally:
        joined.close()


def find_local_store(app: "App", server: TeamServer) -> "LocalStore | None":
    """The store of the present settings, if it has memories and is another one than that of the server."""
    place, user = app.settings.store_place, str(app.settings["user"])
    if place == server.address or not app.settings.has_store():
        return None
    count = _count_memories(joined_app(app, place, user))
    return LocalStore(place=place, user=user, memories=count) if count else None


def move_memories(app: "App", local: LocalStore, server: TeamServer, *, dry_run: bool) -> "MovedUser":
    """Move the local store to the server; the file stays as it is."""
    from recall_cli.flows.transfer.migrate import migrate

    source = joined_app(app, local.place, local.user)
    source.progress = app.progress
    moved = migrate(source, local.place, server.address, target_user=server.user, all_users=False, dry_run=dry_run)
    return moved[0]


def count_late_writes(local: LocalStore, moved: "MovedUser", app: "App") -> int:
    """How many operations came into the local store while it was moved, and so are not on the server."""
    source = joined_app(app, local.place, local.user)
    try:
        with source.read_transaction() as tx:
            return tx.moving.counts()[1] - moved.operations
    finally:
        source.close()


def check_may_join(app: "App") -> None:
    """Only a person at a terminal points the commands of this machine to another store."""
    if not app.at_terminal:
        raise NotStored(
            "not changed: only a person at a terminal joins or leaves a server",
            "ask your user to run it, or add --dry-run",
        )


def changed_settings(app: "App", server: TeamServer) -> "dict[str, tuple[object, str]]":
    """The settings that joining changes, each with the value in the file (or None) and the new one."""
    wanted = {"db": server.address, "user": server.user}
    file = app.settings.file
    return {name: (file.get(name), value) for name, value in wanted.items() if file.get(name) != value}


def brings_token(app: "App", server: TeamServer) -> bool:
    """Whether the token of the server is new on this machine."""
    from recall_cli.flows.over_https.token_file import is_kept

    return bool(server.token) and not is_kept(app, server.address, server.token)


def use_server(app: "App", server: TeamServer) -> None:
    """Let every command and hook of this machine use the server from now on."""
    from recall_cli import atomic_file
    from recall_cli.domain.json_text import dumps
    from recall_cli.flows.settings_changes import write_settings

    check_may_join(app)
    if server.token:
        from recall_cli.flows.over_https.token_file import keep_token

        keep_token(app, server.address, server.token)
    before = {name: app.settings.file.get(name) for name in JOINED_SETTINGS}
    if before["db"] != server.address:
        path = _record_path(app, server.address)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        atomic_file.replace_file(path, [dumps(before).encode()])
    write_settings(app, {"db": server.address, "user": server.user})


class Departure(Record):
    """What leaving a server changes."""

    address: str
    user: str
    place: str
    """The store that is used afterwards."""
    place_user: str
    memories: "int | None"
    """How many stay on the server; None if it cannot be asked now."""
    waiting: int
    """Texts on this machine that the server has not taken yet."""


def plan_departure(app: "App") -> Departure:
    """What leaving the server of the settings file would do; an error if it names none."""
    from recall_cli.flows.over_https.waiting_commands import count_waiting
    from recall_cli.flows.write.text_spool import spooled_texts

    address, user = str(app.settings.file.get("db", "")), str(app.settings.file.get("user", "owner"))
    if not address.startswith(SERVER_PREFIXES + WEB_PREFIXES):
        raise UsageError("this machine has joined no server", "recall join ADDRESS joins one")
    joined = joined_app(app, address, user)
    try:
        count = _count_memories(joined)
    except RecallError:
        count = None
    before = _settings_before(app, address)
    after = joined_app(app, str(before["db"] or ""), str(before["user"] or find_setting("user").default))
    return Departure(
        address=address,
        user=user,
        place=after.settings.store_place,
        place_user=str(after.settings["user"]),
        memories=count,
        waiting=(len(spooled_texts(joined)) if joined.has_text_files else 0) + count_waiting(joined),
    )


def leave_server(app: "App", departure: Departure) -> None:
    """Put the settings back that stood before this machine joined."""
    from recall_cli.flows.settings_changes import write_settings

    check_may_join(app)
    write_settings(app, _settings_before(app, departure.address))
    if departure.address.startswith(WEB_PREFIXES):
        from recall_cli.flows.over_https.token_file import forget_token

        forget_token(app, departure.address)
    path = _record_path(app, departure.address)
    if os.path.exists(path):
        os.remove(path)


def _settings_before(app: "App", address: str) -> "dict[str, str | None]":
    """The settings from before this machine joined a server; the defaults if that is not known."""
    from recall_cli.domain.json_text import loads

    try:
        with open(_record_path(app, address), encoding="utf-8") as file:
            before = loads(file.read())
    except (OSError, ValueError):
        before = {}
    values = {name: before.get(name) if isinstance(before, dict) else None for name in JOINED_SETTINGS}
    return {name: value if isinstance(value, str) else None for name, value in values.items()}


def _record_path(app: "App", address: str) -> str:
    return joined_app(app, address, "").settings.files_beside + ".joined"

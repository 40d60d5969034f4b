"""Prepares a PostgreSQL server for recall."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from recall_cli.app import App
    from recall_cli.engines.postgres.logins import Login
    from recall_cli.engines.postgres.server_address import ServerAddress
    from recall_cli.engines.postgres.setup import SetupStep

    T = TypeVar("T")


def set_up_server(
    app: "App", login: str, user: str, key_file: str = "", *, any_user: bool = False
) -> "list[SetupStep]":
    """Make what is missing on the server that the settings name; errors are recall's own.

    With a `key_file` the login signs its users from now on; the file is made if it is missing.
    """
    from recall_cli import __version__
    from recall_cli.domain.errors import UsageError

    if (user or any_user or key_file) and not login:
        raise UsageError("--only, --any-user and --signed need --login", "e.g. --login alice --only alice")
    if user and any_user:
        raise UsageError("--only and --any-user exclude each other")
    from recall_cli.engines.postgres.setup import SetupRequest, set_up

    key = _key_of(key_file) if key_file else ""
    request = SetupRequest(login=login, user=user, any_user=any_user, key=key)
    return _ask_server(app, lambda address: set_up(address, request, version=__version__, now=app.now()))


def remove_server_login(app: "App", login: str) -> "list[SetupStep]":
    """Let a login of the server that the settings name use recall no more."""
    from recall_cli.engines.postgres.setup import remove_login

    return _ask_server(app, lambda address: remove_login(address, login))


def find_server_logins(app: "App") -> "list[Login]":
    """The logins of the server that the settings name."""
    from recall_cli.engines.postgres.setup import find_logins

    return _ask_server(app, find_logins)


def is_developers_login(app: "App") -> bool:
    """Whether the address that the settings name has a login that uses the server, and does not administer it."""
    from recall_cli.engines.postgres import setup

    return _ask_server(app, setup.is_developers_login)


def _ask_server(app: "App", question: "Callable[[ServerAddress], T]") -> "T":
    from recall_cli.engines.postgres.server_address import parse_address
    from recall_cli.engines.postgres.server_connection import load_driver

    address = parse_address(app.settings.database)
    load_driver()
    import psycopg

    from recall_cli.engines.postgres.error_translation import translate_error

    try:
        return question(address)
    except psycopg.Error as error:
        raise translate_error(error, address.shown, app.settings["busy_seconds"]) from error


def _key_of(path: str) -> str:
    """The key in a file; a new one is written if there is no file."""
    from recall_cli.store_key import KEY_FILE, KeyPlace, create_key, read_key

    place = KeyPlace(setting=KEY_FILE, value=path)
    create_key(place)
    return read_key(place)

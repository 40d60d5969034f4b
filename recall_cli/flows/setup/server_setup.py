"""Prepares a PostgreSQL server for recall."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.postgres.setup import SetupStep


def set_up_server(app: "App", login: str, user: str, key_file: str = "") -> "list[SetupStep]":
    """Make what is missing on the server that the settings name; errors are recall's own.

    With a `key_file` the login signs its users from now on; the file is made if it is missing.
    """
    from recall_cli import __version__
    from recall_cli.domain.errors import UsageError

    if not app.settings.is_on_server:
        raise UsageError(
            "recall setup is for a store on PostgreSQL; a file needs no setup",
            "name a server: --db postgresql://HOST/DATABASE",
        )
    if user and not login:
        raise UsageError("--only needs --login", "e.g. --login alice --only alice")
    if key_file and not login:
        raise UsageError("--signed needs --login", "e.g. --login recall_serve --signed ~/recall-serve.key")
    from recall_cli.engines.postgres.server_address import parse_address

    address = parse_address(app.settings.database)
    from recall_cli.engines.postgres.server_connection import load_driver

    load_driver()
    import psycopg

    from recall_cli.engines.postgres.error_translation import translate_error
    from recall_cli.engines.postgres.setup import SetupRequest, set_up

    try:
        request = SetupRequest(login=login, user=user, key=_key_of(key_file) if key_file else "")
        return set_up(address, request, version=__version__, now=app.now())
    except psycopg.Error as error:
        raise translate_error(error, address.shown, app.settings["busy_seconds"]) from error


def _key_of(path: str) -> str:
    """The key in a file; a new one is written if there is no file."""
    from recall_cli.store_key import KEY_FILE, KeyPlace, create_key, read_key

    place = KeyPlace(setting=KEY_FILE, value=path)
    create_key(place)
    return read_key(place)

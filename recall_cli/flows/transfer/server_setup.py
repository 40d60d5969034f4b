"""Prepares a PostgreSQL server for recall."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.postgres.setup import SetupStep


def set_up_server(app: "App", login: str, user: str) -> "list[SetupStep]":
    """Make what is missing on the server that the settings name; errors are recall's own."""
    from recall_cli import __version__
    from recall_cli.domain.errors import UsageError

    if not app.settings.is_on_server:
        raise UsageError(
            "recall setup is for a store on PostgreSQL; a file needs no setup",
            "name a server: --db postgresql://HOST/DATABASE",
        )
    if user and not login:
        raise UsageError("--only needs --login", "e.g. --login alice --only alice")
    from recall_cli.engines.postgres.server_address import parse_address

    address = parse_address(app.settings.database)
    try:
        import psycopg
    except ImportError:
        raise UsageError("the driver of PostgreSQL is missing", "pip install 'recall-agent-memory[postgres]'") from None
    from recall_cli.engines.postgres.error_translation import translate_error
    from recall_cli.engines.postgres.setup import SetupRequest, set_up

    try:
        return set_up(address, SetupRequest(login=login, user=user), version=__version__, now=app.now())
    except psycopg.Error as error:
        raise translate_error(error, address.shown, app.settings["busy_seconds"]) from error

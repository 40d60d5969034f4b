"""Checks of a store on a server: PostgreSQL with its connection and the isolation of users, or a `recall serve`."""

from recall_cli import __version__
from recall_cli.domain.errors import StoreError
from recall_cli.domain.moment import DAY, format_day
from recall_cli.domain.vector import strip_tail
from recall_cli.engines.tables.upkeep.moving import VECTORS
from recall_cli.flows.doctor.finding import failure, note, ok, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.flows.doctor.finding import Finding


def check_postgres(app: "App") -> "Iterator[Finding]":
    """The server can be reached, and is new enough to be safe."""
    from recall_cli.engines.postgres.connection import PostgresEngine

    engine = app.engine()
    assert isinstance(engine, PostgresEngine)
    state = engine.server_state()
    for message, remedy in state.problems:
        yield warning(message, remedy)
    if not state.problems:
        how = "TLS" if state.encrypted else "this machine only"
        yield ok(f"PostgreSQL {state.version} with pgvector {state.vector}, as {state.role}, {how}")


def check_large_user(app: "App") -> "Iterator[Finding]":
    """A user with very many memories has an index of nearest neighbours of their own."""
    from recall_cli.engines.postgres.vectors import MIN_INDEXED, own_index_name, own_index_statement

    with app.read_transaction() as tx:
        count, user = tx.memories.count_visible(), tx.view.user
        for model in tx.moving.vector_models() if count > MIN_INDEXED else ():
            if tx.run("vectors", "own_index", model=model, index=own_index_name(user, model)):
                continue
            dimensions = len(strip_tail(next(tx.moving.pages(VECTORS, model=model))[0][1]))
            statement = own_index_statement(user, model, dimensions)
            message = f"{user} has {count:,} memories, and every search compares all of them"
            yield warning(message, f"an administrator runs in psql: SET ROLE recall_owner; {statement}")


def check_isolation(app: "App") -> "Iterator[Finding]":
    """The tables keep users apart, as recall setup made them."""
    for gap in app.engine().schema_differences():
        yield failure(gap, "an administrator runs: recall setup --db …")


EXPIRY_WARNING_DAYS = 14


def check_serve(app: "App") -> "Iterator[Finding]":
    """The server answers, takes the token, and is as new as this program."""
    from recall_cli.flows.over_https.server import ask_about

    try:
        about = ask_about(app)
    except StoreError as error:
        yield failure(error.message, error.hint)
        return
    until = f", until {format_day(about.expires_at)}" if about.expires_at is not None else ", without an end"
    only = "" if about.may_write else ", reading only"
    yield ok(
        f"recall {about.version} at {app.settings.database}, as {about.user} with the token {about.token}{only}{until}"
    )
    if about.expires_at is not None and about.expires_at - app.now() < EXPIRY_WARNING_DAYS * DAY:
        yield warning(f"the token {about.token} ends on {format_day(about.expires_at)}", "ask for a new one")
    if about.version != __version__:
        yield note(f"this machine has recall {__version__}, and the server {about.version}", "update the older one")


def check_waiting(app: "App") -> "Iterator[Finding]":
    """What waits on this machine to be sent."""
    from recall_cli.flows.agents.spool import spooled_sessions
    from recall_cli.flows.over_https.waiting_commands import count_waiting

    texts, sessions = count_waiting(app), sum(not entry.job.open for entry in spooled_sessions(app))
    counts = ((texts, "text"), (sessions, "session"))
    parts = [f"{count:,} {what}{'' if count == 1 else 's'}" for count, what in counts if count]
    if parts:
        yield note(f"not sent yet: {' and '.join(parts)}", "recall worker sends them now")

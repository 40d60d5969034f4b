"""Checks of a store behind a `recall serve`: the server, the token, and what waits on this machine."""

from recall_cli import __version__
from recall_cli.domain.errors import StoreError
from recall_cli.domain.moment import DAY, format_day
from recall_cli.flows.doctor.finding import failure, note, ok, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.app import App
    from recall_cli.flows.doctor.finding import Finding

EXPIRY_WARNING_DAYS = 14


def check_server(app: "App") -> "Iterator[Finding]":
    """The server answers, takes the token, and is as new as this program."""
    from recall_cli.flows.over_https.about import ask_about

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

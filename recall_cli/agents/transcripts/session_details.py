"""What the lines of a session file say about the session itself."""

from recall_cli.domain.record import Record


class SessionDetails(Record):
    """What a line says about its session."""

    session: "str | None" = None
    folder: "str | None" = None
    started_at: "int | None" = None
    """When it began, for clients whose lines have no time of their own."""
    is_subagent: bool = False
    """Whether an agent started it: then the messages in it are not the user's."""


NO_DETAILS = SessionDetails()


def make_details(
    session: object, folder: object, *, started_at: "int | None" = None, is_subagent: bool = False
) -> SessionDetails:
    """The details, without what is no text."""
    return SessionDetails(
        session=session if isinstance(session, str) else None,
        folder=folder if isinstance(folder, str) else None,
        started_at=started_at,
        is_subagent=is_subagent,
    )

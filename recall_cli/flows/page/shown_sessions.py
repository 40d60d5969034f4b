"""What each session of an agent was shown, for the page: the newest sessions, with memories of the page alone."""

from recall_cli.rules.secrets import mask_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any

    from recall_cli.engines.transaction import Transaction

MAX_SESSIONS = 2_000
"""A page has what so many sessions were shown, the newest."""
MAX_REFRESHED_SESSIONS = 20
"""When a live page asks what changed, so many sessions are sent again."""


def shown_sessions(tx: "Transaction", numbers: "Container[int]", limit: int) -> "list[list[Any]]":
    """Sessions as rows: id, agent, and pairs of a row number with the time at which it was last shown.

    Memories outside of `numbers` are left out, and so is a session that was shown no other.
    """
    rows = []
    for session in tx.shown_memories.sessions(None, limit):
        shown = [[n, at] for n, at, _ in tx.shown_memories.of_session(session.session) if n in numbers]
        if shown:
            agent = None if session.agent is None else mask_text(session.agent)
            rows.append([mask_text(session.session), agent, shown])
    return rows


def recently_shown(tx: "Transaction", limit: int) -> "set[int]":
    """The memories that the newest sessions were shown."""
    sessions = [session.session for session in tx.shown_memories.sessions(None, limit)]
    return {number for session in sessions for number, _, _ in tx.shown_memories.of_session(session)}

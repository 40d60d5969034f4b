"""What each session was shown, when, and what happened to it next."""

from recall_cli.domain.errors import NotFound
from recall_cli.domain.record import Record
from recall_cli.flows.search.id_lookup import LATEST_WORDS, choose_session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction


class GivenMemory(Record):
    """A memory that a session was given, and what happened to it afterwards."""

    memory: "Memory"
    at: int
    later: "tuple[Event, ...]"
    """The changes after it was given, oldest first, without undone ones."""


class SessionAccount(Record):
    """What a session was given and what it stored."""

    session: str
    agent: "str | None"
    shown: "tuple[GivenMemory, ...]"
    stored: "tuple[Memory, ...]"


def session_account(tx: "Transaction", prefix: str, agent: "str | None" = None) -> SessionAccount:
    """What one session was given, what happened next, and what it stored; NotFound for none or several."""
    session = _find_session(tx, prefix, agent)
    shown = tx.shown_memories.of_session(session)
    memories = {memory.n: memory for memory in tx.memories.by_number([number for number, _, _ in shown])}
    given = tuple(
        GivenMemory(memory=memories[number], at=at, later=_later_events(tx, number, at))
        for number, at, _ in shown
        if number in memories and memories[number].held is None
    )
    author = next((name for _, _, name in shown if name), None)
    return SessionAccount(session=session, agent=author, shown=given, stored=tuple(tx.memories.from_session(session)))


def _later_events(tx: "Transaction", number: int, at: int) -> "tuple[Event, ...]":
    events = tx.operations.events_of_memory(number)
    return tuple(event for event in events if event.at > at and event.undone_by is None and event.kind != "undo")


def _find_session(tx: "Transaction", prefix: str, agent: "str | None") -> str:
    latest = tx.shown_memories.sessions(agent, 1) if prefix in LATEST_WORDS else []
    if latest:
        return latest[0].session
    stored = tx.shown_memories.latest_storing_session() if prefix in LATEST_WORDS and agent is None else None
    if stored is not None:
        return stored
    found = sorted({*tx.shown_memories.sessions_with_prefix(prefix), *tx.memories.sessions_with_prefix(prefix)})
    if found:
        return choose_session(prefix, found)
    if prefix in LATEST_WORDS:
        raise NotFound(
            f"no session{f' of {agent}' if agent else ''} is recorded yet", "recall setup connects your agents"
        )
    raise NotFound(f"nothing is known of session {prefix!r}", "recall log --told lists the sessions")

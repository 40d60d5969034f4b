"""What the rules of an earlier recall kept of sessions: judged again, as today's rules judge a session."""

from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.turn import AGENT, TYPED, USER, Turn
from recall_cli.rules.conversation.choose import choose_statements
from recall_cli.rules.conversation.statements import Statement, is_machine_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.transaction import Transaction


class JudgedSession(Record):
    """What nobody has used of a session since, as the rules of today see it."""

    session: str
    agent: "str | None"
    at: int
    """When the first of it was said."""
    stays: "tuple[Memory, ...]"
    noise: "tuple[Memory, ...]"
    """What the rules of today would not keep."""


def judge_old_sessions(tx: "Transaction", project: "str | None" = None) -> "list[JudgedSession]":
    """Every session of which an earlier recall kept something that nobody has used or changed, the oldest first."""
    by_session: dict[str, list[Memory]] = {}
    for memory in tx.memories.left_by_older_rules():
        if project is None or memory.project == project:
            by_session.setdefault(memory.session or "", []).append(memory)
    return [_judge_session(session, memories) for session, memories in by_session.items()]


def _judge_session(session: str, memories: "list[Memory]") -> JudgedSession:
    """The memories of one session as its statements: those that are chosen of them, and the rest."""
    by_turn: dict[str, list[Memory]] = {}
    for memory in memories:
        if not is_machine_text(memory.text):
            by_turn.setdefault(_turn_of(memory), []).append(memory)
    turns: list[Turn] = []
    statements: list[Statement] = []
    said: list[Memory] = []
    for place, of_turn in enumerate(by_turn.values()):
        speaker = USER if of_turn[0].source == "user" else AGENT
        kind = TYPED if speaker == USER else ""
        turns.append(Turn(speaker=speaker, kind=kind, text="\n".join(memory.text for memory in of_turn)))
        for memory in of_turn:
            said.append(memory)
            statements.append(Statement(number=len(said), turn=place, speaker=speaker, kind=kind, text=memory.text))
    chosen = {said[one.number - 1].n for one in choose_statements(turns, statements)}
    return JudgedSession(
        session=session,
        agent=memories[0].agent,
        at=memories[0].created_at,
        stays=tuple(memory for memory in memories if memory.n in chosen),
        noise=tuple(memory for memory in memories if memory.n not in chosen),
    )


def _turn_of(memory: Memory) -> str:
    """The turn in which a memory was said; a turn of its own if nobody knows."""
    metadata = loads(memory.metadata) if memory.metadata else None
    turn = metadata.get("turn") if isinstance(metadata, dict) else None
    return f"{memory.source} {turn}" if turn else memory.id

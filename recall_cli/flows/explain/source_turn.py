"""Open the conversation again that a memory comes from: the turn that says it, and the turns around it."""

from recall_cli.domain.errors import UnreadableFile
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.flows.agents import session_turns
from recall_cli.flows.agents.session_turns import ShownTurn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.turn import Turn

FOUND, CHANGED, GONE, UNKNOWN = "found", "changed", "gone", "unknown"
MIN_SHARED_WORDS = 0.6
"""The share of a memory's words that a turn has to have, if no name leads to the turn."""


class SourceTurn(Record):
    """The turn that a memory comes from, with its neighbours; or why it cannot be shown."""

    status: str
    reason: str = ""
    """What is missing, in words; empty if the turn was found."""
    agent: "str | None" = None
    session: "str | None" = None
    turn: "str | None" = None
    """The client's id of the turn, if the memory has it."""
    path: "str | None" = None
    turns: "tuple[ShownTurn, ...]" = ()

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        from recall_cli.domain.moment import format_iso

        return {
            **{name: getattr(self, name) for name in ("status", "reason", "agent", "session", "turn")},
            "file": self.path,
            "note": session_turns.UNTRUSTED_NOTE,
            "untrusted": True,
            "turns": [
                {
                    "speaker": turn.speaker,
                    "at": format_iso(turn.at),
                    "id": turn.id or None,
                    "text": turn.text,
                    "source": turn.is_source,
                    "suspicious": turn.suspicious,
                }
                for turn in self.turns
            ],
        }


def find_source_turn(app: "App", memory: "Memory", around: int) -> SourceTurn:
    """The turn of a memory and its neighbours, from the client's own file."""
    from recall_cli.agents.transcripts.clients import CLIENTS

    metadata = loads(memory.metadata) if memory.metadata else None
    found = metadata.get("turn") if isinstance(metadata, dict) else None
    turn_id = found if isinstance(found, str) and found else None
    source = SourceTurn(status=UNKNOWN, agent=memory.agent, session=memory.session, turn=turn_id)
    if memory.session is None or memory.agent is None:
        return source.but(reason="this memory does not come from a session")
    if memory.agent not in CLIENTS:
        return source.but(reason=f"recall cannot read the sessions of {memory.agent}")
    paths = session_turns.session_paths(app, memory.agent, memory.session)
    unreadable = ""
    was_read = False
    for path in paths:
        try:
            turns = [*session_turns.read_session(path, memory.agent, memory.session)]
        except UnreadableFile as error:
            unreadable = f"{error.message}: {error.hint}"
            continue
        was_read = was_read or bool(turns)
        at = _find_turn(turns, memory, turn_id)
        if at is not None:
            low, high = max(0, at - around), at + around + 1
            shown = tuple(
                session_turns.clean_turn(app, turn).but(is_source=place == at)
                for place, turn in enumerate(turns[low:high], low)
            )
            changed = not _has_words(session_turns.masked_turn_text(turns[at]), memory)
            reason = "the file has changed: the turn no longer has the words of this memory" if changed else ""
            return source.but(status=CHANGED if changed else FOUND, reason=reason, path=path, turns=shown)
    if unreadable:
        return source.but(status=UNKNOWN, reason=unreadable, path=paths[-1])
    if was_read:
        reason = "the file has changed: the turn is no longer in it"
        return source.but(status=CHANGED, reason=reason, path=paths[-1])
    return source.but(
        status=GONE, reason=f"the file of this session is gone: {memory.agent} has deleted it, or moved it"
    )


def _find_turn(turns: "list[Turn]", memory: "Memory", turn_id: "str | None") -> "int | None":
    """The place of the turn: by its id, or else the one that has the memory's words, the nearest in time."""
    if turn_id is not None:
        named = [at for at, turn in enumerate(turns) if turn.id == turn_id]
        if named:
            return named[-1]
    fitting = [at for at, turn in enumerate(turns) if _has_words(session_turns.masked_turn_text(turn), memory)]
    return min(fitting, key=lambda at: abs((turns[at].at or 0) - memory.created_at), default=None)


def _has_words(text: str, memory: "Memory") -> bool:
    """Whether a turn says what the memory says: its passage, or most of its words."""
    passage = memory.span or memory.text
    if passage in text:
        return True
    words = {word.lower() for word in _words(passage) if len(word) > 2}
    return bool(words) and len(words & {word.lower() for word in _words(text)}) >= MIN_SHARED_WORDS * len(words)


def _words(text: str) -> "list[str]":
    return "".join(letter if letter.isalnum() else " " for letter in text).split()

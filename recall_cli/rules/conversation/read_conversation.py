"""From a conversation to what it leaves: each unit is kept or left out by its place, its evidence and its words."""

from recall_cli.domain.record import Record
from recall_cli.rules.conversation import (
    agent_units,
    answers,
    copies,
    endings,
    fragments,
    kinds,
    replies,
    sentence_text,
    subjects,
    user_units,
)
from recall_cli.rules.conversation.reading import Reading
from recall_cli.rules.conversation.turns import AGENT, SUBAGENT, USER, Conversation
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.draft import ExtractedStatement


class KeptStatement(Record):
    """A statement that a conversation leaves."""

    turn: int
    text: str
    type: str
    importance: float
    source: str
    """user: typed or confirmed by the user; agent: said by the agent."""
    span: "tuple[int, int]"
    draft: "ExtractedStatement | None" = None
    """What the grammar read in it, if its words are unchanged."""
    about: str = ""
    """What it is about, in words of the session that it does not have itself."""


class LeftOut(Record):
    """A statement that is not kept, and why."""

    turn: int
    text: str
    reason: str
    span: "tuple[int, int]"


class ConversationResult(Record):
    """What a conversation leaves, and what it does not."""

    statements: "tuple[KeptStatement, ...]"
    left_out: "tuple[LeftOut, ...]"


def read_conversation(talk: Conversation) -> ConversationResult:
    """Read a conversation: what it leaves of each turn, and the reason for everything else."""
    reading = Reading(talk)
    for unit in reading.units:
        if unit.speaker == USER:
            user_units.judge(reading, unit)
        elif unit.speaker in (AGENT, SUBAGENT):
            agent_units.judge(reading, unit)
    replies.apply(reading)
    answers.apply(reading)
    endings.apply(reading)
    copies.drop_confirmations(reading)
    fragments.apply(reading)
    sentence_text.apply(reading)
    copies.apply(reading)
    fragments.join_short(reading)
    kinds.apply(reading)
    subjects.apply(reading)
    return ConversationResult(
        statements=tuple(_statement_of(unit) for unit in reading.units if unit.kept),
        left_out=tuple(_left_out(unit) for unit in reading.units if not unit.kept),
    )


def _statement_of(unit: Unit) -> KeptStatement:
    text = sentence_text.begin_with_capital(unit.text)
    same = unit.draft is not None and unit.draft.text == unit.text
    draft = unit.draft.but(text=text) if unit.draft is not None and same else None
    return KeptStatement(
        turn=unit.turn,
        text=text,
        type=unit.type,
        importance=round(unit.worth, 2),
        source=unit.source,
        span=(unit.start, unit.end),
        draft=draft,
        about=unit.about,
    )


def _left_out(unit: Unit) -> LeftOut:
    return LeftOut(
        turn=unit.turn,
        text=unit.original,
        reason=unit.note or unit.reason or "too little is said",
        span=(unit.start, unit.end),
    )

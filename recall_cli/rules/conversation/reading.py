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
    user_units,
    wording,
)
from recall_cli.rules.conversation.turns import AGENT, SUBAGENT, USER, Conversation
from recall_cli.rules.conversation.units import Unit, is_open_label, split_conversation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.draft import ExtractedStatement

MIN_REPORT_ITEMS = 2
LAST_AGENT_TURNS = 2
"""A report stands in one of this many last turns of the agent."""


class Reading:
    """The units of a conversation, turn by turn, with what all passes need to know of it."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.turns = split_conversation(talk)
        self.units = [unit for units in self.turns for unit in units]
        self.opening = next((at for at, turn in enumerate(talk.turns) if turn.speaker == USER), -1)
        self.report = self._find_report()
        for unit in self.turns[self.report] if self.report >= 0 else ():
            unit.is_report = True

    def _find_report(self) -> int:
        """The turn with the agent's final report; -1 if there is none."""
        agent_turns = [at for at, turn in enumerate(self.talk.turns) if turn.speaker == AGENT]
        for at in agent_turns[: -LAST_AGENT_TURNS - 1 : -1]:
            items = sum(unit.is_item for unit in self.turns[at])
            if items >= MIN_REPORT_ITEMS and not self.talk.runs_tool(at) and not self._asks(at):
                return at
        return -1

    def _asks(self, at: int) -> bool:
        return any(unit.is_question for unit in self.turns[at][-1:])

    def before(self, unit: Unit) -> "Unit | None":
        """The unit before in the same turn."""
        return self.turns[unit.turn][unit.place - 1] if unit.place else None

    def after(self, unit: Unit) -> "Unit | None":
        """The unit after in the same turn."""
        units = self.turns[unit.turn]
        return units[unit.place + 1] if unit.place + 1 < len(units) else None

    def previous_speech(self, unit: Unit) -> "list[Unit]":
        """The units of the turn before."""
        return self.turns[unit.turn - 1] if unit.turn else []

    def is_open_item(self, unit: Unit) -> bool:
        """Whether a unit of a report says what is still to be done."""
        label = unit.text.partition(":")[0] if ":" in unit.text[:30] else ""
        return is_open_label(unit.heading) or is_open_label(unit.lead) or is_open_label(label)


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


class LeftOut(Record):
    """A statement that is not kept, and why."""

    turn: int
    text: str
    reason: str
    span: "tuple[int, int]"


class ConversationResult(Record):
    """What a conversation leaves, and what it does not."""

    kept: "tuple[KeptStatement, ...]"
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
    fragments.apply(reading)
    wording.apply(reading)
    copies.apply(reading)
    fragments.join_short(reading)
    kinds.apply(reading)
    return ConversationResult(
        kept=tuple(_kept(unit) for unit in reading.units if unit.kept),
        left_out=tuple(_left_out(unit) for unit in reading.units if not unit.kept),
    )


def _kept(unit: Unit) -> KeptStatement:
    same = unit.draft is not None and unit.draft.text == unit.text
    return KeptStatement(
        turn=unit.turn, text=unit.text, type=unit.type, importance=round(unit.worth, 2), source=unit.source,
        span=(unit.start, unit.end), draft=unit.draft if same else None,
    )  # fmt: skip


def _left_out(unit: Unit) -> LeftOut:
    return LeftOut(
        turn=unit.turn,
        text=unit.original,
        reason=unit.note or unit.reason or "too little is said",
        span=(unit.start, unit.end),
    )

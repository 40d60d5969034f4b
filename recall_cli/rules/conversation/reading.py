"""The units of a conversation with what all rules need to know of it: the opening, the final report, the neighbours."""

from recall_cli.rules.conversation.turns import AGENT, USER, Conversation
from recall_cli.rules.conversation.units import Unit, is_open_label, proposes, split_conversation

MIN_REPORT_ITEMS = 2
LAST_AGENT_TURNS = 2
"""A report stands in one of this many last turns of the agent."""


class Reading:
    """The units of a conversation, turn by turn, with what all passes need to know of it."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk
        self.turns = split_conversation(talk)
        self.units = [unit for units in self.turns for unit in units]
        self.opening = 0 if talk.speaker(0) == USER else -1
        self.report = self._find_report()
        for unit in self.turns[self.report] if self.report >= 0 else ():
            unit.is_report = True

    def _find_report(self) -> int:
        """The turn with the agent's final report; -1 if there is none."""
        agent_turns = [at for at, turn in enumerate(self.talk.turns) if turn.speaker == AGENT]
        for at in agent_turns[: -LAST_AGENT_TURNS - 1 : -1]:
            items = sum(unit.is_item and not proposes(unit.lead) for unit in self.turns[at])
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

"""A conversation: its turns with their speakers, and how the tools ended that ran after each of them."""

from recall_cli.domain.record import Record

USER, AGENT, SUBAGENT = "user", "assistant", "subagent"


class TalkTurn(Record):
    """One turn, and the tools that ran between it and the next one."""

    speaker: str
    """user, assistant, or subagent for the answer of an agent that the agent started."""
    text: str
    failed_tools: "tuple[bool, ...]" = ()
    """For each tool that ran after this turn: whether it failed."""


class Conversation(Record):
    """The turns of a session, or of a part of it, in order."""

    turns: "tuple[TalkTurn, ...]"
    is_complete: bool = True
    """Whether the last turn is the end of what is known of the session."""

    def speaker(self, at: int) -> str:
        """Who speaks in a turn; empty outside of the conversation."""
        return self.turns[at].speaker if 0 <= at < len(self.turns) else ""

    def text(self, at: int) -> str:
        """The text of a turn; empty outside of the conversation."""
        return self.turns[at].text if 0 <= at < len(self.turns) else ""

    def previous(self, at: int, speaker: str) -> int:
        """The last turn of a speaker before a turn; -1 if there is none."""
        return next((place for place in range(at - 1, -1, -1) if self.turns[place].speaker == speaker), -1)

    def following(self, at: int, speaker: str) -> int:
        """The next turn of a speaker after a turn; -1 if there is none."""
        return next((place for place in range(at + 1, len(self.turns)) if self.turns[place].speaker == speaker), -1)

    def outcome_before(self, at: int) -> str:
        """How the last tool before a turn ended: ok, error, or empty if none ran since the turn before."""
        outcomes = self.turns[at - 1].failed_tools if at > 0 else ()
        return ("error" if outcomes[-1] else "ok") if outcomes else ""

    def runs_tool(self, at: int) -> bool:
        """Whether a tool runs right after a turn."""
        return bool(self.turns[at].failed_tools)

    def succeeds_later(self, at: int) -> bool:
        """Whether a tool that runs in or after a turn succeeds."""
        return any(False in turn.failed_tools for turn in self.turns[at:])

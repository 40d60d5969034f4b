"""A turn: one thing that was said or done in a session, in the form that all clients share."""

from recall_cli.domain.record import Record

USER, AGENT, SUBAGENT, TOOL, NOTE = "user", "assistant", "subagent", "tool", "note"
SPOKEN = (USER, AGENT, SUBAGENT)
"""Whose turns hold words that somebody said."""

TYPED, QUEUED, REFUSAL, ANSWER, ARGUMENT, SHELL = "typed", "queued", "refusal", "answer", "argument", "shell"
"""How the user said it: in a message, while the agent worked, as the reason to refuse a tool call, as the answer to
a question, after a command's name, or as a command for the shell."""
QUESTION, PLAN, REPORT = "question", "plan", "report"
"""What the agent said, where it is no plain answer: a question with choices, a plan that the client sends in the
user's name, or the report of a subagent."""
CALL, ERROR = "call", "error"
"""What a tool's turn holds: its name with what it was asked for, or the beginning of its error."""


class Turn(Record):
    """Who said or did what, and when."""

    speaker: str
    """user, the person; assistant, the agent; subagent, an agent that it started; tool, a program that it ran; or
    note, what the client says about the session ("interrupted by the user")."""
    text: str
    kind: str = ""
    """How it was said; empty for the plain answer of an agent."""
    at: "int | None" = None
    """Milliseconds since 1970, from the client."""
    id: str = ""
    """The client's id of it, the same in every file that has it."""

"""What is known of a coding agent, in words of ours."""

from recall_cli.domain.record import Record

SESSION_START, PROMPT, COMPACT, TURN_END, SESSION_END = "session-start", "prompt", "compact", "turn-end", "session-end"
EVENTS = (SESSION_START, PROMPT, COMPACT, TURN_END, SESSION_END)
"""What happens in any agent, as `recall hook EVENT` is told of it."""

SETTINGS_ENTRIES, OWN_FILE = "entries", "file"
"""How recall gets in: as entries of a settings file that is the user's, or as a file of its own."""


class Hook(Record):
    """One entry in an agent's settings: which of its events, and what makes it run well there."""

    event: str
    """What it means to us."""
    name: str
    """What the agent calls it."""
    timeout: int
    """In the agent's own unit: seconds for most, milliseconds for Gemini CLI."""
    matcher: "str | None" = None


class Agent(Record):
    """One coding agent: where its settings live, what to write there, what it takes as an answer, where it ends."""

    name: str
    title: str
    user: str
    """The settings of the user, from the home folder on."""
    project: str
    """The settings of a repository, from its top on."""
    home: "tuple[str, str]"
    """The variable that moves the first folder of `user`, and that folder."""
    form: str
    """How recall gets in."""
    hooks: "tuple[Hook, ...]"
    shape: str
    """The entry: nested (groups of hooks with a matcher), or flat with the names of its command and its timeout."""
    answer: str
    """The form that a brief is told in: nested, additionalContext, additional_context or plain."""
    turn_end_output: str = ""
    """What its hook at the end of a turn has to print, whatever it did."""
    resume_keeps_brief: bool = False
    """Does a resumed session still hold what was told at its beginning?"""
    transcript_delay_seconds: int = 0
    """So long after the end of a session its record is complete."""
    seen: str = ""
    """The version that this was checked against by running it; empty where it was only read about."""
    untested_parts: "tuple[str, ...]" = ()
    """What of it was only read about, though the rest was run."""
    approval_file: str = ""
    """The file beside its settings where it keeps which hooks its user approved; empty where it asks nobody."""
    note: str = ""
    """What the user has yet to do, or should know."""

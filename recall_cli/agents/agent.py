"""The description of a coding agent."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    T = TypeVar("T")

SESSION_START, PROMPT, COMPACT, TURN_END, SESSION_END = "session-start", "prompt", "compact", "turn-end", "session-end"
TOOL_START, TOOL_END, TOOL_FAILED, SUBAGENT_START = "tool-start", "tool-end", "tool-failed", "subagent-start"
EVENTS = (SESSION_START, PROMPT, SUBAGENT_START, TOOL_START, TOOL_END, TOOL_FAILED, COMPACT, TURN_END, SESSION_END)
"""The events of any agent, under the names that `recall hook EVENT` takes."""

TOOL_EVENTS = frozenset((TOOL_START, TOOL_END, TOOL_FAILED))
ACTION_EVENTS = TOOL_EVENTS | {SUBAGENT_START}
"""The events at which an agent acts; their hooks are installed only if `hooks.at_action` is on."""

SETTINGS_ENTRIES, TOML_TABLES, OWN_FILE = "entries", "toml", "file"
"""Where recall's hooks go: into the user's settings file as entries or TOML tables, or into a file of their own."""


ATTENDED_VARIABLE = "CLAUDE_CODE_SESSION_ATTENDED"
"""Claude Code sets it to 1 if the user is there, and to 0 if nobody can answer a question."""


class Hook(Record):
    """One entry in an agent's settings: one of its events, with the options that it needs there."""

    event: str
    """The event's name in recall."""
    name: str
    """The agent's own name for the event."""
    timeout: int
    """In the agent's own unit: seconds for most, milliseconds for Gemini CLI."""
    matcher: "str | None" = None


class Agent(Record):
    """One coding agent: where its settings are, what to write there, and which answer it accepts."""

    name: str
    title: str
    user: str
    """The path of the user's settings, from the home folder."""
    project: str
    """The path of a repository's settings, from its top folder; empty if it reads hooks from the user's only."""
    hooks: "tuple[Hook, ...]"
    home: "tuple[str, str]" = ("", "")
    """The variable that replaces the first folder of `user`, and that folder; empty if there is no such variable."""
    form: str = SETTINGS_ENTRIES
    """SETTINGS_ENTRIES, TOML_TABLES or OWN_FILE."""
    shape: str = "nested"
    """The form of an entry: nested (groups of hooks with a matcher), or the names of its command and timeout fields."""
    name_field: str = ""
    """The field of an entry with a name that the agent shows instead of the command; empty if it shows none."""
    answer: str = "nested"
    """The form in which the agent takes a brief: nested, additionalContext, additional_context or plain."""
    can_ask: bool = False
    """Whether a hook before a tool can have the user asked. No hook of recall ever allows or denies anything."""
    allow_list: "tuple[str, ...]" = ()
    """The keys of the list in the user's settings that names what it may do without a question; empty if none fits."""
    allow_rule: str = ""
    """A rule of that list for a command, with {} in its place."""
    allow_file: str = ""
    """The path, from the home folder, of a file with such rules that is recall's own; empty if it reads none."""
    brief_with_prompt: bool = False
    """Whether only what a hook says at a prompt reaches its model: then the brief comes with a session's first."""
    turn_end_output: str = ""
    """What its hook at the end of a turn must print in any case."""
    reads_after_turns: bool = False
    """Whether its transcript is read after each turn, since a session may end without an event."""
    end_question: str = ""
    """The form of a question with which a hook at the end of a turn has the agent go on, context or block; empty for
    none."""
    resume_keeps_brief: bool = False
    """Whether a resumed session still has the brief from its beginning."""
    transcript_delay_seconds: int = 0
    """Seconds after the end of a session until its transcript is complete."""
    tested_version: str = ""
    """The version with which this was tested; empty if it was written from documentation only."""
    untested_parts: "tuple[str, ...]" = ()
    """The parts that were not tested, though the rest was."""
    approval_file: str = ""
    """The file beside its settings that lists the hooks its user approved; empty if it asks for no approval."""
    note: str = ""
    """What the user still has to do, or should know."""


_OTHER_NAMES = {
    "claude": "claude-code", "claudecode": "claude-code", "desktop": "claude-desktop", "gemini-cli": "gemini",
    "qwen-code": "qwen", "kimi-code": "kimi", "kimi-cli": "kimi", "github-copilot": "copilot", "code": "vscode",
    "vs-code": "vscode", "visual-studio-code": "vscode",
}  # fmt: skip


def find_by_name(kind: str, name: str, known: "Mapping[str, T]") -> "T":
    """What has this name. For a similar name, or another name of it, the error suggests the right one."""
    name = name.lower()
    if name in known:
        return known[name]
    import difflib

    from recall_cli.domain.errors import UsageError

    similar = (_OTHER_NAMES.get(name), *difflib.get_close_matches(name, known, 1))
    near = next((other for other in similar if other in known), None)
    hint = f"did you mean {near}?" if near else f"known {kind}s: {', '.join(known)}"
    raise UsageError(f"unknown {kind} {name!r}", hint)

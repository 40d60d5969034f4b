"""The author that is shown for a memory: a word from a closed list, never a name that a caller chose.

It follows from what the channel set (`trust`, `source`). The name of an agent is free text. A model sees it only if it
names an agent that recall knows; a person sees any other name in quotes. A colleague's name was given at the pairing,
and is one word of a closed form.
"""

from recall_cli.domain.scope import PIPE_CALLER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory

KNOWN_CLIENTS = tuple("claude-code codex gemini qwen kimi opencode cursor copilot claude-desktop vscode zed".split())
"""The clients whose names a model may see: those of `agents.registry` and `agents.mcp_clients`.

A test compares the lists. So nobody puts words before a model by adding a row there alone.
"""
USER_AUTHOR, IMPORT_AUTHOR, TOOL_AUTHOR, UNKNOWN_AGENT = "user", "import", "tool", "an agent"
PIPE_AUTHOR = "a pipe (unverified)"
"""A person piped the text at their own terminal: source `user`, trust `agent`, and no agent."""
MAX_NAME_LENGTH = 40
"""A longer name of an agent is cut before a person sees it."""


def memory_author(memory: "Memory") -> str:
    """The author of a memory, as a model sees it."""
    return author_for_model(memory.trust, memory.agent, memory.source)


def author_for_model(trust: str, agent: "str | None", source: str = "agent") -> str:
    """The author as a model sees it, from single values; an operation has no source of its own.

    A client's session file may report words of the user. That is an agent's report, so it is marked as unverified.
    """
    if trust == "user":
        return USER_AUTHOR
    if trust == "colleague":
        return _colleague(agent)
    if trust == "imported":
        return IMPORT_AUTHOR
    if trust == "tool":
        return TOOL_AUTHOR
    if agent is None and source == "user":
        return PIPE_AUTHOR
    if agent not in KNOWN_CLIENTS:
        return UNKNOWN_AGENT
    return f"user via {agent} (unverified)" if source == "user" else f"agent {agent}"


def _colleague(name: "str | None") -> str:
    from recall_cli.rules.team.names import is_colleague_name

    return f"colleague {name}" if name and is_colleague_name(name) else "a colleague"


def operation_source(session: "str | None") -> str:
    """The source of an operation: it records a person's pipe in place of the session."""
    return "user" if session == PIPE_CALLER else "agent"


def author_for_person(trust: str, agent: "str | None", source: str = "agent") -> str:
    """The author as the user sees it at a terminal; the name of an unknown agent is in quotes."""
    shown = author_for_model(trust, agent, source)
    if shown == UNKNOWN_AGENT and agent:
        name = agent if len(agent) <= MAX_NAME_LENGTH else agent[: MAX_NAME_LENGTH - 1] + "…"
        return 'agent named "' + name.replace('"', "'") + '"'
    return "you" + shown.removeprefix(USER_AUTHOR) if shown.startswith(USER_AUTHOR) else shown


def join_authors(memories: "list[Memory] | tuple[Memory, ...]") -> str:
    """The authors of several memories, each once, joined with "and"."""
    return " and ".join(dict.fromkeys(map(memory_author, memories)))

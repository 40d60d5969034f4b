"""Who is shown as the author of a memory: words from a closed list, never a name that a caller chose.

The answer follows from what the channel set (`trust`, `source`). The agent's name is free text: a model is shown it
only where it names an agent that recall knows, and a person sees any other name in quotes.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory

KNOWN_CLIENTS = ("claude-code", "codex", "gemini", "opencode", "cursor", "copilot")
"""The coding agents that recall knows by name."""
USER_AUTHOR, IMPORT_AUTHOR, TOOL_AUTHOR, UNKNOWN_AGENT = "user", "import", "tool", "an agent"
MAX_NAME_LENGTH = 40
"""A longer name of an agent is cut where a person is shown it."""


def memory_author(memory: "Memory") -> str:
    """The author of a memory, as a model is shown it."""
    return author_for_model(memory.trust, memory.agent, memory.source)


def author_for_model(trust: str, agent: "str | None", source: str = "agent") -> str:
    """The same from the values alone; an operation has no source of its own.

    What a client's session file reports as the user's words is an agent's report, and so it says that nobody checked.
    """
    if trust == "user":
        return USER_AUTHOR
    if trust == "imported":
        return IMPORT_AUTHOR
    if trust == "tool":
        return TOOL_AUTHOR
    if agent not in KNOWN_CLIENTS:
        return UNKNOWN_AGENT
    return f"user via {agent} (unverified)" if source == "user" else f"agent {agent}"


def author_for_person(trust: str, agent: "str | None", source: str = "agent") -> str:
    """The author as the user is shown it at their terminal: a name that nobody knows stands in quotes."""
    shown = author_for_model(trust, agent, source)
    if shown == UNKNOWN_AGENT and agent:
        name = agent if len(agent) <= MAX_NAME_LENGTH else agent[: MAX_NAME_LENGTH - 1] + "…"
        return 'agent named "' + name.replace('"', "'") + '"'
    return "you" + shown.removeprefix(USER_AUTHOR) if shown.startswith(USER_AUTHOR) else shown


def join_authors(memories: "list[Memory] | tuple[Memory, ...]") -> str:
    """The authors of several memories, each once."""
    return " and ".join(dict.fromkeys(map(memory_author, memories)))


def stored_source(channel: str, claimed: "str | None") -> str:
    """The source that is kept: only a person at a terminal is written down as the user."""
    if channel == "user":
        return claimed or "user"
    return "agent" if claimed in (None, "user") else claimed

"""Who is shown as the author of a memory: words from a closed list, never a name that a caller chose.

The answer follows from what the channel set (`trust`, `source`). The agent's name is free text: a model is shown it
only where it names an agent that recall knows, and a person sees any other name in quotes.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory

KNOWN_CLIENTS = ("claude-code", "codex", "gemini", "opencode", "cursor", "copilot")
"""The coding agents that recall knows by name."""
USER, IMPORT, TOOL, SOME_AGENT = "user", "import", "tool", "an agent"
MAX_NAME = 40
"""A longer name of an agent is cut where a person is shown it."""


def author(memory: "Memory") -> str:
    """The author of a memory, as a model is shown it."""
    return author_of(memory.trust, memory.agent, memory.source)


def author_of(trust: str, agent: "str | None", source: str = "agent") -> str:
    """The same from the values alone; an operation has no source of its own.

    What a client's session file reports as the user's words is an agent's report, and so it says that nobody checked.
    """
    if trust == "user":
        return USER
    if trust == "imported":
        return IMPORT
    if trust == "tool":
        return TOOL
    if agent not in KNOWN_CLIENTS:
        return SOME_AGENT
    return f"user via {agent} (unverified)" if source == "user" else f"agent {agent}"


def author_for_person(trust: str, agent: "str | None", source: str = "agent") -> str:
    """The author as the user is shown it at their terminal: a name that nobody knows stands in quotes."""
    shown = author_of(trust, agent, source)
    if shown == SOME_AGENT and agent:
        name = agent if len(agent) <= MAX_NAME else agent[: MAX_NAME - 1] + "…"
        return 'agent named "' + name.replace('"', "'") + '"'
    return "you" + shown.removeprefix(USER) if shown.startswith(USER) else shown


def authors(memories: "list[Memory] | tuple[Memory, ...]") -> str:
    """The authors of several memories, each once."""
    return " and ".join(dict.fromkeys(map(author, memories)))


def source_of(channel: str, said: "str | None") -> str:
    """The source that is kept: only a person at a terminal is written down as the user."""
    if channel == "user":
        return said or "user"
    return "agent" if said in (None, "user") else said

"""Who said a memory, and its trust: the channel sets both; a stated source can lower the trust and never raise it."""

from recall_cli.domain.memory import TRUST_LEVELS

TEAM_CHANNEL = "team"
"""How memories of paired colleagues arrive."""


def lowest_trust(*trusts: str) -> str:
    """The lowest of several trust levels: a derived memory has the trust of its least trusted source."""
    return max(trusts, key=TRUST_LEVELS.index)


def stored_source(channel: str, claimed: "str | None") -> str:
    """The source to store: only a person at a terminal is stored as the user."""
    if channel == "user":
        return claimed or "user"
    return "agent" if claimed in (None, "user") else claimed


def trust_of_source(channel: str, source: str) -> str:
    """The trust of a statement from its channel and the source that the caller names."""
    return lowest_trust(channel, {"user": "user", "agent": "agent", "tool": "tool"}[source])


def trust_of_import(channel: str, recorded: str) -> str:
    """The trust of an imported memory: "user" only if the user says that the file is their own export.

    Anyone can write `"trust": "user"` into a file, and in a large file the user cannot see what an agent wrote. What
    arrives over TEAM_CHANNEL is at most a colleague's word.
    """
    if channel == "user":
        return recorded
    if channel == TEAM_CHANNEL:
        return lowest_trust("colleague", recorded)
    return lowest_trust("imported", recorded) if recorded in ("user", "colleague") else recorded

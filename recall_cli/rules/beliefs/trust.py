"""How far a memory is trusted: set by the way it came in, lowered by what it says of itself, never raised."""

from recall_cli.domain.memory import TRUST_LEVELS


def lowest_trust(*trusts: str) -> str:
    """The least trusted of several: what follows from them can be no better."""
    return max(trusts, key=TRUST_LEVELS.index)


def trust_of_source(channel: str, source: str) -> str:
    """The trust of something said through a channel, from the source that the caller names."""
    return lowest_trust(channel, {"user": "user", "agent": "agent", "tool": "tool"}[source])


def trust_of_import(channel: str, recorded: str) -> str:
    """The trust of an imported memory: the user's own word only where the user says that the file is their export.

    Anybody can write `"trust": "user"` into a file, and the user cannot see in a large one what an agent wrote.
    """
    return recorded if channel == "user" or recorded != "user" else lowest_trust("imported", recorded)

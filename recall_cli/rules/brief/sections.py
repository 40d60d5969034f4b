"""Sections of a brief: where a memory belongs, and what stands above and behind it."""

from recall_cli.rules.beliefs.authorship import USER_AUTHOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory

SECTIONS = ("pinned", "standing", "lessons", "experience", "patterns", "contested", "inferred")
"""In the order of the brief: lasting memories first, so that its beginning stays the same."""
SECTION_TITLES = {
    "pinned": "Pinned by the user",
    "standing": "Preferences and decisions",
    "lessons": "Lessons",
    "experience": "Past experience",
    "patterns": "Patterns",
    "contested": "Contested: ask before relying on it",
    "inferred": "Inferred, not confirmed",
}
GROUP_TITLES = {
    "pinned": "pinned by the user",
    "stated": "",
    "contested": "contested: ask before relying on it",
    "inferred": "unconfirmed, ",
}
"""The groups of a brief as an agent reads it, in its order, with the beginnings of their headings.

What is neither pinned, contested nor inferred is in one group for each author: headings cost tokens, too.
"""
ANOTHER_DISAGREES, USER_DISAGREES = "others disagree: recall conflicts", "contested: ask before relying on it"
"""The marks behind a memory of the user that is contradicted: by others, or by another of the user's own."""
KIND_BY_TYPE = {"correction": "lesson"}
MIN_SURE_CONFIDENCE = 0.7
"""A statement by an agent with less confidence than this is an inference."""


def memory_kind(memory: "Memory") -> str:
    """The kind of a memory as its reader sees it: its type, or lesson, contested or inferred."""
    if memory.contested and memory.trust != "user":
        return "contested"
    if memory.trust != "user" and (memory.confidence < MIN_SURE_CONFIDENCE or memory.trust == "tool"):
        return "inferred"
    return KIND_BY_TYPE.get(memory.type, memory.type)


def memory_section(memory: "Memory") -> str:
    """The section of a brief that a memory belongs to."""
    return {
        "preference": "standing",
        "decision": "standing",
        "lesson": "lessons",
        "pattern": "patterns",
        "contested": "contested",
        "inferred": "inferred",
    }.get(memory_kind(memory), "experience")


def group_name(section: str) -> str:
    """The group of a brief that a section belongs to."""
    return section if section in GROUP_TITLES else "stated"


def group_heading(group: str, author: str, day: str = "") -> str:
    """The heading of a group: its title, whose words these are, and the day of most of its lines."""
    title = GROUP_TITLES[group]
    if author == USER_AUTHOR:
        title = title or "said by the user"
    elif author:
        title += f"{', ' if group == 'pinned' else ''}from {author}"
    return f"{title}, {day}" if day else title


def user_values_in_force(sides: "Iterable[Memory]") -> "list[Memory]":
    """The user's statements among the sides of a contest; none if they differ for the same context."""
    from recall_cli.rules.text.normalize import fold_text

    user_memories = [memory for memory in sides if memory.trust == "user"]
    values_by_context: dict[str, set[str]] = {}
    for memory in user_memories:
        said = fold_text(memory.value or memory.text)
        values_by_context.setdefault(fold_text(memory.qualifier or ""), set()).add(said)
    return user_memories if all(len(values) == 1 for values in values_by_context.values()) else []


def contest_mark(memory: "Memory", others: "list[Memory]") -> str:
    """What is noted behind the user's word if others contradict it, or if the user said something else, too.

    The words are the same for everybody: whoever contradicts the user cannot say anything by it.
    """
    if not others:
        return ""
    return ANOTHER_DISAGREES if user_values_in_force([memory, *others]) else USER_DISAGREES

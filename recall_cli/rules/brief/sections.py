"""Sections of a brief: where a memory belongs, and how much it weighs in a short brief."""

from recall_cli.domain.moment import DAY, EULER
from recall_cli.rules.beliefs.authorship import USER_AUTHOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import BriefCandidate, Memory

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
MORE_PREFIX = "also: "
"""The headings of the last part of a brief begin with it."""
MIN_SHARED_WORDS = 0.5
"""Two texts have the same subject if they share this part of the shorter one's subject words."""
KIND_BY_TYPE = {"correction": "lesson"}
TYPE_WEIGHTS = {
    "preference": 1.0,
    "decision": 0.95,
    "correction": 0.9,
    "pattern": 0.7,
    "procedure": 0.65,
    "fact": 0.6,
    "finding": 0.55,
    "estimate": 0.3,
}
"""How much a type weighs in a brief without a question."""
MIN_SURE_CONFIDENCE = 0.7
"""A statement by an agent with less confidence than this is an inference."""
NEWNESS_WEIGHT, NEWNESS_DAYS = 0.25, 14
"""The extra weight of a new memory, and the days after which it has fallen to 1/e; half is gone after ten days."""
OUTDATED_WEIGHT = 0.5
"""The factor for a memory that may be outdated, unless the user stated it."""
PIN_WEIGHT = 10.0
"""The extra weight of what the user pinned: it comes before everything else."""


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


def lasting_weight(memory: "BriefCandidate | Memory") -> float:
    """The part of a memory's weight that does not change with time alone."""
    trusted = 1.0 if memory.trust == "user" else 0.85
    return TYPE_WEIGHTS[memory.type] * memory.importance * memory.decay_score * memory.confidence * trusted


def brief_weight(memory: "BriefCandidate", now: int) -> float:
    """The weight of a memory in a brief without a question."""
    days = max(0, now // DAY - memory.created_at // DAY)  # whole days, so that a brief is the same all day
    lowered = OUTDATED_WEIGHT if memory.maybe_outdated and memory.trust != "user" else 1.0
    newness = NEWNESS_WEIGHT * float(EULER ** (-days / NEWNESS_DAYS)) * memory.importance
    return float(lowered * (lasting_weight(memory) + newness))


def rank_for_brief(memories: "Iterable[BriefCandidate]", now: int, user_pins: "set[int]") -> "list[BriefCandidate]":
    """The memories by their weight, the heaviest first.

    `user_pins` are the numbers of those that the user pinned. A memory that an agent pinned comes before the other
    memories that are not the user's, but it takes no place from the user's own.
    """
    order = sorted(
        memories, key=lambda memory: (-brief_weight(memory, now) - PIN_WEIGHT * (memory.n in user_pins), memory.n)
    )
    if any(memory.pinned and memory.n not in user_pins for memory in order):
        places = [place for place, memory in enumerate(order) if memory.trust != "user" and memory.n not in user_pins]
        for place, memory in zip(
            places, sorted((order[place] for place in places), key=lambda memory: not memory.pinned), strict=True
        ):
            order[place] = memory
    return order


def subject_words(text: str) -> "frozenset[str]":
    """The words of a text that may name its subject."""
    from recall_cli.domain.stopwords import STOP_WORDS

    words = (word.strip(".,;:!?()[]{}\"'`“”‘’").casefold() for word in text.split())
    return frozenset(word.removesuffix("s") for word in words if len(word) > 2 and word not in STOP_WORDS)


def have_same_subject(words: "frozenset[str]", other_words: "frozenset[str]") -> bool:
    """Whether two texts with these subject words are about the same thing."""
    return bool(words and other_words) and len(words & other_words) >= MIN_SHARED_WORDS * min(
        len(words), len(other_words)
    )

"""What an agent should know first: which section a memory belongs to, and how much it weighs in a short brief."""

from recall_cli.domain.moment import DAY, E

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory, Weighed

SECTIONS = ("pinned", "standing", "lessons", "experience", "patterns", "contested", "inferred")
"""In the order in which they are told: what lasts first, so that the beginning stays the same."""
TITLES = {
    "pinned": "Pinned by the user",
    "standing": "Preferences and decisions",
    "lessons": "Lessons",
    "experience": "Past experience",
    "patterns": "Patterns",
    "contested": "Contested: ask before relying on it",
    "inferred": "Inferred, not confirmed",
}
KINDS = {"correction": "lesson"}
WEIGHTS = {
    "preference": 1.0, "decision": 0.95, "correction": 0.9, "pattern": 0.7, "procedure": 0.65, "fact": 0.6,
    "finding": 0.55, "estimate": 0.3,
}  # fmt: skip
"""How much a type weighs where nothing is asked for."""
SURE = 0.7
"""What an agent says of itself less surely than this is an inference."""
NEWS, NEWS_DAYS = 0.25, 14
"""What is new weighs this much more at first, and half of it is gone after ten days."""


PINNED = 10.0
"""So much more weighs what the user pinned: it comes before everything."""


def kind(memory: "Memory") -> str:
    """What a memory is to its reader."""
    if memory.contested and memory.trust != "user":
        return "contested"
    if memory.trust != "user" and (memory.confidence < SURE or memory.trust == "tool"):
        return "inferred"
    return KINDS.get(memory.type, memory.type)


def section(memory: "Memory") -> str:
    """Where it is told."""
    return {
        "preference": "standing",
        "decision": "standing",
        "lesson": "lessons",
        "pattern": "patterns",
        "contested": "contested",
        "inferred": "inferred",
    }.get(kind(memory), "experience")


def in_force(sides: "Iterable[Memory]") -> "list[Memory]":
    """The user's own word among the sides of a contested fact, unless he said different things of the same context."""
    from recall_cli.rules.text.wording import folded

    his = [memory for memory in sides if memory.trust == "user" and memory.value is not None]
    said: dict[str, set[str]] = {}
    for memory in his:
        said.setdefault(folded(memory.qualifier or ""), set()).add(folded(memory.value or ""))
    return his if all(len(values) == 1 for values in said.values()) else []


def worth(memory: "Weighed | Memory") -> float:
    """What of that does not change with time alone."""
    trusted = 1.0 if memory.trust == "user" else 0.85
    return WEIGHTS[memory.type] * memory.importance * memory.decay_score * memory.confidence * trusted


def weight(memory: "Weighed", now: int) -> float:
    """How much a memory deserves its place in a brief that nobody asked a question of."""
    days = max(0, now - memory.created_at) / DAY
    return float(worth(memory) + NEWS * float(E ** (-days / NEWS_DAYS)) * memory.importance)


def ranked(found: "Iterable[Weighed]", now: int, his: "set[int]") -> "list[Weighed]":
    """In the order in which they deserve to be told.

    `his` are those that the user pinned. What an agent pinned comes before what else is not the user's own, in the
    places of those: it takes none of his.
    """
    order = sorted(found, key=lambda one: (-weight(one, now) - PINNED * (one.n in his), one.n))
    if any(one.pinned and one.n not in his for one in order):
        places = [at for at, one in enumerate(order) if one.trust != "user" and one.n not in his]
        for at, one in zip(places, sorted((order[at] for at in places), key=lambda one: not one.pinned), strict=True):
            order[at] = one
    return order

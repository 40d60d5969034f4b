"""What an agent should know first: which section a memory belongs to, and how much it weighs in a short brief."""

from recall_cli.domain.moment import DAY, EULER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import BriefCandidate, Memory

SECTIONS = ("pinned", "standing", "lessons", "experience", "patterns", "contested", "inferred")
"""In the order in which they are told: what lasts first, so that the beginning stays the same."""
SECTION_TITLES = {
    "pinned": "Pinned by the user",
    "standing": "Preferences and decisions",
    "lessons": "Lessons",
    "experience": "Past experience",
    "patterns": "Patterns",
    "contested": "Contested: ask before relying on it",
    "inferred": "Inferred, not confirmed",
}
KIND_BY_TYPE = {"correction": "lesson"}
TYPE_WEIGHTS = {
    "preference": 1.0, "decision": 0.95, "correction": 0.9, "pattern": 0.7, "procedure": 0.65, "fact": 0.6,
    "finding": 0.55, "estimate": 0.3,
}  # fmt: skip
"""How much a type weighs where nothing is asked for."""
MIN_SURE_CONFIDENCE = 0.7
"""What an agent says of itself less surely than this is an inference."""
NEWNESS_WEIGHT, NEWNESS_DAYS = 0.25, 14
"""What is new weighs this much more at first, and half of it is gone after ten days."""


PIN_WEIGHT = 10.0
"""So much more weighs what the user pinned: it comes before everything."""


def memory_kind(memory: "Memory") -> str:
    """What a memory is to its reader."""
    if memory.contested and memory.trust != "user":
        return "contested"
    if memory.trust != "user" and (memory.confidence < MIN_SURE_CONFIDENCE or memory.trust == "tool"):
        return "inferred"
    return KIND_BY_TYPE.get(memory.type, memory.type)


def memory_section(memory: "Memory") -> str:
    """Where it is told."""
    return {
        "preference": "standing",
        "decision": "standing",
        "lesson": "lessons",
        "pattern": "patterns",
        "contested": "contested",
        "inferred": "inferred",
    }.get(memory_kind(memory), "experience")


def user_values_in_force(sides: "Iterable[Memory]") -> "list[Memory]":
    """The user's own word among the sides of a contested fact, unless he said different things of the same context."""
    from recall_cli.rules.text.normalize import fold_text

    his = [memory for memory in sides if memory.trust == "user" and memory.value is not None]
    said: dict[str, set[str]] = {}
    for memory in his:
        said.setdefault(fold_text(memory.qualifier or ""), set()).add(fold_text(memory.value or ""))
    return his if all(len(values) == 1 for values in said.values()) else []


def lasting_weight(memory: "BriefCandidate | Memory") -> float:
    """What of that does not change with time alone."""
    trusted = 1.0 if memory.trust == "user" else 0.85
    return TYPE_WEIGHTS[memory.type] * memory.importance * memory.decay_score * memory.confidence * trusted


def brief_weight(memory: "BriefCandidate", now: int) -> float:
    """How much a memory deserves its place in a brief that nobody asked a question of."""
    days = max(0, now - memory.created_at) / DAY
    return float(lasting_weight(memory) + NEWNESS_WEIGHT * float(EULER ** (-days / NEWNESS_DAYS)) * memory.importance)


def rank_for_brief(memories: "Iterable[BriefCandidate]", now: int, user_pins: "set[int]") -> "list[BriefCandidate]":
    """In the order in which they deserve to be told.

    `his` are those that the user pinned. What an agent pinned comes before what else is not the user's own, in the
    places of those: it takes none of his.
    """
    order = sorted(memories, key=lambda one: (-brief_weight(one, now) - PIN_WEIGHT * (one.n in user_pins), one.n))
    if any(one.pinned and one.n not in user_pins for one in order):
        places = [at for at, one in enumerate(order) if one.trust != "user" and one.n not in user_pins]
        for at, one in zip(places, sorted((order[at] for at in places), key=lambda one: not one.pinned), strict=True):
            order[at] = one
    return order

"""Stores of long items, such as whole messages of a chat: one of them mentions much, and one session has many of them.

There the surroundings of an item say less, and a session that mentions everything must not fill the first places.
"""

from recall_cli.rules.ranking.scoring import MIN_LONG_LENGTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONG_WEIGHTS = {
    "context": 1.0,
    "session_words": 0.0,
    "words": 1.5,
    "asking": -0.3,
    "opening": 0.8,
    "reply": 0.0,
}
"""Where the weights of a store of long items move to."""
FULL_LENGTH, MAX_MOVE = 55.0, 1 / 3
"""From MIN_LONG_LENGTH on the weights move, at this mean length by this part of the way."""
CAPPED_LENGTH = 45.0
"""From this mean length on, a session has only so many of the first results."""
MAX_OF_SESSION, CAPPED_RESULTS, CAPPED_FOR_SEVERAL = 2, 5, 10
"""A question that counts is answered by several sessions, so more of its first results are looked at."""
MAX_LEAD = 1.0
"""A further result of the same session stays if it is ahead of every other session by more than this."""


def weights_for_length(weights: "Mapping[str, float]", average: float) -> "dict[str, float]":
    """The weights for a store whose items have this mean length."""
    move = MAX_MOVE * min(1.0, max(0.0, (average - MIN_LONG_LENGTH) / (FULL_LENGTH - MIN_LONG_LENGTH)))
    return {name: weight + move * (LONG_WEIGHTS.get(name, weight) - weight) for name, weight in weights.items()}


def cap_sessions(
    order: "Sequence[int]",
    sessions: "Mapping[int, str]",
    totals: "Mapping[int, float]",
    average: float,
    *,
    several: bool = False,
) -> "list[int]":
    """The order with at most two results of a session among the first, if other sessions are about as good.

    The first are five, or ten for a question that is answered by several memories together.
    """
    if average < CAPPED_LENGTH:
        return [*order]
    size = CAPPED_FOR_SEVERAL if several else CAPPED_RESULTS
    first: list[int] = []
    rest = [*order]
    counts: dict[str, int] = {}
    while rest and len(first) < size:
        at = _next_place(rest, sessions, totals, counts)
        n = rest.pop(at)
        counts[sessions[n]] = counts.get(sessions[n], 0) + 1
        first.append(n)
    return first + rest


def _next_place(
    rest: "list[int]", sessions: "Mapping[int, str]", totals: "Mapping[int, float]", counts: "Mapping[str, int]"
) -> int:
    """The place of the result that comes next: the best one whose session has room, if it is not far behind."""
    for at, n in enumerate(rest):
        if totals[n] < totals[rest[0]] - MAX_LEAD:
            break
        if not sessions[n] or counts.get(sessions[n], 0) < MAX_OF_SESSION:
            return at
    return 0

"""Which of the best are worth showing together?

Maximal marginal relevance, kept gentle: measured on public questions a strong one loses answers, because the
second-best answer often resembles the best. It only moves near repetitions down, and never drops anything.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from typing import TypeVar

    Id = TypeVar("Id", bound=Hashable)

GENTLE = 0.9
"""The share that relevance has in the choice; the rest is unlikeness to what is already chosen."""


def diversified(
    ranked: "Sequence[Id]",
    relevance: "Callable[[Id], float]",
    likeness: "Callable[[Id, Id], float]",
    weight: float = GENTLE,
    depth: int = 20,
) -> "list[Id]":
    """The same ids, the first `depth` of them chosen one by one by relevance less likeness to those before.

    Both functions answer from 0 to 1; equals keep their order.
    """
    waiting, rest = list(ranked[:depth]), list(ranked[depth:])
    nearest = dict.fromkeys(waiting, 0.0)
    chosen: list[Id] = []
    while waiting:
        best = max(waiting, key=lambda found: weight * relevance(found) - (1 - weight) * nearest[found])
        waiting.remove(best)
        chosen.append(best)
        for found in waiting:
            nearest[found] = max(nearest[found], likeness(found, best))
    return chosen + rest

"""How do several lists of scores become one?

By scores, where they are to be weighed against each other (`min_max`), or by ranks alone (`rrf`), which is
the published way and the one that needs no scores at all.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import TypeVar

    Id = TypeVar("Id", bound=Hashable)


def min_max_scale(scores: "Sequence[float]") -> "list[float]":
    """The scores stretched to 0…1, the lowest at 0 and the highest at 1; all 0 where none stands out."""
    if not scores:
        return []
    low = min(scores)
    width = max(scores) - low
    if width <= 0:
        return [0.0] * len(scores)
    return [(score - low) / width for score in scores]


def reciprocal_rank_fusion(rankings: "Iterable[Sequence[Id]]", k: int = 60) -> "dict[Id, float]":
    """Reciprocal rank fusion: the sum of 1 / (k + rank) over the rankings that hold an id, ranks from 1."""
    fused: dict[Id, float] = {}
    for ranking in rankings:
        for rank, found in enumerate(ranking, 1):
            fused[found] = fused.get(found, 0.0) + 1 / (k + rank)
    return fused

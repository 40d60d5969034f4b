"""Combining several lists of scores into one.

`min_max_scale` makes scores comparable so that they can be weighted. `reciprocal_rank_fusion`, the published way, uses
ranks only and needs no scores.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import TypeVar

    Id = TypeVar("Id", bound=Hashable)


def min_max_scale(scores: "Sequence[float]") -> "list[float]":
    """The scores scaled to 0…1, the lowest to 0 and the highest to 1; all 0 if they are equal."""
    if not scores:
        return []
    low = min(scores)
    width = max(scores) - low
    if width <= 0:
        return [0.0] * len(scores)
    return [(score - low) / width for score in scores]


def reciprocal_rank_fusion(rankings: "Iterable[Sequence[Id]]", k: int = 60) -> "dict[Id, float]":
    """Reciprocal rank fusion: for each id the sum of 1 / (k + rank) over the rankings that contain it, ranks from 1."""
    fused: dict[Id, float] = {}
    for ranking in rankings:
        for rank, id_ in enumerate(ranking, 1):
            fused[id_] = fused.get(id_, 0.0) + 1 / (k + rank)
    return fused

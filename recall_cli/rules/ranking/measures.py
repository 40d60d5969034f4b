"""How good is a ranking? The usual measures, over the places at which what was looked for stands."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence, Set


def recall_at(k: int, ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """Which share of what was looked for is among the first k."""
    return len(relevant & set(ranking[:k])) / len(relevant)


def hit_at(k: int, ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """Is any of it among the first k?"""
    return float(not relevant.isdisjoint(ranking[:k]))


def reciprocal_rank(ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """One over the rank of the first of it; 0 where none was found."""
    return next((1 / rank for rank, one in enumerate(ranking, 1) if one in relevant), 0.0)


def ndcg_at(k: int, ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """Discounted gain of the first k against that of a perfect order."""
    from math import log2

    gain = sum(1 / log2(rank + 1) for rank, one in enumerate(ranking[:k], 1) if one in relevant)
    return gain / sum(1 / log2(rank + 1) for rank in range(1, min(k, len(relevant)) + 1))


def confidence_interval(values: "Sequence[float]") -> "tuple[float, float]":
    """The mean, and how far to either side of it the true one lies in 95 of a hundred cases."""
    if not values:
        return 0.0, 0.0
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * float(spread / len(values)) ** 0.5

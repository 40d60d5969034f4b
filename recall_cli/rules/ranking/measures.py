"""Measures: how good a ranking is, given the ids that are relevant; how two rankings differ; the floor of a gate."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence, Set

MIN_PAIRS = 10
"""The fewest pairs from which a floor is measured."""
USUAL_FLOOR = 0.0
"""The floor of a small store: such models score a pair above 0 if an answer is likelier than none."""
MAX_LOST_SHARE = 0.03
"""This share of the questions about the store's own memories may be lost."""


def recall_at(k: int, ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """The share of the relevant ids that is among the first k."""
    return len(relevant & set(ranking[:k])) / len(relevant)


def hit_at(k: int, ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """1 if any relevant id is among the first k, else 0."""
    return float(not relevant.isdisjoint(ranking[:k]))


def all_at(k: int, ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """1 if all relevant ids are among the first k, else 0."""
    return float(relevant <= set(ranking[:k]))


def precision_of(answers: "Sequence[str]", relevant: "Set[str]") -> float:
    """The share of the answers that is relevant; 0 without answers."""
    return sum(id_ in relevant for id_ in answers) / len(answers) if answers else 0.0


def reciprocal_rank(ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """One over the rank of the first relevant id; 0 if there is none."""
    return next((1 / rank for rank, id_ in enumerate(ranking, 1) if id_ in relevant), 0.0)


def ndcg_at(k: int, ranking: "Sequence[str]", relevant: "Set[str]") -> float:
    """The discounted gain of the first k, relative to that of a perfect order."""
    from math import log2

    gain = sum(1 / log2(rank + 1) for rank, id_ in enumerate(ranking[:k], 1) if id_ in relevant)
    return gain / sum(1 / log2(rank + 1) for rank in range(1, min(k, len(relevant)) + 1))


def confidence_interval(values: "Sequence[float]") -> "tuple[float, float]":
    """The mean, and half the width of its 95 % confidence interval."""
    if not values:
        return 0.0, 0.0
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * float(spread / len(values)) ** 0.5


def measure_floor(own: "Sequence[float]", strange: "Sequence[float]") -> float:
    """The floor that keeps nearly all questions with their own memory, and is at most the middle of both kinds."""
    if len(own) < MIN_PAIRS or len(strange) < MIN_PAIRS:
        return USUAL_FLOOR
    lowest_kept = sorted(own)[int(len(own) * MAX_LOST_SHARE)]
    return min(lowest_kept, (_median(own) + _median(strange)) / 2)


def share_from(floor: float, scores: "Sequence[float]") -> float:
    """The share of the scores that reach the floor."""
    return sum(score >= floor for score in scores) / len(scores) if scores else 0.0


def _median(values: "Sequence[float]") -> float:
    return sorted(values)[len(values) // 2]


class RankingChange(Record):
    """What differs between the first places of two rankings."""

    same_first: bool
    """Whether both have the same first result, or both are empty."""
    overlap: float
    """The share of all results that is in both rankings; 1 if both are empty."""
    added: "tuple[str, ...]" = ()
    """Results of the second ranking only, best first."""
    removed: "tuple[str, ...]" = ()
    """Results of the first ranking only, best first."""
    moved: "tuple[tuple[str, int, int], ...]" = ()
    """Results at different places: the id, its place in the first ranking, its place in the second."""

    @property
    def is_unchanged(self) -> bool:
        """Whether both rankings are the same."""
        return not (self.added or self.removed or self.moved)


def ranking_change(first: "Sequence[str]", second: "Sequence[str]") -> RankingChange:
    """The difference between two rankings, each a list of ids without repetitions."""
    before = {id_: place for place, id_ in enumerate(first, 1)}
    after = {id_: place for place, id_ in enumerate(second, 1)}
    either = before.keys() | after.keys()
    return RankingChange(
        same_first=first[:1] == second[:1],
        overlap=len(before.keys() & after.keys()) / len(either) if either else 1.0,
        added=tuple(id_ for id_ in second if id_ not in before),
        removed=tuple(id_ for id_ in first if id_ not in after),
        moved=tuple((id_, before[id_], after[id_]) for id_ in second if id_ in before and before[id_] != after[id_]),
    )

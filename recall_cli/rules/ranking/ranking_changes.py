"""The difference between two rankings of the same question."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


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

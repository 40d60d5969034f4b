"""How do two orders of answers to one question differ?"""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class RankingChange(Record):
    """What changes between two orders, within their first places."""

    same_first: bool
    """Do both begin with the same, or have both nothing?"""
    overlap: float
    """Which share of all that either shows is shown by both; 1 where neither shows anything."""
    added: "tuple[str, ...]" = ()
    """What only the second shows, best first."""
    removed: "tuple[str, ...]" = ()
    """What only the first shows."""
    moved: "tuple[tuple[str, int, int], ...]" = ()
    """What both show at different places: which, the place in the first, the place in the second."""

    @property
    def is_unchanged(self) -> bool:
        """Is nothing different at all?"""
        return not (self.added or self.removed or self.moved)


def ranking_change(first: "Sequence[str]", second: "Sequence[str]") -> RankingChange:
    """The difference between two lists without repetitions."""
    before = {one: at for at, one in enumerate(first, 1)}
    after = {one: at for at, one in enumerate(second, 1)}
    either = before.keys() | after.keys()
    return RankingChange(
        same_first=first[:1] == second[:1],
        overlap=len(before.keys() & after.keys()) / len(either) if either else 1.0,
        added=tuple(one for one in second if one not in before),
        removed=tuple(one for one in first if one not in after),
        moved=tuple((one, before[one], after[one]) for one in second if one in before and before[one] != after[one]),
    )

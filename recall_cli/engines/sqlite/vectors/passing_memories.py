"""Which memories pass the view and the filters of a search in meaning."""

from _operator import neg  # the module `operator` would be read for this one name

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row

    Neighbour = tuple[int, float]
    """A memory's number and the cosine of its vector."""

MAX_EXACT_MEMORIES = 2_000
"""If no more memories than this pass the filters, all of them are compared exactly."""
ENOUGH_PASSING_SHARE, LOW_PASSING_SHARE = 0.4, 0.1
"""If a smaller share of the best passes, more are compared; below the lower share, all that pass, if they are few."""


class PassingMemories:
    """The memories that pass the view and the filters of one search, as the tables know them."""

    def __init__(self, run: "Callable[..., list[Row]]", wanted: "Filters", without: str) -> None:
        self._run = run
        self._tail = "" if wanted.is_current_only else "_any"
        self._values = {**wanted.sql_parameters, "except": without}

    def first(self, order: "list[Neighbour]", count: int) -> "tuple[list[Neighbour], float]":
        """The first `count` memories that pass, and about what share of all passes."""
        passed: dict[int, None] = {}
        checked = 0
        while len(passed) < count and checked < len(order):
            part = [n for n, _ in order[checked : checked + 3 * count]]
            checked += len(part)
            values = {"numbers": dumps(part), "limit": count - len(passed), **self._values}
            passed.update(dict.fromkeys(n for (n,) in self._run("passing" + self._tail, **values)))
        near = [neighbour for neighbour in order[:checked] if neighbour[0] in passed]
        last = order.index(near[-1]) + 1 if len(near) == count else len(order)
        return near, len(near) / max(last, 1)

    def waiting_for_model(self, other: str) -> "list[Row]":
        """The vectors of passing memories that wait for their vector of another model."""
        return self._run("near_missing" + self._tail, other=other, limit=MAX_EXACT_MEMORIES, **self._values)

    def all_if_few(self) -> "list[int] | None":
        """All memories that pass, or None if they are many."""
        rows = self._run("fitting" + self._tail, limit=MAX_EXACT_MEMORIES + 1, **self._values)
        return None if len(rows) > MAX_EXACT_MEMORIES else [n for (n,) in rows]


def nearest_first(cosines: "dict[int, float]") -> "list[Neighbour]":
    """Memories in order of their cosines, the nearest first, equal ones by number."""
    order = sorted(zip(cosines.values(), map(neg, cosines), strict=True), reverse=True)
    return [(-n, cosine) for cosine, n in order]

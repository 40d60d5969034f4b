"""Which of the nearest memories a search may show."""

from _operator import neg  # the module `operator` would be read for this one name

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row

    Neighbour = tuple[int, float]
    """A memory's number and the cosine of its vector."""

MAX_EXACT_MEMORIES = 2_000
"""Where no more than these pass the filters, all of them are compared exactly."""
ENOUGH_PASSING_SHARE, LOW_PASSING_SHARE = 0.4, 0.1
"""Where fewer of the first pass, more are compared; where hardly any do, all that pass, if they are few."""


class PassingMemories:
    """The vectors of what the view and the filters of one search let pass: asked of the tables, never sifted later."""

    def __init__(self, run: "Any", wanted: "Filters", without: str) -> None:
        self._run = run
        self._tail = "" if wanted.is_current_only else "_any"
        self._values = {**wanted.sql_parameters, "except": without}

    def first(self, order: "list[Neighbour]", count: int) -> "tuple[list[Neighbour], float]":
        """The first of these that pass, so many at most, and about which share of all does."""
        passed: dict[int, None] = {}
        asked = 0
        while len(passed) < count and asked < len(order):
            part = [n for n, _ in order[asked : asked + 3 * count]]
            asked += len(part)
            values = {"numbers": dumps(part), "limit": count - len(passed), **self._values}
            passed.update(dict.fromkeys(n for (n,) in self._run("passing" + self._tail, **values)))
        near = [one for one in order[:asked] if one[0] in passed]
        last = order.index(near[-1]) + 1 if len(near) == count else len(order)
        return near, len(near) / max(last, 1)

    def waiting_for_model(self, other: str) -> "list[Row]":
        """Those that another model has not made yet."""
        rows: list[Row] = self._run("near_missing" + self._tail, other=other, limit=MAX_EXACT_MEMORIES, **self._values)
        return rows

    def all_if_few(self) -> "list[int] | None":
        """All memories that pass, where they are few."""
        rows = self._run("fitting" + self._tail, limit=MAX_EXACT_MEMORIES + 1, **self._values)
        return None if len(rows) > MAX_EXACT_MEMORIES else [n for (n,) in rows]


def nearest_first(cosines: "dict[int, float]") -> "list[Neighbour]":
    """The nearest first, equal ones by number."""
    order = sorted(zip(cosines.values(), map(neg, cosines), strict=True), reverse=True)
    return [(-n, cosine) for cosine, n in order]

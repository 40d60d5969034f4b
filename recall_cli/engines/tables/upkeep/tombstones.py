"""Tombstones: the marks of erased memories, so that none of them comes back. A mark names no id and no word."""

from recall_cli.domain.ids import erased_mark
from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import format_iso
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Tombstones(Table):
    """The tombstones of a user within one transaction."""

    def add(self, ids: "Iterable[str]") -> None:
        """Note that these memories are erased."""
        self.add_marks(map(erased_mark, ids))

    def add_marks(self, marks: "Iterable[str]") -> None:
        """Note that the memories of these marks are erased."""
        at = str(format_iso(self._tx.now))
        self._tx.run_many("tombstones", "add", ({"mark": mark, "value": at} for mark in marks))

    def marks(self) -> "list[str]":
        """The marks of all erased memories."""
        return [str(row[0]) for row in self._tx.run("tombstones", "all")]

    def erased_among(self, ids: "list[str]") -> "set[str]":
        """Those of these ids whose memories are erased."""
        by_mark = {erased_mark(id_): id_ for id_ in ids}
        rows = self._tx.run("tombstones", "among", keys=dumps([*by_mark])) if by_mark else ()
        return {by_mark[str(row[0])] for row in rows}

    def memories_of(self, marks: "Iterable[str]") -> "list[str]":
        """The ids of the memories here that have these marks, also of deleted ones."""
        wanted = set(marks)
        ids = (str(row[0]) for row in self._tx.run("tombstones", "ids")) if wanted else ()
        return [id_ for id_ in ids if erased_mark(id_) in wanted]

    def forget_all(self) -> None:
        """Remove all tombstones of the user."""
        self._tx.run("tombstones", "forget")

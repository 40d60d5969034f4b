"""The rows of all tables with text, for scanning them for secrets."""

from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


PAGE_ROWS = 500
TEXT_COLUMNS = {
    "memory": (
        "n", "id", "text", "topic", "entity", "attribute", "value", "qualifier", "agent", "session", "span", "held",
        "extracted_by", "tags", "anchors", "metadata", "hash", "fact", "grams",
    ),
    "change": ("op", "n", "id", "before", "after", "attribute"),
    "job": ("n", "id", "key", "payload", "error", "finished_at"),
    "project": ("n", "id", "name", "marks"),
    "operation": ("n", "id", "note", "agent", "session"),
    "asked": ("n", "id", "query"),
}  # fmt: skip


class SecretScan(Table):
    """All rows with text within one transaction."""

    def next_rows(self, place: str, after: int, then: int) -> "list[dict[str, Any]]":
        """The next rows of a table; changes are ordered by operation and memory."""
        rows = self._tx.run("scan", place, after=after, then=then, limit=PAGE_ROWS)
        return [dict(zip(TEXT_COLUMNS[place], row, strict=True)) for row in rows]

    def current_row(self, place: str, first: int, then: int) -> "dict[str, Any] | None":
        """One row as it is now, or None."""
        before = (first, then - 1) if place == "change" else (first - 1, 0)
        rows = self._tx.run("scan", place, after=before[0], then=before[1], limit=1)
        row = dict(zip(TEXT_COLUMNS[place], rows[0], strict=True)) if rows else {}
        return row if row and row["n"] == then and row.get("op", first) == first else None

    def rewrite_row(self, place: str, row: "dict[str, Any]") -> None:
        """Rewrite the text of a row without recording the old text."""
        self._tx.run("scan", f"write_{place}", **{name: value for name, value in row.items() if name != "marks"})

    def replace_mark(self, mark: str, clean: str) -> None:
        """Replace a mark of a project by a clean one."""
        for statement in ("write_mark", "write_moved"):
            self._tx.run("scan", statement, mark=mark, clean=clean)
        self._tx.run("scan", "drop_mark", mark=mark)

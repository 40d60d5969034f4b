"""What an import came to: counts, and the texts behind them."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_LISTED_ENTRIES = 100_000
"""More entries of one kind than this are counted and not listed."""


class LineFault(Record):
    """A line that could not be read."""

    line: int
    reason: str


class ImportReport(Record):
    """What the import of one file came to."""

    op: "int | None"
    created: int
    known: int
    """Lines whose memory is here already, by id or by words."""
    faults: "tuple[LineFault, ...]"
    redacted: "tuple[tuple[str, int], ...]" = ()
    held: int = 0
    """Of the new ones, how many wait for review."""
    lowered: int = 0
    """Of the new ones, how many say that they are the user's own words, and are trusted as imported."""
    left_out: int = 0
    """Statements of another program's files that are not worth keeping."""
    ended: int = 0
    """Memories of an earlier import that the file no longer holds."""
    dry_run: bool = False
    memories: "tuple[dict[str, Any], ...]" = ()
    duplicates: "tuple[dict[str, Any], ...]" = ()
    conflicts: "tuple[dict[str, Any], ...]" = ()
    skipped: "tuple[dict[str, Any], ...]" = ()
    vanished: "tuple[dict[str, Any], ...]" = ()


class ReportEntries:
    """The entries of a report: new memories, duplicates, conflicts, what was skipped, what ended."""

    def __init__(self) -> None:
        self.memories: list[dict[str, Any]] = []
        self.duplicates: list[dict[str, Any]] = []
        self.conflicts: list[dict[str, Any]] = []
        self.skipped: list[dict[str, Any]] = []
        self.vanished: list[dict[str, Any]] = []
        self._values: dict[tuple[str, str | None], dict[str, Any]] = {}
        """Of each fact that the import speaks of, what it said first."""

    def add(self, kind: str, entry: "dict[str, Any]") -> None:
        """Note one entry, as long as there are not too many of its kind."""
        entries: list[dict[str, Any]] = getattr(self, kind)
        if len(entries) < MAX_LISTED_ENTRIES:
            entries.append(entry)

    def find_other_value(self, fact: str, project: "str | None", entry: "dict[str, Any]") -> "dict[str, Any] | None":
        """What this import itself said otherwise of a fact; the first to say something is remembered."""
        first = self._values.setdefault((fact, project), entry)
        return first if first["value"] != entry["value"] else None

"""The result of an import: counts, and the texts behind them."""

from recall_cli.domain.record import Record

MAX_LISTED_ENTRIES = 100_000
"""Further entries of a kind are counted, and not listed."""


class LineFault(Record):
    """A line that could not be read."""

    line: int
    reason: str


class ReportEntry(Record):
    """One entry of a report. It has the fields that its kind needs, and its JSON has those that are given."""

    text: str
    line: "int | None" = None
    id: "str | None" = None
    type: "str | None" = None
    project: "str | None" = None
    held: "str | None" = None
    """Why the memory waits for review."""
    value: "str | None" = None
    entity: "str | None" = None
    attribute: "str | None" = None
    reason: "str | None" = None
    """Why a passage was skipped."""
    superseded_by: "str | None" = None
    """The text that took the place of an ended memory."""
    others: "tuple[ReportEntry, ...]" = ()
    """Memories with another value of the same fact."""

    def as_json(self) -> "dict[str, object]":
        """The entry for programs, in the order in which its fields were given."""
        given = dict(self.__dict__)
        if self.others:
            given["with"] = [other.as_json() for other in given.pop("others")]
        return given


class ImportReport:
    """The result of the import of one file, which grows while its lines are read."""

    def __init__(self) -> None:
        self.created = 0
        self.known = 0
        """Lines whose memory is known already, by id or by text."""
        self.held = 0
        """New memories that wait for review."""
        self.lowered = 0
        """New memories that claim to be the user's own words, and are trusted as imported."""
        self.left_out = 0
        """Statements in another program's files that are not worth storing."""
        self.ended = 0
        """Memories of an earlier import that the file no longer holds."""
        self.replaced = 0
        """Memories that were here before and that a statement of the user's own file ended."""
        self.contested = 0
        """Memories that were here before and that a statement of the file contradicts."""
        self.erased = 0
        """Lines whose memory was erased here: it does not come back."""
        self.changed = 0
        """Memories that were here before and were changed later in the store that wrote the file."""
        self.faults: list[LineFault] = []
        self.redacted: dict[str, int] = {}
        self.memories: list[ReportEntry] = []
        self.duplicates: list[ReportEntry] = []
        self.conflicts: list[ReportEntry] = []
        self.skipped: list[ReportEntry] = []
        self.vanished: list[ReportEntry] = []
        self._values: dict[tuple[str, str | None], ReportEntry] = {}
        """For each fact in the import: the first entry about it."""

    def add(self, kind: str, entry: ReportEntry) -> None:
        """Add an entry, up to the limit of its kind."""
        entries: list[ReportEntry] = getattr(self, kind)
        if len(entries) < MAX_LISTED_ENTRIES:
            entries.append(entry)

    def find_other_value(self, fact: str, project: "str | None", entry: ReportEntry) -> "ReportEntry | None":
        """The first entry of this import about a fact, if it has another value than this one."""
        first = self._values.setdefault((fact, project), entry)
        return first if first.value != entry.value else None

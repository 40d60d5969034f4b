"""Import several files as one operation."""

import os
import stat
import sys

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.output.progress import ProgressBar
from recall_cli.domain.errors import RecallError, UnreadableFile, UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.projects import new_project_text, project_to_write
from recall_cli.flows.transfer.import_run import ImportRun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from recall_cli.app import App
    from recall_cli.flows.transfer.import_projects import NotesPlace
    from recall_cli.flows.transfer.import_report import ImportReport
    from recall_cli.flows.transfer.import_run import ImportRun
    from recall_cli.flows.transfer.movein.files import SourceLine
    from recall_cli.flows.transfer.movein.sources import Source
    from recall_cli.workplace import Workplace

LARGE_FILE_BYTES = 2_000_000
"""Size from which an import shows a progress bar."""
LARGE_NOTES_BYTES = 200_000
"""The same for Markdown, whose statements are read one by one."""
LINES_PER_PROGRESS_STEP = 50
MAX_PLACE_NOTES = 5
"""Maximum number of projects that an import names."""
PROGRAM_NAMES = {
    "recall": "another recall store",
    "memori": "Memori",
    "szl-recall": "szl-recall",
    "claude-mem": "claude-mem",
    "mem0": "mem0",
    "openmemory": "OpenMemory",
    "markdown": "Markdown",
}


class ImportOutcome(Record):
    """The result of an import of one or more files."""

    parts: "tuple[tuple[Source, ImportReport], ...]"
    faults: "tuple[tuple[str, str], ...]" = ()
    """Unreadable files with the reason."""
    skipped_files: "tuple[str, ...]" = ()
    hidden_rules: "tuple[str, ...]" = ()
    op: "int | None" = None
    continued: bool = False
    dry_run: bool = False

    def total(self, name: str) -> int:
        """A count over all files."""
        return sum(getattr(part, name) for _, part in self.parts)

    @property
    def redacted(self) -> "dict[str, int]":
        """The number of masked secrets of each kind."""
        totals: dict[str, int] = {}
        for _, part in self.parts:
            for kind, count in part.redacted.items():
                totals[kind] = totals.get(kind, 0) + count
        return totals


class FileImport:
    """One call of `recall import`."""

    def __init__(self, app: "App", project: "str | None", *, only_global: bool, dry_run: bool, own: bool) -> None:
        self.app, self.project, self.only_global = app, project, only_global
        self.dry_run, self.own = dry_run, own
        self._sources: list[tuple[Source, str]] = []
        """The sources, each with the folder it was found in."""
        self._faults: list[tuple[str, str]] = []
        self._skipped: list[str] = []
        self._hidden_rules: list[str] = []
        self._places: dict[str, NotesPlace] = {}
        """Where the notes of each folder go."""

    def run(self, files: "tuple[str, ...]") -> ImportOutcome:
        """Import all files."""
        names = [*dict.fromkeys(files)]
        streams = [name for name in names if _is_input_stream(name)]
        if streams and len(names) > 1:
            raise UsageError("standard input and pipes must be imported alone", "run recall import once for each")
        if streams:
            return self._import_stream(streams[0])
        for name in names:
            self._find(name, alone=len(names) == 1)
        with ImportRun(self.app, self._fingerprint(), dry_run=self.dry_run, from_user=self.own) as run:
            run.total = self._count_lines
            return self._import_sources(run)

    def _import_stream(self, name: str) -> ImportOutcome:
        from recall_cli.flows.transfer.movein.sources import stream_source

        if name == "-":
            from recall_cli.cli.parsing.standard_input import announce_input

            announce_input("lines to import")
        stream = sys.stdin.buffer if name == "-" else _open_pipe(name)
        try:
            source = stream_source(stream)
            self._sources.append((source, ""))
            with ImportRun(self.app, dry_run=self.dry_run, from_user=self.own) as run:
                return self._import_sources(run, streamed=source.program == "lines")
        finally:
            if name != "-":
                stream.close()

    def _find(self, name: str, *, alone: bool) -> None:
        """Add a file, or all files of a folder, to the sources."""
        from recall_cli.flows.transfer.movein.sources import detect_source, find_sources

        try:
            if os.path.isdir(name):
                folder = find_sources(name)
                self._sources += [(source, name) for source in folder.sources]
                self._faults += folder.faults
                self._skipped += folder.skipped
                self._hidden_rules += folder.hidden_rules
            else:
                self._sources.append((detect_source(name), ""))
        except UnreadableFile as error:
            if alone:
                raise
            self._faults.append((name, _error_reason(error, name)))

    def _import_sources(self, run: "ImportRun", *, streamed: bool = False) -> ImportOutcome:
        new = self._new_project()
        parts: list[tuple[Source, ImportReport]] = []
        for source, folder in self._sources:
            self._announce(source, folder)
            try:
                parts.append((source, self._import_source(run, source, folder, streamed=streamed)))
            except UnreadableFile as error:
                if len(self._sources) == 1:
                    raise
                self._faults.append((source.name, _error_reason(error, source.name, source.path)))
        if new and any(part.created for _, part in parts) and (self.dry_run or not self._new_project()):
            self.app.note(make_printable(new))
        self._note_places(parts)
        return ImportOutcome(
            parts=tuple(parts),
            faults=tuple(self._faults),
            skipped_files=tuple(self._skipped),
            hidden_rules=tuple(self._hidden_rules),
            op=run.op,
            continued=run.continued,
            dry_run=self.dry_run,
        )

    def _new_project(self) -> str:
        """A note if --project names a new project; empty otherwise."""
        if not self.project:
            return ""
        place = project_to_write(self.app, self.project, only_global=self.only_global)
        with self.app.read_transaction() as tx:
            return new_project_text(tx, place)

    def _announce(self, source: "Source", folder: str) -> None:
        if source.program in PROGRAM_NAMES and not folder:
            self.app.note(make_printable(f"reading {source.name} as {PROGRAM_NAMES[source.program]}"))
        if source.note:
            self.app.note(make_printable(source.note))

    def _import_source(
        self, run: "ImportRun", source: "Source", folder: str, *, streamed: bool = False
    ) -> "ImportReport":
        from recall_cli.flows.transfer.movein.move_in import move_in

        place = self._place(source, folder)
        is_notes = source.program == "markdown"
        size = os.path.getsize(source.path) if sys.stderr.isatty() and os.path.isfile(source.path) else 0
        large = size > (LARGE_NOTES_BYTES if is_notes else LARGE_FILE_BYTES)
        with ProgressBar(shown=large) as bar:
            if large and is_notes:  # by the lines of the file: counting its statements takes as long as reading them
                source = _with_line_progress(source, bar)
                return move_in(self.app, source, place, lambda _: None, run, streamed=streamed)
            total = sum(1 for _ in source.records()) if large else 0
            return move_in(self.app, source, place, lambda done: bar("importing", done, total), run, streamed=streamed)

    def _place(self, source: "Source", folder: str) -> "Workplace | str | None":
        """The project for a source; that of notes depends on where they are, unless --project names one."""
        if self.project or self.only_global or not (source.everywhere or source.uses_folder_project):
            return project_to_write(self.app, self.project, only_global=self.only_global)
        if source.everywhere:
            return None
        from recall_cli.flows.transfer.import_projects import find_notes_place

        folder = folder or os.path.dirname(os.path.abspath(source.path))
        if folder not in self._places:
            self._places[folder] = find_notes_place(self.app, folder)
        return self._places[folder].workplace

    def _note_places(self, parts: "list[tuple[Source, ImportReport]]") -> None:
        """Tell which project notes went to, and why."""
        if not self._places or not any(part.created for _, part in parts):
            return
        from recall_cli.flows.transfer.import_projects import place_note

        notes = [*dict.fromkeys(place_note(self.app, place) for place in self._places.values())]
        for note in notes[:MAX_PLACE_NOTES]:
            self.app.note(make_printable(note))
        if len(notes) > MAX_PLACE_NOTES:
            self.app.note(f"and into {len(notes) - MAX_PLACE_NOTES:,} more projects (recall projects)")

    def _fingerprint(self) -> str:
        """A hash that identifies an interrupted import of the same files."""
        from hashlib import blake2b

        options = f"{self.project} {self.only_global} {self.own}"
        digest = blake2b(options.encode("utf-8", "surrogatepass"), digest_size=16)
        for source, _ in self._sources:
            digest.update(os.fsencode(os.path.realpath(source.path)) + b"\0")
        return digest.hexdigest()

    def _count_lines(self) -> int:
        """The number of lines, if all sources are files of lines."""
        if any(source.program != "lines" for source, _ in self._sources):
            return 0
        total = 0
        for source, _ in self._sources:
            with open(source.path, "rb") as file:
                head = file.readline(LARGE_FILE_BYTES)
                total += not head.startswith(b'{"recall"')
                while part := file.read(LARGE_FILE_BYTES):
                    total += part.count(b"\n")
        return total


def _with_line_progress(source: "Source", bar: ProgressBar) -> "Source":
    """The same source; reading it moves a progress bar from the first line of its file to the last."""
    with open(source.path, "rb") as file:
        total = sum(part.count(b"\n") for part in iter(lambda: file.read(LARGE_FILE_BYTES), b"")) + 1
    read = source.records

    def records() -> "Iterator[SourceLine]":
        bar("importing", 0, total)
        for index, (number, content) in enumerate(read()):
            if index % LINES_PER_PROGRESS_STEP == 0:
                bar("importing", min(number, total), total)
            yield number, content
        bar("importing", total, total)

    return source.but(records=records)


def _error_reason(error: UnreadableFile, *names: str) -> str:
    """Why a file cannot be read, without its name, which is shown beside it."""
    reason = error.message
    for name in names:
        reason = reason.removeprefix(f"cannot read {name}: ")
    return reason


def _open_pipe(name: str) -> "BinaryIO":
    try:
        return open(name, "rb")
    except OSError as error:
        raise RecallError(f"cannot read {name}: {(error.strerror or str(error)).lower()}") from error


def _is_input_stream(name: str) -> bool:
    """Is this standard input or a pipe, which can only be read once?"""
    if name in ("-", "/dev/stdin"):
        return True
    try:
        return stat.S_ISFIFO(os.stat(name).st_mode)
    except OSError:
        return False

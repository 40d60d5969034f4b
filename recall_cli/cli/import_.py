"""recall import: read memories from a file."""

import os
import sys

from recall_cli.cli.options import GLOBAL_ONLY, PROJECT
from recall_cli.cli.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.cli.show import safe
from recall_cli.domain.errors import RecallError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO

    from recall_cli.app import App
    from recall_cli.flows.exchange import Imported

PARAMS = (
    argument(
        "file",
        "A file or a folder, - for JSON lines on standard input, or the word transcripts.",
        completes="file",
        metavar="FILE",
    ),
    PROJECT,
    GLOBAL_ONLY,
    option("strict", "If any line is broken, import nothing.", kind="flag"),
    option("since", "Of transcripts, only sessions used since then: 30d, 2026-03-01.", metavar="DATE"),
    option("agent", "Of transcripts, only this agent's.", choices=("claude-code", "codex", "gemini", "opencode")),
    option("dry_run", "Show what would be imported, and write nothing.", kind="flag"),
)
EXAMPLES = (
    ("recall import memories.jsonl", "an export of recall: as it was, ids and all"),
    ("recall import notes.jsonl --project billing-api --dry-run", 'lines with at least {"text": "…"}'),
    ("recall import ~/.claude/memori.db --dry-run", "Memori's database; szl-recall's, claude-mem's, another store"),
    ("recall import CLAUDE.md", "a Markdown file, or a folder of them; mem0's and OpenMemory's exports"),
    ("recall import transcripts --since 90d --dry-run", "what was said to agents before recall was there"),
)
LONGEST = 16 * 1024 * 1024
"""No line of ours comes near this; a longer one is skipped without being held in memory."""
ENDLESS = 64 * LONGEST
"""A line that has not ended after so many bytes never will: reading stops there."""
MAX_PIPED_BYTES = 4 * ENDLESS
"""The most that --strict copies from standard input, which it has to read twice."""


def import_(
    app: "App",
    *,
    file: str,
    project: "str | None",
    global_: bool,
    strict: bool,
    since: "str | None",
    agent: "str | None",
    dry_run: bool,
) -> Reply:
    """Import memories; what is here already stays as it is, and importing twice changes nothing.

    The word transcripts stands for the session files of coding agents on this machine; a file of that name is
    ./transcripts.
    """
    if not dry_run:
        from recall_cli.flows.switches import check_on

        check_on(app)
    if file == "transcripts":
        from recall_cli.cli.import_transcripts import transcripts

        if project or global_ or strict:
            raise UsageError("each session belongs to the project it ran in: no --project, --global or --strict here")
        return transcripts(app, agent, since, dry_run=dry_run)
    if since or agent:
        raise UsageError("--since and --agent are for recall import transcripts")
    if file != "-":
        from recall_cli.flows.movein.sources import LINES, recognised

        source = recognised(file)
        if source.program != LINES:
            from recall_cli.cli.import_foreign import foreign

            if strict:
                raise UsageError("--strict is for JSON lines", "--dry-run shows what would be imported")
            return foreign(app, source, project, only_global=global_, dry_run=dry_run)
    return _lines_of(app, file, project, only_global=global_, strict=strict, dry_run=dry_run)


def _lines_of(app: "App", file: str, project: "str | None", *, only_global: bool, strict: bool, dry_run: bool) -> Reply:
    from recall_cli.flows.exchange import Importer
    from recall_cli.flows.projects import to_write

    place = to_write(app, project, only_global=only_global)
    with _opened(file, again=strict) as source:
        size = os.fstat(source.fileno()).st_size if file != "-" else 0
        if strict:
            found = Importer(app, place, dry_run=True).run(_lines(source, app.note), lambda: None)
            if found.faults:
                raise RecallError(
                    f"nothing was imported: {_faults(found)}", "without --strict the other lines are imported"
                )
            source.seek(0)
        with _progress(size, source) as progress:
            streamed = not source.seekable()  # what has come is kept before more has come
            found = Importer(app, place, dry_run=dry_run, streamed=streamed).run(_lines(source, app.note), progress)
    return answer(app, found)


def answer(app: "App", found: "Imported", program: str = "") -> Reply:
    """The report of an import, and the notes about what is wrong with its lines."""
    if not found.dry_run and found.created >= 1000:
        with app.writing() as tx:
            tx.search.refresh_counts()
        app.engine(write=True).checkpoint()
    if found.redacted:
        app.note("masked: " + ", ".join(f"{count:,} {kind}" for kind, count in found.redacted))
    for fault in found.faults[:20]:
        app.note(safe(f"line {fault.line}: {fault.reason}"))
    if len(found.faults) > 20:
        app.note(f"and {len(found.faults) - 20:,} more broken lines")
    return Reply(
        lambda: _document(found, program),
        lambda: [_line(found)],
        lambda console: _screen(console, found),
        status=1 if found.faults else 0,
    )


def _opened(file: str, *, again: bool) -> "BinaryIO":
    """The file, or standard input (through a private temporary file where it has to be read twice)."""
    if file == "-" and not again:
        return sys.stdin.buffer
    try:
        if file != "-":
            return open(file, "rb")
        return _copied(sys.stdin.buffer)
    except OSError as error:
        raise RecallError(f"cannot read {file}: {(error.strerror or str(error)).lower()}") from error


def _copied(piped: "BinaryIO") -> "BinaryIO":
    """What is piped in, in a private temporary file."""
    import tempfile

    copy, size = tempfile.TemporaryFile(), 0  # noqa: SIM115 — the caller closes it
    while part := piped.read(1 << 20):
        size += len(part)
        if size > MAX_PIPED_BYTES:
            raise RecallError(
                "nothing was imported: more than 4 GB on standard input",
                "with --strict all of it is read before any line is kept: give the file's name, or leave out --strict",
            )
        copy.write(part)
    copy.seek(0)
    return copy


def _lines(source: "BinaryIO", note: "Callable[[str], None]") -> "Iterator[tuple[int, bytes]]":
    """The lines with their numbers, each held in memory only as far as it is of a bearable length."""
    number = 0
    while True:
        line = source.readline(LONGEST)
        if not line:
            return
        number += 1
        if len(line) == LONGEST and not line.endswith(b"\n"):
            size = len(line)
            while line and not line.endswith(b"\n") and size < ENDLESS:
                line = source.readline(LONGEST)
                size += len(line)
            if size >= ENDLESS:
                note(f"line {number} has not ended after 1 GB: reading stopped there, and no later line was imported")
                yield number, b'"a line without an end"'
                return
            line = b'"a line of more than 16 MB"'
        yield number, line


class _progress:  # noqa: N801 — used as `with _progress(…)`
    """A bar on standard error for a person, nothing for anybody else."""

    def __init__(self, size: int, source: "BinaryIO") -> None:
        self._bar: Any = None
        if size > 1_000_000 and sys.stderr.isatty():
            from recall_cli.cli.screen import progress_bar

            self._bar = progress_bar("importing", size)
        self._source = source

    def __enter__(self) -> "_progress":
        if self._bar is not None:
            self._bar.start()
        return self

    def __call__(self) -> None:
        if self._bar is not None:
            self._bar.update(0, completed=self._source.tell())

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _faults(found: "Imported") -> str:
    first = "; ".join(f"line {fault.line}: {fault.reason}" for fault in found.faults[:3])
    more = len(found.faults) - 3
    return first + (f"; and {more:,} more" if more > 0 else "")


def _document(found: "Imported", program: str) -> "dict[str, Any]":
    values = {"from": program, **found.fields()} if program else found.fields()
    values["operation"] = values.pop("op")
    redacted = [{"kind": kind, "count": count} for kind, count in found.redacted]
    return {**values, "faults": [fault.fields() for fault in found.faults], "redacted": redacted}


def _line(found: "Imported") -> str:
    word = "would import" if found.dry_run else "imported"
    broken = f", {len(found.faults):,} broken" if found.faults else ""
    held = f", {found.held:,} held for review" if found.held else ""
    left = f", {found.left_out:,} left out" if found.left_out else ""
    return f"{word} {found.created:,}, {found.known:,} known already{held}{left}{broken}"


def _screen(console: "Any", found: "Imported") -> None:
    from recall_cli.cli import screen

    word, _, what = _line(found).partition(" ")
    screen.said(console, word, what, f"undo: recall undo {found.op}" if found.op else "")

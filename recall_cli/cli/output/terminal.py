"""A terminal as commands write on it: aligned columns, one accent colour, no boxes.

A piece of a line is a text, or a text with its style. All texts are made printable first and never read as markup.
"""

import os

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from recall_cli.cli.output.formatting import (
    ACCENT,
    DANGER,
    DIM,
    MIN_SHOWN_LETTERS,
    NARROW_COLUMNS,
    NEW_LINE,
    as_one_line,
    make_printable,
    marks_cell,
    settling_command,
    stale_note,
    state_marks,
)
from recall_cli.domain.moment import format_age, format_day, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.console import JustifyMethod, OverflowMethod

    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell, Piece
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.receipt import StoreOutcome
    from recall_cli.rules.places.staleness import AnchorStatus


def make_console(*, stderr: bool = False) -> Console:
    """A console for standard output, or for questions; FORCE_COLOR makes any output count as a terminal."""
    forced = True if os.environ.get("FORCE_COLOR") else None
    return Console(stderr=stderr, highlight=False, soft_wrap=False, emoji=False, force_terminal=forced)


def make_progress_bar(what: str, total: int) -> Progress:
    """A progress bar on standard error: task, percentage, remaining time."""
    bar = Progress(
        TextColumn(what),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(what, total=total)
    return bar


class Screen:
    """What a command shows to a person."""

    def __init__(self, app: "App", console: "Console | None" = None) -> None:
        self._app = app
        self.console = console or make_console()
        self.width = self.console.width
        self.now = app.now()

    def short_id(self, id_: str) -> str:
        """A memory's id as people read and type it."""
        return self._app.short_id(id_)

    def line(self, *pieces: "Piece", whole: bool = False, cut: bool = False) -> None:
        """Print a line. A whole one is not wrapped, so that it can be selected; another one may be cut at the edge."""
        overflow: OverflowMethod | None = "ellipsis" if cut else None
        self.console.print(as_text([*pieces]), soft_wrap=whole, no_wrap=cut or None, overflow=overflow)

    def footer(self, text: str, *, whole: bool = False) -> None:
        """Print a last line: counts and next steps."""
        self.line((text, DIM), whole=whole)

    def heading(self, title: str, count: int) -> None:
        """Print the heading of a group, with the number of its memories."""
        self.line((title, "bold"), (f"  {count:,}", DIM))

    def result(self, verb: str, what: str, hint: str = "") -> None:
        """Print what was done, and a hint such as how to undo it."""
        self.line((verb, ACCENT), "  ", what, *([(f"    {hint}", DIM)] if hint else []))

    def copied(self, word: str, what: str, path: str, then: str) -> None:
        """Print that a copy was made or restored; the path can be selected."""
        self.line((word, ACCENT), "  ", what, "  ", (path, DIM), whole=True)
        if then:
            self.footer(then, whole=True)

    def plain_lines(self, lines: "Iterable[str]") -> None:
        """Print plain lines with spaces in place of tabs and the first part highlighted."""
        for line in lines:
            first, tab, rest = line.partition("\t")
            self.line((first, ACCENT if tab else ""), "  " if tab else "", rest.replace("\t", "  "), whole=True)

    def table(
        self,
        rows: "Iterable[Sequence[Cell | Text]]",
        *,
        fixed: "tuple[int, ...]" = (),
        right: "tuple[int, ...]" = (),
        first_width: "int | None" = None,
    ) -> None:
        """Print rows in columns; fixed columns are never wrapped, right ones end at the same place."""
        table = Table.grid(padding=(0, 2))
        cells = [[as_text(cell) for cell in row] for row in rows]
        for at in range(max(map(len, cells), default=0)):
            justify: JustifyMethod = "right" if at in right else "left"
            width = None if at else first_width
            table.add_column(no_wrap=at in fixed, overflow="fold", justify=justify, width=width)
        for row in cells:
            table.add_row(*row)
        if cells:
            self.console.print(table)

    def indented(self, cell: "Cell | Text", *, columns: int = 8, keep_line_breaks: bool = False) -> None:
        """Print an indented text, also where it wraps."""
        table = Table.grid(padding=0)
        table.add_row(Text(" " * columns), as_text(cell, keep_line_breaks=keep_line_breaks))
        self.console.print(table)

    def changed(self, memory: "Memory", verb: str, op: "int | None" = None, short_id: str = "") -> None:
        """Print a memory after a change; one that is gone comes with the id to show."""
        id_ = short_id or self.short_id(memory.id)
        self.line((verb, DANGER if verb == "erased" else ACCENT), f"  {memory.type}  ", (id_, ACCENT))
        self.indented(memory.text, keep_line_breaks=True)
        if op is not None:
            self.indented((f"undo: recall undo {op}", DIM))

    def memories(
        self,
        memories: "Sequence[Memory]",
        notes: "Sequence[str] | None" = None,
        anchor_statuses: "dict[int, list[AnchorStatus]] | None" = None,
        *,
        show_project: bool = False,
        full_text: bool = False,
        match: "Callable[[str], list[tuple[int, int]]] | None" = None,
    ) -> None:
        """Print one memory per row: id, type, age, project if requested, text (below the row on narrow terminals).

        Long texts are shortened to a few lines unless `full_text` is set. A note stands below its text, and `match`
        finds the words of a text that matched a query.
        """
        narrow = self.width < NARROW_COLUMNS
        short = self._app.short_ids([memory.id for memory in memories])
        stale = {memory.n: stale_note((anchor_statuses or {}).get(memory.n, ())) for memory in memories}
        marks = {}
        for above, memory in zip([None, *memories], memories, strict=False):
            states = state_marks(memory, self.now, self.short_id, above.id if above else None)
            marks[memory.n] = [*states, *filter(None, [stale[memory.n]])]
        rows: list[list[Cell | Text]] = []
        for at, memory in enumerate(memories):
            shown = make_printable(memory.text) if full_text else self._shortened(memory, short[memory.id])
            text = Text(shown, overflow="fold")
            for start, end in () if match is None else match(shown):
                text.stylize("bold", start, end)
            if memory.superseded_at is not None or memory.deleted_at is not None:
                text.stylize("strike dim")
            if notes is not None:
                text.append(f"\n{make_printable(notes[at])}", style=DIM)
            head: list[Cell] = [(short[memory.id], ACCENT), memory.type, (format_age(memory.created_at, self.now), DIM)]
            if show_project:
                head.append((memory.project or "–", DIM))
            if any(marks.values()):
                head.append(marks_cell(marks[memory.n]))
            rows.append([*head, text])
        self.rows(rows, narrow=narrow)

    def rows(self, rows: "Sequence[Sequence[Cell | Text]]", *, narrow: bool, lead: "str | None" = None) -> None:
        """Print rows in columns; on a narrow terminal the last cell of each stands below the others.

        With `lead`, it stands indented there, and the other cells behind this text.
        """
        if not narrow:
            self.table(rows)
            return
        for row in rows:
            *head, text = map(as_text, row)
            self.console.print(Text(lead or "").append_text(Text("  ").join(cell for cell in head if cell.plain)))
            if lead is None:
                self.console.print(text)
            else:
                self.indented(text)

    def _shortened(self, memory: "Memory", short_id: str) -> str:
        """A memory's text for a list; a long text is cut and names the command that shows all of it."""
        most = max(MIN_SHOWN_LETTERS, MAX_LIST_LINES * (self.width - 40))
        text = make_printable(memory.text)
        if len(text) <= most + most // 4:
            return text
        text = make_printable(" ".join(memory.text.split()))
        cut = text[:most].rpartition(" ")[0] or text[:most]
        return f"{cut}… (full text: recall get {short_id})"

    def stored(self, result: "StoreOutcome", op: "int | None", *, dry_run: bool, word: str = "stored") -> None:
        """Print a stored memory, what it superseded or contests, and how to undo it."""
        memory = result.memory
        if memory.held is not None:
            word = "held for review"
        elif result.is_echo:
            word = "already stored, repeated from recall"
        elif result.action != "created":
            word = f"already stored, seen {memory.seen_count} times"
        self.line(
            ("would be " + word if dry_run else word, ACCENT),
            f"  {memory.type}  ",
            (f"importance {memory.importance:.2f} · confidence {memory.confidence:.2f}", DIM),
            "  ",
            (f"in {memory.project}  " if memory.project else "", DIM),
            ("" if dry_run else self.short_id(memory.id), ACCENT),
        )
        self.indented(memory.text, keep_line_breaks=True)
        if memory.entity and memory.attribute:
            self.indented((f"{memory.entity}.{memory.attribute} = {memory.value or ''}", DIM))
        if memory.held is not None:
            self.indented((f"{memory.held}: recall review", "yellow"))
        begins = memory.valid_from or 0
        ends = "ended" if begins <= self.now else f"until {format_day(begins)}"
        for verb, others in ((ends, result.supersedes), ("contested", result.contests)):
            for old in others:
                text = f"{as_one_line(old.value or old.text)}  ({format_since(old.since, self.now)})"
                self.line((verb.ljust(10) + "  " * (len(verb) > 9), "yellow"), text)
        self._close_memories(result, dry_run=dry_run)
        if result.contests:
            self.indented(("both stay valid until you choose: recall conflicts", DIM))
        if op is not None and not dry_run:
            self.indented((f"undo: recall undo {op}", DIM))

    def _close_memories(self, result: "StoreOutcome", *, dry_run: bool) -> None:
        """Print what a stored memory perhaps replaced, with the command that answers that, and what is similar."""
        for old, why in result.outdated:
            self.line(("does it replace this?  ", "yellow"), (why, DIM))
            self.indented(f"{self.short_id(old.id)}  {as_one_line(old.text)}  ({format_day(old.created_at)})")
            if old.n in result.questions and not dry_run:
                self.indented((f"settle it: {settling_command(result.questions[old.n])}", DIM))
        for old, cosine in result.similar:
            self.line(("similar".ljust(10), DIM), f"{self.short_id(old.id)}  {as_one_line(old.text)}  ({cosine:.2f})")


def question_screen(app: "App") -> Screen:
    """The screen for what stands above a question: standard error, so that standard output has the result alone."""
    return Screen(app, make_console(stderr=True))


MAX_LIST_LINES = 4
"""A text in a list takes about so many lines."""


def as_text(cell: "Cell | Text", *, keep_line_breaks: bool = False) -> Text:
    """A cell as rich prints it: its letters only, in its styles."""
    if isinstance(cell, Text):
        return cell
    if isinstance(cell, list) and len(cell) != 1:
        return Text.assemble(*map(as_text, cell), overflow="fold")
    piece = cell[0] if isinstance(cell, list) else cell
    words, style = (piece, "") if isinstance(piece, str) else piece
    shown = words if words == NEW_LINE else make_printable(words, keep_line_breaks=keep_line_breaks)
    return Text(shown, style, overflow="fold")

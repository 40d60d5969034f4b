"""Building blocks of terminal screens: aligned columns, one accent colour, no boxes.

Text from memories is made printable first and passed to rich as text, never as markup.
"""

import os

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from recall_cli.cli.output.formatting import make_printable, settling_command, stale_note, state_marks
from recall_cli.domain.moment import format_age, format_day, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.domain.receipt import StoreOutcome
    from recall_cli.rules.places.staleness import AnchorStatus

ACCENT, DIM, DANGER = "cyan", "dim", "red"


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


def print_memories(
    out: Console,
    memories: "Sequence[Memory]",
    now: int,
    short_id: "Callable[[str], str]",
    explanations: "list[str] | None" = None,
    anchor_statuses: "dict[int, list[AnchorStatus]] | None" = None,
    *,
    show_project: bool = False,
    full_text: bool = False,
    match: "Callable[[str], list[tuple[int, int]]] | None" = None,
) -> None:
    """Print one memory per row: id, type, age, project if requested, text (below the row on narrow terminals).

    Long texts are shortened to a few lines unless `full_text` is set. `short_id` shortens an id, `match`
    finds the words of a text that matched a query.
    """
    narrow = out.width < 60
    table = make_grid()
    stale = {memory.n: stale_note((anchor_statuses or {}).get(memory.n, ())) for memory in memories}
    marks = {memory.n: [*state_marks(memory, now), *filter(None, [stale[memory.n]])] for memory in memories}
    for at, memory in enumerate(memories):
        text = Text(
            make_printable(memory.text) if full_text else shorten_memory_text(memory, out.width, short_id(memory.id)),
            overflow="fold",
        )
        for start, end in () if match is None else match(text.plain):
            text.stylize("bold", start, end)
        if memory.superseded_at is not None or memory.deleted_at is not None:
            text.stylize("strike dim")
        if explanations is not None:
            text.append(f"\n{explanations[at]}", style=DIM)
        head = [
            Text(short_id(memory.id), style=ACCENT),
            Text(memory.type),
            Text(format_age(memory.created_at, now), style=DIM),
        ]
        if show_project:
            head.append(Text(make_printable(memory.project or "–"), style=DIM, overflow="ellipsis"))
        if any(marks.values()):
            head.append(marks_cell(marks[memory.n]))
        if narrow:
            out.print(Text("  ").join(cell for cell in head if cell.plain))
            out.print(text)
        else:
            table.add_row(*head, text)
    if not narrow and memories:
        out.print(table)


def marks_cell(marks: "Sequence[str]") -> Text:
    """Recall's marks on a memory, in a column of their own: behind the text, the text itself could imitate them."""
    cell = Text(overflow="fold")
    for mark in marks:
        cell.append(", " if cell.plain else "").append(
            make_printable(mark), style=DANGER if mark == "deleted" else "yellow"
        )
    return cell


MAX_LIST_LINES, MIN_SHOWN_LETTERS = 4, 200
"""A text in a list takes about this many lines; texts up to this length are never shortened."""


def shorten_memory_text(memory: "Memory", columns: int, id_: str) -> str:
    """A memory's text for a list; a long text is cut and names the command that shows all of it."""
    most = max(MIN_SHOWN_LETTERS, MAX_LIST_LINES * (columns - 40))
    text = make_printable(memory.text)
    if len(text) <= most + most // 4:
        return text
    text = make_printable(" ".join(memory.text.split()))
    cut = text[:most].rpartition(" ")[0] or text[:most]
    return f"{cut}… (full text: recall get {id_})"


def as_one_line(text: str, max_letters: int = MIN_SHOWN_LETTERS) -> str:
    """A text as one line of limited length."""
    text = make_printable(" ".join(text.split()))
    return text if len(text) <= max_letters else text[: max_letters - 1].rstrip() + "…"


def print_groups(
    out: Console,
    groups: "Sequence[tuple[str, Sequence[Memory]]]",
    now: int,
    width: int,
    anchor_statuses: "dict[int, list[AnchorStatus]]",
    *,
    show_project: bool,
) -> None:
    """Print memories under the headings of their groups; a group without a name has none."""
    for name, part in groups:
        if name:
            print_heading(out, name, len(part))
        print_memories(
            out, part, now, lambda id_: id_[:width], anchor_statuses=anchor_statuses, show_project=show_project
        )


def print_heading(out: Console, title: str, count: int) -> None:
    """Print the heading of a group, with the number of its memories."""
    out.print(Text.assemble((make_printable(title), "bold"), (f"  {count:,}", DIM)))


def print_footer(out: Console, text: str) -> None:
    """Print the last line: counts and next steps."""
    out.print(Text(text, style=DIM))


def print_result(out: Console, verb: str, what: str, hint: str) -> None:
    """Print what was done, and a hint such as how to undo it."""
    line = Text.assemble((verb, ACCENT), "  ", make_printable(what))
    if hint:
        line.append(f"    {hint}", style=DIM)
    out.print(line)


def print_stored(
    out: Console,
    result: "StoreOutcome",
    op: "int | None",
    now: int,
    short_id: "Callable[[str], str]",
    *,
    dry_run: bool,
    word: str = "stored",
) -> None:
    """Print a stored memory, what it superseded or contests, and how to undo it."""
    memory = result.memory
    if memory.held is not None:
        word = "held for review"
    elif result.is_echo:
        word = "already stored, repeated from recall"
    elif result.action != "created":
        word = f"already stored, seen {memory.seen_count} times"
    head = Text.assemble(
        ("would be " + word if dry_run else word, ACCENT),
        "  ",
        memory.type,
        "  ",
        (f"importance {memory.importance:.2f} · confidence {memory.confidence:.2f}", DIM),
        "  ",
    )
    if memory.project:
        head.append(f"in {make_printable(memory.project)}  ", style=DIM)
    if not dry_run:
        head.append(short_id(memory.id), style=ACCENT)
    out.print(head)
    out.print(indented_text(make_printable(memory.text, keep_line_breaks=True)))
    if memory.entity and memory.attribute:
        out.print(indented_text(make_printable(f"{memory.entity}.{memory.attribute} = {memory.value or ''}"), DIM))
    if memory.held is not None:
        out.print(indented_text(f"{memory.held}: recall review", "yellow"))
    begins = memory.valid_from or 0
    ends = "ended" if begins <= now else f"until {format_day(begins)}"
    for verb, others in ((ends, result.supersedes), ("contested", result.contests)):
        for old in others:
            text = f"{as_one_line(old.value or old.text)}  ({format_since(old.since, now)})"
            out.print(Text.assemble((verb.ljust(10) + "  " * (len(verb) > 9), "yellow"), text))
    _print_close_memories(out, result, short_id, dry_run=dry_run)
    if result.contests:
        out.print(indented_text("both stay valid until you choose: recall conflicts", DIM))
    if op is not None and not dry_run:
        out.print(indented_text(f"undo: recall undo {op}", DIM))


def _print_close_memories(
    out: Console, result: "StoreOutcome", short_id: "Callable[[str], str]", *, dry_run: bool
) -> None:
    """Print what a stored memory perhaps replaced, with the command that answers that, and what is similar."""
    for old, why in result.outdated:
        out.print(Text.assemble(("does it replace this?  ", "yellow"), (make_printable(why), DIM)))
        age = format_day(old.created_at)
        out.print(indented_text(make_printable(f"{short_id(old.id)}  {as_one_line(old.text)}  ({age})")))
        if old.n in result.questions and not dry_run:
            out.print(indented_text(f"settle it: {settling_command(result.questions[old.n])}", DIM))
    for old, cosine in result.similar:
        out.print(
            Text.assemble(("similar".ljust(10), DIM), f"{short_id(old.id)}  {as_one_line(old.text)}  ({cosine:.2f})")
        )


def print_copy(out: Console, word: str, what: str, path: str, then: str) -> None:
    """Print that a copy was made or restored; the path is not wrapped, so that it can be selected."""
    out.print(Text.assemble((word, ACCENT), "  ", what, "  ", (make_printable(path), DIM)), soft_wrap=True)
    if then:
        out.print(Text(make_printable(then), style=DIM), soft_wrap=True)


def print_plain_lines(out: Console, lines: "Iterable[str]") -> None:
    """Print plain lines with spaces in place of tabs and the first part highlighted."""
    for line in lines:
        first, tab, rest = line.partition("\t")
        out.print(
            Text.assemble((first, ACCENT if tab else ""), "  " if tab else "", rest.replace("\t", "  ")), soft_wrap=True
        )


def print_changed(
    out: Console, memory: "Memory", verb: str, op: "int | None", short_id: "Callable[[str], str]"
) -> None:
    """Print a memory after a change."""
    out.print(
        Text.assemble(
            (verb, DANGER if verb == "erased" else ACCENT), "  ", memory.type, "  ", (short_id(memory.id), ACCENT)
        )
    )
    out.print(indented_text(make_printable(memory.text, keep_line_breaks=True)))
    if op is not None:
        out.print(indented_text(f"undo: recall undo {op}", DIM))


def make_grid() -> Table:
    """A table without lines."""
    return Table.grid(padding=(0, 2))


def indented_text(text: "str | Text", style: str = "") -> Table:
    """A text indented by eight columns, also where it wraps."""
    table = Table.grid(padding=0)
    table.add_row(Text(" " * 8), Text(text, style=style, overflow="fold") if isinstance(text, str) else text)
    return table

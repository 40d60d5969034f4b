"""What a person sees in a terminal: calm, aligned, one accent, no boxes.

Everything that comes from a memory is made safe first and given to rich as text, never as markup.
"""

import os

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from recall_cli.cli.screens.show import marks, safe, stale_mark
from recall_cli.domain.moment import age, day, since, when
from recall_cli.rules.beliefs.authorship import author_for_person
from recall_cli.rules.places.staleness import anchors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.domain.receipt import Kept
    from recall_cli.rules.places.staleness import Standing

ACCENT, DIM, HARM = "cyan", "dim", "red"


def console() -> Console:
    """The terminal, or whatever FORCE_COLOR pretends to be one."""
    return Console(
        highlight=False, soft_wrap=False, emoji=False, force_terminal=True if os.environ.get("FORCE_COLOR") else None
    )


def progress_bar(what: str, total: int) -> Progress:
    """One bar on standard error: what, how far, how long still."""
    bar = Progress(
        TextColumn(what), BarColumn(bar_width=30), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    bar.add_task(what, total=total)
    return bar


def memories(
    out: Console,
    found: "list[Memory]",
    now: int,
    short: "Callable[[str], str]",
    explained: "list[str] | None" = None,
    stands: "dict[int, list[Standing]] | None" = None,
    *,
    projects: bool = False,
    whole: bool = False,
) -> None:
    """One memory a row: id, type, age, its project if wanted, text; the text wraps beside them, or below.

    A long text is shortened to a few lines, unless it is wanted whole. `short` gives an id as it is shown.
    """
    narrow = out.width < 60
    table = grid()
    for at, memory in enumerate(found):
        text = Text(safe(memory.text) if whole else shortened(memory, out.width, short(memory.id)), overflow="fold")
        if memory.superseded_at is not None or memory.deleted_at is not None:
            text.stylize("strike dim")
        for mark in marks(memory, now):
            text.append(f"  ← {mark}", style=HARM if mark == "deleted" else "yellow")
        stale = stale_mark((stands or {}).get(memory.n, ()))
        if stale:
            text.append(f"  ← {stale}", style="yellow")
        if explained is not None:
            text.append(f"\n{explained[at]}", style=DIM)
        head = [Text(short(memory.id), style=ACCENT), Text(memory.type), Text(age(memory.created_at, now), style=DIM)]
        if projects:
            head.append(Text(safe(memory.project or "–"), style=DIM, overflow="ellipsis"))
        if narrow:
            out.print(Text("  ").join(head))
            out.print(text)
        else:
            table.add_row(*head, text)
    if not narrow and found:
        out.print(table)


LINES, LEAST = 4, 200
"""A text in a list takes about so many lines; no text of so many letters is shortened."""


def shortened(memory: "Memory", columns: int, id_: str) -> str:
    """A memory's text for a list: a long one is cut, and says how to see all of it."""
    most = max(LEAST, LINES * (columns - 40))
    text = safe(memory.text)
    if len(text) <= most + most // 4:
        return text
    text = safe(" ".join(memory.text.split()))
    cut = text[:most].rpartition(" ")[0] or text[:most]
    return f"{cut}… (recall get {id_} for all of it)"


def one_line(text: str, most: int = LEAST) -> str:
    """A text that stands beside something else, as one line of a bearable length."""
    text = safe(" ".join(text.split()))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def foot(out: Console, text: str) -> None:
    """The last line: how many, what next."""
    out.print(Text(text, style=DIM))


def said(out: Console, word: str, what: str, then: str) -> None:
    """Done: what, and how to take it back."""
    line = Text.assemble((word, ACCENT), "  ", safe(what))
    if then:
        line.append(f"    {then}", style=DIM)
    out.print(line)


def stored(
    out: Console, kept: "Kept", op: "int | None", now: int, short: "Callable[[str], str]", *, dry_run: bool,
    word: str = "stored",
) -> None:  # fmt: skip
    """A new memory: what it is worth, what it says, what it ended, how to take it back."""
    memory = kept.memory
    if memory.held is not None:
        word = "held for review"
    elif kept.echo:
        word = "known, recall told it"
    elif kept.action != "created":
        word = f"known, seen {memory.seen_count} times"
    head = Text.assemble(
        ("would be " + word if dry_run else word, ACCENT), "  ", memory.type, "  ",
        (f"{memory.importance:.2f} important · {memory.confidence:.2f} sure", DIM), "  ",
    )  # fmt: skip
    if memory.project:
        head.append(f"in {safe(memory.project)}  ", style=DIM)
    if not dry_run:
        head.append(short(memory.id), style=ACCENT)
    out.print(head)
    out.print(_indented(safe(memory.text, breaks=True)))
    if memory.entity and memory.attribute:
        out.print(_indented(safe(f"{memory.entity}.{memory.attribute} = {memory.value or ''}"), DIM))
    if memory.held is not None:
        out.print(_indented(f"{memory.held}: recall review", "yellow"))
    begins = memory.valid_from or 0
    ends = "ended" if begins <= now else f"until {day(begins)}"
    for verb, others in ((ends, kept.supersedes), ("contested", kept.contests)):
        for old in others:
            said = f"{one_line(old.value or old.text)}  ({since(old.valid_from or old.created_at, now)})"
            out.print(Text.assemble((verb.ljust(10) + "  " * (len(verb) > 9), "yellow"), said))
    for old, cosine in kept.similar:
        out.print(Text.assemble(("similar".ljust(10), DIM), f"{short(old.id)}  {one_line(old.text)}  ({cosine:.2f})"))
    if kept.contests:
        out.print(_indented("recall does not choose between them: recall conflicts", DIM))
    if op is not None and not dry_run:
        out.print(_indented(f"undo: recall undo {op}", DIM))


def told(out: Console, lines: "Iterable[str]") -> None:
    """Plain lines, whose parts are set off instead of being parted by tabs."""
    for line in lines:
        first, tab, rest = line.partition("\t")
        out.print(
            Text.assemble((first, ACCENT if tab else ""), "  " if tab else "", rest.replace("\t", "  ")), soft_wrap=True
        )


def changed(out: Console, memory: "Memory", word: str, op: "int | None", short: "Callable[[str], str]") -> None:
    """A memory after a change."""
    out.print(
        Text.assemble((word, HARM if word == "erased" else ACCENT), "  ", memory.type, "  ", (short(memory.id), ACCENT))
    )
    out.print(_indented(safe(memory.text, breaks=True)))
    if op is not None:
        out.print(_indented(f"undo: recall undo {op}", DIM))


def whole(out: Console, memory: "Memory", now: int, stands: "Sequence[Standing]" = ()) -> None:
    """Everything that is known about one memory, what says nothing left out."""
    head = Text.assemble((memory.id, ACCENT), "  ", memory.type)
    for mark in marks(memory, now):
        head.append(f"  ← {mark}", style="yellow")
    out.print(head)
    out.print(_indented(safe(memory.text, breaks=True)))
    told = {
        "project": memory.project,
        "topic": memory.topic,
        "fact": f"{memory.entity}.{memory.attribute} = {memory.value or ''}" if memory.entity else None,
        "tags": memory.tags,
        "importance": f"{memory.importance:.2f}",
        "confidence": f"{memory.confidence:.2f}",
        "told by": f"{author_for_person(memory.trust, memory.agent, memory.source)} ({memory.trust})"
        + (f", session {memory.session}" if memory.session else ""),
        "classified": memory.classification if memory.classification != "internal" else None,
        "stored": when(memory.created_at, now),
        "changed": when(memory.updated_at, now) if memory.updated_at != memory.created_at else None,
        "used": _used(memory, now),
        "seen": _times(memory.seen_count) if memory.seen_count > 1 else None,
        "valid": _validity(memory, now),
        "superseded by": memory.superseded_by,
        "held": memory.held,
        "anchored": "; ".join(one.said for one in stands) or ", ".join(one.place for one in anchors(memory.anchors)),
    }
    table = grid()
    for name, value in told.items():
        if value:
            table.add_row("       ", Text(name, style=DIM), Text(safe(str(value)), overflow="fold"))
    out.print(table)


def _used(memory: "Memory", now: int) -> "str | None":
    if not memory.access_count:
        return None
    last = "" if memory.accessed_at is None else f", last {when(memory.accessed_at, now)}"
    return _times(memory.access_count) + last


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _validity(memory: "Memory", now: int) -> "str | None":
    if memory.valid_from is None and memory.valid_until is None:
        return None
    return " ".join(
        f"{word} {when(moment, now)}"
        for word, moment in (("from", memory.valid_from), ("until", memory.valid_until))
        if moment is not None
    )


def grid() -> Table:
    """Columns without lines between them."""
    return Table.grid(padding=(0, 2))


def _indented(text: str, style: str = "") -> Table:
    table = Table.grid(padding=0)
    table.add_row(Text(" " * 8), Text(text, style=style, overflow="fold"))
    return table

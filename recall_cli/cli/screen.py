"""What a person sees in a terminal: calm, aligned, one accent, no boxes.

Everything that comes from a memory is made safe first and given to rich as text, never as markup.
"""

import os

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from recall_cli.cli.show import marks, safe
from recall_cli.domain.moment import age, day, iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.flows.history import Difference, Life

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


def memories(out: Console, found: "list[Memory]", now: int, width: int, explained: "list[str] | None" = None) -> None:
    """One memory a row: id, type, age, text; the text wraps beside them, or below where the terminal is narrow."""
    narrow = out.width < 60
    table = _grid()
    for at, memory in enumerate(found):
        text = Text(safe(memory.text), overflow="fold")
        if memory.superseded_at is not None or memory.deleted_at is not None:
            text.stylize("strike dim")
        for mark in marks(memory, now):
            text.append(f"  ← {mark}", style=HARM if mark == "deleted" else "yellow")
        if explained is not None:
            text.append(f"\n{explained[at]}", style=DIM)
        head = (Text(memory.id[:width], style=ACCENT), Text(memory.type), Text(age(memory.created_at, now), style=DIM))
        if narrow:
            out.print(Text("  ").join(head))
            out.print(text)
        else:
            table.add_row(*head, text)
    if not narrow and found:
        out.print(table)


def foot(out: Console, text: str) -> None:
    """The last line: how many, what next."""
    out.print(Text(text, style=DIM))


def said(out: Console, word: str, what: str, then: str) -> None:
    """Done: what, and how to take it back."""
    line = Text.assemble((word, ACCENT), "  ", safe(what))
    if then:
        line.append(f"    {then}", style=DIM)
    out.print(line)


def stored(out: Console, memory: "Memory", action: str, op: "int | None", *, dry_run: bool) -> None:
    """A new memory: what it is worth, what it says, how to take it back."""
    word = {"created": "stored", "seen-again": f"known, seen {memory.seen_count} times"}[action]
    head = Text.assemble(
        ("would be " + word if dry_run else word, ACCENT), "  ", memory.type, "  ",
        (f"{memory.importance:.2f} important · {memory.confidence:.2f} sure", DIM), "  ",
    )  # fmt: skip
    if memory.project:
        head.append(f"in {safe(memory.project)}  ", style=DIM)
    if not dry_run:
        head.append(memory.id[:13], style=ACCENT)
    out.print(head)
    out.print(_indented(safe(memory.text, breaks=True)))
    if memory.entity and memory.attribute:
        out.print(_indented(safe(f"{memory.entity}.{memory.attribute} = {memory.value or ''}"), DIM))
    if op is not None and not dry_run:
        out.print(_indented(f"undo: recall undo {op}", DIM))


def changed(out: Console, memory: "Memory", word: str, op: "int | None") -> None:
    """A memory after a change."""
    out.print(
        Text.assemble((word, HARM if word == "erased" else ACCENT), "  ", memory.type, "  ", (memory.id[:13], ACCENT))
    )
    out.print(_indented(safe(memory.text, breaks=True)))
    if op is not None:
        out.print(_indented(f"undo: recall undo {op}", DIM))


def whole(out: Console, memory: "Memory", now: int) -> None:
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
        "told by": f"{memory.agent or memory.source} ({memory.trust})"
        + (f", session {memory.session}" if memory.session else ""),
        "classified": memory.classification if memory.classification != "internal" else None,
        "stored": f"{iso(memory.created_at)}  ({age(memory.created_at, now)})",
        "changed": iso(memory.updated_at) if memory.updated_at != memory.created_at else None,
        "used": f"{memory.access_count} times, last {iso(memory.accessed_at)}" if memory.access_count else None,
        "seen": f"{memory.seen_count} times" if memory.seen_count > 1 else None,
        "valid": _validity(memory),
        "superseded by": memory.superseded_by,
        "held": memory.held,
    }
    table = _grid()
    for name, value in told.items():
        if value:
            table.add_row("       ", Text(name, style=DIM), Text(safe(str(value)), overflow="fold"))
    out.print(table)


def _validity(memory: "Memory") -> "str | None":
    if memory.valid_from is None and memory.valid_until is None:
        return None
    return " ".join(
        f"{word} {iso(moment)}"
        for word, moment in (("from", memory.valid_from), ("until", memory.valid_until))
        if moment is not None
    )


def operations(out: Console, found: "list[Operation]", now: int) -> None:
    """The record of writes, newest first."""
    from recall_cli.cli.log import what

    table = _grid()
    for op in found:
        text = Text(safe(what(op)), overflow="fold")
        if op.undone_by:
            text.stylize(DIM)
            text.append(f"  ← undone by {op.undone_by}", style="yellow")
        who = safe(op.agent or {"user": "you"}.get(op.trust, op.trust))
        table.add_row(Text(str(op.n), style=ACCENT), Text(age(op.at, now), style=DIM), Text(who, style=DIM), text)
    out.print(table)
    foot(out, "recall undo N takes one back" if found else "nothing was written yet")


def lives(out: Console, found: "list[Life]", now: int) -> None:
    """A belief and how it came about, oldest first."""
    from recall_cli.cli.history import phrase

    for life in found:
        memories(out, [life.memory], now, 13)
        table = _grid()
        for event in life.events:
            who = event.agent or {"user": "you"}.get(event.trust, event.trust)
            text = Text(safe(phrase(event)), style=DIM, overflow="fold")
            table.add_row(
                "   ",
                Text(str(event.op), style=DIM),
                event.kind,
                Text(f"{day(event.at)}, {safe(who)}", style=DIM),
                text,
            )
        out.print(table)


def difference(out: Console, found: "Difference", now: int) -> None:
    """What a span of time taught, in five short lists."""
    from recall_cli.cli.diff import changes

    nothing = True
    for word in ("learned", "corrected", "superseded", "deleted", "restored"):
        rows = getattr(found, word)
        if not rows:
            continue
        nothing = False
        out.print(Text(f"{word} {len(rows)}", style="bold"))
        if word == "corrected":
            told = [safe(changes(before, after)) for _, before, after in rows]
            memories(out, [memory for memory, _, _ in rows], now, 13, told)
        else:
            memories(out, list(rows), now, 13)
    if nothing:
        foot(out, "nothing changed")


def _grid() -> Table:
    return Table.grid(padding=(0, 2))


def _indented(text: str, style: str = "") -> Table:
    table = Table.grid(padding=0)
    table.add_row(Text(" " * 8), Text(text, style=style, overflow="fold"))
    return table

"""Screens of upkeep: what a round of maintenance did, and when the next one is."""

from rich.console import Console
from rich.text import Text

from recall_cli.cli.screens.screen import ACCENT, DIM, HARM, foot, grid, one_line
from recall_cli.cli.screens.show import safe
from recall_cli.domain.moment import age

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.consolidate import Consolidated
    from recall_cli.flows.maintain.maintain import Rounded
    from recall_cli.flows.maintain.schedule import Scheduled

ABOUT = {
    "jobs": "deferred work",
    "expiry": "what ended on its own date",
    "loops": "facts that turn or disagree",
    "patterns": "findings that recur",
    "decay": "what nobody asked for fades",
    "purge": "what was deleted long ago",
    "upkeep": "the index and the file",
    "copies": "where copies are wanted",
}


def maintained(out: Console, found: "Rounded") -> None:
    """A line a step: its name, what it did, how to take it back."""
    table = grid()
    for took in found.steps:
        undo = f"undo: recall undo {took.done.op}" if took.done.op and took.step != "purge" else ""
        if took.step == "purge" and took.done.op:
            undo = "final"
        said = Text(took.done.said) if took.done.said else Text("nothing to do", style=DIM)
        table.add_row(
            Text(took.step, style=ACCENT), said, Text(ABOUT.get(took.step, ""), style=DIM), Text(undo, style=DIM)
        )
    out.print(table)
    seconds = f"{found.ms / 1000:.1f} s"
    foot(out, f"a rehearsal: nothing was changed · {seconds}" if found.dry_run else seconds)


def rated(out: Console, memories: "list[Memory]", word: str, op: int, short: "Callable[[str], str]") -> None:
    """What was said of memories, and where they stand now."""
    table = grid()
    for memory in memories:
        bar = "█" * max(1, round(10 * memory.usefulness))
        said = f"{memory.helpful:,} helpful · {memory.unhelpful:,} not"
        table.add_row(
            Text(short(memory.id), style=ACCENT), Text(f"{memory.usefulness:.2f}"), Text(bar, style=ACCENT),
            Text(said, style=DIM), Text(one_line(memory.text), overflow="fold"),
        )  # fmt: skip
    out.print(table)
    foot(out, f"{word} · undo: recall undo {op}")


def scheduled(out: Console, headline: str, found: "Scheduled") -> None:
    """Where maintenance is scheduled, as the machine keeps it, and where it tells what it did."""
    out.print(Text(headline, style=ACCENT if found.scheduler else ""))
    if found.scheduler:
        for entry in found.entry.splitlines():
            out.print(Text("  " + safe(entry), style=DIM), soft_wrap=True)  # a line that can be copied
    if found.log:
        out.print(
            Text(f"what it does is told in {safe(found.log)} · recall schedule remove", style=DIM), soft_wrap=True
        )


def consolidated(out: Console, found: "Consolidated", now: int, short: "Callable[[str], str]") -> None:
    """What becomes one as a difference: the originals, then the one; below, what stays apart and why."""
    unions = found.plan.unions if found.dry_run else found.unions
    for union in unions:
        table = grid()
        for source in union.sources:
            text = Text(safe(source.text), style=DIM, overflow="fold")
            when = Text(age(source.created_at, now), style=DIM)
            table.add_row(Text("-", style=HARM), Text(short(source.id), style=ACCENT), when, text)
        id_ = short(union.made.id) if union.made else "new"
        table.add_row(
            Text("+", style="green"), Text(id_, style=ACCENT), union.type, Text(safe(union.text), overflow="fold")
        )
        out.print(table)
        out.print()
    for one in found.plan.refused:
        told = " · ".join(short(source.id) for source in one.sources)
        out.print(Text.assemble(("=  ", "yellow"), told, (f"  {one.reason}", DIM)))
    many = sum(len(union.sources) for union in unions)
    if not unions:
        foot(out, "no memories say the same")
    elif found.dry_run:
        ask = ", and it would ask first" if found.stopped else ""
        foot(
            out, f"a rehearsal: {many:,} would become {len(unions):,}, {found.plan.share:.0%} of what is believed{ask}"
        )
    else:
        foot(out, f"{many:,} became {len(unions):,} · undo: recall undo {found.op}")

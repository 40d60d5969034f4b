"""Screens of upkeep: what a round of maintenance did, and when the next one is."""

from rich.console import Console
from rich.text import Text

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.output.terminal import ACCENT, DANGER, DIM, as_one_line, make_grid, print_footer
from recall_cli.domain.moment import format_age

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.consolidate import MergeResult
    from recall_cli.flows.maintain.maintain import MaintenanceReport
    from recall_cli.flows.maintain.schedule import ScheduleStatus

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


def maintained(out: Console, found: "MaintenanceReport") -> None:
    """A line a step: its name, what it did, how to take it back."""
    table = make_grid()
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
    print_footer(out, f"a rehearsal: nothing was changed · {seconds}" if found.dry_run else seconds)


def rated(out: Console, memories: "list[Memory]", word: str, op: int, short: "Callable[[str], str]") -> None:
    """What was said of memories, and where they stand now."""
    table = make_grid()
    for memory in memories:
        bar = "█" * max(1, round(10 * memory.usefulness))
        said = f"{memory.helpful:,} helpful · {memory.unhelpful:,} not"
        table.add_row(
            Text(short(memory.id), style=ACCENT), Text(f"{memory.usefulness:.2f}"), Text(bar, style=ACCENT),
            Text(said, style=DIM), Text(as_one_line(memory.text), overflow="fold"),
        )  # fmt: skip
    out.print(table)
    print_footer(out, f"{word} · undo: recall undo {op}")


def scheduled(out: Console, headline: str, found: "ScheduleStatus") -> None:
    """Where maintenance is scheduled, as the machine keeps it, and where it tells what it did."""
    out.print(Text(headline, style=ACCENT if found.scheduler else ""))
    if found.scheduler:
        for entry in found.entry.splitlines():
            out.print(Text("  " + make_printable(entry), style=DIM), soft_wrap=True)  # a line that can be copied
    if found.log:
        out.print(
            Text(f"what it does is told in {make_printable(found.log)} · recall schedule remove", style=DIM),
            soft_wrap=True,
        )


def consolidated(out: Console, found: "MergeResult", now: int, short: "Callable[[str], str]") -> None:
    """What becomes one as a difference: the originals, then the one; below, what stays apart and why."""
    unions = found.plan.merges if found.dry_run else found.merges
    for union in unions:
        table = make_grid()
        for source in union.sources:
            text = Text(make_printable(source.text), style=DIM, overflow="fold")
            when = Text(format_age(source.created_at, now), style=DIM)
            table.add_row(Text("-", style=DANGER), Text(short(source.id), style=ACCENT), when, text)
        id_ = short(union.made.id) if union.made else "new"
        table.add_row(
            Text("+", style="green"),
            Text(id_, style=ACCENT),
            union.type,
            Text(make_printable(union.text), overflow="fold"),
        )
        out.print(table)
        out.print()
    for one in found.plan.refused:
        told = " · ".join(short(source.id) for source in one.sources)
        out.print(Text.assemble(("=  ", "yellow"), told, (f"  {one.reason}", DIM)))
    many = sum(len(union.sources) for union in unions)
    if not unions:
        print_footer(out, "no memories say the same")
    elif found.dry_run:
        ask = ", and it would ask first" if found.stopped else ""
        print_footer(
            out, f"a rehearsal: {many:,} would become {len(unions):,}, {found.plan.share:.0%} of what is believed{ask}"
        )
    else:
        print_footer(out, f"{many:,} became {len(unions):,} · undo: recall undo {found.op}")

"""Screens for what is proved: an erasure and what it left, the health of a store."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.output.terminal import ACCENT, DANGER, DIM, print_changed, print_footer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.doctor.finding import Finding
    from recall_cli.flows.edit.erase import EraseReceipt

NAMES = {"store": "the store", "wal": "its WAL", "copy": "a copy", "beside": "beside the store"}
MARKS = {
    "ok": ("ok", "green"),
    "note": ("note", ACCENT),
    "warning": ("warning", "yellow"),
    "failure": ("wrong", DANGER),
}


def erasure(out: Console, receipt: "EraseReceipt", gone: "list[Memory]") -> None:
    """What went, where it was looked for, and that nothing is left, or where."""
    from recall_cli.cli.commands.write.erase import byte_scan_summary, leftover_advice, other_uses_text, summary

    if receipt.dry_run:
        for memory in receipt.shown:
            project = f"in {make_printable(memory.project)}" if memory.project else "in no project"
            words = Text.assemble((f"{project}  ", DIM), make_printable(memory.text)[:200])
            _beside(out, Text("would go  ", DANGER), words)
        print_footer(out, f"{summary(receipt)}; --confirm does it, for good")
        return
    for memory in gone:
        print_changed(out, memory, "erased", None, str)
    if not gone:
        out.print(Text.assemble(("erased", DANGER), "  ", summary(receipt).partition(" erased")[0]))
    for place in receipt.places:
        mark = ("0 left", "green") if not place.left else (f"{place.left:,} left", DANGER)
        where = Text.assemble("        ", mark, f"  {NAMES[place.kind]}  ", (make_printable(place.path), DIM))
        out.print(where, soft_wrap=True)
        if place.left:
            out.print(Text(f"        {leftover_advice(place)}", style="yellow"))
    if receipt.elsewhere:
        print_footer(out, other_uses_text(receipt))
    print_footer(out, byte_scan_summary(receipt))


def copied(out: Console, word: str, what: str, path: str, then: str) -> None:
    """A copy was made or brought back; the path is never broken, so that it can be copied."""
    out.print(Text.assemble((word, ACCENT), "  ", what, "  ", (make_printable(path), DIM)), soft_wrap=True)
    if then:
        out.print(Text(make_printable(then), style=DIM), soft_wrap=True)


def _beside(out: Console, head: Text, body: Text) -> None:
    """A head, and what is said beside it wrapped there."""
    row = Table.grid(padding=0)
    row.add_column(width=len(head))
    row.add_column(overflow="fold")
    row.add_row(head, body)
    out.print(row)


def health(out: Console, found: "list[Finding]", summary: str) -> None:
    """Every check in a line, what is wrong with its remedy."""
    for one in found:
        mark, style = ("mended", "green") if one.mended else MARKS[one.state]
        said = Text.assemble((mark.ljust(8), style), (one.check.ljust(13), DIM), make_printable(one.said))
        out.print(said, soft_wrap=True)
        if one.remedy and not one.mended:
            out.print(Text(" " * 21 + make_printable(one.remedy), style="yellow"), soft_wrap=True)
    print_footer(out, summary)

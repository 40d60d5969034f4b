"""recall erase: remove for good, with proof."""

from recall_cli.cli.output.formatting import make_printable, memory_count_text, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console
    from rich.text import Text

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.erase import EraseReceipt
    from recall_cli.flows.edit.erase_bytes import ScannedFile

PARAMS = (
    argument("ids", "Which memories.", kind="arguments", default=(), completes="id", metavar="[ID...]"),
    option("query", "All that hold these words, or held them once.", metavar="WORDS"),
    option("topic", "All of this topic."),
    option("project", "All of this project.", "-p", completes="project", metavar="NAME"),
    option("user", "All of this user, whatever there is of him.", metavar="NAME"),
    option("copies", "In the copies that recall backup made, too.", kind="flag"),
    option("confirm", "Do it; without this only what would go is shown.", kind="flag"),
)
EXAMPLES = (
    ('recall erase --query "Jane Doe"', "what would go"),
    ('recall erase --query "Jane Doe" --copies --confirm', "gone, and looked for in every byte of the file"),
    ("recall erase --project scratch --confirm", ""),
    ("recall erase 019aa3f2-7c1e --confirm", "the same as recall delete --now"),
)


def erase(
    app: "App",
    *,
    ids: "tuple[str, ...]",
    query: "str | None",
    topic: "str | None",
    project: "str | None",
    user: "str | None",
    copies: bool,
    confirm: bool,
) -> Reply:
    """Remove memories for good: text, index, vectors, jobs, history and links, in one transaction.

    Then the file is written anew where it must be, and its bytes, its WAL and the copies that recall knows are
    searched for the words, past the database. The receipt says 0 left, or where. Nothing brings it back.

    Other bytes spell short words by chance: under six letters (eight where over 500 words go), or nine digits, words
    are looked for in the word index and in unused space alone. The receipt counts them apart.
    """
    from recall_cli.flows.edit.erase import EraseRequest
    from recall_cli.flows.edit.erase import erase as remove

    if sum((bool(ids), (query or topic or project) is not None, user is not None)) != 1:
        raise UsageError("say what to erase: ids, or --user, or any of --query, --topic, --project")
    chosen = EraseRequest(ids=ids, query=query, topic=topic, project=project, user=user)
    return erase_reply(app, remove(app, chosen, confirmed=confirm, copies=copies))


def erase_reply(app: "App", receipt: "EraseReceipt", memories_erased: "list[Memory] | None" = None) -> Reply:
    """A receipt in its forms."""
    if not receipt.finished:
        why = receipt.trouble or "another recall is reading the store"
        app.note(f"the old words may still be in the store's files ({why}): recall maintain removes them")
    if receipt.in_longer_words:
        stay = f"{'would stay' if receipt.dry_run else 'stayed'}: {memory_count_text(receipt.in_longer_words)}"
        app.note(f"{stay} with these words only inside longer words; name the longer words to erase them too")

    def screen(console: "Any") -> None:
        _print_receipt(console, receipt, memories_erased or [])

    clean = receipt.finished and not receipt.left
    lines = [f"erased\t{memory_line(memory)}" for memory in memories_erased or ()]
    return Reply(
        lambda: receipt_document(receipt), lambda: [*lines, *_receipt_lines(receipt)], screen, status=0 if clean else 1
    )


def receipt_document(receipt: "EraseReceipt") -> "dict[str, Any]":
    """A receipt as programs read it: ids and counts, never a word of what went."""
    if receipt.dry_run:
        shown = [{"id": memory.id, "project": memory.project} for memory in receipt.shown]
        return {"would_erase": [*receipt.memories], "jobs": receipt.jobs, "shown": shown, "dry_run": True}
    return {
        "erased": [*receipt.memories],
        "jobs": receipt.jobs,
        "erased_in_copies_alone": receipt.erased_in_copies,
        "operation": receipt.op,
        "words": receipt.words,
        "short_words": receipt.short_words,
        "files": [{"path": one.path, "kind": one.kind, "bytes": one.bytes, "left": one.left} for one in receipt.places],
        "also_said_by": [*receipt.elsewhere],
        "left": receipt.left,
        "finished": receipt.finished,
    }


def _receipt_lines(receipt: "EraseReceipt") -> "list[str]":
    if receipt.dry_run:
        starts = [
            "\t".join(
                (
                    "would be erased",
                    memory.id,
                    make_printable(memory.project or "-"),
                    make_printable(memory.text)[:100],
                )
            )
            for memory in receipt.shown
        ]
        return [*starts, f"{summary(receipt)} (--confirm does it)"]
    return [
        *(f"{place.kind}\t{place.left} left\t{make_printable(place.path)}" for place in receipt.places),
        summary(receipt),
    ]


def summary(receipt: "EraseReceipt") -> str:
    """What an erasure came to, in one line."""
    jobs = f" and {receipt.jobs:,} waiting job{'' if receipt.jobs == 1 else 's'}" if receipt.jobs else ""
    if receipt.dry_run:
        copies = "" if receipt.memories else ", and what fits in the copies"
        return f"{memory_count_text(len(receipt.memories))}{jobs}{copies} would be erased"
    copies = f" and {receipt.erased_in_copies:,} in copies alone" if receipt.erased_in_copies else ""
    also = f"; {other_uses_text(receipt)}" if receipt.elsewhere else ""
    return f"{memory_count_text(len(receipt.memories))}{jobs}{copies} erased: {byte_scan_summary(receipt)}{also}"


def other_uses_text(receipt: "EraseReceipt") -> str:
    """Where words that were erased are still used by something else."""
    return f"some of the words are also used by {', '.join(OTHER_USES[name] for name in receipt.elsewhere)}"


OTHER_USES = {
    "project": "the name of a project",
    "memory": "another memory",
    "history": "the history of another memory",
    "log": "the log",
    "job": "a job",
    "recall": "recall itself",
    "transcript": "the path of a session file",
    "question": "a past question",
    "copy": "the path of a copy",
}


def byte_scan_summary(receipt: "EraseReceipt") -> str:
    """How much was looked for, and how much is left."""
    sought = len(receipt.memories) + receipt.erased_in_copies + receipt.words
    files = f"{len(receipt.places)} file{'' if len(receipt.places) == 1 else 's'}"
    if not receipt.places:
        return "the files could not be looked into"
    if not receipt.left:
        words = "shorter word is" if receipt.short_words == 1 else "shorter words are"
        short = (
            f"; {receipt.short_words:,} {words} out of the word index and of unused space"
            if receipt.short_words
            else ""
        )
        return f"none of {sought:,} words and ids is left in {files}{short}"
    holding = sum(place.left > 0 for place in receipt.places)
    return f"{receipt.found:,} of {sought:,} words and ids are still in {holding:,} of {files}"


def leftover_advice(place: "ScannedFile") -> str:
    """What to do where something is left."""
    if place.kind == "copy":
        return "recall erase … --copies --confirm erases there too, or delete that file"
    if place.kind == "beside":
        return "delete that file if you do not need it"
    return "recall maintain when nobody reads"


PLACE_NAMES = {"store": "the store", "wal": "its WAL", "copy": "a copy", "beside": "beside the store"}


def _print_receipt(out: "Console", receipt: "EraseReceipt", gone: "list[Memory]") -> None:
    """What went, where it was looked for, and that nothing is left, or where."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import DANGER, DIM, print_changed, print_footer

    if receipt.dry_run:
        for memory in receipt.shown:
            project = f"in {make_printable(memory.project)}" if memory.project else "in no project"
            words = Text.assemble((f"{project}  ", DIM), make_printable(memory.text)[:200])
            _print_hanging(out, Text("would go  ", DANGER), words)
        print_footer(out, f"{summary(receipt)}; --confirm does it, for good")
        return
    for memory in gone:
        print_changed(out, memory, "erased", None, str)
    if not gone:
        out.print(Text.assemble(("erased", DANGER), "  ", summary(receipt).partition(" erased")[0]))
    for place in receipt.places:
        mark = ("0 left", "green") if not place.left else (f"{place.left:,} left", DANGER)
        where = Text.assemble("        ", mark, f"  {PLACE_NAMES[place.kind]}  ", (make_printable(place.path), DIM))
        out.print(where, soft_wrap=True)
        if place.left:
            out.print(Text(f"        {leftover_advice(place)}", style="yellow"))
    if receipt.elsewhere:
        print_footer(out, other_uses_text(receipt))
    print_footer(out, byte_scan_summary(receipt))


def _print_hanging(out: "Console", head: "Text", body: "Text") -> None:
    """A head, and what is said beside it wrapped there."""

    from rich.table import Table

    row = Table.grid(padding=0)
    row.add_column(width=len(head))
    row.add_column(overflow="fold")
    row.add_row(head, body)
    out.print(row)

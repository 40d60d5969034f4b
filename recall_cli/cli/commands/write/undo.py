"""recall undo: undo the last write, or one by number."""

from recall_cli.app import App
from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply, result_reply
from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.domain.ids import MIN_ENDING_LENGTH, may_be_id
from recall_cli.domain.moment import format_iso

PARAMS = (
    argument(
        "op",
        "The number of an operation, as in recall log (default: the last).",
        default=None,
        completes="op",
        metavar="[OP]",
    ),
    option("dry_run", "Show what would be undone without changing anything.", kind="flag"),
)
EXAMPLES = (
    ("recall undo", "the last write"),
    ("recall undo 17", "an older one, if no later write depends on it; undoing an undo redoes it"),
)


def undo(app: App, *, op: "str | None", dry_run: bool) -> Reply:
    """Undo an operation. Every kind of write can be undone, except erasing."""
    from recall_cli.flows.edit.undo import undo as undo_operation

    if op is not None and not (op.isascii() and op.isdigit() and len(op) < 18):
        raise UsageError(f"{op!r} is not an operation", _operation_hint(app, op))
    try:
        undone = undo_operation(app, None if op is None else int(op), dry_run=dry_run)
    except NotFound as error:
        if op is None or not _names_memory(app, op):
            raise
        raise NotFound(error.message, _operation_hint(app, op)) from None
    target = undone.undoes
    many = memory_count_text(undone.memories)
    if not undone.memories and target.note:
        many = make_printable(target.note)
    word = "would undo" if dry_run else "undone"
    line = f"{word} {target.n}: {target.kind} of {format_iso(target.at)}, {many}"
    document = {
        "operation": None if dry_run else undone.op,
        "undone": {"operation": target.n, "kind": target.kind, "at": format_iso(target.at)},
        "memories": undone.memories,
        "dry_run": dry_run,
    }
    redo = "" if dry_run else f"redo: recall undo {undone.op}"
    return result_reply(document, line, word, f"{target.kind} {target.n} ({many})", redo)


def _names_memory(app: App, word: str) -> bool:
    """Whether a word is the short id of a memory."""
    if not app.settings.has_store():
        return False
    with app.read_transaction() as tx:
        return len(word) >= MIN_ENDING_LENGTH and bool(tx.memories.by_ending(word))


def _operation_hint(app: App, word: str) -> str:
    if may_be_id(word) or _names_memory(app, word):
        return f"recall log {word} shows the operations of a memory, with their numbers"
    if word.lower() in ("last", "latest", "previous"):
        return "recall undo alone undoes the last write"
    return "recall log shows the numbers"

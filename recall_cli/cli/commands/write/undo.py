"""recall undo: take back the last write, or a named one."""

from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument(
        "op",
        "The number of an operation; recall log shows them. The last one by default.",
        default=None,
        completes="op",
        metavar="[OP]",
    ),
    option("dry_run", "Say what would be taken back, and change nothing.", kind="flag"),
)
EXAMPLES = (
    ("recall undo", "the last write"),
    ("recall undo 17", "an older one, if nothing later stands on it; undoing an undo does it again"),
)


def undo(app: "App", *, op: "str | None", dry_run: bool) -> Reply:
    """Take back an operation; every kind of write can be."""
    from recall_cli.flows.edit.undo import undo as take_back

    if op is not None and not (op.isascii() and op.isdigit() and len(op) < 18):
        raise UsageError(f"{op!r} is no operation", _operation_hint(op))
    undone = take_back(app, None if op is None else int(op), dry_run=dry_run)
    target = undone.undoes
    many = f"{undone.memories:,} memor{'y' if undone.memories == 1 else 'ies'}"
    word = "would undo" if dry_run else "undone"
    line = f"{word} {target.n}: {target.kind} of {format_iso(target.at)}, {many}"

    def screen(console: "Any") -> None:
        from recall_cli.cli.output.terminal import print_result

        print_result(
            console, word, f"{target.kind} {target.n}, {many}", "" if dry_run else f"again: recall undo {undone.op}"
        )

    return Reply(
        lambda: {
            "operation": None if dry_run else undone.op,
            "undone": {"operation": target.n, "kind": target.kind, "at": format_iso(target.at)},
            "memories": undone.memories,
            "dry_run": dry_run,
        },
        lambda: [line],
        screen,
    )


def _operation_hint(word: str) -> str:
    """How to name the operation that was meant."""
    from recall_cli.domain.ids import is_id_prefix

    if is_id_prefix(word):
        return f"recall log {word} shows the operations of a memory, with their numbers"
    if word.lower() in ("last", "latest", "previous"):
        return "recall undo alone takes back the last write"
    return "recall log shows their numbers"

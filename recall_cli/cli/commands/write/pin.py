"""recall pin: protect memories from fading."""

from recall_cli.cli.parsing.params import argument
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

    from recall_cli.app import App

PARAMS = (argument("ids", "Ids of memories.", kind="arguments", completes="id", metavar="ID..."),)
EXAMPLES = (
    ("recall pin 019aa3f2-7c1e", "never fades, is never merged, can be in every brief"),
    ("recall pin 019aa3f2-7c1e 019aa3f2-81d0", ""),
)


def pin(app: "App", *, ids: "tuple[str, ...]") -> Reply:
    """Pin memories: they do not fade, are never merged, and can be in every brief of their project."""
    return change_pin(app, ids, pinned=True)


def change_pin(app: "App", ids: "tuple[str, ...]", *, pinned: bool) -> Reply:
    """Pin or unpin memories."""
    from recall_cli.cli.output.formatting import memory_line
    from recall_cli.flows.edit.feedback import pin_memories

    memories, op = pin_memories(app, ids, pinned=pinned)
    word = "pinned" if pinned else "unpinned"
    if op is None:
        app.note(f"nothing to change: already {word}")

    def screen(console: "Console") -> None:
        from recall_cli.cli.output.terminal import print_changed, print_footer

        for memory in memories:
            print_changed(console, memory, word if op else "unchanged", None, app.short_id)
        if op:
            print_footer(console, f"undo: recall undo {op}")

    return Reply(
        lambda: {word: [memory.id for memory in memories], "operation": op},
        lambda: [f"{word if op else 'unchanged'}\t{memory_line(memory)}" for memory in memories],
        screen,
    )

"""recall pin: protect memories from fading."""

from recall_cli.app import App
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.reply import Reply, changes_reply

PARAMS = (argument("ids", "Ids of memories.", kind="arguments", completes="id", metavar="ID..."),)
EXAMPLES = (
    ("recall pin 7c1e", "never fades, is never merged, can be in every brief"),
    ("recall pin 7c1e 81d0", ""),
)


def pin(app: App, *, ids: "tuple[str, ...]") -> Reply:
    """Pin memories: they do not fade, are never merged, and can be in every brief of their project."""
    return change_pin(app, ids, pinned=True)


def change_pin(app: App, ids: "tuple[str, ...]", *, pinned: bool) -> Reply:
    """Pin or unpin memories."""
    from recall_cli.flows.edit.feedback import pin_memories

    memories, op = pin_memories(app, ids, pinned=pinned)
    word = "pinned" if pinned else "unpinned"
    if op is None:
        app.note(f"nothing to change: already {word}")
    return changes_reply(
        lambda: {word: [memory.id for memory in memories], "operation": op},
        [(word if op else "unchanged", memory) for memory in memories],
        footer=f"undo: recall undo {op}" if op else "",
    )

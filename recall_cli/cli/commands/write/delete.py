"""recall delete: remove memories."""

from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument("ids", "Which memories.", kind="arguments", completes="id", metavar="ID..."),
    option("now", "Erase at once, for good: no undo.", kind="flag"),
)
EXAMPLES = (
    ("recall delete 019aa3f2-7c1e", "recall undo brings it back"),
    ("recall delete --now 019aa3f2-7c1e", "gone from the file, words and all"),
)


def delete(app: "App", *, ids: "tuple[str, ...]", now: bool) -> Reply:
    """Remove memories; all of them, or none if one cannot be found."""
    if now:
        from recall_cli.cli.commands.write.erase import replied
        from recall_cli.flows.edit.erase import Chosen, erase
        from recall_cli.flows.edit.memories import found

        gone = found(app, [*ids])
        return replied(app, erase(app, Chosen(ids=tuple(memory.id for memory in gone)), confirmed=True), gone)
    from recall_cli.flows.edit import memories as flow

    gone, op = flow.delete(app, [*ids])

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import screen

        for memory in gone:
            screen.changed(console, memory, "deleted", None, app.short_id)
        screen.foot(console, f"undo: recall undo {op}")

    return Reply(
        lambda: {"deleted": [memory.id for memory in gone], "operation": op},
        lambda: [f"deleted\t{show.line(memory)}" for memory in gone],
        screen,
    )

"""recall delete: delete memories."""

from recall_cli.cli.output.formatting import memory_line, undo_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.selection_options import SELECTION_OPTIONS, guard_change, has_filter, selected_memories
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App

PARAMS = (
    argument("ids", "Ids of memories.", kind="arguments", default=(), completes="id", metavar="[ID...]"),
    option("now", "Erase permanently at once: no undo.", kind="flag"),
    *SELECTION_OPTIONS,
)
EXAMPLES = (
    ("recall delete 019aa3f2-7c1e", "recall undo restores it, for 30 days"),
    ("recall delete --session 71f0 --dry-run", "what one session stored; without --dry-run it asks, then deletes"),
    ('recall delete --query "staging password" --project "*"', "all memories that contain these words"),
    ("recall delete --unused --until 1y --yes", "what no agent has used, stored more than a year ago"),
    ("recall delete --now 019aa3f2-7c1e", "removed from the file, text included"),
)


def delete(app: "App", *, ids: "tuple[str, ...]", now: bool, **chosen: "Any") -> Reply:
    """Delete memories by their ids or by filters; all of them or none.

    recall undo brings them back, until the daily maintenance erases them: after 30 days (setting maintain.purge_days).

    Filters select what recall list shows with them. More than five memories are shown first, and recall asks; without
    a terminal, --yes is needed.
    """
    if has_filter(chosen) or chosen["dry_run"]:
        memories = selected_memories(app, ids, chosen)
        answer = guard_change(app, memories, chosen, "erase" if now else "delete", by_filter=has_filter(chosen))
        if answer is not None:
            return answer
        ids = tuple(memory.id for memory in memories)
    if not ids:
        selected_memories(app, ids, chosen)
    if now:
        from recall_cli.cli.commands.write.erase import erase_reply
        from recall_cli.flows.edit.erase import erase
        from recall_cli.flows.edit.erase_selection import EraseRequest
        from recall_cli.flows.edit.memory_edits import find_memories

        gone = find_memories(app, [*ids])
        return erase_reply(app, erase(app, EraseRequest(ids=tuple(memory.id for memory in gone)), confirmed=True), gone)
    from recall_cli.flows.edit import memory_edits as flow

    gone, op = flow.delete(app, [*ids])
    days = app.settings["maintain.purge_days"]

    def screen(console: "Console") -> None:
        from recall_cli.cli.output.terminal import print_changed, print_footer

        for memory in gone:
            print_changed(console, memory, "deleted", None, app.short_id)
        print_footer(console, undo_text(op, days))

    return Reply(
        lambda: {"deleted": [memory.id for memory in gone], "operation": op, "undo_days": days or None},
        lambda: [f"deleted\t{memory_line(memory)}" for memory in gone],
        screen,
    )

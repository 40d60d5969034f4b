"""The part of `recall import` that applies the edits in a readable mirror."""

import sys

from recall_cli.cli.commands.write.edit import difference_lines, edited_reply
from recall_cli.cli.output.formatting import memory_count_text
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App


def import_mirror(app: "App", folder: str, *, dry_run: bool) -> Reply:
    """Apply the edits in the pages of a folder as one operation. A person sees them first and is asked."""
    from recall_cli.flows.edit.memory_edits import change_memories
    from recall_cli.flows.transfer.mirror import plan_mirror_import

    changes, pairs = plan_mirror_import(app, folder)
    if dry_run or not changes:
        return edited_reply(app, pairs, [], None, dry_run=dry_run)
    if app.at_terminal:
        for edited, stored in pairs:
            sys.stderr.write("".join(f"{edited.id[:13]}  {line}\n" for line in difference_lines(edited, stored)))
        sys.stderr.write(f"change {memory_count_text(len(pairs))}? [y/N] > ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
            return edited_reply(app, [], [], None, dry_run=False)
    changed, op = change_memories(app, changes, kind="edit")
    return edited_reply(app, pairs, changed, op, dry_run=False)

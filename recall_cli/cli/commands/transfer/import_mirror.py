"""The part of `recall import` that applies the edits in a readable mirror."""

import sys

from recall_cli.cli.commands.write.edit import difference_lines, edited_reply, overwrite_line
from recall_cli.cli.output.ask import agrees
from recall_cli.cli.output.formatting import memory_count_text
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.flows.transfer.mirror import MirrorConflict, MirrorPlan


def import_mirror(app: "App", folder: str, *, dry_run: bool) -> Reply:
    """Apply the edits in the pages of a folder as one operation. A person sees them first and is asked.

    An edit of a memory that somebody else changed meanwhile is left out and named; a person is asked about each. An
    edit of a memory that was deleted or erased meanwhile is left out and named too.
    """
    from recall_cli.flows.edit.memory_edits import change_memories
    from recall_cli.flows.transfer.mirror import plan_mirror_import

    plan = plan_mirror_import(app, folder)
    if app.at_terminal and not dry_run:
        settled = tuple(conflict for conflict in plan.conflicts if _ask_about_conflict(app, conflict))
        plan = plan_mirror_import(app, folder, settled) if settled else plan
    _note_conflicts(app, plan.conflicts)
    for gone in plan.gone:
        app.note(f"{gone.page}, line {gone.edited.line}: {gone.reason}; this edit is left out")
    if dry_run or not plan.changes:
        return _with_conflicts(edited_reply(app, plan.pairs, [], None, dry_run=dry_run), plan)
    if app.at_terminal:
        for edited, stored in plan.pairs:
            sys.stderr.write(
                "".join(f"{app.short_id(edited.id)}  {line}\n" for line in difference_lines(edited, stored))
            )
        if not agrees(f"change {memory_count_text(len(plan.pairs))}?"):
            return _with_conflicts(edited_reply(app, [], [], None, dry_run=False), plan)
    changed, op = change_memories(app, plan.changes, kind="edit")
    return _with_conflicts(edited_reply(app, plan.pairs, changed, op, dry_run=False), plan)


def _ask_about_conflict(app: "App", conflict: "MirrorConflict") -> bool:
    """Show what the store holds beside the page, and ask whether the page replaces it."""
    lines = difference_lines(conflict.edited, conflict.stored)
    sys.stderr.write(f"{_place(app, conflict)} was changed in the store meanwhile. Your page against the store:\n")
    sys.stderr.write("".join(f"    {line}\n" for line in lines))
    return agrees("replace what the store holds by your page?")


def _note_conflicts(app: "App", conflicts: "tuple[MirrorConflict, ...]") -> None:
    """Name each edit that is left out, and the two ways to settle it."""
    for conflict in conflicts:
        line = overwrite_line(conflict.stored)
        app.note(f"{_place(app, conflict)} changed in the store meanwhile, left out; to apply it, add the line {line}")
    if conflicts:
        app.note("to keep what the store holds, export the pages again with --force")


def _place(app: "App", conflict: "MirrorConflict") -> str:
    return f"{conflict.page}, line {conflict.edited.line}: {app.short_id(conflict.edited.id)}"


def _with_conflicts(reply: Reply, plan: "MirrorPlan") -> Reply:
    """The reply with the edits that are left out in its JSON; its status is 1 if there are any."""
    documents = [
        {
            "page": conflict.page,
            "line": conflict.edited.line,
            "id": conflict.edited.id,
            "changes": difference_lines(conflict.edited, conflict.stored),
            "overwrite": conflict.stored.version,
        }
        for conflict in plan.conflicts
    ]
    gone = [
        {"page": item.page, "line": item.edited.line, "id": item.edited.id, "reason": item.reason} for item in plan.gone
    ]
    data = reply.data

    def document() -> "dict[str, object]":
        shown = data()
        assert isinstance(shown, dict)
        return {**shown, "conflicts": documents, "gone": gone}

    return Reply(document, reply.lines, reply.screen, status=1 if documents or gone else 0)

"""recall edit: edit memories in a text editor."""

from recall_cli.cli.output.ask import ask
from recall_cli.cli.output.formatting import ACCENT, DANGER, DIM, make_printable, memory_count_text, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.selection_options import SELECTION_OPTIONS, selected_memories
from recall_cli.cli.reply import Reply, list_reply
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.flows.edit.edit_file import (
    editor_command,
    has_same_content,
    read_edit_file,
    run_editor,
    write_edit_file,
)
from recall_cli.flows.edit.unfinished_edits import (
    OpenEdit,
    find_unfinished_edit,
    is_own_edit,
    new_edit_path,
    remove_edit,
    unfinished_edits,
)
from recall_cli.rules.text.memory_blocks import OVERWRITE_FIELD, STORED_NOTE, block_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.block_changes import ChangedMeanwhile
    from recall_cli.flows.edit.memory_edits import MemoryChange
    from recall_cli.rules.text.memory_blocks import Block

    Pairs = list[tuple[Block, Block]]

EDIT_OPTIONS = tuple(param for param in SELECTION_OPTIONS if param.name not in ("yes", "dry_run"))
PARAMS = (
    argument(
        "ids",
        "Ids of memories; with --continue, the number of an unfinished edit or a file.",
        kind="arguments",
        default=(),
        completes="id",
        metavar="[ID...]",
    ),
    option(
        "continue_",
        "Go on with an edit that a mistake or a crash left unfinished; if there are several, list them.",
        kind="flag",
    ),
    option("discard", "Remove unfinished edits: those whose numbers you give, or all.", kind="flag"),
    option("dry_run", "Show what the edited file would change, and change nothing.", kind="flag"),
    *EDIT_OPTIONS,
)
EXAMPLES = (
    ("recall edit 7c1e", "opens $VISUAL or $EDITOR"),
    ('recall edit --query "rabbit"', "all memories of this project with this word, in one file"),
    ("recall edit --topic deploy --since monday", ""),
    ("recall edit --continue", "after a mistake or a crash"),
    ("recall edit --continue 2", "the second of several unfinished edits"),
)
MAX_EDITED = 1_000
"""One file holds so many memories at most."""


def edit(
    app: "App", *, ids: "tuple[str, ...]", continue_: bool, discard: bool, dry_run: bool, **chosen: "Any"
) -> Reply:
    """Edit memories in your editor: one file, one block for each memory. All changes are one operation.

    recall shows what changed. If you change nothing, nothing happens. After a mistake recall names the line and offers
    to go on; if the editor crashes, the file is kept for 30 days, and --continue goes on with it. If somebody else
    changed a memory meanwhile, your file shows it and names the line to add if your version is to replace it.
    """
    if continue_ and discard:
        raise UsageError("--continue and --discard exclude each other")
    if discard:
        return _discard(app, ids)
    if continue_ and not ids and len(unfinished_edits(app)) != 1:
        return _list_unfinished(app)
    blocks = [] if continue_ else _blocks_to_edit(app, selected_memories(app, ids, chosen))
    command = editor_command(app.environment, at_terminal=app.at_terminal)
    path = _file_to_continue(app, ids) if continue_ else new_edit_path(app)
    with OpenEdit(app, path):
        if not continue_:
            write_edit_file(blocks, path)
        changes, pairs = _edit_until_readable(app, command, path, is_new=not continue_)
        changed, op = ([], None) if dry_run or not changes else _apply(app, changes, path)
        remove_edit(app, path)
    return edited_reply(app, pairs, changed, op, dry_run=dry_run)


def _file_to_continue(app: "App", names: "tuple[str, ...]") -> str:
    """The file of the only unfinished edit, of the one with this number, or the file that is named."""
    import os

    if len(names) > 1:
        raise UsageError("--continue goes on with one edit", "give one number")
    if not names:
        return unfinished_edits(app)[0].path
    if os.sep in names[0] or not names[0].isdecimal():
        return names[0]
    return find_unfinished_edit(app, names[0]).path


def _list_unfinished(app: "App") -> Reply:
    from recall_cli.domain.moment import format_iso, format_when

    edits = unfinished_edits(app)
    if edits:
        app.note("recall edit --continue NUMBER goes on with one; recall edit --discard [NUMBER...] removes them")
    return list_reply(
        "unfinished_edits",
        edits,
        document=lambda edit: {
            "number": int(edit.name),
            "changed_at": format_iso(edit.changed_at),
            "memories": edit.memories,
            "file": edit.path,
        },
        line=lambda edit: (edit.name, format_iso(edit.changed_at), edit.memories, edit.path),
        cells=lambda out, edit: [
            edit.name,
            (format_when(edit.changed_at, out.now), DIM),
            memory_count_text(edit.memories),
        ],
        empty="no edit is unfinished",
    )


def _discard(app: "App", names: "tuple[str, ...]") -> Reply:
    edits = [find_unfinished_edit(app, name) for name in names] if names else unfinished_edits(app)
    for edit in edits:
        remove_edit(app, edit.path)
    count = (
        f"{len(edits)} unfinished edit{'' if len(edits) == 1 else 's'} removed" if edits else "no edit is unfinished"
    )
    return Reply(lambda: {"discarded": [int(edit.name) for edit in edits]}, lambda: [count])


def _blocks_to_edit(app: "App", memories: "list[Memory]") -> "list[Block]":
    from recall_cli.flows.edit.block_changes import block_of_memory

    if not memories:
        why = app.notes.pop() if app.notes else "no memory matches the filters (recall list shows memories)"
        reason, _, hint = why.partition(" (")
        raise RecallError(f"{reason}: there is nothing to edit", hint.removesuffix(")"))
    if len(memories) > MAX_EDITED:
        raise UsageError(f"{memory_count_text(len(memories))} match, too many for one file", "--limit 100 takes some")
    with app.read_transaction() as tx:
        short = tx.memories.short_ids([memory.id for memory in memories])
    return [block_of_memory(memory, short[memory.id]) for memory in memories]


def _run_editor(app: "App", command: "list[str]", path: str, *, is_new: bool) -> None:
    """Run the editor; if it fails before anything was written into a new file, the file is removed."""
    from pathlib import Path

    before = Path(path).read_bytes() if is_new else None
    try:
        status = run_editor(command, path)
    except RecallError:
        if has_same_content(path, before):
            remove_edit(app, path)
        raise
    if not status:
        return
    message = f"the editor ended with status {status}: nothing was changed"
    if has_same_content(path, before):
        remove_edit(app, path)
        raise RecallError(message, "you had changed nothing in the file")
    raise _error_with_file(app, message, path)


def _edit_until_readable(
    app: "App", command: "list[str]", path: str, *, is_new: bool
) -> "tuple[list[MemoryChange], Pairs]":
    """Run the editor until the file can be applied, or the person gives up; the file is kept then."""
    from recall_cli.flows.edit.block_changes import ChangedMeanwhile, plan_changes

    while True:
        _run_editor(app, command, path, is_new=is_new)
        is_new = False  # what the person wrote is in it now
        try:
            blocks = read_edit_file(path)
            with app.read_transaction() as tx:
                plan = plan_changes(app, tx, blocks)
            plan.require_all()
            return [*plan.changes], [*plan.pairs]
        except ChangedMeanwhile as error:
            _show_present_state(path, error)
            problem = f"{error}; your file shows both states and how to settle it"
        except RecallError as error:
            problem = f"{error}" + (f" ({error.hint})" if error.hint else "")
        if not _wants_to_go_on(app, problem):
            raise _error_with_file(app, f"{problem.partition(': nothing was changed')[0]}: nothing was changed", path)


def _wants_to_go_on(app: "App", problem: str) -> bool:
    if not app.at_terminal:
        return False
    answer = ask(f"recall: {make_printable(problem)}\nedit the file again? [Y/n] > ")
    return answer is not None and answer.casefold() in ("", "y", "yes")


def _error_with_file(app: "App", message: str, path: str) -> RecallError:
    return RecallError(message, f"your file is kept: {_continuing_command(app, path)}")


def _continuing_command(app: "App", path: str) -> str:
    """The command that goes on with a file: with the number of an unfinished edit, else with its path."""
    import os

    from recall_cli.domain.shell_words import quote

    shown = os.path.basename(os.path.dirname(path)) if is_own_edit(app, path) else quote(path)
    return f"recall edit --continue {shown}"


def _show_present_state(path: str, error: "ChangedMeanwhile") -> None:
    """Write what the store holds now into the file, as comments, and the line that lets the block replace it."""
    stored = {edited.id: now for edited, now in error.blocks}
    blocks = [block.but(overwrites="") if block.id in stored else block for block in read_edit_file(path)]
    comments = {
        edited.id: [
            *(f"{STORED_NOTE}{line}" for line in difference_lines(now, edited)),
            f"changed by somebody else meanwhile; if this block is to replace that, add: {overwrite_line(now)}",
            "if not, remove this block",
        ]
        for edited, now in error.blocks
    }
    write_edit_file(blocks, path, comments)


def overwrite_line(stored: "Block") -> str:
    """The line in an edited block that lets it replace what the store holds."""
    return f"- {OVERWRITE_FIELD}: {stored.version}"


def _apply(app: "App", changes: "list[MemoryChange]", path: str) -> "tuple[list[tuple[Memory, Memory]], int | None]":
    """Apply the changes; the file is kept if they are refused."""
    from recall_cli.flows.edit.memory_edits import change_memories

    try:
        return change_memories(app, changes, kind="edit")
    except RecallError as error:
        error.hint = f"{error.hint}; your file is kept: {_continuing_command(app, path)}".removeprefix("; ")
        raise


def difference_lines(edited: "Block", stored: "Block") -> "list[str]":
    """What an edited block changes, a line for each field; a text as its removed and added lines."""
    return [make_printable(line) for line in block_difference(stored, edited)]


def edited_reply(
    app: "App", pairs: "Pairs", changed: "list[tuple[Memory, Memory]]", op: "int | None", *, dry_run: bool
) -> Reply:
    """The reply that shows what was edited, and how to undo it."""
    if not pairs:
        app.note("nothing was changed")
    elif dry_run:
        app.note(f"dry run: {memory_count_text(len(pairs))} would change")
    from recall_cli.flows.search.id_lookup import find_memory

    with app.read_transaction() as tx:
        ids = {edited.id: find_memory(tx, edited.id, deleted=True).id for edited, _ in pairs}
    documents = [{"id": ids[edited.id], "changes": difference_lines(edited, stored)} for edited, stored in pairs]

    def screen(out: "Screen") -> None:
        words = ("would edit", "would delete") if dry_run else ("edited", "deleted")
        for edited, stored in pairs:
            out.line((words[edited.is_deleted], ACCENT), "  ", (edited.id, ACCENT))
            for line in difference_lines(edited, stored):
                style = "green" if line.startswith("+ ") else DANGER if line.startswith("- ") else ""
                out.line((f"        {line}", style), whole=True)
        if op is not None:
            out.footer(f"{memory_count_text(len(pairs))} edited · undo: recall undo {op}")

    return Reply(
        lambda: {"edited": documents, "ids": [memory.id for _, memory in changed], "operation": op, "dry_run": dry_run},
        lambda: [
            *(f"{edited.id}\t{line}" for edited, stored in pairs for line in difference_lines(edited, stored)),
            *(f"{'deleted' if memory.deleted_at else 'edited'}\t{memory_line(memory)}" for _, memory in changed),
        ],
        screen,
    )

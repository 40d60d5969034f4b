"""recall edit: edit memories in a text editor."""

import sys

from recall_cli.cli.output.formatting import make_printable, memory_count_text, memory_line
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.selection_options import SELECTION_OPTIONS, selected_memories
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import RecallError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.block_changes import ChangedMeanwhile
    from recall_cli.flows.edit.memory_edits import MemoryChange
    from recall_cli.rules.text.memory_blocks import Block

    Pairs = list[tuple[Block, Block]]

EDIT_OPTIONS = tuple(param for param in SELECTION_OPTIONS if param.name not in ("yes", "dry_run"))
PARAMS = (
    argument("ids", "Ids of memories.", kind="arguments", default=(), completes="id", metavar="[ID...]"),
    option("continue_", "Go on with a file that an earlier recall edit kept.", completes="file", metavar="FILE"),
    option("dry_run", "Show what the edited file would change, and change nothing.", kind="flag"),
    *EDIT_OPTIONS,
)
EXAMPLES = (
    ("recall edit 019aa3f2-7c1e", "opens $VISUAL or $EDITOR"),
    ('recall edit --query "rabbit"', "all memories of this project with this word, in one file"),
    ("recall edit --topic deploy --since monday", ""),
    ("recall edit --continue recall-edit-x1/memories.md", "after a mistake or a crash"),
)
MAX_EDITED = 1_000
"""One file holds so many memories at most."""


def edit(app: "App", *, ids: "tuple[str, ...]", continue_: "str | None", dry_run: bool, **chosen: "Any") -> Reply:
    """Edit memories in your editor: one file, one block for each memory. All changes are one operation.

    recall shows what changed. If you change nothing, nothing happens. After a mistake recall names the line and offers
    to go on; if the editor crashes, the file is kept, and --continue goes on with it. If somebody else changed a memory
    meanwhile, your file shows it and names the line to add if your version is to replace it.
    """
    from recall_cli.flows.edit.edit_file import editor_command, remove_edit_file, write_edit_file

    if continue_ is not None and ids:
        raise UsageError("--continue goes on with a file", "leave out the ids")
    blocks = [] if continue_ is not None else _blocks_to_edit(app, selected_memories(app, ids, chosen))
    command = editor_command(app.environment, at_terminal=app.at_terminal)
    path = write_edit_file(blocks) if continue_ is None else continue_
    changes, pairs = _edit_until_readable(app, command, path)
    if dry_run or not changes:
        remove_edit_file(path)
        return edited_reply(app, pairs, [], None, dry_run=dry_run)
    changed, op = _apply(app, changes, path)
    remove_edit_file(path)
    return edited_reply(app, pairs, changed, op, dry_run=False)


def _blocks_to_edit(app: "App", memories: "list[Memory]") -> "list[Block]":
    from recall_cli.flows.edit.block_changes import block_of_memory

    if not memories:
        hint = app.notes.pop() if app.notes else "recall list shows memories"
        raise RecallError("no memory matches the filters: there is nothing to edit", hint)
    if len(memories) > MAX_EDITED:
        raise UsageError(f"{memory_count_text(len(memories))} match, too many for one file", "--limit 100 takes some")
    with app.read_transaction() as tx:
        short = tx.memories.short_ids([memory.id for memory in memories])
    return [block_of_memory(memory, short[memory.id]) for memory in memories]


def _edit_until_readable(app: "App", command: "list[str]", path: str) -> "tuple[list[MemoryChange], Pairs]":
    """Run the editor until the file can be applied, or the person gives up; the file is kept then."""
    from recall_cli.flows.edit.block_changes import ChangedMeanwhile, plan_changes
    from recall_cli.flows.edit.edit_file import read_edit_file, run_editor

    while True:
        status = run_editor(command, path)
        if status:
            raise _error_with_file(f"the editor ended with status {status}: nothing was changed", path)
        try:
            blocks = read_edit_file(path)
            with app.read_transaction() as tx:
                return plan_changes(app, tx, blocks)
        except ChangedMeanwhile as error:
            _show_present_state(path, error)
            problem = f"{error}; your file shows both states and how to settle it"
        except RecallError as error:
            problem = f"{error}" + (f" ({error.hint})" if error.hint else "")
        if not _wants_to_go_on(app, problem):
            raise _error_with_file(f"{problem.partition(': nothing was changed')[0]}: nothing was changed", path)


def _wants_to_go_on(app: "App", problem: str) -> bool:
    if not app.at_terminal:
        return False
    sys.stderr.write(f"recall: {make_printable(problem)}\nedit the file again? [Y/n] > ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().casefold() in ("", "y", "yes")


def _error_with_file(message: str, path: str) -> RecallError:
    return RecallError(message, f"your file is kept: recall edit --continue {path}")


def _show_present_state(path: str, error: "ChangedMeanwhile") -> None:
    """Write what the store holds now into the file, as comments, and the line that lets the block replace it."""
    from recall_cli.flows.edit.edit_file import read_edit_file, write_edit_file

    stored = {edited.id: now for edited, now in error.blocks}
    blocks = [block.but(overwrites="") if block.id in stored else block for block in read_edit_file(path)]
    comments = {
        edited.id: [
            *(f"now in the store: {line}" for line in difference_lines(now, edited)),
            f"changed by somebody else meanwhile; if this block is to replace that, add: {overwrite_line(now)}",
            "if not, remove this block",
        ]
        for edited, now in error.blocks
    }
    write_edit_file(blocks, path, comments)


def overwrite_line(stored: "Block") -> str:
    """The line in an edited block that lets it replace what the store holds."""
    from recall_cli.rules.text.memory_blocks import OVERWRITE_FIELD

    return f"- {OVERWRITE_FIELD}: {stored.version}"


def _apply(app: "App", changes: "list[MemoryChange]", path: str) -> "tuple[list[tuple[Memory, Memory]], int | None]":
    """Apply the changes; the file is kept if they are refused."""
    from recall_cli.flows.edit.memory_edits import change_memories

    try:
        return change_memories(app, changes, kind="edit")
    except RecallError as error:
        error.hint = f"{error.hint}; your file is kept: {path}".removeprefix("; ")
        raise


def difference_lines(edited: "Block", stored: "Block") -> "list[str]":
    """What an edited block changes, a line for each field; a text as its removed and added lines."""
    from recall_cli.rules.text.block_difference import block_difference

    return [make_printable(line) for line in block_difference(stored, edited)]


def edited_reply(
    app: "App", pairs: "Pairs", changed: "list[tuple[Memory, Memory]]", op: "int | None", *, dry_run: bool
) -> Reply:
    """The reply that shows what was edited, and how to undo it."""
    if not pairs:
        app.note("nothing was changed")
    elif dry_run:
        app.note(f"dry run: {memory_count_text(len(pairs))} would change")
    documents = [{"id": edited.id, "changes": difference_lines(edited, stored)} for edited, stored in pairs]

    def screen(console: "Console") -> None:
        _print_differences(console, pairs, op, dry_run=dry_run)

    return Reply(
        lambda: {"edited": documents, "ids": [memory.id for _, memory in changed], "operation": op, "dry_run": dry_run},
        lambda: [
            *(f"{edited.id}\t{line}" for edited, stored in pairs for line in difference_lines(edited, stored)),
            *(f"{'deleted' if memory.deleted_at else 'edited'}\t{memory_line(memory)}" for _, memory in changed),
        ],
        screen,
    )


def _print_differences(out: "Console", pairs: "Pairs", op: "int | None", *, dry_run: bool) -> None:
    """Print what changed in each memory: fields, then removed and added lines of the text."""
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DANGER, print_footer

    words = ("would edit", "would delete") if dry_run else ("edited", "deleted")
    for edited, stored in pairs:
        out.print(Text.assemble((words[edited.is_deleted], ACCENT), "  ", (edited.id, ACCENT)))
        for line in difference_lines(edited, stored):
            style = "green" if line.startswith("+ ") else DANGER if line.startswith("- ") else ""
            out.print(Text("        " + line, style=style), soft_wrap=True)
    if op is not None:
        print_footer(out, f"{memory_count_text(len(pairs))} edited · undo: recall undo {op}")

"""recall delete: delete memories."""

from recall_cli.cli.output.formatting import make_printable, undo_text
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.selection_options import SELECTION_OPTIONS, guard_change, has_filter, selected_memories
from recall_cli.cli.reply import Reply, changes_reply
from recall_cli.domain.errors import UsageError
from recall_cli.flows.edit.bring_back import delete as delete_memories
from recall_cli.flows.edit.bring_back import memories_ended_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.edit.bring_back import DeleteResult

MAX_NAMED_IDS = 3
"""A hint names at most so many ids."""
MAX_QUOTED_CHARS = 120
"""A note quotes at most so much of a memory."""
PARAMS = (
    argument("ids", "Ids of memories.", kind="arguments", default=(), completes="id", metavar="[ID...]"),
    option("now", "Erase permanently at once: no undo.", kind="flag"),
    option("bring_back", "Also bring back what these memories had ended; --session always does.", kind="flag"),
    *SELECTION_OPTIONS,
)
EXAMPLES = (
    ("recall delete 7c1e", "recall undo restores it, for 30 days"),
    ("recall delete --session 71f0 --dry-run", "what one session stored, and what would hold again without it"),
    ("recall delete --bring-back 7c1e", "the value that it had ended holds again"),
    ('recall delete --query "staging password" --project "*"', "all memories that contain these words"),
    ("recall delete --unused --until 1y --yes", "what no agent has used, stored more than a year ago"),
    ("recall delete --now 7c1e", "removed from the file, text included"),
)


def delete(app: "App", *, ids: "tuple[str, ...]", now: bool, bring_back: bool, **chosen: "Any") -> Reply:
    """Delete memories by their ids or by filters; all of them or none.

    recall undo brings them back, until the daily maintenance erases them: after 30 days (setting maintain.purge_days).

    Filters select what recall list shows with them. More than five memories are shown first, and recall asks; without
    a terminal, --yes is needed.

    --session deletes all that one session stored, superseded and expired memories too, and brings back what it had
    ended: the memories are as before the session. Otherwise what a deleted memory had ended stays ended, recall says
    so, and --bring-back brings it back, also later.
    """
    if bring_back and now:
        raise UsageError("--bring-back and --now exclude each other", "leave out --now, and use recall erase later")
    if chosen["session"]:
        chosen = {**chosen, "include": (*chosen["include"], *_states_of_session(app))}
        bring_back = not now
    if has_filter(chosen) or chosen["dry_run"]:
        memories = selected_memories(app, ids, chosen)
        more = () if now else _ended_lines(app, memories, bring_back=bring_back)
        answer = guard_change(
            app, memories, chosen, "erase" if now else "delete", by_filter=has_filter(chosen), more=more
        )
        if answer is not None:
            return answer
        ids = tuple(memory.id for memory in memories)
    if not ids:
        selected_memories(app, ids, chosen)
    if now:
        from recall_cli.cli.commands.write.erase import erase_reply
        from recall_cli.flows.edit.erase import erase
        from recall_cli.flows.edit.erase_selection import EraseRequest
        from recall_cli.flows.search.id_lookup import find_memories

        with app.read_transaction() as tx:
            gone = [*find_memories(tx, ids, deleted=True).values()]
        return erase_reply(app, erase(app, EraseRequest(ids=tuple(memory.id for memory in gone)), confirmed=True), gone)
    return _deleted_reply(app, delete_memories(app, [*ids], bring_back=bring_back))


def _states_of_session(app: "App") -> "tuple[str, ...]":
    """The states of memories that the deletion of a session includes; an agent is not shown held ones unasked."""
    return ("superseded", "expired", "held") if app.at_terminal else ("superseded", "expired")


def _deleted_reply(app: "App", result: "DeleteResult") -> Reply:
    """The answer after a deletion."""
    days = app.settings["maintain.purge_days"]
    for line in _stays_ended_lines(app, result.still_ended, tuple(memory.id for memory in result.deleted)):
        app.note(line)
    return changes_reply(
        lambda: {
            "deleted": [memory.id for memory in result.deleted],
            "brought_back": [memory.id for memory in result.brought_back],
            "still_ended": [memory.id for memory in result.still_ended],
            "operation": result.op,
            "undo_days": days or None,
        },
        [
            *(("deleted", memory) for memory in result.deleted),
            *(("holds again", memory) for memory in result.brought_back),
        ],
        footer=undo_text(result.op, days),
    )


def _ended_lines(app: "App", memories: "list[Memory]", *, bring_back: bool) -> "tuple[str, ...]":
    """For a preview: what the memories had ended, and whether it comes back."""
    ended = memories_ended_by(app, memories)
    if not bring_back:
        return _stays_ended_lines(app, ended, tuple(memory.id for memory in memories))
    return tuple(f"would hold again: {_quoted(app, memory)}" for memory in ended)


def _stays_ended_lines(app: "App", ended: "Collection[Memory]", ids: "tuple[str, ...]") -> "tuple[str, ...]":
    lines = tuple(f"stays ended: {_quoted(app, memory)}" for memory in ended)
    named = " ".join(app.short_id(id_) for id_ in ids) if len(ids) <= MAX_NAMED_IDS else "ID..."
    them = "it" if len(lines) == 1 else "them"
    return (*lines, f"recall delete --bring-back {named} makes {them} hold again") if lines else ()


def _quoted(app: "App", memory: "Memory") -> str:
    return f"[{app.short_id(memory.id)}] {make_printable(memory.text)[:MAX_QUOTED_CHARS]}"

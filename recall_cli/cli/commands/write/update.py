"""recall update: correct a memory."""

from recall_cli.cli.output.formatting import memory_count_text, memory_documents, note_validity
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import ANCHOR_OPTION, FIELD_OPTIONS, MOVE_PROJECT_OPTION, NO_PROJECT_OPTION
from recall_cli.cli.reply import Reply, changes_reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory

CLEARABLE_FIELDS = tuple("topic entity attribute value qualifier valid_from valid_until tags anchors".split())
MAX_QUOTED_LETTERS = 40
"""Maximum length of the typed text that a hint repeats."""
ONE_MEMORY_COLUMNS = frozenset({"text", "entity", "attribute", "value", "anchors"})
"""Several memories never get the same of these."""
PARAMS = (
    argument(
        "ids",
        "Ids of memories; after a single id, the new text in quotes.",
        kind="arguments",
        completes="id",
        metavar="ID...",
    ),
    option("text", "The new text; the old text stays in the history.", rare=True),
    *FIELD_OPTIONS,
    ANCHOR_OPTION,
    option("ends", "The memory that it replaces; repeatable.", kind="many", completes="id", metavar="ID"),
    MOVE_PROJECT_OPTION,
    NO_PROJECT_OPTION,
    option("shared", "Visible to all agents.", kind="flag", rare=True),
    option("private", "With agent_scoping: visible only to the agent that stored it.", kind="flag", rare=True),
    option(
        "clear",
        f"Fields to clear: {', '.join(name.replace('_', '-') for name in CLEARABLE_FIELDS)}.",
        kind="many",
        metavar="FIELD",
        offers=tuple(name.replace("_", "-") for name in CLEARABLE_FIELDS),
        rare=True,
    ),
)
EXAMPLES = (
    ('recall update 7c1e "The API listens on port 8081."', "the same as with --text"),
    ("recall update 7c1e --ends 4f77", "the first one takes the place of the second"),
    ("recall update 7c1e --importance 0.9 --clear valid-until", ""),
)


def update(
    app: "App",
    *,
    ids: "tuple[str, ...]",
    text: "str | None",
    anchor: "tuple[str, ...]",
    ends: "tuple[str, ...]",
    project: "str | None",
    global_: bool,
    shared: bool,
    private: bool,
    clear: "tuple[str, ...]",
    **fields: "Any",
) -> Reply:
    """Correct a memory; undo restores the previous version."""
    from recall_cli.flows.edit.memory_edits import MemoryChange, ProjectMove, change_memories, update_if_changed
    from recall_cli.flows.projects import project_to_write
    from recall_cli.flows.search.id_lookup import find_memories

    ids, text = _split_text(app, ids, text)
    columns = {**option_values.parse_fields(app, fields), **_changed_columns(app, ids[0], text, anchor, clear)}
    columns = {
        name: (normalize.compose_letters(value) if isinstance(value, str) and name != "anchors" else value)
        for name, value in columns.items()
    }
    if "classification" in columns:
        columns["classification"] = CLASSIFICATIONS.index(columns["classification"])
    if shared or private:
        columns["shared"] = int(shared)
    moves = project is not None or global_
    if not columns and not moves and not ends:
        with app.read_transaction() as tx:
            find_memories(tx, ids)
        raise UsageError("say what to change", "e.g. --text, --type, --importance; recall update --help")
    move = ProjectMove(to=project_to_write(app, project, only_global=global_)) if moves else None
    if len(ids) == 1:
        return change_reply(app, *update_if_changed(app, ids[0], columns, move, ends=ends), "updated")
    if ends or ONE_MEMORY_COLUMNS & columns.keys():
        message = "a text, a fact, anchors and --ends are of one memory"
        raise UsageError(message, "recall edit changes many texts at once")
    with app.read_transaction() as tx:
        memories = find_memories(tx, ids).values()
    changes = [MemoryChange(id=memory.id, columns=columns, move=move) for memory in memories]
    return changed_reply(app, *change_memories(app, changes), "updated")


def _split_text(app: "App", ids: "tuple[str, ...]", text: "str | None") -> "tuple[tuple[str, ...], str | None]":
    """The ids and the new text, if it was typed after the only id; UsageError for words that are neither."""
    from recall_cli.flows.search.id_lookup import is_memory_id

    with app.read_transaction() as tx:
        others = [word for word in ids if not is_memory_id(tx, word)]
    if len(ids) == len(others) == 2 and text is None and " " not in ids[0].strip() and " " in ids[1].strip():
        return ids[:1], ids[1]  # a mistyped id with its new text: the search for that id tells so
    if not others or len(others) == len(ids):
        return ids, text
    if ids[0] in others:
        raise UsageError("the id comes first", 'recall update ID "…"')
    if len(ids) == 2 and text is None and " " in others[0].strip():
        return ids[:1], others[0]
    typed = " ".join(others)
    typed = typed if len(typed) <= MAX_QUOTED_LETTERS else typed[: MAX_QUOTED_LETTERS - 1] + "…"
    raise UsageError(f"update takes no argument {others[0]!r}", f'did you mean recall update ID --text "{typed}"?')


def _changed_columns(
    app: "App", id: str, text: "str | None", anchor: "tuple[str, ...]", clear: "tuple[str, ...]"
) -> "dict[str, object]":
    """The columns for the new text and anchors, and the cleared ones."""
    from recall_cli.flows.edit.memory_edits import new_text

    columns: dict[str, Any] = {}
    if text is not None:
        columns["text"] = new_text(app, text)
        if not columns["text"]:
            raise UsageError("a memory cannot be empty", f"recall delete {id} removes it")
    for name in clear:
        if name.replace("-", "_") not in CLEARABLE_FIELDS:
            raise UsageError(f"--clear takes {', '.join(CLEARABLE_FIELDS)}, not {name!r}")
        columns[name.replace("-", "_")] = None
    if anchor:
        from recall_cli.domain.json_text import dumps_utf8
        from recall_cli.flows.brief.anchors import make_anchors

        columns["anchors"] = dumps_utf8(make_anchors(anchor))
    return columns


def changed_reply(app: "App", changed: "list[tuple[Memory, Memory]]", op: "int | None", word: str) -> Reply:
    """The reply after a change of several memories as one operation."""
    if op is None:
        app.note("nothing to change: they already say that")
    note_validity(app, [memory for _, memory in changed])
    return changes_reply(
        lambda: {"memories": memory_documents(memory for _, memory in changed), "operation": op},
        [(word, memory) for _, memory in changed],
        footer=f"{memory_count_text(len(changed))} {word} · undo: recall undo {op}" if op is not None else "",
    )


def change_reply(app: "App", memory: "Memory", op: "int | None", word: str) -> Reply:
    """The reply after a change, with how to undo it."""
    if op is None:
        app.note("nothing to change: it already says that")
    note_validity(app, [memory])
    return changes_reply(
        lambda: {**memory_documents([memory])[0], "operation": op},
        [(word if op else "unchanged", memory)],
        op=op,
        status=3 if op is not None and memory.held is not None and not app.at_terminal else 0,
    )

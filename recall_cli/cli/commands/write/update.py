"""recall update: correct a memory."""

from recall_cli.cli.output.formatting import memory_documents, memory_line
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import ANCHOR_OPTION, FIELD_OPTIONS, GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory

CLEARABLE_FIELDS = (
    "topic",
    "entity",
    "attribute",
    "value",
    "qualifier",
    "valid_from",
    "valid_until",
    "tags",
    "anchors",
)
PARAMS = (
    argument("id", "The memory's id.", completes="id", metavar="ID"),
    option("text", "The new text; the old text stays in the history."),
    *FIELD_OPTIONS,
    ANCHOR_OPTION,
    option("ends", "The memory that it replaces; repeatable.", kind="many", completes="id", metavar="ID"),
    PROJECT_OPTION,
    GLOBAL_ONLY_OPTION,
    option("shared", "Visible to all agents.", kind="flag"),
    option("private", "With agent_scoping: visible only to the agent that stored it.", kind="flag"),
    option(
        "clear",
        f"Fields to clear: {', '.join(name.replace('_', '-') for name in CLEARABLE_FIELDS)}.",
        kind="many",
        metavar="FIELD",
        offers=tuple(name.replace("_", "-") for name in CLEARABLE_FIELDS),
    ),
)
EXAMPLES = (
    ('recall update 019aa3f2-7c1e --text "The API listens on port 8081."', ""),
    ("recall update 019aa3f2-7c1e --ends 019a8b10-4f77", "the first one takes the place of the second"),
    ("recall update 019aa3f2-7c1e --importance 0.9 --clear valid-until", ""),
)


def update(
    app: "App",
    *,
    id: str,
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
    """Correct a memory. The previous version stays in its history and can be restored."""
    from recall_cli.domain.memory import CLASSIFICATIONS
    from recall_cli.flows.edit.memory_edits import ProjectMove, update_if_changed
    from recall_cli.flows.projects import project_to_write

    columns = {**option_values.parse_fields(app, fields), **_changed_columns(app, id, text, anchor, clear)}
    texts = {name: value for name, value in columns.items() if isinstance(value, str) and name != "anchors"}
    columns |= {name: normalize.compose_letters(value) for name, value in texts.items()}
    if "classification" in columns:
        columns["classification"] = CLASSIFICATIONS.index(columns["classification"])
    if shared or private:
        columns["shared"] = int(shared)
    moves = project is not None or global_
    if not columns and not moves and not ends:
        raise UsageError("say what to change", "e.g. --text, --type, --importance; recall update --help")
    place = project_to_write(app, project, only_global=global_) if moves else None
    memory, op = update_if_changed(app, id, columns, ProjectMove(to=place) if moves else None, ends=ends)
    return change_reply(app, memory, op, "updated")


def _changed_columns(
    app: "App", id: str, text: "str | None", anchor: "tuple[str, ...]", clear: "tuple[str, ...]"
) -> "dict[str, object]":
    """The columns for the new text and anchors, and the cleared ones."""
    from recall_cli.flows.write.think import length_refusal

    columns: dict[str, Any] = {}
    if text is not None:
        columns["text"] = normalize.repair_unicode(text)[0].strip()
        if not columns["text"]:
            raise UsageError("a memory cannot be empty", f"recall delete {id} removes it")
        refusal = length_refusal(app, columns["text"])
        if refusal is not None:
            raise UsageError(refusal.reason, refusal.hint)
    for name in clear:
        if name.replace("-", "_") not in CLEARABLE_FIELDS:
            raise UsageError(f"--clear takes {', '.join(CLEARABLE_FIELDS)}, not {name!r}")
        columns[name.replace("-", "_")] = None
    if anchor:
        from recall_cli.domain.json_text import dumps_utf8
        from recall_cli.flows.brief.anchors import make_anchors

        columns["anchors"] = dumps_utf8(make_anchors(anchor))
    return columns


def change_reply(app: "App", memory: "Memory", op: "int | None", word: str) -> Reply:
    """The reply after a change, with how to undo it."""
    if op is None:
        app.note("nothing to change: it already says that")

    def screen(console: "Console") -> None:
        from recall_cli.cli.output.terminal import print_changed

        print_changed(console, memory, word if op else "unchanged", op, app.short_id)

    return Reply(
        lambda: {**memory_documents([memory])[0], "operation": op},
        lambda: [(word if op else "unchanged") + "\t" + memory_line(memory)],
        screen,
        status=3 if op is not None and memory.held is not None and not app.at_terminal else 0,
    )

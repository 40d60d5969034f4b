"""recall update: correct a memory."""

from recall_cli.cli.doors import narrow
from recall_cli.cli.doors.options import ANCHOR, FIELDS, GLOBAL_ONLY, PROJECT
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show
from recall_cli.domain.errors import UsageError
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

CLEARABLE = ("topic", "entity", "attribute", "value", "qualifier", "valid_from", "valid_until", "tags", "anchors")
PARAMS = (
    argument("id", "Which memory.", completes="id", metavar="ID"),
    option("text", "What it should say; the old words stay in its history."),
    *FIELDS,
    ANCHOR,
    PROJECT,
    GLOBAL_ONLY,
    option("shared", "All agents see it.", kind="flag"),
    option("private", "Only the agent that stored it sees it, where each sees its own.", kind="flag"),
    option(
        "clear",
        f"Make empty: {', '.join(name.replace('_', '-') for name in CLEARABLE)}.",
        kind="many",
        metavar="FIELD",
        offers=tuple(name.replace("_", "-") for name in CLEARABLE),
    ),
)
EXAMPLES = (
    ('recall update 019aa3f2-7c1e --text "The API listens on port 8081."', ""),
    ("recall update 019aa3f2-7c1e --importance 0.9 --clear valid-until", ""),
)


def update(
    app: "App",
    *,
    id: str,
    text: "str | None",
    anchor: "tuple[str, ...]",
    project: "str | None",
    global_: bool,
    shared: bool,
    private: bool,
    clear: "tuple[str, ...]",
    **fields: "Any",
) -> Reply:
    """Correct a memory; what it said before stays in its history and can be brought back."""
    from recall_cli.domain.memory import CLASSIFICATIONS
    from recall_cli.flows.edit.memories import Moved, correct
    from recall_cli.flows.projects import to_write

    columns = {**narrow.fields(app, fields), **_said(app, id, text, anchor, clear)}
    said = {name: value for name, value in columns.items() if isinstance(value, str) and name != "anchors"}
    columns |= {name: wording.composed(value) for name, value in said.items()}
    if "classification" in columns:
        columns["classification"] = CLASSIFICATIONS.index(columns["classification"])
    if shared or private:
        columns["shared"] = int(shared)
    moves = project is not None or global_
    if not columns and not moves:
        raise UsageError("say what to change", "e.g. --text, --type, --importance; recall update --help")
    place = to_write(app, project, only_global=global_) if moves else None
    memory, op = correct(app, id, columns, Moved(to=place) if moves else None)
    return changed(app, memory, op, "updated")


def _said(
    app: "App", id: str, text: "str | None", anchor: "tuple[str, ...]", clear: "tuple[str, ...]"
) -> "dict[str, Any]":
    """The new words and anchors, and what is made empty."""
    from recall_cli.flows.write.think import too_long

    columns: dict[str, Any] = {}
    if text is not None:
        columns["text"] = wording.mended(text)[0].strip()
        if not columns["text"]:
            raise UsageError("a memory cannot be empty", f"recall delete {id} removes it")
        refusal = too_long(app, columns["text"])
        if refusal is not None:
            raise UsageError(refusal.reason, refusal.hint)
    for name in clear:
        if name.replace("-", "_") not in CLEARABLE:
            raise UsageError(f"--clear takes {', '.join(CLEARABLE)}, not {name!r}")
        columns[name.replace("-", "_")] = None
    if anchor:
        from recall_cli.domain.jsontext import dumps_utf8
        from recall_cli.flows.brief.anchors import made

        columns["anchors"] = dumps_utf8(made(anchor))
    return columns


def changed(app: "App", memory: "Any", op: "int | None", word: str) -> Reply:
    """A memory after a change, and how to take the change back."""
    if op is None:
        app.note("nothing to change: it says that already")

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import screen

        screen.changed(console, memory, word if op else "unchanged", op, app.short_id)

    return Reply(
        lambda: {**show.as_document([memory])[0], "operation": op},
        lambda: [(word if op else "unchanged") + "\t" + show.line(memory)],
        screen,
        status=3 if op is not None and memory.held is not None and not app.at_terminal else 0,
    )

"""recall conflicts: facts that need your word."""

from recall_cli.cli.doors.options import GLOBAL_ONLY, PROJECT
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import safe
from recall_cli.domain.moment import day, iso
from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs.authorship import author
from recall_cli.rules.text.records import as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.explain.conflicts import Conflict

PARAMS = (PROJECT, GLOBAL_ONLY)
EXAMPLES = (("recall conflicts", "of this project"), ("recall conflicts --project '*' --json", ""))


def conflicts(app: "App", *, project: "str | None", global_: bool) -> Reply:
    """Facts that were told differently, or changed so often that recall stopped choosing."""
    from recall_cli.flows.explain.conflicts import conflicts as contested
    from recall_cli.flows.projects import to_read

    with app.reading() as tx:
        found = contested(tx, Filters(projects=to_read(app, tx, project, only_global=global_)))

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import stories

        stories.conflicts(console, found, app.now(), app.short_id, elsewhere=project is not None)

    return Reply(
        lambda: {"conflicts": [_document(one) for one in found]},
        lambda: _lines(found, everywhere=project == "*"),
        screen,
        empty="nothing is contested here",
    )


def _document(conflict: "Conflict") -> "dict[str, Any]":
    return {
        "entity": conflict.entity,
        "attribute": conflict.attribute,
        "project": conflict.project,
        "reason": conflict.reason,
        "since": iso(conflict.opened_at),
        "flips": conflict.flips,
        "values": [as_json(memory) for memory in conflict.values],
        "past": [as_json(memory) for memory in conflict.past],
    }


def _lines(found: "list[Conflict]", *, everywhere: bool) -> "list[str]":
    lines = []
    for conflict in found:
        name = safe(f"{conflict.entity}.{conflict.attribute}")
        where = (safe(conflict.project or "-"),) if everywhere else ()
        for memory in conflict.values:
            said = (name, safe(memory.value or ""), day(memory.created_at), author(memory), memory.id, *where)
            lines.append("\t".join(said))
    return lines

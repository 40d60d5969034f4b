"""recall conflicts: facts that need your word."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_day, format_iso
from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs.authorship import memory_author
from recall_cli.rules.text.memory_json import memory_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.explain.conflicts import Conflict

PARAMS = (PROJECT_OPTION, GLOBAL_ONLY_OPTION)
EXAMPLES = (("recall conflicts", "of this project"), ("recall conflicts --project '*' --json", ""))


def conflicts(app: "App", *, project: "str | None", global_: bool) -> Reply:
    """Facts that were told differently, or changed so often that recall stopped choosing."""
    from recall_cli.flows.explain.conflicts import open_conflicts as contested
    from recall_cli.flows.projects import projects_to_read

    with app.read_transaction() as tx:
        found = contested(tx, Filters(projects=projects_to_read(app, tx, project, only_global=global_)))

    def screen(console: "Any") -> None:
        from recall_cli.cli.output import stories

        stories.conflicts(console, found, app.now(), app.short_id, elsewhere=project is not None)

    return Reply(
        lambda: {"conflicts": [_conflict_document(one) for one in found]},
        lambda: _conflict_lines(found, everywhere=project == "*"),
        screen,
        empty="nothing is contested here",
    )


def _conflict_document(conflict: "Conflict") -> "dict[str, Any]":
    return {
        "entity": conflict.entity,
        "attribute": conflict.attribute,
        "project": conflict.project,
        "reason": conflict.reason,
        "since": format_iso(conflict.opened_at),
        "flips": conflict.flips,
        "values": [memory_as_json(memory) for memory in conflict.values],
        "past": [memory_as_json(memory) for memory in conflict.past],
    }


def _conflict_lines(found: "list[Conflict]", *, everywhere: bool) -> "list[str]":
    lines = []
    for conflict in found:
        name = make_printable(f"{conflict.entity}.{conflict.attribute}")
        where = (make_printable(conflict.project or "-"),) if everywhere else ()
        for memory in conflict.values:
            said = (
                name,
                make_printable(memory.value or ""),
                format_day(memory.created_at),
                memory_author(memory),
                memory.id,
                *where,
            )
            lines.append("\t".join(said))
    return lines

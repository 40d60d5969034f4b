"""recall conflicts: facts that need your word."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.shared_options import GLOBAL_ONLY_OPTION, PROJECT_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_age, format_day, format_iso
from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs.authorship import author_for_person, memory_author
from recall_cli.rules.text.memory_json import memory_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from rich.console import Console

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
        _print_conflicts(console, found, app.now(), app.short_id, elsewhere=project is not None)

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


def _print_conflicts(
    out: "Console", found: "list[Conflict]", now: int, short: "Callable[[str], str]", *, elsewhere: bool
) -> None:
    """Each contested fact as a story: what it was, what stands against each other, who said it and when."""

    from shlex import quote as name

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, as_one_line, make_grid, print_footer

    for conflict in found:
        told = f"{conflict.entity}.{conflict.attribute}"
        often = f"changed {conflict.flips} times in 30 days; recall has stopped choosing"
        times = often if conflict.flips else conflict.reason
        place = f"  in {make_printable(conflict.project)}" if elsewhere and conflict.project else ""
        out.print(Text.assemble((make_printable(told), "bold"), (place, DIM), f"  {times}"))
        table = make_grid()
        for fixed in (True, False, True, True, False, True):  # a narrow terminal folds the texts, and cuts no id
            table.add_column(no_wrap=fixed, overflow="fold")
        for memory in (*conflict.past, *conflict.values):
            over = memory.superseded_at is not None
            who = author_for_person(memory.trust, memory.agent, memory.source)
            table.add_row(
                " ",
                Text(make_printable(memory.value or ""), style=DIM if over else ACCENT),
                Text(format_age(memory.created_at, now), style=DIM),
                Text(make_printable(who), style=DIM),
                Text(as_one_line(memory.text), overflow="fold", style=DIM if over else ""),
                Text("" if over else short(memory.id), style=ACCENT),
            )
        out.print(table)
        where = f" --project {name(conflict.project)}" if elsewhere and conflict.project else ""
        print_footer(
            out, make_printable(f"settle it: recall resolve {name(conflict.entity)} {name(conflict.attribute)}{where}")
        )
    if not found:
        print_footer(out, "nothing is contested here")

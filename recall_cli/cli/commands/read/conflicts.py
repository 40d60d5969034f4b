"""recall conflicts: facts with conflicting values."""

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

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.explain.conflicts import Conflict

PARAMS = (PROJECT_OPTION, GLOBAL_ONLY_OPTION)
EXAMPLES = (("recall conflicts", "of this project"), ("recall conflicts --project '*' --json", ""))


NARROW_COLUMNS = 90
"""A terminal with fewer columns shows the texts below the values."""
SHOWN_REASONS = {"told differently": "different values were given"}
"""What a person reads for a reason that the store holds in fewer words."""


def conflicts(app: "App", *, project: "str | None", global_: bool) -> Reply:
    """List facts with conflicting values, and facts that change so often that recall stopped choosing a value."""
    from recall_cli.flows.explain.conflicts import open_conflicts
    from recall_cli.flows.projects import projects_to_read

    with app.read_transaction() as tx:
        contested = open_conflicts(tx, Filters(projects=projects_to_read(app, tx, project, only_global=global_)))

    def screen(console: "Console") -> None:
        _print_conflicts(console, contested, app.now(), app.short_id, elsewhere=project is not None)

    return Reply(
        lambda: {"conflicts": [_conflict_document(conflict) for conflict in contested]},
        lambda: _conflict_lines(contested, everywhere=project == "*"),
        screen,
        empty="no conflicts here",
    )


def _conflict_document(conflict: "Conflict") -> "dict[str, object]":
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


def _conflict_lines(contested: "list[Conflict]", *, everywhere: bool) -> "list[str]":
    lines = []
    for conflict in contested:
        name = make_printable(f"{conflict.entity}.{conflict.attribute}" if conflict.entity else "-")
        where = (make_printable(conflict.project or "-"),) if everywhere else ()
        for memory in conflict.values:
            parts = (
                name,
                make_printable(memory.value or "" if conflict.entity else memory.text),
                format_day(memory.created_at),
                memory_author(memory),
                memory.id,
                *where,
            )
            lines.append("\t".join(parts))
    return lines


def _print_conflicts(
    out: "Console", contested: "list[Conflict]", now: int, short: "Callable[[str], str]", *, elsewhere: bool
) -> None:
    """Print each contested fact: past values, conflicting values, who said them and when."""

    from shlex import quote

    from rich.text import Text

    from recall_cli.cli.output.terminal import DIM, print_footer
    from recall_cli.rules.beliefs.contradictions import MIN_LOOP_FLIPS

    for conflict in contested:
        name = f"{conflict.entity}.{conflict.attribute}" if conflict.entity else "contradicting memories"
        reason = SHOWN_REASONS.get(conflict.reason, conflict.reason)
        if conflict.flips >= MIN_LOOP_FLIPS:
            reason = f"changed {conflict.flips} times in 30 days; recall no longer chooses a value"
        place = f"  in {make_printable(conflict.project)}" if elsewhere and conflict.project else ""
        out.print(Text.assemble((make_printable(name), "bold"), (place, DIM), f"  {reason}"))
        _print_values(out, conflict, now, short)
        where = f" --project {quote(conflict.project)}" if elsewhere and conflict.project else ""
        if conflict.entity and conflict.attribute:
            what = f"{quote(conflict.entity)} {quote(conflict.attribute)}{where}"
        else:
            what = " ".join(short(memory.id) for memory in conflict.values[:2])
        both = " · both right at times: add --when CONTEXT=VALUE" if conflict.entity else ""
        print_footer(out, make_printable(f"resolve it: recall resolve {what}{both}"))
    if not contested:
        print_footer(out, "no conflicts here")


def _print_values(out: "Console", conflict: "Conflict", now: int, short: "Callable[[str], str]") -> None:
    """Print the past and the conflicting values; on a narrow terminal each text stands below its value."""
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, as_one_line, indented_text, make_grid

    table = make_grid()
    for fixed in (True, False, True, True, False, True):  # narrow terminals wrap the texts and never cut ids
        table.add_column(no_wrap=fixed, overflow="fold")
    for memory in (*conflict.past, *conflict.values):
        over = memory.superseded_at is not None
        value = make_printable(memory.value or "" if conflict.entity else "")
        who = make_printable(author_for_person(memory.trust, memory.agent, memory.source))
        cells = (
            Text(value, style=DIM if over else ACCENT),
            Text(format_age(memory.created_at, now), style=DIM),
            Text(who, style=DIM),
            Text(short(memory.id), style=DIM if over else ACCENT),
        )
        text = as_one_line(memory.text) + ("  ← ended" if over else "")
        if out.width < NARROW_COLUMNS:
            out.print(Text("   ").append_text(Text("  ").join(cell for cell in cells if cell.plain)))
            out.print(indented_text(text, DIM if over else ""))
        else:
            table.add_row(" ", *cells[:3], Text(text, overflow="fold", style=DIM if over else ""), cells[3])
    if table.row_count:
        out.print(table)

"""`recall` alone: where you are, and what comes next."""

from recall_cli import __version__
from recall_cli.cli.output.formatting import format_bytes, make_printable, memory_count_text
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.engines.tables.projects import Project
    from recall_cli.flows.explain.stats import Stats

PARAMS = ()


def greeting(app: "App") -> Reply:
    """The state of the store and of the project you are in."""
    from recall_cli.cli.commands.agents.hooks import short_status
    from recall_cli.cli.commands.read import stats
    from recall_cli.flows.agents.hook_health import check_all_hooks
    from recall_cli.flows.agents.switches import off_reason_here
    from recall_cli.flows.explain.stats import stats as counted
    from recall_cli.flows.projects import project_of_workplace
    from recall_cli.workplace import current_workplace

    with app.read_transaction() as tx:
        found = counted(tx, app.settings["claude.monthly_usd"])
        place = project_of_workplace(tx, current_workplace(), ask_git=True)
        project = next((p for p in found.known_projects if place is not None and p.n == place.n), None)

    silent = off_reason_here(app)
    hooks = [(one.agent, short_status(one)) for one in check_all_hooks(app) if one.installed]

    def screen(console: "Any") -> None:
        _print_greeting(console, __version__, found, project, app.now(), hooks=hooks, silent=silent)

    def lines() -> "list[str]":
        held = found.states.get("held", 0)
        waits = [f"{held:,} held for review (recall review)"] if held else []
        waits += [silent] if silent else []
        return [f"recall {__version__}: {memory_count_text(found.live)} in {found.path} (recall --help)", *waits]

    return Reply(
        lambda: {
            "recall": __version__,
            "project": project.name if project else None,
            "off": silent,
            "hooks": dict(hooks),
            **stats.stats_document(found),
        },
        lines,
        screen,
    )


def _print_greeting(
    out: "Console", version: str, found: "Stats", project: "Project | None", now: int, *,
    hooks: "list[tuple[str, str]]", silent: "str | None",
) -> None:  # fmt: skip
    """What `recall` alone says: where you are, and what comes next."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM

    projects = f"{len(found.known_projects)} project{'' if len(found.known_projects) == 1 else 's'}"
    parts = [version, memory_count_text(found.live), projects, format_bytes(found.bytes)]
    if found.last_operation:
        parts.append(f"last write {format_since(found.last_operation.at, now)}")
    out.print(Text.assemble(("recall", ACCENT), " ", " · ".join(parts)))
    if project is not None:
        off = "" if project.enabled else ", switched off"
        out.print(
            Text.assemble(
                ("project  ", DIM),
                make_printable(project.name),
                (f"   {memory_count_text(project.memories)}{off}", DIM),
            )
        )
    if hooks:
        said = " · ".join(f"{agent} {how}" for agent, how in hooks)
        out.print(Text.assemble(("hooks    ", DIM), said))
    if silent:
        out.print(Text(silent, style="yellow"))
    out.print()
    _print_next_steps(out, found, hooked=bool(hooks))


def _print_next_steps(out: "Console", found: "Stats", *, hooked: bool) -> None:
    """What waits for a person, then what he may want to do."""

    from rich.table import Table
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM

    held, facts = found.states.get("held", 0), found.conflicts
    steps = [
        ("recall review", f"{held:,} memor{'y waits' if held == 1 else 'ies wait'} for your word", held),
        ("recall conflicts", f"{facts:,} fact{' needs' if facts == 1 else 's need'} your word", facts),
        ('recall store "…"', "keep what should not be forgotten", True),
        ('recall search "…"', "find it again", True),
        ("recall list", "the newest memories here", found.live),
        ("recall hooks install AGENT", "your agents begin with what matters", not hooked),
        ("recall --help", "every command", True),
    ]
    table = Table.grid(padding=(0, 2))
    for command, why, fits in steps:
        if fits:
            table.add_row(" ", Text(command, style=ACCENT), Text(why, style=DIM))
    out.print(table)

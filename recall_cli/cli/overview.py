"""Screens that show the whole: statistics, settings, projects, and what `recall` alone says."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from recall_cli.cli.screen import ACCENT, DIM, foot
from recall_cli.cli.show import safe
from recall_cli.domain.moment import day, since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.tables.projects import Project
    from recall_cli.flows.hookhealth import Health
    from recall_cli.flows.stats import Stats
    from recall_cli.settings import Setting

BARS = " ▁▂▃▄▅▆▇█"


def stats(out: Console, found: "Stats") -> None:
    """Counts with bars, growth as a line of small columns, and where it all lies."""
    also = ", ".join(f"{count:,} {state}" for state, count in sorted(found.states.items()) if state != "live")
    out.print(Text.assemble((f"{found.live:,} memories", "bold"), (f"   also {also}" if also else "", DIM)))
    for title, counts in (("type", found.types), ("project", found.projects), ("trust", found.trusts)):
        out.print()
        _bars(out, title, counts)
    if found.last is not None and found.first is not None:
        out.print()
        out.print(
            Text.assemble(
                ("growth  ", DIM),
                (sparkline(found.per_day), ACCENT),
                (f"  last {len(found.per_day)} days, first {day(found.first)}", DIM),
            )
        )
    if found.states.get("held"):
        foot(out, "recall review shows what is held")
    out.print()
    if found.month.spent.calls:
        from recall_cli.cli.stats import spent

        out.print(Text.assemble(("claude  ", DIM), spent(found.month), (f"  in {found.month.name}", DIM)))
    out.print(Text.assemble(("file    ", DIM), safe(found.path), (f"  {size(found.bytes)}", DIM)))


def _bars(out: Console, title: str, counts: "dict[str, int]") -> None:
    most = max(counts.values(), default=1)
    table = Table.grid(padding=(0, 2))
    shown = list(counts.items())[:12]
    for at, (name, count) in enumerate(shown):
        bar = "█" * max(1, round(24 * count / most))
        table.add_row(
            Text(title if not at else "", style=DIM),
            safe(name) or "(none)",
            Text(f"{count:,}", justify="right"),
            Text(bar, style=ACCENT),
        )
    out.print(table)
    if len(counts) > len(shown):
        foot(out, f"and {len(counts) - len(shown)} more")


def sparkline(counts: "tuple[int, ...]") -> str:
    """A row of small columns, the tallest for the most."""
    most = max(counts, default=0) or 1
    return "".join(BARS[0 if not count else max(1, round(8 * count / most))] for count in counts)


def size(count: int) -> str:
    """Bytes in the unit that a person would use."""
    for unit, limit in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if count >= limit:
            return f"{count / limit:.1f} {unit}"
    return f"{count} bytes"


def settings(out: Console, rows: "list[tuple[Setting, Any, str]]", path: str) -> None:
    """Every setting, its value, where it comes from, and what it does."""
    table = Table.grid(padding=(0, 2))
    for setting, value, origin in rows:
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        table.add_row(
            Text(setting.name, style=ACCENT),
            Text(safe(shown), overflow="fold"),
            Text(origin, style="" if origin != "default" else DIM),
            Text(setting.help, style=DIM),
        )
    out.print(table)
    foot(out, f"file: {path} · recall config NAME VALUE")


def projects(out: Console, found: "list[Project]") -> None:
    """Every project and what it is recognised by."""
    table = Table.grid(padding=(0, 2))
    for project in found:
        by = ", ".join(_mark(mark) for mark in project.marks) or "its name alone"
        table.add_row(
            Text(safe(project.name), style=ACCENT),
            Text(f"{project.memories:,}", justify="right"),
            "" if project.enabled else Text("off", style="yellow"),
            Text(safe(by), style=DIM, overflow="fold"),
        )
    out.print(table)
    if not found:
        foot(out, "no project yet: storing something in a repository makes one")


def _mark(mark: str) -> str:
    kind, _, rest = mark.partition(":")
    if kind == "root":
        return f"root commit {rest[:10]}"
    return rest.rpartition(":")[0] if kind == "gitdir" and rest.rpartition(":")[2].isdigit() else rest


def hooks(out: Console, rows: "list[tuple[Health, tuple[str, str]]]", off: "str | None") -> None:
    """Every agent: is recall in it, and how does it run?"""
    table = Table.grid(padding=(0, 2))
    for one, (there, how) in rows:
        installed = bool(one.installed)
        table.add_row(
            Text(one.agent, style=ACCENT if installed else DIM),
            Text(there, style="" if installed else DIM),
            Text(how, style="yellow" if one.approval or one.breaker != "closed" else DIM, overflow="fold"),
        )
    out.print(table)
    if off:
        out.print(Text(off, style="yellow"))
    if not any(one.installed for one, _ in rows):
        foot(out, "recall hooks install AGENT puts it in, recall hooks remove AGENT takes it out")


def greeting(
    out: Console, version: str, found: "Stats", project: "Project | None", now: int, *,
    hooks: "list[tuple[str, str]]", silent: "str | None",
) -> None:  # fmt: skip
    """What `recall` alone says: where you are, and what comes next."""
    many = f"{found.live:,} memor{'y' if found.live == 1 else 'ies'}"
    projects = f"{len(found.known_projects)} project{'' if len(found.known_projects) == 1 else 's'}"
    last = found.last_operation
    written = f" · last write {since(last.at, now)}" if last else ""
    out.print(Text.assemble(("recall", ACCENT), f" {version} · {many} · {projects} · {size(found.bytes)}{written}"))
    if project is not None:
        off = "" if project.enabled else ", switched off"
        out.print(
            Text.assemble(("project  ", DIM), safe(project.name), (f"   {project.memories:,} memories{off}", DIM))
        )
    if hooks:
        said = " · ".join(f"{agent} {how}" for agent, how in hooks)
        out.print(Text.assemble(("hooks    ", DIM), said))
    if silent:
        out.print(Text(silent, style="yellow"))
    out.print()
    steps = [
        ('recall store "…"', "keep what should not be forgotten"),
        ('recall search "…"', "find it again"),
        ("recall --help", "every command"),
    ]
    if found.live:
        steps.insert(2, ("recall list", "the newest memories here"))
    held = found.states.get("held", 0)
    if held:
        steps.insert(0, ("recall review", f"{held:,} memor{'y waits' if held == 1 else 'ies wait'} for your word"))
    table = Table.grid(padding=(0, 2))
    for command, why in steps:
        table.add_row(" ", Text(command, style=ACCENT), Text(why, style=DIM))
    out.print(table)

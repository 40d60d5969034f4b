"""Screens that show the whole: statistics, settings, projects, and what `recall` alone says."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from recall_cli.cli.output.curve import MARK, columns, drawn, marked, span, sparkline
from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.output.terminal import ACCENT, DIM, print_footer
from recall_cli.domain.moment import format_day, format_since
from recall_cli.settings import PERSON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.tables.projects import Project
    from recall_cli.flows.agents.hook_health import HookHealth
    from recall_cli.flows.explain.decay_stats import DecayStats
    from recall_cli.flows.explain.stats import Stats
    from recall_cli.settings import Setting


def stats(out: Console, found: "Stats", now: int) -> None:
    """Counts with bars, growth and fading as lines of small columns, what waits, and where it all lies."""
    first = f"  since {format_day(found.first)}" if found.first is not None else ""
    also = ", ".join(f"{count:,} {state}" for state, count in sorted(found.states.items()) if state != "live")
    many = memory_count_text(found.live)
    out.print(Text.assemble((many, "bold"), (first + (f" · also {also}" if also else ""), DIM)))
    if found.live:
        out.print()
        out.print(_bars(out.width, (("type", found.types), ("project", found.projects), ("trust", found.trusts))))
        out.print()
        days = max(10, min(len(found.per_day), out.width - 22))
        _row(out, "growth", (sparkline(found.per_day[-days:]), ACCENT), f"{days} days")
        pinned = f", {found.pinned:,} pinned" if found.pinned else ""
        _row(out, "left", (f"▕{sparkline(found.left)}▏", ACCENT), f"0 to 1, mean {found.left_mean or 0:.2f}{pinned}")
    out.print()
    for title, said, then in _waiting(found, now):
        _row(out, title, (said, ""), then)
    _row(out, "file", (make_printable(found.path), ""), size(found.bytes))
    if found.live:
        print_footer(out, "recall stats --decay draws how memories fade")


def _waiting(found: "Stats", now: int) -> "list[tuple[str, str, str]]":
    """What waits for somebody, what was spent, and when all was last looked after."""
    from recall_cli.cli.commands.read.stats import spending_text

    rows = []
    if found.conflicts:
        rows.append(("contested", f"{found.conflicts:,} fact{'' if found.conflicts == 1 else 's'}", "recall conflicts"))
    if found.states.get("held"):
        rows.append(("held", f"{found.states['held']:,}", "recall review shows what is held"))
    jobs = ", ".join(f"{found.jobs[s]:,} {s}" for s in ("queued", "processing", "failed") if found.jobs.get(s))
    if jobs:
        rows.append(("jobs", jobs, "recall jobs"))
    if found.month.spent.calls:
        rows.append(("claude", spending_text(found.month), f"in {found.month.name}"))
    if found.maintained_at is not None:
        rows.append(("upkeep", format_since(found.maintained_at, now), ""))
    elif found.live:
        rows.append(("upkeep", "never", "recall maintain · recall schedule install"))
    return rows


def _row(out: Console, title: str, said: "tuple[str, str]", then: str) -> None:
    table = Table.grid(padding=(0, 2))
    table.add_column(width=9)
    table.add_row(Text(title, style=DIM), Text.assemble(said, (f"  {then}" if then else "", DIM), overflow="fold"))
    out.print(table)


def _bars(width: int, sections: "tuple[tuple[str, dict[str, int]], ...]") -> Table:
    """Bars of several counts, one under the other; each is as long as its share of the section's longest."""
    longest = max(6, min(32, width - 44))
    table = Table.grid(padding=(0, 2))
    table.add_column(width=9)
    for at, (title, counts) in enumerate(sections):
        most = max(counts.values(), default=1)
        if at:
            table.add_row()
        for place, (name, count) in enumerate(list(counts.items())[:8]):
            bar = "█" * max(1, round(longest * count / most))
            head = Text(title if not place else "", style=DIM)
            shown = Text(make_printable(name) or "(none)", overflow="ellipsis", no_wrap=True)
            table.add_row(head, shown, Text(f"{count:,}", justify="right"), Text(bar, style=ACCENT))
        if len(counts) > 8:
            table.add_row("", Text(f"and {len(counts) - 8} more", style=DIM))
    return table


def fading(out: Console, found: "DecayStats", stats: "Stats") -> None:
    """The curve of the settings, the mean of what is left of memories of each age, and how many lie there."""
    width, rows = max(20, min(72, out.width - 7)), 12
    days = span([(age, count) for age, count, _ in found.ages])
    counts, points = columns(found.ages, days, width)
    cells = drawn(lambda share: found.left(share * days), width, rows)
    for at, row in enumerate(marked(cells, points)):
        label = {0: "1.0", rows // 2: "0.5", rows - 1: "0.0"}.get(at, "")
        line = Text(f"{label:>4} ▏", style=DIM)
        for cell in row:
            line.append(cell, style="yellow" if cell == MARK else ACCENT)
        out.print(line)
    out.print(Text.assemble("     ▏", (sparkline(counts), "yellow")))
    end = f"{days} days idle, or more"
    out.print(Text(" " * 6 + f"0{days // 2:^{width - 1}}"[: width - len(end)] + end, style=DIM))
    out.print()
    name = found.curve.name
    _row(out, "curve", (name, ACCENT), "of a fact never asked for; types count days by lifetimes")
    _row(out, MARK, (memory_count_text(stats.live), "yellow"), "mean of what is left; below, how many lie there")
    if found.pinned:
        _row(out, "pinned", (f"{found.pinned:,}", ""), "stay whole and are not shown")


def size(count: int) -> str:
    """Bytes in the unit that a person would use."""
    for unit, limit in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if count >= limit:
            return f"{count / limit:.1f} {unit}"
    return f"{count} bytes"


def settings(out: Console, rows: "list[tuple[Setting, Any, str]]", path: str) -> None:
    """Settings under their headings: the value, what it does, and where it comes from if it is not the default."""
    wide = max((len(setting.name) for setting, _, _ in rows), default=0)
    for at, (setting, value, origin) in enumerate(rows):
        if not at or rows[at - 1][0].group != setting.group:
            out.print(Text(("\n" if at else "") + setting.group, style="bold"))
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        given = origin != "default"
        line = Text.assemble(
            ("  " + setting.name.ljust(wide + 2), ACCENT), ((make_printable(shown) or "–").ljust(10), "" if given else DIM),
            (f"  {origin}" if given else "", "yellow"),
        )  # fmt: skip
        line.append("  " + setting.help, style=DIM)
        out.print(line, no_wrap=True, overflow="ellipsis")
    if not rows:
        out.print(Text("every setting is at its default", style=DIM))
    print_footer(out, f"file: {path} · recall config NAME VALUE")


def setting(out: Console, one: "Setting", value: "Any", origin: str) -> None:
    """One setting with all that there is to say of it."""
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    out.print(Text.assemble((make_printable(shown) or "–", ACCENT), (f"  {origin}", DIM)))
    out.print(Text(one.help, style=DIM))
    if one.choices:
        out.print(Text("one of " + ", ".join(one.choices), style=DIM))
    elif one.low is not None and one.high is not None:
        out.print(Text(f"from {one.low:g} to {one.high:,g}", style=DIM))
    who = "a person at a terminal" if one.changed_by == PERSON else "anybody, agents too"
    out.print(Text(f"changed by {who}; {one.variable} for one run", style=DIM))


def projects(out: Console, found: "list[Project]") -> None:
    """Every project and what it is recognised by."""
    table = Table.grid(padding=(0, 2))
    for project in found:
        by = ", ".join(_mark(mark) for mark in project.marks) or "its name alone"
        table.add_row(
            Text(make_printable(project.name), style=ACCENT),
            Text(f"{project.memories:,}", justify="right"),
            "" if project.enabled else Text("off", style="yellow"),
            Text(make_printable(by), style=DIM, overflow="fold"),
        )
    if found:
        out.print(table)
    if not found:
        print_footer(out, "no project yet: storing something in a repository makes one")


def _mark(mark: str) -> str:
    kind, _, rest = mark.partition(":")
    if kind == "root":
        return f"root commit {rest[:10]}"
    return rest.rpartition(":")[0] if kind == "gitdir" and rest.rpartition(":")[2].isdigit() else rest


def hooks(out: Console, rows: "list[tuple[HookHealth, tuple[str, str]]]", off: "str | None") -> None:
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
        print_footer(out, "recall hooks install AGENT puts it in, recall hooks remove AGENT takes it out")


def greeting(
    out: Console, version: str, found: "Stats", project: "Project | None", now: int, *,
    hooks: "list[tuple[str, str]]", silent: "str | None",
) -> None:  # fmt: skip
    """What `recall` alone says: where you are, and what comes next."""
    projects = f"{len(found.known_projects)} project{'' if len(found.known_projects) == 1 else 's'}"
    parts = [version, memory_count_text(found.live), projects, size(found.bytes)]
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
    _next(out, found, hooked=bool(hooks))


def _next(out: Console, found: "Stats", *, hooked: bool) -> None:
    """What waits for a person, then what he may want to do."""
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

"""recall stats: what is in the store, at a glance."""

from recall_cli.cli.output.formatting import format_bytes, make_printable, memory_count_text
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_day, format_iso, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from rich.console import Console
    from rich.table import Table

    from recall_cli.app import App
    from recall_cli.flows.explain.decay_stats import DecayStats
    from recall_cli.flows.explain.stats import Stats
    from recall_cli.flows.write.spending import MonthSpending

PARAMS = (option("decay", "Draw the curve of forgetting, and where the memories lie on it.", kind="flag"),)
EXAMPLES = (
    ("recall stats", ""),
    ("recall stats --decay", "how much is left of what nobody asked for"),
    ("recall stats --json", "for a monitor"),
)
BAR_LETTERS = " ▁▂▃▄▅▆▇█"
_DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The eight dots of a cell, as Unicode numbers them: by row, then left and right."""
POINT_MARK = "●"


def stats(app: "App", *, decay: bool) -> Reply:
    """Counts by type, project and trust, growth, fading, what waits for somebody, and size, over all projects."""
    from recall_cli.flows.explain.stats import stats as counted

    with app.read_transaction() as tx:
        found = counted(tx, app.settings["claude.monthly_usd"])
        if decay:
            from recall_cli.flows.explain.decay_stats import decay_stats

            return _decay_reply(found, decay_stats(app, tx, found.pinned))

    hooks = _hook_timings(app)

    def screen(console: "Any") -> None:
        from recall_cli.cli.output.terminal import print_footer

        _print_stats(console, found, app.now())
        for one in hooks:
            times = f"p50 {one['p50_ms']:.0f} ms, p95 {one['p95_ms']:.0f} ms"
            print_footer(console, f"hooks of {one['agent']}: {one['runs']} runs, {times}, {one['failures']} failed")

    return Reply(
        lambda: {**stats_document(found), "hooks": hooks},
        lambda: [*_stats_lines(found), *("\t".join(("hooks", *map(str, one.values()))) for one in hooks)],
        screen,
    )


def _hook_timings(app: "App") -> "list[dict[str, Any]]":
    """How long the hooks of each agent took that ran at all."""
    from recall_cli.flows.agents.hook_health import check_all_hooks

    return [
        {"agent": one.agent, "runs": one.runs, "p50_ms": one.p50, "p95_ms": one.p95, "failures": one.failures}
        for one in check_all_hooks(app)
        if one.runs
    ]


def _decay_reply(found: "Stats", fading: "DecayStats") -> Reply:
    """The curve alone, for a person; for programs the numbers beside all others."""

    def screen(console: "Any") -> None:
        _print_decay(console, fading, found)

    def data() -> "dict[str, Any]":
        ages = [{"days": days, "memories": count, "left": round(left, 4)} for days, count, left in fading.ages]
        told = stats_document(found)
        return {**told, "decay": {**told["decay"], **fading.curve.fields(), "ages": ages}}

    return Reply(
        data,
        lambda: ["\t".join((str(d), str(n), f"{left:.4f}")) for d, n, left in fading.ages],
        screen,
        empty="there are no memories yet",
    )


def stats_document(found: "Stats") -> "dict[str, Any]":
    """The state of a store as programs read it."""
    last = found.last_operation
    return {
        "live": found.live,
        "states": found.states,
        "held": found.states.get("held", 0),
        "types": found.types,
        "projects": [
            {"name": project.name, "memories": project.memories, "enabled": project.enabled, "marks": [*project.marks]}
            for project in found.known_projects
        ],
        "without_project": found.projects.get("", 0),
        "trust": found.trusts,
        "stored_per_day": [*found.per_day],
        "first": format_iso(found.first),
        "last": format_iso(found.last),
        "bytes": found.bytes,
        "path": found.path,
        "claude": {"month": found.month.name, **found.month.spent.fields(), "cap_usd": found.month.cap},
        "conflicts": found.conflicts,
        "jobs": found.jobs,
        "decay": {
            "left": [*found.left],
            "mean": None if found.left_mean is None else round(found.left_mean, 4),
            "pinned": found.pinned,
        },
        "maintained_at": format_iso(found.maintained_at),
        "last_operation": None if last is None else {"operation": last.n, "kind": last.kind, "at": format_iso(last.at)},
    }


def spending_text(month: "MonthSpending") -> str:
    """What the model took in a month, in one line."""
    took = month.spent
    failed = f" ({took.failed} failed)" if took.failed else ""
    calls = f"{took.calls:,} call{'' if took.calls == 1 else 's'}{failed}"
    tokens = f"{took.tokens_in:,} tokens in, {took.tokens_out:,} out"
    return f"{calls}, {tokens}, ${took.usd:.4f} of ${month.cap:.2f}"


def _stats_lines(found: "Stats") -> "list[str]":
    lines = [f"memories\t{found.live}"]
    lines += [f"{state}\t{count}" for state, count in sorted(found.states.items()) if state != "live"]
    lines += [f"type {name}\t{count}" for name, count in found.types.items()]
    lines += [f"project {name or '(none)'}\t{count}" for name, count in found.projects.items()]
    lines += [f"trust {name}\t{count}" for name, count in found.trusts.items()]
    lines += [f"jobs {state}\t{count}" for state, count in sorted(found.jobs.items())]
    if found.conflicts:
        lines.append(f"contested\t{found.conflicts}")
    if found.maintained_at is not None:
        lines.append(f"maintained\t{format_iso(found.maintained_at)}")
    if found.month.spent.calls:
        lines.append(f"claude {found.month.name}\t{spending_text(found.month)}")
    return [*lines, f"bytes\t{found.bytes}", f"file\t{found.path}"]


def _print_stats(out: "Console", found: "Stats", now: int) -> None:
    """Counts with bars, growth and fading as lines of small columns, what waits, and where it all lies."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, print_footer

    first = f"  since {format_day(found.first)}" if found.first is not None else ""
    also = ", ".join(f"{count:,} {state}" for state, count in sorted(found.states.items()) if state != "live")
    many = memory_count_text(found.live)
    out.print(Text.assemble((many, "bold"), (first + (f" · also {also}" if also else ""), DIM)))
    if found.live:
        out.print()
        out.print(_count_bars(out.width, (("type", found.types), ("project", found.projects), ("trust", found.trusts))))
        out.print()
        days = max(10, min(len(found.per_day), out.width - 22))
        _print_row(out, "growth", (sparkline(found.per_day[-days:]), ACCENT), f"{days} days")
        pinned = f", {found.pinned:,} pinned" if found.pinned else ""
        _print_row(
            out, "left", (f"▕{sparkline(found.left)}▏", ACCENT), f"0 to 1, mean {found.left_mean or 0:.2f}{pinned}"
        )
    out.print()
    for title, said, then in _attention_rows(found, now):
        _print_row(out, title, (said, ""), then)
    _print_row(out, "file", (make_printable(found.path), ""), format_bytes(found.bytes))
    if found.live:
        print_footer(out, "recall stats --decay draws how memories fade")


def _attention_rows(found: "Stats", now: int) -> "list[tuple[str, str, str]]":
    """What waits for somebody, what was spent, and when all was last looked after."""
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


def _print_row(out: "Console", title: str, said: "tuple[str, str]", then: str) -> None:
    from rich.table import Table
    from rich.text import Text

    from recall_cli.cli.output.terminal import DIM

    table = Table.grid(padding=(0, 2))
    table.add_column(width=9)
    table.add_row(Text(title, style=DIM), Text.assemble(said, (f"  {then}" if then else "", DIM), overflow="fold"))
    out.print(table)


def _count_bars(width: int, sections: "tuple[tuple[str, dict[str, int]], ...]") -> "Table":
    """Bars of several counts, one under the other; each is as long as its share of the section's longest."""

    from rich.table import Table
    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM

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


def _print_decay(out: "Console", found: "DecayStats", stats: "Stats") -> None:
    """The curve of the settings, the mean of what is left of memories of each age, and how many lie there."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM

    width, rows = max(20, min(72, out.width - 7)), 12
    days = shown_days([(age, count) for age, count, _ in found.ages])
    counts, points = age_columns(found.ages, days, width)
    cells = draw_curve(lambda share: found.left(share * days), width, rows)
    for at, row in enumerate(mark_points(cells, points)):
        label = {0: "1.0", rows // 2: "0.5", rows - 1: "0.0"}.get(at, "")
        line = Text(f"{label:>4} ▏", style=DIM)
        for cell in row:
            line.append(cell, style="yellow" if cell == POINT_MARK else ACCENT)
        out.print(line)
    out.print(Text.assemble("     ▏", (sparkline(counts), "yellow")))
    end = f"{days} days idle, or more"
    out.print(Text(" " * 6 + f"0{days // 2:^{width - 1}}"[: width - len(end)] + end, style=DIM))
    out.print()
    name = found.curve.name
    _print_row(out, "curve", (name, ACCENT), "of a fact never asked for; types count days by lifetimes")
    _print_row(
        out, POINT_MARK, (memory_count_text(stats.live), "yellow"), "mean of what is left; below, how many lie there"
    )
    if found.pinned:
        _print_row(out, "pinned", (f"{found.pinned:,}", ""), "stay whole and are not shown")


def sparkline(counts: "Sequence[int]") -> str:
    """A row of small columns, the tallest for the most; whatever is there at all is seen."""
    most = max(counts, default=0) or 1
    return "".join(BAR_LETTERS[0 if not count else max(1, round(8 * count / most))] for count in counts)


def draw_curve(height: "Callable[[float], float]", width: int, rows: int) -> "list[list[str]]":
    """A line through the heights (0 to 1) at each share (0 to 1) of the width, in cells of two by four dots."""
    cells = [[0] * width for _ in range(rows)]
    last: int | None = None
    for x in range(2 * width):
        y = round((1 - min(1.0, max(0.0, height(x / (2 * width - 1))))) * (4 * rows - 1))
        for dot in range(*((y, y + 1) if last is None else (min(last, y), max(last, y) + 1))):
            cells[dot // 4][x // 2] |= _DOT_BITS[dot % 4][x % 2]
        last = y
    return [[chr(0x2800 + cell) if cell else " " for cell in row] for row in cells]


def mark_points(cells: "list[list[str]]", points: "Sequence[float | None]") -> "list[list[str]]":
    """The same with a mark in every column that has a point."""
    rows = len(cells)
    found = [[*row] for row in cells]
    for column, point in enumerate(points):
        if point is not None:
            found[round((1 - min(1.0, max(0.0, point))) * (rows - 1))][column] = POINT_MARK
    return found


def shown_days(ages: "Sequence[tuple[int, int]]", least: int = 120, most: int = 480) -> int:
    """How many days a picture shows: a round number that holds all but one in fifty of (days, how many), if it can."""
    together = sum(count for _, count in ages)
    seen, far = 0, 0
    for days, count in sorted(ages):
        if seen >= 0.98 * together:
            break
        seen, far = seen + count, days
    shown = least
    while shown <= far and shown < most:
        shown *= 2
    return shown


def age_columns(
    ages: "Sequence[tuple[int, int, float]]", days: int, width: int
) -> "tuple[list[int], list[float | None]]":
    """How many lie in each column, and the mean of what is left of them; what is older stands in the last."""
    counts, sums = [0] * width, [0.0] * width
    for age, count, left in ages:
        at = min(width - 1, age * width // days)
        counts[at] += count
        sums[at] += count * left
    return counts, [sums[at] / counts[at] if counts[at] else None for at in range(width)]

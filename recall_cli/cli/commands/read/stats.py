"""recall stats: an overview of the store."""

from recall_cli.cli.output.formatting import ACCENT, DIM, format_bytes, memory_count_text
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_day, format_iso, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell, Piece
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.agents.hook_runs import RunTimes
    from recall_cli.flows.explain.stats import DecayStats, Stats
    from recall_cli.flows.write.claude_call import MonthSpending

PARAMS = (option("decay", "Draw the fading curve and the strength of your memories.", kind="flag"),)
EXAMPLES = (
    ("recall stats", ""),
    ("recall stats --decay", "how unused memories fade"),
    ("recall stats --json", "for monitoring"),
)
BAR_LETTERS = " ▁▂▃▄▅▆▇█"
_DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a Braille cell's eight dots: by row, then left and right."""
POINT_MARK = "●"
TITLE_WIDTH, MAX_BARS = 10, 8


def stats(app: "App", *, decay: bool) -> Reply:
    """Show counts by type, project and trust, growth, strength, open tasks and size, over all projects."""
    from recall_cli.flows.explain.stats import stats as compute_stats

    with app.read_transaction() as tx:
        counts = compute_stats(tx, app.settings["claude.monthly_usd"])
        if decay:
            from recall_cli.flows.explain.stats import decay_stats

            return _decay_reply(counts, decay_stats(app, tx, counts.pinned))

    from recall_cli.agents.registry import KNOWN_AGENTS
    from recall_cli.flows.agents.hook_runs import all_runs, measure_runs
    from recall_cli.workplace import client

    names = () if client() is not None else KNOWN_AGENTS  # a client's hooks have their log at the client
    hooks = [times for name in names if (times := measure_runs(name, all_runs(app, name))).runs]

    def screen(out: "Screen") -> None:
        _print_stats(out, counts)
        for times in hooks:
            shares = f"p50 {times.p50 or 0:.0f} ms, p95 {times.p95 or 0:.0f} ms"
            out.footer(f"{times.agent} hooks: {times.runs} runs, {shares}, {times.failures} failed")

    return Reply(
        lambda: {**stats_document(counts), "hooks": [_hook_document(times) for times in hooks]},
        lambda: [*_stats_lines(counts), *map(_hook_line, hooks)],
        screen,
    )


def _hook_document(times: "RunTimes") -> "dict[str, object]":
    """The run times of an agent's hooks as JSON."""
    return {
        "agent": times.agent,
        "runs": times.runs,
        "p50_ms": times.p50,
        "p95_ms": times.p95,
        "failures": times.failures,
    }


def _hook_line(times: "RunTimes") -> str:
    return "\t".join(("hooks", *map(str, _hook_document(times).values())))


def _decay_reply(counts: "Stats", decay: "DecayStats") -> Reply:
    """The fading curve for people; for programs, its figures with all others."""

    def data() -> "dict[str, object]":
        ages = [{"days": days, "memories": count, "left": round(left, 4)} for days, count, left in decay.ages]
        return {**stats_document(counts), "decay": {**_decay_document(counts), **decay.curve.fields(), "ages": ages}}

    return Reply(
        data,
        lambda: ["\t".join((str(d), str(n), f"{left:.4f}")) for d, n, left in decay.ages],
        lambda out: _print_decay(out, decay, counts),
        empty="no memories yet",
    )


def stats_document(counts: "Stats") -> "dict[str, object]":
    """The statistics as JSON."""
    last = counts.last_operation
    return {
        "live": counts.live,
        "states": counts.states,
        "held": counts.states.get("held", 0),
        "types": counts.types,
        "projects": [
            {"name": project.name, "memories": project.memories, "enabled": project.enabled, "marks": [*project.marks]}
            for project in counts.known_projects
        ],
        "without_project": counts.projects.get("", 0),
        "trust": counts.trusts,
        "stored_per_day": [*counts.per_day],
        "first": format_iso(counts.first),
        "last": format_iso(counts.last),
        "bytes": counts.bytes,
        "path": counts.path,
        "claude": {"month": counts.month.name, **counts.month.spent.fields(), "cap_usd": counts.month.cap},
        "conflicts": counts.conflicts,
        "jobs": counts.jobs,
        "decay": _decay_document(counts),
        "maintained_at": format_iso(counts.maintained_at),
        "last_operation": None if last is None else {"operation": last.n, "kind": last.kind, "at": format_iso(last.at)},
    }


def _decay_document(counts: "Stats") -> "dict[str, object]":
    """How far memories have faded, as JSON."""
    return {
        "left": [*counts.strength_counts],
        "mean": None if counts.mean_strength is None else round(counts.mean_strength, 4),
        "pinned": counts.pinned,
    }


def spending_text(month: "MonthSpending") -> str:
    """The model's use in a month, in one line."""
    took = month.spent
    failed = f" ({took.failed} failed)" if took.failed else ""
    calls = f"{took.calls:,} call{'' if took.calls == 1 else 's'}{failed}"
    tokens = f"{took.tokens_in:,} tokens in, {took.tokens_out:,} out"
    return f"{calls}, {tokens}, ${took.usd:.4f} of ${month.cap:.2f}"


def _stats_lines(counts: "Stats") -> "list[str]":
    lines = [f"memories\t{counts.live}"]
    lines += [f"{state}\t{count}" for state, count in sorted(counts.states.items()) if state != "live"]
    lines += [f"type {name}\t{count}" for name, count in counts.types.items()]
    lines += [f"project {name or '(none)'}\t{count}" for name, count in counts.projects.items()]
    lines += [f"trust {name}\t{count}" for name, count in counts.trusts.items()]
    lines += [f"jobs {state}\t{count}" for state, count in sorted(counts.jobs.items())]
    if counts.conflicts:
        lines.append(f"contested\t{counts.conflicts}")
    if counts.maintained_at is not None:
        lines.append(f"maintained\t{format_iso(counts.maintained_at)}")
    if counts.month.spent.calls:
        lines.append(f"claude {counts.month.name}\t{spending_text(counts.month)}")
    return [*lines, f"bytes\t{counts.bytes}", f"file\t{counts.path}"]


def _print_stats(out: "Screen", counts: "Stats") -> None:
    """Print counts with bars, growth, strength, open tasks and the file."""
    first = f"  since {format_day(counts.first)}" if counts.first is not None else ""
    also = ", ".join(f"{count:,} {state}" for state, count in sorted(counts.states.items()) if state != "live")
    out.line((memory_count_text(counts.live), "bold"), (first + (f" · also {also}" if also else ""), DIM))
    if counts.live:
        out.line()
        _print_bars(out, (("type", counts.types), ("project", counts.projects), ("trust", counts.trusts)))
        out.line()
        days = max(10, min(len(counts.per_day), out.width - 22))
        _print_row(out, "growth", (sparkline(counts.per_day[-days:]), ACCENT), f"{days} days")
        pinned = f", {counts.pinned:,} pinned" if counts.pinned else ""
        strength = f"(0–1)  mean {counts.mean_strength or 0:.2f}{pinned}"
        _print_row(out, "strength", (f"▕{sparkline(counts.strength_counts)}▏", ACCENT), strength)
    out.line()
    for title, text, hint in _attention_rows(counts, out.now):
        _print_row(out, title, text, hint)
    _print_row(out, "file", counts.path, format_bytes(counts.bytes))
    if counts.live:
        out.footer("how memories fade: recall stats --decay")


def _attention_rows(counts: "Stats", now: int) -> "list[tuple[str, str, str]]":
    """Rows for what waits, what was spent and the last maintenance."""
    rows = []
    if counts.conflicts:
        rows.append(
            (
                "contested",
                f"{counts.conflicts:,} fact{'' if counts.conflicts == 1 else 's'}",
                "recall conflicts --project '*'",
            )
        )
    if counts.states.get("held"):
        rows.append(("held", f"{counts.states['held']:,}", "recall review"))
    jobs = ", ".join(f"{counts.jobs[s]:,} {s}" for s in ("queued", "processing", "failed") if counts.jobs.get(s))
    if jobs:
        rows.append(("jobs", jobs, "recall worker --jobs"))
    if counts.month.spent.calls:
        rows.append(("claude", spending_text(counts.month), f"in {counts.month.name}"))
    if counts.maintained_at is not None:
        rows.append(("maintained", format_since(counts.maintained_at, now), ""))
    elif counts.live:
        rows.append(("maintained", "never", "recall maintain · recall admin schedule install"))
    return rows


def _print_row(out: "Screen", title: str, text: "Piece", hint: str) -> None:
    out.table([[(title, DIM), [text, (f"  {hint}" if hint else "", DIM)]]], first_width=TITLE_WIDTH)


def _print_bars(out: "Screen", sections: "tuple[tuple[str, dict[str, int]], ...]") -> None:
    """Print bars for several groups of counts, scaled to the largest count of each group."""
    longest = max(6, min(32, out.width - 44))
    rows: list[list[Cell]] = []
    for at, (title, counts) in enumerate(sections):
        most = max(counts.values(), default=1)
        rows += [[]] if at else []
        for place, (name, count) in enumerate([*counts.items()][:MAX_BARS]):
            bar = "█" * max(1, round(longest * count / most))
            rows.append([(title if not place else "", DIM), name or "(none)", f"{count:,}", (bar, ACCENT)])
        if len(counts) > MAX_BARS:
            rows.append(["", (f"and {len(counts) - MAX_BARS} more", DIM)])
    out.table(rows, fixed=(1,), right=(2,), first_width=TITLE_WIDTH)


def _print_decay(out: "Screen", decay: "DecayStats", stats: "Stats") -> None:
    """Draw the curve of the settings, the mean strength by days of disuse, and the number of memories."""
    width, rows = max(20, min(72, out.width - 7)), 12
    days = shown_days([(age, count) for age, count, _ in decay.ages])
    counts, points = age_columns(decay.ages, days, width)
    cells = draw_curve(lambda share: decay.strength_after(share * days), width, rows)
    for at, row in enumerate(mark_points(cells, points)):
        label = {0: "1.0", rows // 2: "0.5", rows - 1: "0.0"}.get(at, "")
        out.line((f"{label:>4} ▏", DIM), *((cell, "yellow" if cell == POINT_MARK else ACCENT) for cell in row))
    out.line("     ▏", (sparkline(counts), "yellow"))
    end = f"{days} days unused, or more"
    out.footer(" " * 6 + f"0{days // 2:^{width - 1}}"[: width - len(end)] + end)
    out.line()
    _print_row(out, "curve", (decay.curve.name, ACCENT), "for an unused fact; other types fade at their own lifetime")
    _print_row(out, POINT_MARK, (memory_count_text(stats.live), "yellow"), "strength (0–1); dots: mean; bars: count")
    if decay.pinned:
        _print_row(out, "pinned", f"{decay.pinned:,}", "do not fade and are not shown")


def sparkline(counts: "Sequence[int]") -> str:
    """Counts as small columns; every count above zero is visible."""
    most = max(counts, default=0) or 1
    return "".join(BAR_LETTERS[0 if not count else max(1, round(8 * count / most))] for count in counts)


def draw_curve(height: "Callable[[float], float]", width: int, rows: int) -> "list[list[str]]":
    """A curve in Braille cells: `height` maps a share of the width (0 to 1) to a height (0 to 1)."""
    cells = [[0] * width for _ in range(rows)]
    last: int | None = None
    for x in range(2 * width):
        y = round((1 - min(1.0, max(0.0, height(x / (2 * width - 1))))) * (4 * rows - 1))
        for dot in range(*((y, y + 1) if last is None else (min(last, y), max(last, y) + 1))):
            cells[dot // 4][x // 2] |= _DOT_BITS[dot % 4][x % 2]
        last = y
    return [[chr(0x2800 + cell) if cell else " " for cell in row] for row in cells]


def mark_points(cells: "list[list[str]]", points: "Sequence[float | None]") -> "list[list[str]]":
    """The cells with a mark in every column that has a point."""
    rows = len(cells)
    result = [[*row] for row in cells]
    for column, point in enumerate(points):
        if point is not None:
            result[round((1 - min(1.0, max(0.0, point))) * (rows - 1))][column] = POINT_MARK
    return result


def shown_days(ages: "Sequence[tuple[int, int]]", least: int = 120, most: int = 480) -> int:
    """The number of days to show: doubled from `least` until it covers 98 % of (days, count), up to `most`."""
    total = sum(count for _, count in ages)
    seen, far = 0, 0
    for days, count in sorted(ages):
        if seen >= 0.98 * total:
            break
        seen, far = seen + count, days
    shown = least
    while shown <= far and shown < most:
        shown *= 2
    return shown


def age_columns(
    ages: "Sequence[tuple[int, int, float]]", days: int, width: int
) -> "tuple[list[int], list[float | None]]":
    """The count and the mean strength in each column; older memories count in the last one."""
    counts, sums = [0] * width, [0.0] * width
    for age, count, strength in ages:
        at = min(width - 1, age * width // days)
        counts[at] += count
        sums[at] += count * strength
    return counts, [sums[at] / counts[at] if counts[at] else None for at in range(width)]

"""recall stats: an overview of the store."""

from recall_cli.cli.output.formatting import ACCENT, DIM, format_bytes, memory_count_text
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_day, format_iso, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell, Piece
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.explain.stats import Stats
    from recall_cli.flows.write.claude_call import MonthSpending

PARAMS = ()
EXAMPLES = (
    ("recall stats", ""),
    ("recall stats --json", "for monitoring"),
)
BAR_LETTERS = " ▁▂▃▄▅▆▇█"
TITLE_WIDTH, MAX_BARS = 10, 8


def stats(app: "App") -> Reply:
    """Show counts by type, project and trust, growth, strength, open tasks and size, over all projects."""
    from recall_cli.flows.explain.stats import stats as compute_stats

    with app.read_transaction() as tx:
        counts = compute_stats(tx, app.settings["claude.monthly_usd"])

    def lines() -> "list[str]":
        shown = [f"memories\t{counts.live}"]
        shown += [f"{state}\t{count}" for state, count in sorted(counts.states.items()) if state != "live"]
        shown += [f"type {name}\t{count}" for name, count in counts.types.items()]
        shown += [f"project {name or '(none)'}\t{count}" for name, count in counts.projects.items()]
        shown += [f"trust {name}\t{count}" for name, count in counts.trusts.items()]
        shown += [f"jobs {state}\t{count}" for state, count in sorted(counts.jobs.items())]
        if counts.conflicts:
            shown.append(f"contested\t{counts.conflicts}")
        if counts.maintained_at is not None:
            shown.append(f"maintained\t{format_iso(counts.maintained_at)}")
        if counts.month.spent.calls:
            shown.append(f"claude {counts.month.name}\t{spending_text(counts.month)}")
        return [*shown, f"bytes\t{counts.bytes}", f"file\t{counts.path}"]

    def screen(out: "Screen") -> None:
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

    return Reply(lambda: stats_document(counts), lines, screen)


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
        "decay": {
            "left": [*counts.strength_counts],
            "mean": None if counts.mean_strength is None else round(counts.mean_strength, 4),
            "pinned": counts.pinned,
        },
        "maintained_at": format_iso(counts.maintained_at),
        "last_operation": None if last is None else {"operation": last.n, "kind": last.kind, "at": format_iso(last.at)},
    }


def spending_text(month: "MonthSpending") -> str:
    """The model's use in a month, in one line."""
    took = month.spent
    failed = f" ({took.failed} failed)" if took.failed else ""
    calls = f"{took.calls:,} call{'' if took.calls == 1 else 's'}{failed}"
    tokens = f"{took.tokens_in:,} tokens in, {took.tokens_out:,} out"
    return f"{calls}, {tokens}, ${took.usd:.4f} of ${month.cap:.2f}"


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


def sparkline(counts: "Sequence[int]") -> str:
    """Counts as small columns; every count above zero is visible."""
    most = max(counts, default=0) or 1
    return "".join(BAR_LETTERS[0 if not count else max(1, round(8 * count / most))] for count in counts)

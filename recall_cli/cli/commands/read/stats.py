"""recall stats: what is in the store, at a glance."""

from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
        from recall_cli.cli.output import overview, terminal

        overview.stats(console, found, app.now())
        for one in hooks:
            times = f"p50 {one['p50_ms']:.0f} ms, p95 {one['p95_ms']:.0f} ms"
            terminal.print_footer(
                console, f"hooks of {one['agent']}: {one['runs']} runs, {times}, {one['failures']} failed"
            )

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
        from recall_cli.cli.output import overview

        overview.fading(console, fading, found)

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

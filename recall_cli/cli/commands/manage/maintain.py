"""recall maintain: one maintenance run, for cron or by hand."""

from recall_cli.cli.output.formatting import ACCENT, DIM
from recall_cli.cli.output.progress import ProgressBar
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import RecallError
from recall_cli.domain.moment import format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.maintain.maintain import FinishedStep, MaintenanceReport

PARAMS = (
    option(
        "only",
        "Only these steps: jobs, loops, patterns, decay, purge, upkeep, sessions, copies, sync.",
        kind="many",
        metavar="STEPS",
        offers=("jobs", "loops", "patterns", "decay", "purge", "upkeep", "sessions", "copies", "sync"),
    ),
    option("dry_run", "Show what would be done without changing anything.", kind="flag"),
)
EXAMPLES = (
    ("recall maintain", "safe at any time, in parallel, and to interrupt"),
    ("recall maintain --dry-run", ""),
    ("recall maintain --only decay,loops", ""),
    ("recall maintain --json", "for monitoring; recall admin schedule install runs it daily"),
)


class MaintenanceInterrupted(RecallError):
    """Interrupted."""

    code = "interrupted"
    status = 130


def maintain(app: "App", *, only: "tuple[str, ...]", dry_run: bool) -> Reply:
    """Run deferred jobs, find conflicts and patterns, fade unused memories, purge, tidy the file.

    Changes to memories are in `recall log` and can be undone by number; purging is permanent.
    """
    from recall_cli.flows.maintain.maintain import choose_steps
    from recall_cli.flows.maintain.maintain import maintain as go_round

    names = choose_steps(only)
    done: list[FinishedStep] = []
    try:
        with ProgressBar() as bar:
            report = go_round(
                app,
                names,
                dry_run=dry_run,
                finished=done,
                progress=lambda step, share: bar(step, round(100 * share), 100),
            )
    except KeyboardInterrupt:
        finished = ", ".join(took.step for took in done) or "no step"
        part = f", {names[len(done)]} partly" if len(done) < len(names) else ""
        raise MaintenanceInterrupted(f"interrupted: {finished} done{part}", "recall maintain continues") from None
    return Reply(
        lambda: _report_document(report),
        lambda: [summary_line(report, app.now())],
        lambda out: _print_report(out, report),
    )


def summary_line(report: "MaintenanceReport", now: int) -> str:
    """The run in one line for a log, with its time."""
    summary = ", ".join(step.result.summary for step in report.steps if step.result.summary) or "nothing to do"
    verb = "would maintain" if report.dry_run else "maintained"
    return f"{verb}: {summary} ({report.ms / 1000:.1f} s), {format_iso(now)}"


def _report_document(report: "MaintenanceReport") -> "dict[str, object]":
    steps = [
        {
            "step": step.step,
            "touched": step.result.touched,
            "said": step.result.summary,
            "operation": step.result.op,
            **step.result.figures,
            "ms": step.ms,
        }
        for step in report.steps
    ]
    return {"steps": steps, "took_ms": round(report.ms, 1), "dry_run": report.dry_run}


STEP_DESCRIPTIONS = {
    "jobs": "run deferred jobs",
    "loops": "facts that keep changing or conflict",
    "patterns": "recurring findings",
    "decay": "fade unused memories",
    "purge": "erase old deleted memories",
    "upkeep": "tidy the index and the file",
    "sessions": "index of past sessions",
    "copies": "automatic backups",
    "sync": "your other machines",
}


def _print_report(out: "Screen", report: "MaintenanceReport") -> None:
    rows: list[list[Cell]] = []
    for step in report.steps:
        undo = f"undo: recall undo {step.result.op}" if step.result.op and step.step != "purge" else ""
        if step.step == "purge" and step.result.op:
            undo = "permanent"
        result = step.result.summary or ("nothing to do", DIM)
        rows.append([(step.step, ACCENT), result, (STEP_DESCRIPTIONS.get(step.step, ""), DIM), (undo, DIM)])
    out.table(rows)
    seconds = f"{report.ms / 1000:.1f} s"
    out.footer(f"dry run: nothing was changed · {seconds}" if report.dry_run else seconds)

"""recall maintain: one maintenance run, for cron or by hand."""

from recall_cli.cli.output.progress import ProgressBar
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import RecallError
from recall_cli.domain.moment import format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.maintain.maintain import FinishedStep, MaintenanceReport

PARAMS = (
    option(
        "only",
        "Only these steps: jobs, expiry, loops, patterns, decay, purge, upkeep, copies.",
        kind="many",
        metavar="STEPS",
        offers=("jobs", "expiry", "loops", "patterns", "decay", "purge", "upkeep", "copies"),
    ),
    option("dry_run", "Show what would be done without changing anything.", kind="flag"),
)
EXAMPLES = (
    ("recall maintain", "safe at any time, in parallel, and to interrupt"),
    ("recall maintain --dry-run", ""),
    ("recall maintain --only decay,loops", ""),
    ("recall maintain --json", "for monitoring; recall schedule install runs it daily"),
)


class MaintenanceInterrupted(RecallError):
    """Interrupted."""

    code = "interrupted"
    status = 130


def maintain(app: "App", *, only: "tuple[str, ...]", dry_run: bool) -> Reply:
    """Run deferred jobs, expire memories, find conflicts and patterns, fade unused memories, purge, tidy the file.

    Changes to memories are in `recall log` and can be undone by number; purging is permanent.
    """
    from recall_cli.flows.maintain.maintain import choose_steps
    from recall_cli.flows.maintain.maintain import maintain as go_round

    names = choose_steps(only)
    done: list[FinishedStep] = []
    try:
        with ProgressBar() as bar:
            found = go_round(
                app, names, dry_run=dry_run, done=done, progress=lambda step, share: bar(step, round(100 * share), 100)
            )
    except KeyboardInterrupt:
        finished = ", ".join(took.step for took in done) or "no step"
        part = f", {names[len(done)]} partly" if len(done) < len(names) else ""
        raise MaintenanceInterrupted(f"interrupted: {finished} done{part}", "recall maintain continues") from None
    return Reply(
        lambda: _report_document(found),
        lambda: [summary_line(found, app.now())],
        lambda console: _print_report(console, found),
    )


def summary_line(found: "MaintenanceReport", now: int) -> str:
    """The run in one line for a log, with its time."""
    said = ", ".join(took.done.said for took in found.steps if took.done.said) or "nothing to do"
    return f"{'would maintain' if found.dry_run else 'maintained'}: {said} ({found.ms / 1000:.1f} s), {format_iso(now)}"


def _report_document(found: "MaintenanceReport") -> "dict[str, Any]":
    steps = [
        {"step": took.step, "touched": took.done.touched, "said": took.done.said, "operation": took.done.op,
         **took.done.figures, "ms": took.ms}
        for took in found.steps
    ]  # fmt: skip
    return {"steps": steps, "took_ms": round(found.ms, 1), "dry_run": found.dry_run}


STEP_DESCRIPTIONS = {
    "jobs": "run deferred jobs",
    "expiry": "end memories on their end date",
    "loops": "facts that keep changing or conflict",
    "patterns": "recurring findings",
    "decay": "fade unused memories",
    "purge": "erase old deleted memories",
    "upkeep": "tidy the index and the file",
    "copies": "automatic backups",
}


def _print_report(out: "Console", found: "MaintenanceReport") -> None:
    """Print a line per step: name, result, description, how to undo it."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer

    table = make_grid()
    for took in found.steps:
        undo = f"undo: recall undo {took.done.op}" if took.done.op and took.step != "purge" else ""
        if took.step == "purge" and took.done.op:
            undo = "permanent"
        said = Text(took.done.said) if took.done.said else Text("nothing to do", style=DIM)
        table.add_row(
            Text(took.step, style=ACCENT),
            said,
            Text(STEP_DESCRIPTIONS.get(took.step, ""), style=DIM),
            Text(undo, style=DIM),
        )
    out.print(table)
    seconds = f"{found.ms / 1000:.1f} s"
    print_footer(out, f"dry run: nothing was changed · {seconds}" if found.dry_run else seconds)

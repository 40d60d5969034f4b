"""recall maintain: one round of upkeep, for cron or by hand."""

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
    option("dry_run", "Say what would be done, and change nothing.", kind="flag"),
)
EXAMPLES = (
    ("recall maintain", "safe at any time, twice at once, and to interrupt"),
    ("recall maintain --dry-run", ""),
    ("recall maintain --only decay,loops", ""),
    ("recall maintain --json", "for a monitor; recall schedule install lets the machine do it every day"),
)


class MaintenanceInterrupted(RecallError):
    """Interrupted."""

    code = "interrupted"
    status = 130


def maintain(app: "App", *, only: "tuple[str, ...]", dry_run: bool) -> Reply:
    """Do deferred work, expire, mark contested facts, tell what recurs as a pattern, let fade, purge, tend the file.

    What it changes in beliefs is in `recall log` and can be undone by its number; purging is final.
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
        whole = ", ".join(took.step for took in done) or "no step"
        part = f", {names[len(done)]} in part" if len(done) < len(names) else ""
        raise MaintenanceInterrupted(f"interrupted: {whole} done{part}", "recall maintain goes on") from None
    return Reply(
        lambda: _report_document(found),
        lambda: [summary_line(found, app.now())],
        lambda console: _print_report(console, found),
    )


def summary_line(found: "MaintenanceReport", now: int) -> str:
    """A round in one line, as a log keeps it, with when it was."""
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
    "jobs": "deferred work",
    "expiry": "what ended on its own date",
    "loops": "facts that turn or disagree",
    "patterns": "findings that recur",
    "decay": "what nobody asked for fades",
    "purge": "what was deleted long ago",
    "upkeep": "the index and the file",
    "copies": "where copies are wanted",
}


def _print_report(out: "Console", found: "MaintenanceReport") -> None:
    """A line a step: its name, what it did, how to take it back."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer

    table = make_grid()
    for took in found.steps:
        undo = f"undo: recall undo {took.done.op}" if took.done.op and took.step != "purge" else ""
        if took.step == "purge" and took.done.op:
            undo = "final"
        said = Text(took.done.said) if took.done.said else Text("nothing to do", style=DIM)
        table.add_row(
            Text(took.step, style=ACCENT),
            said,
            Text(STEP_DESCRIPTIONS.get(took.step, ""), style=DIM),
            Text(undo, style=DIM),
        )
    out.print(table)
    seconds = f"{found.ms / 1000:.1f} s"
    print_footer(out, f"a rehearsal: nothing was changed · {seconds}" if found.dry_run else seconds)

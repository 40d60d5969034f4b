"""`recall import transcripts`: import past sessions of coding agents."""

from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.output.progress import ProgressBar
from recall_cli.cli.parsing import option_values
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.agents.transcripts import BackfillReport

MAX_SHOWN_FAULTS = 20


def import_transcripts(app: "App", agent: "str | None", since: "str | None", *, dry_run: bool) -> Reply:
    """Import the session files of all agents on this machine, or of one."""
    from recall_cli.agents.transcripts.clients import CLIENTS
    from recall_cli.flows.agents.transcripts import BackfillReport, backfill
    from recall_cli.flows.write.think import off_refusal

    refusal = off_refusal(app)
    if refusal is not None:
        app.note(f"nothing was read: {refusal.reason}")
        return _reply(BackfillReport(dry_run=dry_run), status=3)
    moment = option_values.parse_moment(app, since)
    with ProgressBar() as bar:
        agents = (agent,) if agent else tuple(CLIENTS)
        report = backfill(app, agents, moment, lambda *at: bar("reading sessions", *at), dry_run=dry_run)
    if report.redacted:
        app.note("masked: " + ", ".join(f"{count:,} {kind}" for kind, count in report.redacted))
    for fault in report.faults[:MAX_SHOWN_FAULTS]:
        app.note(make_printable(fault))
    if len(report.faults) > MAX_SHOWN_FAULTS:
        app.note(f"and {len(report.faults) - MAX_SHOWN_FAULTS:,} more files that could not be read")
    return _reply(report, status=1 if report.faults else 0)


def _reply(report: "BackfillReport", status: int) -> Reply:
    return Reply(
        lambda: _report_document(report),
        lambda: [_summary_line(report)],
        lambda console: _print_screen(console, report),
        status=status,
    )


def _report_document(report: "BackfillReport") -> "dict[str, object]":
    values = report.fields()
    values["operation"] = values.pop("op")
    values["redacted"] = [{"kind": kind, "count": count} for kind, count in report.redacted]
    values["faults"] = [*report.faults]
    return values


def _summary_line(report: "BackfillReport") -> str:
    word = "would store" if report.dry_run else "stored"
    held = f", {report.held:,} of them held for review" if report.held else ""
    known = f" ({report.known:,} already stored)" if report.known else ""
    beyond = f", {report.left_out:,} over the limit per session" if report.left_out else ""
    sessions = f"{report.sessions:,} session{'' if report.sessions == 1 else 's'}"
    return (
        f"{word} {memory_count_text(report.created)}{held}{known}, {report.refused:,} statements left out{beyond}: "
        f"{report.turns:,} new turns in {sessions}"
    )


def _print_screen(console: "Console", report: "BackfillReport") -> None:
    from recall_cli.cli.output.terminal import print_result

    word, _, what = _summary_line(report).partition(" ")
    if report.dry_run:
        word, what = "would store", what.removeprefix("store ")
    print_result(console, word, what, f"undo: recall undo {report.op}" if report.op else "")

"""`recall import transcripts`: import past sessions of coding agents."""

import sys

from recall_cli.cli.output.formatting import make_printable, memory_count_text
from recall_cli.cli.output.progress import ProgressBar
from recall_cli.cli.parsing import option_values
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.agents.transcripts import BackfillReport, PastSessions

MAX_SHOWN_FAULTS = 20


def import_transcripts(app: "App", agent: "str | None", since: "str | None", *, dry_run: bool) -> Reply:
    """Import the session files of all agents on this machine, or of one."""
    from recall_cli.agents.transcripts.clients import CLIENTS
    from recall_cli.flows.agents.transcripts import BackfillReport, backfill, find_past_sessions
    from recall_cli.flows.write.think import off_refusal

    refusal = off_refusal(app)
    if refusal is not None:
        app.note(f"nothing was read: {refusal.reason}")
        return _reply(BackfillReport(dry_run=dry_run), status=3)
    moment = option_values.parse_moment(app, since)
    past = find_past_sessions(app, (agent,) if agent else tuple(CLIENTS), moment)
    if not dry_run:
        _announce_calls(app, past)
    with ProgressBar() as bar:
        report = backfill(app, past, lambda *at: bar("reading sessions", *at), dry_run=dry_run)
    if report.failed is not None:
        again = "; recall worker asks it again" if report.failed.again else ""
        app.note(f"{report.failed.model} failed ({report.failed.message}): rules read those sessions{again}")
    if report.redacted:
        app.note("masked: " + ", ".join(f"{count:,} {kind}" for kind, count in report.redacted))
    for fault in report.faults[:MAX_SHOWN_FAULTS]:
        app.note(make_printable(fault))
    if len(report.faults) > MAX_SHOWN_FAULTS:
        app.note(f"and {len(report.faults) - MAX_SHOWN_FAULTS:,} more files that could not be read")
    return _reply(report, status=1 if report.faults else 0)


def _announce_calls(app: "App", past: "PastSessions") -> None:
    """Say before the first call which model is asked, how often at most, and what that costs."""
    from recall_cli.flows.model.reading import configured_model, estimate_usd

    model = configured_model(app)
    calls = past.count_unread(app) if model is not None else 0
    if calls:
        price = f", about ${max(0.01, estimate_usd(app, calls)):.2f}" if model == "claude" else ""
        sys.stderr.write(f"recall: asking {model} once for each session: at most {_count_calls(calls)}{price}\n")
        sys.stderr.flush()


def _count_calls(calls: int) -> str:
    return f"{calls:,} call{'' if calls == 1 else 's'} of your model"


def _reply(report: "BackfillReport", status: int) -> Reply:
    def document() -> "dict[str, object]":
        values = report.fields()
        values["operation"] = values.pop("op")
        values["redacted"] = [{"kind": kind, "count": count} for kind, count in report.redacted]
        values["faults"] = [*report.faults]
        values["failed"] = None if report.failed is None else report.failed.message
        return values

    def screen(out: "Screen") -> None:
        word, _, what = _summary_line(report).partition(" ")
        if report.dry_run:
            verb, _, what = what.partition(" ")
            word = f"{word} {verb}"
        out.result(word, what, f"undo: recall undo {report.op}" if report.op else "")

    return Reply(
        document,
        lambda: [_summary_line(report)],
        screen,
        status=status,
    )


def _summary_line(report: "BackfillReport") -> str:
    sessions = f"{report.turns:,} new turns in {report.sessions:,} session{'' if report.sessions == 1 else 's'}"
    if report.calls and report.dry_run:
        return f"would read {sessions}, with {_count_calls(report.calls)}"
    word = "would store" if report.dry_run else "stored"
    held = f", {report.held:,} of them held for review" if report.held else ""
    known = f" ({report.known:,} already stored)" if report.known else ""
    calls = f", {_count_calls(report.calls)}" if report.calls else ""
    stored = f"{word} {memory_count_text(report.created)}{held}{known}, {report.refused:,} statements left out"
    return f"{stored}: {sessions}{calls}"

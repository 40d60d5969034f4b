"""Brings the index of session turns up to date, if it is switched on."""

from recall_cli.flows.maintain.step_context import StepResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.flows.maintain.step_context import StepContext


def index_sessions(context: "StepContext") -> StepResult:
    """Index what is new in the clients' session files; remove the index if it was switched off."""
    from recall_cli.flows.agents.session_index import update_index

    done = update_index(context.app, context.progress, dry_run=context.dry_run)
    parts = [
        f"{done.turns:,} session turns indexed" if done.turns else "",
        f"{done.gone:,} session files gone" if done.gone else "",
        f"{done.skipped:,} session files not readable" if done.skipped else "",
        "session index removed" if done.removed else "",
    ]
    figures = {name: value for name, value in done.fields().items() if name != "turns"}
    return StepResult(touched=done.turns, summary=", ".join(filter(None, parts)), figures=figures)

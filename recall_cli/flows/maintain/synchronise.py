"""Synchronises the projects that the person synchronises, if they said that maintenance uses the network."""

from recall_cli.flows.maintain.step_context import StepResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.flows.maintain.step_context import StepContext
    from recall_cli.flows.sync.place import SyncPlace
    from recall_cli.flows.sync.sync import SyncResult

MAX_SECONDS = 60
"""How long a remote may take in a round of maintenance."""


def synchronise(context: "StepContext") -> StepResult:
    """Synchronise every project with a remote. One that fails is named, and the next round tries it again."""
    from recall_cli.flows.sync.git_runner import SyncFailed
    from recall_cli.flows.sync.place import all_places

    app = context.app
    if not app.settings["sync.maintain"] or app.settings.is_on_server or not app.view().whole:
        return StepResult(touched=0, summary="")
    places = all_places(app)
    if context.dry_run:
        return StepResult(touched=0, summary=f"{len(places):,} synchronised" if places else "")
    touched, failed = 0, []
    for at, place in enumerate(places):
        context.progress(at / len(places))
        try:
            result = _sync_place(app, place)
            touched += result.created + result.changed + result.erased
            reason = result.failed
        except SyncFailed as error:
            reason = error.message
        if reason:
            failed.append(f"{place.project_name or 'memories without a project'} not synchronised ({reason})")
    done = len(places) - len(failed)
    summary = ", ".join([f"{done:,} synchronised"] * bool(done) + failed)
    return StepResult(touched=touched, summary=summary)


def _sync_place(app: "App", place: "SyncPlace") -> "SyncResult":
    """One sync that asks nobody."""
    from recall_cli.flows.sync.sync import Sync, SyncResult

    with Sync(app, place, asks=False, max_seconds=MAX_SECONDS) as running:
        plan = running.plan()
        for warning in plan.warnings:
            app.note(warning)
        return SyncResult() if plan.is_current else running.run(plan)

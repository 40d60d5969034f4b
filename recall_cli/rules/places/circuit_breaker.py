"""The circuit breaker of an agent's hooks: they pause after three slow or failed runs in a row, then try again."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BAD_RUNS = 3
SLOW_MS = 1000
"""A slower run counts as failed: an agent waits for its hooks."""
PAUSE_MS = 10 * 60_000
"""The length of a pause in milliseconds; if the next run is bad too, the hooks pause again."""
CLOSED, PREPARED, SILENT = "closed", "prepared", "silent"
BRIEF_SHOWN, NOTHING_RELEVANT, QUEUED, FAILED = "told", "nothing", "queued", "failed"
SET_ASIDE, REPEATED = "set-aside", "repeated"
"""SET_ASIDE: a session was saved in a file because the store could not be reached. REPEATED: another hook had already
shown the brief."""
WORK_OUTCOMES = frozenset({BRIEF_SHOWN, NOTHING_RELEVANT, QUEUED, FAILED})
"""Outcomes that show how well recall works. The others, such as switched off or paused, do not."""


class HookRun(Record):
    """One run of a hook."""

    at: int
    event: str
    outcome: str
    ms: float
    why: str = ""


def is_bad_run(run: HookRun) -> bool:
    """Whether the run was slow or failed."""
    return run.outcome == FAILED or run.ms > SLOW_MS


def breaker_state(runs: "Sequence[HookRun]", now: int) -> str:
    """How the next run should work, after these runs, oldest first.

    closed: as usual. prepared: show the brief that was saved earlier. silent: show nothing, because the saved brief
    was slow or failed too.
    """
    last_runs = [run for run in runs if run.outcome in WORK_OUTCOMES][-MAX_BAD_RUNS:]
    if (
        len(last_runs) < MAX_BAD_RUNS
        or not all(is_bad_run(run) for run in last_runs)
        or not 0 <= now - last_runs[-1].at < PAUSE_MS
    ):
        return CLOSED
    prepared_runs = [run for run in runs if run.at >= last_runs[-1].at and run.outcome == PREPARED]
    return SILENT if any(run.why or run.ms > SLOW_MS for run in prepared_runs) else PREPARED

"""When do an agent's hooks rest? After three slow or failed runs in a row; a while later one is tried again."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BAD_RUNS = 3
PAUSE_MS = 10 * 60_000
"""Milliseconds until a run is tried again; if it is no better, as long once more."""
CLOSED, PREPARED, SILENT = "closed", "prepared", "silent"
BRIEF_SHOWN, NOTHING_RELEVANT, QUEUED, FAILED = "told", "nothing", "queued", "failed"
SET_ASIDE, REPEATED = "set-aside", "repeated"
"""A session was written down beside a store that could not be reached; another hook had told the brief already."""
WORK_OUTCOMES = frozenset({BRIEF_SHOWN, NOTHING_RELEVANT, QUEUED, FAILED})
"""Outcomes that say how well recall works; of the others (switched off, not understood, resting) none does."""


class HookRun(Record):
    """One run of a hook."""

    at: int
    event: str
    outcome: str
    ms: float
    why: str = ""


def is_bad_run(run: HookRun, slow_ms: float) -> bool:
    """Was it slow, or did it fail?"""
    return run.outcome == FAILED or run.ms > slow_ms


def breaker_state(runs: "Sequence[HookRun]", now: int, slow_ms: float) -> str:
    """How the next run shall go, after these, oldest first.

    closed: as always. prepared: with the brief that was prepared before. silent: with nothing, once that was no good
    either.
    """
    last = [run for run in runs if run.outcome in WORK_OUTCOMES][-MAX_BAD_RUNS:]
    if (
        len(last) < MAX_BAD_RUNS
        or not all(is_bad_run(run, slow_ms) for run in last)
        or not 0 <= now - last[-1].at < PAUSE_MS
    ):
        return CLOSED
    since = [run for run in runs if run.at >= last[-1].at and run.outcome == PREPARED]
    return SILENT if any(run.why or run.ms > slow_ms for run in since) else PREPARED

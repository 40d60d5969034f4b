"""Work that was put off: acknowledged at once, done later, never lost."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

JOB_STATES = ("queued", "processing", "complete", "failed")
FAILED = JOB_STATES[3]
LEASE_MS = 120_000
"""Milliseconds that a worker may be silent before another takes its job over."""


class Job(Record):
    """A job as people see it."""

    n: int
    id: str
    key: "str | None"
    kind: str
    state: str
    created_at: int
    run_after: int
    attempts: int
    lease_until: "int | None"
    finished_at: "int | None"
    result: "str | None"
    error: "str | None"
    op: "int | None"


class ClaimedJob(Record):
    """A job in a worker's hands."""

    n: int
    id: str
    kind: str
    payload: "dict[str, Any]"
    attempts: int
    fence: int
    """Only who holds the newest fence may finish the job."""
    op: "int | None" = None
    """The operation that it is about, where there is one."""


STORE_JOB, RE_EXTRACT_JOB, TRANSCRIPT_JOB = "store", "re-extract", "transcript"
"""What a job is: a text that was put off, one that the rules read in place of a model that failed, or a session file
of an agent's to read on from where it was left.
"""

_RETRY_SECONDS = {STORE_JOB: (30, 300), RE_EXTRACT_JOB: (60, 600, 3600, 6 * 3600, 24 * 3600), TRANSCRIPT_JOB: (30, 300)}
"""Seconds to wait after each failed attempt; after the one that follows the last, the job is dead."""


def backoff_ms(attempts: int, kind: str = STORE_JOB) -> "int | None":
    """How long to wait after so many failed attempts, in milliseconds; None where there shall be no other."""
    waits = _RETRY_SECONDS[kind]
    return waits[max(0, attempts - 1)] * 1000 if attempts <= len(waits) else None

"""Deferred jobs: accepted at once, run later, never lost."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

JOB_STATES = ("queued", "processing", "complete", "failed")
FAILED = JOB_STATES[3]
LEASE_MS = 120_000
"""After this many milliseconds without a sign of a worker, another one takes its job over."""


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


class SpooledText(Record):
    """A text that waits outside of the store: what its job needs."""

    id: str
    user: str
    key: "str | None"
    """The idempotency key that the caller gave."""
    payload: "dict[str, Any]"
    """That of the job; its digest is not salted yet."""
    created_at: int


class ClaimedJob(Record):
    """A job that a worker has claimed."""

    n: int
    id: str
    kind: str
    payload: "dict[str, Any]"
    attempts: int
    fence: int
    """Only the worker with the newest fence may finish the job."""
    op: "int | None" = None
    """The operation that it belongs to, if there is one."""


STORE_JOB, RE_EXTRACT_JOB, TRANSCRIPT_JOB = "store", "re-extract", "transcript"
"""The kinds of jobs: store a text; ask a model again that failed, after the rules read the text; read on in the session
file of an agent.
"""

_RETRY_SECONDS = {STORE_JOB: (30, 300), RE_EXTRACT_JOB: (60, 600, 3600, 6 * 3600, 24 * 3600), TRANSCRIPT_JOB: (30, 300)}
"""Seconds to wait after each failed attempt. If the attempt after the last wait fails too, the job has failed."""


def backoff_ms(attempts: int, kind: str = STORE_JOB) -> "int | None":
    """How many milliseconds to wait after this many failed attempts; None if there is no further attempt."""
    waits = _RETRY_SECONDS[kind]
    return waits[max(0, attempts - 1)] * 1000 if attempts <= len(waits) else None

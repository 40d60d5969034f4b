"""Work that was put off: acknowledged at once, done later, never lost."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STATES = ("queued", "processing", "complete", "failed")
ATTEMPTS = 3
LEASE = 120_000
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


class Claimed(Record):
    """A job in a worker's hands."""

    n: int
    id: str
    kind: str
    payload: "dict[str, Any]"
    attempts: int
    fence: int
    """Only who holds the newest fence may finish the job."""


def backoff(attempts: int) -> int:
    """How long to wait after so many failed attempts, in milliseconds: 30 s, then 5 minutes."""
    return 30_000 if attempts <= 1 else 300_000

"""Jobs: put down in one row, claimed by one worker, finished in the transaction that keeps what they bring."""

from recall_cli.domain.ids import shorten_id
from recall_cli.domain.job import LEASE_MS, ClaimedJob, Job
from recall_cli.domain.json_text import dumps, dumps_utf8, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.engine import Unit


class Jobs:
    """The job table within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def add(
        self, id_: str, key: "str | None", kind: str, payload: "dict[str, Any]", *,
        run_after: "int | None" = None, op: "int | None" = None,
    ) -> bool:  # fmt: skip
        """Put a job down, for now or for later; False if its key is taken."""
        rows = self._tx.run(
            "jobs", "add", id=id_, key=key, kind=kind, state="queued", payload=dumps_utf8(payload),
            run_after=run_after, finished_at=None, result=None, op=op,
        )  # fmt: skip
        return bool(rows)

    def add_done(self, id_: str, key: str, kind: str, result: "dict[str, Any]", op: "int | None") -> bool:
        """Remember work done at once under its key; False if the key is taken."""
        rows = self._tx.run(
            "jobs", "add", id=id_, key=key, kind=kind, state="complete", payload="", run_after=None,
            finished_at=self._tx.now, result=dumps_utf8(result), op=op,
        )  # fmt: skip
        return bool(rows)

    def by_key(self, key: str) -> "Job | None":
        rows = self._tx.run("jobs", "by_key", key=key)
        return Job(**dict(zip(Job._fields, rows[0], strict=True))) if rows else None

    def digest_of_key(self, key: str) -> "str | None":
        """What the text that this key was first used with is known by; None where that was not noted."""
        rows = self._tx.run("jobs", "digest_of_key", key=key)
        return rows[0][0] if rows else None

    def count_live_memories(self, ids: "tuple[str, ...]") -> int:
        """How many of these memories are there, and not deleted."""
        return int(self._tx.run("jobs", "standing", ids=dumps(list(ids)))[0][0])

    def release_key(self, key: str, since: int) -> None:
        """A finished job from before then gives its key free."""
        self._tx.run("jobs", "release_key", key=key, since=since)

    def run_no_later_than(self, key: str, run_after: int, *, ended: bool) -> None:
        """A job that waits for its time waits no longer than until then. `ended`: its session goes on no more."""
        self._tx.run("jobs", "hasten", key=key, run_after=run_after, ended=ended)

    def waiting(self, kind: str, limit: int) -> "list[tuple[str, str]]":
        """The newest jobs of a kind whose time has not come: their keys and what they are about."""
        return [(row[0], row[1]) for row in self._tx.run("jobs", "waiting", kind=kind, limit=limit)]

    def postpone(self, job: ClaimedJob, run_after: int) -> bool:
        """It is too early for it; False if another worker holds it by now."""
        return bool(self._tx.run("jobs", "postpone", n=job.n, fence=job.fence, run_after=run_after))

    def claim(self, lease_until: int) -> "ClaimedJob | None":
        """Take the oldest job that waits."""
        rows = self._tx.run("jobs", "claim", lease_until=lease_until, lease=LEASE_MS)
        if not rows:
            return None
        n, id_, kind, payload, attempts, fence, op = rows[0]
        return ClaimedJob(n=n, id=id_, kind=kind, payload=loads(payload), attempts=attempts, fence=fence, op=op)

    def finish(self, job: ClaimedJob, result: "dict[str, Any]", op: "int | None") -> bool:
        """It is done; False if another worker holds it by now."""
        rows = self._tx.run("jobs", "finish", n=job.n, fence=job.fence, result=dumps_utf8(result), op=op)
        return bool(rows)

    def fail_attempt(self, job: ClaimedJob, error: str, *, run_after: int, dead: bool) -> bool:
        """It failed: to be tried again later, or not any more."""
        rows = self._tx.run(
            "jobs", "give_back", n=job.n, fence=job.fence, error=error, run_after=run_after,
            state="failed" if dead else "queued", finished_at=self._tx.now if dead else None,
        )  # fmt: skip
        return bool(rows)

    def retry(self, numbers: "list[int] | None") -> int:
        """Try failed jobs again; how many."""
        return len(self._tx.run("jobs", "retry", numbers=None if numbers is None else dumps(numbers)))

    def failed_since(self, since: int) -> "list[int]":
        """The failed jobs that were put down since then."""
        return [row[0] for row in self._tx.run("jobs", "failed_since", since=since)]

    def count_finished_before(self, before: int) -> int:
        """How many were finished before then."""
        return int(self._tx.run("jobs", "finished_before", before=before)[0][0])

    def remove_finished(self, before: int, limit: int) -> int:
        """Remove some that were finished before then, with their keys; how many."""
        self._tx.run("jobs", "forget", before=before, limit=limit)
        return self._tx.engine.rows_changed()

    def count_due(self) -> int:
        """How many a worker would find now."""
        return int(self._tx.run("jobs", "due", lease=LEASE_MS)[0][0])

    def by_prefix(self, prefix: str) -> "list[tuple[int, str]]":
        """The few jobs whose ids begin so."""
        return [(row[0], row[1]) for row in self._tx.run("jobs", "by_prefix", low=prefix, high=prefix + "~")]

    def short_id(self, id_: str) -> str:
        """A job's id in a short form that stands for no other job."""
        before, after = self._tx.run("jobs", "neighbours", id=id_)[0]
        return shorten_id(id_, (before, after))

    def newest(self, limit: int, state: "str | None" = None) -> "list[Job]":
        rows = self._tx.run("jobs", "list", limit=limit, state=state)
        return [Job(**dict(zip(Job._fields, row, strict=True))) for row in rows]

    def count_by_state(self) -> "dict[str, int]":
        """How many there are in each state."""
        return {row[0]: row[1] for row in self._tx.run("jobs", "tally")}

    def next_run_at(self) -> "int | None":
        """When the next waiting job may run."""
        found = self._tx.run("jobs", "next")[0][0]
        return None if found is None else int(found)

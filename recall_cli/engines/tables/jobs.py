"""Jobs: each is a row, is claimed by one worker, and ends in the transaction that stores its result."""

from recall_cli.domain.ids import MIN_ENDING_LENGTH, short_ids
from recall_cli.domain.job import LEASE_MS, STORE_JOB, ClaimedJob, Job
from recall_cli.domain.json_text import dumps, dumps_utf8, loads
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Jobs(Table):
    """The job table within one transaction."""

    def add(
        self,
        id_: str,
        key: "str | None",
        kind: str,
        payload: "Mapping[str, object]",
        *,
        run_after: "int | None" = None,
        op: "int | None" = None,
    ) -> bool:
        """Add a job, for now or for later; False if its key is taken."""
        rows = self._tx.run(
            "jobs",
            "add",
            id=id_,
            key=key,
            kind=kind,
            state="queued",
            payload=dumps_utf8(payload),
            run_after=run_after,
            finished_at=None,
            result=None,
            op=op,
        )
        return bool(rows)

    def add_done(self, id_: str, key: str, kind: str, result: "Mapping[str, object]", op: "int | None") -> None:
        """Record work that was done at once under its key."""
        self._tx.run(
            "jobs",
            "add",
            id=id_,
            key=key,
            kind=kind,
            state="complete",
            payload="",
            run_after=None,
            finished_at=self._tx.now,
            result=dumps_utf8(result),
            op=op,
        )

    def by_key(self, key: str) -> "Job | None":
        rows = self._tx.run("jobs", "by_key", key=key)
        return Job(**dict(zip(Job._fields, rows[0], strict=True))) if rows else None

    def digest_of_key(self, key: str) -> "str | None":
        """The digest of the text that this key was first used with, or None if it was not recorded."""
        rows = self._tx.run("jobs", "digest_of_key", key=key)
        return rows[0][0] if rows else None

    def count_live_memories(self, ids: "tuple[str, ...]") -> int:
        """How many of these memories exist and are not deleted."""
        return int(self._tx.run("jobs", "standing", ids=dumps(list(ids)))[0][0])

    def release_key(self, key: str, since: int) -> None:
        """Release the key of a job that was finished before then."""
        self._tx.run("jobs", "release_key", key=key, since=since)

    def run_no_later_than(self, key: str, run_after: int, *, ended: bool) -> None:
        """Let a waiting job run at that time at the latest. `ended`: its session has ended."""
        self._tx.run("jobs", "hasten", key=key, run_after=run_after, ended=ended)

    def waiting(self, kind: str, limit: int) -> "list[tuple[str, str]]":
        """The newest jobs of a kind that are not due yet: their keys and payloads."""
        return [(row[0], row[1]) for row in self._tx.run("jobs", "waiting", kind=kind, limit=limit)]

    def postpone(self, job: ClaimedJob, run_after: int) -> bool:
        """Postpone a job that is too early; False if another worker has claimed it."""
        return bool(self._tx.run("jobs", "postpone", n=job.n, fence=job.fence, run_after=run_after))

    def claim(self, lease_until: int) -> "ClaimedJob | None":
        """Claim the oldest waiting job."""
        rows = self._tx.run("jobs", "claim", lease_until=lease_until, lease=LEASE_MS)
        if not rows:
            return None
        n, id_, kind, payload, attempts, fence, op = rows[0]
        return ClaimedJob(n=n, id=id_, kind=kind, payload=loads(payload), attempts=attempts, fence=fence, op=op)

    def renew_lease(self, job: ClaimedJob, lease_until: int) -> None:
        """Keep a claimed job for longer, unless another worker has claimed it."""
        self._tx.run("jobs", "renew_lease", n=job.n, fence=job.fence, lease_until=lease_until)

    def finish(self, job: ClaimedJob, result: "Mapping[str, object]", op: "int | None") -> bool:
        """Finish a job; False if another worker has claimed it."""
        rows = self._tx.run("jobs", "finish", n=job.n, fence=job.fence, result=dumps_utf8(result), op=op)
        return bool(rows)

    def fail_attempt(self, job: ClaimedJob, error: str, *, run_after: int, dead: bool) -> None:
        """Record a failed attempt; the job is tried again later, or with `dead` never."""
        self._tx.run(
            "jobs",
            "give_back",
            n=job.n,
            fence=job.fence,
            error=error,
            run_after=run_after,
            state="failed" if dead else "queued",
            finished_at=self._tx.now if dead else None,
        )

    def retry(self, numbers: "list[int] | None") -> int:
        """Queue failed jobs again; how many."""
        return len(self._tx.run("jobs", "retry", numbers=None if numbers is None else dumps(numbers)))

    def failed_since(self, since: int) -> "list[int]":
        """The failed jobs that were added since then."""
        return [row[0] for row in self._tx.run("jobs", "failed_since", since=since)]

    def count_finished_before(self, before: int) -> int:
        """How many jobs were finished before then."""
        return int(self._tx.run("jobs", "finished_before", before=before)[0][0])

    def remove_finished(self, before: int, limit: int) -> int:
        """Remove some jobs that were finished before then, with their keys; how many."""
        self._tx.run("jobs", "forget", before=before, limit=limit)
        return self._tx.engine.rows_changed()

    def count_due(self) -> int:
        """How many jobs are due now."""
        return int(self._tx.run("jobs", "due", lease=LEASE_MS)[0][0])

    def oldest_due(self) -> "int | None":
        """Since when the oldest job waits that a worker would find now."""
        since = self._tx.run("jobs", "due", lease=LEASE_MS)[0][1]
        return None if since is None else int(since)

    def users_with_due(self) -> "dict[str, tuple[int, int]]":
        """Everybody whose jobs a worker would find now: how many, and since when they wait."""
        return {row[0]: (int(row[1]), int(row[2])) for row in self._tx.run("jobs", "users_with_due", lease=LEASE_MS)}

    def unread(self, limit: int) -> "list[tuple[str, str, int]]":
        """The newest texts that no worker has read yet: the id of the job, its payload, and its time."""
        return [(row[0], row[1], row[2]) for row in self._tx.run("jobs", "unread", kind=STORE_JOB, limit=limit)]

    def known_ids(self, ids: "list[str]") -> "set[str]":
        """Which of these are ids of jobs."""
        return {row[0] for row in self._tx.run("jobs", "known_ids", ids=dumps(ids))}

    def by_short_id(self, part: str) -> "list[tuple[int, str]]":
        """The few jobs whose ids begin or end so."""
        rows = self._tx.run("jobs", "by_short_id", low=part, high=part + "~", ending=part)
        return [(row[0], row[1]) for row in rows]

    def short_ids(self, ids: "list[str]") -> "dict[str, str]":
        """The short form of each of these ids: its last characters, as few as name it among the jobs."""
        others = [row[0] for row in self._tx.run("jobs", "same_endings", ids=dumps(ids), length=MIN_ENDING_LENGTH)]
        return short_ids(ids, others, MIN_ENDING_LENGTH)

    def newest(self, limit: int, state: "str | None" = None) -> "list[Job]":
        rows = self._tx.run("jobs", "list", limit=limit, state=state)
        return [Job(**dict(zip(Job._fields, row, strict=True))) for row in rows]

    def count_by_state(self) -> "dict[str, int]":
        """The number of jobs in each state."""
        return {row[0]: row[1] for row in self._tx.run("jobs", "tally")}

    def next_run_at(self) -> "int | None":
        """When the next waiting job is due."""
        run_at = self._tx.run("jobs", "next")[0][0]
        return None if run_at is None else int(run_at)

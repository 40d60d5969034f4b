"""Sessions to be read: queued when they end, and found later if no event reported their end.

A terminal may be closed, an agent killed, a store locked. So each session is recorded when it begins, and what cannot
be written into the store goes into a file beside it (spool.py).
"""

import os

from recall_cli.domain.job import TRANSCRIPT_JOB
from recall_cli.domain.json_text import loads
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.workplace import mask_mark, path_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

_TEMPORARY_FOLDER = os.path.join(os.sep, "tmp")
UNENDED_WAIT_MS = 30 * 60_000
"""Time after the last write to a transcript until it is read, if the session's end was never reported."""
IDLE_WAIT_MS = 5 * 60_000
"""Time after the last write to a transcript until it is read, if another session begins."""
MAX_TRANSCRIPTS = 50
"""The number of transcripts that are checked, the newest first."""
MAX_TRANSCRIPT_AGE_MS = 14 * DAY
"""A transcript from which nothing was read for this long is not checked any more."""


class SessionJob(Record):
    """A session whose transcript has to be read."""

    agent: str
    path: str
    """The path of its transcript; masked, if it looks like a secret and the job was written down."""
    session: "str | None" = None
    folder: "str | None" = None
    open: bool = False
    """Whether its end was not reported yet."""

    def as_json(self) -> "dict[str, object]":
        """The payload of its job."""
        payload: dict[str, object] = {
            "agent": self.agent,
            "path": self.path,
            "session": self.session,
            "cwd": self.folder,
        }
        return {**payload, "open": True} if self.open else payload

    def without_secrets(self) -> "SessionJob":
        """The job as it may be written down: a path or folder that looks like a secret is masked."""
        return self.but(path=_without_secrets(self.path), folder=self.folder and _without_secrets(self.folder))

    def with_real_paths(self) -> "SessionJob":
        """The job with the path and the folder that its masked ones stand for. What is gone stays masked, or is None
        for the folder.
        """
        folder = self.folder and real_path(self.folder)
        return self.but(path=real_path(self.path) or self.path, folder=folder or None)


def _without_secrets(path: str) -> str:
    """A path that may be written down; the same path, if nothing in it looks like a secret."""
    if mask_mark(path) == path:
        return path
    return path_key(os.path.abspath(os.path.expanduser(path)))


def is_masked(path: str) -> bool:
    """Whether a path was written down with a mask in the place of a secret."""
    return "[secret: " in path


def real_path(path: str) -> "str | None":
    """The path that a masked one stands for; None if it is gone. Most paths are not masked."""
    if not is_masked(path):
        return path
    from recall_cli.masked_path import find_masked_path

    return find_masked_path(path)


def parse_session_job(values: "dict[str, object]") -> SessionJob:
    """The job in a payload. Agent and path are empty if they are missing."""
    session, folder = values.get("session"), values.get("cwd")
    return SessionJob(
        agent=str(values.get("agent") or ""),
        path=str(values.get("path") or ""),
        session=session if isinstance(session, str) else None,
        folder=folder if isinstance(folder, str) else None,
        open=bool(values.get("open")),
    )


def queue_session(app: "App", tx: "Transaction", job: SessionJob, run_at: int) -> None:
    """Queue a job to read a session. If one is queued already, it runs no later than `run_at`.

    No secret is written down, not even for the time that the job waits: a folder or path that looks like one is masked,
    and found again when the job runs.
    """
    job = job.without_secrets()
    key = f"transcript:{job.agent}:{job.session or job.path}"
    # a queued job will read everything; a running one may have read the end already
    names = (key, key + ":more")
    for name in names:
        tx.jobs.release_key(name, tx.now + 1)
    known = {name: tx.jobs.by_key(name) for name in names}
    for name, queued in known.items():
        if queued is not None and queued.state == "queued":
            tx.jobs.run_no_later_than(name, run_at, ended=not job.open)
            return
    free = next((name for name, queued in known.items() if queued is None), None)
    if free is not None:
        tx.jobs.add(app.new_id(), free, TRANSCRIPT_JOB, job.as_json(), run_after=run_at)


def is_reading_due(app: "App", tx: "Transaction", agent: str, session: str) -> bool:
    """Whether a worker reads this session now, or will at once."""
    key = f"transcript:{agent}:{session}"
    jobs = (tx.jobs.by_key(name) for name in (key, key + ":more"))
    return any(job is not None and job.state in ("queued", "processing") and job.run_after <= app.now() for job in jobs)


def queue_idle_sessions(app: "App", tx: "Transaction", *, early: bool) -> int:
    """Queue each session whose transcript has grown and was not written to for a while; returns how many.

    Only sizes and times of files are checked. `early`: also run the jobs of sessions whose half hour is not over.
    """
    count = 0
    queued_paths = set()
    for key, payload in tx.jobs.waiting(TRANSCRIPT_JOB, MAX_TRANSCRIPTS):
        path = str(loads(payload).get("path"))
        queued_paths.add(path)
        state = _size_and_time(path) if early else None
        if state is not None and state[1] + IDLE_WAIT_MS <= tx.now:
            tx.jobs.run_no_later_than(key, tx.now, ended=True)
            count += 1
    for path, agent, at, read_at in tx.transcripts.newest(tx.now - MAX_TRANSCRIPT_AGE_MS, MAX_TRANSCRIPTS):
        state = None if path in queued_paths else _size_and_time(path)
        if state is None or state[0] <= at or state[1] + IDLE_WAIT_MS > tx.now:
            continue
        if read_at < state[1] + IDLE_WAIT_MS:  # else it was checked since then, and the rest is an incomplete line
            queue_session(app, tx, SessionJob(agent=agent, path=path), tx.now)
            count += 1
    return count


def _size_and_time(path: str) -> "tuple[int, int] | None":
    """The size of a file and the time of its last write; None if there is no file."""
    try:
        status = os.stat(real_path(path) or path)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns // 1_000_000


def next_idle_time(path: str, now: int) -> "int | None":
    """When a transcript will be old enough to be read to its end; None if it is so now."""
    state = _size_and_time(path)
    if state is None or not 0 <= now - state[1] < UNENDED_WAIT_MS:
        return None
    return state[1] + UNENDED_WAIT_MS


def spool_paths(app: "App") -> "list[str]":
    """The files outside the store that may hold sessions, the best one first."""
    temporary = app.environment.get("XDG_RUNTIME_DIR") or app.environment.get("TMPDIR") or _TEMPORARY_FOLDER
    return [
        app.settings.files_beside + ".spool",
        os.path.join(app.settings.hooks_folder, "spool"),
        os.path.join(temporary, f"recall-{os.getuid()}", "spool"),
    ]


def has_spooled_sessions(app: "App") -> bool:
    """Whether any session is written down outside the store."""
    return any(map(os.path.exists, spool_paths(app)))

"""Sessions to be read: lined up when they end, and found again where nothing told of their end.

A terminal is closed, an agent is killed, a store is locked: each session is known from its beginning, and what could
not be written into the store stands in a file beside it (spool.py).
"""

import os

from recall_cli.domain.job import TRANSCRIPT_JOB
from recall_cli.domain.json_text import loads
from recall_cli.domain.moment import DAY
from recall_cli.flows.agents import hook_runs
from recall_cli.workplace import path_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

_TEMPORARY_FOLDER = os.path.join(os.sep, "tmp")
UNENDED_WAIT_MS = 30 * 60_000
"""So long after its record was last written to, a session that nobody told the end of is read."""
IDLE_WAIT_MS = 5 * 60_000
"""When another session begins, it is read once its record has rested for so long."""
MAX_TRANSCRIPTS = 50
"""So many records are looked at, the newest first."""
MAX_TRANSCRIPT_AGE_MS = 14 * DAY
"""A record that nothing was read of for so long is looked at no more."""


def queue_session(app: "App", tx: "Transaction", payload: "dict[str, Any]", run_at: int) -> None:
    """A job to read a session, unless one waits: that one is read no later than then.

    Its folder and its record are named as they are, also where a name looks like a secret, or nothing could be read.
    They go when it is read; what stays, the job's key and the place that was reached, has no secret in it.
    """
    key = f"transcript:{payload['agent']}:{payload['session'] or path_key(payload['path'])}"
    # one that waits will read all; one that is being worked on may have read the end already
    for name in (key, key + ":more"):
        tx.jobs.release_key(name, tx.now + 1)
        known = tx.jobs.by_key(name)
        if known is None:
            tx.jobs.add(app.new_id(), name, TRANSCRIPT_JOB, payload, run_after=run_at)
            break
        if known.state == "queued":
            tx.jobs.run_no_later_than(name, run_at, ended="open" not in payload)
            break


def queue_idle_sessions(app: "App", tx: "Transaction", *, early: bool) -> int:
    """Line up each session whose record has grown and rests by now; how many. A look at each file, no more.

    `early`: also those that wait for the end of their half hour.
    """
    count = 0
    waiting = set()
    for key, payload in tx.jobs.waiting(TRANSCRIPT_JOB, MAX_TRANSCRIPTS):
        path = str(loads(payload).get("path"))
        waiting.add(path)
        written = _size_and_time(path) if early else None
        if written is not None and written[1] + IDLE_WAIT_MS <= tx.now:
            tx.jobs.run_no_later_than(key, tx.now, ended=True)
            count += 1
    for path, agent, at, read_at in tx.transcripts.newest(tx.now - MAX_TRANSCRIPT_AGE_MS, MAX_TRANSCRIPTS):
        written = None if path in waiting else _size_and_time(path)
        if written is None or written[0] <= at or written[1] + IDLE_WAIT_MS > tx.now:
            continue
        if (
            read_at < written[1] + IDLE_WAIT_MS
        ):  # else it was looked at since: what is behind the place is no whole line
            queue_session(app, tx, {"agent": agent, "path": path, "session": None, "cwd": None}, tx.now)
            count += 1
    return count


def _size_and_time(path: str) -> "tuple[int, int] | None":
    """How large a file is and when it was last written to; None where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns // 1_000_000


def next_idle_time(path: str, now: int) -> "int | None":
    """When a session's record will have rested long enough to be read as a whole; None where it has."""
    written = _size_and_time(path)
    if written is None or not 0 <= now - written[1] < UNENDED_WAIT_MS:
        return None
    return written[1] + UNENDED_WAIT_MS


def spool_paths(app: "App") -> "list[str]":
    """Where sessions may stand outside the store, the best place first."""
    passing = app.environment.get("XDG_RUNTIME_DIR") or app.environment.get("TMPDIR") or _TEMPORARY_FOLDER
    return [
        os.path.abspath(app.settings.database) + ".spool",
        os.path.join(hook_runs.hooks_folder(app), "spool"),
        os.path.join(passing, f"recall-{os.getuid()}", "spool"),
    ]


def has_spooled_sessions(app: "App") -> bool:
    """Does a session stand outside the store?"""
    return any(map(os.path.exists, spool_paths(app)))

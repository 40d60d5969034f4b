"""Removes records that are no longer needed: finished jobs, old bills, read positions of deleted session files, turns
that no file repeats, the scheduler's old log, private sessions of years ago.

Memories and the record of changes to them are never removed here.
"""

import contextlib
import os

from recall_cli.domain.moment import DAY
from recall_cli.flows.agents.switches import OLDER_SUFFIX, private_list_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext

BATCH_ROWS = 1_000
MAX_JOB_AGE = 30 * DAY
"""Until then, a text that is sent again with the key of a finished job is answered from that job."""
MAX_BILL_AGE = 400 * DAY
"""The spending cap needs this month's bills; a year of them stays for you to look at."""
MAX_SHOWN_AGE = 400 * DAY
"""After this time it is forgotten which memories a session was given."""
MAX_TURN_AGE = 400 * DAY
"""After this time hardly any file repeats a turn; a turn that comes back is read again."""
MAX_PRIVATE_LIST_BYTES = 200_000
"""About five thousand private sessions; a second file holds as many older ones."""
LOG_NAME, MAX_LOG_BYTES = "maintain.log", 256_000
"""The scheduler's log beside the store, and its largest size: some years of lines."""
MAX_TRANSCRIPT_AGE = 90 * DAY
"""Agents delete session files after a month or two. If one comes back, its turns are still known."""


def clear_finished_jobs(context: "StepContext") -> int:
    """Remove jobs that finished long ago, with their keys; returns how many.

    Failed jobs stay: their texts are stored nowhere else.
    """
    if context.dry_run:
        return context.read(lambda tx: tx.jobs.count_finished_before(tx.now - MAX_JOB_AGE))
    removed = 0
    while count := context.write(lambda tx: tx.jobs.remove_finished(tx.now - MAX_JOB_AGE, BATCH_ROWS)):
        removed += count
    return removed


def clear_old_records(context: "StepContext") -> None:
    """Remove old bills, old records of sessions, and what was read of deleted files."""

    def remove_batch(tx: "Transaction") -> None:
        paths = [
            path for path in tx.transcripts.not_read_since(tx.now - MAX_TRANSCRIPT_AGE) if not os.path.exists(path)
        ]
        tx.spend.forget(tx.now - MAX_BILL_AGE)
        tx.transcripts.forget(paths)
        tx.shown_memories.forget_before(tx.now - MAX_SHOWN_AGE)

    context.write(remove_batch)
    while context.write(lambda tx: tx.transcripts.forget_turns(tx.now - MAX_TURN_AGE, BATCH_ROWS)):
        pass


def shorten_log(context: "StepContext") -> None:
    """Cut a long log of the scheduler to its end, in place, since a round may be writing to it."""
    path = os.path.join(os.path.dirname(context.app.settings.files_beside), LOG_NAME)
    with contextlib.suppress(OSError), open(path, "r+b", opener=_open_without_links) as file:
        os.fchmod(file.fileno(), 0o600)
        size = os.fstat(file.fileno()).st_size
        if size > MAX_LOG_BYTES:
            file.seek(size - MAX_LOG_BYTES // 2)
            end = file.read()
            file.seek(0)
            file.write(end[end.find(b"\n") + 1 :])
            file.truncate()


def _open_without_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)


def trim_private_sessions(app: "App") -> None:
    """Drop the older half of a very long list of private sessions.

    Agents deleted those sessions long ago. The list can be read at every moment: the newer half gets its second name
    before the first name points to an empty file.
    """
    path = private_list_path(app)
    with contextlib.suppress(OSError):  # a file system without links: the list stays as it is
        if os.path.getsize(path) < MAX_PRIVATE_LIST_BYTES:
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + ".new")  # left by a killed round
        os.link(path, path + ".new")
        os.replace(path + ".new", path + OLDER_SUFFIX)
        os.close(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        os.replace(path + ".new", path)

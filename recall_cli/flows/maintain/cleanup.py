"""What was of use for a while: finished jobs, bills of past years, how far session files were read that are gone, turns
that no file repeats, what the scheduler wrote down, which sessions were private years ago.

What was kept, and the record of it, is never cleared here.
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
MAX_BILL_AGE = 400 * DAY
"""The cap asks for this month; a year is left for whoever wants to look."""
MAX_TURN_AGE = 400 * DAY
"""After so long hardly any file is left that could bring a turn back; what one does bring is read once more."""
MAX_PRIVATE_LIST_BYTES = 200_000
"""Some five thousand private sessions; as many older ones are known beside them."""
LOG_NAME, MAX_LOG_BYTES = "maintain.log", 256_000
"""What the schedule writes to beside the store, and how many bytes of it are enough: some years of lines."""
MAX_TRANSCRIPT_AGE = 90 * DAY
"""Agents remove their session files after a month or two; should one come back, its turns are still known."""


def clear_finished_jobs(context: "StepContext") -> int:
    """Forget the jobs that were finished longer ago than the setting allows, and their keys; how many.

    Failed ones stay: their texts have been kept nowhere yet.
    """
    days = context.app.persistent_value("maintain.jobs_days")
    if not days:
        return 0
    if context.dry_run:
        return context.read(lambda tx: tx.jobs.count_finished_before(tx.now - days * DAY))
    gone = 0
    while count := context.write(lambda tx: tx.jobs.remove_finished(tx.now - days * DAY, BATCH_ROWS)):
        gone += count
    return gone


def clear_old_records(context: "StepContext") -> int:
    """Forget bills of past years, how far files were read that are no more, and turns long not met; how many rows."""

    def forget(tx: "Transaction") -> int:
        paths = [
            path for path in tx.transcripts.not_read_since(tx.now - MAX_TRANSCRIPT_AGE) if not os.path.exists(path)
        ]
        return tx.spend.forget(tx.now - MAX_BILL_AGE) + tx.transcripts.forget(paths)

    gone = context.write(forget)
    while count := context.write(lambda tx: tx.transcripts.forget_turns(tx.now - MAX_TURN_AGE, BATCH_ROWS)):
        gone += count
    return gone


def shorten_log(context: "StepContext") -> bool:
    """Keep the end of what the scheduler writes down, in its place: a round may be writing there right now."""
    path = os.path.join(os.path.dirname(os.path.abspath(context.app.settings.database)), LOG_NAME)
    try:
        with open(path, "r+b", opener=_open_without_links) as file:
            os.fchmod(file.fileno(), 0o600)
            size = os.fstat(file.fileno()).st_size
            if size <= MAX_LOG_BYTES:
                return False
            file.seek(size - MAX_LOG_BYTES // 2)
            end = file.read()
            file.seek(0)
            file.write(end[end.find(b"\n") + 1 :])
            file.truncate()
    except OSError:
        return False
    return True


def _open_without_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW)


def trim_private_sessions(app: "App") -> bool:
    """Where very many sessions were private, the older half of them goes: the agents' records of those went long ago.

    Nobody is ever without the list: the newer half gets its second name before the first names an empty file.
    """
    path = private_list_path(app)
    try:
        if os.path.getsize(path) < MAX_PRIVATE_LIST_BYTES:
            return False
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + ".new")  # of a round that was killed
        os.link(path, path + ".new")
        os.replace(path + ".new", path + OLDER_SUFFIX)
        os.close(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        os.replace(path + ".new", path)
    except OSError:  # a file system without links: the list stays as it is
        return False
    return True

"""Waiting for the lock of a store that other processes write to. Loaded only when a process has to wait."""

import os
import time

MAX_NAP_SECONDS, MIN_NAP_SECONDS = 0.03, 0.002
AGEING_PER_SECOND = 4.0
"""After a second of waiting the naps are shorter by this factor, and so on: who has waited longest looks most often."""
NOTICE_SECONDS = 2.0
"""After so long a person at a terminal is shown why nothing happens."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class LockWait:
    """One wait for the lock.

    It ends without the lock if one other process holds it for `patience` seconds, or if many have taken turns for
    `longest` seconds.
    """

    def __init__(
        self, path: str, patience: float, longest: float, max_nap: float, notice: "Callable[[], None] | None"
    ) -> None:
        self._path, self._patience, self._longest = path, patience, max(patience, longest)
        self._max_nap, self._notice = min(max_nap, MAX_NAP_SECONDS), notice
        self._began = self._changed_at = time.monotonic()
        self._content = _content_mark(path)

    def nap(self, tries: int) -> bool:
        """Sleep for a short random time; False if the wait is over."""
        now = time.monotonic()
        waited = now - self._began
        if self._longest > self._patience > 0 and (content := _content_mark(self._path)) != self._content:
            self._content, self._changed_at = content, now  # another process has had its turn
        if now - self._changed_at > self._patience or waited > self._longest:
            return False
        if self._notice is not None and waited > NOTICE_SECONDS:
            self._notice()
            self._notice = None
        jitter = (time.monotonic_ns() // 1000 * 2_654_435_761 + os.getpid() * 40_503) % 1000 / 1000
        aged = max(MIN_NAP_SECONDS, MAX_NAP_SECONDS / (1 + AGEING_PER_SECOND * waited))
        time.sleep(min(0.001 * 1.6 ** min(tries, 7), self._max_nap, aged) * (0.5 + jitter))
        return True


def _content_mark(path: str) -> "tuple[int, ...]":
    """What changes with each commit to the store."""
    mark: list[int] = []
    for name in (path, path + "-wal", path + "-journal"):
        try:
            status = os.stat(name)
        except OSError:
            continue
        mark += (status.st_mtime_ns, status.st_size)
    return tuple(mark)

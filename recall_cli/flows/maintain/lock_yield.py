"""Lets other processes write during long work: after some pieces of it, a pause.

Short transactions alone are not enough. A process that finds the store locked sleeps and tries again, at last every
tenth of a second. Where one transaction follows another at once, it finds the store locked each time, and gives up
after five seconds.
"""

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Result = TypeVar("Result")

MAX_HELD_SECONDS = 0.4
"""Seconds of work before a pause: the longest that another process waits."""
PAUSE_SECONDS = 0.12
"""Longer than SQLite sleeps between two tries."""


class LockYield:
    """Measures how long the store was locked, and pauses in time."""

    def __init__(self) -> None:
        self._held = 0.0

    def run_piece(self, work: "Callable[[], Result]") -> "Result":
        """The result of one piece of work; pauses after it when enough has been done."""
        began = time.perf_counter()
        try:
            return work()
        finally:
            self._held += time.perf_counter() - began
            if self._held >= MAX_HELD_SECONDS:
                self._held = 0.0
                time.sleep(PAUSE_SECONDS)

"""Long work in short pieces: after so much of it a pause, in which whoever waits for the store gets it.

Short pieces alone are not enough. Who finds the store locked sleeps and looks again, in the end every tenth of a
second; where one piece follows another at once it finds it locked each time, and gives up after five seconds.
"""

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Found = TypeVar("Found")

MAX_HELD_SECONDS = 0.4
"""So many seconds of work at most before a pause: what anybody waits."""
PAUSE_SECONDS = 0.12
"""Longer than SQLite sleeps before it looks again."""


class LockYield:
    """Counts how long the store was kept from others, and pauses in time."""

    def __init__(self) -> None:
        self._held = 0.0

    def run_piece(self, work: "Callable[[], Found]") -> "Found":
        """Do one piece; then pause, where there has been enough of it."""
        began = time.perf_counter()
        try:
            return work()
        finally:
            self._held += time.perf_counter() - began
            if self._held >= MAX_HELD_SECONDS:
                self._held = 0.0
                time.sleep(PAUSE_SECONDS)

"""What an operation takes: time, and what a model was asked for it."""

import time


class Meter:
    """Runs from the start, or from the last reading, to the next one."""

    __slots__ = ("_since", "tokens_in", "tokens_out", "usd")

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._since = time.monotonic()
        self.tokens_in = self.tokens_out = 0
        self.usd = 0.0

    def add(self, tokens_in: int, tokens_out: int, usd: float) -> None:
        """A model answered."""
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.usd += usd

    def read(self) -> "tuple[float, int, int, float]":
        """Milliseconds, tokens asked and answered, dollars, since the last reading."""
        found = (time.monotonic() - self._since) * 1000, self.tokens_in, self.tokens_out, self.usd
        self._start()
        return found

"""What an operation costs: time, and tokens and dollars of a model."""

import time


class Meter:
    """Measures from its start, or from the last reading, to the next reading."""

    __slots__ = ("_since", "tokens_in", "tokens_out", "usd")

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._since = time.monotonic()
        self.tokens_in = self.tokens_out = 0
        self.usd = 0.0

    def add(self, tokens_in: int, tokens_out: int, usd: float) -> None:
        """Add one answer of a model."""
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.usd += usd

    def read(self) -> "tuple[float, int, int, float]":
        """Milliseconds, input tokens, output tokens and dollars since the last reading."""
        cost = (time.monotonic() - self._since) * 1000, self.tokens_in, self.tokens_out, self.usd
        self._start()
        return cost

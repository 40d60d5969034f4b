"""A word of a question."""


class QueryWord:
    """How an index asks for it, the stem by which it is counted, and whether every text is full of it."""

    __slots__ = ("ask", "stem", "stop")

    def __init__(self, ask: str, stem: str, stop: bool) -> None:
        self.ask, self.stem, self.stop = ask, stem, stop

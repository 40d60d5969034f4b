"""Told: which memories an agent was told, and when last."""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit


REPEAT_INTERVAL_MS = 3_600_000
"""Milliseconds for which it need not be said again that something was told."""


class ShownMemories:
    """The table of what was told, within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def record(self, numbers: "list[int]") -> None:
        """These memories are told now; what was told within the hour is not written again."""
        self._tx.run("told", "add", fresh=REPEAT_INTERVAL_MS, told=dumps(numbers))

    def record_replaced_text(self, number: int, prints: bytes) -> None:
        """A memory says something else now: the prints of what it said are kept if it was told."""
        self._tx.run("told", "was", memory=number, prints=prints)

    def shown_between(self, words: "tuple[str, ...]", since: int, until: int, limit: int) -> "list[tuple[int, bytes]]":
        """What was told before `until`, and last after `since`, and may have said it in these words; the latest first.

        With the prints of what it said then, where it says something else now.
        """
        match = self._tx.engine.match_all_words(words)
        if match is None:
            return []
        found = self._tx.run("told", "around", match=match, since=since, until=until, limit=limit)
        return [(row[0], row[1]) for row in found]

    def forget(self, numbers: "list[int]") -> None:
        """Nothing is known any more of their having been told."""
        self._tx.run("told", "forget", numbers=dumps(numbers))

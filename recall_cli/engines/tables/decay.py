"""Decay scores: computed for many rows at once, in the store."""

from recall_cli.domain.jsontext import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction


class Decay:
    """What is left of memories, within one transaction."""

    def __init__(self, tx: "Transaction") -> None:
        self._tx = tx

    def fade(self, curve: "dict[str, object]", after: int, until: int) -> int:
        """Bring the scores of a range of rows up to date along a curve; how many changed."""
        self._tx.run("decay", "fade", after=after, until=until, **curve)
        return self._tx.engine.changed()

    def whole(self, numbers: "list[int]") -> None:
        """Nothing is lost of these."""
        self._tx.run("decay", "whole", numbers=dumps(numbers))

    def spread(self) -> "list[tuple[int, int, int]]":
        """How many of what is believed have so much left: twentieths, memories, pinned ones among them."""
        return [(row[0], row[1], row[2]) for row in self._tx.run("decay", "spread")]

    def ages(self, lifetimes: "dict[str, float]") -> "list[tuple[int, int, float]]":
        """Where what is believed lies along its curve: idle days, memories, the mean of what is left."""
        rows: list[Any] = self._tx.run("decay", "ages", lifetimes=dumps(lifetimes))
        return [(row[0], row[1], row[2]) for row in rows]

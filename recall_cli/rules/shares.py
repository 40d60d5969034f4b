"""How the room of a brief is shared out, so that nobody fills it alone.

The user's pins come first, then the user's own words up to a reserved share, then a few contested facts, then
everything else. Of that, no author and no session takes more than a share as long as others have something to say.
"""

from recall_cli.rules.authorship import USER, author_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory, Weighed

RESERVED = 0.4
"""The share of a brief that is filled with the user's pins and words first."""
CONTESTED = 0.2
"""The most that contested facts take, the first of them apart."""
MAX_CONTESTED = 5
AUTHOR_SHARE, SESSION_SHARE = 0.5, 0.35
"""The most that one author and one session take while others wait."""
LEAST = 20
"""Once less than this part of the room is left, nothing more is read to fill it."""
PATIENCE = 10
"""Nor when so many lines in a row were too long for what is left."""


def sources(memory: "Memory | Weighed") -> "tuple[tuple[str, float], ...]":
    """Whose share a memory takes, and how large that is; the user's own words take nobody's."""
    who = author_of(memory.trust, memory.agent, memory.source)
    if who == USER:
        return ()
    own = ((who, AUTHOR_SHARE),)
    return (*own, (f"session {memory.session}", SESSION_SHARE)) if memory.session else own


class Room:
    """What is left of a brief's budget, and who took how much of it."""

    def __init__(self, total: int) -> None:
        self.total = self.left = max(0, total)
        self._taken: dict[str, int] = {}
        self._waiting: set[str] = set()

    @property
    def reserved(self) -> int:
        """What of the user's share is left for their words, once their pins are told."""
        return max(0, int(self.total * RESERVED) - (self.total - self.left))

    @property
    def full(self) -> bool:
        """Is it not worth it to look for more?"""
        return self.left < self.total // LEAST

    def take(self, cost: int, memory_sources: "Iterable[tuple[str, float]]" = ()) -> None:
        """Tell a line of this cost."""
        self.left -= cost
        for name, _ in memory_sources:
            self._taken[name] = self._taken.get(name, 0) + cost

    def waits(self, memory_sources: "tuple[tuple[str, float], ...]", cost: int = 1) -> bool:
        """Does a line of one of these sources have to wait, since another one took its share?

        A source waits from its first line that is too much on: what comes after it need not be read to know that.
        """
        names = [name for name, share in memory_sources if self._taken.get(name, 0) + cost > self.total * share]
        self._waiting.update(names)
        return any(name in self._waiting for name, _ in memory_sources)

"""How many tokens a text costs, estimated offline and rather too high than too low, and what fits into a budget.

The room of a brief is shared out, so that nobody fills it alone: the user's pins come first, then the user's own words
up to a reserved share, then a few contested facts, then everything else. Of that, no author and no session takes more
than a share as long as others have something to say.
"""

from recall_cli.rules.beliefs.authorship import USER_AUTHOR, author_for_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import BriefCandidate, Memory

LETTERS_PER_TOKEN = 3.5
"""Plain prose has about four and a half, JSON with its quotes and ids about three."""
BRIEF_LETTERS_PER_TOKEN = 2.7
"""Ids, dates and quotes make short tokens: public tokenizers come to 2.8 letters in the lines of a brief."""
TOKENS_PER_NON_ASCII_LETTER = 1.4
"""A letter outside ASCII: between one and two in most scripts, up to three for emoji."""
USER_SHARE = 0.4
"""The share of a brief that is filled with the user's pins and words first."""
CONTESTED_SHARE = 0.2
"""The most that contested facts take, the first of them apart."""
MAX_CONTESTED = 5
AUTHOR_SHARE, SESSION_SHARE = 0.5, 0.35
"""The most that one author and one session take while others wait."""
FULL_BELOW_FRACTION = 20
"""Once less than this part of the room is left, nothing more is read to fill it."""
MAX_MISSES_IN_A_ROW = 10
"""Nor when so many lines in a row were too long for what is left."""


def estimate_tokens(text: str, letters_per_token: float = LETTERS_PER_TOKEN) -> int:
    """About how many tokens a text costs, on the high side."""
    if text.isascii():
        return int(len(text) / letters_per_token) + 1
    plain = len(text.encode("ascii", "ignore"))
    return int(plain / letters_per_token + (len(text) - plain) * TOKENS_PER_NON_ASCII_LETTER) + 1


def estimate_brief_tokens(text: str) -> int:
    """The same for a brief, or a line of one."""
    return estimate_tokens(text, BRIEF_LETTERS_PER_TOKEN)


def fitting_positions(
    costs: "Iterable[int]", budget: int, min_left: int = 0, max_misses: "int | None" = None
) -> "list[int]":
    """Which of these, taken in order, fit; one that is too large is passed over for smaller ones behind it.

    Once less than `least` is left, or as many in a row as `patience` says were too large, the rest is not even
    asked for.
    """
    left, passed = budget, 0
    chosen = []
    for at, cost in enumerate(costs):
        if cost <= left:
            chosen.append(at)
            left -= cost
            passed = 0
        else:
            passed += 1
        if left < min_left or passed == max_misses:
            break
    return chosen


def budget_shares(memory: "Memory | BriefCandidate") -> "tuple[tuple[str, float], ...]":
    """Whose share a memory takes, and how large that is; the user's own words take nobody's."""
    who = author_for_model(memory.trust, memory.agent, memory.source)
    if who == USER_AUTHOR:
        return ()
    own = ((who, AUTHOR_SHARE),)
    return (*own, (f"session {memory.session}", SESSION_SHARE)) if memory.session else own


class BriefBudget:
    """What is left of a brief's budget, and who took how much of it."""

    def __init__(self, total: int) -> None:
        self.total = self.left = max(0, total)
        self._taken: dict[str, int] = {}
        self._waiting: set[str] = set()

    @property
    def user_tokens_left(self) -> int:
        """What of the user's share is left for their words, once their pins are told."""
        return max(0, int(self.total * USER_SHARE) - (self.total - self.left))

    @property
    def full(self) -> bool:
        """Is it not worth it to look for more?"""
        return self.left < self.total // FULL_BELOW_FRACTION

    def take(self, cost: int, memory_sources: "Iterable[tuple[str, float]]" = ()) -> None:
        """Tell a line of this cost."""
        self.left -= cost
        for name, _ in memory_sources:
            self._taken[name] = self._taken.get(name, 0) + cost

    def waits(self, memory_sources: "tuple[tuple[str, float], ...]", cost: int = 1) -> bool:
        """Does a line of one of these sources have to wait, since another one took its share?

        A source waits from its first line that is too much on: what comes after it need not be read to know that.
        """
        waits = False
        for name, share in memory_sources:
            if name in self._waiting:
                waits = True
            elif self._taken.get(name, 0) + cost > self.total * share:
                self._waiting.add(name)
                waits = True
        return waits

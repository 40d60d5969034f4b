"""The token budget of a brief: what a text costs, estimated offline and on the high side, and what fits.

The budget is shared, so that no single source fills it. The user's pins come first, then the user's own words up to a
reserved share, then a few contested facts, then everything else. Among the rest, no author and no session takes more
than its share while others wait.
"""

from recall_cli.rules.beliefs.authorship import USER_AUTHOR, author_for_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import BriefCandidate, Memory

LETTERS_PER_TOKEN = 3.5
"""Plain prose has about 4.5, JSON with its quotes and ids about 3."""
BRIEF_LETTERS_PER_TOKEN = 2.7
"""Ids, dates and quotes make short tokens: public tokenizers give 2.8 letters per token for the lines of a brief."""
TOKENS_PER_NON_ASCII_LETTER = 1.4
"""A letter outside ASCII costs one to two tokens in most scripts, and up to three for emoji."""
USER_SHARE = 0.4
"""The share of a brief that the user's pins and words fill first."""
CONTESTED_SHARE = 0.2
"""The largest share of contested facts, not counting the first one."""
MAX_CONTESTED = 5
AUTHOR_SHARE, SESSION_SHARE = 0.5, 0.35
"""The largest shares of one author and of one session while others wait."""
FULL_BELOW_FRACTION = 20
"""Once less than one part in this many is left, no more memories are read."""
MAX_MISSES_IN_A_ROW = 10
"""No more are read either after this many lines in a row that did not fit."""


def estimate_tokens(text: str, letters_per_token: float = LETTERS_PER_TOKEN) -> int:
    """The estimated number of tokens of a text, on the high side."""
    if text.isascii():
        return int(len(text) / letters_per_token) + 1
    plain = len(text.encode("ascii", "ignore"))
    return int(plain / letters_per_token + (len(text) - plain) * TOKENS_PER_NON_ASCII_LETTER) + 1


def estimate_brief_tokens(text: str) -> int:
    """The estimated number of tokens of a brief, or of a line of one."""
    return estimate_tokens(text, BRIEF_LETTERS_PER_TOKEN)


def fitting_positions(
    costs: "Iterable[int]", budget: int, min_remaining: int = 0, max_misses: "int | None" = None
) -> "list[int]":
    """The positions of the costs that fit, taken in order; one that is too large is skipped for smaller ones after it.

    It stops once less than `min_remaining` remains, or after `max_misses` in a row that were too large.
    """
    remaining, misses = budget, 0
    chosen = []
    for at, cost in enumerate(costs):
        if cost <= remaining:
            chosen.append(at)
            remaining -= cost
            misses = 0
        else:
            misses += 1
        if remaining < min_remaining or misses == max_misses:
            break
    return chosen


def budget_shares(memory: "Memory | BriefCandidate") -> "tuple[tuple[str, float], ...]":
    """The sources whose share a memory uses, each with the size of the share; none for the user's own words."""
    who = author_for_model(memory.trust, memory.agent, memory.source)
    if who == USER_AUTHOR:
        return ()
    own = ((who, AUTHOR_SHARE),)
    return (*own, (f"session {memory.session}", SESSION_SHARE)) if memory.session else own


class BriefBudget:
    """What is left of a brief's budget, and how much of it each source used."""

    def __init__(self, total: int) -> None:
        self.total = self.remaining = max(0, total)
        self._taken: dict[str, int] = {}
        self._waiting: set[str] = set()

    @property
    def remaining_user_tokens(self) -> int:
        """What is left of the user's share for their words, after their pins."""
        return max(0, int(self.total * USER_SHARE) - (self.total - self.remaining))

    @property
    def full(self) -> bool:
        """Whether so little is left that looking for more is not worth it."""
        return self.remaining < self.total // FULL_BELOW_FRACTION

    def take(self, cost: int, memory_sources: "Iterable[tuple[str, float]]" = ()) -> None:
        """Use the budget for a line of this cost, on account of its sources."""
        self.remaining -= cost
        for name, _ in memory_sources:
            self._taken[name] = self._taken.get(name, 0) + cost

    def waits(self, memory_sources: "tuple[tuple[str, float], ...]", cost: int = 1) -> bool:
        """Whether a line must wait because one of its sources has used up its share.

        From its first line that is too much, a source waits always: its further lines need not be read to know that.
        """
        waits = False
        for name, share in memory_sources:
            if name in self._waiting:
                waits = True
            elif self._taken.get(name, 0) + cost > self.total * share:
                self._waiting.add(name)
                waits = True
        return waits

"""What storing came to, for people and programs alike."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record

STATUS_ORDER = ("stored", "merged", "duplicate", "held", "refused")
"""The statuses from the strongest to the weakest: a receipt has the strongest that applies."""


class StoreOutcome(Record):
    """A memory, and what storing it came to: created, seen again, or merged into one that says it and more."""

    memory: Memory
    action: str
    supersedes: "tuple[Memory, ...]" = ()
    contests: "tuple[Memory, ...]" = ()
    links: int = 0
    """How many relatives it was linked to."""
    is_echo: bool = False
    """Was it only said again because recall had told it? Then it was used, and not seen once more."""
    similar: "tuple[tuple[Memory, float], ...]" = ()
    """What says something close to it and stands beside it, with the cosine."""

    @property
    def status(self) -> str:
        if self.memory.held is not None:
            return "held"
        return {"created": "stored", "merged": "merged", "seen-again": "duplicate"}[self.action]


class Refusal(Record):
    """A text that was not stored: which gate refused it, why, and what would pass."""

    text: str
    gate: str
    reason: str
    hint: str = ""
    score: "float | None" = None


class Receipt(Record):
    """The answer to a store."""

    status: str
    memories: "tuple[StoreOutcome, ...]" = ()
    refused: "tuple[Refusal, ...]" = ()
    redacted: "tuple[tuple[str, int], ...]" = ()
    op: "int | None" = None
    job: "str | None" = None
    cached_ids: "tuple[str, ...]" = ()
    """Ids of what an earlier use of the same key brought."""
    dry_run: bool = False


def strongest_status(outcomes: "tuple[StoreOutcome, ...]") -> str:
    """The strongest of what became of some memories; refused where there are none."""
    return min((one.status for one in outcomes), key=STATUS_ORDER.index, default="refused")

"""The result of storing, for people and programs."""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record

STATUS_ORDER = ("stored", "merged", "duplicate", "held", "refused")
"""The statuses, strongest first: a receipt has the strongest that applies."""


class StoreOutcome(Record):
    """A memory, and what storing did: created, seen again, or merged into a memory that states the same and more."""

    memory: Memory
    action: str
    supersedes: "tuple[Memory, ...]" = ()
    contests: "tuple[Memory, ...]" = ()
    links: int = 0
    """How many related memories it was linked to."""
    is_echo: bool = False
    """Did an agent only repeat what recall had shown it? Then the memory counts as used, not as seen again."""
    similar: "tuple[tuple[Memory, float], ...]" = ()
    """Similar memories, each with the cosine."""
    outdated: "tuple[tuple[Memory, str], ...]" = ()
    """Memories that it may have made outdated, each with the reason: a reader should say."""
    questions: "dict[int, int]" = {}
    """The number of the open question about each of these memories, by its row number."""

    @property
    def status(self) -> str:
        if self.memory.held is not None:
            return "held"
        return {"created": "stored", "merged": "merged", "seen-again": "duplicate"}[self.action]


class Refusal(Record):
    """A text that was not stored: the gate that refused it, the reason, and what would pass."""

    text: str
    gate: str
    reason: str
    hint: str = ""
    score: "float | None" = None


class Receipt(Record):
    """The answer to a request to store."""

    status: str
    memories: "tuple[StoreOutcome, ...]" = ()
    refused: "tuple[Refusal, ...]" = ()
    redacted: "tuple[tuple[str, int], ...]" = ()
    op: "int | None" = None
    job: "str | None" = None
    cached_ids: "tuple[str, ...]" = ()
    """Ids of the memories that an earlier use of the same key stored."""
    dry_run: bool = False


def strongest_status(outcomes: "tuple[StoreOutcome, ...]") -> str:
    """The strongest status of some outcomes; refused if there are none."""
    return min((outcome.status for outcome in outcomes), key=STATUS_ORDER.index, default="refused")

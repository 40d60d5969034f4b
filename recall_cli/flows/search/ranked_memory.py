"""Memories in an order: each with its score and the reasons for it."""

from recall_cli.domain.record import Record


class RankedMemory(Record):
    """A candidate in its place."""

    n: int
    score: float
    terms: "dict[str, float]"
    is_exact: bool = False
    """Whether the question is a look-up of a word or two, and the memory has all of them."""
    subject: str = ""
    """If the question names subjects: `named` for a memory of one of these, `other` for one that mentions none."""


class Ranking(Record):
    """All candidates, best first, and how much speaks for any of them being an answer at all."""

    order: "tuple[RankedMemory, ...]"
    evidence: float = 1.0
    lacks_possessor: bool = False
    """Whether the question names whose thing it asks for, and no good candidate names that person."""
    signs: "dict[str, float] | None" = None
    """What the evidence was made of, where it was looked for."""

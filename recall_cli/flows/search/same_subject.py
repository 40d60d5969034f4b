"""Put the best statement first among short statements about the same subject."""

from recall_cli.rules.ranking.same_subject import (
    MAX_REORDERED,
    WEAK_WORDS,
    ShortStatement,
    count_further_words,
    order_statements,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.tables.search import ParsedQuestion
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Hit

MAX_TEXT_LETTERS = 300
"""A longer text is no short statement."""


def order_same_subject(tx: "Transaction", asked: "ParsedQuestion", hits: "list[Hit]") -> "list[Hit]":
    """The hits, the first of them reordered; the scores stay with the places."""
    first = hits[:MAX_REORDERED]
    stems = frozenset(word.stem for word in asked.words)
    if len(first) < 2 or any(hit.memory.pinned or len(hit.memory.text) > MAX_TEXT_LETTERS for hit in first[:2]):
        return hits
    order = order_statements([_read_statement(tx, hit, place, stems) for place, hit in enumerate(first)], stems)
    moved = [first[place] for place in order]
    return [hit.but(score=first[at].score) for at, hit in enumerate(moved)] + hits[MAX_REORDERED:]


def _read_statement(tx: "Transaction", hit: "Hit", place: int, asked: "frozenset[str]") -> ShortStatement:
    memory = hit.memory
    words = [word.lower() for word in tx.engine.split_words(memory.text)]
    matched = asked & frozenset(tx.engine.stems(memory.text))
    return ShortStatement(
        place=place,
        matched=matched,
        further=count_further_words(words, len(matched)),
        plain=WEAK_WORDS.isdisjoint(memory.text.lower().split()),
        users=memory.trust == "user",
        created_at=memory.created_at,
    )

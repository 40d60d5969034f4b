"""Put the best statement first among short statements about the same subject."""

from recall_cli.rules.ranking.same_subject import (
    MAX_REORDERED,
    WEAK_WORDS,
    ShortStatement,
    count_further_words,
    find_plain_answer,
    order_statements,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.tables.search import ParsedQuestion
    from recall_cli.engines.transaction import Transaction

MAX_TEXT_LETTERS = 300
"""A longer text is no short statement."""


def order_same_subject(tx: "Transaction", asked: "ParsedQuestion", memories: "list[Memory]") -> "list[int]":
    """The places of the first results in their new order."""
    first = memories[:MAX_REORDERED]
    stems = frozenset(word.stem for word in asked.words)
    if len(first) < 2 or any(memory.pinned or len(memory.text) > MAX_TEXT_LETTERS for memory in first[:2]):
        return [*range(len(first))]
    texts = [tx.engine.stems(memory.text[:MAX_TEXT_LETTERS]) for memory in first]
    plain = [_is_plain(memory.text.lower()) for memory in first]
    front = find_plain_answer([word.stem for word in asked.words], texts, plain)
    if front:
        return [front, *(place for place in range(len(first)) if place != front)]
    return order_statements([_read_statement(tx, memory, place, stems) for place, memory in enumerate(first)], stems)


def _read_statement(tx: "Transaction", memory: "Memory", place: int, asked: "frozenset[str]") -> ShortStatement:
    words = [word.lower() for word in tx.engine.split_words(memory.text)]
    matched = asked & frozenset(tx.engine.stems(memory.text))
    return ShortStatement(
        place=place,
        matched=matched,
        further=count_further_words(words, len(matched)),
        plain=_is_plain(memory.text.lower()),
        users=memory.trust == "user",
        created_at=memory.created_at,
    )


def _is_plain(text: str) -> bool:
    """Whether a text says that something holds now; `no longer X but Y`, `Y, not X` and `X must not Y` do."""
    words = text.replace("no longer", "").replace(", not ", " ").replace("must not", "").replace("may not", "").split()
    return WEAK_WORDS.isdisjoint(words) and not text.endswith("?")

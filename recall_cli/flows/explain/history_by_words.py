"""The history of what some words name: the only fact with them in its name, or else the memories that have them."""

from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.explain.history import MemoryHistory, memory_histories, several_facts_error, with_chains

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_MEMORIES = 200
"""Maximum number of memories with the words to look at."""
MAX_SHOWN = 20
"""Maximum number of memories with the words to show, without those that ended them or were ended by them."""


class WordsHistory(Record):
    """The histories that some words name."""

    histories: "tuple[MemoryHistory, ...]"
    fact: str = ""
    """The fact with the words in its name; empty if the memories were found by their text."""
    left_out: int = 0
    """How many more memories have the words."""


def history_of_words(
    tx: "Transaction", words: str, projects: "tuple[int, ...] | None", where: str = ""
) -> "WordsHistory | None":
    """The history that some words name; None if no memory has them.

    Ambiguous lists the facts if several have these words in their names; `where` completes the command in its hint.
    """
    wanted = [*dict.fromkeys(tx.engine.split_words(words.replace("_", " ").replace(".", " ")))]
    if not wanted:
        return None
    everything = Filters(projects=projects, include=frozenset(("superseded", "expired")))
    found = tx.memories.with_words(everything, wanted, MAX_MEMORIES, "newest")
    facts: dict[str, Memory] = {}
    for memory in found:
        if memory.entity and memory.attribute and {*wanted} <= {*_name_words(tx, memory)}:
            facts.setdefault(f"{memory.entity}.{memory.attribute}", memory)
    if len(facts) > 1:
        raise several_facts_error(words, [*facts], where)
    if facts:
        ((name, memory),) = facts.items()
        same = [other for other in found if (other.entity, other.attribute) == (memory.entity, memory.attribute)]
        return WordsHistory(histories=tuple(memory_histories(tx, with_chains(tx, same))), fact=name)
    if not found:
        return None
    shown = with_chains(tx, found[:MAX_SHOWN])
    left_out = len({memory.n for memory in found} - {memory.n for memory in shown})
    return WordsHistory(histories=tuple(memory_histories(tx, shown)), left_out=left_out)


def _name_words(tx: "Transaction", memory: "Memory") -> "list[str]":
    """The words in the name of a memory's fact."""
    return tx.engine.split_words(f"{memory.entity} {memory.attribute}".replace("_", " "))

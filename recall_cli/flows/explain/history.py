"""The history of a memory, of a fact, or of what some words name."""

from recall_cli.domain.errors import Ambiguous, NotFound
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.domain.shell_words import command_line
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction

MAX_LISTED_FACTS = 8
"""Maximum number of facts to list if a name fits several."""
MAX_CHAIN_LENGTH = 500
"""Maximum length of a chain of superseded memories; a longer one is a loop."""
MAX_WITH_WORDS = 200
"""Maximum number of memories with the words to look at."""
MAX_SHOWN_WITH_WORDS = 20
"""Maximum number of memories with the words to show, without those that ended them or were ended by them."""

CORRECTION_COLUMNS = frozenset(
    """text type topic project importance confidence classification shared entity attribute value qualifier valid_from
    valid_until held pinned trust""".split()
)
"""Columns whose change is a correction; a change of counts and times alone is not."""


class Ending(Record):
    """When a memory ended, and why."""

    at: int
    kind: str
    """superseded, deleted or expired."""
    reason: str
    by: "Memory | None" = None
    """The memory that took its place."""


class MemoryHistory(Record):
    """One memory of a chain with all its events."""

    memory: Memory
    events: "tuple[Event, ...]"
    ending: "Ending | None" = None


class WordsHistory(Record):
    """The histories that some words name."""

    histories: "tuple[MemoryHistory, ...]"
    fact: str = ""
    """The fact with the words in its name; empty if the memories were found by their text."""
    left_out: int = 0
    """How many more memories have the words."""


def history_of_memory(tx: "Transaction", prefix: str) -> "list[MemoryHistory]":
    """The chain of superseded memories that a memory belongs to, oldest first."""
    return memory_histories(tx, with_chains(tx, [find_memory(tx, prefix, deleted=True)]))


def with_chains(tx: "Transaction", memories: "list[Memory]") -> "list[Memory]":
    """These memories with all memories that ended them and all that they ended."""
    chain = {memory.n: memory for memory in memories}
    waiting = [*chain.values()]
    while waiting and len(chain) < MAX_CHAIN_LENGTH:
        memory = waiting.pop()
        by = None if memory.superseded_by is None else tx.memories.by_id(memory.superseded_by)
        for other in (*([] if by is None else [by]), *tx.memories.predecessors(memory.n)):
            if other.n not in chain:
                chain[other.n] = other
                waiting.append(other)
    return [*chain.values()]


def history_of_name(tx: "Transaction", name: str, projects: "tuple[int, ...] | None") -> "list[MemoryHistory]":
    """The history of the only fact with this entity or attribute; empty if there is none.

    Ambiguous lists the facts if several fit.
    """
    key = normalize.fact_key(name, name)
    facts = tx.labels.facts(key, projects, MAX_LISTED_FACTS + 1) if key else []
    if not facts:
        return []
    if len(facts) == 1:
        return history_of_fact(tx, *facts[0], projects)
    names = [f"{entity}.{attribute}" for entity, attribute in facts]
    raise several_facts_error(name, names, " --project '*'" if projects is None else "")


def several_facts_error(words: str, names: "list[str]", where: str) -> Ambiguous:
    """The error that lists the facts that some words fit; `where` completes the command in its hint."""
    more = " and more" if len(names) > MAX_LISTED_FACTS else ""
    listed = ", ".join(names[:MAX_LISTED_FACTS]) + more
    return Ambiguous(
        f"{words!r} fits several facts: {listed}", f"for example {command_line('recall', 'history', names[0])}{where}"
    )


def history_of_fact(
    tx: "Transaction", entity: str, attribute: str, projects: "tuple[int, ...] | None"
) -> "list[MemoryHistory]":
    """All memories of one entity and attribute in some projects and in none, oldest first.

    What ended them and what they ended belongs to it, even if those memories were stored without a fact.
    """
    fact = normalize.fact_key(entity, attribute) or ""
    memories = tx.memories.with_fact(fact, projects)
    if not memories:
        elsewhere = projects is not None and tx.memories.with_fact(fact, None)
        hint = "--project '*' searches all projects" if elsewhere else "recall search finds memories by their text"
        if not elsewhere and tx.memories.with_fact(normalize.fact_key(attribute, entity) or "", None):
            hint = f"did you mean {attribute} {entity}?"
        raise NotFound(f"nothing was ever stored about {entity}.{attribute}{' here' if elsewhere else ''}", hint)
    return memory_histories(tx, with_chains(tx, memories))


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
    found = tx.memories.with_words(everything, wanted, MAX_WITH_WORDS, "newest")
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
    shown = with_chains(tx, found[:MAX_SHOWN_WITH_WORDS])
    left_out = len({memory.n for memory in found} - {memory.n for memory in shown})
    return WordsHistory(histories=tuple(memory_histories(tx, shown)), left_out=left_out)


def _name_words(tx: "Transaction", memory: "Memory") -> "list[str]":
    """The words in the name of a memory's fact."""
    return tx.engine.split_words(f"{memory.entity} {memory.attribute}".replace("_", " "))


def memory_histories(tx: "Transaction", memories: "list[Memory]") -> "list[MemoryHistory]":
    """The memories with all their events, oldest first."""
    memories.sort(key=lambda memory: (memory.since, memory.n))
    return [MemoryHistory(memory=memory, events=tuple(tx.operations.events_of_memory(memory.n))) for memory in memories]


def name_projects(tx: "Transaction", events: "tuple[Event, ...]") -> "tuple[Event, ...]":
    """The events with the names of projects in the place of their row numbers."""
    return tuple(
        event.but(before=_with_project_name(tx, event.before), after=_with_project_name(tx, event.after))
        if "project" in event.after
        else event
        for event in events
    )


def _with_project_name(tx: "Transaction", columns: "Columns") -> "Columns":
    number = columns.get("project")
    return columns if number is None else {**columns, "project": tx.projects.name(int(number))}


def add_endings(tx: "Transaction", histories: "list[MemoryHistory]") -> "list[MemoryHistory]":
    """The histories with the end of each memory that is not believed any more, and with names of projects."""
    return [
        history.but(ending=_find_ending(tx, history), events=name_projects(tx, history.events)) for history in histories
    ]


def _find_ending(tx: "Transaction", history: MemoryHistory) -> "Ending | None":
    """When and why a memory ended; None if it is still believed."""
    memory = history.memory
    if memory.deleted_at is not None:
        reason = "deleted" + _author_of_change(history, "deleted_at")
        return Ending(at=memory.deleted_at, kind="deleted", reason=reason)
    if memory.superseded_at is not None:
        return _find_superseding(tx, history, memory.superseded_at)
    if memory.valid_until is not None and memory.valid_until <= tx.now:
        return Ending(at=memory.valid_until, kind="expired", reason="it was valid until then")
    return None


def _find_superseding(tx: "Transaction", history: MemoryHistory, at: int) -> Ending:
    """The ending of a memory that was superseded, by another one or by hand."""
    memory = history.memory
    by = tx.memories.by_id(memory.superseded_by) if memory.superseded_by else None
    if by is None or by.held is not None:
        return Ending(at=at, kind="superseded", reason="ended" + _author_of_change(history, "superseded_at"))
    from recall_cli.flows.explain.evidence import ending_reason

    begins = at if by.valid_from is None else by.valid_from
    if memory.valid_until is not None:
        begins = min(memory.valid_until, begins)  # a session read later ended it on the day of the statement
    reason = ending_reason(tx, by, memory)
    return Ending(at=max(begins, memory.valid_from or 0), kind="superseded", by=by, reason=reason)


def _author_of_change(history: MemoryHistory, column: str) -> str:
    """Who set a column last, as the end of a reason; empty if no event did."""
    from recall_cli.rules.beliefs.authorship import author_for_person, operation_source

    events = [event for event in history.events if event.after.get(column) is not None]
    return (
        f" by {author_for_person(events[-1].trust, events[-1].agent, operation_source(events[-1].session))}"
        if events
        else ""
    )


def hide_held(histories: "list[MemoryHistory]") -> "list[MemoryHistory]":
    """The histories without text that is or was held for review, which an agent is not shown unasked."""
    from recall_cli.flows.edit.review import hide_held_words

    visible = [
        history.but(events=hide_held_words(history.events)) for history in histories if history.memory.held is None
    ]
    if histories and not visible:
        raise NotFound(f"memory {histories[0].memory.id} is held for review", "--include held shows it")
    return visible

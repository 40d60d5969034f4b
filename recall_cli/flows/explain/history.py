"""How a belief came to be what it is: its changes, what it replaced, and what replaced it."""

from recall_cli.domain.errors import NotFound
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.tables.operations import Event
    from recall_cli.engines.transaction import Transaction

MAX_CHAIN_LENGTH = 500
"""A chain longer than this is a loop, and the story is told from here."""


class MemoryHistory(Record):
    """One memory of a chain with everything that happened to it."""

    memory: Memory
    events: "tuple[Event, ...]"


def history_of_memory(tx: "Transaction", prefix: str) -> "list[MemoryHistory]":
    """The chain that a memory belongs to, oldest belief first."""
    newest = find_memory(tx, prefix, deleted=True)
    seen = {newest.n}
    while newest.superseded_by is not None and len(seen) < MAX_CHAIN_LENGTH:
        by = tx.memories.by_id(newest.superseded_by)
        if by is None or by.n in seen:
            break
        newest = by
        seen.add(by.n)
    chain = {newest.n: newest}
    waiting = [newest.n]
    while waiting and len(chain) < MAX_CHAIN_LENGTH:
        for memory in tx.memories.predecessors(waiting.pop()):
            if memory.n not in chain:
                chain[memory.n] = memory
                waiting.append(memory.n)
    return _histories(tx, list(chain.values()))


def history_of_fact(
    tx: "Transaction", entity: str, attribute: str, projects: "tuple[int, ...] | None"
) -> "list[MemoryHistory]":
    """Everything ever held of one entity and attribute in some projects and in none, oldest first."""
    fact = normalize.fact_key(entity, attribute) or ""
    found = tx.memories.with_fact(fact, projects)
    if not found:
        elsewhere = projects is not None and tx.memories.with_fact(fact, None)
        raise NotFound(
            f"nothing was ever stored about {entity}.{attribute}{' here' if elsewhere else ''}",
            "--project '*' looks into all projects" if elsewhere else "recall search looks in the words",
        )
    return _histories(tx, found)


def _histories(tx: "Transaction", memories: "list[Memory]") -> "list[MemoryHistory]":
    memories.sort(key=lambda memory: (memory.valid_from or memory.created_at, memory.n))
    return [MemoryHistory(memory=memory, events=tuple(tx.operations.events_of_memory(memory.n))) for memory in memories]


def hide_held(histories: "list[MemoryHistory]") -> "list[MemoryHistory]":
    """The same story without words that are, or once were, held: an agent is not told them unasked."""
    from recall_cli.flows.edit.review import hide_held_words as without

    told = [life.but(events=without(life.events)) for life in histories if life.memory.held is None]
    if histories and not told:
        raise NotFound(f"memory {histories[0].memory.id} is held for review", "--include held shows it all the same")
    return told


class Difference(Record):
    """What a store learned and unlearned between two moments."""

    learned: "tuple[Memory, ...]"
    corrected: "tuple[tuple[Memory, dict[str, Any], dict[str, Any]], ...]"
    superseded: "tuple[Memory, ...]"
    deleted: "tuple[Memory, ...]"
    restored: "tuple[Memory, ...]"


CORRECTION_COLUMNS = frozenset({
    "text", "type", "topic", "project", "importance", "confidence", "classification", "shared", "entity", "attribute",
    "value", "qualifier", "valid_from", "valid_until", "held", "pinned", "trust",
})  # fmt: skip
"""Columns whose change is a correction; counts and times alone are none."""


def difference_between(tx: "Transaction", since: int, until: int, filters: "Any") -> Difference:
    """What was learned, corrected, superseded, deleted and brought back in a span of time, in this order."""
    born = tx.memories.stored_between(since, until, filters)
    new = {memory.n for memory in born}
    before: dict[int, dict[str, Any]] = {}
    after: dict[int, dict[str, Any]] = {}
    for number, _op, _kind, _at, was, became in tx.operations.changes_between(since, until):
        after.setdefault(number, {}).update(became)
        before[number] = {**was, **before.get(number, {})}
    touched = {memory.n: memory for memory in tx.memories.by_number(sorted(after))}
    names = {project.n: project.name for project in tx.projects.all()}
    inside = {n: m for n, m in touched.items() if _in_projects(m, filters, names)}
    gone = [n for n in inside if _presence_change(before[n], after[n], "deleted_at") == (False, True)]
    back = [n for n in inside if _presence_change(before[n], after[n], "deleted_at") == (True, False)]
    ended = [
        n for n in inside if _presence_change(before[n], after[n], "superseded_at") == (False, True) and n not in gone
    ]
    corrected = []
    for n, memory in inside.items():
        names_changed = [
            c
            for c in after[n]
            if (c in CORRECTION_COLUMNS or c.startswith("tags.")) and before[n].get(c) != after[n][c]
        ]
        if names_changed and n not in new and n not in gone:
            was = {c: before[n].get(c) for c in names_changed}
            corrected.append((memory, was, {c: after[n][c] for c in names_changed}))
    return Difference(
        learned=tuple(memory for memory in born if memory.n not in gone),
        corrected=tuple(corrected),
        superseded=tuple(inside[n] for n in ended),
        deleted=tuple(inside[n] for n in gone if n not in new),
        restored=tuple(inside[n] for n in back),
    )


def _presence_change(before: "dict[str, Any]", after: "dict[str, Any]", column: str) -> "tuple[bool, bool]":
    return before.get(column) is not None, after.get(column) is not None


def _in_projects(memory: Memory, filters: "Any", names: "dict[int, str]") -> bool:
    if filters.projects is None or memory.project is None:
        return filters.projects is None or filters.everywhere
    return memory.project in {names[n] for n in filters.projects if n in names}


def hide_held_changes(tx: "Transaction", difference: Difference) -> Difference:
    """The same difference without words that are, or once were, held."""
    from recall_cli.flows.edit.review import hide_held_correction

    lists = {
        name: tuple(memory for memory in getattr(difference, name) if memory.held is None)
        for name in ("learned", "superseded", "deleted", "restored")
    }
    corrected = tuple(hide_held_correction(tx, entry) for entry in difference.corrected if entry[0].held is None)
    return Difference(corrected=corrected, **lists)

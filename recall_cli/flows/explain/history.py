"""How a belief came to be what it is: its changes, what it replaced, and what replaced it."""

from recall_cli.domain.errors import NotFound
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.search.locating import locate
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.tables.operations import Event
    from recall_cli.engines.transaction import Transaction

CHAIN = 500
"""A chain longer than this is a loop, and the story is told from here."""


class Life(Record):
    """One memory of a chain with everything that happened to it."""

    memory: Memory
    events: "tuple[Event, ...]"


def of_memory(tx: "Transaction", prefix: str) -> "list[Life]":
    """The chain that a memory belongs to, oldest belief first."""
    newest = locate(tx, prefix, deleted=True)
    seen = {newest.n}
    while newest.superseded_by is not None and len(seen) < CHAIN:
        by = tx.memories.by_id(newest.superseded_by)
        if by is None or by.n in seen:
            break
        newest = by
        seen.add(by.n)
    chain = {newest.n: newest}
    waiting = [newest.n]
    while waiting and len(chain) < CHAIN:
        for memory in tx.memories.ended_by(waiting.pop()):
            if memory.n not in chain:
                chain[memory.n] = memory
                waiting.append(memory.n)
    return _lives(tx, list(chain.values()))


def of_fact(tx: "Transaction", entity: str, attribute: str, projects: "tuple[int, ...] | None") -> "list[Life]":
    """Everything ever held of one entity and attribute in some projects and in none, oldest first."""
    fact = wording.fact(entity, attribute) or ""
    found = tx.memories.of_fact(fact, projects)
    if not found:
        elsewhere = projects is not None and tx.memories.of_fact(fact, None)
        raise NotFound(
            f"nothing was ever stored about {entity}.{attribute}{' here' if elsewhere else ''}",
            "--project '*' looks into all projects" if elsewhere else "recall search looks in the words",
        )
    return _lives(tx, found)


def _lives(tx: "Transaction", memories: "list[Memory]") -> "list[Life]":
    memories.sort(key=lambda memory: (memory.valid_from or memory.created_at, memory.n))
    return [Life(memory=memory, events=tuple(tx.operations.of_memory(memory.n))) for memory in memories]


def discreet(lives: "list[Life]") -> "list[Life]":
    """The same story without words that are, or once were, held: an agent is not told them unasked."""
    from recall_cli.flows.edit.holding import discreet as without

    told = [life.but(events=without(life.events)) for life in lives if life.memory.held is None]
    if lives and not told:
        raise NotFound(f"memory {lives[0].memory.id} is held for review", "--include held shows it all the same")
    return told


class Difference(Record):
    """What a store learned and unlearned between two moments."""

    learned: "tuple[Memory, ...]"
    corrected: "tuple[tuple[Memory, dict[str, Any], dict[str, Any]], ...]"
    superseded: "tuple[Memory, ...]"
    deleted: "tuple[Memory, ...]"
    restored: "tuple[Memory, ...]"


NOTED = frozenset({
    "text", "type", "topic", "project", "importance", "confidence", "classification", "shared", "entity", "attribute",
    "value", "qualifier", "valid_from", "valid_until", "held", "pinned", "trust",
})  # fmt: skip
"""Columns whose change is a correction; counts and times alone are none."""


def between(tx: "Transaction", since: int, until: int, filters: "Any") -> Difference:
    """What was learned, corrected, superseded, deleted and brought back in a span of time, in this order."""
    born = tx.memories.born_between(since, until, filters)
    new = {memory.n for memory in born}
    before: dict[int, dict[str, Any]] = {}
    after: dict[int, dict[str, Any]] = {}
    for number, _op, _kind, _at, was, became in tx.operations.between(since, until):
        after.setdefault(number, {}).update(became)
        before[number] = {**was, **before.get(number, {})}
    touched = {memory.n: memory for memory in tx.memories.by_number(sorted(after))}
    names = {project.n: project.name for project in tx.projects.all()}
    inside = {n: m for n, m in touched.items() if _inside(m, filters, names)}
    gone = [n for n in inside if _became(before[n], after[n], "deleted_at") == (False, True)]
    back = [n for n in inside if _became(before[n], after[n], "deleted_at") == (True, False)]
    ended = [n for n in inside if _became(before[n], after[n], "superseded_at") == (False, True) and n not in gone]
    corrected = []
    for n, memory in inside.items():
        names_changed = [
            c for c in after[n] if (c in NOTED or c.startswith("tags.")) and before[n].get(c) != after[n][c]
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


def _became(before: "dict[str, Any]", after: "dict[str, Any]", column: str) -> "tuple[bool, bool]":
    return before.get(column) is not None, after.get(column) is not None


def _inside(memory: Memory, filters: "Any", names: "dict[int, str]") -> bool:
    if filters.projects is None or memory.project is None:
        return filters.projects is None or filters.everywhere
    return memory.project in {names[n] for n in filters.projects if n in names}


def discreet_difference(tx: "Transaction", found: Difference) -> Difference:
    """The same difference without words that are, or once were, held."""
    from recall_cli.flows.edit.holding import blanked

    lists = {
        name: tuple(memory for memory in getattr(found, name) if memory.held is None)
        for name in ("learned", "superseded", "deleted", "restored")
    }
    corrected = tuple(blanked(tx, entry) for entry in found.corrected if entry[0].held is None)
    return Difference(corrected=corrected, **lists)

"""Past states of the store: later changes are taken back in memory, newest first, without changing a row."""

from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import CLASSIFICATIONS, Memory
from recall_cli.domain.record import Record
from recall_cli.engines.tables.memory_row import restored_columns
from recall_cli.rules.beliefs import visibility

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.memory import Columns
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


class PastState(Record):
    """What differs between now and a past moment."""

    changed: "tuple[int, ...]"
    """The row numbers of all memories that were changed since; their present rows do not count."""
    matching: "tuple[Memory, ...]"
    """The changed memories that were believed then and pass the filters, in their past state."""
    words: "dict[int, Columns]"
    """The past texts of these memories, in the columns of the word index."""


def past_state(tx: "Transaction", filters: "Filters") -> PastState:
    """The state of the store at `filters.as_of`, as far as it differs from its present rows."""
    moment = filters.as_of
    assert moment is not None
    tx.as_of = moment
    taken_back = _values_at(tx, moment)
    present = {memory.n: memory for memory in tx.memories.by_number(sorted(taken_back))}
    names = {project.n: project.name for project in tx.projects.all()}
    matching, words = [], {}
    for number, memory in present.items():
        row = tx.memories.changeable_columns(number)
        row = {**row, **restored_columns(row, taken_back[number])}
        past_memory = _rebuild_memory(tx, memory, row, names)
        if past_memory.superseded_at is None and (end := _backdated_ending(tx, memory, moment)) is not None:
            past_memory = past_memory.but(superseded_at=end, superseded_by=memory.superseded_by)
        project, tags = row["project"], loads(str(row["tags"] or "{}"))
        if visibility.is_believed(past_memory, moment, filters.include) and visibility.passes_filters(
            past_memory, filters, None if project is None else int(project), tags
        ):
            matching.append(past_memory)
            about = " ".join(str(row[name] or "") for name in ("topic", "entity", "attribute", "value"))
            words[number] = {"text": row["text"], "tags": row["tags"], "about": about, "grams": row["grams"]}
    return PastState(changed=tuple(sorted(taken_back)), matching=tuple(matching), words=words)


def _backdated_ending(tx: "Transaction", memory: Memory, moment: int) -> "int | None":
    """When a memory ended before a moment, as recall learned only after it; None if it had not ended then.

    A session that is read later brings statements of the day on which they were said. The past shows them from that
    day on, so what they ended is over from that day on too.
    """
    by = None if memory.superseded_by is None else tx.memories.by_id(memory.superseded_by)
    if by is None or memory.superseded_at is None or memory.superseded_at <= moment or by.created_at > moment:
        return None
    (birth, *_) = tx.operations.events_of_memory(by.n) or (None,)
    if birth is None or birth.at <= moment or by.since > moment:
        return None
    return max(by.since, memory.created_at)


def memory_at(tx: "Transaction", memory: Memory, moment: int) -> Memory:
    """A memory in the state that it had at a moment."""
    tx.as_of = moment
    (memory,) = tx.memories.by_number([memory.n])
    before = _values_at(tx, moment).get(memory.n)
    if before is None:
        return memory
    row = tx.memories.changeable_columns(memory.n)
    names = {project.n: project.name for project in tx.projects.all()}
    return _rebuild_memory(tx, memory, {**row, **restored_columns(row, before)}, names)


def _values_at(tx: "Transaction", moment: int) -> "dict[int, Columns]":
    """For each memory changed after a moment, the values that its columns had at that moment."""
    values: dict[int, Columns] = {}
    for number, before in tx.operations.values_changed_since(moment):  # newest first, so the oldest change wins
        values.setdefault(number, {}).update(before)
    return values


def _rebuild_memory(tx: "Transaction", memory: Memory, row: "dict[str, Any]", names: "dict[int, str]") -> Memory:
    columns = {name: value for name, value in row.items() if name in Memory._fields}
    columns["classification"] = CLASSIFICATIONS[row["classification"]]
    columns["shared"], columns["pinned"] = bool(row["shared"]), bool(row["pinned"])
    columns["project"] = names.get(row["project"])
    if row["superseded_by"] is not None:
        by = tx.memories.by_number([row["superseded_by"]])
        columns["superseded_by"] = by[0].id if by else None
    return memory.but(**columns)

"""From operations to memories: the same set gives the same memories, in whatever order it arrived."""

from recall_cli.domain.ids import erased_mark
from recall_cli.domain.record import Record
from recall_cli.rules.sync.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class MemoryState(Record):
    """What all machines together say of a memory."""

    clock: int
    """When it was last stated."""
    columns: "dict[str, object]"


class Fold(Record):
    """The memories that a set of operations describes."""

    memories: "dict[str, MemoryState]"
    erased: "frozenset[str]"
    """The marks of erased memories: an erasure wins for ever."""


def fold_operations(operations: "Iterable[Operation]") -> Fold:
    """The memories of these operations: of each column the latest statement counts."""
    ordered = sorted(operations, key=lambda op: op.order)
    erased = frozenset(op.erased for op in ordered if op.erased is not None)
    memories: dict[str, MemoryState] = {}
    gone: dict[str, bool] = {}
    for op in ordered:
        if op.id is None:
            continue
        if op.id not in gone:
            gone[op.id] = erased_mark(op.id) in erased
        if not gone[op.id]:
            known = memories.get(op.id)
            columns = {**known.columns, **op.columns} if known else dict(op.columns)
            memories[op.id] = MemoryState(clock=op.clock, columns=columns)
    return Fold(memories=memories, erased=erased)


class LocalMemory(Record):
    """A memory as this store has it."""

    updated_at: int
    columns: "dict[str, object]"
    """Without columns that are empty."""


class LastSync(Record):
    """A memory as it was after the last sync."""

    clock: int
    digests: "dict[str, str]"
    """A digest of each column that was not empty."""


def changed_here(
    local: LocalMemory,
    before: "LastSync | None",
    known: "MemoryState | None",
    digests: "Mapping[str, str]",
) -> "tuple[int, dict[str, object]] | None":
    """What this machine has to state of a memory, and when it was stated; None if nothing.

    `digests` are those of the columns now, and `known` is what the operations say. A memory that the remote lost is
    stated again. Without a last sync, and for a store that was restored, the later version counts.
    """
    stated = {} if known is None else known.columns
    different = {name for name in {*local.columns, *stated} if local.columns.get(name) != stated.get(name)}
    lost = before is not None and (known is None or known.clock < before.clock)
    if before is None:
        if known is None and local.columns.get("deleted_at") is not None:
            return None
        if known is not None and local.updated_at <= known.clock:
            return None
        clock = local.updated_at
    elif lost:
        clock = max(local.updated_at, before.clock)
    else:
        different = {name for name in different if digests.get(name) != before.digests.get(name)}
        clock = max(local.updated_at, before.clock + 1)
    return (clock, {name: local.columns.get(name) for name in sorted(different)}) if different else None

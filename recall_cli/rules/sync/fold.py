"""From operations to memories: the same set gives the same memories, in whatever order it arrived."""

from recall_cli.domain.ids import erased_mark
from recall_cli.domain.record import Record
from recall_cli.rules.sync.operations import FACT_COLUMNS, Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class MemoryState(Record):
    """What all machines together say of a memory."""

    clock: int
    """When it was last stated."""
    columns: "dict[str, object]"
    fact_clock: int = 0
    """When its value, or what it is about, was last stated."""
    author: str = ""
    """The machine that stated all of it; empty if several did."""


class Fold(Record):
    """The memories that a set of operations describes."""

    memories: "dict[str, MemoryState]"
    marks: "dict[str, str]"
    """The mark of each memory of the operations, by its id, also of erased ones."""
    erased: "frozenset[str]"
    """The marks of erased memories: an erasure wins for ever."""
    holders: "frozenset[str]"
    """The machines whose operations still describe an erased memory."""


def fold_operations(operations: "Iterable[Operation]") -> Fold:
    """The memories of these operations: of each column the latest statement counts."""
    ordered = sorted(operations, key=lambda op: op.order)
    erased = frozenset(op.erased for op in ordered if op.erased is not None)
    states: dict[str, tuple[int, dict[str, object], int, str]] = {}
    marks: dict[str, str] = {}
    holders: set[str] = set()
    for op in ordered:
        id_ = op.id
        if id_ is None:
            continue
        if id_ not in marks:
            marks[id_] = erased_mark(id_)
        if marks[id_] in erased:
            holders.add(op.device)
            continue
        known = states.get(id_)
        columns = {**known[1], **op.columns} if known else op.columns
        fact_clock = known[2] if known and FACT_COLUMNS.isdisjoint(op.columns) else op.clock
        states[id_] = op.clock, columns, fact_clock, op.device if not known or known[3] == op.device else ""
    memories = {
        id_: MemoryState(clock=clock, columns=columns, fact_clock=fact_clock, author=author)
        for id_, (clock, columns, fact_clock, author) in states.items()
    }
    return Fold(memories=memories, marks=marks, erased=erased, holders=frozenset(holders))


class LocalMemory(Record):
    """A memory as this store has it."""

    updated_at: int
    columns: "dict[str, object]"
    """Without columns that are empty."""


class StoreContent(Record):
    """What a store has of a synchronised project, at one moment."""

    memories: "dict[str, LocalMemory]"
    erased: "frozenset[str]"
    """The marks of all erased memories."""
    operation: int
    """The newest operation."""
    kept_back: int
    """Memories that stay on this machine: confidential or held ones."""


class LastSync(Record):
    """A memory as it was after the last sync."""

    clock: int
    digests: str
    """A digest of each column that was not empty, as `write_digests` writes them."""


def write_digests(digests: "Mapping[str, str]") -> str:
    """The digests of columns as one text, the same for the same columns: there are very many of them."""
    return " ".join([f"{name}:{digests[name]}" for name in sorted(digests)])


def read_digests(text: str) -> "dict[str, str]":
    """The digests by their columns."""
    return {name: digest for name, _, digest in (part.partition(":") for part in text.split(" "))}


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
        last = read_digests(before.digests)
        different = {name for name in different if digests.get(name) != last.get(name)}
        clock = max(local.updated_at, before.clock + 1)
    return (clock, {name: local.columns.get(name) for name in sorted(different)}) if different else None

"""What this machine shares, as operations that continue its chain or begin it anew."""

from recall_cli.domain.ids import erased_mark
from recall_cli.domain.record import Record
from recall_cli.flows.write.masking import mask_fields
from recall_cli.rules.places.stated_place import read_stated_place
from recall_cli.rules.sync.fold import fold_operations
from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.team.chain import MAX_GENERATION, ChainEnd, continuity_problem
from recall_cli.rules.team.shareable import ENDING_COLUMNS, origin_of, share_problem, travelling_columns
from recall_cli.rules.text.memory_json import stored_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.team.place import TeamPlace
    from recall_cli.rules.places.stated_place import StatedPlace
    from recall_cli.rules.sync.fold import Fold
    from recall_cli.rules.team.chain import Chain


class SharedMemory(Record):
    """A memory that travels."""

    updated_at: int
    columns: "dict[str, object]"


class Offers(Record):
    """What this machine has to say to the others."""

    operations: "tuple[Operation, ...]" = ()
    start: ChainEnd = ChainEnd()
    """The end of the chain that they continue; its number is 0 if the chain begins anew."""
    sent: int = 0
    """Memories that are new or changed."""
    removed: int = 0
    """Memories that were taken back or erased."""
    stays: "tuple[tuple[str, str], ...]" = ()
    """The ids of memories that were shared and may not travel any more, each with the reason."""
    waits: int = 0
    """Memories with new words, which only a person sends."""

    @property
    def is_needed(self) -> bool:
        """Is there anything to send?"""
        return bool(self.operations) or self.removed > 0

    @property
    def is_anew(self) -> bool:
        """Does the chain begin anew, without the words of what was removed?"""
        return self.start.number == 0


def find_problem(memory: "Memory") -> str:
    """Why a memory is not shared; empty if it may be."""
    _, masked = mask_fields(stored_as_json(memory))
    return share_problem(memory, origin_of(memory.metadata), holds_secret=bool(masked))


def find_offers(app: "App", place: "TeamPlace", chain: "Chain | None") -> Offers:
    """Compare what is shared with this machine's chain at the remote, if it is there and whole."""
    fits = chain is not None and not continuity_problem(place.end, chain)
    known = fold_operations(chain.operations if chain is not None and fits else ())
    with app.read_transaction(app.full_view) as tx:
        memories, stays = _shared_memories(tx, place)
        erased = place.shared.intersection(tx.tombstones.marks())
    waits = 0
    if not app.at_terminal:
        memories, waits = _without_new_words(memories, known)
    removed = {*known.memories}.difference(memories)
    if not fits and not app.at_terminal:  # what stood there is unknown, so no words can be sent again
        return Offers(waits=len(memories) + waits)
    sent = sum(memory.columns != _columns_of(known, id_) for id_, memory in memories.items())
    number, start = max((op.number for op in chain.operations), default=0) if chain else 0, place.end
    if fits and chain is not None and not removed:
        start = chain.end
    else:
        generation = max(place.end.generation, chain.end.generation if chain is not None else 0) + 1
        number, start, known = 0, ChainEnd(generation=min(generation, MAX_GENERATION)), fold_operations(())
    operations = _operations(number, memories, known, erased, app.now())
    return Offers(operations=tuple(operations), start=start, sent=sent, removed=len(removed), stays=stays, waits=waits)


def _shared_memories(
    tx: "Transaction", place: "TeamPlace"
) -> "tuple[dict[str, SharedMemory], tuple[tuple[str, str], ...]]":
    """The memories that travel, by id; and those that may not travel any more."""
    found = [memory for id_ in tx.tombstones.memories_of(place.shared) if (memory := tx.memories.by_id(id_))]
    problems = {memory.id: find_problem(memory) for memory in found}
    problems |= {memory.id: "it is in another project now" for memory in found if memory.project != place.project_name}
    ids = frozenset(memory.id for memory in found if not problems[memory.id])
    memories = {
        memory.id: SharedMemory(
            updated_at=memory.updated_at, columns=travelling_columns(stored_as_json(memory), ids, place.branches.merged)
        )
        for memory in found
        if memory.id in ids
    }
    return memories, tuple((id_, why) for id_, why in problems.items() if why)


def shared_places(app: "App", place: "TeamPlace") -> "frozenset[StatedPlace]":
    """Where the memories that this machine shares were stated, as far as that is known."""
    with app.read_transaction(app.full_view) as tx:
        memories = filter(None, map(tx.memories.by_id, tx.tombstones.memories_of(place.shared)))
        found = [read_stated_place(memory.metadata) for memory in memories]
    return frozenset(filter(None, found))


def _without_new_words(memories: "dict[str, SharedMemory]", known: "Fold") -> "tuple[dict[str, SharedMemory], int]":
    """What may be sent without a person: what is there already, and that it ended; how many memories wait."""
    allowed: dict[str, SharedMemory] = {}
    waits = 0
    for id_, memory in memories.items():
        before = _columns_of(known, id_)
        if not before:
            waits += 1
            continue
        ends = {name: memory.columns[name] for name in ENDING_COLUMNS if name in memory.columns}
        stated = {name: value for name, value in before.items() if name not in ENDING_COLUMNS}
        if "metadata" not in memory.columns:  # its branch is merged
            stated.pop("metadata", None)
        allowed[id_] = memory.but(columns={**stated, **ends})
        waits += allowed[id_].columns != memory.columns
    return allowed, waits


def _columns_of(fold: "Fold", id_: str) -> "dict[str, object]":
    state = fold.memories.get(id_)
    return {} if state is None else {name: value for name, value in state.columns.items() if value is not None}


def _operations(
    number: int, memories: "dict[str, SharedMemory]", known: "Fold", erased: "frozenset[str]", now: int
) -> "list[Operation]":
    """What changes the known state into this one, after the operation of this number."""
    operations: list[Operation] = []
    for id_, memory in sorted(memories.items()):
        before = _columns_of(known, id_)
        names = {*before, *memory.columns}
        changed = {name: memory.columns.get(name) for name in names if before.get(name) != memory.columns.get(name)}
        state = known.memories.get(id_)
        clock = max(memory.updated_at, state.clock + 1 if state else 0)
        if changed:
            number += 1
            operations.append(Operation(device="", number=number, clock=clock, id=id_, columns=changed))
    for mark in sorted(erased - known.erased):
        number += 1
        operations.append(Operation(device="", number=number, clock=now, id=None, erased=mark))
    return operations


def is_shared(place: "TeamPlace", memory: "Memory") -> bool:
    """Does this machine share the memory?"""
    return erased_mark(memory.id) in place.shared

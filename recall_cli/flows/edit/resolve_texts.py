"""Settle texts that contradict each other: a person says which one holds, or that all do."""

from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.write.end_belief import end_belief
from recall_cli.rules.beliefs.settled_facts import SETTLED_CONFIDENCE, SETTLED_IMPORTANCE, text_for_situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction


class TextSettlement(Record):
    """The result of settling texts."""

    standing: "tuple[Memory, ...]"
    """The memories that are believed from now on."""
    ended: "tuple[Memory, ...]"
    op: "int | None"
    """None if nothing changed."""


def check_person(app: "App", ids: "list[str]") -> None:
    """NotStored unless a person is at the terminal: an agent may see conflicts and ask, but not answer."""
    if not app.at_terminal:
        raise NotStored(
            "not settled: only a person at a terminal can settle what is contested",
            f"ask your user to run: recall resolve {' '.join(ids)}",
        )


def find_sides(tx: "Transaction", ids: "list[str]") -> "list[Memory]":
    """The believed memories of some ids, oldest first; of one id, with all that contradicts it."""
    sides = {memory.n: memory for memory in (find_memory(tx, id_) for id_ in ids)}
    if len(sides) == 1:
        sides.update((other.n, other) for n in [*sides] for other in tx.memories.other_values(n, Filters()))
    for memory in sides.values():
        if memory.superseded_at is not None:
            short = tx.memories.short_id(memory.id)
            raise UsageError(f"memory {short} is not believed any more", f"recall why {short}")
    return [sides[n] for n in sorted(sides)]


def keep_text(app: "App", ids: "list[str]", keep: str) -> TextSettlement:
    """Keep one of these memories, as the user says; it takes the place of the others."""
    check_person(app, ids)
    with app.write_transaction() as tx:
        sides, chosen = find_sides(tx, ids), find_memory(tx, keep)
        others = [side for side in sides if side.n != chosen.n]
        if not others:
            return TextSettlement(standing=(chosen,), ended=(), op=None)
        op = tx.operations.add("resolve", trust=app.channel, note=None)
        for side in others:
            end_belief(tx, op, side, chosen.n)
        tx.memories.change(op, chosen.n, _settled_columns(chosen, tx.now))
        tx.operations.add_touched(op, len(others) + 1)
        return TextSettlement(standing=tuple(tx.memories.by_number([chosen.n])), ended=tuple(others), op=op)


def keep_all_texts(app: "App", ids: "list[str]") -> TextSettlement:
    """Note that all of these memories are true; their contests end, and none is asked about again."""
    check_person(app, ids)
    with app.write_transaction() as tx:
        sides = find_sides(tx, ids)
        if len(sides) < 2:
            return TextSettlement(standing=tuple(sides), ended=(), op=None)
        op = tx.operations.add("resolve", trust=app.channel, note=None)
        _declare_compatible(tx, op, sides)
        for side in sides:
            tx.operations.record_change(op, side.n, {}, {})
        tx.operations.add_touched(op, len(sides))
        return TextSettlement(standing=tuple(tx.memories.by_number([side.n for side in sides])), ended=(), op=op)


def keep_each_in_situation(
    app: "App", ids: "list[str]", situations: "tuple[tuple[str | None, str], ...]"
) -> TextSettlement:
    """Write into each of these memories the situation in which it holds; they are the user's words from then on.

    `situations` pairs each situation with the id of a memory; None is every other situation.
    """
    check_person(app, ids)
    from recall_cli.flows.edit.memory_edits import MemoryChange, apply_change

    with app.write_transaction() as tx:
        sides = find_sides(tx, ids)
        named = {find_memory(tx, id_).n: situation for situation, id_ in situations}
        missing = [tx.memories.short_id(side.id) for side in sides if side.n not in named]
        if missing or len(named) != len(sides) or len(named) != len(situations):
            raise UsageError(
                "--when names each of the memories once" + (f"; {missing[0]} is missing" if missing else ""),
                "e.g. --when production=ID --when default=OTHER_ID",
            )
        if len(sides) < 2:
            return TextSettlement(standing=tuple(sides), ended=(), op=None)
        texts = {side.n: text_for_situation(side.text, named[side.n]) for side in sides}
        op = tx.operations.add("resolve", trust=app.channel, note=None)
        _declare_compatible(tx, op, sides)
        for side in sides:
            columns = {**_settled_columns(side, tx.now), "text": texts[side.n]}
            if side.entity and side.attribute:
                columns["qualifier"] = named[side.n]
            apply_change(app, tx, op, side, MemoryChange(id=side.id, columns=columns))
        tx.operations.add_touched(op, len(sides))
        return TextSettlement(standing=tuple(tx.memories.written_here([side.n for side in sides])), ended=(), op=op)


def _declare_compatible(tx: "Transaction", op: int, sides: "list[Memory]") -> None:
    """Note that all of these memories may be true at once."""
    contested = {*tx.links.open_contests()}
    pairs = [(one.n, other.n) for at, other in enumerate(sides) for one in sides[:at]]
    tx.links.declare_compatible(op, [pair if pair in contested else (pair[1], pair[0]) for pair in pairs])


def _settled_columns(memory: Memory, now: int) -> "Columns":
    """The columns of a memory that the user chose: it is their word from now on, and governs later ones."""
    return {
        "trust": TRUST_LEVELS[0],
        "importance": max(memory.importance, SETTLED_IMPORTANCE),
        "confidence": max(memory.confidence, SETTLED_CONFIDENCE),
        "updated_at": now,
    }

"""Settle a fact, or texts that contradict each other: a person says what holds, and that governs later memories."""

from recall_cli.domain.draft import StoreRequest
from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.domain.memory import CLASSIFICATIONS, TRUST_LEVELS, Memory
from recall_cli.domain.record import Record
from recall_cli.domain.scope import Filters
from recall_cli.domain.shell_words import command_line
from recall_cli.flows.projects import projects_to_read
from recall_cli.flows.search.id_lookup import find_memories, find_memory
from recall_cli.flows.write.end_belief import end_belief
from recall_cli.flows.write.masking import masked_note
from recall_cli.flows.write.think import new_draft, normalize_request
from recall_cli.rules.beliefs import settled_facts
from recall_cli.rules.beliefs.settled_facts import SETTLED_CONFIDENCE, SETTLED_IMPORTANCE, text_for_situation
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.beliefs.settled_facts import FactChoice


class FactState(Record):
    """A fact in one project, with everything that is believed of it."""

    entity: str
    attribute: str
    key: str
    project: "int | None"
    contested: bool
    sides: "tuple[Memory, ...]"
    """The memories that are believed now, oldest first."""
    past: "tuple[Memory, ...]"
    """The memories that were believed before."""

    @property
    def values(self) -> "tuple[Memory, ...]":
        """The newest memory of each value that is believed now."""
        newest = {normalize.fold_text(side.value): side for side in self.sides if side.value is not None}
        return tuple(newest.values())


class ResolveResult(Record):
    """The result of settling a fact."""

    kind: str
    answers: "tuple[Memory, ...]"
    ended: "tuple[Memory, ...]"
    op: "int | None"
    """None if it was settled in the same way before."""


def check_person(app: "App", what: str, *names: str) -> None:
    """NotStored unless a person is at the terminal: an agent may see conflicts and ask, but not answer."""
    if not app.at_terminal:
        raise NotStored(
            f"not settled: only a person at a terminal can settle {what}",
            f"ask your user to run: {command_line('recall', 'resolve', *names)}",
        )


def find_fact(
    app: "App", tx: "Transaction", entity: str, attribute: str, project: "str | None", *, only_global: bool
) -> FactState:
    """The contested fact of these names, in the project or in none; else one that is known, or NotFound."""
    key = normalize.fact_key(entity, attribute)
    if key is None:
        raise UsageError("a fact has an entity and an attribute", "recall conflicts shows them: ENTITY.ATTRIBUTE")
    numbers = projects_to_read(app, tx, project, only_global=only_global)
    if numbers is None:
        raise UsageError("name one project", "a fact is settled in one project at a time")
    projects = (*numbers, *([] if project else [None]))
    states = [_fact_in_project(tx, entity, attribute, key, number) for number in projects]
    known_states = [state for state in states if state.sides or state.past]
    if not known_states:
        raise NotFound(f"no memory states {entity}.{attribute} here", _hint_for_missing_fact(tx, entity, attribute))
    return next((state for state in known_states if state.contested), known_states[0])


def _hint_for_missing_fact(tx: "Transaction", entity: str, attribute: str) -> str:
    """What was perhaps meant: the names in the other order, or another project."""
    for first, second in ((entity, attribute), (attribute, entity)):
        found = tx.memories.with_fact(normalize.fact_key(first, second) or "", None)
        if found:
            places = {memory.project for memory in found}
            place = next(iter(places)) if len(places) == 1 else None
            where = () if place is None else ("--project", place)
            return f"did you mean {command_line('recall', 'resolve', first, second, *where)}?"
    return "recall conflicts shows contested facts"


def _fact_in_project(tx: "Transaction", entity: str, attribute: str, key: str, project: "int | None") -> FactState:
    sides, past = tx.memories.rivals(key, project), tx.memories.superseded_with_fact(key, project)
    for newest in (sides or past)[-1:]:
        entity, attribute = newest.entity or entity, newest.attribute or attribute
    return FactState(
        entity=entity,
        attribute=attribute,
        key=key,
        project=project,
        contested=tx.contests.is_open(key, project),
        sides=tuple(sides),
        past=tuple(past),
    )


def resolve(
    app: "App",
    entity: str,
    attribute: str,
    choice: "FactChoice",
    project: "str | None",
    *,
    only_global: bool = False,
    may_settle: bool = False,
) -> ResolveResult:
    """Settle a fact as the user says, as one operation.

    `may_settle`: the user has given the caller this right, which ends with what the user stated or pinned.
    """
    if not may_settle:
        check_person(app, "a fact", entity, attribute)
    with app.write_transaction() as tx:
        fact = find_fact(app, tx, entity, attribute, project, only_global=only_global)
        if may_settle and app.channel != "user":
            _check_no_user_words(tx, fact)
        choice = _complete_choice(fact, choice)
        standing = _same_settlement(tx, fact, choice)
        if standing is not None:
            return standing
        op = tx.operations.add("resolve", trust=app.channel, note=None)
        drafts = [_draft_answer(app, fact, choice, at) for at in range(_count_answers(choice))]
        numbers = [tx.memories.add(draft, id_=app.new_id(), project=fact.project, op=op) for draft in drafts]
        ended = _end_other_values(tx, op, fact, choice, numbers)
        tx.contests.settle_fact(fact.key, fact.project, choice.kind, numbers[0], op)
        tx.operations.add_touched(op, len(numbers) + len(ended))
        answers = tuple(tx.memories.by_number(numbers))
        return ResolveResult(kind=choice.kind, answers=answers, ended=ended, op=op)


def _check_no_user_words(tx: "Transaction", fact: FactState) -> None:
    """NotStored if the user has stated or pinned one of the values: only they decide about that."""
    pinned = tx.memories.pinned_by_user([side.n for side in fact.sides])
    if pinned or any(side.trust == "user" for side in fact.sides):
        raise NotStored(
            "not settled: the user stated or pinned one of the values, and only they can settle it, at a terminal",
            f"ask your user to run: {command_line('recall', 'resolve', fact.entity, fact.attribute)}",
        )


def _complete_choice(fact: FactState, choice: "FactChoice") -> "FactChoice":
    """The choice, completed with the context that all sides share and with the values that are believed."""
    if choice.kind == settled_facts.KEEP_ONE:
        contexts = {side.qualifier for side in fact.sides if side.value is not None}
        context = contexts.pop() if len(contexts) == 1 else None
        return choice.but(values=((context, choice.values[0][1]),))
    if choice.kind == settled_facts.KEEP_SEVERAL:
        return choice.but(values=tuple((side.qualifier, side.value) for side in fact.sides if side.value is not None))
    return choice


def _same_settlement(tx: "Transaction", fact: FactState, choice: "FactChoice") -> "ResolveResult | None":
    """The earlier result, if the same was settled before and still holds; then nothing is written."""
    if fact.contested or tx.contests.settled_as(fact.key, fact.project) != choice.kind:
        return None
    standing = tx.memories.by_number(tx.contests.settling_memories(fact.key, fact.project))
    live = [memory for memory in standing if memory.superseded_at is None and memory.deleted_at is None]
    given = {memory.n for memory in live}
    others = [side for side in fact.sides if side.n not in given]
    if not live or any(settled_facts.successor_index(side, choice) is not None for side in others):
        return None
    chosen = {settled_facts.context_value_key(context, value) for context, value in choice.values}
    if choice.kind != settled_facts.KEEP_SEVERAL and chosen - {
        settled_facts.context_value_key(m.qualifier, m.value or "") for m in fact.sides
    }:
        return None
    return ResolveResult(kind=choice.kind, answers=tuple(live), ended=(), op=None)


def _count_answers(choice: "FactChoice") -> int:
    """How many memories the answer needs: one for each context, or one for several values together."""
    return 1 if choice.kind == settled_facts.KEEP_SEVERAL else len(choice.values)


def _draft_answer(app: "App", fact: FactState, choice: "FactChoice", index: int) -> "Draft":
    """One answer as a draft: the user's own word, as important as any side, and at least as classified."""
    sides = fact.sides or fact.past
    context, value = (None, None) if choice.kind == settled_facts.KEEP_SEVERAL else choice.values[index]
    topics = {side.topic for side in sides}
    request, redacted = normalize_request(
        app,
        StoreRequest(
            text=settled_facts.settled_text(fact.entity, fact.attribute, choice, index),
            entity=fact.entity,
            attribute=fact.attribute,
            value=value,
            qualifier=context,
            topic=topics.pop() if len(topics) == 1 else None,
            type=sides[-1].type,
            importance=max(settled_facts.SETTLED_IMPORTANCE, *(side.importance for side in sides)),
            confidence=settled_facts.SETTLED_CONFIDENCE,
            classification=max((side.classification for side in sides), key=CLASSIFICATIONS.index),
        ),
    )
    if redacted:
        app.note(masked_note(redacted))
    return new_draft(**vars(request)).but(agent=None)


def _end_other_values(
    tx: "Transaction", op: int, fact: FactState, choice: "FactChoice", numbers: "list[int]"
) -> "tuple[Memory, ...]":
    """The memories that the answer ends: other values of the same context, and earlier answers."""
    before = {*tx.contests.settling_memories(fact.key, fact.project)} - {*numbers}
    ended = []
    for side in fact.sides:
        at = 0 if side.n in before and side.value is None else settled_facts.successor_index(side, choice)
        if at is None:
            continue
        end_belief(tx, op, side, numbers[at])
        ended.append(side)
    return tuple(ended)


class TextSettlement(Record):
    """The result of settling texts."""

    standing: "tuple[Memory, ...]"
    """The memories that are believed from now on."""
    ended: "tuple[Memory, ...]"
    op: "int | None"
    """None if nothing changed."""


def find_sides(tx: "Transaction", ids: "list[str]") -> "list[Memory]":
    """The believed memories of some ids, oldest first; of one id, with all that contradicts it."""
    sides = find_memories(tx, ids)
    if len(sides) == 1:
        sides.update((other.n, other) for n in [*sides] for other in tx.memories.other_values(n, Filters()))
    for memory in sides.values():
        if memory.superseded_at is not None:
            short = tx.memories.short_id(memory.id)
            raise UsageError(f"memory {short} is not believed any more", f"recall why {short}")
    return [sides[n] for n in sorted(sides)]


def keep_text(app: "App", ids: "list[str]", keep: str) -> TextSettlement:
    """Keep one of these memories, as the user says; it takes the place of the others."""
    check_person(app, "what is contested", *ids)
    with app.write_transaction() as tx:
        sides, chosen = find_sides(tx, ids), find_memory(tx, keep)
        others = [side for side in sides if side.n != chosen.n]
        if not others:
            return TextSettlement(standing=(chosen,), ended=(), op=None)
        op = tx.operations.add("resolve", trust=app.channel, note=None)
        for side in others:
            end_belief(tx, op, side, chosen.n)
        tx.memories.change(op, chosen.n, _settled_columns(chosen, tx.now))
        _settle_contested_fact(tx, op, [chosen], settled_facts.KEEP_ONE)
        tx.operations.add_touched(op, len(others) + 1)
        return TextSettlement(standing=tuple(tx.memories.by_number([chosen.n])), ended=tuple(others), op=op)


def keep_all_texts(app: "App", ids: "list[str]") -> TextSettlement:
    """Note that all of these memories are true; their contests end, and none is asked about again."""
    check_person(app, "what is contested", *ids)
    with app.write_transaction() as tx:
        sides = find_sides(tx, ids)
        if len(sides) < 2:
            return TextSettlement(standing=tuple(sides), ended=(), op=None)
        op = tx.operations.add("resolve", trust=app.channel, note=None)
        _declare_compatible(tx, op, sides)
        for side in sides:
            tx.operations.record_change(op, side.n, {}, {})
        _settle_contested_fact(tx, op, sides, settled_facts.KEEP_SEVERAL)
        tx.operations.add_touched(op, len(sides))
        return TextSettlement(standing=tuple(tx.memories.by_number([side.n for side in sides])), ended=(), op=op)


def keep_each_in_situation(
    app: "App", ids: "list[str]", situations: "tuple[tuple[str | None, str], ...]"
) -> TextSettlement:
    """Write into each of these memories the situation in which it holds; they are the user's words from then on.

    `situations` pairs each situation with the id of a memory; None is every other situation.
    """
    check_person(app, "what is contested", *ids)
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
        _settle_contested_fact(tx, op, sides, settled_facts.PER_CONTEXT)
        tx.operations.add_touched(op, len(sides))
        return TextSettlement(standing=tuple(tx.memories.written_here([side.n for side in sides])), ended=(), op=op)


def _settle_contested_fact(tx: "Transaction", op: int, sides: "list[Memory]", kind: str) -> None:
    """Settle the contested fact that these memories state, unless another value of it is believed beside them."""
    chosen = sides[-1]
    key, project = normalize.fact_key(chosen.entity, chosen.attribute), tx.memories.project_of(chosen.n)
    if key is None or not tx.contests.is_open(key, project):
        return
    left_out = {rival.n for rival in tx.memories.rivals(key, project)} - {side.n for side in sides}
    if not left_out:
        tx.contests.settle_fact(key, project, kind, chosen.n, op)


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

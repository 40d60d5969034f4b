"""Settling a fact: a person says what holds, and his answer is kept as a memory that governs what comes after it."""

from recall_cli.domain.errors import NotFound, Refused, UsageError
from recall_cli.domain.memory import CLASSIFICATIONS, DEFAULTS, Memory
from recall_cli.domain.record import Record
from recall_cli.flows.projects import to_read
from recall_cli.flows.write.columns import columns_of
from recall_cli.flows.write.think import prepared
from recall_cli.rules.beliefs import settling
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.beliefs.settling import Choice


class Fact(Record):
    """A fact in one project, with all that is believed of it."""

    entity: str
    attribute: str
    key: str
    project: "int | None"
    contested: bool
    sides: "tuple[Memory, ...]"
    """What is believed of it now, oldest first."""
    past: "tuple[Memory, ...]"
    """What was believed before."""

    @property
    def values(self) -> "tuple[Memory, ...]":
        """The newest memory of each value that is believed now, in the order of the values."""
        found = {wording.folded(side.value): side for side in self.sides if side.value is not None}
        return tuple(found.values())


class Resolved(Record):
    """What settling a fact came to."""

    kind: str
    answers: "tuple[Memory, ...]"
    ended: "tuple[Memory, ...]"
    op: "int | None"
    """None where it was settled so before."""


def only_a_person(app: "App", entity: str, attribute: str) -> None:
    """An agent may see what is contested and ask; the answer is its user's."""
    if not app.at_terminal:
        raise Refused(
            "not settled: only a person at a terminal can settle a fact",
            f"ask your user to run: recall resolve {entity} {attribute}",
        )


def fact_of(
    app: "App", tx: "Transaction", entity: str, attribute: str, project: "str | None", *, only_global: bool
) -> Fact:
    """The fact of these names, in the project or in none: where it is contested, else where anything is known of it."""
    key = wording.fact(entity, attribute)
    if key is None:
        raise UsageError("a fact has an entity and an attribute", "recall conflicts shows them: ENTITY.ATTRIBUTE")
    numbers = to_read(app, tx, project, only_global=only_global)
    if numbers is None:
        raise UsageError("name one project", "a fact is settled in one project at a time")
    found = [_fact(tx, entity, attribute, key, number) for number in (*numbers, *([] if project else [None]))]
    known = [one for one in found if one.sides or one.past]
    if not known:
        raise NotFound(f"nothing is known of {entity}.{attribute} here", "recall conflicts shows what is contested")
    return next((one for one in known if one.contested), known[0])


def _fact(tx: "Transaction", entity: str, attribute: str, key: str, project: "int | None") -> Fact:
    sides, past = tx.memories.rivals(key, project), tx.memories.superseded_of(key, project)
    for named in (sides or past)[-1:]:
        entity, attribute = named.entity or entity, named.attribute or attribute
    return Fact(
        entity=entity,
        attribute=attribute,
        key=key,
        project=project,
        contested=tx.contests.is_open(key, project),
        sides=tuple(sides),
        past=tuple(past),
    )


def resolve(
    app: "App", entity: str, attribute: str, choice: "Choice", project: "str | None", *, only_global: bool = False
) -> Resolved:
    """Settle a fact as its user says, as one operation."""
    only_a_person(app, entity, attribute)
    with app.writing() as tx:
        fact = fact_of(app, tx, entity, attribute, project, only_global=only_global)
        choice = _whole(fact, choice)
        standing = _settled_so(tx, fact, choice)
        if standing is not None:
            return standing
        op = tx.operations.add("resolve", trust=app.channel, note=None)
        drafts = [_draft(app, fact, choice, at) for at in range(_answers(choice))]
        numbers = [_add(app, tx, op, draft, fact.project) for draft in drafts]
        ended = _end(tx, op, fact, choice, numbers)
        tx.contests.settle(fact.key, fact.project, choice.kind, numbers[0], op)
        tx.operations.count(op, len(numbers) + len(ended))
        answers = tuple(tx.memories.by_number(numbers))
        return Resolved(kind=choice.kind, answers=answers, ended=ended, op=op)


def _whole(fact: Fact, choice: "Choice") -> "Choice":
    """The choice with what it does not say itself: the context that all sides share, the values that stand."""
    if choice.kind == settling.KEEP:
        contexts = {side.qualifier for side in fact.sides if side.value is not None}
        context = contexts.pop() if len(contexts) == 1 else None
        return choice.but(values=((context, choice.values[0][1]),))
    if choice.kind == settling.MANY:
        return choice.but(values=tuple((side.qualifier, side.value) for side in fact.sides if side.value is not None))
    return choice


def _settled_so(tx: "Transaction", fact: Fact, choice: "Choice") -> "Resolved | None":
    """Nothing is written where the same was settled before and still holds."""
    if fact.contested or tx.contests.settled_as(fact.key, fact.project) != choice.kind:
        return None
    standing = tx.memories.by_number(tx.contests.answers(fact.key, fact.project))
    live = [memory for memory in standing if memory.superseded_at is None and memory.deleted_at is None]
    if not live or any(settling.successor(side, choice) is not None for side in fact.sides):
        return None
    said = {settling.place(context, value) for context, value in choice.values}
    if choice.kind != settling.MANY and said - {settling.place(m.qualifier, m.value or "") for m in fact.sides}:
        return None
    return Resolved(kind=choice.kind, answers=tuple(live), ended=(), op=None)


def _answers(choice: "Choice") -> int:
    """How many memories the answer is: one for each context, one for many values together."""
    return 1 if choice.kind == settling.MANY else len(choice.values)


def _draft(app: "App", fact: Fact, choice: "Choice", at: int) -> "dict[str, Any]":
    """One answer as a memory: the user's own word, as important and sure as any side, seen by nobody who saw less."""
    sides = fact.sides or fact.past
    context, value = (None, None) if choice.kind == settling.MANY else choice.values[at]
    topics = {side.topic for side in sides}
    clean, redacted = prepared(
        app,
        {
            "text": settling.told(fact.entity, fact.attribute, choice, at),
            "entity": fact.entity, "attribute": fact.attribute, "value": value, "qualifier": context,
            "topic": topics.pop() if len(topics) == 1 else None,
            "type": sides[-1].type,
            "importance": max(settling.IMPORTANCE, *(side.importance for side in sides)),
            "confidence": settling.CONFIDENCE,
            "classification": max((side.classification for side in sides), key=CLASSIFICATIONS.index),
        },
    )  # fmt: skip
    if redacted:
        app.note("masked: " + ", ".join(f"{count} {kind}" for kind, count in redacted))
    return {**DEFAULTS, **clean, "agent": None}


def _add(app: "App", tx: "Transaction", op: int, draft: "dict[str, Any]", project: "int | None") -> int:
    added = tx.memories.add(columns_of(tx, draft, id_=app.new_id(), project=project, born=op))
    assert added is not None, "a new id is free"
    return added


def _end(tx: "Transaction", op: int, fact: Fact, choice: "Choice", numbers: "list[int]") -> "tuple[Memory, ...]":
    """What the answer ends: other values of the same context, and what was answered before."""
    before = {*tx.contests.answers(fact.key, fact.project)} - {*numbers}
    ended = []
    for side in fact.sides:
        at = 0 if side.n in before and side.value is None else settling.successor(side, choice)
        if at is None:
            continue
        until = tx.now if side.valid_until is None else min(tx.now, side.valid_until)
        over = {"superseded_by": numbers[at], "superseded_at": tx.now, "valid_until": until, "updated_at": tx.now}
        tx.memories.change(op, side.n, over)
        ended.append(side)
    return tuple(ended)

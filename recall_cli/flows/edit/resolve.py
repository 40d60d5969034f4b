"""Settle a fact: a person says what holds, and their answer is stored as a memory that governs later ones."""

from recall_cli.domain.draft import StoreRequest
from recall_cli.domain.errors import NotFound, NotStored, UsageError
from recall_cli.domain.memory import CLASSIFICATIONS, Memory
from recall_cli.domain.record import Record
from recall_cli.flows.projects import projects_to_read
from recall_cli.flows.write.end_belief import end_belief
from recall_cli.flows.write.think import new_draft, normalize_request
from recall_cli.rules.beliefs import settled_facts
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
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


def check_person(app: "App", entity: str, attribute: str) -> None:
    """NotStored unless a person is at the terminal: an agent may see conflicts and ask, but not answer."""
    if not app.at_terminal:
        raise NotStored(
            "not settled: only a person at a terminal can settle a fact",
            f"ask your user to run: recall resolve {entity} {attribute}",
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
            where = f" --project {place}" if place is not None else ""
            return f"did you mean recall resolve {first} {second}{where}?"
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
        check_person(app, entity, attribute)
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
            f"ask your user to run: recall resolve {fact.entity} {fact.attribute}",
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
        app.note("masked: " + ", ".join(f"{count} {kind}" for kind, count in redacted))
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

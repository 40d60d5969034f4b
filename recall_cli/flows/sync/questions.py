"""Questions about facts that several machines stated differently.

What settles a fact, and whether it is in question, follows from what the memories say now, and not from the order in
which they arrived.
"""

from recall_cli.domain.scope import Filters
from recall_cli.rules.beliefs.contradictions import LOOP_PERIOD, MIN_LOOP_FLIPS
from recall_cli.rules.sync.settlements import answers_of_facts, missing_answers
from recall_cli.rules.text.normalize import fact_key
from recall_cli.rules.text.subject_names import other_fact_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.sync.place import SyncPlace
    from recall_cli.rules.sync.fold import Fold, LastSync
    from recall_cli.rules.sync.settlements import Answer

    Recorded = Sequence[tuple[str, str]]

REASON = "stated differently on two machines"
FACTS_TOGETHER = 50
"""Facts that are compared in one transaction, so that other processes never wait long."""


def facts_to_compare(fold: "Fold", digests: "dict[str, str]", last: "dict[str, LastSync]") -> "frozenset[str]":
    """The facts, under all of their names, that somebody stated or changed since the last sync that was finished.

    The clock does not tell: what arrives may be older than another column.
    """
    keys: set[str] = set()
    for id_, state in fold.memories.items():
        entity, attribute = state.columns.get("entity"), state.columns.get("attribute")
        if not (isinstance(entity, str) and isinstance(attribute, str)):
            continue
        before = last.get(fold.marks[id_])
        if before is None or before.digests != digests[id_]:
            keys.update(filter(None, (fact_key(entity, attribute), *other_fact_keys(entity, attribute))))
    return frozenset(keys)


def compare_facts(
    app: "App", place: "SyncPlace", fold: "Fold", facts: "frozenset[str]", op: "int | None"
) -> "tuple[int, int]":
    """Take over what settles facts, ask where values differ, and ask no longer where they do not.

    How many questions are new, and how many operations it took. `op` wrote what arrived, if anything did.
    """
    run = _Comparison(app, place, fold, op)
    wanted = Filters(projects=() if place.project is None else (place.project,), everywhere=place.project is None)
    with app.read_transaction(app.full_view) as tx:
        asked = {contest.fact for contest in tx.contests.all(wanted)}
        recorded = tx.contests.recorded_answers(place.project)
    unlike = {fact for fact in {*recorded, *run.answers} if any(run.differences(fact, recorded.get(fact, ())))}
    keys = sorted(facts | asked | unlike)
    for start in range(0, len(keys), FACTS_TOGETHER):
        with app.write_transaction() as tx:
            recorded = tx.contests.recorded_answers(place.project)
            for fact in keys[start : start + FACTS_TOGETHER]:
                run.settle(tx, fact, recorded.get(fact, ()))
                run.ask(tx, fact)
    return run.opened, run.made


class _Comparison:
    """Brings the answers and questions of a store to what the memories of all machines say."""

    def __init__(self, app: "App", place: "SyncPlace", fold: "Fold", op: "int | None") -> None:
        self.answers = answers_of_facts(fold)
        """The answers to each fact, on all machines."""
        self.opened = self.made = 0
        self._app, self._project, self._memories, self._op = app, place.project, fold.memories, op

    def differences(self, fact: str, recorded: "Recorded") -> "tuple[tuple[str, ...], tuple[Answer, ...]]":
        """The memories that do not settle this fact any more, and the answers to record."""
        answers = self.answers.get(fact, ())
        settling = {(answer.id, answer.kind) for answer in answers}
        gone = [id_ for id_, kind in recorded if id_ in self._memories and (id_, kind) not in settling]
        return tuple(gone), missing_answers([pair for pair in recorded if pair[0] not in gone], answers)

    def settle(self, tx: "Transaction", fact: str, recorded: "Recorded") -> None:
        """Record what settles this fact on all machines, and only that."""
        gone, missing = self.differences(fact, recorded)
        for id_ in gone:
            tx.contests.forget_answer(fact, self._project, id_)
        for answer in missing:
            memory = tx.memories.by_id(answer.id)
            if memory is not None and memory.held is None and (memory.deleted_at is not None) == answer.deleted:
                tx.contests.settle_fact(fact, self._project, answer.kind, memory.n, self._operation(tx))

    def ask(self, tx: "Transaction", fact: str) -> None:
        """Ask about this fact if its values differ, and only then."""
        differs, is_open = self._differs(tx, fact), tx.contests.is_open(fact, self._project)
        if is_open and not differs and not self._changes_often(tx, fact):
            tx.contests.withdraw(fact, self._project)
        elif differs and not is_open:
            tx.contests.add(fact, self._project, REASON, self._operation(tx))
            self.opened += 1

    def _differs(self, tx: "Transaction", fact: str) -> bool:
        """Do memories that are believed give this fact different values, one of them since it was settled?"""
        from recall_cli.flows.write.beliefs import judge_fact
        from recall_cli.flows.write.think import draft_from_memory

        settled = 0
        if tx.contests.settled_as(fact, self._project):
            answers = tx.memories.by_number(tx.contests.settling_memories(fact, self._project))
            settled = [self._clock(answer) for answer in answers if answer.deleted_at is None][-1]
        for memory in tx.memories.rivals(fact, self._project, coming=True):
            update = judge_fact(tx, draft_from_memory(memory), self._project)
            others = [*update.supersedes, *update.contests, *filter(None, (update.later_belief,))]
            if any(max(self._clock(memory), self._clock(other)) > settled for other in others):
                return True
        return False

    def _clock(self, memory: "Memory") -> int:
        """When the value of a memory was stated."""
        known = self._memories.get(memory.id)
        return memory.created_at if known is None else known.fact_clock

    def _changes_often(self, tx: "Transaction", fact: str) -> bool:
        """Does it change back and forth? Then a question stays that `recall maintain` asked here."""
        return tx.memories.count_value_changes(fact, self._project, tx.now - LOOP_PERIOD) >= MIN_LOOP_FLIPS

    def _operation(self, tx: "Transaction") -> int:
        if self._op is None:
            self._op, self.made = tx.operations.add("import", trust=self._app.channel), 1
        return self._op

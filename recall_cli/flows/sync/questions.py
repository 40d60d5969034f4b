"""Questions about facts that several machines stated differently.

Whether a fact is in question follows from what the memories say now, and not from the order in which they arrived.
"""

from recall_cli.domain.scope import Filters
from recall_cli.rules.text.normalize import fact_key
from recall_cli.rules.text.subject_names import other_fact_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.sync.place import SyncPlace
    from recall_cli.rules.sync.fold import Fold, LastSync

REASON = "stated differently on two machines"
FACTS_TOGETHER = 50
"""Facts that are compared in one transaction, so that other processes never wait long."""


def facts_to_compare(fold: "Fold", last: "dict[str, LastSync]") -> "frozenset[str]":
    """The facts, under all of their names, that somebody stated or changed since the last sync that was finished."""
    keys: set[str] = set()
    for id_, state in fold.memories.items():
        entity, attribute = state.columns.get("entity"), state.columns.get("attribute")
        if not (isinstance(entity, str) and isinstance(attribute, str)):
            continue
        before = last.get(fold.marks[id_])
        if before is None or before.clock != state.clock:
            keys.update(filter(None, (fact_key(entity, attribute), *other_fact_keys(entity, attribute))))
    return frozenset(keys)


def compare_facts(app: "App", place: "SyncPlace", facts: "frozenset[str]", op: "int | None") -> "tuple[int, int]":
    """Ask where values differ, and ask no longer where they do not; how many are new, and how many operations it took.

    `op` is the operation that wrote what arrived, if anything did.
    """
    wanted = Filters(projects=() if place.project is None else (place.project,), everywhere=place.project is None)
    with app.read_transaction(app.full_view) as tx:
        asked = frozenset(contest.fact for contest in tx.contests.all(wanted) if contest.reason == REASON)
    keys, opened, made = sorted(facts | asked), 0, 0
    for start in range(0, len(keys), FACTS_TOGETHER):
        with app.write_transaction() as tx:
            for fact in keys[start : start + FACTS_TOGETHER]:
                differs = _differs(tx, fact, place.project)
                if fact in asked and not differs:
                    tx.contests.withdraw(fact, place.project, REASON)
                elif differs and not tx.contests.is_open(fact, place.project):
                    if op is None:
                        op, made = tx.operations.add("import", trust=app.channel), 1
                    tx.contests.add(fact, place.project, REASON, op)
                    opened += 1
    return opened, made


def _differs(tx: "Transaction", fact: str, project: "int | None") -> bool:
    """Do memories that are believed give this fact different values, and has nobody settled it?"""
    from recall_cli.flows.write.beliefs import judge_fact
    from recall_cli.flows.write.think import draft_from_memory

    if tx.contests.settled_as(fact, project):
        return False
    for memory in tx.memories.rivals(fact, project, coming=True):
        update = judge_fact(tx, draft_from_memory(memory), project)
        if update.supersedes or update.contests or update.later_belief:
            return True
    return False

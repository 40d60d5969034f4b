"""Contests facts whose value changes back and forth, or whose values contradict each other.

Storing a memory checks the same at once (`beliefs`). This step finds what an import, a correction or an undo brought
together. It decides nothing: it contests the fact, and a person decides.
"""

from recall_cli.flows.maintain.step_context import StepResult
from recall_cli.rules.beliefs.contradictions import LOOP_PERIOD, MIN_LOOP_FLIPS, contradiction_verdict, memory_claim
from recall_cli.rules.beliefs.single_or_many import holds_several, holds_several_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.maintain.step_context import StepContext

    Fact = tuple[str, int | None]

BATCH_FACTS = 50
"""Facts in one transaction."""
MAX_COMPARED_VALUES = 40
"""Values of one fact that are compared with each other; of more, the newest."""


def contest_loops(context: "StepContext") -> StepResult:
    """Contest every fact that changes back and forth or has contradicting values, as one operation."""
    facts = context.read(_suspect_facts)
    op: int | None = None
    names: list[str] = []

    def contest(tx: "Transaction", batch: "list[tuple[Fact, bool]]") -> None:
        nonlocal op
        for (fact, project), changes_often in batch:
            values = [memory for memory in tx.memories.rivals(fact, project) if memory.value is not None]
            reason = _contest_reason(tx, fact, project, values, changes_often=changes_often)
            if reason and not tx.contests.is_open(fact, project):
                op = op or context.operation(tx, "loop")
                tx.contests.add(fact, project, reason, op)
                for memory in values:
                    tx.operations.record_change(op, memory.n, {}, {})
                tx.operations.add_touched(op, len(values))
                names.append(f"{values[0].entity}.{values[0].attribute}")

    for start in range(0, len(facts), BATCH_FACTS):
        context.write(lambda tx, start=start: contest(tx, facts[start : start + BATCH_FACTS]))  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        op = None if context.dry_run else op
        context.progress(min(1.0, (start + BATCH_FACTS) / len(facts)))
    summary = f"{len(names):,} fact{'' if len(names) == 1 else 's'} contested" if names else ""
    return StepResult(touched=len(names), summary=summary, op=op, figures={"facts": names})


def _suspect_facts(tx: "Transaction") -> "list[tuple[Fact, bool]]":
    """The facts to check, and whether each changed too often."""
    facts = dict.fromkeys(tx.contests.with_several_values(), False)
    facts.update(dict.fromkeys(tx.contests.changing_often(tx.now - LOOP_PERIOD, MIN_LOOP_FLIPS), True))
    return [*facts.items()]


def _contest_reason(
    tx: "Transaction", fact: str, project: "int | None", values: "list[Memory]", *, changes_often: bool
) -> str:
    """Why a fact is contested; empty if all its values can be true together."""
    if not values:
        return ""
    attribute = values[0].attribute or ""
    settled_kind = tx.contests.settled_as(fact, project)
    several = holds_several_values(attribute) if settled_kind is None else settled_kind == "many"
    if changes_often and not several:
        return f"changed {tx.memories.count_value_changes(fact, project, tx.now - LOOP_PERIOD)} times in 30 days"
    newest = values[-MAX_COMPARED_VALUES:]
    contradicted = any(_contradict(tx, new, old, settled_kind) for at, new in enumerate(newest) for old in newest[:at])
    return "told differently" if contradicted else ""


def _contradict(tx: "Transaction", new: "Memory", old: "Memory", settled_kind: "str | None") -> bool:
    """Whether two values cannot both hold. What was not given as a fact contradicts nothing."""
    from recall_cli.flows.write.beliefs import has_given_fact

    attribute, several = new.attribute or "", settled_kind == "many"
    if settled_kind is None:
        values = new.value or "", old.value or ""
        several = bool(holds_several(attribute, *values, text=new.text, old_text=old.text))
    verdict = contradiction_verdict(
        memory_claim(new), memory_claim(old), attribute, many=several, flips=0, contested=False
    )
    if verdict == "coexist" or old.n in tx.links.declared_compatible(new.n):
        return False
    return has_given_fact(new) and has_given_fact(old)

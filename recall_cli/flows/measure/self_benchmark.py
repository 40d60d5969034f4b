"""An exam out of the user's own history: what was once told differently is asked for, and the old must not answer.

Every fact whose value changed gives a question. Its answer is what is believed now. Counted are also questions that an
old value answers, and those where two different values stand side by side without being shown as contested.
"""

import time

from recall_cli.domain.scope import Filters
from recall_cli.flows.measure.bench import MAX_RESULTS, BenchResult
from recall_cli.flows.search.search import search
from recall_cli.rules.brief.budget import estimate_tokens
from recall_cli.rules.ranking.measures import confidence_interval, recall_at, reciprocal_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_FACTS = 1_000
TOP_RESULTS = 5
DATASET_NAME = "own"


class ChangedFact:
    """A fact that was told differently over time: how to ask for it, what is believed, what no longer is."""

    __slots__ = ("believed", "over", "project", "question")

    def __init__(
        self, question: str, project: "int | None", believed: "list[Memory]", outdated: "list[Memory]"
    ) -> None:
        self.question, self.project, self.believed, self.over = question, project, believed, outdated


def run_self_benchmark(
    app: "App", rankings: "tuple[str, ...]", progress: "Callable[[int], None]"
) -> "list[BenchResult]":
    """Ask for every fact that changed; the store is only read."""
    exams = []
    with app.read_transaction() as tx:
        facts = changed_facts(tx)
        for ranking in rankings:
            marks: list[dict[str, float]] = []
            spent: list[float] = []
            took: list[float] = []
            for fact in facts:
                began = time.perf_counter()
                wanted = Filters(
                    projects=() if fact.project is None else (fact.project,),
                    min_confidence=app.settings["min_confidence"],
                )
                found = [hit.memory for hit in search(tx, fact.question, wanted, MAX_RESULTS, ranking=ranking).hits]
                took.append((time.perf_counter() - began) * 1000)
                spent.append(sum(estimate_tokens(memory.text) for memory in found[:TOP_RESULTS]))
                marks.append(score_question(fact, found))
                progress(1)
            figures = {
                name: confidence_interval([mark[name] for mark in marks]) for name in (marks[0] if marks else ())
            }
            exams.append(BenchResult(name=DATASET_NAME, ranking=ranking, questions=len(marks), figures=figures,
                              ms=round(sum(took) / max(1, len(took)), 2),
                              tokens=round(sum(spent) / max(1, len(spent)), 1)))  # fmt: skip
    return exams


def changed_facts(tx: "Transaction") -> "list[ChangedFact]":
    """The facts of this view whose value changed and is known now."""
    found = []
    for fact, project, entity, attribute in tx.contests.facts_with_past_values(MAX_FACTS):
        believed = tx.memories.rivals(fact, project)
        if believed:
            question = f"What is the {attribute} of {entity}?"
            found.append(ChangedFact(question, project, believed, tx.memories.superseded_with_fact(fact, project)))
    return found


def score_question(fact: ChangedFact, found: "list[Memory]") -> "dict[str, float]":
    """The marks of one question: found, how far in front, the old in its place, two values passed off as one."""
    order = [memory.id for memory in found]
    gold = frozenset(memory.id for memory in fact.believed)
    over = frozenset(memory.id for memory in fact.over)
    sides = [memory for memory in found[:TOP_RESULTS] if memory.id in gold]
    values = {memory.value for memory in sides}
    return {
        "recall@5": recall_at(TOP_RESULTS, order, gold),
        "mrr": reciprocal_rank(order, gold),
        "stale@5": float(not over.isdisjoint(order[:TOP_RESULTS])),
        "leak@5": float(len(values) > 1 and not all(memory.contested for memory in sides)),
    }

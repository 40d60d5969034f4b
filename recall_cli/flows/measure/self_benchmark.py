"""A benchmark from the user's own history: ask for facts that changed; the old value must not be the answer.

Each fact whose value changed gives a question, and the value believed now is its answer. So does each text that
another one ended: its words are asked for, and the newer text is the answer. Questions that an old value
answers are counted too, and those with two different values that are not shown as contested.
"""

from recall_cli.domain.scope import Filters
from recall_cli.flows.measure.bench import MAX_RESULTS, TOP_RESULTS, BenchResult, Tally
from recall_cli.flows.search.search import search
from recall_cli.rules.ranking.measures import recall_at, reciprocal_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_FACTS = 1_000
DATASET_NAME = "own"


class ChangedFact:
    """A fact that changed: the question for it, the memories believed now, and the outdated ones."""

    __slots__ = ("believed", "outdated", "project", "question")

    def __init__(
        self, question: str, project: "int | None", believed: "list[Memory]", outdated: "list[Memory]"
    ) -> None:
        self.question, self.project, self.believed, self.outdated = question, project, believed, outdated


def run_self_benchmark(
    app: "App", rankings: "tuple[str, ...]", progress: "Callable[[int], None]"
) -> "list[BenchResult]":
    """Ask for each fact that changed; the store is only read."""
    results = []
    with app.read_transaction() as tx:
        facts = changed_facts(tx)
        for ranking in rankings:
            tally = Tally()
            for fact in facts:
                filters = Filters(
                    projects=() if fact.project is None else (fact.project,),
                    min_confidence=app.settings["min_confidence"],
                )
                with tally:
                    found = search(tx, fact.question, filters, MAX_RESULTS, ranking=ranking)
                memories = [hit.memory for hit in found.hits]
                tally.add(score_question(fact, memories), (memory.text for memory in memories))
                progress(1)
            results.append(tally.summary(DATASET_NAME, ranking))
    return results


def changed_facts(tx: "Transaction") -> "list[ChangedFact]":
    """The facts and texts of this view that changed, as far as the present belief is known."""
    facts = []
    for fact, project, entity, attribute in tx.contests.facts_with_past_values(MAX_FACTS):
        believed = tx.memories.rivals(fact, project)
        if believed:
            question = f"What is the {attribute} of {entity}?"
            facts.append(ChangedFact(question, project, believed, tx.memories.superseded_with_fact(fact, project)))
    return [*facts, *_changed_texts(tx)]


def _changed_texts(tx: "Transaction") -> "list[ChangedFact]":
    """The beliefs without a fact that changed: the old words are the question, and the new ones the answer."""
    rows = tx.contests.changed_texts(MAX_FACTS)
    memories = {memory.n: memory for memory in tx.memories.by_number([n for row in rows for n in row[:2]])}
    return [
        ChangedFact(memories[old].text, project, [memories[new]], [memories[old]])
        for old, new, project in rows
        if old in memories and new in memories
    ]


def score_question(fact: ChangedFact, memories: "list[Memory]") -> "dict[str, float]":
    """The scores of one question: recall, rank, an outdated answer, and conflicting values not shown as contested."""
    order = [memory.id for memory in memories]
    gold = frozenset(memory.id for memory in fact.believed)
    outdated = frozenset(memory.id for memory in fact.outdated)
    answers = [memory for memory in memories[:TOP_RESULTS] if memory.id in gold]
    values = {memory.value for memory in answers}
    return {
        "recall@5": recall_at(TOP_RESULTS, order, gold),
        "mrr": reciprocal_rank(order, gold),
        "stale@5": float(not outdated.isdisjoint(order[:TOP_RESULTS])),
        "leak@5": float(len(values) > 1 and not all(memory.contested for memory in answers)),
    }

"""The open scoreboard: public benchmarks through the real store and search, with the measures that others publish.

The same folders give the same figures, apart from the times.
"""

from recall_cli.domain.scope import Filters
from recall_cli.flows.measure.bench import MAX_RESULTS, BenchResult, BenchRun, run_benchmark
from recall_cli.flows.measure.public_sets import PAIRS, PRECISION, SESSIONS, PublicSet
from recall_cli.flows.search.certainty import answering_hits
from recall_cli.flows.search.search import search
from recall_cli.rules.questions.question import asks_for_several
from recall_cli.rules.ranking.measures import all_at, hit_at, ndcg_at, precision_of, recall_at, reciprocal_rank
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Line = dict[str, Any]
    Scores = dict[str, float]


def run_public_set(
    found: PublicSet, folder: str, progress: "Callable[[int], None]", model: "str | None" = None
) -> BenchResult:
    """Run one benchmark; stores are made in `folder`, one at a time."""
    if found.dataset is not None:
        (result,) = run_benchmark(
            found.dataset, (DEFAULT_RANKING,), folder, progress, model, ask=_ask, score=score_answers
        )
        return result
    from recall_cli.flows.measure import public_cases

    runs = {PRECISION: public_cases.run_precision, PAIRS: public_cases.run_pairs, SESSIONS: public_cases.run_sessions}
    return runs[found.kind](found.paths, folder, progress).summary(found.name)


def _ask(run: BenchRun, question: "Line", ranking: str) -> "tuple[list[Line], list[Line]]":
    """The documents that a search finds, and those of them that a brief would tell."""
    app = run.at(question)
    filters = Filters(min_confidence=app.settings["min_confidence"])
    with app.read_transaction() as tx:
        result = search(tx, question["text"], filters, MAX_RESULTS, ranking=ranking)
    return run.documents_of(result.hits), run.documents_of(answering_hits(result))


def score_answers(question: "Line", documents: "list[Line]", answers: "list[Line]") -> "Scores":
    """The measures of one question; for a question without an answer, whether nothing was answered."""
    gold, sessions = frozenset(question.get("gold") or ()), frozenset(question.get("gold_sessions") or ())
    if not gold and not sessions:
        return {"silence": float(not answers)}
    ids = [str(document["id"]) for document in documents]
    by_result = [str(document.get("session")) for document in documents]
    distinct = list(dict.fromkeys(by_result))
    scores: Scores = {"told": float(bool(answers))}
    if sessions:
        scores |= {
            "any@1": hit_at(1, distinct, sessions),
            "any@5": hit_at(5, distinct, sessions),
            "all@5, distinct sessions": all_at(5, distinct, sessions),
            "all@5, results": all_at(5, by_result, sessions),
        }
    if sessions and asks_for_several(str(question.get("text", ""))):
        scores["all@10, results of count questions"] = all_at(10, by_result, sessions)
    order, wanted = (ids, gold) if gold else (distinct, sessions)
    scores |= {
        "R@5": recall_at(5, order, wanted),
        "R@10": recall_at(10, order, wanted),
        "MRR": reciprocal_rank(order, wanted),
        "NDCG@10": ndcg_at(10, order, wanted),
    }
    if answers:
        told = [str(document["id"] if gold else document.get("session")) for document in answers]
        scores["precision"] = precision_of(told, wanted)
    return scores

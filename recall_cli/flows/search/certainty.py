"""How sure it is that results answer a question: a search and a brief agree on it."""

from recall_cli.domain.json_text import loads
from recall_cli.rules.questions.question import asks_for_several
from recall_cli.rules.ranking.evidence import (
    LESS_LIKELY,
    MAYBE,
    MIN_EVIDENCE,
    MIN_SHARE_BESIDE_NAMED,
    MIN_SHARE_OF_BEST,
    NAMED_SUBJECT,
    OTHER_SUBJECT,
    SURE,
    SURE_EVIDENCE,
)
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Hit, SearchResult

SHORT_LIST, COUNT_LIST, MAX_LESS_LIKELY = 5, 10, 3
"""Results that are less likely to answer fill a list up to this length, or the second for a question that counts.
Without an answer, only so many are shown."""
MAX_MAYBE = 3
"""So many results may answer where none surely does."""

MAX_QUESTION_LENGTH = 300
"""A longer text, or one of several lines, was pasted: a trace, a log or a diff."""


def questions_in(query: str) -> "list[str]":
    """The query itself; of pasted text, its most important lines, each followed by what it says after a colon."""
    if len(query) <= MAX_QUESTION_LENGTH and "\n" not in query:
        return [query]
    from recall_cli.rules.questions.pasted_text import extract_questions

    return [part for line in extract_questions(query) for part in (line, line.partition(": ")[2]) if part]


def find_hits(
    app: "App",
    tx: "Transaction",
    query: str,
    filters: "Filters",
    limit: int,
    *,
    ranking: str = DEFAULT_RANKING,
    min_score: "float | None" = None,
    explain: bool = True,
    **how: "Any",
) -> "SearchResult":
    """What a search shows: each result with the state of its code, and with how sure it is that it answers.

    Of pasted text, it is the result for the first line that is answered, as a brief takes it.
    """
    from recall_cli.flows.search.search import search

    def find(question: str) -> "SearchResult":
        return search(tx, question, filters, limit, ranking=ranking, min_score=min_score, explain=explain, **how)

    questions = questions_in(query)
    results = () if questions == [query] else (find(question) for question in questions)
    result = next(filter(answering_hits, results), None) or find(query)
    if any(hit.memory.depends_on_code for hit in result.hits):
        from recall_cli.flows.brief.anchors import lower_stale_hits

        result = lower_stale_hits(tx, result)
    judged = ranking == DEFAULT_RANKING and min_score is None
    return judge_hits(app, tx, result, query, limit) if judged else result


def answering_hits(result: "SearchResult") -> "list[Hit]":
    """The hits that answer the question: a search and a brief agree on them. Empty without enough evidence.

    A memory with all words of a look-up answers it, however far the first one is ahead, and so does a memory whose
    subject the question names. Beside these, others answer only if they mention that subject and are nearly as good.
    """
    hits = [*result.hits] if result.evidence >= MIN_EVIDENCE else []
    if not hits and result.own_evidence >= MIN_EVIDENCE:
        hits = [hit for hit in result.hits if hit.memory.trust == "user"]
    names_subjects = any(hit.subject == NAMED_SUBJECT for hit in hits)
    share = MIN_SHARE_BESIDE_NAMED if names_subjects else MIN_SHARE_OF_BEST
    return [
        hit
        for hit in hits
        if hit.is_exact
        or hit.subject == NAMED_SUBJECT
        or (hit.score >= share * hits[0].score and not (names_subjects and hit.subject == OTHER_SUBJECT))
    ]


def answers_to_tell(app: "App", tx: "Transaction", result: "SearchResult", question: str) -> "list[Hit]":
    """The answers that the user wants told: all, or the sure ones only; and of these, what a gate confirms.

    Where it is not sure that any of them answers, the first few are enough, and all that a look-up names; the two sides
    of an open question have one score and stay together.
    """
    answers = answering_hits(result)
    if answers and max(result.evidence, result.own_evidence) < sure_evidence(tx):
        lowest = answers[:MAX_MAYBE][-1].score
        answers = [
            hit
            for hit in answers
            if hit.memory.pinned
            or (
                app.settings["context.certainty"] != SURE
                and (hit.score >= lowest or hit.is_exact or hit.subject == NAMED_SUBJECT)
            )
        ]
    if answers and app.settings["search.gate"]:
        from recall_cli.flows.search.gate import confirm_answers

        return confirm_answers(app, tx, question, answers)
    return answers


def judge_hits(app: "App", tx: "Transaction", result: "SearchResult", question: str, limit: int) -> "SearchResult":
    """The result with the certainty of each hit: the answers first, then a few that are less likely to answer.

    After the answers come at most as many others as make a short list; without an answer, only a few guesses.
    """
    answers = answers_to_tell(app, tx, result, question)
    numbers = {hit.memory.n for hit in answers}
    sure = sure_evidence(tx) if answers else 1.0
    certainty = SURE if max(result.evidence, result.own_evidence) >= sure else MAYBE
    usual = SHORT_LIST if answers else MAX_LESS_LIKELY
    room = min(limit, COUNT_LIST if asks_for_several(question) else usual) - len(answers)
    others = [hit for hit in result.hits if hit.memory.n not in numbers][: max(0, room)]
    return result.but(
        hits=(*(hit.but(certainty=certainty) for hit in answers), *(hit.but(certainty=LESS_LIKELY) for hit in others))
    )


def sure_evidence(tx: "Transaction") -> float:
    """The evidence from which an answer is called sure in this store, as `flows.search.calibration` measured it."""
    text = tx.calibration
    return float(loads(text).get("sure", SURE_EVIDENCE)) if text else SURE_EVIDENCE

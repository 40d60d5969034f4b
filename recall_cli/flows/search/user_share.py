"""The share of a search's results that is reserved for the user's memories, however much others have stored.

As for a pin, only the question and the memory's own words decide whether a memory of the user answers.
"""

from recall_cli.flows.search.candidates import common_terms, weigh_belief
from recall_cli.flows.search.ranked_memory import RankedMemory
from recall_cli.rules.ranking.evidence import (
    MAX_CHECKED_RESULTS,
    evidence_score,
    evidence_signals,
    meaning_support,
    naming_words,
    word_lead,
)
from recall_cli.rules.ranking.pins import naming_stems, pin_fit
from recall_cli.rules.ranking.signals import CANDIDATES_PER_LIST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.flows.search.candidates import Candidates

USER_SHARE = 0.4
"""The part of the results that is reserved for the user's memories."""
MAX_USER_CANDIDATES = 40
"""Maximum number of the user's memories that are considered for this."""
USER_TRUST = "user"


def reserve_user_share(
    candidates: "Candidates", order: "Sequence[RankedMemory]", limit: int, *, explain: bool
) -> "list[RankedMemory]":
    """The first results; if others fill them, the last ones make room for memories of the user that answer too."""
    front = [*order[:limit]]
    needed = int(limit * USER_SHARE) - sum(candidates.passages[entry.n].trust == USER_TRUST for entry in front)
    if len(front) < limit or needed <= 0:
        return front
    missing = _missing_user_matches(candidates, {entry.n for entry in front})[:needed]
    if not missing:
        return front
    removed = [entry.n for entry in front if candidates.passages[entry.n].trust != USER_TRUST][-len(missing) :]
    results = [entry for entry in front if entry.n not in removed]
    best, last = front[0], results[-1]
    for fit, n in missing:
        terms = {
            **last.terms,
            **(common_terms(candidates, n) if explain else {}),
            "belief": weigh_belief(candidates, n),
        }
        score = max(last.score, min(fit, 1.0) * best.score)
        place = next((index for index, entry in enumerate(results) if entry.score < score), len(results))
        results.insert(place, RankedMemory(n=n, score=score, terms=terms))
    return results


def user_evidence(candidates: "Candidates") -> float:
    """The evidence for an answer among the user's memories, as if nobody else had stored anything.

    Memories of others make words common and add near neighbours. That must not hide the user's own answer.
    """
    answers = [n for _, n in _missing_user_matches(candidates, set())]
    if not answers:
        return 0.0
    user_numbers = [n for n in candidates.passages if candidates.passages[n].trust == USER_TRUST]
    engine, has_full_model = candidates.tx.engine, candidates.meaning.model is not None
    naming = naming_words(candidates.question, engine.split_words, engine.stems, lambda _: 1.0)
    words = sorted((candidates.lexical[n] for n in user_numbers if n in candidates.lexical), reverse=True)
    meanings = sorted((candidates.passages[n].meaning for n in user_numbers), reverse=True)
    return evidence_score(
        {
            **evidence_signals(
                naming, [[candidates.passages[n]] for n in answers[:MAX_CHECKED_RESULTS]], lambda _: True
            ),
            "words_ahead": word_lead(words) if words else 1.0,
            "meaning_ahead": meaning_support(
                meanings, candidates.passages[answers[0]].meaning, full_model=has_full_model
            ),
            "named": float(bool(candidates.question.names)),
        }
    )


def _missing_user_matches(candidates: "Candidates", shown: "set[int]") -> "list[tuple[float, int]]":
    """The user's memories that answer and are not among the results, with how well they fit, the best first."""
    numbers = [
        n for n in candidates.passages if candidates.passages[n].trust == USER_TRUST and candidates.passages[n].fits
    ]
    if len(candidates.lexical) >= CANDIDATES_PER_LIST:  # there may be more than were loaded
        numbers += candidates.add_user_words(MAX_USER_CANDIDATES)
    engine = candidates.tx.engine
    stems = naming_stems(candidates.question.text, engine.split_words, engine.stems)
    fits = []
    for n in dict.fromkeys(numbers):
        fit = None if n in shown else pin_fit(stems, candidates.passages[n].stems, candidates.passages[n].meaning)
        if fit is not None:
            fits.append((fit, n))
    return sorted(fits, key=lambda pair: (-pair[0], pair[1]))

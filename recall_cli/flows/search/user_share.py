"""The share of a search's results that is kept for what the user said, however much others have stored.

Whether something of the user's answers is judged by the question and its own words alone, as for a pin.
"""

from recall_cli.domain.ranking import RankedMemory
from recall_cli.flows.search.candidates import common_terms, weigh_belief
from recall_cli.rules.ranking.evidence import (
    MAX_CHECKED_RESULTS,
    evidence_score,
    evidence_signals,
    meaning_lead,
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
"""The part of the results that is filled with the user's words before others crowd them out."""
MAX_USER_CANDIDATES = 40
"""So many of the user's words at most are looked at for this."""
USER_TRUST = "user"


def reserve_user_share(
    candidates: "Candidates", order: "Sequence[RankedMemory]", limit: int, *, explain: bool
) -> "list[RankedMemory]":
    """The first results; where others fill them, the last make room for what the user said that answers too."""
    front = [*order[:limit]]
    wanted = int(limit * USER_SHARE) - sum(candidates.known[one.n].trust == USER_TRUST for one in front)
    if len(front) < limit or wanted <= 0:
        return front
    missing = _missing_user_matches(candidates, {one.n for one in front})[:wanted]
    if not missing:
        return front
    theirs = [one.n for one in front if candidates.known[one.n].trust != USER_TRUST][-len(missing) :]
    kept = [one for one in front if one.n not in theirs]
    best, last = front[0], kept[-1]
    for fit, n in missing:
        why = {**last.terms, **(common_terms(candidates, n) if explain else {}), "belief": weigh_belief(candidates, n)}
        score = max(last.score, min(fit, 1.0) * best.score)
        place = next((at for at, one in enumerate(kept) if one.score < score), len(kept))
        kept.insert(place, RankedMemory(n=n, score=score, terms=why))
    return kept


def user_evidence(candidates: "Candidates") -> float:
    """How much speaks for an answer in what the user said, as if nobody else had stored anything.

    What others store makes words common and crowds near: that must not silence the user's own answer.
    """
    answers = [n for _, n in _missing_user_matches(candidates, set())]
    if not answers:
        return 0.0
    own = [n for n in candidates.passages if candidates.known[n].trust == USER_TRUST]
    engine, full = candidates.tx.engine, candidates.meaning.model is not None
    seek = naming_words(candidates.question, engine.split_words, engine.stems, lambda _: 1.0)
    words = sorted((candidates.lexical[n] for n in own if n in candidates.lexical), reverse=True)
    meanings = sorted((candidates.passages[n].meaning for n in own), reverse=True)
    return evidence_score({
        **evidence_signals(seek, [[candidates.passages[n]] for n in answers[:MAX_CHECKED_RESULTS]], lambda _: True),
        "words_ahead": word_lead(words) if words else 1.0,
        "meaning_ahead": meaning_lead(meanings, full_model=full),
        "named": float(bool(candidates.question.names)),
    })  # fmt: skip


def _missing_user_matches(candidates: "Candidates", shown: "set[int]") -> "list[tuple[float, int]]":
    """What the user said that answers and is not among the results, with how well it fits, the best first."""
    numbers = [n for n in candidates.passages if candidates.known[n].trust == USER_TRUST and candidates.known[n].fits]
    if len(candidates.lexical) >= CANDIDATES_PER_LIST:  # there may be more than were looked at
        numbers += candidates.add_user_words(MAX_USER_CANDIDATES)
    engine = candidates.tx.engine
    stems = naming_stems(candidates.question.text, engine.split_words, engine.stems)
    fits = []
    for n in dict.fromkeys(numbers):
        fit = None if n in shown else pin_fit(stems, candidates.passages[n].stems, candidates.passages[n].meaning)
        if fit is not None:
            fits.append((fit, n))
    return sorted(fits, key=lambda one: (-one[0], one[1]))

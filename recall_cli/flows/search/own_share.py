"""The share of a search's results that is kept for what the user said, however much others have stored.

Whether something of the user's answers is judged by the question and its own words alone, as for a pin.
"""

from recall_cli.domain.ranked import Ranked
from recall_cli.flows.search.ranking import known_terms, weigh_belief
from recall_cli.rules.ranking.evidence import RESULTS, evidence, meaning_ahead, signs, sought, words_ahead
from recall_cli.rules.ranking.pins import naming_stems, pin_fits
from recall_cli.rules.ranking.signals import LISTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.flows.search.candidates import Candidates

SHARE = 0.4
"""The part of the results that is filled with the user's words before others crowd them out."""
MAX_LOOKED_AT = 40
"""So many of the user's words at most are looked at for this."""
OWN = "user"


def with_own_words(found: "Candidates", order: "Sequence[Ranked]", limit: int, *, explain: bool) -> "list[Ranked]":
    """The first results; where others fill them, the last make room for what the user said that answers too."""
    front = [*order[:limit]]
    wanted = int(limit * SHARE) - sum(found.known[one.n].trust == OWN for one in front)
    if len(front) < limit or wanted <= 0:
        return front
    missing = _fitting(found, {one.n for one in front})[:wanted]
    if not missing:
        return front
    theirs = [one.n for one in front if found.known[one.n].trust != OWN][-len(missing) :]
    kept = [one for one in front if one.n not in theirs]
    best, last = front[0], kept[-1]
    for fit, n in missing:
        why = {**last.terms, **(known_terms(found, n) if explain else {}), "belief": weigh_belief(found, n)}
        score = max(last.score, min(fit, 1.0) * best.score)
        place = next((at for at, one in enumerate(kept) if one.score < score), len(kept))
        kept.insert(place, Ranked(n=n, score=score, terms=why))
    return kept


def own_evidence(found: "Candidates") -> float:
    """How much speaks for an answer in what the user said, as if nobody else had stored anything.

    What others store makes words common and crowds near: that must not silence the user's own answer.
    """
    answers = [n for _, n in _fitting(found, set())]
    if not answers:
        return 0.0
    own = [n for n in found.passages if found.known[n].trust == OWN]
    engine, full = found.tx.engine, found.meaning.model is not None
    seek = sought(found.question, engine.plain, engine.stems, lambda _: 1.0)
    words = sorted((found.lexical[n] for n in own if n in found.lexical), reverse=True)
    meanings = sorted((found.passages[n].meaning for n in own), reverse=True)
    return evidence({
        **signs(seek, [[found.passages[n]] for n in answers[:RESULTS]], lambda _: True),
        "words_ahead": words_ahead(words) if words else 1.0,
        "meaning_ahead": meaning_ahead(meanings, full=full),
        "named": float(bool(found.question.names)),
    })  # fmt: skip


def _fitting(found: "Candidates", shown: "set[int]") -> "list[tuple[float, int]]":
    """What the user said that answers and is not among the results, with how well it fits, the best first."""
    numbers = [n for n in found.passages if found.known[n].trust == OWN and found.known[n].fits]
    if len(found.lexical) >= LISTED:  # there may be more than were looked at
        numbers += found.bring_own(MAX_LOOKED_AT)
    engine = found.tx.engine
    stems = naming_stems(found.question.text, engine.plain, engine.stems)
    fits = []
    for n in dict.fromkeys(numbers):
        fit = None if n in shown else pin_fits(stems, found.passages[n].stems, found.passages[n].meaning)
        if fit is not None:
            fits.append((fit, n))
    return sorted(fits, key=lambda one: (-one[0], one[1]))

"""The evidence for an answer: whether the first candidates answer the question at all, or only those of the user do."""

from recall_cli.rules.ranking.asked_names import (
    FULL_MODEL_NEAR_COSINE,
    NEAR_COSINE,
    asked_names,
    has_relative,
    is_common,
    is_told_of,
    lacks_possessor,
    named_possessors,
    words_alone,
)
from recall_cli.rules.ranking.evidence import (
    MAX_CHECKED_RESULTS,
    MIN_EVIDENCE,
    MIN_EVIDENCE_OF_NOTES,
    MIN_SHARE_OF_BEST,
    MISMATCH_FACTOR,
    NO_POSSESSOR_EVIDENCE,
    evidence_score,
    evidence_signals,
    meaning_support,
    naming_stems,
    naming_words,
    pin_fit,
    word_lead,
)
from recall_cli.rules.ranking.signals import CANDIDATES_PER_LIST, rarity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall_cli.flows.search.candidates import Candidates
    from recall_cli.rules.ranking.evidence import NamingWords
    from recall_cli.rules.ranking.signals import Passage, Signals

MAX_GOOD_CANDIDATES = 12
"""This many of the first candidates are searched for the possessor that a question names."""
MAX_USER_CANDIDATES = 40
"""Maximum number of the user's memories that are considered as answers beside the results."""
USER_TRUST = "user"


def weigh_evidence(
    signs: "dict[str, float]", *, of_notes: bool, lacks_subject: bool, mismatch: bool, is_pin: bool, is_exact: bool
) -> float:
    """The evidence for an answer, from all signs; a pin and an exact or named match are never left untold.

    With `of_notes`, single notes were asked by the table, and a weak answer counts as none.
    """
    evidence = evidence_score(signs)
    if of_notes and evidence < MIN_EVIDENCE_OF_NOTES:
        evidence *= MIN_EVIDENCE / MIN_EVIDENCE_OF_NOTES
    if is_exact or (mismatch and evidence > MIN_EVIDENCE):
        evidence = max(MIN_EVIDENCE, evidence * (MISMATCH_FACTOR if mismatch else 1.0))
    if lacks_subject:
        evidence = min(evidence, NO_POSSESSOR_EVIDENCE)
    return max(evidence, MIN_EVIDENCE if is_pin else 0.0)


def answer_signs(candidates: "Candidates", signals: "Signals", order: "Sequence[int]") -> "dict[str, float]":
    """The signs of evidence: what supports that there is an answer at all."""
    counts = dict(candidates.asked.counts)

    def holding(stem: str) -> int:
        if stem not in counts:
            counts.update(candidates.tx.search.counts([stem]))
        return counts.get(stem, 0)

    naming = _naming_words(candidates, holding)
    results = [[beside for beside, _ in signals.neighbors(candidates.passages[n])] for n in order[:MAX_CHECKED_RESULTS]]
    seen = {stem for passages in results for passage in passages for stem in passage.stems}
    first = candidates.passages[order[0]].meaning if order else 0.0
    return {
        **evidence_signals(naming, results, lambda stem: holding(stem) > 0 or stem in seen),
        "words_ahead": word_lead([*candidates.lexical.values()]),
        "meaning_ahead": meaning_support([*candidates.dense.values()], first, full_model=candidates.has_full_model),
        "named": float(bool(candidates.question.names)),
    }


def is_question(text: str) -> bool:
    """Whether a text is written as a question, and not as words to look up or as an error."""
    return text.rstrip(" \"')").endswith(("?", "\uff1f"))


def _naming_words(candidates: "Candidates", holding: "Callable[[str], int]") -> "NamingWords":
    """The naming words of the question; `holding` says in how many memories of the store a stem stands."""
    engine, size = candidates.tx.engine, max(candidates.asked.size, 1)
    return naming_words(
        candidates.question, engine.split_words, engine.stems, lambda stem: rarity(size, min(size, holding(stem)))
    )


def lacks_subject(
    candidates: "Candidates", signals: "Signals", order: "list[int]", totals: "dict[int, float]", *, is_named: bool
) -> bool:
    """Whether the question names whose thing it asks for, or what it asks about, and no good candidate tells of it.

    With `is_named`, a candidate is an exact or named match, and the names that the question asks about do not count.
    """
    good = _good_results(candidates, signals, order, totals)
    return _lacks_possessor(candidates, good) or (not is_named and _lacks_name(candidates, good, order))


def _good_results(
    candidates: "Candidates", signals: "Signals", order: "list[int]", totals: "dict[int, float]"
) -> "list[list[Passage]]":
    """The results that may tell about somebody whom the question names, each with its neighbours."""
    good = [n for n in order[:MAX_GOOD_CANDIDATES] if totals[n] >= MIN_SHARE_OF_BEST * totals[order[0]]]
    return [[beside for beside, _ in signals.neighbors(candidates.passages[n])] for n in good]


def _lacks_possessor(candidates: "Candidates", good: "list[list[Passage]]") -> bool:
    """Whether the question names whose thing it asks for, and no good candidate names that person."""
    engine = candidates.tx.engine
    possessors = named_possessors(candidates.question.text, engine.split_words)
    if not possessors or not good:
        return False
    named = [
        frozenset(words_alone(one.text, one.stems, engine.stems)) | {*one.author.lower().split()}
        for passages in good
        for one in passages
    ]
    return lacks_possessor(possessors, named, engine.stems)


def _lacks_name(candidates: "Candidates", good: "list[list[Passage]]", order: "list[int]") -> bool:
    """Whether the question is about a name of which no good candidate tells what is asked.

    An identifier counts only where one of the first candidates has another one of its family.
    """
    engine, counts = candidates.tx.engine, candidates.asked.counts
    names = asked_names(candidates.question.text, engine.split_words, engine.stems) if good else []
    names = [name for name in names if not is_common(name, counts, max(candidates.asked.size, 1))]
    first = [candidates.passages[n].text for n in order[:MAX_GOOD_CANDIDATES]]
    names = [one for one in names if not one.identifier or any(has_relative(text, one.identifier) for text in first)]
    if not names:
        return False
    naming = _naming_words(candidates, lambda stem: counts.get(stem, 0))
    near = FULL_MODEL_NEAR_COSINE if candidates.has_full_model else NEAR_COSINE
    return not all(is_told_of(name, good, naming.stems, near=near) for name in names)


def user_evidence(candidates: "Candidates") -> float:
    """The evidence for an answer among the user's memories, as if nobody else had stored anything.

    Memories of others make words common and add near neighbours. That must not hide the user's own answer.
    """
    answers = [n for _, n in missing_user_matches(candidates, set())]
    if not answers:
        return 0.0
    user_numbers = [n for n in candidates.passages if candidates.passages[n].trust == USER_TRUST]
    engine = candidates.tx.engine
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
                meanings, candidates.passages[answers[0]].meaning, full_model=candidates.has_full_model
            ),
            "named": float(bool(candidates.question.names)),
        }
    )


def missing_user_matches(candidates: "Candidates", shown: "set[int]") -> "list[tuple[float, int]]":
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

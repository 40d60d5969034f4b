"""Compare a new text with what is believed: the memories that it ends, contests, or may have made outdated.

The judge of two texts is loaded only if some memory shares words with the new text.
"""

from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.draft import Draft
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.beliefs.revision_decision import BeliefSide, Decision
    from recall_cli.rules.revision.comparison import Verdict
    from recall_cli.rules.revision.reading import Reading

MAX_CANDIDATES = 12
"""The memories nearest in words that a new text is compared with."""
MAX_COMPARED_LETTERS = 1_000
"""A longer text, old or new, is compared with nothing: it is a document and no statement."""
EMPTY_OPENERS = (
    "just so you know,", "just so you know:", "so you know,", "by the way,", "btw,", "btw ", "fyi,", "fyi:", "fyi ",
    "for the record,", "note that ", "note:", "please note that ", "heads up:", "heads up,", "as a reminder,",
    "reminder:", "remember that ", "quick note:", "one thing:", "last thing:", "keep in mind that ",
    "for your information,", "for reference,",
)  # fmt: skip
"""Beginnings of a sentence that say nothing of its subject."""
UNCLEAR_WHICH = "something like it is taken back, but several memories speak of it"
MAX_OUTDATED = 3
"""The memories that an answer names as maybe outdated."""


class TextRevision(Record):
    """What a new text changes in what is believed, each with the reason."""

    supersedes: "tuple[tuple[Memory, str], ...]" = ()
    contests: "tuple[tuple[Memory, str], ...]" = ()
    asks: "tuple[tuple[Memory, str], ...]" = ()
    """What may be outdated: the author is asked."""
    precedes: "tuple[tuple[Memory, str], ...]" = ()
    """Newer beliefs that have ended the text already."""


def revise(
    tx: "Transaction",
    draft: "Draft",
    project: "int | None",
    *,
    whole_text: str = "",
    without: "Iterable[int]" = (),
    before: "int | None" = None,
) -> TextRevision:
    """What a draft changes in the beliefs that share words with it; nothing is written.

    With `before`, only memories with a smaller row number are looked at: those that were here before an import.

    `whole_text` is the text that the draft was taken from, if it says more: a correction may need two sentences.
    """
    text = whole_text if 0 < len(whole_text) <= MAX_COMPARED_LETTERS else draft.text
    if len(draft.text) > MAX_COMPARED_LETTERS:
        return TextRevision()
    left_out = {*without}
    limit = MAX_CANDIDATES * (1 if before is None else 3) + len(left_out)
    numbers = [n for n in tx.search.revisable(text, project, limit) if n not in left_out]
    numbers = numbers if before is None else [n for n in numbers if n < before]
    if not numbers:
        return TextRevision()
    return _revise_candidates(tx, draft, project, text, tx.memories.by_number(numbers[:MAX_CANDIDATES]))


def _revise_candidates(
    tx: "Transaction", draft: "Draft", project: "int | None", text: str, candidates: "list[Memory]"
) -> TextRevision:
    """What a draft changes in these memories."""
    from recall_cli.flows.write.short_corrections import taken_back
    from recall_cli.rules.beliefs import revision_decision as decision
    from recall_cli.rules.beliefs.short_correction import without_opener
    from recall_cli.rules.outdated.found_clause import find_clause
    from recall_cli.rules.revision.reading import Reading

    texts = [without_opener(draft.text), draft.text, text]
    if draft.valid_from is not None and draft.valid_from > tx.now:
        from recall_cli.rules.dates.effective_dates import read_effective_dates

        dates = read_effective_dates(draft.text, tx.now)
        texts += [dates.rest] if dates is not None else []
    reported = find_clause(texts[0])
    statements = [Reading(without_list_mark(words)) for words in dict.fromkeys(texts)]
    found_clause = None if reported is None else Reading(reported)
    new = draft_side(draft, project)
    found: dict[str, list[tuple[Memory, str]]] = {}
    strengths: dict[int, float] = {}
    retracted = taken_back(tx, draft, candidates)
    likeness = tx.vectors.cosines_of(draft.vector or tx.embed(draft.text), [old.n for old in candidates])
    for old in candidates:
        is_retracted = old in retracted
        if not is_retracted and not _can_become_untrue(old.text):
            continue
        if is_retracted:
            kind, reason = (decision.ENDS, "taken back") if len(retracted) == 1 else (decision.ASKS, UNCLEAR_WHICH)
            decided = decision.decide(kind, reason, new.but(confidence=1.0), memory_side(old, project, 0))
        else:
            decided = _decide(tx, draft, statements, new, old, project, likeness.get(old.n))
            if found_clause is not None and decided.action in (decision.COEXIST, decision.ASK):
                decided = _weigh_finding(decided, found_clause, new, old, likeness.get(old.n))
        found.setdefault(decided.action, []).append((old, decided.reason))
        strengths[old.n] = decided.strength
    asks = sorted(found.get(decision.ASK, ()), key=lambda pair: -strengths[pair[0].n])
    return TextRevision(
        supersedes=tuple(found.get(decision.SUPERSEDE, ())),
        contests=tuple(found.get(decision.CONTEST, ())),
        asks=tuple(asks[:MAX_OUTDATED]),
        precedes=tuple(found.get(decision.PRECEDE, ())),
    )


def _can_become_untrue(text: str) -> bool:
    """Whether a change can end what a text says: no document, no history, no question and no example."""
    from recall_cli.rules.outdated.past_claims import claims_nothing_present

    return len(text) <= MAX_COMPARED_LETTERS and not claims_nothing_present(text)


def _decide(
    tx: "Transaction",
    draft: "Draft",
    statements: "list[Reading]",
    new: "BeliefSide",
    old: Memory,
    project: "int | None",
    likeness: "float | None",
) -> "Decision":
    """What becomes of one older memory."""
    from recall_cli.rules.beliefs import revision_decision as decision
    from recall_cli.rules.beliefs.both_true import are_two_prohibitions, differ_in_numbered_name, tell_occurrences
    from recall_cli.rules.beliefs.contradictions import never_replaced
    from recall_cli.rules.beliefs.duplicates import duplicate_verdict, says_at_least_as_much
    from recall_cli.rules.revision.reading import Reading

    if never_replaced(old.attribute) and (old.entity, old.attribute) != (draft.entity, draft.attribute):
        return decision.Decision(action=decision.COEXIST)
    if duplicate_verdict(draft.text, old.text) == "same":  # with another type or other fields
        return decision.Decision(action=decision.COEXIST)
    if tell_occurrences(draft.text, old.text) or differ_in_numbered_name(draft.text, old.text):
        return decision.Decision(action=decision.COEXIST)
    verdict = strongest_verdict(old.text, statements, likeness)
    if verdict.kind == decision.ENDS and are_two_prohibitions(draft.text, old.text):
        verdict = verdict.but(kind=decision.ASKS)
    if verdict.kind == decision.ASKS and says_at_least_as_much(draft.text, old.text):
        return decision.Decision(action=decision.COEXIST)
    if verdict.kind not in (decision.ENDS, decision.CONTESTS, decision.ASKS):
        return decision.Decision(action=decision.COEXIST)
    flips = count_changes(tx, old, tx.now - decision.LOOP_PERIOD) if verdict.kind == decision.ENDS else 0
    side = memory_side(old, project, flips)
    if verdict.kind == decision.ENDS and old.contested:
        guesses = _guesses_of_contest(tx, old, project)
        if old.n in guesses:
            return decision.Decision(action=decision.COEXIST)
        side = side.but(contested=not guesses)
    decided = decision.decide(verdict.kind, verdict.reason, new, side)
    decided = decided.but(strength=verdict.strength)
    if decided.action == decision.PRECEDE:  # it was stated earlier: then the newer belief has to end it
        later = strongest_verdict(draft.text, [Reading(old.text)], likeness)
        ends = decision.decide(later.kind, later.reason, memory_side(old, project, 0), new)
        return decided if ends.action == decision.SUPERSEDE else decision.Decision(action=decision.COEXIST)
    if decided.action in (decision.CONTEST, decision.ASK) and old.n in _declared_compatible(tx, draft, old):
        return decision.Decision(action=decision.COEXIST)
    return decided


def _weigh_finding(
    decided: "Decision", found_clause: "Reading", new: "BeliefSide", old: Memory, likeness: "float | None"
) -> "Decision":
    """What becomes of an older memory if something else was found: it ends nothing, but it contests the user's word."""
    from recall_cli.domain.memory import TRUST_LEVELS
    from recall_cli.rules.beliefs import revision_decision as decision
    from recall_cli.rules.revision.comparison import lay_side_by_side
    from recall_cli.rules.revision.reading import Reading

    verdict = strongest_verdict(old.text, [found_clause], likeness)
    evidence = lay_side_by_side(Reading(old.text), found_clause)
    if verdict.kind != decision.ENDS or evidence is None or evidence.rival is None:
        return decided
    is_users = old.trust == TRUST_LEVELS[0] != new.trust
    kind = decision.CONTESTS if is_users else decision.ASKS
    weighed = decision.decide(
        kind, f"something else was found: {verdict.reason}", new, memory_side(old, new.project, 0)
    )
    return decided if weighed.action == decision.COEXIST else weighed.but(strength=verdict.strength)


def _guesses_of_contest(tx: "Transaction", old: Memory, project: "int | None") -> "set[int]":
    """The guesses and hearsay of a contest that consists of nothing else; empty if a plain statement stands in it."""
    from recall_cli.rules.revision.comparison import CONTESTS
    from recall_cli.rules.revision.reading import Reading
    from recall_cli.rules.text import normalize

    fact = normalize.fact_key(old.entity, old.attribute)
    if fact is not None and tx.contests.is_open(fact, None if old.project is None else project):
        return set()
    pairs = [pair for pair in tx.links.open_contests() if old.n in pair]
    texts = {one.n: one.text for one in tx.memories.by_number([*{number for pair in pairs for number in pair}])}
    verdicts = [strongest_verdict(texts[older], [Reading(texts[newer])], None).kind for newer, older in pairs]
    return {newer for newer, _ in pairs} if all(kind == CONTESTS for kind in verdicts) else set()


def _declared_compatible(tx: "Transaction", draft: "Draft", old: Memory) -> "set[int]":
    """The memory itself, if a person has said that a statement like the draft may stand beside it."""
    from recall_cli.rules.beliefs.duplicates import duplicate_verdict

    beside = tx.memories.by_number([*tx.links.declared_compatible(old.n)])
    return {old.n} if any(duplicate_verdict(draft.text, other.text) == "same" for other in beside) else set()


def strongest_verdict(old_text: str, statements: "list[Reading]", likeness: "float | None") -> "Verdict":
    """The strongest of the verdicts of some readings of a new text about one older text.

    `likeness` is the cosine of their vectors, if both have one.
    """
    from recall_cli.rules.outdated.present_claim import present_claim
    from recall_cli.rules.revision.comparison import ASKS, CONTESTS, ENDS, STAYS, compare
    from recall_cli.rules.revision.features import USUAL_LIKENESS
    from recall_cli.rules.revision.reading import Reading

    alike = USUAL_LIKENESS if likeness is None else likeness
    terms = Reading(present_claim(without_list_mark(old_text)))
    verdicts = [compare(terms, old_text, statement, alike) for statement in statements]
    return min(verdicts, key=lambda verdict: (ENDS, CONTESTS, ASKS, STAYS).index(verdict.kind))


def without_list_mark(text: str) -> str:
    """A text without bold signs, the mark of a list, and words at its beginning that say nothing."""
    text = text.replace("**", "").strip()
    text = text[2:] if text[:2] in ("- ", "* ") else text
    opener = next((words for words in EMPTY_OPENERS if text[: len(words)].lower() == words), "")
    return text[len(opener) :].lstrip(" ,:") or text


def count_changes(tx: "Transaction", memory: Memory, since: int) -> int:
    """How often the belief of a memory changed since a moment, along what it superseded."""
    count, current = 0, memory
    while count < 10:
        earlier = [old for old in tx.memories.predecessors(current.n) if (old.superseded_at or 0) > since]
        if not earlier:
            return count
        count, current = count + 1, earlier[-1]
    return count


def explain_pair(tx: "Transaction", new: Memory, old: Memory, changes: int = 0) -> "Decision":
    """What two stored memories mean for each other, as it was decided when the newer one came."""
    from recall_cli.rules.beliefs import revision_decision as decision
    from recall_cli.rules.revision.reading import Reading

    likeness = tx.vectors.cosines_of(tx.embed(new.text), [old.n]).get(old.n)
    verdict = strongest_verdict(old.text, [Reading(new.text)], likeness)
    newer, older = memory_side(new, new.project, 0), memory_side(old, old.project, changes)
    return decision.decide(verdict.kind, verdict.reason, newer, older.but(contested=False))


def draft_side(draft: "Draft", project: "int | None") -> "BeliefSide":
    """A draft as one side of a comparison."""
    from recall_cli.rules.beliefs.revision_decision import BeliefSide

    since = draft.created_at if draft.valid_from is None else draft.valid_from
    return BeliefSide(
        trust=draft.trust,
        confidence=draft.confidence,
        type=draft.type,
        since=since,
        project=project,
        qualifier=draft.qualifier,
        given=draft.extracted_by == "none",
    )


def memory_side(memory: Memory, project: "str | int | None", flips: int) -> "BeliefSide":
    """A memory as one side of a comparison; one of another project is none of a candidate."""
    from recall_cli.rules.beliefs.revision_decision import BeliefSide

    return BeliefSide(
        trust=memory.trust,
        confidence=memory.confidence,
        type=memory.type,
        since=memory.created_at if memory.valid_from is None else memory.valid_from,
        project=None if memory.project is None else project,
        qualifier=memory.qualifier,
        given=memory.extracted_by == "none",
        pinned=memory.pinned,
        contested=memory.contested,
        flips=flips,
    )

"""Compare a new text with what is believed: the memory that it ends, and those that somebody is asked about.

The judge of texts is loaded only if some memory shares words with the new text.
"""

from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.draft import Draft
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.change.judgement import Candidate

MAX_LETTERS = 1_000
"""A longer text is a document and no statement: nothing is judged by it."""
MAX_CANDIDATES = 12
"""The memories nearest in words that a new text is compared with."""
ESTIMATE = "estimate"


class TextRevision(Record):
    """What a new text changes in what is believed, each with the reason: one end at most, and two questions."""

    ends: "tuple[Memory, str] | None" = None
    asks: "tuple[tuple[Memory, str], ...]" = ()


def revise(tx: "Transaction", draft: "Draft", project: "int | None", *, without: "Iterable[int]") -> TextRevision:
    """What a draft changes in the beliefs that share words with it; nothing is written."""
    if len(draft.text) > MAX_LETTERS:
        return TextRevision()
    left_out = {*without}
    found = tx.search.revisable(draft.text, project, MAX_CANDIDATES + len(left_out))
    numbers = [n for n in found if n not in left_out]
    if not numbers:
        return TextRevision()
    from recall_cli.rules.beliefs.contradictions import MAX_CLAIMLESS_CONFIDENCE

    if draft.confidence <= MAX_CLAIMLESS_CONFIDENCE:
        return TextRevision()
    candidates = {
        old.n: old
        for old in tx.memories.by_number(numbers[:MAX_CANDIDATES])
        if len(old.text) <= MAX_LETTERS and old.confidence > MAX_CLAIMLESS_CONFIDENCE and old.text != draft.text
    }
    from recall_cli.rules.change.judgement import MAX_QUESTIONS, judge

    compared = _as_candidates(tx, draft, candidates)
    judged = judge(draft.text, compared)
    open_questions = tx.questions.open_questions(candidates) if judged.asks else []
    waiting = {question.older for question in open_questions if question.newer in candidates}
    if any(n in waiting for n, _ in judged.asks):  # the newer one of the two is what may be outdated
        judged = judge(draft.text, [candidate for candidate in compared if candidate.key not in waiting])
    asks = [(candidates[n], reason) for n, reason in judged.asks]
    if judged.ends is not None:
        old, reason = candidates[judged.ends[0]], judged.ends[1]
        obstacle = _obstacle(tx, draft, old, project)
        if not obstacle:
            return TextRevision(ends=(old, reason))
        asks = [(old, f"{reason}, but {obstacle}"), *asks]
    asks = [
        (old, reason)
        for old, reason in asks
        if not (_stand_beside_each_other(tx, draft, old) or _are_about_other_places(draft, old))
    ]
    return TextRevision(asks=tuple(asks[:MAX_QUESTIONS]))


def _as_candidates(tx: "Transaction", draft: "Draft", known: "dict[int, Memory]") -> "list[Candidate]":
    """The memories that a draft is compared with, as the judge reads them."""
    from recall_cli.rules.change.judgement import Candidate

    cosines = tx.vectors.cosines_of(draft.vector or tx.embed(draft.text), known)
    guarded = () if draft.trust == TRUST_LEVELS[0] else (TRUST_LEVELS[0],)
    return [
        Candidate(key=n, text=old.text, cosine=cosines.get(n), needs_change=old.trust in guarded)
        for n, old in known.items()
    ]


def _obstacle(tx: "Transaction", draft: "Draft", old: Memory, project: "int | None") -> str:
    """Why a statement cannot end a memory although its words would; empty if it can."""
    from recall_cli.rules.beliefs.contradictions import CLEAR_CONFIDENCE_GAP, LOOP_PERIOD, MIN_LOOP_FLIPS

    is_users = draft.trust == TRUST_LEVELS[0]
    if TRUST_LEVELS.index(draft.trust) > TRUST_LEVELS.index(old.trust):
        return "the user said the other one" if old.trust == TRUST_LEVELS[0] else f"it is less trusted ({draft.trust})"
    if old.source == "user" != draft.source:
        return "the user said the other one"
    if draft.confidence <= old.confidence - CLEAR_CONFIDENCE_GAP + 1e-9:
        return "it is less certain"
    if draft.type == ESTIMATE != old.type:
        return "it is only an estimate"
    if old.pinned and not is_users:
        return "the other one is pinned"
    if old.contested and not is_users:
        return "the other one is contested"
    if old.project is None and project is not None:
        return "the other one is valid in every project"
    if (draft.qualifier or "").casefold() != (old.qualifier or "").casefold():
        return "it names another context"
    if (draft.created_at if draft.valid_from is None else draft.valid_from) < old.since:
        return "the other one is newer"
    if count_changes(tx, old, tx.now - LOOP_PERIOD) >= MIN_LOOP_FLIPS:
        return "it changed back and forth"
    return ""


def _stand_beside_each_other(tx: "Transaction", draft: "Draft", old: Memory) -> bool:
    """Whether a person has said that a statement like the draft may stand beside a memory."""
    from recall_cli.rules.change.sameness import are_same

    beside = tx.memories.by_number([*tx.links.declared_compatible(old.n)])
    return any(are_same(draft.text, other.text) for other in beside)


def _are_about_other_places(draft: "Draft", old: Memory) -> bool:
    """Whether both are anchored, but not to a common place."""
    if not (draft.anchors and old.anchors):
        return False
    from recall_cli.rules.places.staleness import read_anchors

    places = [(anchor["path"], anchor.get("lines")) for anchor in draft.anchors]
    for anchor in read_anchors(old.anchors):
        for path, lines in places:
            is_same_part = (
                not lines or not anchor.lines or max(lines[0], anchor.lines[0]) <= min(lines[1], anchor.lines[1])
            )
            if path == anchor.path and is_same_part:
                return False
    return True


def count_changes(tx: "Transaction", memory: Memory, since: int) -> int:
    """How often the belief of a memory changed since a moment, along what it superseded."""
    count, current = 0, memory
    while count < 10:
        earlier = [old for old in tx.memories.predecessors(current.n) if (old.superseded_at or 0) > since]
        if not earlier:
            return count
        count, current = count + 1, earlier[-1]
    return count


def explain_ending(new: Memory, old: Memory) -> str:
    """The words with which a stored memory ended an older one; empty if it did not end it by its words."""
    from recall_cli.rules.change.judgement import Candidate, judge

    found = judge(new.text, [Candidate(key=old.n, text=old.text)])
    return "" if found.ends is None else found.ends[1]

"""When the author of a new statement is asked whether it replaces an older one."""

from recall_cli.rules.revision.match import OldStatement, is_change_word, is_ending, is_hedged, topic_terms
from recall_cli.rules.revision.positions import relation_verbs
from recall_cli.rules.revision.statement import Claim, Statement
from recall_cli.rules.revision.terms import VALUE_KINDS, Term, mean_same, missing_terms
from recall_cli.rules.revision.values import sorts_fit
from recall_cli.rules.revision.verbs import MANY_VERBS
from recall_cli.rules.revision.word_sets import OPPOSITES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def may_be_outdated(old: OldStatement, statement: Statement, *, suspected: bool) -> bool:
    """Whether a statement is so close to an older one that its author should be asked what became of that."""
    claims = [claim for claim in statement.claims if not claim.void[0] or claim.void[0] == "not a full claim"]
    if not claims or is_hedged(statement, old):
        return False
    signs = read_signs(old, statement, claims, suspected=suspected)
    return signs is not None and score_signs(signs) >= ASKING_SCORE


def score_signs(signs: "dict[str, float]") -> float:
    """How strongly the signs speak for a question."""
    return sum(WEIGHTS[name] * value for name, value in signs.items())


def read_signs(
    old: OldStatement, statement: Statement, claims: "list[Claim]", *, suspected: bool
) -> "dict[str, float] | None":
    """The signs for and against a question; None if the two share nothing."""
    named_old = [term for values in statement.old_values for term in values]
    plain = [term for claim in claims for term in claim.content]
    everything = plain + named_old
    topic_old = topic_terms(old.content)
    topic_new = [term for term in topic_terms(plain) if not is_change_word(term)]
    left_old = missing_terms(topic_old, everything)
    left_new = missing_terms(topic_new, old.content)
    shared = [term for term in topic_old if term not in left_old]
    if not shared:
        return None
    lows = {term.low for claim in claims for term in claim.terms}
    values_old = [term for term in left_old if term.kind in VALUE_KINDS]
    values_new = [term for term in left_new if term.kind in VALUE_KINDS]
    ending = any(is_ending(claim) for claim in claims)
    denial = any(claim.denies != old.denies for claim in claims)
    opposed = any(OPPOSITES.get(term.low, frozenset()) & lows and term.low not in lows for term in old.terms)
    fitting = any(sorts_fit([one], [other]) for one in values_old for other in values_new)
    return {
        "suspected": suspected,
        "shared": min(len(shared), 4),
        "now": statement.now,
        "corrects": statement.corrects,
        "changes": any(claim.changes for claim in claims),
        "ending": ending,
        "denial": denial,
        "old_named": bool(named_old) and not missing_terms(named_old, old.content),
        "further": min(len(left_new), 6),
        "unlike": bool(values_old) and not fitting and not (ending or denial or opposed),
        "new_number": bool(values_new) and not values_old,
        "other_kind": _other_kind(old.terms, claims, left_old, left_new),
        "narrower": _narrower(claims, left_new, shared),
        "verb": bool(relation_verbs(old.terms) & {verb for claim in claims for verb in relation_verbs(claim.terms)}),
        "many": any(term.key in MANY_VERBS for term in old.terms),
        "claims": min(len(claims), 3),
        "contained": not left_old and bool(left_new),
        "one_claim": max(len(topic_old) - len(missing_terms(topic_old, claim.content)) for claim in claims) / len(topic_old),
        "same_subject": _same_subject(old, claims),
    }


def _other_kind(
    old_terms: "Sequence[Term]", claims: "list[Claim]", left_old: "list[Term]", left_new: "list[Term]"
) -> bool:
    """Whether one word has different words in front of it: `offset pagination`, `cursor pagination`."""
    heads = {following.key for term in left_old for following in old_terms[term.place + 1 : term.place + 2] if following.is_content}
    if not heads:
        return False
    return any(
        term in left_new and following.key in heads
        for claim in claims
        for term, following in zip(claim.terms, claim.terms[1:], strict=False)
    )


def _same_subject(old: OldStatement, claims: "list[Claim]") -> int:
    """1 if a claim has the subject of the older statement, -1 if its subject is another one, 0 if that is not known."""
    if old.frame is None or not old.frame.subject:
        return 0
    for claim in claims:
        if claim.frame is not None:
            here = topic_terms(claim.frame.subject)
            there = topic_terms(old.frame.subject)
            if not missing_terms(there, here) and not missing_terms(here, there):
                return 1
            if missing_terms(there, here) and missing_terms(here, there):
                return -1
    return 0


_SCOPE_WORDS = frozenset("in on for at under of per".split())


def _narrower(claims: "list[Claim]", left_new: "list[Term]", shared: "list[Term]") -> bool:
    """Whether the new statement is about a part or a place that the older one does not name."""
    terms = claims[0].terms
    for at, term in enumerate(terms):
        if term.kind == "word" and term.low in _SCOPE_WORDS:
            inside = [item for item in terms[at + 1 : at + 4] if item.is_content][:2]
            if inside and all(item in left_new and item.kind not in VALUE_KINDS for item in inside[:1]):
                return True
    before = [term for term in terms if term.is_content][:1]
    return bool(before) and before[0] in left_new and len([t for t in terms if t.is_content]) > 1


ASKING_SCORE = 1.85
WEIGHTS: "dict[str, float]" = {
    "suspected": 0.25,
    "shared": 1.11,
    "now": 0.75,
    "corrects": 0.47,
    "changes": 0.68,
    "ending": 0.32,
    "denial": -0.66,
    "old_named": -0.48,
    "further": -0.26,
    "unlike": -0.27,
    "new_number": -0.93,
    "other_kind": -1.40,
    "narrower": -0.71,
    "verb": -0.33,
    "many": -0.90,
    "claims": 1.42,
    "contained": 0.33,
    "one_claim": -1.43,
    "same_subject": 0.32,
}
"""Fitted on pairs of statements whose verdict is known."""

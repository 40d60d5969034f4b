"""Compare a new statement with an older one: does it end the older one, contest it, ask about it, or leave it alone?"""

from recall_cli.rules.revision.ending import (
    cannot_end,
    denies,
    finishes,
    names_old_value,
    says_the_opposite,
    says_the_same,
)
from recall_cli.rules.revision.match import Match, OldStatement, is_hedged, topic_terms
from recall_cli.rules.revision.positions import label_terms
from recall_cli.rules.revision.questions import may_be_outdated
from recall_cli.rules.revision.replacing import (
    changes_value,
    gives_other_value,
    gives_value_first,
    has_same_frame,
    has_same_label,
)
from recall_cli.rules.revision.statement import Claim, Statement, read_statement
from recall_cli.rules.revision.terms import missing_terms, read_terms
from recall_cli.rules.revision.verdict import ASKS, CONTESTS, ENDS, STAYS, Verdict, stays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.terms import Term


def judge(old_text: str, new_text: str) -> Verdict:
    """What a new text does to an older one."""
    return compare(read_terms(_plain(old_text)), old_text, read_statement(new_text))


def _plain(text: str) -> str:
    text = text.replace("**", "").strip()
    return text[2:] if text[:2] in ("- ", "* ") else text


def compare(old_terms: "list[Term]", old_text: str, statement: Statement) -> Verdict:
    """What a statement does to an older one."""
    old = OldStatement(old_terms, old_text)
    best = stays("it makes no plain claim")
    for claim in statement.claims:
        verdict = _compare_claim(old, claim, statement)
        if verdict.kind == ENDS:
            best = verdict
            break
        if best.kind == STAYS and (verdict.kind == ASKS or best.reason == "it makes no plain claim"):
            best = verdict
    if best.kind == ENDS and is_hedged(statement, old):
        return Verdict(kind=CONTESTS, reason=f"uncertain: {best.reason}")
    if best.kind == ASKS or (best.kind == STAYS and best.reason not in _NEVER_ASKED):
        if may_be_outdated(old, statement, suspected=best.kind == ASKS):
            return best if best.kind == ASKS else Verdict(kind=ASKS, reason="it speaks of the same and may replace it")
        return stays("it speaks of something else") if best.kind == ASKS else best
    return best


_NEVER_ASKED = frozenset(
    (
        "it says the same",
        "it is one of a list",
        "it adds one more",
        "it gives the same value",
        "both can hold",
        "it can be one of several",
    )
)


def _compare_claim(old: OldStatement, claim: Claim, statement: Statement) -> Verdict:
    """What one claim does to the old statement."""
    reason, words = claim.void
    if reason and not (words and all(word in old.lows for word in words)):
        return stays(f"it is {reason}")
    if claim.source is not None and (not claim.source or missing_terms(topic_terms(claim.source), old.content)):
        return stays("it reports what another source says")
    match = Match(old, claim, statement)
    named = [values for values in (claim.old, *statement.old_values) if values]
    if (
        not match.shared
        and label_terms(old.terms) is None
        and not any(not missing_terms(values, old.content) for values in named)
    ):
        return stays("it shares nothing with it")
    for rule in RULES:
        verdict = rule(match)
        if verdict is not None:
            return verdict
    return stays("no rule decides")


RULES = (
    says_the_same,
    has_same_label,
    says_the_opposite,
    finishes,
    gives_value_first,
    names_old_value,
    denies,
    cannot_end,
    changes_value,
    has_same_frame,
    gives_other_value,
)
"""The rules, in the order in which they are asked; the first one with an answer decides."""

"""One plain sentence that says why a statement is against an older one."""

from recall_cli.rules.revision.evidence import Evidence
from recall_cli.rules.revision.lexicon import bits
from recall_cli.rules.revision.terms.values import Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features

_LONGEST_QUOTE = 40


def explain(evidence: Evidence, features: "Features") -> str:
    """The strongest evidence that a statement is against an older one, as a sentence."""
    if features.get("says retraction"):
        return "it takes back what was said"
    rival = evidence.rival
    if rival is not None and not features["rival called old"]:
        return _explain_values(evidence, features, rival.old, rival.new)
    if features["opposite words"] or features["on against off"] or features["allowed against forbidden"]:
        return "it says the opposite"
    gone = [term for term in evidence.alignment.matched_old if term.place in evidence.gone and not term.generic]
    if gone and not evidence.all_cues & bits("denial"):
        return f"it says that {_quote(gone[-1])} is no more"
    if features["denies all it shares"] or features["clause says denial"] or features["one of both denies"]:
        return "it denies what was said"
    if features["duty against no duty"]:
        return "it says that this is no longer required"
    if features["unfinished against done"]:
        return "it says that this is done"
    if evidence.all_cues & bits("correction"):
        return "it corrects what was said"
    if evidence.speaks_of_end:
        return "it says that this has changed"
    return "it speaks of the same, and says it differently"


def _explain_values(evidence: Evidence, features: "Features", old: Term, new: Term) -> str:
    values = f"{_quote(old)} → {_quote(new)}"
    if features["same label"]:
        return f"it has the same label and another value: {values}"
    if evidence.old_value_is_gone:
        return f"it names the old value and a new one: {values}"
    if features["clause says change"] or features["says replacement"]:
        return f"it tells of a change: {values}"
    if evidence.all_cues & bits("correction"):
        return f"it corrects the value: {values}"
    return f"it gives another value for the same: {values}"


def _quote(term: Term) -> str:
    text = term.text if len(term.text) <= _LONGEST_QUOTE else f"{term.text[: _LONGEST_QUOTE - 1]}…"
    return text.removesuffix("'s")

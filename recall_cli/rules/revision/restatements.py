"""Whether a new text says nothing else than the older one: the same value, or a change to it."""

from recall_cli.rules.revision.alignment import may_be_value, sort_of_rivals
from recall_cli.rules.revision.evidence import DENIALS, Evidence
from recall_cli.rules.revision.frames import names_something_else
from recall_cli.rules.revision.lexicon import ENDING_CUES, bits
from recall_cli.rules.revision.positions import ARTICLES, calls_gone, is_name
from recall_cli.rules.revision.terms.values import Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features

CHANGES = bits("change", "replacement", "no_longer", "correction", "retraction")
"""Words that speak of a change."""
OPPOSED = (
    "one of both denies",
    "opposite words",
    "on against off",
    "duty against no duty",
    "unfinished against done",
    "allowed against forbidden",
)
_DESTINATIONS = frozenset("to into in on with by onto at".split())


def says_the_same(evidence: Evidence, features: "Features") -> bool:
    """Whether it repeats all of the older statement and calls nothing of it gone, denied or changed."""
    if evidence.alignment.left_old or evidence.gone or not evidence.alignment.topic_count:
        return False
    if evidence.all_cues & (DENIALS | CHANGES) or evidence.rival_count or _has_other_value(evidence):
        return False
    return not any(features[name] for name in OPPOSED)


def moves_to_known_value(evidence: Evidence, features: "Features") -> bool:
    """Whether it tells of a change to what the older statement says: `Secrets live in Vault`, `moved them to Vault`."""
    alignment = evidence.alignment
    value = evidence.old.content[-1]
    while (
        value.place and value in alignment.left_old and is_name(value) and is_name(evidence.old.terms[value.place - 1])
    ):
        value = evidence.old.terms[value.place - 1]  # the first word of a name: Argo of Argo CD
    left = [term for term in alignment.left_old if term.place < value.place]
    if left or value.place in evidence.gone or any(features[name] for name in OPPOSED):
        return False
    if evidence.all_cues & bits("correction", "retraction") or evidence.clause_cues & DENIALS:
        return False
    partners = alignment.old_partners.get(value.place, ())
    return any(_is_destination(evidence, partner) for partner in partners)


def _is_destination(evidence: Evidence, term: Term) -> bool:
    """Whether a term of the new text, with the shared words in front of it, stands behind `to`, `into`, `in` or `→`."""
    place, terms = term.place - 1, evidence.new.terms
    while place >= 0 and (terms[place].low in ARTICLES or terms[place].place in evidence.alignment.new_partners):
        place -= 1
    return place >= 0 and (terms[place].low in _DESTINATIONS or terms[place].text == "→")


def confirms_value(evidence: Evidence) -> bool:
    """Whether it keeps the value of the older text and ends another one: `moved from Travis to GitHub Actions`."""
    alignment = evidence.alignment
    if alignment.left_old:
        return False
    kept = [term for term in alignment.matched_old if may_be_value(term) and term.place not in evidence.gone]
    return any(
        may_be_value(new) and any(sort_of_rivals(old, new) for old in kept) and calls_gone(alignment, new)
        for new in alignment.left_new
    )


def _has_other_value(evidence: Evidence) -> bool:
    """Whether the newer text has a value that could stand for one of the older text, beside that one."""
    values = [term for term in evidence.alignment.left_new if may_be_value(term)]
    return any(sort_of_rivals(old, new) for old in evidence.old.content if may_be_value(old) for new in values)


def has_sign_of_end(evidence: Evidence, features: "Features") -> bool:
    """Whether anything speaks for an end: another value, a word of change, a denial, an opposite."""
    if evidence.rival is not None or evidence.all_cues & (ENDING_CUES | DENIALS | bits("now", "ban")):
        return True
    return any(features[name] for name in OPPOSED) or names_something_else(evidence)

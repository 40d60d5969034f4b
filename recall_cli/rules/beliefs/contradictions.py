"""Which beliefs does a new statement end, and which does it only contest?

Asked for every older belief that holds another value of the same fact, in the transaction that stores the new one.
"""

from recall_cli.domain.memory import TRUST_LEVELS
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.quantities import canonical_value
from recall_cli.rules.reading.claims import attributes
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_LOOP_FLIPS = 3
"""So many supersessions of one fact …"""
LOOP_PERIOD = 30 * DAY
"""… within this time, and recall stops choosing."""
CLEAR_CONFIDENCE_GAP = 0.15
"""So much less sure, and a statement does not end the older belief."""
MAX_CLAIMLESS_CONFIDENCE = 0.3
"""Up to this confidence a statement claims nothing: a thought, a role, a what-if."""

MULTI_VALUE_ATTRIBUTES = frozenset({
    "alias", "aliases", "allergies", "allergy", "author", "authors", "children", "contributor", "contributors",
    "dependencies", "dependency", "depends_on", "dislike", "dislikes", "environment", "environments", "favourites",
    "framework", "frameworks", "friend", "friends", "hobbies", "hobby", "interest", "interests", "knows", "known_issue",
    "known_issues", "language", "languages", "libraries", "library", "like", "likes", "maintainer", "maintainers",
    "member", "members", "owner", "owners", "pet", "pets", "plugin", "plugins", "project", "projects", "region",
    "regions", "reviewer", "reviewers", "service", "services", "skill", "skills", "speaks", "supports", "tag", "tags",
    "tool", "tools", "uses", "is", "trait", "choice", "used_to", "has", "does",
})  # fmt: skip
"""Attributes that hold several values side by side: a second one says nothing against the first."""


class Claim(Record):
    """A statement about a fact, old or new, with all that decides whom to believe."""

    value: "str | None"
    qualifier: "str | None" = None
    trust: str
    confidence: float
    since: int
    """From when on it is said to hold."""
    over: bool = False
    """Is it said to have ended already?"""


def contradiction_verdict(
    new: Claim, old: Claim, attribute: str, *, many: "bool | None", flips: int, contested: bool, ends: str = ""
) -> str:
    """What becomes of an older belief: coexist, supersede, contest, or precede (the new one belongs to the past).

    `flips` is how often this fact changed within LOOP_SPAN, `contested` whether it is already open, `many` whether
    it was said to hold several values (None: the attribute's name tells), `ends` a value said to hold no longer.
    """
    if not are_contradictory(new, old, attribute, many=many, ends=ends):
        return "coexist"
    if new.over:  # what is over by now speaks against nothing that still holds
        return "precede" if new.since < old.since else "coexist"
    if (
        TRUST_LEVELS.index(new.trust) > TRUST_LEVELS.index(old.trust)
        or new.confidence < old.confidence - CLEAR_CONFIDENCE_GAP
    ):
        return "contest"
    if new.since < old.since:
        return "precede"
    if contested or flips >= MIN_LOOP_FLIPS:
        return "contest"
    return "supersede"


def are_contradictory(new: Claim, old: Claim, attribute: str, *, many: "bool | None", ends: str = "") -> bool:
    """Do two statements claim of one fact, for one circumstance, what cannot both hold at one time?"""
    if new.confidence <= MAX_CLAIMLESS_CONFIDENCE or old.confidence <= MAX_CLAIMLESS_CONFIDENCE:
        return False
    if new.qualifier != old.qualifier and normalize.fold_text(new.qualifier or "") != normalize.fold_text(
        old.qualifier or ""
    ):
        return False
    return _values_conflict(new, old, attribute, many, ends)


def user_overrules(new: Claim, old: "Sequence[Claim]") -> bool:
    """Is it the user who speaks, and nobody but less trusted voices against what he said before?

    Then an open contest keeps nothing from being ended: he answers it by saying what holds.
    """
    said: dict[str, set[str]] = {}
    for claim in old:
        if claim.trust == TRUST_LEVELS[0]:
            said.setdefault(normalize.fold_text(claim.qualifier or ""), set()).add(canonical_value(claim.value or ""))
    return (
        new.trust == TRUST_LEVELS[0]
        and any(claim.trust != TRUST_LEVELS[0] for claim in old)
        and all(len(values) == 1 for values in said.values())
    )


_NEVER_REPLACED = frozenset("likes dislikes preference interests knows avoids owns owner replaced_by".split())


def replaced_name(value: "str | None", ends: "str | None") -> str:
    """The name that a statement says was replaced ("switched from Travis to Drone"), whatever it was chosen as.

    Empty where nothing takes its place, and for numbers: 30 s may be the value of many things.
    """
    if not ends or not value or value.startswith("not ") or len(ends) < 2 or not ends[0].isalpha():
        return ""
    return ends


def can_be_replaced(attribute: "str | None") -> bool:
    """Can a choice told under this name end by a replacement told under another? What one likes cannot."""
    return bool(attribute) and normalize.name_key(attribute or "") not in _NEVER_REPLACED


def holds_several_values(attribute: str) -> bool:
    """Does an attribute of this name hold several values at once?"""
    name = normalize.name_key(attribute)
    return name in MULTI_VALUE_ATTRIBUTES or attributes.SYNONYMS.get(name, name) in attributes.MULTI_VALUE_ATTRIBUTES


def _values_conflict(new: Claim, old: Claim, attribute: str, many: "bool | None", ends: str) -> bool:
    """Can the two values not both hold?"""
    one, other = normalize.fold_text(new.value or ""), normalize.fold_text(old.value or "")
    if one == other or canonical_value(one) == canonical_value(other):
        return False
    if one.startswith("not ") or other.startswith("not "):  # a denial speaks against that one value alone
        return one.removeprefix("not ") == other.removeprefix("not ")
    if ends and normalize.fold_text(ends) == other:
        return True
    return not (holds_several_values(attribute) if many is None else many)

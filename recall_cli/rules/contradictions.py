"""Which beliefs does a new statement end, and which does it only contest?

Asked for every older belief that holds another value of the same fact, in the transaction that stores the new one.
"""

from recall_cli.domain.memory import TRUSTS
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.rules import wording

LOOP_FLIPS = 3
"""So many supersessions of one fact …"""
LOOP_SPAN = 30 * DAY
"""… within this time, and recall stops choosing."""
CLEARLY = 0.15
"""So much less sure, and a statement does not end the older belief."""
CLAIM = 0.3
"""Up to this confidence a statement claims nothing: a thought, a role, a what-if."""

MANY = frozenset({
    "alias", "aliases", "allergies", "allergy", "author", "authors", "children", "contributor", "contributors",
    "dependencies", "dependency", "depends_on", "dislike", "dislikes", "environment", "environments", "favourites",
    "framework", "frameworks", "friend", "friends", "hobbies", "hobby", "interest", "interests", "knows", "known_issue",
    "known_issues", "language", "languages", "libraries", "library", "like", "likes", "maintainer", "maintainers",
    "member", "members", "owner", "owners", "pet", "pets", "plugin", "plugins", "project", "projects", "region",
    "regions", "reviewer", "reviewers", "service", "services", "skill", "skills", "speaks", "supports", "tag", "tags",
    "tool", "tools", "uses",
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


def verdict(new: Claim, old: Claim, attribute: str, *, many: bool, flips: int, contested: bool) -> str:
    """What becomes of an older belief: coexist, supersede, contest, or precede (the new one belongs to the past).

    `flips` is how often this fact changed within LOOP_SPAN, `contested` whether it is already open, `many` whether
    somebody said that it holds several values.
    """
    if many or wording.key(attribute) in MANY or new.confidence <= CLAIM or old.confidence <= CLAIM:
        return "coexist"
    if wording.folded(new.qualifier or "") != wording.folded(old.qualifier or ""):
        return "coexist"
    if wording.folded(new.value or "") == wording.folded(old.value or ""):
        return "coexist"
    if TRUSTS.index(new.trust) > TRUSTS.index(old.trust) or new.confidence < old.confidence - CLEARLY:
        return "contest"
    if new.since < old.since:
        return "precede"
    if contested or flips >= LOOP_FLIPS:
        return "contest"
    return "supersede"

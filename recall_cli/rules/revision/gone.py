"""Values that a claim calls gone: `X is gone`, `we dropped X`."""

from recall_cli.rules.revision.claims import content_between, value_from
from recall_cli.rules.revision.words.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.words.verbs import ENDING_PHRASES_TEXT, GONE_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.claims import Claim
    from recall_cli.rules.revision.term import Term


BE_FORMS = frozenset("is are was were been got gets get be being isn't aren't now it's that's".split())


ADVERBS = frozenset(
    """now since recently finally already completely fully entirely officially just all both long at last well
    since totally basically effectively quietly no longer""".split()
)


ENDING_PHRASES = phrase_table(ENDING_PHRASES_TEXT)


_HABITS = frozenset("after every when automatically daily weekly nightly by once if on at within each whenever".split())


_HEADLINE_ENDS = frozenset("out gone dead scrapped removed retired abandoned cancelled canceled discontinued".split())


def find_gone(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`X is gone`, `X has been replaced`, `X out, Y in`."""
    words = claim.words
    for at, word in enumerate(words):
        switched = word in ("switched", "turned") and words[at + 1 : at + 2] == ["off"]
        if (word not in GONE_WORDS and not switched) or not at:
            continue
        first_be = next((place for place in range(at) if words[place] in BE_FORMS), -1)
        if first_be < 0 and word in _HEADLINE_ENDS and at == len(words) - 1 and at <= 4:
            first_be = at  # "Airflow out, Dagster in"
        between = words[first_be + 1 : at] if first_be >= 0 else ["?"]
        if first_be < 0 or any(w not in ADVERBS | BE_FORMS for w in between):
            continue
        following = words[at + 1 : at + 2]
        if words[first_be] in ("is", "are", "gets", "get") and words[at + 1 : at + 2] and words[at + 1] in _HABITS:
            continue  # what happens again and again: "branches are deleted after 14 days"
        if following == ["to"] or (
            following == ["from"]
            and word not in ("deprecated", "deleted", "removed", "dropped", "gone", "stripped", "cut")
        ):
            continue
        if any(w in ("not", "isn't", "aren't", "wasn't") for w in words[:at]):
            continue
        old = content_between(claim, 0, first_be)
        if old and len(old) <= 5:
            claim.ends = True
            return old, []
    return [], []


_SPEAKERS = frozenset(
    """we we've i i've have has they finally now completely the team just our everyone you please all also""".split()
)


_PARTICLE_VERBS = frozenset("turned switched shut phased took ripped threw taken".split())


_PARTICLES = frozenset(("off", "down", "out"))


_DROPPING_VERBS = frozenset(
    """cancelled canceled disabled deactivated abolished terminated closed ended left abandoned ditched retired
    dropped quit killed axed scrapped dumped removed deleted uninstalled ripped decommissioned drop remove
    binned sunset discontinued nuked purged discarded deprecated canned eliminated sold""".split()
)


_DROPPING_PHRASES = frozenset(
    (
        "got rid of|get rid of|gave up|give up|done with|finished with|moved off|moved away from|moved on from|"
        "migrated off|migrated away from|stopped using|stop using|said goodbye to|done away with|did away with|"
        "phased out|are through with|quit using|ceased using|rid of|parted ways with|don't use|do not use|doesn't use"
    ).split("|")
)


def find_given_up(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`we dropped X`, `we turned X off`, `we got rid of X`."""
    words = claim.words
    start = 0
    while start < len(words) and (words[start] in _SPEAKERS or claim.terms[start].kind == "mark"):
        start += 1
    old = _dropped_value(claim, start)
    if old:
        claim.ends = True
        return old, []
    place = find_phrase(words, ENDING_PHRASES)
    if place is None or " ".join(words[place[0] : place[1]]) not in _DROPPING_PHRASES:
        return [], []
    old = value_from(claim, place[1])
    if not old:
        return [], []
    claim.ends = True
    has_new = "to" in words[place[1] :]
    return old, value_from(claim, len(words) - words[::-1].index("to")) if has_new else []


def _dropped_value(claim: "Claim", start: int) -> "list[Term]":
    """The object of a verb that drops it, if the claim begins with such a verb."""
    verb, following = ([*claim.words[start : start + 2], "", ""])[:2]
    if verb in _PARTICLE_VERBS:
        if following in _PARTICLES:
            old = value_from(claim, start + 2)
        else:
            words = claim.words
            end = next((at for at in range(start + 2, len(words)) if words[at] in _PARTICLES), 0)
            old = content_between(claim, start + 1, end) if end else []
        if old and len(old) <= 4:
            return old
    if verb in _DROPPING_VERBS:
        return value_from(claim, start + (2 if following in ("out", "off") else 1))
    return []

"""What the new text says about the old one: another value, a denial, an opposite, a change, as numbers."""

from recall_cli.rules.revision.alignment import WEAK_SORTS
from recall_cli.rules.revision.evidence import DENIAL, DENIALS, Evidence
from recall_cli.rules.revision.lexicon import ALL_GUARDS, ENDING_CUES, OPPOSITE_STEMS, bits
from recall_cli.rules.revision.positions import ARTICLES, calls_old

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features

CLAUSE_CLASSES = tuple(
    """now change replacement gone denial no_longer correction past addition single_event reason part done duty plan
    report question whole preference""".split()
)
"""Classes of cue words that are looked for in the sentence that speaks of the old text."""
OLD_CLASSES = ("denial", "off", "unfinished", "preference", "many")
_MILD = bits("addition", "single_event", "part", "still", "reason", "past")
_BEFORE_VALUE = frozenset("to with by onto into is are on now : = in at auf ist es est é à a para".split())
_FAR = 12.0
SORT_FEATURES = ("amount", "number", "version", "day", "product", "place", "name")


def add_rival(evidence: Evidence, features: "Features") -> None:
    """Whether a new value stands where the old one stood."""
    rival, alignment, new = evidence.rival, evidence.alignment, evidence.new
    for sort in SORT_FEATURES:
        features[f"rival is {sort}"] = rival is not None and rival.sort == sort
    if rival is None:
        return
    value = rival.new
    features["rival in clause"] = value.clause == alignment.clause
    features["rival has same word before"] = rival.same_previous
    features["rival has same word behind"] = rival.same_next
    features["rival has same preposition"] = rival.same_preposition
    features["rival called old"] = calls_old(alignment, value)
    place = value.place - 1
    while place >= 0 and new.terms[place].low in ARTICLES:
        place -= 1
    features["rival behind to or is"] = (new.terms[place].low if place >= 0 else "") in _BEFORE_VALUE


def add_cues(evidence: Evidence, features: "Features") -> None:
    """Words of change, denial, plan, report and so on near the shared words."""
    clause, sentence, everywhere = evidence.clause_cues, evidence.sentence_cues, evidence.all_cues
    for name in CLAUSE_CLASSES:
        features[f"says {name}"] = bool(sentence & bits(name))
    for name in OLD_CLASSES:
        features[f"old says {name}"] = bool(evidence.old.cues & bits(name))
    features["clause says change"] = bool(clause & bits("change"))
    features["clause says denial"] = bool(clause & DENIALS)
    features["says retraction"] = bool(everywhere & bits("retraction"))
    features["guard elsewhere"] = bool(evidence.other_cues & ALL_GUARDS)
    shared = [term for term in evidence.alignment.matched_new if not term.generic]
    rival = evidence.rival.new if evidence.rival is not None else None
    nearest = to_value = _FAR
    for place, mask in evidence.cue_places:
        if mask & ENDING_CUES:
            sentence_number = evidence.new.terms[place].sentence
            for term in shared:
                if term.sentence == sentence_number:
                    nearest = min(nearest, abs(term.place - place))
            if rival is not None and rival.sentence == sentence_number:
                to_value = min(to_value, abs(rival.place - place))
    features["ending word to shared word"], features["ending word to new value"] = nearest, to_value


def add_polarity(evidence: Evidence, features: "Features") -> None:
    """Whether the new text says the opposite: a denial, allowed against forbidden, on against off."""
    alignment, old = evidence.alignment, evidence.old
    old_cues, sentence, clause = evidence.old.cues, evidence.sentence_cues, evidence.clause_cues
    features["one of both denies"] = bool(old_cues & DENIAL) != bool(sentence & DENIAL)
    features["allowed against forbidden"] = _are_opposed(old_cues, sentence, "permission", "ban")
    features["duty against no duty"] = bool(old_cues & bits("duty") and sentence & bits("no_duty"))
    features["on against off"] = _are_opposed(old_cues, sentence, "on", "off")
    features["unfinished against done"] = bool(
        old_cues & bits("unfinished", "plan") and evidence.all_cues & bits("done")
    )
    new_words = evidence.new.words.union(evidence.new.by_key)
    opposed = [
        term
        for term in old.terms
        if term.low not in evidence.new.words and not new_words.isdisjoint(OPPOSITE_STEMS.get(term.key, "").split(","))
    ]
    features["opposite words"] = len(opposed)
    features["old left beside opposites"] = sum(term not in opposed for term in alignment.left_old) if opposed else _FAR
    denied = bool(clause & DENIALS) and not old_cues & DENIAL
    features["denies all it shares"] = denied and not alignment.left_new_clause


def _are_opposed(one: int, other: int, first: str, second: str) -> bool:
    first_bit, second_bit = bits(first), bits(second)
    return bool((one & first_bit and other & second_bit) or (one & second_bit and other & first_bit))


def add_form(evidence: Evidence, features: "Features") -> None:
    """How the two texts are written: labels, tenses, number of clauses."""
    old, new, known = evidence.old, evidence.new, evidence.old.words
    features["same label"] = bool(old.label) and old.label == new.label
    features["tells of past"] = evidence.tells_of_past
    features["old tells of past"] = not known.isdisjoint(("was", "were", "had"))
    features["begins with ending word"] = bool(new.terms) and bool(new.terms[0].cues & ENDING_CUES)
    features["sentences"], features["clauses"] = new.sentence_count, new.clause_count
    features["first person"] = not new.words.isdisjoint(("i", "me", "my", "we", "our", "us"))
    features["not English"] = not new.is_english
    own_frame = {term.low for term in old.terms if term.kind == "word" and not term.content}
    features["shared function words"] = len(own_frame & new.words) / len(own_frame) if own_frame else 0.5


def add_patterns(evidence: Evidence, features: "Features") -> None:
    """Whole patterns of an ending; each is a few of the other features together."""
    get = features.get
    rival, alignment, clause = evidence.rival is not None, evidence.alignment, evidence.clause_cues
    strong = evidence.rival is not None and evidence.rival.sort not in WEAK_SORTS
    plain = not evidence.sentence_cues & _MILD and not get("new begins with scope")
    old_rest, clause_rest = features["old left beside value"], features["clause left beside value"]
    share, topic = features["share of old text"], features["share of old subject"] >= 0.5
    about = topic and share >= 0.4
    features["same text, other value"] = plain and rival and old_rest == 0 and clause_rest == 0
    features["nearly same text, other value"] = rival and old_rest == 0 and clause_rest <= 1 and about
    features["same subject, other value"] = strong and old_rest <= 1 and about
    features["old value gone, new one named"] = evidence.old_value_is_gone and old_rest <= 1
    features["old text called gone"] = bool(features["gone topic words"]) and share > 0.8
    features["changed to new value"] = rival and evidence.speaks_of_end and old_rest <= 1 and about
    features["now another value"] = rival and bool(evidence.sentence_cues & bits("now")) and old_rest <= 1
    features["denied word for word"] = bool(get("denies all it shares")) and share >= 0.5
    features["ended nearly word for word"] = (
        bool(clause & bits("gone", "no_longer")) and share >= 0.6 and clause_rest <= 1
    )
    features["opposite of nearly same text"] = (
        (
            any(get(name) for name in ("allowed against forbidden", "duty against no duty", "on against off"))
            or bool(get("opposite words"))
            or bool(get("one of both denies"))
        )
        and len(alignment.left_old) <= 1
        and clause_rest <= 1
    )
    features["same label, other value"] = rival and bool(features["same label"]) and old_rest == 0
    features["old value gone, nothing else left"] = evidence.old_value_is_gone and old_rest == 0
    features["nothing else on both sides"] = bool(
        features["only the value differs"] and features["only the value is new"]
    )
    features["denied, nothing else left"] = bool(features["denied word for word"]) and not alignment.left_old
    features["taken back"] = share if get("says retraction") else 0.0
    features["corrected"] = share if evidence.all_cues & bits("correction") else 0.0
    features["patterns of an ending"] = sum(bool(features[name]) for name in PATTERNS)


PATTERNS = (
    "same text, other value", "nearly same text, other value", "same subject, other value",
    "old value gone, new one named", "old text called gone", "changed to new value", "now another value",
    "denied word for word", "ended nearly word for word", "opposite of nearly same text", "taken back", "corrected",
    "same label, other value", "old value gone, nothing else left", "nothing else on both sides",
    "denied, nothing else left",
)  # fmt: skip
"""Features that alone are strong evidence."""

"""Whether two texts speak of different things: other scopes, owners, numbers, or names that are nearly the same."""

from recall_cli.rules.revision.alignment import may_be_value
from recall_cli.rules.revision.evidence import Evidence
from recall_cli.rules.revision.lexicon import ENDING_CUES, SCOPE_KINDS, bits
from recall_cli.rules.revision.positions import ARTICLES, is_name, term_at, word_before
from recall_cli.rules.revision.restatements import CHANGES
from recall_cli.rules.revision.terms.values import QUANTITY_KINDS, VALUE_KINDS, Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.rules.revision.features_of_words import Features
    from recall_cli.rules.revision.reading import Reading

_SCOPE_STARTS = frozenset(("in", "on", "for", "under", "at"))
_SCOPES_THAT_PART = frozenset("environment branch direction tier region".split())
_OWNERS_OF_SCOPES = frozenset(("tenant", "customer", "client", "grade"))
_OF_IN_OTHER_LANGUAGES = frozenset("de del du des da do das dos von vom d'".split())
_LETTERS = frozenset("abcef")
"""Letters that name one of several; others are units, as in 30s."""
_WHOLES = frozenset("the our all its their these those them".split())
_ADDRESS_KINDS = frozenset("url host path mail handle channel".split())
_VERBS_OF_STATE = frozenset("is are was were has have = :".split())


def find_other_subject(evidence: Evidence, features: "Features") -> str:
    """Why both speak of different things with similar names; empty if they speak of one."""
    if differs_in_case(evidence) or is_longer_name(evidence) or is_extended_name(evidence) or has_other_owner(evidence):
        return "it speaks of another thing with a similar name"
    if has_letter_behind_number(evidence) or names_sibling(evidence):
        return "it speaks of another thing with a similar name"
    if numbers_in_subjects_differ(evidence, features) or has_other_name_in_front(evidence):
        return "it speaks of another one of several"
    return ""


def parts_scopes(evidence: Evidence) -> bool:
    """Whether each text names another scope: staging and production, main and a release branch."""
    first = evidence.old.terms[:3]
    if first[0].low in _SCOPE_STARTS and any(term.low in evidence.scopes_old for term in first):
        return True
    both = set(evidence.scopes_old.values()).intersection(evidence.scopes_new.values())
    rival = evidence.rival
    turned = evidence.sentence_cues & bits("off", "gone", "denial", "ban")
    if (
        rival is not None
        and not turned
        and rival.old.low in evidence.scopes_old
        and rival.new.low in evidence.scopes_new
    ):
        return False  # the scope itself is the value: the default branch, the region of a bucket
    return not both.isdisjoint(_SCOPES_THAT_PART)


def differs_in_case(evidence: Evidence) -> bool:
    """Whether code that both have differs in its capitals."""
    return any(
        term.kind == partner.kind and term.kind in ("code", "path", "ident") and term.text != partner.text
        for term in evidence.alignment.matched_old
        for partner in evidence.alignment.old_partners[term.place]
    )


def is_longer_name(evidence: Evidence) -> bool:
    """Whether a name of the older text is only the beginning of a longer one: React and React Native."""
    partners = evidence.alignment.new_partners
    subject = {term.place for term in evidence.new.subject}
    for term in evidence.alignment.matched_old:
        if not is_name(term):
            continue
        following = term_at(evidence.old.terms, term.place + 1)
        if following is not None and is_name(following):
            continue
        for partner in evidence.alignment.old_partners[term.place]:
            longer = term_at(evidence.new.terms, partner.place + 1)
            if longer is not None and is_name(longer) and longer.place not in partners and partner.place in subject:
                return True
    return False


def is_extended_name(evidence: Evidence) -> bool:
    """Whether a name of the older text was made longer: group 3 and group 3b, `dmz` and `dmz2`."""
    alignment = evidence.alignment
    return any(
        new.low.startswith(old.low) and 0 < len(new.low) - len(old.low) < 3
        for old in alignment.left_old
        if old.kind in ("number", "ident", "code") or old.low[-1].isdigit()
        for new in alignment.left_new_sentence
        if new.kind not in ("number", "version", "measure")
    )


def names_sibling(evidence: Evidence) -> bool:
    """Whether each text gives a value of another one of a family: orders-api has one port, orders-web another."""
    if evidence.rival is None or evidence.speaks_of_end:
        return False
    partners = evidence.alignment.old_partners
    return any(
        all(_are_siblings(old.low, new.low) for new in partners[old.place])
        for old in evidence.alignment.matched_old
        if old.place != evidence.rival.old.place
    )


def _are_siblings(one: str, other: str) -> bool:
    """Whether two names with hyphens begin alike and end differently, more than by a plural or a tense."""
    head, _, tail = one.partition("-")
    other_head, _, other_tail = other.partition("-")
    return bool(tail and other_tail) and head == other_head and tail[:3] != other_tail[:3]


def has_letter_behind_number(evidence: Evidence) -> bool:
    """Whether a number of the older text has a letter here: group 3 and group 3b, line 4 and line 4B."""
    for old in evidence.old.content:
        if old.kind != "number" or not old.place or not evidence.old.terms[old.place - 1].content:
            continue
        name = evidence.old.terms[old.place - 1].low
        if any(
            new.text[:-1] == old.text and new.text[-1:].lower() in _LETTERS and word_before(evidence.new, new) == name
            for new in evidence.new.content
        ):
            return True
    return False


def has_other_name_in_front(evidence: Evidence) -> bool:
    """Whether both have another name in front of one word and another value: the Oslo and the Bergen building."""
    alignment, rival = evidence.alignment, evidence.rival
    if rival is None:
        return False
    named = [
        following.key
        for term, following in _pairs_of_names(evidence.old)
        if term not in alignment.matched_old and term is not rival.old and following.place in alignment.old_partners
    ]
    return any(
        term.place not in alignment.new_partners and term is not rival.new and following.key in named
        for term, following in _pairs_of_names(evidence.new)
    )


def _pairs_of_names(reading: "Reading") -> "list[tuple[Term, Term]]":
    """Each name with the plain word behind it."""
    return [
        (term, following)
        for term, following in zip(reading.terms, reading.terms[1:], strict=False)
        if term.content and following.content and term.text[0].isupper() and term.kind in ("proper", "product", "word")
        if not term.generic and not term.cues and following.kind == "word" and not following.generic
    ]


def has_other_owner(evidence: Evidence) -> bool:
    """Whether both subjects have another word behind the same `of`: the budget of the mailer, of the indexer."""
    alignment = evidence.alignment
    old = [t for t in alignment.left_old if _is_owner(evidence.old, t)]
    new = [t for t in alignment.left_new_sentence if _is_owner(evidence.new, t)]
    rival = evidence.rival
    return bool(old and new) and rival is not None and rival.old is not old[0] and rival.new is not new[0]


def has_other_tenant(evidence: Evidence) -> bool:
    """Whether both name another one of several tenants, customers or grades."""
    old = {word_before(evidence.old, term) for term in evidence.alignment.left_old}
    new = {word_before(evidence.new, term) for term in evidence.alignment.left_new_sentence}
    return not evidence.gone and not _OWNERS_OF_SCOPES.isdisjoint(old & new)


def _is_owner(reading: "Reading", term: Term) -> bool:
    before = word_before(reading, term, skip=ARTICLES)
    if term.kind not in ("word", "proper", "product", "code"):
        return False
    if before != "of" and (reading.is_english or before not in _OF_IN_OTHER_LANGUAGES):
        return False
    return all(
        other.low not in _VERBS_OF_STATE for other in reading.terms[: term.place] if other.sentence == term.sentence
    )


def numbers_in_subjects_differ(evidence: Evidence, features: "Features") -> bool:
    """Whether the subjects have different numbers: Chapter 2 and Chapter 3."""
    alignment = evidence.alignment
    old = [t for t in evidence.old.subject if t.place not in alignment.old_partners and _is_number(t)]
    new = [
        t
        for t in evidence.new.subject
        if t.place not in alignment.new_partners and _is_number(t) and not t.cues & bits("change")
    ]
    if old and old[0].place and new and not evidence.speaks_of_end:
        return len(alignment.left_old) > 1 and len(alignment.left_new_sentence) > 1
    return len(old) + len(new) > 1 and features["old left beside value"] > 0 and evidence.rival_count > 1


def _is_number(term: Term) -> bool:
    if term.kind in ("number", "version") or (len(term.low) == 1 and may_be_value(term)):
        return True
    return term.kind == "ident" and term.low[0].isdigit()


def is_version_of_other_name(evidence: Evidence) -> bool:
    """Whether the two numbers stand behind different names: GCC 12 and Zephyr 4.1."""
    rival = evidence.rival
    if rival is None or rival.sort not in ("number", "version") or evidence.sentence_cues & CHANGES:
        return False
    old, new = term_at(evidence.old.terms, rival.old.place - 1), term_at(evidence.new.terms, rival.new.place - 1)
    if old is None or new is None or not is_name(old) or not is_name(new):
        return False
    return old.place not in evidence.alignment.old_partners and new.place not in evidence.alignment.new_partners


def is_share_of_whole(evidence: Evidence) -> bool:
    """Whether the new number only counts a part: `step 6 of the list`, `12 TB of the storage`, `3 nodes moved to`."""
    rival = evidence.rival
    if rival is None or rival.sort not in ("number", "amount", "figure") or evidence.old_value_is_gone:
        return False
    behind = [term.low for term in evidence.new.terms[rival.new.place + 1 : rival.new.place + 4]]
    old_behind = [term.low for term in evidence.old.terms[rival.old.place + 1 : rival.old.place + 2]]
    if behind[:1] == ["of"] and not _WHOLES.isdisjoint(behind[1:2]) and old_behind != ["of"]:
        return True
    moved = evidence.new.terms[rival.new.place + 2 : rival.new.place + 3]
    is_noun = bool(behind) and evidence.new.terms[rival.new.place + 1].place in evidence.alignment.new_partners
    return is_noun and any(term.cues & bits("change") for term in moved) and behind[2:] in (["to"], ["into"])


def adds_environment(evidence: Evidence) -> bool:
    """Whether its subject is the older one in one environment: `the staging database`; nothing tells of a change."""
    if evidence.scopes_old or evidence.rival is None or evidence.all_cues & (ENDING_CUES | bits("now")):
        return False
    return any(
        evidence.scopes_new.get(term.low) == "environment" and term is not evidence.rival.new
        for term in evidence.new.terms[: evidence.rival.new.place]
    )


def tells_other_property(evidence: Evidence) -> bool:
    """Whether both tell different properties: they share an environment alone, or an address and an amount.

    "The staging shop is at https://…" and "The staging shop allows 3 logins" can both hold.
    """
    matched = evidence.alignment.matched_old
    if all(SCOPE_KINDS.get(term.low) == "environment" for term in matched):
        return True
    if evidence.rival is not None or evidence.speaks_of_end:
        return False
    old = _kinds_of_values(evidence.alignment.old.terms, {term.place for term in matched})
    new = _kinds_of_values(evidence.new.terms, set(evidence.alignment.new_partners))
    return bool(old and new) and old <= _ADDRESS_KINDS and new <= QUANTITY_KINDS


def _kinds_of_values(terms: "Sequence[Term]", shared: "set[int]") -> "set[str]":
    """The kinds of the values that only one text has."""
    return {term.kind for term in terms if term.kind in VALUE_KINDS and term.place not in shared}

"""What bars a statement from ending an older one, whatever else speaks for it; each gate is a plain reason."""

from recall_cli.rules.revision.alignment import may_be_value, sort_of_rivals
from recall_cli.rules.revision.evidence import DENIAL, DENIALS, Evidence
from recall_cli.rules.revision.frames import names_something_else
from recall_cli.rules.revision.lexicon import ENDING_CUES, GUARD_BITS, bits
from recall_cli.rules.revision.positions import ARTICLES, calls_gone, preposition_of, word_before
from recall_cli.rules.revision.values import MONTHS, QUANTITY_KINDS, VALUE_KINDS, Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features
    from recall_cli.rules.revision.reading import Reading

SAYS_THE_SAME = "it says the same"
HEDGES = bits("hedge", "hearsay")
_REASON_OF_GUARD = {
    "plan": "it speaks of a plan",
    "proposal": "it is only a proposal",
    "condition": "it speaks of a condition",
    "report": "it reports what another source says",
    "example": "it gives an example",
    "comparison": "it compares",
    "single_event": "it tells of one occasion",
    "undone": "it tells of a change that was undone",
    "past": "it tells of the past",
    "addition": "it adds something, and both can hold",
    "exception": "it names an exception",
    "reason": "it gives a reason",
    "guard": "it makes no plain claim about the present",
}
MIN_SHARE = 0.3
"""A statement that shares less of the older text ends nothing, unless it calls a part of it gone."""
_DESTINATIONS = frozenset("to into in on with by onto at".split())
_LATER_CHANGES = bits("change", "replacement")
_PRESENT_CHANGES = frozenset(
    "replaces moves switches becomes goes takes changes supersedes migrates drops leaves".split()
)
_QUOTATION_MARKS = frozenset('"“”„«»')
_LAST_WORDS_OF_ADDITION = frozenset(("too", "either", "alike"))
_FIRST_WORDS_OF_CONDITION = frozenset(
    "when while unless before whenever were until if once during except suppose assuming".split()
)
_HOLDS_MANY = frozenset(
    """sponsor sponsors emit emits supports support supported needs need requires require depends depend accepts accept
    speaks speak includes include contains contain knows know likes allows allow offers offer sells sell understands
    versteht kann acepta aceita gère volunteers hang hangs works work integrates""".split()
)
_ADDS_WITH_NOW = frozenset(
    """sponsor sponsors emit emits supports support supported accepts accept speaks speak includes include contains
    contain knows know likes sells sell understands asks ask available hang hangs integrates""".split()
)
"""Verbs that name one more value with `now`."""
_SCOPE_STARTS = frozenset(("in", "on", "for", "under", "at"))
_SCOPES_THAT_PART = frozenset("environment branch direction tier region".split())
_OWNERS_OF_SCOPES = frozenset(("tenant", "customer", "client", "grade"))
_VERBS_OF_STATE = frozenset("is are was were has have = :".split())
_EVENT_TIMES = frozenset("yesterday night morning incident outage weekend while during".split())
_EVENT_VERBS = frozenset("ran did went took had".split())
_CHANGES = bits("change", "replacement", "no_longer", "correction", "retraction")


def find_bar(evidence: Evidence, features: "Features") -> str:
    """Why a statement cannot end the older one; empty if nothing bars it."""
    return find_bar_of_words(evidence) or find_bar_of_content(evidence, features)


def is_doubtful(evidence: Evidence) -> bool:
    """Whether the statement is hedged or second-hand anywhere."""
    return bool(evidence.all_cues & HEDGES)


def find_bar_of_words(evidence: Evidence) -> str:
    """Why a statement claims nothing about the present, by its words: a guess, a question, a plan, a report."""
    if is_doubtful(evidence):
        return "it is uncertain or second-hand"
    if evidence.new.asks or evidence.all_cues & bits("question"):
        return "it asks a question"
    for name, bit in GUARD_BITS.items():
        if evidence.sentence_cues & bit and not (name == "proposal" and _stands_in_reason(evidence, bit)):
            return _REASON_OF_GUARD[name]
    if _takes_effect_later(evidence):
        return _REASON_OF_GUARD["plan"]
    if _denies_an_end(evidence):
        return _REASON_OF_GUARD["undone"]
    if _is_quoted(evidence):
        return _REASON_OF_GUARD["report"]
    words = [term for term in evidence.new.terms if term.kind != "mark"]
    if words and words[-1].low in _LAST_WORDS_OF_ADDITION:
        return _REASON_OF_GUARD["addition"]
    if words and words[0].low in _FIRST_WORDS_OF_CONDITION:
        return _REASON_OF_GUARD["condition"]
    return _REASON_OF_GUARD["reason"] if words and words[0].low == "why" else ""


def _stands_in_reason(evidence: Evidence, bit: int) -> bool:
    """Whether all guards of a class stand behind `because` or `since`, away from the words that both texts share."""
    terms = evidence.new.terms
    for place, mask in evidence.cue_places:
        if mask & bit:
            clause = terms[place].clause
            first = next(term for term in terms if term.clause == clause and term.kind != "mark")
            if first.low not in ("because", "since") or clause == evidence.alignment.clause:
                return False
    return True


def _takes_effect_later(evidence: Evidence) -> bool:
    """Whether a change is told in the present and with a month or with `can`: `replaces Kong in January`."""
    terms = evidence.new.terms
    for place, mask in evidence.cue_places:
        if mask & _LATER_CHANGES:
            if terms[place - 1].low == "be" and place > 1 and terms[place - 2].low in ("can", "could", "may", "might"):
                return True
            if terms[place].low in _PRESENT_CHANGES:
                following = terms[place : place + 12]
                if any(
                    word.low == "in" and after.low in MONTHS and after.text[0].isupper()
                    for word, after in zip(following, following[1:], strict=False)
                ):
                    return True
    return any(term.low.endswith(("'ll", "’ll")) for term in terms if term.sentence == evidence.alignment.sentence)


def _denies_an_end(evidence: Evidence) -> bool:
    """Whether it denies that something ended: `it isn't true that we stopped`."""
    lows = [term.low for term in evidence.new.terms]
    for place in range(1, len(lows) - 1):
        if lows[place] == "true" and lows[place + 1] == "that" and lows[place - 1] in ("not", "isn't", "ain't"):
            return bool(evidence.sentence_cues & bits("gone", "no_longer"))
    return False


def _is_quoted(evidence: Evidence) -> bool:
    """Whether most of what both texts share stands between quotation marks in the new one only."""
    marks = [term.place for term in evidence.new.terms if term.kind == "mark" and term.text in _QUOTATION_MARKS]
    if len(marks) < 2 or not evidence.old.words.isdisjoint(_QUOTATION_MARKS):
        return False
    shared = [term.place for term in evidence.alignment.matched_new]
    quoted = sum(marks[0] < place < marks[-1] for place in shared)
    return quoted > 1 and 2 * quoted > len(shared)


def find_bar_of_content(evidence: Evidence, features: "Features") -> str:
    """Why both statements can hold, by what they speak of: another owner, scope, date, name, a list of values."""
    sentence = evidence.sentence_cues
    if (
        _confirms_value(evidence)
        or _moves_to_known_value(evidence, features)
        or (_says_the_same(evidence, features) and not names_something_else(evidence))
    ):
        return SAYS_THE_SAME
    if _is_about_old_value_only(evidence, features):
        return "it shares too little with it"
    if features["pronoun possessor"]:
        return "it speaks of somebody else's"
    corrects = sentence & ENDING_CUES or evidence.other_cues & bits("correction")
    corrects = corrects or features["unfinished against done"] or features["opposite words"]
    if _tells_same_verb_in_past(evidence) and not corrects:
        return _REASON_OF_GUARD["past"]
    if features["tells of past"] and not features["old tells of past"] and not corrects:
        return _REASON_OF_GUARD["past"]
    if _holds_several(evidence, features):
        return "both can hold"
    if _parts_scopes(evidence) or _has_other_tenant(evidence):
        return "it speaks of another scope"
    if _is_one_date(evidence):
        return "it speaks of one date only"
    if _denies_something_else(evidence, features):
        return "it denies something else"
    if _differs_in_case(evidence) or _is_longer_name(evidence):
        return "it speaks of another thing with a similar name"
    if _is_extended_name(evidence) or _has_other_owner(evidence):
        return "it speaks of another thing with a similar name"
    if _numbers_in_subjects_differ(evidence, features):
        return "it speaks of another one of several"
    return _REASON_OF_GUARD["single_event"] if _is_single_event(evidence) else ""


def _tells_same_verb_in_past(evidence: Evidence) -> bool:
    """Whether the verb of the older statement stands in the past: `ends on`, `ended on`."""
    return not evidence.all_cues & bits("now") and any(
        old.low.endswith("s") and old.kind == "word" and old.place and new.low == f"{old.low[:-1].rstrip('e')}ed"
        for old in evidence.alignment.matched_old
        for new in evidence.alignment.old_partners[old.place]
    )


def _says_the_same(evidence: Evidence, features: "Features") -> bool:
    """Whether it repeats all of the older statement and calls nothing of it gone, denied or changed."""
    if evidence.alignment.left_old or evidence.gone or not evidence.alignment.topic_count:
        return False
    if evidence.all_cues & (DENIALS | _CHANGES) or evidence.rival_count or _has_other_value(evidence):
        return False
    return not any(features[name] for name in _OPPOSED)


_OPPOSED = (
    "one of both denies", "opposite words", "on against off", "duty against no duty", "unfinished against done",
    "allowed against forbidden",
)  # fmt: skip


def _moves_to_known_value(evidence: Evidence, features: "Features") -> bool:
    """Whether it tells of a change to what the older statement says: `Secrets live in Vault`, `moved them to Vault`."""
    alignment = evidence.alignment
    value = evidence.old.content[-1]
    while (
        value.place
        and value in alignment.left_old
        and _is_name(value)
        and _is_name(evidence.old.terms[value.place - 1])
    ):
        value = evidence.old.terms[value.place - 1]  # the first word of a name: Argo of Argo CD
    left = [term for term in alignment.left_old if term.place < value.place]
    if left or value.place in evidence.gone or any(features[name] for name in _OPPOSED):
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


def _is_about_old_value_only(evidence: Evidence, features: "Features") -> bool:
    """Whether only related words, or too few words of the older statement, stand in the new one."""
    alignment = evidence.alignment
    topics = [term for term in alignment.matched_old if not term.generic and alignment.strength[term.place] >= 0.9]
    if topics and all(term.kind in QUANTITY_KINDS for term in topics):
        return True
    return not topics or (features["share of old text"] < MIN_SHARE and not evidence.gone)


def _confirms_value(evidence: Evidence) -> bool:
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


def _holds_several(evidence: Evidence, features: "Features") -> bool:
    """Whether the verb of both lets several values hold: supports, needs, accepts."""
    alignment = evidence.alignment
    if not alignment.left_old or not alignment.left_new_clause:
        return False
    if evidence.all_cues & _CHANGES:
        return False
    adds = evidence.all_cues & bits("now")
    if not adds and features.get("rival has same word before") and features.get("rival has same word behind"):
        return False
    if evidence.rival is not None and evidence.rival.sort in ("number", "amount", "version", "day", "time"):
        return False
    shared = (t for t in evidence.old.terms if t.place in alignment.old_partners or t.low in evidence.new.words)
    return any(
        term.low in (_ADDS_WITH_NOW if adds else _HOLDS_MANY) or _is_read_by(evidence.old, term) for term in shared
    )


def _is_read_by(reading: "Reading", term: Term) -> bool:
    """Whether several may read it: `is read by analytics`, `reads the orders topic`."""
    following = _term_at(reading.terms, term.place + 1)
    return term.low == "reads" or (term.low == "read" and following is not None and following.low == "by")


def _parts_scopes(evidence: Evidence) -> bool:
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


def _is_one_date(evidence: Evidence) -> bool:
    """Whether a weekly day meets a single date."""
    return (
        any(term.kind == "day" for term in evidence.alignment.matched_old)
        and any(term.kind == "date" for term in evidence.alignment.left_new_sentence)
        and not any(term.kind == "date" for term in evidence.old.content)
    )


def _denies_something_else(evidence: Evidence, features: "Features") -> bool:
    """Whether it denies a value, a place or a kind that the older statement does not speak of."""
    alignment, rival = evidence.alignment, evidence.rival
    clause, sentence = evidence.clause_cues, evidence.sentence_cues
    denies = clause & (DENIAL | bits("no_longer"))
    values = [term for term in alignment.left_new_sentence if term.kind in VALUE_KINDS]
    if denies and rival is not None and len(values) == 1 and not evidence.old_value_is_gone:
        changes = sentence & bits("change", "correction", "replacement")
        if not changes and rival.sort not in ("name", "code or name"):
            return True
    only_denies = clause & DENIAL and not clause & bits("no_longer", "gone")
    repeats = not alignment.left_old and not evidence.old_value_is_gone
    if only_denies and repeats and any(preposition_of(evidence.new, term) for term in alignment.left_new_clause):
        return True
    return bool(
        clause & DENIALS
        and features["modifier only new"]
        and features["new subject left"]
        and not evidence.rival_count
        and not clause & bits("change", "correction")
    )


def _differs_in_case(evidence: Evidence) -> bool:
    """Whether code that both have differs in its capitals."""
    return any(
        term.kind == partner.kind == "code" and term.text != partner.text
        for term in evidence.alignment.matched_old
        for partner in evidence.alignment.old_partners[term.place]
    )


def _is_longer_name(evidence: Evidence) -> bool:
    """Whether a name of the older text is only the beginning of a longer one: React and React Native."""
    partners = evidence.alignment.new_partners
    subject = {term.place for term in evidence.new.subject}
    for term in evidence.alignment.matched_old:
        if not _is_name(term):
            continue
        following = _term_at(evidence.old.terms, term.place + 1)
        if following is not None and _is_name(following):
            continue
        for partner in evidence.alignment.old_partners[term.place]:
            longer = _term_at(evidence.new.terms, partner.place + 1)
            if longer is not None and _is_name(longer) and longer.place not in partners and partner.place in subject:
                return True
    return False


def _is_extended_name(evidence: Evidence) -> bool:
    """Whether a name of the older text was made longer: group 3 and group 3b, `dmz` and `dmz2`."""
    alignment = evidence.alignment
    return any(
        new.low.startswith(old.low) and 0 < len(new.low) - len(old.low) < 3
        for old in alignment.left_old
        if old.kind in ("number", "ident", "code") or old.low[-1].isdigit()
        for new in alignment.left_new_sentence
        if new.kind not in ("number", "version", "measure")
    )


def _has_other_owner(evidence: Evidence) -> bool:
    """Whether both subjects have another word behind the same `of`: the budget of the mailer, of the indexer."""
    alignment = evidence.alignment
    old = [t for t in alignment.left_old if _is_owner(evidence.old, t)]
    new = [t for t in alignment.left_new_sentence if _is_owner(evidence.new, t)]
    rival = evidence.rival
    return bool(old and new) and rival is not None and rival.old is not old[0] and rival.new is not new[0]


def _has_other_tenant(evidence: Evidence) -> bool:
    """Whether both name another one of several tenants, customers or grades."""
    old = {word_before(evidence.old, term) for term in evidence.alignment.left_old}
    new = {word_before(evidence.new, term) for term in evidence.alignment.left_new_sentence}
    return not evidence.gone and not _OWNERS_OF_SCOPES.isdisjoint(old & new)


def _is_owner(reading: "Reading", term: Term) -> bool:
    if term.kind not in ("word", "proper", "product", "code") or word_before(reading, term, skip=ARTICLES) != "of":
        return False
    return all(
        other.low not in _VERBS_OF_STATE for other in reading.terms[: term.place] if other.sentence == term.sentence
    )


def _is_name(term: Term) -> bool:
    return term.kind in ("product", "proper")


def _term_at(terms: "list[Term]", place: int) -> "Term | None":
    return terms[place] if 0 <= place < len(terms) else None


def _numbers_in_subjects_differ(evidence: Evidence, features: "Features") -> bool:
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


def _is_single_event(evidence: Evidence) -> bool:
    """Whether it tells what happened once: `yesterday the build ran 40 minutes`."""
    cues = evidence.sentence_cues
    if not cues & bits("single_event") or cues & (ENDING_CUES | bits("now")):
        return False
    if evidence.new.words.isdisjoint(_EVENT_TIMES):
        return False
    return any(term.low.endswith("ed") or term.low in _EVENT_VERBS for term in evidence.new.terms)

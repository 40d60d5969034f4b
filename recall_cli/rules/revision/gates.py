"""What bars a statement from ending an older one, whatever else speaks for it; each gate is a plain reason."""

from recall_cli.rules.revision.alignment import may_be_value, sort_of_rivals
from recall_cli.rules.revision.evidence import DENIAL, DENIALS, Evidence
from recall_cli.rules.revision.lexicon import ENDING_CUES, GUARD_BITS, bits
from recall_cli.rules.revision.positions import calls_gone, preposition_of
from recall_cli.rules.revision.values import VALUE_KINDS, Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features

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
_SCOPES_THAT_PART = frozenset("environment branch direction tier region".split())
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
        if evidence.sentence_cues & bit:
            return _REASON_OF_GUARD[name]
    if _is_quoted(evidence):
        return _REASON_OF_GUARD["report"]
    words = [term for term in evidence.new.terms if term.kind != "mark"]
    if words and words[-1].low in _LAST_WORDS_OF_ADDITION:
        return _REASON_OF_GUARD["addition"]
    if words and words[0].low in _FIRST_WORDS_OF_CONDITION:
        return _REASON_OF_GUARD["condition"]
    return _REASON_OF_GUARD["reason"] if words and words[0].low == "why" else ""


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
    if _says_the_same(evidence, features) or _confirms_value(evidence):
        return SAYS_THE_SAME
    if features["pronoun possessor"]:
        return "it speaks of somebody else's"
    corrects = sentence & ENDING_CUES or evidence.other_cues & bits("correction")
    if features["tells of past"] and not features["old tells of past"] and not corrects:
        return _REASON_OF_GUARD["past"]
    if _holds_several(evidence, features):
        return "both can hold"
    if _parts_scopes(evidence):
        return "it speaks of another scope"
    if _is_one_date(evidence):
        return "it speaks of one date only"
    if _denies_something_else(evidence, features):
        return "it denies something else"
    if _differs_in_case(evidence) or _is_longer_name(evidence):
        return "it speaks of another thing with a similar name"
    if _numbers_in_subjects_differ(evidence, features):
        return "it speaks of another one of several"
    return _REASON_OF_GUARD["single_event"] if _is_single_event(evidence) else ""


def _says_the_same(evidence: Evidence, features: "Features") -> bool:
    """Whether it repeats all of the older statement and calls nothing of it gone, denied or changed."""
    if evidence.alignment.left_old or evidence.gone or not evidence.alignment.topic_count:
        return False
    if evidence.all_cues & (DENIALS | _CHANGES) or evidence.rival_count or _has_other_value(evidence):
        return False
    opposed = (
        "one of both denies",
        "opposite words",
        "on against off",
        "duty against no duty",
        "unfinished against done",
    )
    return not any(features[name] for name in (*opposed, "allowed against forbidden"))


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
    if evidence.all_cues & (_CHANGES | bits("now")):
        return False
    if features.get("rival has same word before") and features.get("rival has same word behind"):
        return False
    shared = (t for t in evidence.old.terms if t.place in alignment.old_partners or t.low in evidence.new.words)
    return any(term.low in _HOLDS_MANY for term in shared)


def _parts_scopes(evidence: Evidence) -> bool:
    both = set(evidence.scopes_old.values()).intersection(evidence.scopes_new.values())
    rival = evidence.rival
    if rival is not None and rival.old.low in evidence.scopes_old and rival.new.low in evidence.scopes_new:
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

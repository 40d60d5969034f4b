"""What bars a statement from ending an older one, whatever else speaks for it; each gate is a plain reason."""

from recall_cli.rules.revision.evidence import DENIAL, DENIALS, Evidence
from recall_cli.rules.revision.frames import names_something_else, repeats_plain_sentence
from recall_cli.rules.revision.lexicon import ENDING_CUES, GUARD_BITS, bits
from recall_cli.rules.revision.positions import preposition_of, term_at
from recall_cli.rules.revision.restatements import (
    CHANGES,
    OPPOSED,
    confirms_value,
    has_sign_of_end,
    moves_to_known_value,
    says_the_same,
)
from recall_cli.rules.revision.subjects import (
    adds_environment,
    find_other_subject,
    has_other_tenant,
    is_share_of_whole,
    is_version_of_other_name,
    parts_scopes,
)
from recall_cli.rules.revision.terms.values import QUANTITY_KINDS, VALUE_KINDS, Term
from recall_cli.rules.revision.words.units import MONTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.features_of_words import Features
    from recall_cli.rules.revision.reading import Reading

SAYS_THE_SAME = "it says the same"
NARROWER_SCOPE = "it speaks of one environment"
FEW_WORDS = "they have few words in common"
NO_OTHER_VALUE = "it gives no other value and speaks of no end"
NEVER_ASKED = frozenset(
    (
        SAYS_THE_SAME, NARROWER_SCOPE, "it tells of the past", "it asks a question", "it gives an example",
        "it speaks of a plan", "it speaks of a condition", "it is only a proposal",
        "it makes no plain claim about the present", "it compares", "both can hold", "it speaks of a part",
        "it adds something, and both can hold", "it tells of a change that was undone", "it names an exception",
        "it speaks of another thing with a similar name", "it reports what another source says",
    )
)  # fmt: skip
"""Bars about which nobody is asked: of the pairs that have one, nearly all are compatible."""
_CLAIMS_NOTHING = bits("proposal", "plan", "question")
_WORDS_FOR_OLD = frozenset("old outdated stale ancient archived legacy previous former".split())
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
MIN_SHARE_OF_CHANGE = 0.6
"""A word of change without a value ends nothing if the statement repeats less of the older text."""
_ENDS_OF_ALL = bits("gone", "no_longer", "retraction", "denial")
_LATER_CHANGES = bits("change", "replacement")
_PRESENT_CHANGES = frozenset(
    "replaces moves switches becomes goes takes changes supersedes migrates drops leaves".split()
)
_MARKS_OF_CODE = frozenset("{}[]$|&\\%<>~^=#@")
MAX_MARKS_OF_CODE = 4
"""A statement with more of these marks outside of code, and few words, is no sentence."""
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
_EVENT_TIMES = frozenset("yesterday night morning incident outage weekend while during".split())
_EVENT_VERBS = frozenset("ran did went took had began got came gave left ate held met sold sent".split())
_PAST_FORMS = {"takes": "took", "runs": "ran", "eats": "ate", "comes": "came", "sits": "sat", "meets": "met"}
"""Verbs whose past has another form; forms that are words of change are not here."""
_LASTING = bits("change", "gone", "replacement", "no_longer", "done", "off")


def find_bar(evidence: Evidence, features: "Features") -> str:
    """Why a statement cannot end the older one; empty if nothing bars it."""
    return find_bar_of_words(evidence) or find_bar_of_content(evidence, features)


def is_doubtful(evidence: Evidence) -> bool:
    """Whether the statement is hedged or second-hand anywhere."""
    return evidence.is_doubtful


def name_bar(features: "Features", bar: str) -> str:
    """Make a bar a feature, since some bars speak more against a question than others."""
    if bar:
        features[f"barred: {bar}"] = 1.0
    return bar


def claims_nothing(evidence: Evidence) -> bool:
    """Whether a doubtful statement disputes nothing besides: a proposal, a plan, a question, an old document."""
    return bool(evidence.all_cues & _CLAIMS_NOTHING) or evidence.new.asks or _cites_old_document(evidence)


def is_vague(evidence: Evidence, features: "Features") -> bool:
    """Whether nothing says what ended, or only a part did: no value, no word of an end, or a scope of its own."""
    if evidence.rival is not None or evidence.gone:
        return False
    cues = ENDING_CUES | DENIALS if features["share of old text"] >= MIN_SHARE_OF_CHANGE else _ENDS_OF_ALL
    ends = bool(evidence.all_cues & cues) or any(features[name] for name in OPPOSED)
    return not ends or (bool(evidence.scopes_new) and not evidence.scopes_old)


def _cites_old_document(evidence: Evidence) -> bool:
    """Whether it repeats a document that it calls old: `the old wiki page claims`."""
    terms = evidence.new.terms
    return any(
        first.low in _WORDS_FOR_OLD and (second.cues | third.cues) & bits("report")
        for first, second, third in zip(terms, terms[1:], terms[2:], strict=False)
    )


def find_bar_of_words(evidence: Evidence) -> str:
    """Why a statement claims nothing about the present, by its words: a guess, a question, a plan, a report."""
    if is_doubtful(evidence):
        return "it is uncertain or second-hand"
    if evidence.new.asks or evidence.all_cues & bits("question"):
        return "it asks a question"
    for name, bit in GUARD_BITS.items():
        if evidence.sentence_cues & bit and not _is_lifted(evidence, name, bit):
            return _REASON_OF_GUARD[name]
    if _takes_effect_later(evidence):
        return _REASON_OF_GUARD["plan"]
    if _denies_an_end(evidence):
        return _REASON_OF_GUARD["undone"]
    if _is_quoted(evidence):
        return _REASON_OF_GUARD["report"]
    words = [term for term in evidence.new.terms if term.kind != "mark"]
    if sum(term.low in _MARKS_OF_CODE for term in evidence.new.terms) > max(MAX_MARKS_OF_CODE, len(words) // 2):
        return _REASON_OF_GUARD["guard"]
    if words and words[-1].low in _LAST_WORDS_OF_ADDITION:
        return _REASON_OF_GUARD["addition"]
    if words and words[0].low in _FIRST_WORDS_OF_CONDITION and not _is_no_condition(evidence, words[0]):
        return _REASON_OF_GUARD["condition"]
    return _REASON_OF_GUARD["reason"] if words and words[0].low == "why" else ""


def _is_lifted(evidence: Evidence, name: str, bit: int) -> bool:
    """Whether a guard bars nothing here: a proposal in a reason, or a report of what somebody says of themself."""
    if name == "report":
        return _speaks_for_itself(evidence, bit)
    return name == "proposal" and _stands_in_reason(evidence, bit)


def _speaks_for_itself(evidence: Evidence, bit: int) -> bool:
    """Whether the only report is what the subject of the older statement says: `Marta prefers`, `Marta says she`."""
    terms = evidence.new.terms
    subject = evidence.old.content[0]
    reports = [place for place, mask in evidence.cue_places if mask & bit]
    return bool(evidence.old.cues & bits("preference")) and all(
        terms[place].low == "says"
        and place
        and terms[place - 1] in evidence.alignment.old_partners.get(subject.place, ())
        for place in reports
    )


def _is_no_condition(evidence: Evidence, word: Term) -> bool:
    """Whether the older text has the word too, or it only addresses the reader: `if you're looking for`."""
    return word.low in evidence.old.words or bool(word.cues & bits("now"))


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
        confirms_value(evidence)
        or moves_to_known_value(evidence, features)
        or (says_the_same(evidence, features) and not names_something_else(evidence))
    ):
        return SAYS_THE_SAME
    if _is_about_old_value_only(evidence, features) and not repeats_plain_sentence(evidence):
        return FEW_WORDS
    if not has_sign_of_end(evidence, features):
        return NO_OTHER_VALUE
    if _names_own_thing(evidence):
        return "it speaks of somebody else's"
    if is_share_of_whole(evidence):
        return "it speaks of a part"
    corrects = bool(
        sentence & ENDING_CUES
        or evidence.other_cues & bits("correction")
        or features["unfinished against done"]
        or features["opposite words"]
    )
    if (_tells_same_verb_in_past(evidence) or _tells_of_last_month(evidence)) and not corrects:
        return _REASON_OF_GUARD["past"]
    if features["tells of past"] and not features["old tells of past"] and not corrects:
        return _REASON_OF_GUARD["past"]
    if _holds_several(evidence, features) or is_version_of_other_name(evidence):
        return "both can hold"
    if parts_scopes(evidence) or has_other_tenant(evidence):
        return "it speaks of another scope"
    if adds_environment(evidence):
        return NARROWER_SCOPE
    if _is_one_date(evidence):
        return "it speaks of one date only"
    if _denies_something_else(evidence, features):
        return "it denies something else"
    return find_other_subject(evidence, features) or (
        _REASON_OF_GUARD["single_event"] if _is_single_event(evidence) else ""
    )


def _names_own_thing(evidence: Evidence) -> bool:
    """Whether it speaks of `my own` or `his own` thing and the older one does not."""
    terms = evidence.new.terms
    return "own" not in evidence.old.words and any(
        term.low in ("my", "his", "her", "their", "its") and following.low == "own"
        for term, following in zip(terms, terms[1:], strict=False)
        if term.place < 4 or terms[term.place - 1].low in ("has", "have", "with")
    )


def _tells_of_last_month(evidence: Evidence) -> bool:
    """Whether it tells of a time that is over: `last month we used`."""
    terms = evidence.new.terms
    return any(
        term.low == "last" and following.low in ("month", "week", "quarter", "year", "sprint", "season")
        for term, following in zip(terms, terms[1:], strict=False)
    )


def _tells_same_verb_in_past(evidence: Evidence) -> bool:
    """Whether the verb of the older statement stands in the past: `ends on`, `ended on`."""
    if evidence.all_cues & bits("now") and "today" not in evidence.new.words:
        return False
    words = evidence.new.words
    if any(term.place and _PAST_FORMS.get(term.low, "-") in words for term in evidence.old.terms):
        return True
    return any(
        old.low.endswith("s") and old.kind == "word" and old.place and new.low == f"{old.low[:-1].rstrip('e')}ed"
        for old in evidence.alignment.matched_old
        for new in evidence.alignment.old_partners[old.place]
    )


def _is_about_old_value_only(evidence: Evidence, features: "Features") -> bool:
    """Whether only related words, or too few words of the older statement, stand in the new one."""
    alignment = evidence.alignment
    topics = [term for term in alignment.matched_old if not term.generic and alignment.strength[term.place] >= 0.9]
    if topics and all(term.kind in QUANTITY_KINDS for term in topics):
        return True
    return not topics or (features["share of old text"] < MIN_SHARE and not evidence.gone)


def _holds_several(evidence: Evidence, features: "Features") -> bool:
    """Whether the verb of both lets several values hold: supports, needs, accepts."""
    alignment = evidence.alignment
    if not alignment.left_old or not alignment.left_new_clause:
        return False
    if evidence.all_cues & CHANGES:
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
    following = term_at(reading.terms, term.place + 1)
    return term.low == "reads" or (term.low == "read" and following is not None and following.low == "by")


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
    if clause & DENIALS and not evidence.gone and _has_other_head(evidence):
        return True
    return bool(
        clause & DENIALS
        and features["modifier only new"]
        and features["new subject left"]
        and not evidence.rival_count
        and not clause & bits("change", "correction")
    )


def _has_other_head(evidence: Evidence) -> bool:
    """Whether both begin with another noun, and share the rest: `Breakfast is included`, `Dinner isn't included`."""
    old, new = evidence.old.content[0], evidence.new.content[0]
    partners = evidence.alignment
    if old.place in partners.old_partners or new.place in partners.new_partners or new.cues or old.cues:
        return False
    return old.kind == new.kind == "word" and old.place <= 1 and new.place <= 1 and partners.topic_count > 1


def _is_single_event(evidence: Evidence) -> bool:
    """Whether it tells what happened once: `yesterday the build ran 40 minutes`, `this Monday Clara ran it`."""
    cues = evidence.sentence_cues
    terms = evidence.new.terms
    tells_past = any(term.low.endswith("ed") or term.low in _EVENT_VERBS for term in terms)
    is_this_day = len(terms) > 2 and terms[0].low in ("this", "last") and terms[1].kind == "day"
    if tells_past and not cues & ENDING_CUES and is_this_day:
        return True
    if not cues & _LASTING and any(terms[place].low == "today" for place, _ in evidence.cue_places):
        return True
    if not cues & bits("single_event") or cues & (ENDING_CUES | bits("now")):
        return False
    if evidence.new.words.isdisjoint(_EVENT_TIMES):
        return False
    return any(term.low.endswith("ed") or term.low in _EVENT_VERBS for term in evidence.new.terms)

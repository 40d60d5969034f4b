"""Compare a new statement with an older one: does it end the older one, contest it, ask about it, or leave it alone?"""

from recall_cli.domain.record import Record
from recall_cli.rules.revision import bearing
from recall_cli.rules.revision.frames import compatible_verbs, read_frame
from recall_cli.rules.revision.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.statement import Claim, Statement, read_statement
from recall_cli.rules.revision.terms import PLACE_KINDS, VALUE_KINDS, Term, mean_same, missing_terms, read_terms
from recall_cli.rules.revision.verbs import (
    CHANGE_VERBS,
    ENDING_VERBS,
    GONE_WORDS,
    MANY_VERBS,
    PLACING_VERBS,
    REPLACE_VERBS,
    STATE_VERBS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ENDS, CONTESTS, ASKS, STAYS = "ends", "contests", "asks", "stays"


class Verdict(Record):
    """What a new statement does to an older one, and why."""

    kind: str
    reason: str


def judge(old_text: str, new_text: str) -> Verdict:
    """What a new text does to an older one."""
    return compare(read_terms(_plain(old_text)), old_text, read_statement(new_text))


def _plain(text: str) -> str:
    text = text.replace("**", "").strip()
    return text[2:] if text[:2] in ("- ", "* ") else text


class _Old:
    """The older statement, as the comparison needs it."""

    __slots__ = ("_frame", "content", "denies", "lows", "terms", "text")

    def __init__(self, terms: "list[Term]", text: str) -> None:
        self.terms, self.text = terms, text
        rejected = _rejected_places(terms)
        self.content = [term for term in terms if term.is_content and term.place not in rejected]
        self.lows = frozenset(term.low for term in terms)
        self.denies = any(term.low in _DENIALS for term in terms)
        self._frame: Frame | None | bool = False

    @property
    def frame(self) -> "Frame | None":
        """Its frame; None if it is no simple sentence."""
        if self._frame is False:
            self._frame = read_frame(_first_sentence(self.terms))
        return self._frame  # type: ignore[return-value]


def _first_sentence(terms: "list[Term]") -> "list[Term]":
    while terms and terms[-1].kind == "mark":
        terms = terms[:-1]
    return [] if any(term.kind == "mark" and term.text in ".;!?," for term in terms) else terms


def _rejected_places(terms: "list[Term]") -> "set[int]":
    """The places of what a statement itself rejects: `HTTPS instead of MQTT`."""
    places: set[int] = set()
    for at in range(len(terms) - 2):
        if (terms[at].low, terms[at + 1].low) in (("instead", "of"), ("rather", "than")):
            for term in terms[at + 2 :]:
                if term.kind == "mark" or (term.kind == "word" and term.low in ("for", "because", "since", "so", "as", "and")):
                    break
                places.add(term.place)
    return places


_DENIALS = frozenset(
    "no not never none nobody neither nor cannot can't don't doesn't didn't isn't aren't wasn't weren't won't shouldn't mustn't needn't false wrong untrue forbidden".split()
)


def compare(old_terms: "list[Term]", old_text: str, statement: Statement) -> Verdict:
    """What a statement does to an older one."""
    old = _Old(old_terms, old_text)
    best = Verdict(kind=STAYS, reason="it makes no plain claim")
    for claim in statement.claims:
        verdict = _compare_claim(old, claim, statement)
        if verdict.kind == ENDS:
            best = verdict
            break
        if best.kind == STAYS and (verdict.kind == ASKS or best.reason == "it makes no plain claim"):
            best = verdict
    if best.kind == ENDS and _hedged(statement, old):
        return Verdict(kind=CONTESTS, reason=f"uncertain: {best.reason}")
    if best.kind == STAYS and best.reason not in _NEVER_ASKED and may_be_outdated(old, statement):
        return Verdict(kind=ASKS, reason="it speaks of the same and may replace it")
    return best


_NEVER_ASKED = frozenset(("it says the same", "it is one of a list", "it adds one more", "it gives the same value", "both can hold", "it can be one of several"))


def may_be_outdated(old: _Old, statement: Statement) -> bool:
    """Whether a statement is so close to an older one that its author should be asked what became of that."""
    if _hedged(statement, old):
        return False
    claims = [claim for claim in statement.claims if not claim.void[0] or claim.void[0] == "not a full claim"]
    plain = [term for claim in claims for term in claim.content] + [term for values in statement.old_values for term in values]
    topic_old = _topic(old.content)
    topic_new = [term for term in _topic(plain) if not _is_benign(term)]
    if not topic_old or not claims:
        return False
    shared = [term for term in topic_old if any(mean_same(term, other) for other in plain)]
    subject = next((term for term in topic_old), None)
    covered = len(shared) / len(topic_old)
    signs = (
        statement.now + statement.corrects + any(claim.changes for claim in claims) + any(_is_ending(claim) for claim in claims)
        + any(values and not _missing(_topic(values) or values, old.content) for values in statement.old_values)
        + any(claim.denies != old.denies for claim in claims)
    )
    names_subject = subject is not None and subject in shared
    first_claim = next((claim for claim in claims), None)
    focus = [term for term in _topic(first_claim.content) if not _is_benign(term)][:3] if first_claim is not None else []
    focused = any(mean_same(term, other) for term in focus for other in topic_old)
    return score(len(shared), covered, signs, names_subject, focused, len(_missing(topic_new, old.content)))


def score(shared: int, covered: float, signs: int, names_subject: bool, focused: bool, further: int) -> bool:
    """Whether the signs are enough to ask."""
    if not shared:
        return False
    points = min(shared, 4) * 1.0 + covered * 3 + min(signs, 2) * 1.0 + names_subject * 0.5 + focused * 1.0 - min(further, 6) * 0.35
    return points >= 4.5


def _hedged(statement: Statement, old: _Old) -> bool:
    return bool(bearing.first_phrase(statement.words, bearing.HEDGES, old.lows))


_BENIGN = frozenset(
    """replaced replaces superseded succeeded took handed settled stepped swapped instead rather gave given thrown rid ported favour favor called
    named known place shut switched turned ripped phased fully completely entirely renegotiated renegotiate extension hence officially effect
    true cease remove drop forget disregard ignore false wrong untrue note rule claim applies apply earlier mistake correct correction longer
    revoke lift abolish requirement mixed enough away lately account part mean idea forward back up down next since morning today yesterday
    night version date new old anymore over out off on done successfully complete completed finally merged landed live place story decision
    memory entry previous statement said thought confused memory's actual right real there's note's update updated change changes
    changed switch team company whole everyone everything all weekend time way longer away news""".split()
)
_OPPOSITES: "dict[str, frozenset[str]]" = {}
for _pair in (
    "enabled disabled|enable disable|enables disables|allowed forbidden|allowed banned|allowed prohibited|permitted forbidden|allow forbid|mandatory optional|required optional|"
    "on off|fine forbidden|public private|sync async|synchronous asynchronous|strict lax|strict lenient|open closed|always never|must mustn't|may mustn't|"
    "can can't|can cannot|do don't|is isn't|are aren't|does doesn't|has hasn't|should shouldn't|needs needn't|true false|included excluded|include exclude|includes excludes|"
    "active inactive|stateful stateless|stateless stateful|sorted unsorted|safe unsafe|stable unstable|blocking non-blocking|automatic manual|automatically manually|free paid|available unavailable|"
    "signed unsigned|encrypted unencrypted|cached uncached|before after|first last|tabs spaces|up down|allowed disallowed|supported unsupported|mutable immutable|"
    "mandatory voluntary|compulsory optional|required unnecessary|ascending descending|opt-in opt-out|local remote|online offline|visible hidden|shown hidden|kept removed|"
    "single-threaded multi-threaded|case-sensitive case-insensitive|read-only writable|deprecated recommended|with without|inside outside|above below|lenient strict|eager lazy|"
    "welcome forbidden|ok forbidden|okay forbidden|fine banned|permitted banned|optional obligatory|blocking nonblocking|asynchronously synchronously|nullable required"
).split("|"):
    _one, _other = _pair.split()
    _OPPOSITES[_one] = _OPPOSITES.get(_one, frozenset()) | {_other}
    _OPPOSITES[_other] = _OPPOSITES.get(_other, frozenset()) | {_one}
_LOOSE_SORTS = frozenset(
    frozenset(pair.split("+"))
    for pair in "name+code name+words code+words host+code host+words path+code name+host name+path name+handle time+rhythm "
    "span+rhythm host+path when+rhythm number+count number+words words+path channel+name channel+words version+name version+number name+ident".split()
)
_ROLE_STEMS = frozenset("own lead review supervis manag manage dba captain contact supervise head ceo cto chair coordinat represent mentor handl responsible approve admin host moderat organiz".split())


def _missing(some: "Iterable[Term]", others: "Sequence[Term]") -> "list[Term]":
    """The terms that the others lack."""
    return missing_terms(some, others)


def _topic(terms: "Iterable[Term]") -> "list[Term]":
    """The terms that name a topic: all but the generic words."""
    return [term for term in terms if not term.is_generic]


def _is_benign(term: Term) -> bool:
    """Whether a word of the new statement only tells that something changed."""
    if term.kind != "word":
        return False
    return term.low in _BENIGN or term.low in CHANGE_VERBS or term.low in ENDING_VERBS or term.low in GONE_WORDS or term.low in REPLACE_VERBS or _is_past_verb(term.low)


def _is_past_verb(word: str) -> bool:
    return word.endswith("ed") and len(word) > 4


def _sort(group: "Sequence[Term]") -> str:
    """The sort of a value: only values of one sort take each other's place."""
    kinds = {term.kind for term in group}
    if not kinds:
        return ""
    no_words = not kinds & {"word", "name"}
    if kinds <= {"time", "date", "day", "number"} and kinds & {"date", "day"}:
        return "when"
    for kind in ("time", "date", "day", "rhythm"):
        if kind in kinds and len(kinds) <= 2 and no_words:
            return "when" if kind in ("date", "day") else kind
    for kind in ("span", "size", "share", "money", "heat", "frequency", "current", "length", "count"):
        if kind in kinds:
            return kind
    if "time" in kinds:
        return "time"
    if kinds & {"date", "day"}:
        return "when"
    if "rhythm" in kinds:
        return "rhythm"
    if kinds & {"url", "host"}:
        return "host"
    for kind in ("path", "mail", "channel", "handle"):
        if kind in kinds:
            return kind
    if kinds == {"number"}:
        return "number"
    if kinds <= {"version", "number"}:
        return "version"
    if kinds <= {"word", "name", "ident"} and all(term.proper for term in group):
        return "name"
    if kinds == {"ident"} and all(term.low.isalnum() and term.low == term.text for term in group):
        return "words"
    if kinds & {"code", "ident"}:
        return "path" if any("/" in term.key or "." in term.key[1:] for term in group) else "code"
    if all(term.proper for term in group if term.kind in ("word", "name")) and kinds & {"word", "name"}:
        return "name"
    return "words"


def _fits(one: "Sequence[Term]", other: "Sequence[Term]", *, loose: bool = False) -> bool:
    """Whether a value of one sort can take the place of the other."""
    first, second = _sort(one), _sort(other)
    return first == second or (loose and frozenset((first, second)) in _LOOSE_SORTS)


def _together(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    """Whether a group is one stretch of a text, with no other term of content and no verb in between."""
    places = [term.place for term in group]
    inside = [term for term in terms if min(places) <= term.place <= max(places)]
    others = [term for term in inside if term.is_content and term not in group]
    if others:
        return False
    if group[-1].kind == "number" and any(term.kind == "word" and not term.proper for term in group[:-1]):
        return False
    return not any(term.low in STATE_VERBS and term not in group for term in inside)


def _after_verb(terms: "Sequence[Term]", value: Term) -> bool:
    """Whether a verb, a colon or a preposition of place stands before a value."""
    return any(
        term.low in STATE_VERBS or term.low in _DENIALS or term.low in (":", "=", "at", "to", "→", "was", "were", "use", "using")
        for term in terms
        if term.place < value.place
    )


def _stands_at_end(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    behind = [term for term in terms if term.place > group[-1].place and term.is_content and not term.is_generic]
    return group[0].place > 0 and (not behind or (len(behind) == 1 and behind[0].place == group[-1].place + 1))


def _relation(terms: "Sequence[Term]") -> "set[str]":
    """The stems of the present verbs of a statement, without the ones that only place a value."""
    from recall_cli.rules.revision.stems import stem

    found = set()
    for at, term in enumerate(terms):
        if term.low in STATE_VERBS and term.low not in ("is", "are", "'s", "'re", "has", "have", "must", "should", "can", "may") and term.kind == "word":
            if at and terms[at - 1].low in ("the", "a", "an", "our"):
                continue
            found.add(stem(term.low))
    return found


def _alike(first: "Sequence[Term]", second: "Sequence[Term]") -> bool:
    one, other = _relation(first), _relation(second)
    return bool(one & other) or (not one and not other) or one | other <= PLACING_VERBS


def _preposition(terms: "Sequence[Term]", group: "Sequence[Term]") -> str:
    """The preposition before a value."""
    at = group[0].place
    before = [term for term in terms if term.place < at][-2:]
    for term in reversed(before):
        if term.low in ("in", "at", "on", "to", "with", "by", "from", "under", "via", "through", "of", "for", "after", "before", "above", "below"):
            return {"by": "with", "via": "through", "at": "on"}.get(term.low, term.low)
        if term.low not in ("the", "a", "an", "our"):
            break
    return ""


_PERSON_VERBS = frozenset("owns leads reviews maintains handles chairs signs approves manages".split())


def _is_person(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    if len(group) != 1 or group[0].kind not in ("word", "name", "handle") or not (group[0].text[0].isupper() or group[0].kind == "handle"):
        return False
    before = [term for term in terms if term.place == group[0].place - 1]
    return not before or before[0].low not in ("the", "a", "an", "our", "all", "every")


def _someone_else(claim_terms: "Sequence[Term]", other: "Sequence[Term]") -> bool:
    """Whether a statement speaks of somebody's thing, and the other one does not name them."""
    for term in claim_terms:
        if term.low in ("their", "his", "her", "competitor's"):
            return True
        if term.low.endswith("'s") and term.kind in ("word", "name") and term.low not in ("it's", "that's", "let's", "what's", "here's", "there's", "user's", "he's", "she's"):
            if not any(mean_same(term, item) or term.key in item.key.split() for item in other):
                return True
    return False


def _label(terms: "Sequence[Term]") -> "list[Term] | None":
    """The terms of a label: what stands before a colon or an equals sign at the beginning."""
    for at, term in enumerate(terms[:7]):
        if term.kind == "mark" and term.text in (":", "=", "→"):
            head = [item for item in terms[:at] if item.kind != "mark"]
            return head if head and not any(item.low in STATE_VERBS and item.low not in ("deploy", "test", "format", "lint", "host", "log", "release", "start", "build") for item in head) else None
    return None


class _Match:
    """One claim of the new statement next to the old one: what they share, and what each has alone."""

    __slots__ = ("claim", "new_items", "old", "shared", "statement")

    def __init__(self, old: _Old, claim: Claim, statement: Statement) -> None:
        self.old, self.claim, self.statement = old, claim, statement
        items = [term for term in claim.content if any(mean_same(term, other) for other in old.content) or not _is_benign(term)]
        named = [term for term in claim.context if any(mean_same(term, other) for other in old.content)] if _needs_context(claim, old) else []
        self.new_items = items + [term for term in named if not any(mean_same(term, item) for item in items)]
        if named and not _missing(_topic(old.content), self.new_items):  # the older value itself stands in the context
            differing = _missing(_topic(items), old.content)
            named = [term for term in named if not (differing and _fits([term], differing[-1:], loose=True))]
            self.new_items = items + [term for term in named if not any(mean_same(term, item) for item in items)]
        self.shared = [term for term in old.content if any(mean_same(term, other) for other in self.new_items)]


_POINTING_WORDS = frozenset("it it's they they're that that's this these those its their he she we i you there the".split())


def _needs_context(claim: Claim, old: _Old) -> bool:
    """Whether a claim takes its subject from the sentences before: `it's 20 MB now`, `the fifth only`."""
    if not claim.words:
        return False
    if any(word in ("it", "it's", "they", "its", "their", "that's", "they're", "this", "these") for word in claim.words[:5]):
        return True
    own = [term for term in claim.content if not term.is_generic and any(mean_same(term, other) for other in old.content)]
    return not own


def _stays(reason: str) -> Verdict:
    return Verdict(kind=STAYS, reason=reason)


def _ends(reason: str) -> Verdict:
    return Verdict(kind=ENDS, reason=reason)


def _compare_claim(old: _Old, claim: Claim, statement: Statement) -> Verdict:
    """What one claim does to the old statement."""
    reason, words = claim.void
    if reason and not (words and all(word in old.lows for word in words)):
        return _stays(f"it is {reason}")
    if claim.source is not None and (not claim.source or _missing(_topic(claim.source), old.content)):
        return _stays("it reports what another source says")
    match = _Match(old, claim, statement)
    named = [values for values in (claim.old, *statement.old_values) if values]
    if not match.shared and _label(old.terms) is None and not any(not _missing(values, old.content) for values in named):
        return _stays("it shares nothing with it")
    for rule in (_equal, _same_label, _opposite, _finished, _turned_round, _names_old_value, _denies, _says_more, _changed_to, _same_frame, _other_value):
        verdict = rule(match)
        if verdict is not None:
            return verdict
    return _stays("no rule decides")


def _equal(match: _Match) -> "Verdict | None":
    """Both say the same."""
    old, claim = match.old, match.claim
    if claim.denies != old.denies or claim.changes or _is_ending(claim):
        return None
    if _missing(_topic(old.content), match.new_items) or _missing(_topic(match.new_items), old.content):
        return None
    return None if _flipped(match) else _stays("it says the same")


def _same_label(match: _Match) -> "Verdict | None":
    """`Formatter: biome` after `Formatter: prettier`."""
    here, there = _label(match.claim.terms), _label(match.old.terms)
    if here is None or there is None:
        return None
    if find_phrase([term.low for term in here], bearing.LIST_LABELS) == (0, len(here)):
        return _stays("it is one of a list")
    first, second = ([term for term in head if term.is_content] for head in (here, there))
    if _missing(first, second) or _missing(second, first) or not first:
        return None
    if not _missing(match.claim.content, match.old.content) or match.claim.denies:
        return None
    return _ends("the same label has another value")


_OPEN_STATES = frozenset(
    """pending progress planned waiting wait todo wip blocked broken failing fails open ongoing unfinished incomplete unresolved underway scheduled outstanding
    stuck missing unfixed unmerged undecided flaky crashes crash down offline unavailable not-yet started being still awaiting paused postponed halted delayed
    unanswered unassigned unclear undocumented untested next remaining left half-done draft""".split()
)
_DONE_STATES = frozenset(
    """done finished complete completed landed merged fixed resolved works working arrived back shipped released live closed passed passes passing approved
    solved green deployed launched delivered repaired ready answered decided documented tested signed through over succeeded stable gone implemented wrapped
    finalized finalised granted received published rolled""".split()
)


def _finished(match: _Match) -> "Verdict | None":
    """`The migration is done` after `the migration is pending`."""
    old, claim = match.old, match.claim
    open_words = [term for term in old.terms if term.low in _OPEN_STATES]
    done = [term for term in claim.terms if term.low in _DONE_STATES and term.low not in old.lows]
    if not open_words or not done or claim.denies:
        return None
    states = _OPEN_STATES | _DONE_STATES
    topic_old = [term for term in _topic(old.content) if term.low not in states]
    topic_new = [term for term in _topic(match.new_items) if term.low not in states]
    shared = [term for term in topic_old if any(mean_same(term, other) for other in topic_new)]
    if not shared or (len(shared) < 2 and len(topic_old) > 2):
        return None
    missing = _missing(topic_old, topic_new)
    if len(missing) <= len(shared) and shared[0] is topic_old[0] and not _missing(topic_new[:1], old.content):
        return _ends("what it calls open is done")
    return Verdict(kind=ASKS, reason="what it calls open may be done")


def _turned_round(match: _Match) -> "Verdict | None":
    """`Tecton is our feature store` after `Feature store = Feast`: the value stands first."""
    old, claim = match.old, match.claim
    if claim.denies or claim.old or old.denies:
        return None
    left_old, left_new = _missing(_topic(old.content), match.new_items), _missing(_topic(claim.content), old.content)
    left_new = [term for term in left_new if not _is_benign(term)]
    topic_kinds = ("word", "name", "code", "ident", "path", "host", "handle", "channel", "url")
    if not any(term.kind in topic_kinds for term in _topic(match.shared)):
        return None
    if not left_old or not left_new or _missing(_topic(match.shared), claim.content):
        return None
    if claim.content[:1] != left_new[:1] or not _together(claim.terms, left_new) or not _together(old.terms, left_old):
        return None
    behind = [term.low for term in claim.terms if term.place > left_new[-1].place]
    while behind and behind[0] in ("now", "currently"):
        behind = behind[1:]
    definite = behind[:1] in (["is"], ["are"]) and any(word in ("the", "our", "my", "its", "their") for word in behind[1:3])
    if not definite or left_old[-1].place < max((term.place for term in match.shared), default=0) and left_old[0].place > 0:
        return None
    return _ends("it gives another value") if _fits(left_old, left_new, loose=True) else None


def _names_old_value(match: _Match) -> "Verdict | None":
    """The new statement says which value is over, and the old one states it."""
    old, claim = match.old, match.claim
    named = [values for values in (*match.statement.old_values, claim.old) if values]
    if not named:
        return None
    held = next((values for values in named if not _missing(_topic(values) or values, old.content)), None)
    if held is None:
        return None if (claim.denies or _is_ending(claim)) and not claim.new else (_stays("it ends another value") if claim.old else None)
    rest_old = _topic(term for term in old.content if not any(mean_same(term, value) for value in held))
    new = claim.new
    rest_new = _topic(
        term
        for term in match.new_items
        if not any(mean_same(term, value) for value in held) and term not in new
    )
    if new and not _missing(new, old.content) and not _missing(new, held):
        return _stays("it gives the same value")
    left_old, left_new = _missing(rest_old, rest_new + new), _missing(rest_new, rest_old)
    if claim.ends and not new and not left_new and held is claim.old and len(_topic(held)) >= 2:
        return _ends("what it speaks of is gone")
    if not rest_old and len(held) > 1 and not left_new:
        return _ends("all that it says is gone")
    if not new and left_new and len(left_new) < 4 and _together(claim.terms, left_new):
        left_new = []
    here = [term for term in old.content if any(mean_same(term, value) for value in held)] or held
    left_old = [term for term in left_old if not (term.kind in ("number", "version") and term.place == here[-1].place + 1)]
    sort = "name" if _sort(held) == "name" else _sort(here)
    before = [term for term in old.content if term.place < here[0].place][-1:]
    if sort == "number" and before and any(mean_same(before[0], term) for term in match.new_items):
        sort = "version"
        left_old = left_old if left_new else []
    distinctive = sort in ("name", "version", "code", "path", "host", "handle", "channel", "mail")
    if not distinctive:
        distinctive = any(term.kind in ("word", "name") for term in rest_old if term not in left_old)
    what = " ".join(term.text for term in held)
    exact = not left_old and not left_new and bool(new) and bool(_missing(new, old.content))
    if exact or (not left_old and not left_new and (_topic(rest_old) or distinctive)):
        return _ends(f"it says that {what} is over")
    if left_old and (_label(old.terms) or old.terms[0].low in ("in", "on", "for", "under", "at", "with")):
        return Verdict(kind=ASKS, reason=f"it ends {what} without naming the same scope")
    if not left_new and left_old and distinctive and len(left_old) <= 2 + (not rest_new):
        return _ends(f"it says that {what} is over")
    first_low = claim.terms[0].low if claim.terms else ""
    if left_new and not left_old and len(left_new) <= 2 and distinctive and first_low not in ("in", "on", "for", "under", "at"):
        last_new = max((term.place for term in new), default=0)
        if all(term.place > last_new for term in left_new):
            return _ends(f"it says that {what} is over")
    if distinctive and rest_new and len(left_old) <= 1:
        return Verdict(kind=ASKS, reason=f"it says that {what} is over, perhaps of something else")
    return None if claim.denies else _stays("it ends a value of something else")


def _denies(match: _Match) -> "Verdict | None":
    """The new statement denies what the old one says, word for word."""
    old, claim = match.old, match.claim
    if not (claim.denies or _is_ending(claim)) or claim.new:
        return None
    if find_phrase(claim.words, _UNTRUE) is not None and sum(word in _DENIALS or word in ENDING_VERBS for word in claim.words) > 2:
        return _stays("it denies that it ended")
    said = _topic(match.new_items)
    missing = _missing(said, old.content)
    if not missing and said and not old.denies:
        generic = [term for term in match.new_items if term.is_generic]
        weak = len(said) == 1 and not (generic and not _missing(generic, old.content) and len(_topic(old.content)) <= 3)
        if not weak:
            return _ends("it denies it")
    lifted = any(word in ("lifted", "revoked", "abolished", "allowed", "ok", "okay", "fine", "permitted", "can") for word in claim.words)
    if old.denies and lifted and match.shared:
        others = [term for term in said if term.low not in ("ban", "allowed", "forbidden", "rule", "restriction")]
        if not _missing(others, old.content):
            return _ends("what it forbids is allowed now")
    if claim.denies and not claim.changes and not _is_ending(claim):
        return _stays("it denies something else")
    return None


_UNTRUE = phrase_table("isn't true that|is not true that|not true that|not the case that|isn't the case that|false that|never said")


def _is_ending(claim: Claim) -> bool:
    return claim.ends or any(word in ENDING_VERBS for word in claim.words)


def _flipped(match: _Match) -> "list[Term]":
    """Terms of the old statement of which the new one says the opposite."""
    lows = {term.low for term in match.claim.terms}
    return [term for term in match.old.terms if _OPPOSITES.get(term.low, frozenset()) & lows and term.low not in lows]


def _opposite(match: _Match) -> "Verdict | None":
    """The new statement says the opposite of a word of the old one, and all else is the same."""
    old, claim = match.old, match.claim
    flipped = _flipped(match)
    if not flipped:
        return None
    opposites = {word for term in flipped for word in _OPPOSITES[term.low]}
    left_new = [term for term in _missing(_topic(match.new_items), old.content) if term.low not in opposites]
    left_old = [term for term in _missing(_topic(old.content), match.new_items) if term not in flipped]
    if not left_new and not left_old and match.shared:
        return _ends(f"it says the opposite of {flipped[0].text}")
    return None


def _says_more(match: _Match) -> "Verdict | None":
    """Statements that cannot end anything: further values, denials of other things, somebody else's things."""
    old, claim, statement = match.old, match.claim, match.statement
    if claim.denies and not claim.changes and not statement.now and not statement.corrects:
        return _stays("it is negative")
    if old.denies:
        left_old = [term for term in _missing(_topic(old.content), match.new_items) if term.low not in _DENIALS]
        left_new = [term for term in _missing(_topic(match.new_items), old.content)]
        if not claim.denies and match.shared and not left_old and len(left_new) <= (2 if statement.now else 0):
            return _ends("it says what the older one denies")
        return _stays("the older one is negative")
    if bearing.first_phrase(claim.words, bearing.ALSO, old.lows):
        return _stays("it adds one more")
    if _someone_else(old.terms, claim.content) != _someone_else(claim.terms, old.content):
        return _stays("it speaks of somebody else's")
    return None


def _changed_to(match: _Match) -> "Verdict | None":
    """`Standup moved to 10:15`: the topic is the old statement's, and it has a value of that sort."""
    old, claim = match.old, match.claim
    new = claim.new
    if not (claim.changes and new and not claim.old):
        return None

    rest_new = _topic(term for term in match.new_items if term not in new)
    free_new = [term for term in match.new_items if term not in new]
    left_new = _missing(rest_new, old.content)
    left_old = _missing(_topic(old.content), free_new + new)
    left_old = [term for term in left_old if term.low not in STATE_VERBS] or left_old
    differing = [term for term in new if not any(term.key == other.key or (mean_same(term, other) and term.kind not in PLACE_KINDS) for other in old.content)]
    if len(rest_new) == 1 and differing and rest_new[0].kind not in ("word", "number") and _fits(rest_new, differing):
        if mean_same(rest_new[0], old.content[-1]) and len(old.content) > 1:
            return _ends("its value moved")
    if not differing:
        return _stays("it gives the same value")
    if left_old and not _together(old.terms, left_old):
        head = next(iter(_topic(old.content)), None)
        if head is not None and not left_new and any(mean_same(head, term) for term in rest_new) and _fits(left_old[-1:], differing, loose=True):
            return Verdict(kind=ASKS, reason="its value may have changed")
        return _stays("the older one says more")
    if left_new or not left_old or not rest_new or len(left_old) > 3:
        return _stays("something else changed")
    if not (_fits(left_old, differing, loose=True) or _fits(left_old[-1:], differing, loose=True)):
        return _stays("its value is of another sort")
    if _sort(differing) in ("name", "words", "code") and not _in_value_slot(match, left_old[-1:], differing) and not _is_person(old.terms, left_old[:1]):
        return _stays("another part of it changed")
    before_old = [term for term in old.content if term.place < left_old[-1].place][-1:]
    before_new = [term for term in claim.content if term.place < differing[-1].place][-1:]
    if before_old and before_new and mean_same(before_old[0], before_new[0]):
        return _ends("it changed to another value")
    moved = any(word in ("moved", "relocated", "went") for word in claim.words)
    if _sort(left_old) in ("name", "words") and moved and _is_what(old.terms, left_old):
        return _stays("what it is did not move")
    linked = _preposition(old.terms, left_old[-1:]) or _follows(old.terms, left_old, (":", "=", "is", "are", "called", "as"))
    if (not _fits(left_old, differing) and not linked) or (_sort(differing) == "words" and not _preposition(old.terms, left_old) and not _follows(old.terms, left_old, (":", "=", "is", "are"))):
        return _stays("another part of it changed")
    return _ends("it changed to another value")


def _is_what(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    return _follows(terms, group, ("is", "are", "was"))


def _follows(terms: "Sequence[Term]", group: "Sequence[Term]", words: "tuple[str, ...]") -> bool:
    before = [term for term in terms if term.place < group[0].place][-2:]
    for term in reversed(before):
        if term.low in words:
            return True
        if term.low not in ("the", "a", "an", "our"):
            return False
    return False


def _in_value_slot(match: _Match, left_old: "Sequence[Term]", left_new: "Sequence[Term]") -> bool:
    """Whether both differences stand where a value stands, not where the subject stands."""
    if _sort(left_old) not in ("name", "words", "code", "handle", "number"):
        return True
    old_terms, new_terms = match.old.terms, match.claim.terms
    if _sort(left_old) == "number" and _sort(left_new) == "number":
        behind = [[term for term in terms if term.is_content and term.place > group[0].place][:1] for terms, group in ((old_terms, left_old), (new_terms, left_new))]
        if behind[0] and behind[1] and mean_same(behind[0][0], behind[1][0]):
            return True
        return _after_verb(old_terms, left_old[0]) or (left_old[0].place > 0 and _after_verb(new_terms, left_new[0]))
    return all(_after_verb(terms, group[0]) or _stands_at_end(terms, group) for terms, group in ((old_terms, left_old), (new_terms, left_new)))


def _other_value(match: _Match) -> "Verdict | None":
    """The same sentence with another value."""
    old, claim, statement = match.old, match.claim, match.statement
    left_old, left_new = _missing(_topic(old.content), match.new_items), _missing(_topic(match.new_items), old.content)
    topic_kinds = ("word", "name", "code", "ident", "path", "host", "handle", "channel", "url")
    common = [term for term in _topic(match.shared) if term.kind in topic_kinds]
    if not left_old or not left_new:
        return _stays("it gives no other value")
    if not common:
        return _stays("it shares nothing with it")
    sure = statement.now or statement.corrects
    if len(common) < 2 and not _one_word_is_enough(match, left_old, left_new):
        return _stays("they share one word only")
    if len(left_old) <= 2 and len(left_new) <= 2 and sure and left_old[-1].kind == left_new[-1].kind == "number":
        before = [[term for term in terms if term.is_content and term.place < group[-1].place][-1:] for terms, group in ((old.terms, left_old), (claim.terms, left_new))]
        subject = min((term.place for term in claim.content if any(mean_same(term, item) for item in match.shared)), default=0)
        if before[0] and before[1] and mean_same(before[0][0], before[1][0]) and match.shared[0] is not before[0][0]:
            if left_old[0].place > match.shared[0].place and left_new[0].place > subject:
                return _ends("another version")
    left_old, left_new = _without_quantity_words(left_old), _without_quantity_words(left_new)
    if sure and _counts_the_same(match, left_old, left_new):
        return _ends("it gives another number")
    if not (_together(old.terms, left_old) and _together(claim.terms, left_new)):
        return _stays("they differ in two places")
    if not _fits(left_old, left_new, loose=sure):
        return _stays("its value is of another sort")
    if not _same_verb(match) and _sort(left_old) in ("name", "words", "code", "path", "host", "handle", "channel") and not match.statement.corrects:
        return Verdict(kind=ASKS, reason="it may give another value") if _fits(left_old, left_new) else _stays("it tells something else about it")
    roles = any(term.key in _ROLE_STEMS for term in match.shared) or (_preposition(claim.terms, left_new) == "with" and left_old[0].place == 0)
    if _is_person(old.terms, left_old) and _is_person(claim.terms, left_new) and roles:
        many = [any(term.low in ("a", "an", "one") and terms[at - 1].low in ("is", "are") for at, term in enumerate(terms) if at) for terms in (old.terms, claim.terms)]
        return _stays("it can be one of several") if many[0] and (many[1] or not statement.now) else _ends("another person")
    if not _in_value_slot(match, left_old, left_new):
        return _stays("it speaks of something else")
    if _sort(left_old) == "words" and not sure and not (len(left_old) == len(left_new) == 1 and _label(old.terms)):
        return Verdict(kind=ASKS, reason="it may give another value")
    if _holds_many(match, left_old):
        return _stays("both can hold")
    return _ends("it gives another value")


def _same_frame(match: _Match) -> "Verdict | None":
    """The same subject and verb, and one value of the same place in the sentence that differs."""
    old, new = match.old.frame, match.claim.frame
    if old is None or new is None or not compatible_verbs(old.verb, new.verb):
        return None
    subjects = [_topic(frame.subject) or frame.subject for frame in (old, new)]
    subjects[1] = [term for term in subjects[1] if not _is_benign(term) or any(mean_same(term, item) for item in subjects[0])]
    if not subjects[0] or _missing(subjects[0], subjects[1]) or _missing(subjects[1], subjects[0]):
        return None
    differing = ""
    found = 0
    for link, values in old.slots.items():
        others = new.slots.get(link)
        if others is None:
            return None
        if _missing(_topic(values) or values, others) and _missing(_topic(others) or others, values):
            differing, found = link, found + 1
        elif _missing(_topic(values), others) or _missing(_topic(others), values):
            return None
    if found != 1 or any(link not in old.slots and link not in ("since", "because", "after", "as", "from") for link in new.slots):
        return None
    return _judge_slot(match, differing, old.slots[differing], new.slots[differing])


def _judge_slot(match: _Match, link: str, before: "list[Term]", after: "list[Term]") -> "Verdict | None":
    """What another value in the same place of the sentence does."""
    left_old, left_new = _missing(before, after), _missing(after, before)
    sure = match.statement.now or match.statement.corrects
    if len(left_old) > 4 or len(left_new) > 4 or not left_old or not left_new:
        return None
    sorts = {_sort(left_old), _sort(left_new)}
    if len(sorts) > 1 and not sorts <= {"name", "words", "code", "path", "host", "handle"} and not (sorts <= {"number", "count", "version"}):
        return None
    if any(term.kind in VALUE_KINDS for term in left_old) != any(term.kind in VALUE_KINDS for term in left_new):
        return None
    if link == "by":
        return _ends("another person")
    if match.old.frame is not None and match.old.frame.verb in MANY_VERBS and sorts & {"name", "words", "code", "path", "host"}:
        return None
    if link == "" and sorts & {"name", "words", "code", "path"}:
        verb = match.old.frame.verb if match.old.frame is not None else ""
        if (verb == "be" and "words" in sorts and not sure) or (verb == "hav" and not sure):
            return None
    if "words" in sorts and len(sorts) == 1 and not sure:
        return None
    return _ends("it gives another value")


def _same_verb(match: _Match) -> bool:
    """Whether both statements say the same of their subject."""
    if _alike(match.old.terms, match.claim.terms):
        return True
    verbs = _relation(match.old.terms) | _relation(match.claim.terms)
    return any(term.key in verbs for term in match.shared)


_QUANTITY_WORDS = frozenset("limit maximum max minimum min total number count quota cap capacity allowance ceiling".split())


def _without_quantity_words(group: "list[Term]") -> "list[Term]":
    """A difference without words such as limit and total, if a number remains."""
    if not any(term.kind in VALUE_KINDS for term in group):
        return group
    return [term for term in group if term.low not in _QUANTITY_WORDS]


def _counts_the_same(match: _Match, left_old: "list[Term]", left_new: "list[Term]") -> bool:
    """Whether both give a number of the same things: `one required review`, `now requires two reviews`."""
    if len(left_new) != 1 or left_new[0].kind != "number" or len(left_old) > 3:
        return False
    figures = [term for term in left_old if term.kind == "number"]
    if len(figures) != 1 or any(term.proper or term.kind in PLACE_KINDS for term in left_old):
        return False
    counted = [
        next((term for term in reversed(terms) if figure.place < term.place <= figure.place + 2 and term.kind == "word" and not term.is_generic and term.is_content), None)
        for terms, figure in ((match.old.terms, figures[0]), (match.claim.terms, left_new[0]))
    ]
    heads = [next(iter(_topic(terms)), None) for terms in (match.old.content, match.claim.content)]
    if counted[0] is None or counted[1] is None or heads[0] is None or heads[1] is None:
        return False
    return mean_same(counted[0], counted[1]) and mean_same(heads[0], heads[1]) and heads[0] is not counted[0]


def _one_word_is_enough(match: _Match, left_old: "list[Term]", left_new: "list[Term]") -> bool:
    """With one word in common, the subject, the relation and the sort of value have to agree."""
    old, claim = match.old, match.claim
    heads = [
        next((term for term in _topic(terms) if term not in group), None)
        for terms, group in ((old.content, left_old), (claim.content, left_new))
    ]
    if heads[0] is None or heads[1] is None or not mean_same(heads[0], heads[1]):
        return False
    if not _fits(left_old, left_new, loose=match.statement.corrects) or not _alike(old.terms, claim.terms):
        return False
    return _preposition(old.terms, left_old) == _preposition(claim.terms, left_new)


def _holds_many(match: _Match, left_old: "list[Term]") -> bool:
    """Whether the verb of both can have several objects, so that the second is one more."""
    old, statement = match.old, match.statement
    verb = next((term for term in old.terms if term.key in MANY_VERBS and any(mean_same(term, item) for item in match.shared)), None)
    if verb is not None and verb.place + 1 < len(old.terms) and old.terms[verb.place + 1].low in ("is", "are", "was", "needs", "has", "runs", "must"):
        verb = None  # a noun: "the health check is"
    passive = verb is not None and verb.place and old.terms[verb.place - 1].low in ("is", "are", "be", "been", "get", "gets")
    near = verb is not None and left_old[0].place - verb.place <= 3
    direct = (not _preposition(old.terms, left_old) or near) and not passive and not _follows(old.terms, left_old, (":", "="))
    verbs = verb is not None
    sorts = _sort(left_old) in ("name", "words", "code", "path", "channel", "host")
    over = find_phrase(statement.words, bearing.OVER) is not None
    if verbs and direct and sorts and not statement.corrects and not over:
        return True
    one_of = old.terms[0].low in ("a", "one", "some") or any(
        term.low in ("a", "one") and term.place and old.terms[term.place - 1].low in ("is", "are") and any(item.low == "of" for item in old.terms[term.place :])
        for term in old.terms
    )
    return one_of and not (statement.now or statement.corrects)

"""Rules by which a new statement says that something is over, or says nothing against it."""

from recall_cli.rules.revision import cues
from recall_cli.rules.revision.match import Match, is_ending, names_someone_else, opposed_terms, topic_terms
from recall_cli.rules.revision.sameness import mean_same, missing_terms
from recall_cli.rules.revision.term import VALUE_KINDS
from recall_cli.rules.revision.values import label_terms, preposition_before, same_link, sort_of_value, stand_together
from recall_cli.rules.revision.verdict import asks, ends, stays
from recall_cli.rules.revision.words.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.words.verbs import CHANGE_VERBS, ENDING_VERBS
from recall_cli.rules.revision.words.word_sets import CHANGE_WORDS, DENIALS, DONE_STATES, OPEN_STATES, OPPOSITES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.term import Term
    from recall_cli.rules.revision.verdict import Verdict


def says_the_same(match: Match) -> "Verdict | None":
    """Both say the same."""
    old, claim = match.old, match.claim
    if claim.denies != old.denies or claim.changes or is_ending(claim):
        return None
    if missing_terms(topic_terms(old.content), match.new_items) or missing_terms(
        topic_terms(match.new_items), old.content
    ):
        return None
    return None if opposed_terms(match) else stays("it says the same")


def finishes(match: Match) -> "Verdict | None":
    """`The migration is done` after `the migration is pending`."""
    old, claim = match.old, match.claim
    open_words = [term for term in old.terms if term.low in OPEN_STATES]
    done = [term for term in claim.terms if term.low in DONE_STATES and term.low not in old.lows]
    if not open_words or not done or claim.denies:
        return None
    states = OPEN_STATES | DONE_STATES
    topic_old = [term for term in topic_terms(old.content) if term.low not in states]
    topic_new = [term for term in topic_terms(match.new_items) if term.low not in states]
    shared = [term for term in topic_old if any(mean_same(term, other) for other in topic_new)]
    if not shared or (len(shared) < 2 and len(topic_old) > 2):
        return None
    missing = missing_terms(topic_old, topic_new)
    if len(missing) <= len(shared) and shared[0] is topic_old[0] and not missing_terms(topic_new[:1], old.content):
        return ends("what it calls open is done")
    return asks("what it calls open may be done")


class _Ended:
    """An old value that the new statement calls over, and what else the two statements have alone."""

    __slots__ = (
        "distinctive",
        "here",
        "left_new",
        "left_old",
        "new",
        "rest_new",
        "rest_old",
        "scoped",
        "values",
        "what",
    )

    def __init__(self, match: Match, values: "list[Term]") -> None:
        old, claim = match.old, match.claim
        self.values, self.new = values, claim.new
        self.what = " ".join(term.text for term in values)
        self.here = [term for term in old.content if any(mean_same(term, value) for value in values)] or values
        self.rest_old = topic_terms(term for term in old.content if not any(mean_same(term, item) for item in values))
        self.rest_new = topic_terms(
            term
            for term in match.new_items
            if term not in claim.new and not any(mean_same(term, item) for item in values)
        )
        self.left_old = missing_terms(self.rest_old, self.rest_new + claim.new)
        self.left_new = missing_terms(self.rest_new, self.rest_old)
        self.scoped = self._names_scope(match)
        self.distinctive = False

    def _names_scope(self, match: Match) -> bool:
        """Whether the new statement limits itself to a place or a case: `in production`."""
        if not self.left_new or self.left_new[0].kind in VALUE_KINDS:
            return False
        link = preposition_before(match.claim.terms, self.left_new[:1])
        return link in ("in", "on", "for", "under") and not same_link(
            link, preposition_before(match.old.terms, self.here)
        )

    def weigh(self, match: Match) -> None:
        """Leave out what is no difference, and find whether the old value is distinctive."""
        new_value = not self.new and len(self.left_new) < 4 and not self.scoped
        if new_value and self.left_new and stand_together(match.claim.terms, self.left_new):
            self.left_new = []
        behind = self.here[-1].place + 1
        self.left_old = [
            term for term in self.left_old if not (term.kind in ("number", "version") and term.place == behind)
        ]
        capital = any(term.kind == "name" for term in self.here)
        sort = "name" if capital or sort_of_value(self.values) == "name" else sort_of_value(self.here)
        before = [term for term in match.old.content if term.place < self.here[0].place][-1:]
        if sort == "number" and before and any(mean_same(before[0], term) for term in match.new_items):
            sort = "version"
            self.left_old = self.left_old if self.left_new else []
        named = any(term.kind in ("word", "name") for term in self.rest_old if term not in self.left_old)
        self.distinctive = sort in _DISTINCTIVE_SORTS or named


_DISTINCTIVE_SORTS = frozenset(("name", "version", "code", "path", "host", "handle", "channel", "mail"))


_SCOPE_STARTS = frozenset(("in", "on", "for", "under", "at", "with"))


_RETRACTIONS = phrase_table(
    """forget|ignore|disregard|strike|scratch|scrap|drop|take back|withdraw|withdrawn|retract|retracted|never mind
    revoke"""
)


_REPORTS = frozenset(
    """what told said claim claimed note notes rule finding entry theory statement memory gave wrote mentioned earlier
    assumption guess remark advice instruction about""".split()
)


def takes_back(match: Match) -> "Verdict | None":
    """The new statement takes back what was said: `forget what I said about …`."""
    old, claim = match.old, match.claim
    place = find_phrase(claim.words[:5], _RETRACTIONS)
    if place is None or claim.denies or not any(word in _REPORTS for word in claim.words[place[1] :][:6]):
        return None
    said = [
        term
        for term in topic_terms(claim.content)
        if term.place > claim.terms[place[1] - 1].place and term.low not in _REPORTS
    ]
    topic = topic_terms(old.content)
    if not said or missing_terms(said, old.content):
        return None
    known = len(topic) - len(missing_terms(topic, said))
    return ends("it takes it back") if known >= 2 and known * 2 >= len(topic) else None


def names_old_value(match: Match) -> "Verdict | None":
    """The new statement says which value is over, and the old one states it."""
    old, claim = match.old, match.claim
    named = [values for values in (*match.statement.old_values, claim.old) if values]
    if not named:
        return None
    own = [term for term in claim.old if term.low not in CHANGE_WORDS] or claim.old
    named = [own if values is claim.old else values for values in named]
    held = next((values for values in named if not missing_terms(topic_terms(values) or values, old.content)), None)
    if held is None:
        denied = (claim.denies or is_ending(claim)) and not claim.new
        return stays("it ends another value") if claim.old and not denied else None
    head = [term for term in label_terms(claim.terms) or () if term.is_content]
    if head and len(old.content) > len(held) + 1 and len(missing_terms(head, old.content)) == len(head):
        return asks("it ends a value, perhaps of something else")
    if all(term.kind in VALUE_KINDS for term in held) and not _shares_topic(match, held):
        return stays("it ends a value of something else")
    ended = _Ended(match, held)
    if ended.new and not missing_terms(ended.new, old.content) and not missing_terms(ended.new, held):
        return stays("it gives the same value")
    if claim.ends and not ended.new and not ended.left_new and held is own and len(topic_terms(held)) >= 2:
        return ends("what it speaks of is gone")
    if not ended.rest_old and len(held) > 1 and not ended.left_new:
        return ends("all that it says is gone")
    ended.weigh(match)
    return _judge_ended(match, ended)


def _judge_ended(match: Match, ended: _Ended) -> "Verdict | None":
    """What it does that a value of the older statement is over."""
    old, claim = match.old, match.claim
    over = f"it says that {ended.what} is over"
    if not ended.left_old and not ended.left_new:
        another = bool(ended.new) and bool(missing_terms(ended.new, old.content))
        if another or ended.rest_old or ended.distinctive:
            return ends(over)
    if ended.left_old and (label_terms(old.terms) or old.terms[0].low in _SCOPE_STARTS):
        return asks(f"it ends {ended.what} without naming the same scope")
    few_left = 0 < len(ended.left_old) <= 2 + (not ended.rest_new)
    if few_left and not ended.left_new and ended.distinctive:
        return ends(over)
    first_low = claim.terms[0].low if claim.terms else ""
    limited = ended.scoped or first_low in _SCOPE_STARTS - {"with"}
    if ended.left_new and not ended.left_old and len(ended.left_new) <= 2 and ended.distinctive and not limited:
        last_new = max((term.place for term in ended.new), default=0)
        if all(term.place > last_new for term in ended.left_new):
            return ends(over)
    if ended.distinctive and ended.rest_new and len(ended.left_old) <= 1:
        return asks(f"{over}, perhaps of something else")
    return None if claim.denies else stays("it ends a value of something else")


def _shares_topic(match: Match, held: "list[Term]") -> bool:
    """Whether both statements have a word of a topic in common besides an old value."""
    rest = topic_terms(term for term in match.old.content if not any(mean_same(term, value) for value in held))
    return not rest or len(missing_terms(rest, match.new_items)) < len(rest)


def denies(match: Match) -> "Verdict | None":
    """The new statement denies what the old one says, word for word."""
    old, claim = match.old, match.claim
    if not (claim.denies or is_ending(claim)) or claim.new:
        return None
    untrue = find_phrase(claim.words, _UNTRUE)
    if untrue is not None and any(word in DENIALS or word in ENDING_VERBS for word in claim.words[untrue[1] :]):
        return stays("it denies that it ended")
    if _names_other_scope(match):
        return asks("it denies it, perhaps in another place")
    said = topic_terms(match.new_items)
    foreign = [
        term
        for term in topic_terms(claim.content)
        if term.low in CHANGE_VERBS and term.low not in ENDING_VERBS and term not in said
    ]
    missing = missing_terms([*said, *foreign], old.content)
    if not missing and said and not old.denies:
        generic = [term for term in match.new_items if term.is_generic]
        weak = len(said) == 1 and not (
            generic and not missing_terms(generic, old.content) and len(topic_terms(old.content)) <= 3
        )
        if not weak:
            return ends("it denies it")
    lifted = any(
        word in ("lifted", "revoked", "abolished", "allowed", "ok", "okay", "fine", "permitted", "can")
        for word in claim.words
    )
    if old.denies and lifted and match.shared:
        others = [term for term in said if term.low not in ("ban", "allowed", "forbidden", "rule", "restriction")]
        if not missing_terms(others, old.content):
            return ends("what it forbids is allowed now")
    if claim.denies and not claim.changes and not is_ending(claim):
        return stays("it denies something else")
    return None


def _names_other_scope(match: Match) -> bool:
    """Whether the older statement begins with a place or a case that the new one does not name."""
    terms = match.old.terms
    if terms[0].low not in _SCOPE_STARTS:
        return False
    front = [term for term in terms[1:4] if term.is_content][:1]
    return bool(front and missing_terms(front, match.new_items))


_UNTRUE = phrase_table(
    "isn't true that|is not true that|not true that|not the case that|isn't the case that|false that|never said"
)


def says_the_opposite(match: Match) -> "Verdict | None":
    """The new statement says the opposite of a word of the old one, and all else is the same."""
    old = match.old
    flipped = opposed_terms(match)
    if not flipped:
        return None
    opposites = {word for term in flipped for word in OPPOSITES[term.low]}
    left_new = [term for term in missing_terms(topic_terms(match.new_items), old.content) if term.low not in opposites]
    left_old = [term for term in missing_terms(topic_terms(old.content), match.new_items) if term not in flipped]
    if not left_new and not left_old and match.shared:
        return ends(f"it says the opposite of {flipped[0].text}")
    return None


def cannot_end(match: Match) -> "Verdict | None":
    """Statements that cannot end anything: further values, denials of other things, somebody else's things."""
    old, claim, statement = match.old, match.claim, match.statement
    if claim.denies and not claim.changes and not statement.now and not statement.corrects:
        return stays("it is negative")
    if old.denies:
        left_old = [
            term for term in missing_terms(topic_terms(old.content), match.new_items) if term.low not in DENIALS
        ]
        left_new = list(missing_terms(topic_terms(match.new_items), old.content))
        if not claim.denies and match.shared and not left_old and len(left_new) <= (2 if statement.now else 0):
            return ends("it says what the older one denies")
        return stays("the older one is negative")
    if cues.first_phrase(claim.words, cues.ALSO, old.lows):
        return stays("it adds one more")
    if names_someone_else(old.terms, claim.content) != names_someone_else(claim.terms, old.content):
        return stays("it speaks of somebody else's")
    return None

"""A claim of a new statement, and why it may say nothing about the present."""

from recall_cli.rules.revision import cues
from recall_cli.rules.revision.frames import Frame
from recall_cli.rules.revision.segments import HAPPENED, has_past_verb
from recall_cli.rules.revision.term import Term
from recall_cli.rules.revision.words.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.words.verbs import CHANGE_VERBS, ENDING_VERBS, GONE_WORDS, STATE_VERBS
from recall_cli.rules.revision.words.word_sets import DONE_STATES

_STOPS = frozenset(
    """for in on as across because since so after at last this yesterday today now everywhere due and by but with
    from when if while which who is are was were has have over under until who's that's per via into onto again
    where to""".split()
)


def content_between(claim: "Claim", start: int, end: int) -> "list[Term]":
    """The content terms between two places."""
    return [term for term in claim.terms[start:end] if term.is_content]


_VALUE_OPENERS = frozenset(
    "the a an our version be only about use using up every just port plain on at in with new".split()
)


_MOMENT_LINKS = frozenset(("at", "on", "from", "to", "until", "and", "-"))


def value_from(claim: "Claim", start: int) -> "list[Term]":
    """The value that begins here: the terms up to the next preposition, mark or verb."""
    value: list[Term] = []
    for term in claim.terms[start:]:
        if not value and term.kind == "word" and term.low in _VALUE_OPENERS:
            if term.is_content and term.low in ("port", "version"):
                value.append(term)
            continue
        linked = bool(value) and term.low in _MOMENT_LINKS and value[-1].kind in _MOMENT_KINDS
        if linked and _moment_follows(claim, term.place):
            continue
        if term.kind == "mark" or (term.kind == "word" and term.low in _STOPS):
            break
        if term.is_content:
            value.append(term)
        elif value:
            break
    return value


_MOMENT_KINDS = ("time", "date", "day", "number")


def _moment_follows(claim: "Claim", place: int) -> bool:
    """Whether a time or a day stands behind this place: `Tuesdays at 9:30`."""
    following = next((term for term in claim.terms if term.place == place + 1), None)
    return following is not None and following.kind in ("time", "day")


def value_before(claim: "Claim", end: int) -> "list[Term]":
    """The value that ends here: the content terms next to it."""
    value: list[Term] = []
    for term in reversed(claim.terms[:end]):
        if term.kind == "mark" or (
            term.kind == "word" and (term.low in _STOPS or term.low in STATE_VERBS or term.low in CHANGE_VERBS)
        ):
            break
        if term.is_content:
            value.insert(0, term)
        elif value:
            break
    return value


CIRCUMSTANCES = phrase_table(
    """last night|yesterday|this morning|this week|this month|this year|last week|last month|last year
    over the weekend|today|this afternoon|at night|from now on|from next * on|from the next * on|as of next *
    from today on|from today|as of today|as of now|these days|for good|by now|so far|in the end|right away
    at once|with immediate effect|effective immediately|as requested|as agreed|as discussed|as planned
    as promised|as expected|on request|per request|to be safe|for real|everywhere|in the meantime|as usual
    for now|along with the rest|in this release|in commit *|in pr *|with this release|in this version|as of *
    along with everything else|with the rest|for clarity|for the record|last sprint|this sprint|last quarter
    this quarter|a while ago|some time ago|the other day|earlier today|earlier this week|at last|on friday
    on monday|as of this|last tuesday"""
)


class Claim:
    """One claim of a statement: its terms, and what its words say about old and new values."""

    __slots__ = (
        "before",
        "changes",
        "content",
        "context",
        "denies",
        "ends",
        "frame",
        "new",
        "old",
        "source",
        "spoken",
        "subject",
        "terms",
        "void",
        "words",
    )

    def __init__(self, terms: "list[Term]", context: "list[Term]") -> None:
        self.terms = terms
        self.words = [term.low for term in terms]
        self.content = [term for term in terms if term.is_content]
        self.context = context
        """Terms of the sentences around it, which may name its subject."""
        self.old: list[Term] = []
        self.new: list[Term] = []
        self.changes = False
        """Whether a verb of change stands in it."""
        self.ends = False
        """Whether it says that something is no more."""
        self.denies = False
        self.void: tuple[str, tuple[str, ...]] = ("", ())
        """Why it claims nothing about the present, and the words that show it; empty if it does."""
        self.source: list[Term] | None = None
        """Whose statement it reports, if it reports one."""
        self.before: list[Term] = []
        """The terms of the claim before it."""
        self.subject: list[Term] = []
        """What its pronoun stands for: the subject of the claim before."""
        self.spoken: list[str] = []
        """Its words with those that only say when."""
        self.frame: Frame | None = None


def circumstance_places(terms: "list[Term]") -> "set[int]":
    """The places of phrases that only say when or why: `last night`, `from now on`."""
    words = [term.low for term in terms]
    places: set[int] = set()
    at = 0
    while (place := find_phrase(words, CIRCUMSTANCES, at)) is not None:
        places.update(range(*place))
        at = place[1]
    return places


def drop_circumstances(terms: "list[Term]") -> "list[Term]":
    """The terms without phrases that only say when or why: `last night`, `from now on`."""
    kept: list[Term] = []
    words = [term.low for term in terms]
    at = 0
    while at < len(terms):
        place = find_phrase(words[at:], CIRCUMSTANCES)
        if place is None:
            return kept + terms[at:]
        kept += terms[at : at + place[0]]
        at += place[1]
    return kept


_NOUN_STARTS = frozenset("the a an our this that every each of for no new old my your their".split())


_NOUNS_OR_VERBS = frozenset(
    "set cut name cap host change update move release schedule pull open land post ease lift fix top ship".split()
)


_VERB_FRONTS = frozenset("was were been got we i have has had be to now".split())


_NEGATIONS = frozenset("not never haven't hasn't isn't aren't yet".split())


def is_change_at(terms: "list[Term]", at: int) -> bool:
    """Whether the word here is a verb of change and not part of a name or a noun phrase."""
    term = terms[at]
    if term.kind not in ("word", "name") or term.low not in CHANGE_VERBS:
        return False
    before = terms[at - 1].low if at else ""
    if before in _NOUN_STARTS:
        return False
    if term.low in _NOUNS_OR_VERBS:
        return at == 0 or before in _VERB_FRONTS
    if at == 0 and term.low.endswith("s"):
        return False
    return not (at and before in _NEGATIONS)


def void_reason(claim: Claim, words: "list[str]", condition: "tuple[str, ...]") -> "tuple[str, tuple[str, ...]]":
    """Why a claim says nothing about the present, and by which words; empty if it does."""
    if condition:
        return "a condition", condition
    for reason, table in (("a plan", cues.PLANS), ("a comparison", cues.COMPARED)):
        place = find_phrase(words, table)
        if place is not None:
            return reason, tuple(words[place[0] : place[1]])
    if _compares(words):
        return "a comparison", ("than",)
    if _has_not_happened(claim):
        return "a change that did not happen", ()
    if _is_coming(claim):
        return "a plan", ()
    if _is_nominal(claim):
        return "not a full claim", ()
    return _past_reason(claim, words[: len(words) - len(claim.words)] + claim.spoken)


def _has_not_happened(claim: Claim) -> bool:
    """`haven't been moved to Vitest yet`."""
    words = claim.words
    for at, word in enumerate(words):
        if (
            word in ("haven't", "hasn't", "hadn't")
            or (word == "not" and words[at - 1 : at] in (["has"], ["have"], ["been"]))
        ) and any(later in CHANGE_VERBS or later in ENDING_VERBS for later in words[at + 1 : at + 4]):
            return True
        if word == "being" and any(
            later in CHANGE_VERBS or later in ENDING_VERBS or later in GONE_WORDS for later in words[at + 1 : at + 3]
        ):
            return True
    return "yet" in words and claim.denies


def _is_coming(claim: Claim) -> bool:
    """`Traefik replaces Kong in January`: a change in the present tense with a date."""
    words = claim.words
    if "now" in words:
        return False
    for at, term in enumerate(claim.terms):
        if (
            at
            and term.low.endswith("s")
            and (term.low in CHANGE_VERBS or term.low in ENDING_VERBS or term.low == "replaces")
            and term.low not in ("goes", "sets", "names", "ends", "runs")
        ):
            return any(
                later.kind == "date" and words[place - 1] in ("in", "on", "from", "by")
                for place, later in enumerate(claim.terms)
                if place > at
            )
    return False


def _compares(words: "list[str]") -> bool:
    """Whether something is compared: `faster than`, `more than`."""
    return any(word == "than" and words[at - 1] != "rather" for at, word in enumerate(words[1:], 1))


_NOMINAL_NOUNS = frozenset(
    """upgrade migration move switch change replacement rename renaming increase reduction bump transition
    conversion raise cutover rollout""".split()
)


_DONE_WORDS = frozenset(
    """done complete completed finished landed merged through live over shipped deployed happened successful
    succeeded""".split()
)


def _is_nominal(claim: Claim) -> bool:
    """Whether it speaks about a change as a thing: `the move to X needs a week`, `replacing X with Y`."""
    words = claim.words
    if not words or ":" in words or any(word in _DONE_WORDS for word in words):
        return False
    start = 1 if words[0] in ("the", "a", "an", "our", "this", "any") else 0
    head = words[start : start + 3]
    for at, word in enumerate(head):
        if (
            word in _NOMINAL_NOUNS
            and (start or at)
            and words[start + at + 1 : start + at + 2] in (["from"], ["to"], ["of"], ["for"])
        ):
            return True
    first = words[0]
    return (
        first.endswith("ing")
        and (first in CHANGE_VERBS or first in ENDING_VERBS)
        and not any(w in ("we're", "i'm") for w in words)
    )


_STRONG_PAST = phrase_table(
    """used to|previously|formerly|originally|back then|back in|back when|in the past|initially|at first|until|till
    before the|had been|historically|at the time|at that time|years ago|when i joined|in the beginning"""
)


_ONCE = phrase_table(
    "this coming|today|tonight|this week|this morning|this afternoon|this evening|this time|for the time being|for now"
)


def _holds_once(words: "list[str]", terms: "list[Term]") -> bool:
    """Whether it only tells of one day: `lunch today is at 13:00`."""
    if any(word == "this" and term.kind in ("day", "date") for word, term in zip(words, terms[1:], strict=False)):
        return True
    place = find_phrase(words, _ONCE)
    if place is None or "now" in words:
        return False
    before = words[place[0] - 1] if place[0] else ""
    return before not in ("from", "of", "since", "until", "starting", "by", "as") and words[
        place[1] : place[1] + 1
    ] != ["on"]


def _past_reason(claim: Claim, words: "list[str]") -> "tuple[str, tuple[str, ...]]":
    """Why a claim tells of the past; empty if it tells of the present or of a change to it."""
    happened = claim.changes or any(word in ENDING_VERBS or word in GONE_WORDS for word in words)
    happened = happened or any(
        before in ("was", "were", "been", "got") and word in DONE_STATES
        for before, word in zip(words, words[1:], strict=False)
    )
    if not happened and _holds_once(claim.spoken, claim.terms):
        place = find_phrase(claim.spoken, _ONCE)
        return "about one day only", tuple(claim.spoken[place[0] : place[1]]) if place else ()
    strong = find_phrase(words, _STRONG_PAST)
    if (
        strong is not None
        and claim.changes
        and words[strong[0]] in ("until", "till")
        and any(term.kind in ("date", "day", "time") for term in claim.terms)
    ):
        strong = None
    if strong is not None and not ("now" in words or "today" in words):
        return "the past", tuple(words[strong[0] : strong[1]])
    if happened:
        return "", ()
    if any(
        (word == "for" and term.kind in ("span", "number"))
        or (words[at + 1 : at + 3] in (["a", "week"], ["a", "month"], ["a", "day"], ["a", "year"]) and word == "for")
        for at, (word, term) in enumerate(zip(words, claim.terms[1:], strict=False))
    ) and has_past_verb(claim.terms):
        return "the past", ()
    weak = find_phrase(words, cues.PAST)
    if weak is not None:
        return "the past", tuple(words[weak[0] : weak[1]])
    for word in ("was", "were", "had", "wasn't", "weren't", "did"):
        if word in words:
            return "the past", (word,)
    if not any(word in STATE_VERBS or word in _PERFECT for word in words):
        for at, word in enumerate(words):
            if at and word in HAPPENED:
                return "the past", (word,)
    return "", ()


_PERFECT = frozenset("has have is are be been 's now it's".split())

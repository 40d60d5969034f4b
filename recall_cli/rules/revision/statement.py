"""Reading a new statement: its claims, and which values they call old or new."""

from recall_cli.rules.revision import cues
from recall_cli.rules.revision.changes import mark_old_and_new
from recall_cli.rules.revision.claims import Claim, drop_circumstances, is_change_at, void_reason
from recall_cli.rules.revision.frames import read_frame
from recall_cli.rules.revision.segments import (
    CONTRAST_STARTS,
    Segment,
    drop_event,
    drop_opening,
    is_discourse,
    split_segments,
    split_sentences,
)
from recall_cli.rules.revision.term import Term
from recall_cli.rules.revision.terms import read_terms
from recall_cli.rules.revision.words.phrases import find_phrase
from recall_cli.rules.revision.words.verbs import CHANGE_VERBS, STATE_VERBS
from recall_cli.rules.revision.words.word_sets import CHANGE_WORDS, DENIALS

_THIRD_PERSONS = frozenset("it they it's they're they've he she".split())


class Statement:
    """A text as claims, with what its words tell of the whole."""

    __slots__ = ("claims", "corrects", "now", "old_values", "words")

    def __init__(self, words: "list[str]") -> None:
        self.words = words
        self.claims: list[Claim] = []
        self.old_values: list[list[Term]] = []
        """Values that the text calls old outside of its claims: `(was npm)`, `, not 3 any more`."""
        self.corrects = find_phrase(words, cues.CORRECTS) is not None
        """Whether it says that something was wrong: `actually`, `correction`."""
        self.now = find_phrase(words, cues.NOW) is not None
        """Whether it says that something is new: `now`, `from today`."""


def read_statement(text: str) -> Statement:
    """A text as claims, each with its cues."""
    terms = read_terms(_without_markup(text))
    statement = Statement([term.low for term in terms])
    terms = _without_hedges(terms)
    context: list[Term] = []
    for sentence in map(drop_opening, split_sentences(terms)):
        _read_sentence(statement, drop_event(sentence), list(context))
        context += [term for term in sentence if term.is_content]
    return statement


def _without_hedges(terms: "list[Term]") -> "list[Term]":
    """The terms without words such as `apparently` and `I think`; the statement counts as a guess all the same."""
    words = [term.low for term in terms]
    kept: list[Term] = []
    at = 0
    while (place := find_phrase(words, cues.LOOSE_HEDGES, at)) is not None:
        kept += terms[at : place[0]]
        at = place[1]
    if not at:
        return terms
    kept += terms[at:]
    for place_, term in enumerate(kept):
        term.place = place_
    return kept


_COMMIT_KINDS = frozenset("feat fix chore build ci docs perf refactor style test revert deps".split())


def _without_markup(text: str) -> str:
    """The text without a list marker, bold signs and the prefix of a commit message."""
    text = text.strip().replace("**", "")
    if text[:2] in ("- ", "* ", "• "):
        text = text[2:].lstrip()
    head, colon, rest = text.partition(": ")
    if colon and head.rstrip("!").partition("(")[0] in _COMMIT_KINDS:
        scope = head.partition("(")[2].rstrip(")!")
        return f"{scope}: {rest}" if scope else rest
    return text


def _read_sentence(statement: Statement, sentence: "list[Term]", context: "list[Term]") -> None:
    """Add the claims of one sentence, and the old values that it names in passing."""
    segments = split_segments(sentence)
    main = [segment for segment in segments if not segment.is_reason and segment.before != "("]
    spoken = [word for segment in main for word in segment.words]
    void = _void_sentence(sentence, main)
    condition = find_phrase(spoken, cues.CONDITIONS)
    condition_words = tuple(spoken[condition[0] : condition[1]]) if condition else ()
    source = _read_source(sentence, segments, main, spoken)
    opening: list[str] = []
    for segment in segments:
        if segment.before == "(":
            _read_aside(statement, segment)
        if segment.before == "(" or segment.is_reason:
            continue
        if segment.before in ("and", "but") and segment.words[0] in _VERB_STARTS and statement.claims:
            segment.terms = _subject_of(statement.claims[-1]) + segment.terms
        if is_discourse(segment):
            opening += segment.words
            continue
        old = _contrasted_value(segment)
        if old:
            statement.old_values.append(old)
            context += old
            continue
        claim = _read_claim(segment, list(context))
        claim.source = source
        claim.void = void if void[0] else void_reason(claim, opening + claim.words, condition_words)
        _link_to_claim_before(claim, statement.claims)
        statement.claims.append(claim)
        context += [term for term in claim.content if term not in claim.old]
        if claim.old and not claim.new:
            statement.old_values.append(claim.old)
        opening = []


def _read_claim(segment: Segment, context: "list[Term]") -> Claim:
    """A claim with its old and new values and its frame."""
    claim = Claim(drop_circumstances(segment.terms), context)
    claim.spoken = segment.words
    claim.denies = any(word in DENIALS for word in claim.words)
    claim.changes = any(is_change_at(segment.terms, at) for at in range(len(segment.terms)))
    mark_old_and_new(claim)
    claim.frame = read_frame(claim.terms)
    return claim


def _link_to_claim_before(claim: Claim, claims: "list[Claim]") -> None:
    """Note what the claim before was about, and what a pronoun stands for."""
    if not claims:
        return
    before = claims[-1]
    claim.before = before.content
    if claim.words and claim.words[0] in _THIRD_PERSONS:
        if before.frame is not None:
            claim.subject = before.frame.subject
        else:
            claim.subject = [
                term for term in before.content if term.low not in CHANGE_WORDS and term.low not in CHANGE_VERBS
            ]


def _void_sentence(sentence: "list[Term]", main: "list[Segment]") -> "tuple[str, tuple[str, ...]]":
    """Why a whole sentence claims nothing, and by which words; empty if it does."""
    words = [term.low for term in sentence]
    asks = cues.question_reason(sentence, words)
    first = main[0].words if main else []
    if not asks and first and first[0] in cues.CONDITION_STARTS_STRICT and first[:2] != ["had", "to"]:
        return "a condition", (first[0],)
    if find_phrase(words, cues.OPINIONS):
        return "an opinion", ()
    return asks, ()


def _read_source(
    sentence: "list[Term]", segments: "list[Segment]", main: "list[Segment]", spoken: "list[str]"
) -> "list[Term] | None":
    """The terms that name a source whose statement a sentence reports; None if it reports none."""
    quoted = find_phrase(spoken, cues.QUOTED)
    if quoted is not None:
        first = spoken[quoted[0]]
        reason = first in ("insisted", "insists") and quoted[0] >= len(main[0].words)  # "…, the sales team insisted"
        correction = quoted[0] < 3 and first in ("that's", "that", "this", "which")  # "no, that is wrong: …"
        quoted = None if reason or correction else quoted
    end = quoted[1] if quoted is not None else cues.source_end(spoken)
    label = next((at for at, word in enumerate(spoken[:4]) if word == ":"), 0)
    if not end and label > 1 and any(word in cues.SOURCE_NOUNS for word in spoken[:label]):
        end = label
    head = segments[0]
    headed = not head.before and len(segments) > 1 and segments[1].before == ":" and len(head.terms) > 1
    if not end and headed and any(word in cues.SOURCE_NOUNS for word in head.words):
        end = len(head.words)
    return [term for term in sentence if term.is_content and term.low in spoken[:end]] if end else None


_VERB_STARTS = frozenset(
    """is are was were has have now uses use runs run needs will does must should can gets goes lives takes costs
    starts stays""".split()
)


def _subject_of(claim: Claim) -> "list[Term]":
    """The terms of a claim up to its first verb."""
    for at, term in enumerate(claim.terms):
        if term.low in STATE_VERBS or term.low in ("was", "were", "had", "will"):
            return claim.terms[:at]
    return []


_PLAIN_VERBS = frozenset("is are was were does has have".split())


def _contrasted_value(segment: Segment) -> "list[Term]":
    """The old value that a segment sets against the new one: `, not 3 any more`; empty if it sets none."""
    words = segment.words
    if segment.before not in (",", "—", "and", "but") or words[0] not in CONTRAST_STARTS:
        return []
    if any(word in _PLAIN_VERBS for word in words):
        return []
    old = [term for term in segment.terms if term.is_content and term.low not in ("longer", "more")]
    return old if len(old) <= 4 else []


_ASIDE_STARTS = frozenset(
    "was were before instead not from used previously formerly earlier ex old replaces replacing".split()
)


_ASIDE_WORDS = frozenset("used previously formerly earlier ex old replaces replacing".split())


def _read_aside(statement: Statement, segment: Segment) -> None:
    """Read what stands in parentheses: `(was npm)` names an old value."""
    if not segment.words or segment.words[0] not in _ASIDE_STARTS:
        return
    old = [term for term in segment.terms if term.is_content and term.low not in _ASIDE_WORDS]
    if old:
        statement.old_values.append(old)
        statement.now = True

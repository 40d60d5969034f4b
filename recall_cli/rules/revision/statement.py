"""Reading a new statement: its claims, and which values they call old or new."""

from recall_cli.rules.revision import bearing
from recall_cli.rules.revision.changes import mark_old_and_new
from recall_cli.rules.revision.claims import Claim, drop_circumstances, is_change_at, void_reason
from recall_cli.rules.revision.frames import read_frame
from recall_cli.rules.revision.segments import (
    CONTRAST_STARTS,
    Segment,
    drop_event,
    drop_opening,
    has_verb,
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
    """A text as claims, with the bearing of the whole."""

    __slots__ = ("also", "claims", "corrects", "hedge_words", "label_list", "now", "old_values", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.claims: list[Claim] = []
        self.old_values: list[list[Term]] = []
        """Values that the text calls old outside of its claims: `(was npm)`, `, not 3 any more`."""
        self.words: list[str] = []
        self.hedge_words: list[str] = []
        self.corrects = self.now = self.also = self.label_list = False


def read_statement(text: str) -> Statement:
    """A text as claims, each with its bearing."""
    statement = Statement(text)
    terms = read_terms(_without_markup(text))
    statement.words = [term.low for term in terms]
    statement.corrects = find_phrase(statement.words, bearing.CORRECTS) is not None
    statement.now = find_phrase(statement.words, bearing.NOW) is not None
    statement.also = find_phrase(statement.words, bearing.ALSO) is not None
    said: list[Term] = []
    for sentence in map(drop_opening, split_sentences(terms)):
        _read_sentence(statement, sentence, said)
        said += [term for term in sentence if term.is_content]
    for order, claim in enumerate(statement.claims):
        claim.order = order
    return statement


def _without_markup(text: str) -> str:
    """The text without a list marker, bold signs and the prefix of a commit message."""
    text = text.strip().replace("**", "")
    if text[:2] in ("- ", "* ", "• "):
        text = text[2:].lstrip()
    head, colon, rest = text.partition(": ")
    kind = head.rstrip("!").partition("(")[0]
    if colon and kind in (
        "feat",
        "fix",
        "chore",
        "build",
        "ci",
        "docs",
        "perf",
        "refactor",
        "style",
        "test",
        "revert",
        "deps",
    ):
        scope = head.partition("(")[2].rstrip(")!")
        return f"{scope}: {rest}" if scope else rest
    return text


def _read_sentence(statement: Statement, sentence: "list[Term]", said: "list[Term]") -> None:
    """Add the claims of one sentence, and the old values that it names in passing."""
    sentence = drop_event(sentence)
    words = [term.low for term in sentence]
    segments = split_segments(sentence)
    asks = bearing.question_reason(sentence, words)
    void: tuple[str, tuple[str, ...]] = (asks, ()) if asks else ("", ())
    context = list(said)
    opening: list[str] = []
    main = [segment for segment in segments if not segment.is_reason and segment.before != "("]
    spoken = [word for segment in main for word in segment.words]
    condition = find_phrase(spoken, bearing.CONDITIONS)
    condition_words = tuple(spoken[condition[0] : condition[1]]) if condition else ()
    source: list[Term] | None = None
    quoted = find_phrase(spoken, bearing.QUOTED)
    if quoted is not None and spoken[quoted[0]] in ("insisted", "insists") and quoted[0] >= len(main[0].words):
        quoted = None  # a reason: "…, the sales team insisted"
    if quoted is not None and quoted[0] < 3 and spoken[quoted[0]] in ("that's", "that", "this", "which"):
        quoted = None  # a correction: "no, that is wrong: …"
    quote_end = quoted[1] if quoted is not None else bearing.source_end(spoken)
    headed = segments[0].before == "" and len(segments) > 1 and segments[1].before == ":" and len(segments[0].terms) > 1
    label = next((at for at, word in enumerate(spoken[:4]) if word == ":"), 0)
    if not quote_end and label > 1 and any(word in bearing.SOURCE_NOUNS for word in spoken[:label]):
        quote_end = label
    if not quote_end and headed and any(word in bearing.SOURCE_NOUNS for word in segments[0].words):
        quote_end = len(segments[0].words)
    if quote_end:
        source = [term for term in sentence if term.is_content and term.low in spoken[:quote_end]]
    first_words = main[0].words if main else []
    if find_phrase(words, bearing.OPINIONS):
        void = ("an opinion", ())
    if (
        first_words
        and first_words[0] in bearing.CONDITION_STARTS_STRICT
        and first_words[:2] != ["had", "to"]
        and not asks
    ):
        void = ("a condition", (first_words[0],))
    for segment in segments:
        if segment.before == "(":
            _read_aside(statement, segment)
            continue
        if segment.is_reason:
            continue
        if segment.before in ("and", "but") and segment.words[0] in _VERB_STARTS and statement.claims:
            segment.terms = _subject_of(statement.claims[-1]) + segment.terms
        if is_discourse(segment):
            opening += segment.words
            continue
        if _reads_as_contrast(segment):
            old = [term for term in segment.terms if term.is_content and term.low not in ("longer", "more")]
            if old and len(old) <= 4:
                statement.old_values.append(old)
                context += old
                continue
        claim = Claim(drop_circumstances(segment.terms), list(context))
        claim.source = source
        claim.spoken = segment.words
        claim.denies = any(word in DENIALS for word in claim.words)
        claim.changes = any(is_change_at(segment.terms, at) for at in range(len(segment.terms)))
        claim.void = void if void[0] else void_reason(claim, opening + claim.words, condition_words)
        mark_old_and_new(claim)
        claim.frame = read_frame(claim.terms)
        statement.claims.append(claim)
        if (
            len(statement.claims) > 1
            and claim.words[:1]
            and claim.words[0] in _THIRD_PERSONS
            and statement.claims[-2].frame is not None
        ):
            claim.subject = statement.claims[-2].frame.subject
        elif len(statement.claims) > 1 and claim.words[:1] and claim.words[0] in _THIRD_PERSONS:
            claim.subject = [
                term
                for term in statement.claims[-2].content
                if term.low not in CHANGE_WORDS and term.low not in CHANGE_VERBS
            ]
        claim.before = statement.claims[-2].content if len(statement.claims) > 1 else []
        context += [term for term in claim.content if term not in claim.old]
        if claim.old and not claim.new:
            statement.old_values.append(claim.old)
        opening = []


_VERB_STARTS = frozenset(
    "is are was were has have now uses use runs run needs will does must should can gets goes lives takes costs starts stays".split()
)


def _subject_of(claim: Claim) -> "list[Term]":
    """The terms of a claim up to its first verb."""
    for at, term in enumerate(claim.terms):
        if term.low in STATE_VERBS or term.low in ("was", "were", "had", "will"):
            return claim.terms[:at]
    return []


def _reads_as_contrast(segment: Segment) -> bool:
    """Whether a segment only sets an old value against the new one: `, not 3 any more`."""
    words = segment.words
    return (
        segment.before in (",", "—", "and", "but")
        and words[0] in CONTRAST_STARTS
        and not any(word in ("is", "are", "was", "were", "does", "has", "have") for word in words)
    )


def _read_aside(statement: Statement, segment: Segment) -> None:
    """Read what stands in parentheses: `(was npm)` names an old value."""
    words = segment.words
    if words and words[0] in (
        "was",
        "were",
        "previously",
        "formerly",
        "before",
        "used",
        "earlier",
        "instead",
        "not",
        "ex",
        "old",
        "from",
        "replaces",
        "replacing",
    ):
        old = [
            term
            for term in segment.terms
            if term.is_content
            and term.low not in ("used", "previously", "formerly", "earlier", "ex", "old", "replaces", "replacing")
        ]
        if old:
            statement.old_values.append(old)
            statement.now = True
    elif segment.terms and statement.claims == [] and not has_verb(segment.terms):
        pass

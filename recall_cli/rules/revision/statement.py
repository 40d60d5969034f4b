"""Reading a new statement: its claims, and which values they call old or new."""

from recall_cli.rules.revision import bearing
from recall_cli.rules.revision.changes import mark_old_and_new
from recall_cli.rules.revision.frames import Frame, read_frame
from recall_cli.rules.revision.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.terms import Term, read_terms
from recall_cli.rules.revision.word_sets import DONE_STATES
from recall_cli.rules.revision.verbs import CHANGE_VERBS, ENDING_VERBS, GONE_WORDS, STATE_VERBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

REASON_WORDS = frozenset(
    "because since so as due thanks after which who whom where whose although though whereas while mainly partly mostly before when once otherwise given unlike despite for following owing".split()
)
_ADJUNCTS = phrase_table(
    """last night|yesterday|this morning|this week|this month|this year|last week|last month|last year|over the weekend|today|this afternoon|at night
    from now on|from next * on|from the next * on|as of next *|from today on|from today|as of today|as of now|these days|for good|by now|so far|in the end|right away|at once|with immediate effect|effective immediately
    as requested|as agreed|as discussed|as planned|as promised|as expected|on request|per request|to be safe|for real|everywhere|in the meantime|as usual|for now|for clarity|for the record
    last sprint|this sprint|last quarter|this quarter|a while ago|some time ago|the other day|earlier today|earlier this week|at last|on friday|on monday|as of this|last tuesday"""
)
_CONTRAST_STARTS = frozenset("not no never instead rather".split())
_DENIALS = frozenset(
    """no not never without none nobody neither nor cannot can't don't doesn't didn't isn't aren't wasn't weren't won't
    shouldn't mustn't hasn't haven't needn't couldn't false wrong untrue ain't cease""".split()
)
_DISCOURSE = frozenset(
    """actually no nope yes yeah ok okay correction update edit sorry wrong fyi note btw well hmm oops whoops right so and but hey hi hm
    turns out fact on closer inspection second thought look scratch that strike heads up reminder quick news small psa guys team all please
    attention info summary session status decision decided afterwards finally good important i stand corrected my bad mistake apologies""".split()
)
_THIRD_PERSONS = frozenset("it they it's they're they've he she".split())
_PRONOUNS = frozenset("it they that this these those he she we i you them there here its their".split())


class Claim:
    """One claim of a statement: its terms, and what its words say about old and new values."""

    __slots__ = (
        "changes",
        "content",
        "context",
        "denies",
        "ends",
        "frame",
        "new",
        "old",
        "order",
        "source",
        "subject",
        "spoken",
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
        self.order = 0
        self.subject: list[Term] = []
        """What its pronoun stands for: the subject of the claim before."""
        self.spoken: list[str] = []
        """Its words with those that only say when."""
        self.frame: Frame | None = None


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


class _Segment:
    """A part of a sentence between commas, colons, parentheses and words that begin a reason."""

    __slots__ = ("before", "terms")

    def __init__(self, before: str) -> None:
        self.before = before
        """The mark or word in front of it: `,`, `:`, `(`, `because`; empty at the beginning."""
        self.terms: list[Term] = []

    @property
    def words(self) -> "list[str]":
        return [term.low for term in self.terms]

    @property
    def is_reason(self) -> bool:
        return self.before in REASON_WORDS or self.before == "now"


def read_statement(text: str) -> Statement:
    """A text as claims, each with its bearing."""
    statement = Statement(text)
    terms = read_terms(_without_markup(text))
    statement.words = [term.low for term in terms]
    statement.corrects = find_phrase(statement.words, bearing.CORRECTS) is not None
    statement.now = find_phrase(statement.words, bearing.NOW) is not None
    statement.also = find_phrase(statement.words, bearing.ALSO) is not None
    said: list[Term] = []
    for sentence in map(_without_opening, _sentences(terms)):
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


def _sentences(terms: "list[Term]") -> "list[list[Term]]":
    """The terms of each sentence, with the mark at its end."""
    sentences: list[list[Term]] = [[]]
    for term in terms:
        sentences[-1].append(term)
        if term.kind == "mark" and term.text in (".", "!", "?", ";", "\n", "…"):
            sentences.append([])
    return [sentence for sentence in sentences if any(term.kind != "mark" for term in sentence)]


def _read_sentence(statement: Statement, sentence: "list[Term]", said: "list[Term]") -> None:
    """Add the claims of one sentence, and the old values that it names in passing."""
    sentence = _without_event(sentence)
    words = [term.low for term in sentence]
    segments = _segments(sentence)
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
        if _is_discourse(segment):
            opening += segment.words
            continue
        if _reads_as_contrast(segment):
            old = [term for term in segment.terms if term.is_content and term.low not in ("longer", "more")]
            if old and len(old) <= 4:
                statement.old_values.append(old)
                context += old
                continue
        claim = Claim(_without_adjuncts(segment.terms), list(context))
        claim.source = source
        claim.spoken = segment.words
        claim.denies = any(word in _DENIALS for word in claim.words)
        claim.changes = any(_is_change(segment.terms, at) for at in range(len(segment.terms)))
        claim.void = void if void[0] else _void_reason(claim, opening + claim.words, condition_words)
        mark_old_and_new(claim)
        claim.frame = read_frame(claim.terms)
        statement.claims.append(claim)
        if len(statement.claims) > 1 and claim.words[:1] and claim.words[0] in _THIRD_PERSONS and statement.claims[-2].frame is not None:
            claim.subject = statement.claims[-2].frame.subject
        context += [term for term in claim.content if term not in claim.old]
        if claim.old and not claim.new:
            statement.old_values.append(claim.old)
        opening = []


_EVENTS = frozenset(
    """audit outage incident migration upgrade launch merge release rebrand review meeting move change switch summer winter spring autumn easter christmas
    update refactoring refactor rewrite redesign reorg reorganisation reorganization sprint retro vote holidays renovation relaunch acquisition merger crash
    complaint complaints fire flood storm inspection hire election season term semester quarter fix rollout deploy cutover""".split()
)


def _without_event(sentence: "list[Term]") -> "list[Term]":
    """The sentence without a circumstance that no comma ends: `Since the audit | cookies expire after a day`."""
    if not sentence or sentence[0].low not in ("since", "after", "with", "following", "as"):
        return sentence
    for at, term in enumerate(sentence[1:9], 1):
        if term.kind == "mark":
            return sentence
        dated = term.kind in ("date", "day") and at <= 4
        if (term.low in _EVENTS or dated) and _has_verb(sentence[at + 2 :]) and sentence[at + 1].kind != "mark":
            return sentence[at + 1 :]
    return sentence


def _segments(sentence: "list[Term]") -> "list[_Segment]":
    """The parts of a sentence."""
    segments = [_Segment("")]
    depth = 0
    for at, term in enumerate(sentence):
        if term.kind == "mark":
            if term.text == "(":
                segments.append(_Segment("("))
                depth += 1
                continue
            if term.text == ")" and depth:
                segments.append(_Segment(")"))
                depth -= 1
                continue
            if not depth and (term.text in (",", "—") or (term.text == ":" and not _labels(sentence, at))):
                segments.append(_Segment(term.text))
                continue
            if term.text in (".", "!", "?", ";", "\n", "…", "*", "_", '"', "“", "”"):
                continue
        elif (
            not depth
            and term.low == "so"
            and at
            and sentence[at - 1].text == ","
            and sentence[at + 1 : at + 2]
            and sentence[at + 1].low != "that"
        ):
            segments.append(_Segment("and"))
            continue
        elif not depth and _begins_reason(sentence, at):
            segments.append(_Segment(term.low))
            segments[-1].terms.append(term)
            continue
        elif not depth and _begins_claim(sentence, at):
            segments.append(_Segment(term.low))
            continue
        segments[-1].terms.append(term)
    return _joined([segment for segment in segments if segment.terms])


def _joined(segments: "list[_Segment]") -> "list[_Segment]":
    """The segments, with parts of one list and text behind an aside put back together."""
    joined: list[_Segment] = []
    for segment in segments:
        if (
            len(joined) == 1
            and not joined[0].before
            and segment.before == ","
            and joined[0].words[0] in _SCOPE_STARTS
            and not _has_verb(joined[0].terms)
            and _has_verb(segment.terms)
        ):
            joined[0].terms += segment.terms
            continue
        behind_aside = segment.before == ")" and any(not part.is_reason and part.before != "(" for part in joined)
        fragment = segment.before in (",", "and") and joined and not joined[-1].is_reason and joined[-1].before != "("
        if behind_aside:
            target = next(part for part in reversed(joined) if part.before != "(")
            target.terms += segment.terms
        elif (
            fragment
            and not _has_verb(segment.terms)
            and segment.words[0] not in _CONTRAST_STARTS
            and not _is_discourse(joined[-1])
            and _has_verb(joined[-1].terms)
        ):
            joined[-1].terms += segment.terms
        else:
            joined.append(segment)
    return joined


_SCOPE_STARTS = frozenset("in on for at under within per to inside".split())


def _labels(sentence: "list[Term]", at: int) -> bool:
    """Whether a colon here stands between a short label and its value: `Package manager: bun`."""
    head = [term for term in sentence[:at] if term.kind != "mark"]
    if not head or len(head) > 4 or any(term.kind == "mark" and term.text in (",", ":") for term in sentence[:at]):
        return False
    if any(term.low in _DISCOURSE or term.low in _PRONOUNS for term in head):
        return False
    return len(head) == 1 or not any(term.low in STATE_VERBS for term in head[1:])


def _begins_reason(sentence: "list[Term]", at: int) -> bool:
    """Whether a reason, a circumstance or a relative clause begins here."""
    word = sentence[at].low
    if word == "now" and at and sentence[at + 1 : at + 2] and sentence[at + 1].low == "that":
        return True
    if word not in REASON_WORDS or sentence[at].kind != "word":
        return False
    following = sentence[at + 1] if at + 1 < len(sentence) else None
    before = sentence[at - 1] if at else None
    fresh = before is None or before.kind == "mark"
    if following is None or following.kind == "mark":
        return False
    if word == "as":
        own = following.low in _PRONOUNS or following.low in ("requested", "agreed", "discussed")
        of_time = following.low == "of" and sentence[at + 2 : at + 3] and sentence[at + 2].low not in ("now", "today")
        return own or bool(of_time) or (fresh and at > 0)
    if word == "so":
        return following.low == "that"
    if word in ("due", "thanks", "owing"):
        return following.low == "to"
    if word == "for":
        return False
    if (
        word == "before"
        and at
        and following.low in ("we", "it", "they", "i", "that", "this", "the")
        and not following.low == "the"
    ):
        return True
    if word in (
        "when",
        "while",
        "once",
        "before",
        "given",
        "where",
        "after",
        "following",
        "otherwise",
        "unlike",
        "despite",
    ):
        if at == 0:
            return word in ("after", "following", "since")
        if word == "after":
            return not following.kind == "number" and following.kind not in ("span", "count", "share")
        return word in ("while", "where", "otherwise", "despite", "unlike") or fresh
    return True


def _begins_claim(sentence: "list[Term]", at: int) -> bool:
    """Whether `and` or `but` joins a second full claim here."""
    if sentence[at].low not in ("and", "but") or at == 0 or at + 2 >= len(sentence):
        return False
    if not _has_verb(sentence[:at]) or not _has_verb(sentence[at + 1 :]):
        return False
    following = sentence[at + 1]
    if (
        sentence[at].low == "but"
        and any(term.low in _DENIALS for term in sentence[:at])
        and following.low in ("with", "by", "in", "on", "at", "from", "to", "rather", "is", "uses", "runs", "does")
    ):
        return False
    return (
        following.low in _PRONOUNS
        or following.low in ("the", "a", "an", "all", "every", "now", "is", "are", "uses", "use", "runs")
        or following.kind in ("name", "code", "ident")
    )


def _has_past_verb(terms: "Sequence[Term]") -> bool:
    """Whether a verb of the past follows a noun or a pronoun: `the sales team insisted`."""
    for before, term in zip(terms, terms[1:], strict=False):
        if term.kind != "word" or term.proper or before.kind == "mark":
            continue
        if term.low in _TOLD or (term.low.endswith("ed") and len(term.low) > 4):
            if before.is_content or before.low in _PRONOUNS or before.low in ("nobody", "ones", "everyone"):
                return True
    return False


def _has_verb(terms: "Sequence[Term]") -> bool:
    return _has_past_verb(terms) or any(
        term.low in STATE_VERBS
        or term.low in CHANGE_VERBS
        or term.low in ENDING_VERBS
        or term.low in _DENIALS
        or term.low in ("was", "were", "been", "had", "got", "does", "did", "do", "will", "would")
        or term.low.endswith("'s")
        and term.low in ("it's", "that's", "he's", "she's")
        for term in terms
    )


_VERB_STARTS = frozenset(
    "is are was were has have now uses use runs run needs will does must should can gets goes lives takes costs starts stays".split()
)


def _subject_of(claim: Claim) -> "list[Term]":
    """The terms of a claim up to its first verb."""
    for at, term in enumerate(claim.terms):
        if term.low in STATE_VERBS or term.low in ("was", "were", "had", "will"):
            return claim.terms[:at]
    return []


_OPENINGS = phrase_table(
    """on closer inspection|on second thought|on second thoughts|as it turns out|it turns out that|it turns out|turns out that|turns out|it turned out that|it turned out
    in fact|after all|please note that|please note|note that|to be precise|for the record|i was wrong|i misread the logs|as of now|just so you know|reminder|heads up|good news|bad news
    contrary to the earlier note|contrary to my earlier note|contrary to what i said|contrary to the note|just a note|quick update|small update|quick note|minor update"""
)


def _without_opening(terms: "list[Term]") -> "list[Term]":
    """The terms of a sentence without words that only introduce it."""
    words = [term.low for term in terms]
    place = find_phrase(words[:1], {}) or find_phrase(words, _OPENINGS)
    return terms[place[1] :] if place is not None and place[0] == 0 else terms


def _is_discourse(segment: _Segment) -> bool:
    """Whether a segment only introduces what follows: `No,` `Actually,` `Turns out`."""
    return all(term.kind == "mark" or term.low in _DISCOURSE for term in segment.terms)


def _reads_as_contrast(segment: _Segment) -> bool:
    """Whether a segment only sets an old value against the new one: `, not 3 any more`."""
    words = segment.words
    return (
        segment.before in (",", "—", "and", "but")
        and words[0] in _CONTRAST_STARTS
        and not any(word in ("is", "are", "was", "were", "does", "has", "have") for word in words)
    )


def _read_aside(statement: Statement, segment: _Segment) -> None:
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
    elif segment.terms and statement.claims == [] and not _has_verb(segment.terms):
        pass


def circumstance_places(terms: "list[Term]") -> "set[int]":
    """The places of phrases that only say when or why: `last night`, `from now on`."""
    words = [term.low for term in terms]
    places: set[int] = set()
    at = 0
    while (place := find_phrase(words, _ADJUNCTS, at)) is not None:
        places.update(range(*place))
        at = place[1]
    return places


def _without_adjuncts(terms: "list[Term]") -> "list[Term]":
    """The terms without phrases that only say when or why: `last night`, `from now on`."""
    kept: list[Term] = []
    words = [term.low for term in terms]
    at = 0
    while at < len(terms):
        place = find_phrase(words[at:], _ADJUNCTS)
        if place is None:
            return kept + terms[at:]
        kept += terms[at : at + place[0]]
        at += place[1]
    return kept


def _is_change(terms: "list[Term]", at: int) -> bool:
    """Whether the word here is a verb of change and not part of a name or a noun phrase."""
    term = terms[at]
    if term.kind not in ("word", "name") or term.low not in CHANGE_VERBS:
        return False
    before = terms[at - 1].low if at else ""
    if before in (
        "the",
        "a",
        "an",
        "our",
        "this",
        "that",
        "every",
        "each",
        "of",
        "for",
        "no",
        "new",
        "old",
        "my",
        "your",
        "their",
    ):
        return False
    if term.low in (
        "set",
        "cut",
        "name",
        "cap",
        "host",
        "change",
        "update",
        "move",
        "release",
        "schedule",
        "pull",
        "open",
        "land",
        "post",
        "ease",
        "lift",
        "fix",
        "top",
        "ship",
    ):
        return at == 0 or before in ("was", "were", "been", "got", "we", "i", "have", "has", "had", "be", "to", "now")
    if at == 0 and term.low.endswith("s"):
        return False
    return not (at and before in ("not", "never", "haven't", "hasn't", "isn't", "aren't", "yet"))


def _void_reason(claim: Claim, words: "list[str]", condition: "tuple[str, ...]") -> "tuple[str, tuple[str, ...]]":
    """Why a claim says nothing about the present, and by which words; empty if it does."""
    if condition:
        return "a condition", condition
    for reason, table in (("a plan", bearing.PLANS), ("a comparison", bearing.COMPARED)):
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
    return _past_reason(claim, words)


def _has_not_happened(claim: Claim) -> bool:
    """`haven't been moved to Vitest yet`."""
    words = claim.words
    for at, word in enumerate(words):
        if word in ("haven't", "hasn't", "hadn't") or (
            word == "not" and words[at - 1 : at] in (["has"], ["have"], ["been"])
        ):
            if any(later in CHANGE_VERBS or later in ENDING_VERBS for later in words[at + 1 : at + 4]):
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
    for at, word in enumerate(words[1:], 1):
        if word == "than" and words[at - 1] != "rather":
            return True
    return False


_NOMINAL_NOUNS = frozenset(
    "upgrade migration move switch change replacement rename renaming increase reduction bump transition conversion raise cutover rollout".split()
)
_DONE_WORDS = frozenset(
    "done complete completed finished landed merged through live over shipped deployed happened successful succeeded".split()
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
    "used to|previously|formerly|originally|back then|back in|back when|in the past|initially|at first|until|till|before the|had been|historically|at the time|at that time|years ago|when i joined|in the beginning"
)


_ONCE = phrase_table("this coming|today|tonight|this week|this morning|this afternoon|this evening|this time|for the time being|for now")


def _holds_once(words: "list[str]", terms: "list[Term]") -> bool:
    """Whether it only tells of one day: `lunch today is at 13:00`."""
    if any(word == "this" and term.kind in ("day", "date") for word, term in zip(words, terms[1:], strict=False)):
        return True
    place = find_phrase(words, _ONCE)
    if place is None or "now" in words:
        return False
    before = words[place[0] - 1] if place[0] else ""
    return before not in ("from", "of", "since", "until", "starting", "by", "as") and words[place[1] : place[1] + 1] != ["on"]


def _past_reason(claim: Claim, words: "list[str]") -> "tuple[str, tuple[str, ...]]":
    """Why a claim tells of the past; empty if it tells of the present or of a change to it."""
    happened = claim.changes or any(word in ENDING_VERBS or word in GONE_WORDS for word in words)
    happened = happened or any(before in ("was", "were", "been", "got") and word in DONE_STATES for before, word in zip(words, words[1:], strict=False))
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
    if any(word == "for" and term.kind in ("span", "number") or words[at + 1 : at + 3] in (["a", "week"], ["a", "month"], ["a", "day"], ["a", "year"]) and word == "for" for at, (word, term) in enumerate(zip(words, claim.terms[1:], strict=False))) and _has_past_verb(claim.terms):
        return "the past", ()
    weak = find_phrase(words, bearing.PAST)
    if weak is not None:
        return "the past", tuple(words[weak[0] : weak[1]])
    for word in ("was", "were", "had", "wasn't", "weren't", "did"):
        if word in words:
            return "the past", (word,)
    if not any(word in STATE_VERBS or word in _PERFECT for word in words):
        for at, word in enumerate(words):
            if at and word in _HAPPENED:
                return "the past", (word,)
    return "", ()


_PERFECT = frozenset("has have is are be been 's now it's".split())
_HAPPENED = frozenset(
    "started began ended ran took came lasted failed crashed happened opened arrived broke ate won lost met spent stood slept worked waited looked asked walked talked stayed".split()
)
_TOLD = _HAPPENED | frozenset(
    "kept gave made said told knew saw felt thought had fell grew left wrote chose cost meant caused needed wanted hit read sent came".split()
)

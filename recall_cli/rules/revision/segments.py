"""The parts of a sentence: clauses, reasons, asides and contrasts."""

from recall_cli.rules.revision.term import Term
from recall_cli.rules.revision.words.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.words.verbs import CHANGE_VERBS, ENDING_VERBS, STATE_VERBS
from recall_cli.rules.revision.words.word_sets import DENIALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


REASON_WORDS = frozenset(
    """because since so as due thanks after which who whom where whose although though whereas while mainly partly
    mostly before when once otherwise given ahead unlike despite for following owing""".split()
)


CONTRAST_STARTS = frozenset("not no never instead rather".split())


_DISCOURSE = frozenset(
    """actually no nope yes yeah ok okay correction update edit sorry wrong fyi note btw well hmm oops whoops right
    so and but hey hi hm turns out fact on closer inspection second thought look scratch that strike heads up
    reminder quick news small psa guys team all please attention info summary session status decision decided
    afterwards finally good important i stand corrected my bad mistake apologies""".split()
)


_PRONOUNS = frozenset("it they that this these those he she we i you them there here its their".split())


class Segment:
    """A part of a sentence between commas, colons, parentheses and words that begin a reason."""

    __slots__ = ("before", "terms")

    def __init__(self, before: str) -> None:
        self.before = before
        """The mark or word in front of it: `,`, `:`, `(`, `because`; empty at the beginning."""
        self.terms: list[Term] = []

    @property
    def words(self) -> "list[str]":
        """The words in lower case."""
        return [term.low for term in self.terms]

    @property
    def is_reason(self) -> bool:
        """Whether it gives a reason or a circumstance, and claims nothing."""
        return self.before in REASON_WORDS or self.before == "now"


def split_sentences(terms: "list[Term]") -> "list[list[Term]]":
    """The terms of each sentence, with the mark at its end."""
    sentences: list[list[Term]] = [[]]
    for term in terms:
        sentences[-1].append(term)
        if term.kind == "mark" and term.text in (".", "!", "?", ";", "\n", "…"):
            sentences.append([])
    return [sentence for sentence in sentences if any(term.kind != "mark" for term in sentence)]


_EVENTS = frozenset(
    """audit outage incident migration upgrade launch merge release rebrand review meeting move change switch
    summer winter spring autumn easter christmas update refactoring refactor rewrite redesign reorg
    reorganisation reorganization sprint retro vote holidays renovation relaunch acquisition merger crash
    complaint complaints fire flood storm inspection hire election season term semester quarter fix rollout
    deploy cutover""".split()
)


def drop_event(sentence: "list[Term]") -> "list[Term]":
    """The sentence without a circumstance that no comma ends: `Since the audit | cookies expire after a day`."""
    if not sentence or sentence[0].low not in ("since", "after", "with", "following", "as"):
        return sentence
    for at, term in enumerate(sentence[1:9], 1):
        if term.kind == "mark":
            return sentence
        dated = term.kind in ("date", "day") and at <= 4
        if (term.low in _EVENTS or dated) and has_verb(sentence[at + 2 :]) and sentence[at + 1].kind != "mark":
            return sentence[at + 1 :]
    return sentence


def split_segments(sentence: "list[Term]") -> "list[Segment]":
    """The parts of a sentence."""
    segments = [Segment("")]
    depth = 0
    for at, term in enumerate(sentence):
        if term.kind == "mark":
            if term.text == "(":
                segments.append(Segment("("))
                depth += 1
                continue
            if term.text == ")" and depth:
                segments.append(Segment(")"))
                depth -= 1
                continue
            if not depth and (term.text in (",", "—") or (term.text == ":" and not _labels(sentence, at))):
                segments.append(Segment(term.text))
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
            segments.append(Segment("and"))
            continue
        elif not depth and _sets_against(sentence, at):
            segments.append(Segment(","))
        elif not depth and _begins_reason(sentence, at):
            segments.append(Segment(term.low))
            segments[-1].terms.append(term)
            continue
        elif not depth and _begins_claim(sentence, at):
            segments.append(Segment(term.low))
            continue
        segments[-1].terms.append(term)
    return _join_parts([segment for segment in segments if segment.terms])


def _join_parts(segments: "list[Segment]") -> "list[Segment]":
    """The segments, with parts of one list and text behind an aside put back together."""
    joined: list[Segment] = []
    for segment in segments:
        if (
            len(joined) == 1
            and not joined[0].before
            and segment.before == ","
            and joined[0].words[0] in _SCOPE_STARTS
            and not has_verb(joined[0].terms)
            and len(segment.terms) > 1
            and segment.words[0] not in CONTRAST_STARTS
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
            and not has_verb(segment.terms)
            and segment.words[0] not in CONTRAST_STARTS
            and not is_discourse(joined[-1])
            and has_verb(joined[-1].terms)
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
    if any(term.low in _DISCOURSE or term.low in _PRONOUNS or term.low in ("change", "changed") for term in head):
        return False
    return len(head) == 1 or not any(term.low in STATE_VERBS for term in head[1:])


def _sets_against(sentence: "list[Term]", at: int) -> bool:
    """Whether `not` sets an old value against the new one here: `use pnpm not npm`."""
    if sentence[at].low != "not" or at == 0 or at + 1 >= len(sentence):
        return False
    before, following = sentence[at - 1], sentence[at + 1]
    distinct = ("name", "code", "ident", "path", "host", "number", "version")
    return before.kind in distinct and following.kind in distinct


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
    if word == "ahead":
        return following.low == "of"
    if word == "for":
        return False
    if (
        word == "before"
        and at
        and following.low in ("we", "it", "they", "i", "that", "this", "the")
        and following.low != "the"
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
            return following.kind != "number" and following.kind not in ("span", "count", "share")
        return word in ("while", "where", "otherwise", "despite", "unlike") or fresh
    return True


def _begins_claim(sentence: "list[Term]", at: int) -> bool:
    """Whether `and` or `but` joins a second full claim here."""
    if sentence[at].low not in ("and", "but") or at == 0 or at + 2 >= len(sentence):
        return False
    if not has_verb(sentence[:at]) or not has_verb(sentence[at + 1 :]):
        return False
    following = sentence[at + 1]
    if (
        sentence[at].low == "but"
        and any(term.low in DENIALS for term in sentence[:at])
        and following.low in ("with", "by", "in", "on", "at", "from", "to", "rather", "is", "uses", "runs", "does")
    ):
        return False
    return (
        following.low in _PRONOUNS
        or following.low in ("the", "a", "an", "all", "every", "now", "is", "are", "uses", "use", "runs")
        or following.kind in ("name", "code", "ident")
    )


def has_past_verb(terms: "Sequence[Term]") -> bool:
    """Whether a verb of the past follows a noun or a pronoun: `the sales team insisted`."""
    for before, term in zip(terms, terms[1:], strict=False):
        if term.kind != "word" or term.proper or before.kind == "mark":
            continue
        told = term.low in _PAST_VERBS or (term.low.endswith("ed") and len(term.low) > 4)
        if told and (before.is_content or before.low in _PRONOUNS or before.low in ("nobody", "ones", "everyone")):
            return True
    return False


_OBJECT_STARTS = frozenset("the their a an our it them its".split())


def _has_plural_subject(terms: "Sequence[Term]") -> bool:
    """Whether a plural, a word and an article stand in a row: `reviewers lose their place`."""
    return any(
        before.kind == term.kind == "word"
        and before.low.endswith("s")
        and before.is_content
        and term.is_content
        and following.low in _OBJECT_STARTS
        for before, term, following in zip(terms, terms[1:], terms[2:], strict=False)
    )


def has_verb(terms: "Sequence[Term]") -> bool:
    """Whether a segment has a verb, so that it can be a clause."""
    return (
        has_past_verb(terms)
        or _has_plural_subject(terms)
        or any(
            term.low in STATE_VERBS
            or term.low in CHANGE_VERBS
            or term.low in ENDING_VERBS
            or term.low in DENIALS
            or term.low in ("was", "were", "been", "had", "got", "does", "did", "do", "will", "would")
            or (term.low.endswith("'s") and term.low in ("it's", "that's", "he's", "she's"))
            for term in terms
        )
    )


_OPENINGS = phrase_table(
    """on closer inspection|on second thought|on second thoughts|as it turns out|it turns out that|it turns out
    turns out that|turns out|it turned out that|it turned out|in fact|after all|please note that|please note
    note that|to be precise|for the record|i was wrong|i misread the logs|as of now|just so you know|reminder
    heads up|good news|bad news|contrary to the earlier note|contrary to my earlier note|contrary to what i said
    contrary to the note|just a note|quick update|small update|quick note|minor update"""
)


def drop_opening(terms: "list[Term]") -> "list[Term]":
    """The terms of a sentence without words that only introduce it."""
    words = [term.low for term in terms]
    place = find_phrase(words[:1], {}) or find_phrase(words, _OPENINGS)
    return terms[place[1] :] if place is not None and place[0] == 0 else terms


def is_discourse(segment: Segment) -> bool:
    """Whether a segment only introduces what follows: `No,` `Actually,` `Turns out`."""
    return all(term.kind == "mark" or term.low in _DISCOURSE for term in segment.terms)


HAPPENED = frozenset(
    """started began ended ran took came lasted failed crashed happened opened arrived broke ate won lost met spent
    stood slept worked waited looked asked walked talked stayed""".split()
)


_PAST_VERBS = HAPPENED | frozenset(
    """kept gave made said told knew saw felt thought had fell grew left wrote chose cost meant caused needed
    wanted hit read sent came""".split()
)

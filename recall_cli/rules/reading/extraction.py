"""The extractor `rules`: from a text to drafts of memories by grammar only, without a model and without a network."""

from recall_cli.domain.draft import ExtractedStatement, Extraction, SkippedPassage
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.reading import compounds, facts, memory_types, skips, speech, statements
from recall_cli.rules.reading.clause import Clause, embedded_clause, read_clause
from recall_cli.rules.reading.pointing import only_points
from recall_cli.rules.reading.signs import DISCOURSE, LABELS
from recall_cli.rules.reading.statements import Statement
from recall_cli.rules.reading.words import FORMS_OF_BE, Words, is_foreign, is_foreign_courtesy
from recall_cli.rules.text.noise import noise_reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.rules.reading.values import Fact

MAX_DRAFTS_PER_TURN = 5
"""How many drafts one turn may give: a verbose turn must not crowd out the others."""

_FACTS = 3
"""The most drafts that one sentence gives."""

_REPORTS = ("working step", "status without substance", "the agent speaks of itself")
"""Reasons for which a report of the speaker's own work is skipped, unless it tells what they found."""
_LABEL_MISTAKES = (skips.REQUEST, skips.TOO_LITTLE, "working step", "status without substance")
"""Reasons for which a label with its value may be skipped by mistake."""

_SUPPOSED = ("fiction", "hypothetical")
_CLAIMING = ("plain", "hedged", "reported", "inferred")
"""Speech acts that claim something: a supposition or a joke has no fact in it."""

_SPLIT_KINDS = ("fact", "preference")
"""Kinds of statements that give one draft for each clause."""

MAX_LABEL_WORDS, MIN_CLAUSE_WORDS = 5, 3
"""A label has at most so many words, and the clause behind it at least so many."""

_CLAUSE_STARTS = frozenset("we i you they it the a an our my all every".split())
"""Words with which a clause behind a label begins; a value behind one begins otherwise."""

_PURPOSES = DISCOURSE | {*LABELS, *MEMORY_TYPES, "finding", "lesson", "learned", "rule", "policy"}
"""Words of labels that say what a sentence is for, and name no scope."""

_VAGUE = frozenset("is has choice value means allows includes contains".split())
"""Attributes too general to end a belief on the word of an agent that only thinks aloud."""

_LONGEST = 600
"""The most characters that a statement grows to when the sentence after it explains it."""


def extract_drafts(
    text: str,
    *,
    limit: int = MAX_DRAFTS_PER_TURN,
    speaker: "str | None" = None,
    progress: "Callable[[int], None]" = lambda _: None,
) -> Extraction:
    """The statements of a text that are worth remembering, and for the others the reason why they are skipped.

    A turn is what one speaker says at a time; without named speakers it is a paragraph or a list item. If the speaker
    is known, the whole text is theirs, whatever labels it contains. `progress` gets the number of letters read so far.
    """
    reader = _Reader()
    for statement in statements.split(text, speaker):
        progress(statement.end)
        reader.take(statement)
    return reader.result(limit)


class _Reader:
    """Takes statements in order, remembering only the fiction that a turn is in and the draft before."""

    def __init__(self) -> None:
        self.drafts: list[tuple[int, ExtractedStatement]] = []
        self.skipped: list[SkippedPassage] = []
        self.framed: tuple[int, str] | None = None
        self.last = (-1, -1)

    def take(self, statement: Statement) -> None:
        """Decides about one statement."""
        unread = statement.kind if statement.kind not in ("prose", "item") else noise_reason(statement.text)
        if unread:
            self._skip(statement, unread)
            return
        words = Words(statement.text)
        if not len(words):
            self._skip(statement, "too little is said")
            return
        if is_foreign(words):
            self._foreign(statement, words)
            return
        words, clause, act, why = _judge(words)
        act = self._framed(statement.turn, words, act)
        if why is None and statement.speaker == "assistant" and clause.who == "i":
            why = "the agent speaks of itself"
        if why in _LABEL_MISTAKES and compounds.is_label_with_value(statement.text):
            why = None
        if why in _REPORTS and tells_finding(words.text):
            why = None
        why = skips.POINTS_BACK if why is None and only_points(words) else why
        if why == skips.POINTS_BACK and not only_points(words) and self._joins(statement):
            self._extend(statement)
        elif why:
            self._skip(statement, why)
        else:
            span = (statement.start, statement.end)
            for draft in _drafts(words, clause, act, statement.speaker, span):
                self.drafts.append((statement.turn, draft))
                self.last = (statement.turn, statement.end)

    def result(self, limit: int) -> Extraction:
        """The drafts in the order of the text, the weightiest of each turn where it had too many."""
        turns: dict[int, list[ExtractedStatement]] = {}
        for turn, draft in self.drafts:
            turns.setdefault(turn, []).append(draft)
        kept: list[ExtractedStatement] = []
        for drafts in turns.values():
            weights = [-draft.importance * draft.confidence for draft in drafts]
            ranked = sorted(range(len(drafts)), key=weights.__getitem__)
            kept += [drafts[place] for place in sorted(ranked[:limit])]
            self.skipped += [
                SkippedPassage(text=d.text, reason=f"more than {limit} in one turn", span=d.span)
                for d in map(drafts.__getitem__, ranked[limit:])
            ]
        return Extraction(drafts=tuple(kept), skipped=tuple(sorted(self.skipped, key=lambda skip: skip.span)))

    def _skip(self, statement: Statement, reason: str) -> None:
        self.skipped.append(SkippedPassage(text=statement.text, reason=reason, span=(statement.start, statement.end)))

    def _foreign(self, statement: Statement, words: Words) -> None:
        """A language that cannot be read: whole and of low importance, where it is a statement."""
        if statement.text.endswith(("?", "？")):
            self._skip(statement, "question")
        elif is_foreign_courtesy(words):
            self._skip(statement, "pleasantry")
        elif self._joins(statement) and self.drafts[-1][1].speech == "unread":
            self._extend(statement)
        else:
            draft = ExtractedStatement(
                text=statement.text,
                type="fact",
                importance=memory_types.UNREAD,
                confidence=0.7,
                speech="unread",
                span=(statement.start, statement.end),
                speaker=statement.speaker,
            )
            self.drafts.append((statement.turn, draft))
            self.last = (statement.turn, statement.end)

    def _framed(self, turn: int, words: Words, act: str) -> str:
        """The speech act of a statement, coloured by a fiction that began earlier in the turn."""
        if act == "fiction" or (act == "hypothetical" and words.has(speech.LASTING)):
            self.framed = (turn, act)
        if self.framed is None or self.framed[0] != turn:
            return act
        if act not in _SUPPOSED and speech.back_to_reality(words):
            self.framed = None
            return act
        return self.framed[1]

    def _joins(self, statement: Statement) -> bool:
        """Whether the statement directly follows one that was kept, in the same turn."""
        if self.last[0] != statement.turn or not self.drafts or statement.kind == "item":
            return False
        draft = self.drafts[-1][1]
        return statement.start - self.last[1] < 4 and statement.end - draft.span[0] < _LONGEST

    def _extend(self, statement: Statement) -> None:
        turn, draft = self.drafts[-1]
        longer = draft.but(text=f"{draft.text} {statement.text}", span=(draft.span[0], statement.end))
        self.drafts[-1] = (turn, longer)
        self.last = (statement.turn, statement.end)


def tells_finding(text: str) -> bool:
    """Whether what was done brought a finding to light that states something: "I saw that the port is 80"."""
    from recall_cli.rules.outdated.found_clause import find_clause

    found = Words(find_clause(text) or "")
    clause = read_clause(found)
    return clause.verb != "" and skips.reason(found, clause) is None


def _judge(words: Words) -> "tuple[Words, Clause, str, str | None]":
    """The words of a statement that count, their clause, its speech act, and why it is skipped, if it is."""
    claim = skips.lever(words)
    words = claim or words
    clause = read_clause(words)
    act = "hypothetical" if claim else speech.speech(words, clause)
    why = skips.empty(words) if act in _SUPPOSED else skips.reason(words, clause)
    head = skips.statement_before(words) if why in (skips.QUESTION, skips.REQUEST) else None
    if head:
        words, clause = head, read_clause(head)
        act, why = speech.speech(words, clause), skips.reason(words, clause)
    return words, clause, act, why


def _drafts(
    words: Words, clause: Clause, act: str, speaker: "str | None", span: "tuple[int, int]"
) -> "list[ExtractedStatement]":
    """One draft of a statement, or one for each clause where two clauses claim two things."""
    me = "user" if speaker in (None, "user", "assistant") else speaker
    claims = facts.facts(words, me) if act in _CLAIMING else []
    claims = [claim for claim in claims if not _is_perfect_tense(claim[2])]
    scoped = _claims_behind_label(words, me) if claims else None
    claims = claims if scoped is None else scoped
    doubts = speech.hedges(words)
    if speaker == "assistant" and act == "plain":
        act = "inferred"
        claims = [claim for claim in claims if claim[2].attribute not in _VAGUE]
    sure = round(speech.confidence(act, doubts, speech.certain(words)), 2)
    held = [claim for claim in claims if not claim[2].value.startswith("not ")]
    if act == "plain" and len({fact.attribute for _, _, fact in held}) > 1 and _kind(words, clause) in _SPLIT_KINDS:
        parts = [(Words(words.original(start, stop)), fact) for start, stop, fact in held[:_FACTS]]
        # each of the kind that its clause is: a wish beside a fact stays a wish
        return [_draft(part, read_clause(part), act, sure, fact, speaker, span) for part, fact in parts]
    return [_draft(words, clause, act, sure, claims[0][2] if claims else None, speaker, span)]


def _is_perfect_tense(fact: "Fact") -> bool:
    """Whether "have" was read as a possession although it belongs to a verb: "I have not touched the admin panel"."""
    first = fact.value.removeprefix("not ").split()[:1]
    return fact.attribute == "has" and bool(first) and first[0].endswith("ed")


def _claims_behind_label(words: Words, me: str) -> "list[tuple[int, int, Fact]] | None":
    """The claim of a sentence behind a label ("On staging: the port is 9090."), within the scope of the label.

    None if there is no label, or only a value behind it.
    """
    label, colon, rest = words.text.partition(": ")
    if not colon or not 0 < len(label.split()) <= MAX_LABEL_WORDS or len(rest.split()) < MIN_CLAUSE_WORDS:
        return None
    behind = Words(rest)
    if behind.lower[0] not in _CLAUSE_STARTS and FORMS_OF_BE.isdisjoint(behind.lower[1:]):
        return None
    scope = label.strip("*_[]() ").removeprefix("The ").removeprefix("the ")
    for preposition in ("On ", "In ", "For ", "on ", "in ", "for "):
        scope = scope.removeprefix(preposition)
    named = any(letter.isalpha() for letter in scope) and not _PURPOSES & {*scope.lower().split()}
    return [
        (0, len(words), fact.but(qualifier=fact.qualifier or (scope if named else None)))
        for _, _, fact in facts.facts(behind, me)[:1]
    ]


def _draft(
    words: Words,
    clause: Clause,
    act: str,
    sure: float,
    fact: "Fact | None",
    speaker: "str | None",
    span: "tuple[int, int]",
) -> ExtractedStatement:
    """A draft with what was found, at the place where it stands."""
    kind = _kind(words, clause)
    return ExtractedStatement(
        text=words.text,
        type=kind,
        importance=memory_types.importance(kind, words, act, clause.who == "i"),
        confidence=sure,
        speech=act,
        span=span,
        speaker=speaker,
        **(fact.fields() if fact else {}),
    )


def _kind(words: Words, clause: Clause) -> str:
    return memory_types.memory_type(words, embedded_clause(words, clause))

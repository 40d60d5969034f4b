"""Two statements side by side: what they share, and what each has alone."""

from recall_cli.rules.revision import bearing
from recall_cli.rules.revision.frames import Frame, read_frame
from recall_cli.rules.revision.statement import Claim, Statement, circumstance_places
from recall_cli.rules.revision.terms import Term, mean_same, missing_terms
from recall_cli.rules.revision.values import sorts_fit
from recall_cli.rules.revision.verbs import CHANGE_VERBS, ENDING_VERBS, GONE_WORDS, REPLACE_VERBS
from recall_cli.rules.revision.word_sets import CHANGE_WORDS, DENIALS, OPPOSITES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class OldStatement:
    """The older statement, as the comparison needs it."""

    __slots__ = ("_frame", "content", "denies", "lows", "terms", "text")

    def __init__(self, terms: "list[Term]", text: str) -> None:
        self.terms, self.text = terms, text
        rejected = _rejected_places(terms) | circumstance_places(terms)
        self.content = [term for term in terms if term.is_content and term.place not in rejected]
        self.lows = frozenset(term.low for term in terms)
        self.denies = any(term.low in DENIALS for term in terms)
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
                if term.kind == "mark" or (
                    term.kind == "word" and term.low in ("for", "because", "since", "so", "as", "and")
                ):
                    break
                places.add(term.place)
    return places


def is_hedged(statement: Statement, old: OldStatement) -> bool:
    return bool(bearing.first_phrase(statement.words, bearing.HEDGES, old.lows))


def topic_terms(terms: "Iterable[Term]") -> "list[Term]":
    """The terms that name a topic: all but the generic words."""
    return [term for term in terms if not term.is_generic]


def is_change_word(term: Term) -> bool:
    """Whether a word of the new statement only tells that something changed."""
    if term.kind != "word":
        return False
    return (
        term.low in CHANGE_WORDS
        or term.low in CHANGE_VERBS
        or term.low in ENDING_VERBS
        or term.low in GONE_WORDS
        or term.low in REPLACE_VERBS
        or _is_past_verb(term.low)
    )


def _is_past_verb(word: str) -> bool:
    return word.endswith("ed") and len(word) > 4


def names_someone_else(claim_terms: "Sequence[Term]", other: "Sequence[Term]") -> bool:
    """Whether a statement speaks of somebody's thing, and the other one does not name them."""
    for term in claim_terms:
        if term.low in ("their", "his", "her", "competitor's"):
            return True
        if (
            term.low.endswith("'s")
            and term.kind in ("word", "name")
            and term.low not in ("it's", "that's", "let's", "what's", "here's", "there's", "user's", "he's", "she's")
        ):
            if not any(mean_same(term, item) or term.key in item.key.split() for item in other):
                return True
    return False


class Match:
    """One claim of the new statement next to the old one: what they share, and what each has alone."""

    __slots__ = ("claim", "new_items", "old", "shared", "statement")

    def __init__(self, old: OldStatement, claim: Claim, statement: Statement) -> None:
        self.old, self.claim, self.statement = old, claim, statement
        items = [
            term
            for term in claim.content
            if any(mean_same(term, other) for other in old.content) or not is_change_word(term)
        ]
        named = (
            [term for term in claim.context if any(mean_same(term, other) for other in old.content)]
            if _needs_context(claim, old)
            else []
        )
        self.new_items = items + [term for term in named if not any(mean_same(term, item) for item in items)]
        if named and not missing_terms(
            topic_terms(old.content), self.new_items
        ):  # the older value itself stands in the context
            differing = missing_terms(topic_terms(items), old.content)
            named = [term for term in named if not (differing and sorts_fit([term], differing[-1:], loose=True))]
            self.new_items = items + [term for term in named if not any(mean_same(term, item) for item in items)]
        if claim.subject:
            foreign = missing_terms(topic_terms(claim.subject), [*old.content, *self.new_items])
            known = [term.place for term in claim.subject if term not in foreign]
            foreign = [term for term in foreign if not known or term.place < known[-1]]
            self.new_items = foreign + self.new_items
        self.shared = [term for term in old.content if any(mean_same(term, other) for other in self.new_items)]


def _needs_context(claim: Claim, old: OldStatement) -> bool:
    """Whether a claim takes its subject from the sentences before: `it's 20 MB now`, `the fifth only`."""
    if not claim.words:
        return False
    if any(
        word in ("it", "it's", "they", "its", "their", "that's", "they're", "this", "these") for word in claim.words[:5]
    ):
        return True
    own = [
        term for term in claim.content if not term.is_generic and any(mean_same(term, other) for other in old.content)
    ]
    return not own


def is_ending(claim: Claim) -> bool:
    return claim.ends or any(word in ENDING_VERBS for word in claim.words)


def opposed_terms(match: Match) -> "list[Term]":
    """Terms of the old statement of which the new one says the opposite."""
    lows = {term.low for term in match.claim.terms}
    return [term for term in match.old.terms if OPPOSITES.get(term.low, frozenset()) & lows and term.low not in lows]

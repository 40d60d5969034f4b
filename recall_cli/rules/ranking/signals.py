"""What speaks for each candidate: one column of numbers per reason, to be weighed by `scoring`.

A memory of a conversation is seldom understood alone: the turns around it and the session that it belongs to
speak for it too. A memory without a session is its own session and has no neighbours.
"""

from recall_cli.rules.ranking.answer_kind import holds_kind
from recall_cli.rules.ranking.bm25 import bm25, rarity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from recall_cli.rules.ranking.passage import Passage
    from recall_cli.rules.ranking.question import Question

    Span = tuple[int, int]

NEIGHBOR_WEIGHTS = ((0, 3), (-1, 2), (1, 2), (-2, 1), (2, 1))
"""How much a memory and those next to it count for its context, by distance."""
_CONTEXT_LENGTH = 6
CANDIDATES_PER_LIST = 60
"""How many candidates each list, by words and by meaning, should give."""
WIDENED_CANDIDATES = 20
"""How many of the first of each list should bring their direct neighbours along as candidates."""
MAX_LOOKUP_WORDS = 2
"""A question of so few telling words asks for the very words."""
NEIGHBOR_REACH = 2
"""How far neighbours are looked at: the caller fetches the places up to this far from every candidate."""


class StoreStatistics:
    """What must be known of the whole store: how many texts, their mean length, how many hold each term."""

    __slots__ = ("average", "holding", "texts")

    def __init__(self, texts: int, average: float, holding: "Mapping[str, int]") -> None:
        self.texts = texts
        self.average = average
        self.holding = holding


class Signals:
    """The columns for one question; `passages` are the candidates and those of their neighbours that exist.

    `event` is the span of days of an event that the question names, where one was found.
    """

    def __init__(
        self,
        question: "Question",
        passages: "Mapping[int, Passage]",
        store: StoreStatistics,
        event: "Span | None" = None,
    ) -> None:
        self._event = [event] if event else []
        self._question = question
        self._passages = passages
        self._store = store
        self.rarities = [rarity(store.texts, store.holding.get(term, 0)) for term in question.terms]
        self._counted: dict[int, list[int]] = {}
        self._wanted = frozenset(question.terms)
        self._none = [0] * len(question.terms)

    def columns(self, places: "Sequence[int]") -> "dict[str, list[float]]":
        """Every reason's numbers for the candidates at these places, in their order."""
        found = [self._passages[place] for place in places]
        none = [0.0] * len(found)
        meaning = [passage.meaning for passage in found]
        talk = any(passage.session for passage in found)
        lookup, asked = 0 < len(self._question.terms) <= MAX_LOOKUP_WORDS, self._question
        return {
            "exact": [float(all(self.counts(passage))) for passage in found] if lookup else none,
            "words": [self._words(passage) for passage in found],
            "context": [self._context(passage) for passage in found],
            "meaning": meaning,
            "session_words": self._session_words(found) if talk else [self._told(self.counts(one)) for one in found],
            "session_meaning": self._session_meaning(found) if talk else meaning,
            "author": [float(self._is_by_named_author(passage)) for passage in found] if asked.names else none,
            "date": _date_scores([passage.day for passage in found], asked.spans) if asked.spans else none,
            "event": self.event_nearness(places),
            "answer": [self._count_answer_kinds(passage) for passage in found] if asked.wanted_kinds else none,
            "asking": [float(passage.is_question()) for passage in found],
            "reply": [self._reply_score(passage) for passage in found] if talk else none,
            "opening": [float(self._opens_session(passage)) for passage in found] if talk else none,
            "user": [float(passage.author == "user") for passage in found],
        }

    def event_nearness(self, places: "Sequence[int]") -> "list[float]":
        """How near each candidate is to the event that the question names."""
        if not self._event:
            return [0.0] * len(places)
        return _date_scores([self._passages[place].day for place in places], self._event)

    def neighbor_meaning(self, places: "Sequence[int]") -> "list[float]":
        """The better cosine of those directly before and after each candidate; without any, the least of all."""
        least = min((self._passages[place].meaning for place in places), default=0.0)
        found = []
        for place in places:
            around = (self._beside(self._passages[place], offset) for offset in (-1, 1))
            found.append(max((beside.meaning for beside in around if beside), default=least))
        return found

    def neighbors(self, passage: "Passage") -> "list[tuple[Passage, int]]":
        """The passage and those around it in its session, each with how much it counts."""
        around = [(passage, NEIGHBOR_WEIGHTS[0][1])]
        for offset, weight in NEIGHBOR_WEIGHTS[1:]:
            beside = self._beside(passage, offset)
            if beside:
                around.append((beside, weight))
        return around

    def counts(self, passage: "Passage") -> "list[int]":
        """How often the passage holds each term of the question."""
        counted = self._counted.get(passage.place)
        if counted is None:
            held = [*filter(self._wanted.__contains__, passage.stems)]
            counted = [*map(held.count, self._question.terms)] if held else self._none
            self._counted[passage.place] = counted
        return counted

    def _beside(self, passage: "Passage", offset: int) -> "Passage | None":
        beside = self._passages.get(passage.place + offset)
        return beside if beside and passage.session and beside.session == passage.session else None

    def _words(self, passage: "Passage") -> float:
        counted = self.counts(passage)
        if counted is self._none:
            return 0.0
        return bm25(counted, len(passage.stems), self._store.average, self.rarities)

    def _context(self, passage: "Passage") -> float:
        """BM25 of the passage read together with its neighbours."""
        if not passage.session:
            counted = self.counts(passage)
            if counted is self._none:
                return 0.0
            weight = NEIGHBOR_WEIGHTS[0][1]
            whole = _CONTEXT_LENGTH * self._store.average
            return bm25([weight * n for n in counted], weight * len(passage.stems), whole, self.rarities)
        total = self._none
        length = 0
        for beside, weight in self.neighbors(passage):
            length += weight * len(beside.stems)
            counted = self.counts(beside)
            if counted is not self._none:
                total = [held + weight * n for held, n in zip(total, counted, strict=True)]
        return 0.0 if total is self._none else bm25(total, length, _CONTEXT_LENGTH * self._store.average, self.rarities)

    def _session_words(self, found: "list[Passage]") -> "list[float]":
        """How many of the terms the session's candidates hold between them, and how often."""
        held: dict[str | int, list[int]] = {}
        for passage in found:
            counted, key = self.counts(passage), passage.session or passage.place
            held[key] = [a + n for a, n in zip(held[key], counted, strict=True)] if key in held else counted
        score = {key: self._told(counted) for key, counted in held.items()}
        return [score[passage.session or passage.place] for passage in found]

    def _told(self, counted: "list[int]") -> float:
        """What is said of the question's terms: the more often, the less each time adds."""
        total = 0.0
        if counted is not self._none:
            for n, rare in zip(counted, self.rarities, strict=True):
                if n:
                    total += rare * n / (n + 1)
        return total

    def _session_meaning(self, found: "list[Passage]") -> "list[float]":
        """The best cosine among the session's candidates."""
        best: dict[str | int, float] = {}
        for passage in found:
            key = passage.session or passage.place
            best[key] = max(best.get(key, passage.meaning), passage.meaning)
        return [best[passage.session or passage.place] for passage in found]

    def _is_by_named_author(self, passage: "Passage") -> bool:
        return not self._question.names.isdisjoint(passage.author.lower().split())

    def _opens_session(self, passage: "Passage") -> bool:
        """Does a session begin with it, as far as is known?"""
        return bool(passage.session) and not self._beside(passage, -1)

    def _count_answer_kinds(self, passage: "Passage") -> float:
        """How many of the wanted kinds of answer the passage holds."""
        return float(sum(holds_kind(passage.text, kind) for kind in self._question.wanted_kinds))

    def _reply_score(self, passage: "Passage") -> float:
        """How well the question that this passage follows matches: the answer to a like question is an answer."""
        before = self._beside(passage, -1)
        return self._words(before) if before and before.is_question() else 0.0


def _date_scores(days: "list[int]", spans: "Sequence[Span]") -> "list[float]":
    from recall_cli.rules.dates.question_dates import date_nearness

    return [date_nearness(day, spans) for day in days]

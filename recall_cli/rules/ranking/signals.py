"""Signals: what speaks for each candidate, as one column of numbers for each reason; `scoring` weighs them.

A turn of a conversation is seldom clear alone, so the turns around it and its session count too. A note is clear
alone. There one signal compares the words, and that on an absolute scale: a chance word in common is a small part of
the question, even if no other memory has more of it.

The words are matched by BM25. Document frequencies come from the whole store, because all candidates contain the words.
"""

from math import log

from recall_cli.rules.questions.question import ROLE_NAMES, holds_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from recall_cli.rules.questions.question import Question

    Span = tuple[int, int]

NEIGHBOR_WEIGHTS = ((0, 3), (-1, 2), (1, 2), (-2, 1), (2, 1))
"""How much a memory and its neighbours count for its context: pairs of offset and weight."""
_CONTEXT_LENGTH = 6
LIGHT_SHARE = 0.7
"""What a word that only asks counts, or a part of a name, compared with another word."""
MISMATCH_LOSS = 0.5
"""What another person or another time than the question names takes from a score."""
_MARKS = '.,;:!?()"“”'
CANDIDATES_PER_LIST = 60
"""How many candidates to take from each list, by words and by meaning."""
WIDENED_CANDIDATES = 20
"""For this many of the first in each list, the direct neighbours become candidates too."""
MAX_LOOKUP_WORDS = 2
"""A question with at most this many content words looks up exactly these words."""
NEIGHBOR_REACH = 2
"""How far neighbours count: the caller fetches the places up to this distance from every candidate."""
MAX_NEIGHBORS_OF_NOTES = 2.0
"""Memories with more neighbours on average are turns of conversations. What is noted in a session is rarely more than
three notes, which do not continue one another."""
K1, B = 0.9, 0.4
"""The constants of BM25. SQLite's own has 1.2 and 0.75, which suit web pages; memories are short."""


class Passage:
    """One stored text with everything that a question is compared with.

    It is a plain object and not a Record, because a search makes hundreds of them. `place` orders the memories of a
    session: neighbours have neighbouring places. `meaning` is the cosine to the question, 0 if either has no vector.
    """

    __slots__ = ("author", "day", "meaning", "place", "session", "stems", "text")

    def __init__(
        self,
        place: int,
        text: str,
        stems: "Sequence[str]",
        *,
        session: str = "",
        author: str = "",
        day: int = 0,
        meaning: float = 0.0,
    ) -> None:
        self.place = place
        self.text = text
        self.stems = stems
        self.session = session
        self.author = author
        self.day = day
        self.meaning = meaning

    def is_question(self) -> bool:
        """Whether the text is itself a question, which is hardly an answer."""
        return self.text.rstrip().endswith("?")

    def has_question(self) -> bool:
        """Whether any sentence of the text is a question, which the next one to speak probably answers."""
        return "? " in self.text or self.is_question()


class StoreStatistics:
    """Figures of the whole store: the number of texts, their mean length, how many contain each term, and whether they
    are turns of conversations, or notes that are clear alone.
    """

    __slots__ = ("average", "has_turns", "holding", "texts")

    def __init__(self, texts: int, average: float, holding: "Mapping[str, int]", *, has_turns: bool = True) -> None:
        self.has_turns = has_turns
        self.texts = texts
        self.average = average
        self.holding = holding


class Signals:
    """The signal columns for one question.

    `passages` are the candidates and their existing neighbours. `event` is the span of days of an event that the
    question names, if a memory tells its date.
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
        self.rarities = [
            rarity(store.texts, store.holding.get(term, 0)) * (LIGHT_SHARE if term in question.light_terms else 1)
            for term in question.terms
        ]
        known = (rare for term, rare in zip(question.terms, self.rarities, strict=True) if store.holding.get(term))
        self._most = (K1 + 1) * sum(known) or 1.0
        """More than BM25 can give to any passage of this store."""
        self._counted: dict[int, list[int]] = {}
        self._wanted = frozenset(question.terms)
        self._none = [0] * len(question.terms)

    def columns(self, places: "Sequence[int]") -> "dict[str, list[float]]":
        """The numbers of every signal for the candidates at these places, in their order."""
        passages = [self._passages[place] for place in places]
        zeros = [0.0] * len(passages)
        meaning = [passage.meaning for passage in passages]
        are_turns = self._store.has_turns
        is_lookup, question = 0 < len(self._question.terms) <= MAX_LOOKUP_WORDS, self._question
        return {
            "exact": [float(all(self.counts(passage))) for passage in passages] if is_lookup else zeros,
            "words": [self._words(passage) for passage in passages] if are_turns else zeros,
            "context": [self._context(passage) for passage in passages] if are_turns else zeros,
            "note_words": zeros if are_turns else [self._words(passage) / self._most for passage in passages],
            "meaning": meaning,
            "session_words": self._session_words(passages) if are_turns else zeros,
            "session_meaning": self._session_meaning(passages) if are_turns else meaning,
            "author": [float(self._is_by_named_author(passage)) for passage in passages] if question.names else zeros,
            "date": _date_scores([passage.day for passage in passages], question.spans) if question.spans else zeros,
            "event": self.event_nearness(places),
            "answer": [self._count_answer_kinds(passage) for passage in passages] if question.wanted_kinds else zeros,
            "asking": [float(passage.is_question()) for passage in passages],
            "reply": [self._reply_score(passage) for passage in passages] if are_turns else zeros,
            "opening": [float(self._opens_session(passage)) for passage in passages] if are_turns else zeros,
            "user": [float(passage.author == "user") for passage in passages],
        }

    def mismatches(self, place: int) -> "dict[str, float]":
        """What a candidate loses because it is about another person or time than the question names.

        It lowers the score that is shown, and not the order: among the candidates, a match of the person or the time
        already counts.
        """
        passage, question = self._passages[place], self._question
        lost = {}
        if question.names and self._is_by_other_person(passage):
            lost["other_person"] = -MISMATCH_LOSS
        if question.spans and not any(_date_scores([passage.day], question.spans)):
            lost["other_date"] = -MISMATCH_LOSS
        return lost

    def event_nearness(self, places: "Sequence[int]") -> "list[float]":
        """How near each candidate is to the event that the question names."""
        if not self._event:
            return [0.0] * len(places)
        return _date_scores([self._passages[place].day for place in places], self._event)

    def neighbor_meaning(self, places: "Sequence[int]") -> "list[float]":
        """The better cosine of the two direct neighbours of each candidate; without a neighbour, the lowest cosine."""
        least = min((self._passages[place].meaning for place in places), default=0.0)
        meanings = []
        for place in places:
            around = (self._session_neighbor(self._passages[place], offset) for offset in (-1, 1))
            meanings.append(max((neighbor.meaning for neighbor in around if neighbor), default=least))
        return meanings

    def neighbors(self, passage: Passage) -> "list[tuple[Passage, int]]":
        """The passage and its neighbours in the session, each with its weight."""
        around = [(passage, NEIGHBOR_WEIGHTS[0][1])]
        for offset, weight in NEIGHBOR_WEIGHTS[1:]:
            neighbor = self._session_neighbor(passage, offset)
            if neighbor:
                around.append((neighbor, weight))
        return around

    def counts(self, passage: Passage) -> "list[int]":
        """How often the passage contains each term of the question."""
        counted = self._counted.get(passage.place)
        if counted is None:
            matching = [*filter(self._wanted.__contains__, passage.stems)]
            counted = [*map(matching.count, self._question.terms)] if matching else self._none
            self._counted[passage.place] = counted
        return counted

    def _session_neighbor(self, passage: Passage, offset: int) -> "Passage | None":
        neighbor = self._passages.get(passage.place + offset)
        return neighbor if neighbor and passage.session and neighbor.session == passage.session else None

    def _words(self, passage: Passage) -> float:
        counted = self.counts(passage)
        if counted is self._none:
            return 0.0
        return bm25(counted, len(passage.stems), self._store.average, self.rarities)

    def _context(self, passage: Passage) -> float:
        """BM25 of the passage read together with its neighbours."""
        total = self._none
        length = 0
        for neighbor, weight in self.neighbors(passage):
            length += weight * len(neighbor.stems)
            counted = self.counts(neighbor)
            if counted is not self._none:
                total = [held + weight * n for held, n in zip(total, counted, strict=True)]
        return 0.0 if total is self._none else bm25(total, length, _CONTEXT_LENGTH * self._store.average, self.rarities)

    def _session_words(self, passages: "list[Passage]") -> "list[float]":
        """For each candidate, how well the candidates of its session together cover the question's terms."""
        totals: dict[str | int, list[int]] = {}
        for passage in passages:
            counted, key = self.counts(passage), passage.session or passage.place
            totals[key] = [a + n for a, n in zip(totals[key], counted, strict=True)] if key in totals else counted
        scores = {key: self._term_coverage(counted) for key, counted in totals.items()}
        return [scores[passage.session or passage.place] for passage in passages]

    def _term_coverage(self, counted: "list[int]") -> float:
        """How well these counts cover the question's terms; each repetition of a term adds less."""
        total = 0.0
        if counted is not self._none:
            for n, rare in zip(counted, self.rarities, strict=True):
                if n:
                    total += rare * n / (n + 1)
        return total

    def _session_meaning(self, passages: "list[Passage]") -> "list[float]":
        """For each candidate, the best cosine among the candidates of its session."""
        best: dict[str | int, float] = {}
        for passage in passages:
            key = passage.session or passage.place
            best[key] = max(best.get(key, passage.meaning), passage.meaning)
        return [best[passage.session or passage.place] for passage in passages]

    def _is_by_named_author(self, passage: Passage) -> bool:
        return not self._question.names.isdisjoint(passage.author.lower().split())

    def _is_by_other_person(self, passage: Passage) -> bool:
        """Whether another person than the one named says this, and does not mention that one."""
        author = frozenset(passage.author.lower().split())
        if not author or not author.isdisjoint(self._question.names | ROLE_NAMES):
            return False
        mentioned = (word.strip(_MARKS).removesuffix("'s") for word in passage.text.lower().split())
        return self._question.names.isdisjoint(mentioned)

    def _opens_session(self, passage: Passage) -> bool:
        """Whether the passage begins a session, as far as is known."""
        return bool(passage.session) and not self._session_neighbor(passage, -1)

    def _count_answer_kinds(self, passage: Passage) -> float:
        """How many of the wanted kinds of answer the passage contains."""
        return float(sum(holds_kind(passage.text, kind) for kind in self._question.wanted_kinds))

    def _reply_score(self, passage: Passage) -> float:
        """How well the question before this passage matches: the reply to a similar question is probably an answer.

        Who asks and then goes on replies to nobody, so only a question by another author counts.
        """
        before = self._session_neighbor(passage, -1)
        return self._words(before) if before and before.author != passage.author and before.has_question() else 0.0


def rarity(documents: int, matching: int) -> float:
    """The rarity of a term (idf): the logarithm of how many documents lack it for each one that contains it."""
    return log(1 + (documents - matching + 0.5) / (matching + 0.5))


def bm25(counts: "Sequence[float]", length: float, average: float, rarities: "Sequence[float]") -> float:
    """Okapi BM25 of one text, from its count of each term, its length, the mean length and the terms' rarities."""
    damping = K1 * (1 - B + B * length / average) if average else K1
    total = 0.0
    for count, rarity_of_term in zip(counts, rarities, strict=True):
        if count:
            total += rarity_of_term * count * (K1 + 1) / (count + damping)
    return total


def _date_scores(days: "list[int]", spans: "Sequence[Span]") -> "list[float]":
    from recall_cli.rules.dates.question_dates import date_nearness

    return [date_nearness(day, spans) for day in days]

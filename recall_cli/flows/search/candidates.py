"""The candidates for a question: the memories that match its words or its meaning, with everything that ranking needs.

There are two lists, by words and by meaning; the engine applies the view and the filters to both. The neighbours of the
first candidates are added, because in a conversation the answer is often next to the match.
"""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.domain.moment import DAY, EULER
from recall_cli.domain.vector import QueryVector
from recall_cli.engines.tables.memories import EMPTY_JSON_LIST
from recall_cli.flows.search.ranked_memory import search_words
from recall_cli.rules.questions.question import read_question, text_without_names
from recall_cli.rules.ranking import scoring
from recall_cli.rules.ranking.evidence import naming_stems, pin_fit
from recall_cli.rules.ranking.signals import CANDIDATES_PER_LIST, NEIGHBOR_REACH, WIDENED_CANDIDATES, Passage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row
    from recall_cli.engines.tables.search import ParsedQuestion
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.past_state import PastState
    from recall_cli.rules.questions.question import Question

MAX_QUESTION_LENGTH = 4_000
"""The meaning, dates and names of a question are read from this many characters; its words may be further on."""
TOPIC_AND_FACT = slice(12, 17)
"""Columns of the SQL fragment `passage` whose words count as words of the memory."""
PASSAGE_FIELDS = tuple(
    """created_at importance confidence usefulness trust decay_score access_count accessed_at topic entity attribute
    value tags""".split()
)
"""What follows the author in that fragment."""
MAX_PINS = 40
"""Maximum number of the user's pins that are considered for a question."""
MAX_TERMS = 32
"""Of a longer question, only this many of its rarest words are weighed."""


class Candidate(Passage):
    """A memory that may answer: a passage, with the values that its score needs besides its words."""

    created: int
    importance: float
    confidence: float
    usefulness: float
    trust: str
    decay: float
    accesses: int
    accessed: "int | None"
    fits: bool
    """Whether the filters include it; a neighbour of a match may not fit."""

    def __init__(self, row: "Row", stems: "Sequence[str]") -> None:
        """`row` has the columns of the SQL fragment `passage`."""
        number, text, session, author, self.created, *values, self.fits = row
        super().__init__(number, text, stems, session=session or "", author=author, day=self.created // DAY)
        self.importance, self.confidence, self.usefulness, self.trust, self.decay, *values = values
        self.accesses, self.accessed, self._topic, self._entity, _, _, self._tags = values

    @property
    def names(self) -> "tuple[str, ...]":
        """What it is about, as it was named: its topic, its entity and the values of its tags."""
        tags = loads(self._tags).values() if self._tags and self._tags != "{}" else ()
        return tuple(filter(None, (self._topic, self._entity, *map(str, tags))))


class QuestionVectors:
    """The vectors of a question, compared with the vectors of memories.

    If a full model is in use, it embeds the question. Memories that it has not embedded yet are compared by the
    built-in table, which has embedded every memory. So every memory can be found. Both kinds of cosine mean about the
    same, since the table was fitted to a model.
    """

    def __init__(self, tx: "Transaction", text: str, full_text: str) -> None:
        """`text` is the question without unknown words; if it is empty, a full model embeds `full_text`."""
        self._tx, self._text = tx, text
        self._made: bytes | None = None
        self._model = tx.full_model()
        self._full = self._model.embed(text or full_text) if self._model is not None else b""

    @property
    def _table(self) -> bytes:
        """The vector from the table, made when it is needed."""
        if self._made is None:
            self._made = self._tx.embed(self._text)
        return self._made

    @property
    def model(self) -> "str | None":
        """The name of the full model that embedded the question, if one did."""
        return None if self._model is None else self._model.name

    def nearest(self, count: int, filters: "Filters", without: str) -> "list[tuple[int, float]]":
        """The nearest memories with their cosines, best first."""
        if self._model is None:
            return self._tx.vectors.nearest(self._table, count, filters, without)
        name = self._model.name
        neighbours = self._tx.engine.vectors(self._tx, name).nearest(self._full, count, filters, without)
        if self._tx.embedding.has_waiting(name):
            neighbours += self._tx.vectors.nearest_without_vector(self._table, count, name, filters, without)
        return sorted(neighbours, key=lambda pair: (-pair[1], pair[0]))[:count]

    def among(self, numbers: "Iterable[int]") -> "dict[int, float]":
        """The cosine of each of these memories."""
        numbers = list(numbers)
        if self._model is None:
            return self._tx.vectors.cosines_of(self._table, numbers)
        cosines = self._tx.engine.vectors(self._tx, self._model.name).cosines_of(self._full, numbers)
        missing = [n for n in numbers if n not in cosines]
        return {
            **cosines,
            **(self._tx.vectors.cosines_of(self._table, missing) if missing and any(self._table) else {}),
        }

    def cosines_of_texts(self, texts: "dict[int, str]") -> "list[tuple[int, float]]":
        """The cosines of texts without stored vectors; only the table is fast enough for that."""
        if not any(self._table):
            return []
        query = QueryVector(self._table)
        return [(n, query.cosine(self._tx.embed(text))) for n, text in texts.items()]


class Candidates:
    """The candidates for one question at one moment."""

    def __init__(
        self, tx: "Transaction", filters: "Filters", asked: "ParsedQuestion", text: str, past_state: "PastState | None"
    ) -> None:
        self.tx, self.filters, self.asked, self._was = tx, filters, asked, past_state
        self._without = EMPTY_JSON_LIST if past_state is None else dumps(list(past_state.changed))
        self._loose = tuple(w.stem for w in asked.words if not asked.counts.get(w.stem) and len(w.stem) > 2) + tuple(
            w.stem for w in asked.words if w.ask.endswith("*")
        )
        self.now = tx.now if filters.as_of is None else filters.as_of
        self.question = self._read(text)
        self.lexical: dict[int, float] = {}
        """The list by words: row numbers with the scores of the word index, best first."""
        self.dense: dict[int, float] = {}
        """The list by meaning: row numbers with their cosines, best first."""
        self._reworded: set[int] = set()
        """The memories of which another wording matched the words of the question best."""
        self.passages: dict[int, Candidate] = {}
        self._fused: dict[int, float] | None = None
        self._most_accesses: int | None = None
        self.pins: dict[int, float] = {}
        """The user's pins that answer the question, whatever else is stored: row numbers with how well they fit."""
        self.past: dict[int, Memory] = (
            {} if past_state is None else {memory.n: memory for memory in past_state.matching}
        )

    def _read(self, text: str) -> "Question":
        """The parsed question; its terms are the words as the index counts them, only the rarest if there are many."""
        engine, counts = self.tx.engine, self.asked.counts
        names = frozenset(word for author in self.tx.search.agents() for word in engine.split_words(author))
        read = read_question(text, self.now // DAY, names, engine.split_words, engine.stems)
        terms = [word.stem for word in self.asked.words]
        if len(terms) > MAX_TERMS:
            terms = sorted(terms, key=lambda stem: counts.get(stem, 0))[:MAX_TERMS]
        return read.but(terms=tuple(terms))

    def _text_for_vector(self) -> str:
        """The text from which the question's vector is made: without names, and without unknown words.

        A word that neither the embedder nor the store knows would get the meaning of its syllables.
        """
        stems = {word.ask.strip('"*'): word.stem for word in self.asked.words}
        counts, split, knows = self.asked.counts, self.tx.engine.split_words, self.tx.knows

        def is_known(raw_word: str) -> bool:
            return any(counts.get(stems.get(word, ""), 0) or knows(word) for word in split(raw_word))

        return " ".join(filter(is_known, text_without_names(self.question).split()))

    def gather(self, limit: int, *, widen: bool) -> None:
        """Make both lists, and load their memories and, with `widen`, their neighbours."""
        self.meaning = QuestionVectors(self.tx, self._text_for_vector(), self.question.text)
        self.lexical = self._find_by_words(limit)
        self.dense = self._find_by_meaning(min(limit, 10 * CANDIDATES_PER_LIST))
        self._load_passages({*self.lexical, *self.dense})
        if widen:
            self._load_passages(self._neighbours_of({*self.passages}, NEIGHBOR_REACH))
            first = [*self.lexical][:WIDENED_CANDIDATES] + [*self.dense][:WIDENED_CANDIDATES]
            self._measure_meaning({*self.lexical, *self._neighbours_of(first, 1)})
        else:
            self._measure_meaning(self.lexical)

    def add_pins(self, numbers: "list[int]") -> None:
        """Load the user's pins too: other memories can push a pin out of both lists, but not out of its own answer."""
        self._load_passages(numbers)
        self._measure_meaning(numbers)
        stems = naming_stems(self.question.text, self.tx.engine.split_words, self.tx.engine.stems)
        for n in numbers:
            if n in self.passages:
                fit = pin_fit(stems, self.passages[n].stems, self.passages[n].meaning)
                if fit is not None:
                    self.pins[n] = fit

    def add_user_words(self, limit: int) -> "list[int]":
        """Load the user's own memories that have the question's words, separately from those of others."""
        assert self.asked.match is not None
        numbers = self.tx.search.own_by_words(self.asked.match, self.filters, limit)
        self._load_passages(numbers)
        self._measure_meaning(numbers)
        return [n for n in numbers if n in self.passages]

    def _find_by_words(self, limit: int) -> "dict[int, float]":
        assert self.asked.match is not None
        if self._was is not None or not self.filters.is_current_only:
            return search_words(self.tx, self.asked.match, self.filters, limit, self._was)
        found = self.tx.search.by_all_wordings(self.asked.match, self.filters, limit)
        self._reworded = {n for n, _, reworded in found if reworded}
        return {n: score for n, score, _ in found}

    def _find_by_meaning(self, limit: int) -> "dict[int, float]":
        """The list by meaning; a memory that had another text at the moment asked for is compared with that text."""
        neighbours = self.meaning.nearest(limit, self.filters, self._without)
        if self._was is not None and self.filters.is_current_only:  # then the engine leaves nothing out
            neighbours = [pair for pair in neighbours if pair[0] not in self._was.changed]
        if self.past:
            neighbours += self.meaning.cosines_of_texts({n: memory.text for n, memory in self.past.items()})
            neighbours = sorted(neighbours, key=lambda pair: (-pair[1], pair[0]))[:limit]
        return dict(neighbours)

    def _load_passages(self, numbers: "Iterable[int]") -> None:
        """Load these memories as passages, if they are visible and believed."""
        stems = self.tx.engine.stems
        new = [n for n in numbers if n not in self.passages]
        rows = self.tx.search.passages(new, self.filters, self._without) if new else []
        rows += [_passage_row(self.past[n]) for n in new if n in self.past]
        other_wordings = self.tx.search.wordings(self._reworded.intersection(new)) if self._reworded else {}
        for row in rows:
            row_stems = stems(" ".join(filter(None, (row[1], *row[TOPIC_AND_FACT], *other_wordings.get(row[0], ())))))
            if self._loose:
                row_stems = [
                    next(filter(stem.startswith, self._loose)) if stem.startswith(self._loose) else stem
                    for stem in row_stems
                ]
            self.passages[row[0]] = Candidate(row, row_stems)

    def _neighbours_of(self, numbers: "Iterable[int]", reach: int) -> "list[int]":
        """The row numbers next to those that belong to a session."""
        offsets = [offset for offset in range(-reach, reach + 1) if offset]
        sessions = [n for n in numbers if n in self.passages and self.passages[n].session]
        return list(dict.fromkeys(n + offset for n in sessions for offset in offsets))

    def _measure_meaning(self, numbers: "Iterable[int]") -> None:
        """Set the cosines of the list by meaning and of these other candidates."""
        missing = [n for n in numbers if n in self.passages and n not in self.dense]
        near = {**self.dense, **(self.meaning.among(missing) if missing else {})}
        for n, cosine in near.items():
            if n in self.passages:
                self.passages[n].meaning = cosine

    def with_neighbours(self) -> "list[int]":
        """All candidates: both lists, the pins, and the direct neighbours of the first ones in the same session."""
        numbers = dict.fromkeys((*self.lexical, *self.dense, *self.pins))
        for n in (*[*self.lexical][:WIDENED_CANDIDATES], *[*self.dense][:WIDENED_CANDIDATES]):
            for neighbour in (n - 1, n + 1):
                if self.in_same_session(n, neighbour) and self.passages[neighbour].fits:
                    numbers[neighbour] = None
        return [n for n in numbers if n in self.passages]

    @property
    def fused_scores(self) -> "dict[int, float]":
        """Both lists fused by their ranks only, as the published rankings do it."""
        if self._fused is None:
            from recall_cli.rules.ranking.preset_rankings import reciprocal_rank_fusion

            self._fused = reciprocal_rank_fusion([[*self.lexical], [*self.dense]])
        return self._fused

    @property
    def most_accesses(self) -> int:
        """The number of accesses of the most used candidate."""
        if self._most_accesses is None:
            self._most_accesses = max((candidate.accesses for candidate in self.passages.values()), default=0)
        return self._most_accesses

    def in_same_session(self, first_n: int, second_n: int) -> bool:
        """Whether both are known and belong to the same session."""
        first, second = self.passages.get(first_n), self.passages.get(second_n)
        return bool(first and second and first.session and first.session == second.session)

    def freshness(self, n: int) -> float:
        """How new a candidate is, from 1 to 0; one that is used often ages more slowly."""
        candidate = self.passages[n]
        return float(EULER ** (-max(0.0, (self.now - candidate.created) / DAY) / (1 + candidate.accesses)))

    def use_strength(self, n: int) -> float:
        """How often a candidate was used, compared with the most used candidate, from 0 to 1."""
        accesses = self.passages[n].accesses
        if not accesses:
            return 0.0
        from math import log

        return log(1 + accesses) / log(1 + self.most_accesses)

    def common_terms(self, n: int) -> "dict[str, float]":
        """The figures of a candidate that every ranking shows in its explanation."""
        candidate = self.passages[n]
        return {
            "lexical": self.lexical.get(n, 0.0),
            "dense": candidate.meaning,
            "rrf": self.fused_scores.get(n, 0.0),
            "recency": self.freshness(n),
            "importance": candidate.importance,
            "decay": candidate.decay,
            "strength": self.use_strength(n),
            "q": candidate.usefulness,
        }

    def belief(self, n: int) -> float:
        """The belief in a candidate, as its score counts it."""
        candidate = self.passages[n]
        trust, strong = scoring.TRUST_LEVELS[candidate.trust], self.use_strength(n)
        return scoring.belief_score(
            candidate.importance, candidate.confidence, candidate.usefulness, trust, strong, candidate.decay
        )

    @property
    def has_full_model(self) -> bool:
        """Whether a full model read the question."""
        return self.meaning.model is not None


def gather_candidates(
    tx: "Transaction",
    asked: "ParsedQuestion",
    question: str,
    filters: "Filters",
    limit: int,
    past_state: "PastState | None" = None,
    *,
    widen: bool = True,
) -> Candidates:
    """All candidates that a search with this limit considers."""
    gathered = Candidates(tx, filters, asked, question[:MAX_QUESTION_LENGTH], past_state)
    gathered.gather(max(CANDIDATES_PER_LIST, limit), widen=widen)
    if widen and filters.is_current_only and (pins := tx.memories.pinned_matching(filters, MAX_PINS)):
        gathered.add_pins(pins)
    return gathered


def _passage_row(memory: "Memory") -> "Row":
    """A past state of a memory, in the columns of the SQL fragment `passage`."""
    author = memory.agent or memory.source
    values = (getattr(memory, name) for name in PASSAGE_FIELDS)
    return (memory.n, memory.text, memory.session, author, *values, True)

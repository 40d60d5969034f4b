"""What a brief tells first: rules, what came up again, the user's words, and the newest; what nobody uses sinks.

Measured on labelled sessions of a real project: a note of the last session is needed eight times as often as one that
is twenty sessions old, and a rule twice as often as a fact. Importance and confidence told nothing.
"""

from math import log, sqrt

from recall_cli.domain.moment import DAY
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.brief.sections import MIN_SURE_CONFIDENCE
from recall_cli.rules.change.open_ends import is_open_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.domain.memory import BriefCandidate

    Source = str | int

MAX_LINES, MIN_OTHERS, MIN_LINES = 12, 4, 7
"""A brief has this many lines, or more if the user has many rules; then so many are left for the words of others. With
fewer than the last number, it also tells what the agent reads elsewhere."""
MAX_CONTESTED, MAX_PAIRS = 2, 2
"""The largest numbers of contested facts, and of older memories that a newer one perhaps replaced."""
MAX_OF_AUTHOR, MAX_OF_SESSION = 6, 4
"""So many lines one author and one session have at most, while others wait."""
RULE_TYPES = frozenset({"preference", "decision", "correction", "pattern", "procedure"})
RULE_FACTOR, SPOKEN_FACTOR, UNSURE_FACTOR, OLD_END_FACTOR = 2.0, 2.0, 0.5, 0.1
"""What a rule, a word of the user, a guess and an old open end weigh, compared with another memory."""
OPEN_END_DAYS = 7
"""What is still missing after so many days is done elsewhere, or nobody misses it."""
MAX_TIMES = 5
"""What came up more often weighs no more."""
MIN_WORD_LENGTH = 3
MIN_SHARED_WORDS, MAX_SHARING = 2, 8
"""Two texts are compared if they share this many words that no more candidates than this have."""
SAME_RULE, SAME_LINE = 0.4, 0.9
"""The part of the shorter text's words, weighed by how rare they are, that must be in the other one so that a rule
counts as said again; and of the older text's words in the newer one, so that the older one is left out."""
MIN_SHARED_RARITY = 6.0
"""The least that the shared words tell together: a word that one in twenty texts has tells 3."""


class Recurrence:
    """How often each of the candidates came up, in several sessions or stores."""

    def __init__(self, candidates: "Sequence[BriefCandidate]") -> None:
        self.weight: dict[int, int] = {}
        """By row number, in how many sessions or stores the same was said, perhaps in other words."""
        self.times: dict[int, int] = {}
        """How often just this was said, for what was said more than once."""
        self.repeated: set[int] = set()
        """Those that a newer candidate says again."""
        said_in: dict[int, set[Source]] = {}
        for newer, older, covered in _similar_pairs(candidates):
            for one, other in ((newer, older), (older, newer)):
                said_in.setdefault(one.n, {_source(one)}).add(_source(other))
            if covered >= SAME_LINE and older.trust != "user" and not older.pinned and not older.contested:
                self.repeated.add(older.n)
                self.times[newer.n] = self.times.get(newer.n, 1) + 1
        self._open_ends: dict[int, bool] = {}
        for memory in candidates:
            again = memory.seen_count - 1
            self.weight[memory.n] = min(len(said_in.get(memory.n, "1")) + again, MAX_TIMES)
            if again:
                self.times[memory.n] = self.times.get(memory.n, 1) + again

    def is_open_end(self, memory: "BriefCandidate") -> bool:
        """Whether a candidate says that something is still missing; read once, as it may be ranked twice."""
        if memory.n not in self._open_ends:
            self._open_ends[memory.n] = is_open_end(memory.text)
        return self._open_ends[memory.n]


def rank_for_brief(
    memories: "Sequence[BriefCandidate]", recurrence: Recurrence, user_pins: "set[int]", today: int
) -> "list[BriefCandidate]":
    """The memories, the weightiest first: the user's pins, then what others pinned, then by age and use. `today` is the
    day's first moment.

    The age is the number of sessions that left something since, so a project that rests does not forget.
    """
    newest: dict[Source, int] = {}
    for memory in memories:
        source = _source(memory)
        newest[source] = max(newest.get(source, 0), memory.created_at)
    ages = {source: age for age, source in enumerate(sorted(newest, key=lambda source: -newest[source]))}

    def key(memory: "BriefCandidate") -> "tuple[bool, bool, float, int]":
        weight = memory.decay_score / sqrt(1 + ages[_source(memory)])
        weight *= recurrence.weight[memory.n]
        weight *= RULE_FACTOR if memory.type in RULE_TYPES else 1
        weight *= SPOKEN_FACTOR if memory.source == "user" else 1
        if memory.trust == "tool" or (memory.trust != "user" and memory.confidence < MIN_SURE_CONFIDENCE):
            weight *= UNSURE_FACTOR
        if memory.created_at < today - OPEN_END_DAYS * DAY and recurrence.is_open_end(memory):
            weight *= OLD_END_FACTOR
        return memory.n not in user_pins, not memory.pinned, -weight, -memory.n

    return sorted((memory for memory in memories if memory.n not in recurrence.repeated), key=key)


def _source(memory: "BriefCandidate") -> "Source":
    """Where a memory comes from: its session, or a store of its own."""
    return memory.session or memory.n


def _similar_pairs(
    candidates: "Sequence[BriefCandidate]",
) -> "Iterable[tuple[BriefCandidate, BriefCandidate, float]]":
    """Pairs of different sources that say the same: the newer, the older, and the part of the older in the newer."""
    words = [_words(memory.text) for memory in candidates]
    having: dict[str, list[int]] = {}
    for at, own in enumerate(words):
        for word in own:
            having.setdefault(word, []).append(at)
    rarity = {word: log((len(words) + 1) / len(places)) for word, places in having.items()}
    shared: dict[tuple[int, int], int] = {}
    for places in having.values():
        if len(places) <= MAX_SHARING:
            for i, first in enumerate(places):
                for second in places[i + 1 :]:
                    shared[first, second] = shared.get((first, second), 0) + 1
    for (first, second), count in shared.items():
        one, other = candidates[first], candidates[second]
        if count < MIN_SHARED_WORDS or _source(one) == _source(other):
            continue
        both, either = words[first] & words[second], words[first] ^ words[second]
        if any(not word.isalpha() and any(letter.isdigit() for letter in word) for word in either):
            continue  # another number is another statement
        common, *totals = (sum(map(rarity.__getitem__, some)) for some in (both, words[first], words[second]))
        if common >= MIN_SHARED_RARITY and common >= SAME_RULE * min(totals):
            if (one.created_at, one.n) > (other.created_at, other.n):
                yield one, other, common / totals[1]
            else:
                yield other, one, common / totals[0]


def _words(text: str) -> "frozenset[str]":
    """The words of a text that may tell what it is about."""
    words = {word.strip(".,;:!?()[]{}\"'`“”‘’") for word in text.casefold().split()}
    return frozenset(
        [
            word.removesuffix("s")
            for word in words
            if (len(word) >= MIN_WORD_LENGTH and word not in STOP_WORDS) or word.isdigit()
        ]
    )

"""Is there any evidence for an answer, or is silence better?

The scores of a ranking are relative: something is always first. Evidence is absolute. An answer holds the naming
words of the question, rare ones above all; it stands ahead of the crowd, by words and by meaning, where a question
that nobody can answer finds many memories that are about equally far away; and no word of the question is unknown
to the whole store. The weights were fitted by `tests/bench/silence.py` on public questions, on those asked of
another's store, and on those whose answers had been taken out of it, and rounded.
"""

from recall_cli.domain.moment import EULER
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.dates.date_words import MONTHS, WEEKDAYS
from recall_cli.rules.ranking.question_words import QUESTION_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from recall_cli.rules.ranking.passage import Passage
    from recall_cli.rules.ranking.question import Question

    Tokenizer = Callable[[str], list[str]]

EVIDENCE_WEIGHTS = {
    "held": 1.0,
    "words_ahead": 0.3,
    "meaning_ahead": 3.0,
    "named": 0.2,
    "unknown": -0.5,
    "unknown_names": -0.3,
}
EVIDENCE_MIDPOINT, EVIDENCE_SLOPE = 0.95, 3.4
"""The weighted sum at which an answer is as likely as none, where half of all questions have one; and how fast that
changes with it."""
MIN_EVIDENCE = 0.12
"""Below this a context stays empty: the dial between silence and noise. 97 of 100 answers are above it."""
MIN_SHARE_OF_BEST = 0.5
"""What scores less than this share of the best is no answer beside it."""
WORD_CROWD_RANK, MEANING_CROWD_RANK = 5, 20
"""Whoever stands at this place of a list stands for the crowd."""
DEFAULT_MEANING_LEAD, DEFAULT_FULL_MODEL_LEAD = 0.1, 0.25
"""How far ahead a meaning is taken to be where there are too few memories for a crowd: as far as usual."""
USUAL_FULL_MODEL_LEAD = 0.1
"""A full model tells memories apart more than the table does: the best of any store is so much further ahead."""
NAME_WEIGHT = 1.5
MAX_CHECKED_RESULTS = 5
"""How many of the best results are asked for evidence."""


class NamingWords:
    """The naming words of a question: the stem of each, what it counts, and which are names."""

    def __init__(self, stems: "dict[str, float]", names: "frozenset[str]") -> None:
        self.stems = stems
        self.names = names


def naming_words(
    question: "Question", words: "Tokenizer", stems: "Tokenizer", rarity: "Callable[[str], float]"
) -> NamingWords:
    """The words that a memory must hold to be about the question; names count half as much again."""
    plain = [word for word in words(question.text) if word not in STOP_WORDS and word not in question.names]
    plain = [word for word in plain if not (question.spans and _is_date_word(word))] or plain
    naming = [word for word in plain if word not in QUESTION_WORDS] or plain
    capitals = _capitalized_words(question.text, words)
    weighed: dict[str, float] = {}
    names: set[str] = set()
    for word in naming:
        for stem in stems(word) or [word]:
            weighed[stem] = rarity(stem) * (NAME_WEIGHT if word in capitals else 1)
            if word in capitals:
                names.add(stem)
    return NamingWords(weighed, frozenset(names))


def evidence_signals(
    naming: NamingWords, results: "Iterable[Sequence[Passage]]", is_known: "Callable[[str], bool]"
) -> "dict[str, float]":
    """What the naming words say, held against the best results, each given with its neighbours."""
    whole = sum(naming.stems.values())
    share = 0.0
    for passages in results:
        held = {stem for passage in passages for stem in passage.stems}
        if whole:
            share = max(share, sum(count for stem, count in naming.stems.items() if stem in held) / whole)
    strange = frozenset(stem for stem in naming.stems if not is_known(stem))
    return {
        "held": share,
        "unknown": sum(naming.stems[stem] for stem in strange) / whole if whole else 0.0,
        "unknown_names": len(naming.names & strange) / len(naming.names) if naming.names else 0.0,
    }


def word_lead(scores: "Sequence[float]") -> float:
    """How far the first of the list by words is ahead of the crowd, as a share; where there is none, it is alone."""
    if not scores or scores[0] <= 0:
        return 0.0
    return 1 - scores[WORD_CROWD_RANK - 1] / scores[0] if len(scores) >= WORD_CROWD_RANK else 1.0


def meaning_lead(cosines: "Sequence[float]", *, full_model: bool) -> float:
    """How much nearer than the crowd the nearest is; less what is usual for a full model."""
    if not cosines:
        return 0.0
    few = DEFAULT_FULL_MODEL_LEAD if full_model else DEFAULT_MEANING_LEAD
    ahead = cosines[0] - cosines[MEANING_CROWD_RANK - 1] if len(cosines) >= MEANING_CROWD_RANK else few
    return ahead - (USUAL_FULL_MODEL_LEAD if full_model else 0.0)


def evidence_score(signals: "Mapping[str, float]") -> float:
    """All signs together: how likely it is that there is an answer, from 0 to 1."""
    return float(
        1
        / (
            1
            + EULER
            ** (
                EVIDENCE_SLOPE
                * (EVIDENCE_MIDPOINT - sum(EVIDENCE_WEIGHTS[name] * value for name, value in signals.items()))
            )
        )
    )


def _is_date_word(word: str) -> bool:
    return word in MONTHS or word in WEEKDAYS or word[:1].isdigit()


def _capitalized_words(text: str, words: "Tokenizer") -> "set[str]":
    """The words written with a capital, but for the first, which every question begins with."""
    return {word for raw in text.split()[1:] if raw.lstrip("'\"“#(")[:1].isupper() for word in words(raw)}

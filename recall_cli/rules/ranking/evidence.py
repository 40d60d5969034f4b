"""Evidence: whether the best results answer the question at all, or whether an empty answer is better.

The scores of a ranking are relative: some result is always first. Evidence is absolute, and has three signs. An answer
contains the naming words of the question, above all the rare ones. It is clearly ahead of the other results, by words
and by meaning; a question without an answer finds many memories at about the same distance. And the store knows all
words of the question. `lab/silence.py` fitted the weights, which are rounded, on three kinds of public
questions: those with an answer, those asked of another person's store, and those whose answers had been removed.
"""

from recall_cli.domain.moment import EULER
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.dates.date_words import MONTHS, WEEKDAYS
from recall_cli.rules.questions.question import QUESTION_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from recall_cli.rules.questions.question import Question
    from recall_cli.rules.ranking.signals import Passage

    Tokenizer = Callable[[str], list[str]]

EVIDENCE_WEIGHTS = {
    "held": 1.0,
    "words_ahead": 0.6,
    "meaning_ahead": 4.0,
    "named": 0.4,
    "unknown": -0.7,
    "unknown_names": -0.6,
}
EVIDENCE_MIDPOINT, EVIDENCE_SLOPE = 1.2, 3.4
"""The weighted sum at which an answer is as likely as none if half of all questions have one, and the slope there."""
MIN_EVIDENCE = 0.12
"""Below this evidence a brief stays empty. A lower value gives more noise, a higher one misses answers; 97 of 100
answers are above it."""
MIN_EVIDENCE_OF_NOTES = 0.45
"""The same for a question to single notes that the table has compared: there the right note shares words with nearly
every question that it answers, and a note about the same thing without the answer is the usual mistake."""
MIN_SHARE_OF_BEST = 0.5
"""A result with less than this share of the best score is not an answer beside it."""
MIN_SHARE_BESIDE_NAMED = 0.8
"""Beside memories whose subject the question names, another result needs this share of the best score."""
NAMED_SUBJECT, OTHER_SUBJECT = "named", "other"
"""The subject of a result where a question names subjects: one of these, or something else than these."""
NO_POSSESSOR_EVIDENCE = 0.03
"""The most evidence if the question names whose thing it asks for, and no good candidate names that person."""
MISMATCH_FACTOR = 0.85
"""What another person or another time than the question names leaves of the evidence of the first result."""
SURE_EVIDENCE = 0.5
"""From this evidence on an answer is called sure, unless the store was calibrated (`flows.search.calibration`)."""
SURE, MAYBE, LESS_LIKELY = "sure", "maybe", "less likely"
"""How a result is called: an answer of enough evidence, another answer, and a result that probably does not answer."""
WORD_CROWD_RANK, MEANING_CROWD_RANK = 5, 20
"""The result at this place of a list stands for the crowd: the many memories that are all about equally near."""
DEFAULT_MEANING_LEAD = 0.25
"""The lead by meaning that is assumed if there are too few memories for a crowd: the usual one."""
TABLE_MEANING_WEIGHT, USUAL_TABLE_MEANING = 0.2, 0.06
"""What the lead and the cosine of the first result count if the table measured them, less what strangers reach too."""
USUAL_FULL_MODEL_LEAD = 0.1
"""By this much the best result of a full model leads, whatever is asked."""
MIN_PIN_WORD_SHARE, MIN_PIN_COSINE = 0.6, 0.65
"""A pin answers the question if it contains this share of its naming words, or if its meaning is this near."""
NAME_WEIGHT = 1.5
"""Names count this many times as much as other words."""
MAX_CHECKED_RESULTS = 5
"""This many of the best results are checked for evidence."""


class NamingWords:
    """The naming words of a question: their stems with weights, and the stems that are names."""

    def __init__(self, stems: "dict[str, float]", names: "frozenset[str]") -> None:
        self.stems = stems
        self.names = names


def naming_words(
    question: "Question", words: "Tokenizer", stems: "Tokenizer", rarity: "Callable[[str], float]"
) -> NamingWords:
    """The words that a memory must contain to be about the question; names count more."""
    content_words = [word for word in words(question.text) if word not in STOP_WORDS and word not in question.names]
    content_words = [word for word in content_words if not (question.spans and _is_date_word(word))] or content_words
    naming = [word for word in content_words if word not in QUESTION_WORDS] or content_words
    capitalized = _capitalized_words(question.text, words)
    weights: dict[str, float] = {}
    names: set[str] = set()
    for word in naming:
        for stem in stems(word) or [word]:
            weights[stem] = rarity(stem) * (NAME_WEIGHT if word in capitalized else 1)
            if word in capitalized:
                names.add(stem)
    return NamingWords(weights, frozenset(names))


def naming_stems(question: str, words: "Tokenizer", stems: "Tokenizer") -> "frozenset[str]":
    """The stems of the question's naming words: those that neither ask nor are stop words."""
    plain = [word for word in words(question) if word not in STOP_WORDS]
    telling = [word for word in plain if word not in QUESTION_WORDS] or plain
    return frozenset(stem for word in telling for stem in stems(word))


def pin_fit(question: "frozenset[str]", memory: "Iterable[str]", meaning: float) -> "float | None":
    """How well a pin fits a question, from 0 to 1; None if it is not an answer.

    The rarity of words and the other memories do not count, because anyone who can store memories could change them.
    """
    share = len(question.intersection(memory)) / len(question) if question else 0.0
    return max(share, meaning) if share >= MIN_PIN_WORD_SHARE or meaning >= MIN_PIN_COSINE else None


def evidence_signals(
    naming: NamingWords, results: "Iterable[Sequence[Passage]]", is_known: "Callable[[str], bool]"
) -> "dict[str, float]":
    """The signs from the naming words, compared with the best results; each result comes with its neighbours."""
    total = sum(naming.stems.values())
    share = 0.0
    for passages in results:
        present = {stem for passage in passages for stem in passage.stems}
        if total:
            share = max(share, sum(count for stem, count in naming.stems.items() if stem in present) / total)
    unknown = frozenset(stem for stem in naming.stems if not is_known(stem))
    return {
        "held": share,
        "unknown": sum(naming.stems[stem] for stem in unknown) / total if total else 0.0,
        "unknown_names": len(naming.names & unknown) / len(naming.names) if naming.names else 0.0,
    }


def word_lead(scores: "Sequence[float]") -> float:
    """How far the first result by words is ahead of the crowd, from 0 to 1; 1 if there is no crowd."""
    if not scores or scores[0] <= 0:
        return 0.0
    return 1 - scores[WORD_CROWD_RANK - 1] / scores[0] if len(scores) >= WORD_CROWD_RANK else 1.0


def meaning_support(cosines: "Sequence[float]", first: float, *, full_model: bool) -> float:
    """How much meaning speaks for an answer: how far the nearest result is ahead of the crowd, less the usual lead.

    With the table, the cosine of the first result of the ranking (`first`) counts as much as the lead.
    """
    if not cosines:
        return 0.0
    crowd = cosines[MEANING_CROWD_RANK - 1] if len(cosines) >= MEANING_CROWD_RANK else cosines[0] - DEFAULT_MEANING_LEAD
    lead = cosines[0] - crowd
    return lead - USUAL_FULL_MODEL_LEAD if full_model else TABLE_MEANING_WEIGHT * (lead + first) - USUAL_TABLE_MEANING


def evidence_score(signals: "Mapping[str, float]") -> float:
    """How likely it is that there is an answer, from 0 to 1, from all signs together."""
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
    """The words written with a capital, except the first word of the question."""
    return {word for raw in text.split()[1:] if raw.lstrip("'\"“#(")[:1].isupper() for word in words(raw)}

"""Evidence: when a question has an answer, and when a brief stays empty."""

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.ranking.evidence import (
    DEFAULT_MEANING_LEAD,
    EVIDENCE_WEIGHTS,
    MIN_EVIDENCE,
    NamingWords,
    evidence_score,
    evidence_signals,
    meaning_support,
    naming_words,
    word_lead,
)
from tests.for_each import for_each
from tests.rules.samples.conversation import ask_question, build_passages, split_words, word_stems

USUAL_SUPPORT = 0.1
"""What meaning supports an answer with in usual cases."""


def test_what_is_sought() -> None:
    """Naming words exclude stop words, asking words, dates and the author; names count half as much again."""
    naming = naming_words(
        ask_question("How many boats did Ana see in Oslo in March 2023?"), split_words, word_stems, lambda stem: 2.0
    )
    assert naming.stems == {"boat": 2.0, "oslo": 3.0}
    assert naming.names == {"oslo"}


def test_a_question_of_nothing_but_asking_words_seeks_them() -> None:
    """If nothing else is there, asking words count as naming words."""
    assert naming_words(ask_question("what happened last"), split_words, word_stems, lambda stem: 1.0).stems == {
        "happened": 1.0,
        "last": 1.0,
    }


def test_signs_by_hand() -> None:
    """A turn with its neighbour has two of three parts; one word, and one of two names, is unknown."""
    passages = build_passages()
    naming = NamingWords({"red": 1.0, "boat": 1.0, "oslo": 1.0}, frozenset(("red", "oslo")))
    value = evidence_signals(naming, [[passages[3], passages[2]]], lambda name: name != "oslo")
    assert value == pytest.approx({"held": 2 / 3, "unknown": 1 / 3, "unknown_names": 0.5})


def test_the_best_result_decides() -> None:
    """One result with all words is enough, at any place."""
    passages = build_passages()
    naming = NamingWords({"printer": 1.0}, frozenset())
    assert evidence_signals(naming, [[passages[1]], [passages[4]]], lambda name: True)["held"] == 1


def test_how_far_ahead_in_words() -> None:
    """The fifth result is the crowd; a single result leads fully, and without results there is no lead."""
    assert word_lead([8.0, 7.0, 6.0, 5.0, 2.0, 1.0]) == pytest.approx(0.75)
    assert word_lead([8.0, 7.0]) == 1
    assert word_lead([]) == word_lead([0.0] * 9) == 0


def test_how_much_meaning_supports() -> None:
    """The 20th result is the crowd. With the table the first result's cosine counts too, with a full model only the lead.

    With fewer results the usual lead is assumed.
    """
    cosines = [0.9 - place / 100 for place in range(30)]
    assert meaning_support(cosines, 0.8, full_model=False) == pytest.approx(0.2 * (0.19 + 0.8) - 0.06)
    assert meaning_support(cosines, 0.8, full_model=True) == pytest.approx(0.09)
    assert meaning_support([0.9], 0.9, full_model=True) == pytest.approx(DEFAULT_MEANING_LEAD - 0.1)
    assert meaning_support([0.9], 0.9, full_model=False) == pytest.approx(0.2 * (DEFAULT_MEANING_LEAD + 0.9) - 0.06)
    assert meaning_support([], 0.0, full_model=False) == 0


def test_a_near_result_speaks_for_an_answer() -> None:
    """Of two questions with the same lead, the one whose first result is nearer has more support."""
    cosines = [0.5] + [0.3] * 30
    far, near = (meaning_support(cosines, first, full_model=False) for first in (0.3, 0.5))
    assert near > far > 0


def test_evidence_by_hand() -> None:
    """All words, 0.75 ahead by words and 0.1 by meaning: 1 + 0.45 + 0.4, 0.65 past the midpoint."""
    signals = {
        "held": 1.0,
        "words_ahead": 0.75,
        "meaning_ahead": 0.1,
        "named": 0.0,
        "unknown": 0.0,
        "unknown_names": 0.0,
    }
    assert evidence_score(signals) == pytest.approx(1 / (1 + exp(3.4 * (1.2 - 1.85))))


@for_each("held, ahead, unknown, silent", [(1.0, 0.0, 0.0, False), (0.3, 0.0, 0.7, True), (0.0, 1.0, 1.0, True)])
def test_when_to_be_silent(held: float, ahead: float, unknown: float, silent: bool) -> None:
    """All words in one result are enough; mostly unknown words are not, nor is a lone result without a word."""
    signals = {"held": held, "words_ahead": ahead, "meaning_ahead": USUAL_SUPPORT, "unknown": unknown}
    assert (evidence_score(signals) < MIN_EVIDENCE) is silent


@given(some.dictionaries(some.sampled_from(sorted(EVIDENCE_WEIGHTS)), some.floats(-2, 2)))
def test_evidence_is_a_share(found: "dict[str, float]") -> None:
    """Evidence is between 0 and 1 for any signs, and very low without results."""
    assert 0 <= evidence_score(found) <= 1
    assert evidence_score({}) < MIN_EVIDENCE
    assert evidence_signals(NamingWords({}, frozenset()), [], lambda name: True) == {
        "held": 0,
        "unknown": 0,
        "unknown_names": 0,
    }

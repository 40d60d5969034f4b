"""Evidence, or silence."""

import pytest

from recall_cli.rules.evidence import FLOOR, Sought, evidence, sought
from tests.rules.conversation import asked, passages, plain, stems


def test_what_is_sought() -> None:
    """Naming words only: no stop words, no words of asking, no dates, no author; names count half as much again."""
    found = sought(asked("How many boats did Ana see in Oslo in March 2023?"), plain, stems, lambda stem: 2.0)
    assert found.stems == {"boat": 2.0, "oslo": 3.0}
    assert found.names == {"oslo"}


def test_a_question_of_nothing_but_asking_words_seeks_them() -> None:
    """Where nothing is named, what there is must do."""
    assert sought(asked("what happened last"), plain, stems, lambda stem: 1.0).stems == {"happened": 1.0, "last": 1.0}


def test_evidence_by_hand() -> None:
    """Two of three parts held by a turn with its neighbour, half of its cosine, one of two names unknown."""
    found = passages()
    seek = Sought({"red": 1.0, "boat": 1.0, "oslo": 1.0}, frozenset(("red", "oslo")))
    value = evidence(seek, [[found[3], found[2]]], lambda name: name != "oslo")
    assert value == pytest.approx(2 / 3 + 0.5 * found[3].meaning - 0.3 * 0.5)


def test_the_best_result_decides() -> None:
    """One result with all words is enough, wherever it stands."""
    found = passages()
    seek = Sought({"printer": 1.0}, frozenset())
    assert evidence(seek, [[found[1]], [found[4]]], lambda name: True) > 1 > FLOOR


def test_no_results_are_no_evidence() -> None:
    """Nothing found, nothing sought: below the floor."""
    assert evidence(Sought({}, frozenset()), [], lambda name: True) == 0.0 < FLOOR

"""Which of several answers to a fact counts, worked out by hand."""

import random
from itertools import permutations

from recall_cli.rules.sync.fold import fold_operations
from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.sync.settlements import Answer, answers_of_facts, missing_answers

IDS = [f"00000000-0000-7000-8000-00000000000{n}" for n in range(4)]
PORT = {"entity": "api", "attribute": "port"}


def _state(at: int, clock: int, number: int = 1, **columns: object) -> Operation:
    return Operation(device="a", number=number, clock=clock, id=IDS[at], columns=columns)


def test_answers_stand_in_the_order_of_their_statements() -> None:
    """A pin does not make an answer later; one whose place was taken comes first; a deleted one is named so."""
    operations = [
        _state(0, 10, 1, **PORT, value="80", settles="keep"),
        _state(1, 20, 2, **PORT, settles="many"),
        _state(2, 30, 3, **PORT, value="81", settles="keep", superseded_at="2026-01-01T00:00:00Z"),
        _state(3, 40, 4, **PORT, value="82"),
        _state(0, 50, 5, pinned=True),
        _state(1, 60, 6, deleted_at="2026-01-01T00:00:00Z"),
    ]
    expected = (
        Answer(id=IDS[2], kind="keep", clock=30, ended=True),
        Answer(id=IDS[0], kind="keep", clock=10),
        Answer(id=IDS[1], kind="many", clock=20, deleted=True),
    )
    for seed in range(20):
        mixed = random.Random(seed).sample(operations, len(operations))
        assert answers_of_facts(fold_operations(mixed)) == {"api/port": expected}


def test_what_settles_nothing() -> None:
    """An unknown kind, an answer that was taken back, and a memory without a fact."""
    operations = [
        _state(0, 10, 1, **PORT, settles="always"),
        _state(1, 20, 2, **PORT, settles="keep"),
        _state(1, 30, 3, settles=None),
        _state(2, 40, 4, settles="keep", entity="api"),
    ]
    assert answers_of_facts(fold_operations(operations)) == {}


def test_the_same_answer_counts_whatever_was_recorded_first() -> None:
    """In every order of arrival the later of two standing answers is the last one recorded that is not deleted."""
    early, late = Answer(id="e", kind="keep", clock=1), Answer(id="l", kind="many", clock=2)
    gone = Answer(id="g", kind="keep", clock=3, deleted=True)
    answers = (early, late, gone)
    assert missing_answers([], answers) == (early, late, gone)
    assert missing_answers([("e", "keep"), ("l", "many"), ("g", "keep")], answers) == ()
    assert missing_answers([("l", "many"), ("e", "keep"), ("g", "keep")], answers) == (late,)
    assert missing_answers([("l", "many")], answers) == (early, gone, late)
    assert missing_answers([("e", "keep"), ("l", "keep"), ("g", "keep")], answers) == (late,)
    for here in permutations([("e", "keep"), ("l", "many"), ("g", "keep")]):
        recorded = [*here, *((answer.id, answer.kind) for answer in missing_answers(here, answers))]
        assert [id_ for id_, _ in recorded if id_ != "g"][-1] == "l"


def test_an_answer_of_this_machine_alone_stays() -> None:
    """What is kept back here counts here, and does not hide which answer counts everywhere."""
    answer = Answer(id="e", kind="keep", clock=1)
    assert missing_answers([("e", "keep"), ("own", "many")], (answer,)) == ()
    assert missing_answers([("own", "many")], ()) == ()

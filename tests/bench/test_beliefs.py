"""The measurement of beliefs: its pairs, its figures, and a few cases run through the commands."""

import pytest

from tests.bench.beliefs.run import PAIRS, Outcome, figures, judge_case, read_cases

CASES = read_cases(PAIRS)


def test_the_pairs_are_complete() -> None:
    """Each has its own id and all keys; every verdict has several cases."""
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert {frozenset(case) for case in CASES} == {
        frozenset(("id", "verdict", "a", "b", "a_by", "b_by", "question", "first", "never", "keep_b"))
    }
    verdicts = [case["verdict"] for case in CASES]
    assert {verdict: verdicts.count(verdict) >= 5 for verdict in ("ends", "stays", "contest")} == dict.fromkeys(
        ("ends", "stays", "contest"), True
    )


def test_the_figures_count_what_they_say() -> None:
    """An ended update, a missed one that was asked about, a false ending, a contest without need, and a refusal."""

    def outcome(verdict: str, became: str, **more: object) -> Outcome:
        values = {"asked": False, "answer_first": True, "told_old": False, "kept": True, "wanted": None, **more}
        return Outcome(id="x", verdict=verdict, became=became, **values)  # type: ignore[arg-type]  # made for the test

    found = figures(
        [
            outcome("ends", "ended", wanted=True),
            outcome("ends", "stays", asked=True, told_old=True, answer_first=False),
            outcome("contest", "ended"),
            outcome("stays", "contested", kept=False, wanted=True),
            outcome("stays", "stays", asked=True, wanted=False),
            outcome("ends", "refused"),
        ]
    )
    assert found == {
        "updates that end the old belief": (1, 2),
        "updates that end or name it": (2, 2),
        "statements that end a true belief": (1, 3),
        "compatible statements that are asked about": (1, 2),
        "contested without need": (1, 2),
        "correct answer comes first": (4, 5),
        "old value told as current": (1, 2),
        "good statements refused": (1, 2),
        "useless statements kept": (1, 1),
    }


@pytest.mark.parametrize("id_", ["value-2", "past-1", "user-2"])
def test_a_case_runs_through_the_commands(id_: str) -> None:
    """An update ends the old belief, history ends nothing, and an agent does not end what the user said."""
    case = next(case for case in CASES if case["id"] == id_)
    outcome = judge_case(case, typed=True)
    assert (outcome.became == "ended") == (case["verdict"] == "ends")
    assert outcome.answer_first
    assert not outcome.told_old

"""The measurement of beliefs: its pairs, its figures, and a few cases run through the commands."""

import json
from pathlib import Path

from lab.beliefs.in_stores import count_updates
from lab.beliefs.run import PAIRS, Outcome, figures, judge_case, read_cases
from tests.for_each import for_each

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


@for_each("id_", ["past-1", "user-2"])
def test_a_case_runs_through_the_commands(id_: str) -> None:
    """History ends nothing, and an agent does not end what the user said."""
    case = next(case for case in CASES if case["id"] == id_)
    outcome = judge_case(case, typed=True)
    assert (outcome.became == "ended") == (case["verdict"] == "ends")
    assert outcome.answer_first
    assert not outcome.told_old


def test_updates_inside_a_store_are_counted(tmp_path: Path) -> None:
    """One that ends, one that asks, one that nobody sees, and one that holds beside all others."""
    statements = [
        {"id": "a", "text": "The API listens on port 8080.", "type": "fact"},
        {"id": "b", "text": "Invoices are printed in Lyon.", "type": "fact"},
        {"id": "c", "text": "Marta owns the billing service.", "type": "fact"},
    ]
    updates = [
        {"text": "The API moved from port 8080 to port 9090.", "type": "fact", "ends": ["a"]},
        {"text": "Invoices were moved to Nantes.", "type": "fact", "ends": ["b"]},
        {"text": "Ask Kim about money.", "type": "plan", "ends": ["c"]},
        {"text": "The search index is built every night.", "type": "fact", "ends": []},
    ]
    files = tmp_path / "store.jsonl", tmp_path / "updates.jsonl"
    for file, rows in zip(files, (statements, updates), strict=True):
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    counts = count_updates(*files)
    assert (counts["updates"], counts["ended"], counts["asked"], counts["silent"]) == (3, 1, 1, 1)
    assert (counts["unmarked in search"], counts["unmarked in context"], counts["new one first"]) == (1, 1, 2)
    assert (counts["falsely ended"], counts["beside"], counts["beside asked"]) == (0, 1, 0)

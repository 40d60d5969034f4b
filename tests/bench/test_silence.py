"""The benchmark of silence: kinds of questions, curve and fit."""

import json
from pathlib import Path

import pytest

from lab.silence import WEIGHT_NAMES, Case, collect_cases, fit_weights, floor_curve, silence_on_other_half
from recall_cli.flows.measure.bench import read_dataset

DOCUMENTS = (
    ("a", "d1", "The red bicycle is in the cellar.", "s1"),
    ("a", "d2", "Tomatoes grow on the balcony.", "s2"),
    ("b", "d3", "The piano was tuned in March.", "s3"),
)
QUESTIONS = (
    ("a", "q1", "Where is the red bicycle?", ["d1"]),
    ("a", "q2", "What colour is the helicopter?", []),
    ("b", "q3", "When was the piano tuned?", ["d3"]),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    docs = [{"space": s, "id": i, "text": t, "author": "user", "time": None, "session": w} for s, i, t, w in DOCUMENTS]
    queries = [
        {"space": s, "id": i, "text": t, "time": None, "gold": g, "gold_sessions": []} for s, i, t, g in QUESTIONS
    ]
    for name, lines in (("docs", docs), ("queries", queries)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return tmp_path


def test_the_kinds_of_questions(folder: Path, tmp_path: Path) -> None:
    """Answered questions are above the threshold; without their session or asked elsewhere they are not."""
    found = list(collect_cases(read_dataset(str(folder)), str(tmp_path), None))
    kinds = [one.kind for one in found]
    assert kinds == ["asked", "bereft", "none", "strange", "asked", "bereft", "strange"]
    assert [one.recall for one in found if one.kind == "asked"] == [1.0, 1.0]
    assert min(one.evidence for one in found if one.kind == "asked") > 0.5
    assert max(one.evidence for one in found if one.kind != "asked") < 0.1


def make_case(kind: str, held: float, half: int = 0) -> Case:
    return Case("made", kind, half, float(kind == "asked"), {"held": held})


def test_the_curve_by_hand() -> None:
    """With evidence of 1 and 0.3, a threshold in between keeps half of the recall and half of the silence."""
    found = [make_case("asked", 1.0), make_case("asked", 0.3), make_case("bereft", 0.3), make_case("bereft", 1.0)]
    [at] = floor_curve(found, [0.3])
    assert at["made asked"][0] == at["made bereft"][0] == 0.5


def test_a_fit_learns_what_tells_them_apart() -> None:
    """The fit prefers answers, and the threshold that keeps 97% of them silences all others."""
    found = [make_case("asked", 0.6 + i / 100) for i in range(40)] + [
        make_case("bereft", 0.1 + i / 100) for i in range(40)
    ]
    weights = fit_weights(found)
    assert tuple(weights) == WEIGHT_NAMES
    assert weights["held"] > 1 > weights["bias"]
    assert silence_on_other_half(found, weights) == {"made bereft": 1.0}

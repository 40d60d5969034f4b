"""When a search should return nothing: the signs of an answer, on questions with an answer and three kinds without.

    python -m lab.silence FOLDER… [--model NAME|FOLDER] [--json FILE]

Each folder is a set as `recall admin bench` reads it. A question is asked of its own store ("asked"), of the same store
without the sessions that answer it ("bereft"), and of the store of another space ("strange"). A question without gold
has no answer ("none"). The output is the curve of the present rule: for each threshold, the share of recall that is
kept, and the share of the other questions with silence. It also shows the weights of a logistic fit on one half of the
questions, and the silence that they give on the other half if 97% of the recall is kept.
"""

import argparse
import contextlib
import json
import math
import os
import random
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from recall_cli.domain.scope import Filters
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.measure.bench import MAX_RESULTS, BenchRun, Dataset, read_dataset, score_question
from recall_cli.flows.search.candidates import gather_candidates
from recall_cli.flows.search.ranking import rank_candidates
from recall_cli.rules.ranking.evidence import EVIDENCE_WEIGHTS, MIN_EVIDENCE, evidence_score
from recall_cli.rules.ranking.measures import confidence_interval
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING

KEPT_RECALL_SHARE = 0.97
TRIED_FLOORS = (0.05, 0.08, 0.1, MIN_EVIDENCE, 0.15, 0.2, 0.3, 0.5)
NEWTON_STEPS, REGULARIZATION = 60, 0.02
"""Newton steps of the fit, and the strength of its regularization."""
WEIGHT_NAMES = ("bias", *EVIDENCE_WEIGHTS)


class Case(NamedTuple):
    """One question asked of one store."""

    set: str
    kind: str
    half: int
    recall: float
    """The share of its answers among the first five; 0 if it has none."""
    signs: "dict[str, float]"

    @property
    def evidence(self) -> float:
        return evidence_score(self.signs) if self.signs else 0.0


class DiscardTransaction(Exception):
    """Raised to roll a transaction back."""


def collect_cases(given: Dataset, folder: str, model: "str | None") -> "Iterator[Case]":
    """All questions of a set, of every kind; each space is a temporary store."""
    chance = random.Random(7)  # the same strangers in every run
    for space, questions in given.questions.items():
        with BenchRun(os.path.join(folder, "silence.db")) as run:
            run.learn(given.documents.get(space, []))
            if model is not None:
                run.read(model)
            for question in questions:
                yield _ask_own_store(given.name, run, question)
                if question.get("gold") or question.get("gold_sessions"):
                    signs = _signs_without_answer(run, question, given.documents[space])
                    yield Case(given.name, "bereft", _half_of(question), 0.0, signs)
            others = [one for other in given.questions if other != space for one in given.questions[other]]
            for question in chance.sample(others, min(len(others), len(questions) // 2 + 1)):
                with run.at(question).read_transaction() as tx:
                    yield Case(given.name, "strange", _half_of(question), 0.0, _search_signs(tx, question["text"]))


def _ask_own_store(name: str, run: BenchRun, question: "dict[str, Any]") -> Case:
    documents, _ = run.ask(question, DEFAULT_RANKING)
    marks = score_question(question, documents, 1.0)
    recall = marks.get("recall@5", marks.get("session recall@5", 0.0))
    with run.at(question).read_transaction() as tx:
        signs = _search_signs(tx, question["text"])
    return Case(name, "none" if "silent" in marks else "asked", _half_of(question), recall, signs)


def _signs_without_answer(
    run: BenchRun, question: "dict[str, Any]", documents: "list[dict[str, Any]]"
) -> "dict[str, float]":
    """The signs without the answer: the sessions with an answer are deleted while the question is asked."""
    gold = {*question.get("gold", ())}
    removed = {*question.get("gold_sessions", ())} | {one["session"] for one in documents if one["id"] in gold}
    app = run.at(question)
    signs: dict[str, float] = {}
    with (
        contextlib.suppress(DiscardTransaction),
        Transaction(
            app.engine(), app.view(), app.now(), write=True, embedder=app.embedder, models=app.full_model
        ) as tx,
    ):
        delete = "DELETE FROM memory WHERE session IN (SELECT value FROM json_each(?))"
        tx.engine.connection.execute("PRAGMA defer_foreign_keys = ON").fetchall()  # this transaction is rolled back
        tx.engine.connection.execute(delete, (json.dumps(sorted(removed)),)).fetchall()
        signs = _search_signs(tx, question["text"])
        raise DiscardTransaction
    return signs


def _search_signs(tx: Transaction, text: str) -> "dict[str, float]":
    """What the search sees; None if the question has nothing to search for."""
    asked = tx.search.parse_question(text)
    if asked.match is None:
        return {}
    found = gather_candidates(tx, asked, text, Filters(), MAX_RESULTS)
    return rank_candidates(found, DEFAULT_RANKING, None, MAX_RESULTS).signs or {}


def _half_of(question: "dict[str, Any]") -> int:
    return zlib.crc32(f"{question['space']}/{question['id']}".encode()) % 2


# The curve


def floor_curve(found: "list[Case]", floors: "Iterable[float]" = TRIED_FLOORS) -> "list[dict[str, Any]]":
    """For each threshold, the share of recall that each set keeps, and how often each other kind is silent."""
    told = []
    for floor in floors:
        at: dict[str, Any] = {"floor": floor}
        for name, kind in dict.fromkeys((one.set, one.kind) for one in found):
            of = [one for one in found if (one.set, one.kind) == (name, kind)]
            at[f"{name} {kind}"] = _kept_recall(of, floor) if kind == "asked" else _silent_share(of, floor)
        told.append(at)
    return told


def _kept_recall(of: "list[Case]", floor: float) -> "tuple[float, float]":
    """The share of the recall that is kept, and half its 95% interval."""
    whole = sum(one.recall for one in of) or 1.0
    share = sum(one.recall for one in of if one.evidence >= floor) / whole
    off = sum((one.recall * ((one.evidence >= floor) - share)) ** 2 for one in of)
    return share, 1.96 * math.sqrt(off) / whole


def _silent_share(of: "list[Case]", floor: float) -> "tuple[float, float]":
    return confidence_interval([float(one.evidence < floor) for one in of])


# The fit


def fit_weights(found: "list[Case]") -> "dict[str, float]":
    """Logistic weights of the signs by Newton's method; classes, and sets within them, have equal weight."""
    rows = [
        (_feature_row(one), float(one.kind == "asked"), _case_weight(one))
        for one in found
        if one.signs and one.kind != "none"
    ]
    sums: dict[tuple[str, bool], float] = {}
    keys = [(one.set, one.kind == "asked") for one in found if one.signs and one.kind != "none"]
    for key, (_, _, worth) in zip(keys, rows, strict=True):
        sums[key] = sums.get(key, 0.0) + worth
    rows = [(x, y, w / sums[key]) for key, (x, y, w) in zip(keys, rows, strict=True) if sums[key]]
    weights = [0.0] * len(WEIGHT_NAMES)
    for _ in range(NEWTON_STEPS):
        slope = [REGULARIZATION * w / 10 for w in weights]
        bend = [[REGULARIZATION / 10 * (i == j) for j in range(len(WEIGHT_NAMES))] for i in range(len(WEIGHT_NAMES))]
        for x, y, worth in rows:
            p = 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, x, strict=True))))
            for i, v in enumerate(x):
                slope[i] += worth * (p - y) * v
                for j, other in enumerate(x):
                    bend[i][j] += worth * p * (1 - p) * v * other
        weights = [w - step for w, step in zip(weights, _solve(bend, slope), strict=True)]
    return dict(zip(WEIGHT_NAMES, weights, strict=True))


def _feature_row(one: Case) -> "list[float]":
    return [1.0, *(one.signs.get(name, 0.0) for name in EVIDENCE_WEIGHTS)]


def _case_weight(one: Case) -> float:
    return one.recall if one.kind == "asked" else 1.0


def _solve(matrix: "list[list[float]]", right: "list[float]") -> "list[float]":
    """Gaussian elimination; the matrix is small, and its diagonal large enough."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(len(rows)):
            if k != i:
                share = rows[k][i] / rows[i][i]
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def silence_on_other_half(found: "list[Case]", weights: "dict[str, float]") -> "dict[str, float]":
    """The silence of each kind if every set keeps its share of recall, with these weights."""
    scored = [(one, sum(w * v for w, v in zip(weights.values(), _feature_row(one), strict=True))) for one in found]
    floor = math.inf
    for name in {one.set for one in found if one.kind == "asked"}:
        answers = sorted((score, one.recall) for one, score in scored if (one.set, one.kind) == (name, "asked"))
        lost, whole = 0.0, sum(recall for _, recall in answers)
        for score, recall in answers:
            lost += recall
            if lost > (1 - KEPT_RECALL_SHARE) * whole:
                floor = min(floor, score)
                break
    kinds = dict.fromkeys((one.set, one.kind) for one in found if one.kind != "asked")
    return {
        f"{name} {kind}": confidence_interval(
            [float(s < floor) for one, s in scored if (one.set, one.kind) == (name, kind)]
        )[0]
        for name, kind in kinds
    }


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", nargs="+")
    ask.add_argument("--model")
    ask.add_argument("--json", type=Path)
    given = ask.parse_args()
    found: list[Case] = []
    with tempfile.TemporaryDirectory() as folder:
        for path in given.folders:
            found += collect_cases(read_dataset(path), folder, given.model)
            print(f"{path}: {len(found)} cases so far", file=sys.stderr)
    if given.json:
        given.json.write_text(json.dumps([one._asdict() for one in found]))
    for at in floor_curve(found):
        print(f"floor {at.pop('floor'):.2f}")
        for name, (share, within) in at.items():
            print(f"  {'kept' if name.endswith('asked') else 'silent':6} {share:.3f} ±{within:.3f}  {name}")
    shipped = {"bias": 0.0, **EVIDENCE_WEIGHTS}
    for half in (0, 1):
        learned = [one for one in found if one.half == half]
        tested = [one for one in found if one.half != half]
        weights = fit_weights(learned)
        share = {name: round(value / weights["held"], 2) for name, value in weights.items()}
        print(f"fitted on half {half}, held = 1, slope {weights['held']:.2f}: {share}")
        for label, used in (("fitted", weights), ("shipped", shipped)):
            told = {name: round(value, 2) for name, value in silence_on_other_half(tested, used).items()}
            print(f"  {label} weights on the other half, {KEPT_RECALL_SHARE} kept: {told}")


if __name__ == "__main__":
    main()

"""Within one process, warm: where a search spends its time, and how well and fast the nearest vectors are found.

Run by the benchmark with the interpreter of the recall that is measured; answers with one JSON document.
"""

import functools
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recall_cli.app import App
from recall_cli.domain.scope import Filters
from recall_cli.domain.vector import packed
from recall_cli.engines.sqlite.vectors.vectors import Vectors
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.search import candidates, ranking, search
from tests.bench import vectors

NEAR = 20
MODEL = "benchmark-384"
BATCH = 2_000
REPEATED = 5

Took = dict[str, float]


def stages(app: App, questions: "list[str]") -> "dict[str, float]":
    """The median milliseconds of each step of a search, over some questions."""
    took: Took = {}
    laps: list[Took] = []
    _timed(took, Transaction, "embed", "the question's vector")
    _timed(took, candidates.Candidates, "_by_words", "list by words")
    _timed(took, candidates.Candidates, "_by_meaning", "list by meaning")
    _timed(took, candidates.Candidates, "_look", "look at the candidates")
    _timed(took, candidates.Candidates, "_measure", "measure the others")
    _timed(took, ranking, "ranking", "put in order")
    _timed(took, search, "_hits", "read the found")
    for question in questions * REPEATED:
        took.clear()
        with app.reading() as tx:
            began = time.perf_counter_ns()
            search.search(tx, question, Filters(), 10)
            took["whole search"] = (time.perf_counter_ns() - began) / 1e6
        laps.append(dict(took))
    return {name: round(statistics.median(one.get(name, 0.0) for one in laps), 3) for name in laps[-1]}


def _timed(took: Took, owner: Any, name: str, label: str) -> None:
    """Have a function's time added up under a label, as long as this process lives."""
    work: Callable[..., Any] = getattr(owner, name)

    @functools.wraps(work)
    def timed(*given: Any, **named: Any) -> Any:
        began = time.perf_counter_ns()
        try:
            return work(*given, **named)
        finally:
            took[label] = took.get(label, 0.0) + (time.perf_counter_ns() - began) / 1e6

    setattr(owner, name, timed)


def neighbours(app: App, file: Path, queries: "list[list[float]]", truth: "list[set[int]]") -> "dict[str, float]":
    """The vectors of a file given to the first memories of the store; then each query's nearest, timed and counted."""
    began, count = time.perf_counter_ns(), 0
    batch: list[bytes] = []
    for vector in vectors.read(file):
        batch.append(packed(vector))
        if len(batch) == BATCH:
            count = _kept(app, batch, count)
            batch = []
    count = _kept(app, batch, count)
    seconds = (time.perf_counter_ns() - began) / 1e9
    laps, shares = [], []
    with app.reading() as tx:
        near = Vectors(tx, MODEL)
        for query, right in zip(queries, truth, strict=True):
            for _ in range(REPEATED):
                began = time.perf_counter_ns()
                found = near.nearest(packed(query), NEAR, Filters())
                laps.append((time.perf_counter_ns() - began) / 1e6)
            shares.append(len({n - 1 for n, _ in found} & right) / NEAR)
    return {
        "ms": round(statistics.median(laps), 3),
        "recall": round(statistics.mean(shares), 4),
        "in_rate": round(count / seconds),
    }


def _kept(app: App, batch: "list[bytes]", before: int) -> int:
    if batch:
        with app.writing() as tx:
            kept = Vectors(tx, MODEL)
            for at, vector in enumerate(batch, before + 1):
                kept.put(at, vector)
            kept.settle()
    return before + len(batch)


def main(db: str, asked: str, vectors_file: str, queries_file: str, truth_file: str) -> None:
    """Measure what the files ask for."""
    app = App({"db": db})
    result: dict[str, Any] = {"stages": stages(app, json.loads(Path(asked).read_text(encoding="utf-8")))}
    truth = [set(one) for one in json.loads(Path(truth_file).read_text(encoding="utf-8"))]
    result["nearest"] = neighbours(app, Path(vectors_file), [*vectors.read(Path(queries_file))], truth)
    app.close()
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])

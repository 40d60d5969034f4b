"""Measures within a warm process: the steps of a search, and how well and fast the nearest vectors are found.

The benchmark runs it with the interpreter of the measured recall. It prints one JSON document.
"""

import functools
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lab.speed import vectors
from recall_cli.app import App
from recall_cli.domain.scope import Filters
from recall_cli.domain.vector import pack_vector
from recall_cli.engines.sqlite.vectors.vector_store import Vectors
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.search import candidates, ranking, search

NEAREST_COUNT = 20
MODEL = "benchmark-384"
BATCH_VECTORS = 2_000
REPEATS = 5

StageTimes = dict[str, float]


def time_stages(app: App, questions: "list[str]") -> "dict[str, float]":
    """The median time of each step of a search, in milliseconds."""
    took: StageTimes = {}
    laps: list[StageTimes] = []
    _add_timer(took, Transaction, "embed", "the question's vector")
    _add_timer(took, candidates.Candidates, "_find_by_words", "list by words")
    _add_timer(took, candidates.Candidates, "_find_by_meaning", "list by meaning")
    _add_timer(took, candidates.Candidates, "_load_passages", "look at the candidates")
    _add_timer(took, candidates.Candidates, "_measure_meaning", "measure the others")
    _add_timer(took, ranking, "rank_candidates", "put in order")
    _add_timer(took, search, "_make_hits", "read the found")
    for question in questions * REPEATS:
        took.clear()
        with app.read_transaction() as tx:
            began = time.perf_counter_ns()
            search.search(tx, question, Filters(), 10)
            took["whole search"] = (time.perf_counter_ns() - began) / 1e6
        laps.append(dict(took))
    return {name: round(statistics.median(one.get(name, 0.0) for one in laps), 3) for name in laps[-1]}


def _add_timer(took: StageTimes, owner: Any, name: str, label: str) -> None:
    """Add up the time of a function under a label, for the rest of this process."""
    work: Callable[..., Any] = getattr(owner, name)

    @functools.wraps(work)
    def timed(*given: Any, **named: Any) -> Any:
        began = time.perf_counter_ns()
        try:
            return work(*given, **named)
        finally:
            took[label] = took.get(label, 0.0) + (time.perf_counter_ns() - began) / 1e6

    setattr(owner, name, timed)


def measure_nearest(app: App, file: Path, queries: "list[list[float]]", truth: "list[set[int]]") -> "dict[str, float]":
    """Give the vectors of a file to the first memories; then time each query's nearest and count the right ones."""
    began, count = time.perf_counter_ns(), 0
    batch: list[bytes] = []
    for vector in vectors.read_vectors(file):
        batch.append(pack_vector(vector))
        if len(batch) == BATCH_VECTORS:
            count = _save_batch(app, batch, count)
            batch = []
    count = _save_batch(app, batch, count)
    seconds = (time.perf_counter_ns() - began) / 1e9
    laps, shares = [], []
    with app.read_transaction() as tx:
        near = Vectors(tx, MODEL)
        for query, right in zip(queries, truth, strict=True):
            for _ in range(REPEATS):
                began = time.perf_counter_ns()
                found = near.nearest(pack_vector(query), NEAREST_COUNT, Filters())
                laps.append((time.perf_counter_ns() - began) / 1e6)
            shares.append(len({n - 1 for n, _ in found} & right) / NEAREST_COUNT)
    return {
        "ms": round(statistics.median(laps), 3),
        "recall": round(statistics.mean(shares), 4),
        "in_rate": round(count / seconds),
    }


def _save_batch(app: App, batch: "list[bytes]", before: int) -> int:
    if batch:
        with app.write_transaction() as tx:
            kept = Vectors(tx, MODEL)
            for at, vector in enumerate(batch, before + 1):
                kept.put(at, vector)
            kept.fill_blocks()
    return before + len(batch)


def main(db: str, asked: str, vectors_file: str, queries_file: str, truth_file: str) -> None:
    """Measure what the arguments ask for."""
    app = App({"db": db})
    result: dict[str, Any] = {"stages": time_stages(app, json.loads(Path(asked).read_text(encoding="utf-8")))}
    truth = [set(one) for one in json.loads(Path(truth_file).read_text(encoding="utf-8"))]
    result["nearest"] = measure_nearest(app, Path(vectors_file), [*vectors.read_vectors(Path(queries_file))], truth)
    app.close()
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The run of one size: fill the stores, time all operations, measure within a process, export."""

import contextlib
import json
import subprocess
from pathlib import Path
from typing import Any

from lab.speed import minilm, vectors
from lab.speed.installations import CHECKOUT_FOLDER, BenchFolder, RecallInstallation
from lab.speed.operations import list_operations
from lab.speed.peers import PY_MEMORI, Peer, time_nearest
from lab.speed.rounds import BenchRun
from lab.speed.timing import TIMED_OUT
from tests.bench.corpus import CURRENT_PROJECT, REMOTE, SEED, Corpus

Figures = dict[str, "float | None"]
QUERY_COUNT = 20
LONG_MEMORY_WORDS = 100
"""Words of a memory in the measurement of size on disk."""


def measure_size(
    folder: Path,
    corpus: Corpus,
    size: int,
    rounds: int,
    recall: RecallInstallation,
    peers: "dict[str, Peer | str]",
    model: "Path | None" = None,
) -> "dict[str, Any]":
    """The figures of one size."""
    place = _make_bench_folder(
        folder, None if model is None else minilm.make_model_cache(model, folder.parent / "fetched")
    )
    ids = corpus.write(place.lines, size)
    vectors.write_vectors(place.vectors, vectors.clustered_vectors(size, SEED))
    there = {name: peer for name, peer in peers.items() if isinstance(peer, Peer)}
    with contextlib.chdir(folder / str(CURRENT_PROJECT)):
        bulk = {"recall": measure_bulk(recall, place, size, "recall")}
        bulk |= {name: measure_bulk(peer, place, size, name) for name, peer in there.items()}
        peer_ids = {name: peer.newest_id(place) for name, peer in there.items()}
        asked = corpus.questions(size)
        timed = list_operations(asked, ids, peer_ids, own_model=model is not None)
        timed += [] if model is None else minilm.minilm_operations(recall, place, model, size, asked.natural)
        table = BenchRun(place, recall, peers, size).run(timed, rounds)
        inside = _measure_in_process(recall, place, [*asked.natural], there.get(PY_MEMORI))
    documents = [laps.document() for laps in table]
    return {"size": size, "rounds": rounds, "operations": documents, "bulk": bulk, "inside": inside}


def bytes_per_memory(
    folder: Path, corpus: Corpus, size: int, subjects: "dict[str, RecallInstallation | Peer]"
) -> "dict[str, float]":
    """The bytes on disk of a memory of a hundred words, with its vector and all indexes."""
    place = _make_bench_folder(folder)
    corpus.write(place.lines, size, words=LONG_MEMORY_WORDS)
    vectors.write_vectors(place.vectors, vectors.clustered_vectors(size, SEED))
    with contextlib.chdir(folder / str(CURRENT_PROJECT)):
        figures = {name: measure_bulk(subject, place, size, name, export=False) for name, subject in subjects.items()}
    return {name: float(one["bytes_each"] or 0) for name, one in figures.items()}


def measure_bulk(
    subject: "RecallInstallation | Peer", place: BenchFolder, size: int, who: str, *, export: bool = True
) -> Figures:
    """Fill a store, measure its size, export it."""
    into = subject.fill(place)
    if into.status != 0:
        raise SystemExit(f"filling the store of {who} failed with status {into.status}")
    files = [Path(f"{place.store(who)}{tail}") for tail in ("", "-wal")]
    on_disk = sum(file.stat().st_size for file in files if file.exists())
    out = subject.export(place) if export else None
    if out is not None and out.status not in (0, TIMED_OUT):
        raise SystemExit(f"exporting from the store of {who} failed with status {out.status}")
    done = out is not None and out.status == 0
    return {
        "in_rate": round(size / into.ms * 1000), "in_cpu_rate": round(size / into.cpu_ms * 1000),
        "in_peak_mb": round(into.peak_mb, 1),
        "out_rate": round(size / out.ms * 1000) if out is not None and done else None,
        "out_peak_mb": round(out.peak_mb, 1) if out is not None and done else None,
        "bytes_each": round(on_disk / size),
    }  # fmt: skip


def _measure_in_process(
    recall: RecallInstallation, place: BenchFolder, questions: "list[str]", peer: "Peer | None"
) -> "dict[str, Any]":
    """The times within a process, for recall and the peer."""
    files = [place.folder / name for name in ("questions.json", "queries.f32", "truth.json")]
    asked, queries, truth = files
    asked.write_text(json.dumps(questions), encoding="utf-8")
    vectors.write_vectors(queries, vectors.clustered_vectors(QUERY_COUNT, SEED, draw=1))
    right = vectors.exact_nearest([*vectors.read_vectors(queries)], vectors.read_vectors(place.vectors), 20)
    truth.write_text(json.dumps([sorted(one) for one in right]), encoding="utf-8")
    given = [str(place.store("recall")), str(asked), str(place.vectors), str(queries), str(truth)]
    env = {**place.env(), "PYTHONPATH": str(CHECKOUT_FOLDER)}
    argv = [recall.python, "-m", "lab.speed.in_process", *given]
    said = subprocess.run(argv, capture_output=True, text=True, check=True, env=env)
    found: dict[str, Any] = json.loads(said.stdout)
    if peer is not None:
        found["nearest"]["peer_ms"] = time_nearest(peer, place, queries)["ms"]
    return found


def _make_bench_folder(folder: Path, fetched: "Path | None" = None) -> BenchFolder:
    """A folder with a repository."""
    git = folder / str(CURRENT_PROJECT) / ".git"
    git.mkdir(parents=True)
    (git / "config").write_text(f'[remote "origin"]\n\turl = {REMOTE}\n', encoding="utf-8")
    return BenchFolder(folder, fetched)

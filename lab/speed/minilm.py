"""all-MiniLM-L6-v2 from a folder: in py-memori's cache, and in use in a store of recall."""

import shutil
from pathlib import Path

from lab.speed.installations import BenchFolder, RecallInstallation
from lab.speed.operations import Operation, minilm_search
from lab.speed.timing import run_timed

MAX_MEMORIES = 10_000
"""The model embeds this many memories in a minute or two; larger stores are left out."""
STORE_NAME = "recall-minilm"
_MODEL_FOLDER = "models--Qdrant--all-MiniLM-L6-v2-onnx"
"""The name of the model in py-memori's cache."""


def make_model_cache(model: Path, into: Path) -> Path:
    """A cache folder in which py-memori finds the model."""
    snapshot = into / _MODEL_FOLDER / "snapshots" / "given"
    if not snapshot.exists():
        shutil.copytree(model, snapshot, copy_function=shutil.copyfile)
        (into / _MODEL_FOLDER / "refs").mkdir()
        (into / _MODEL_FOLDER / "refs" / "main").write_text("given", encoding="utf-8")
    return into


def minilm_operations(
    recall: RecallInstallation, place: BenchFolder, model: Path, size: int, questions: "tuple[str, ...]"
) -> "list[Operation]":
    """A search with the full model in a copy of the store; None if embedding would take too long."""
    if size > MAX_MEMORIES:
        return []
    store = place.store(STORE_NAME)
    shutil.copyfile(place.store("recall"), store)
    done = run_timed([*recall.command, "embed", "--model", str(model), "--db", str(store)], place.env())
    if done.status != 0:
        raise SystemExit(f"recall admin embed failed with {done.status}")
    return [minilm_search(questions, str(store))]

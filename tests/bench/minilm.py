"""all-MiniLM-L6-v2 from a folder: for py-memori as if it had fetched it, for recall in a store of its own."""

import shutil
from pathlib import Path

from tests.bench.clock import lap
from tests.bench.operations import Operation, asking_minilm
from tests.bench.subjects import Place, Recall

MOST = 10_000
"""So many memories are read by the model in a minute or two; more are not waited for."""
STORE = "recall-minilm"
_HUB = "models--Qdrant--all-MiniLM-L6-v2-onnx"
"""What py-memori calls its model among those that were fetched."""


def fetched(model: Path, into: Path) -> Path:
    """A folder in which py-memori finds the model, as if it had fetched it."""
    snapshot = into / _HUB / "snapshots" / "given"
    if not snapshot.exists():
        shutil.copytree(model, snapshot, copy_function=shutil.copyfile)
        (into / _HUB / "refs").mkdir()
        (into / _HUB / "refs" / "main").write_text("given", encoding="utf-8")
    return into


def operations(recall: Recall, place: Place, model: Path, size: int, questions: "tuple[str, ...]") -> "list[Operation]":
    """A search with the full model in a copy of recall's store; none where reading it all would take too long."""
    if size > MOST:
        return []
    store = place.store(STORE)
    shutil.copyfile(place.store("recall"), store)
    done = lap([*recall.command, "embed", "--model", str(model), "--db", str(store)], place.env())
    if done.status != 0:
        raise SystemExit(f"recall embed failed with {done.status}")
    return [asking_minilm(questions, str(store))]

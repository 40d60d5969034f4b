"""Memories that are anchored to the files that a text names."""

from recall_cli.rules.places.staleness import read_anchors
from recall_cli.rules.ranking.pasted_text import find_paths, path_names_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_COMPARED = 500
"""So many of the newest anchored memories of a project are compared with the files."""
MAX_ANCHORED = 6


def memories_anchored_to(tx: "Transaction", text: str, project: "int | None", min_confidence: float) -> "list[Memory]":
    """The newest memories of a project that are anchored to a file that the text names."""
    named = find_paths(text) if project is not None else []
    if not named:
        return []
    files = {path.rpartition("/")[2] for path in named} - {""}
    numbers = []
    for number, kept in tx.memories.anchored(project, MAX_COMPARED):
        if any(file in kept for file in files) and any(
            path_names_file(path, anchor.path) for anchor in read_anchors(kept) for path in named
        ):
            numbers.append(number)
    found = tx.memories.by_number(numbers)
    return [memory for memory in found if memory.confidence >= min_confidence][:MAX_ANCHORED]

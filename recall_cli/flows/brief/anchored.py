"""Memories that are anchored to the files that a text names."""

from recall_cli.rules.places.staleness import anchors
from recall_cli.rules.ranking.pasted import names_file, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

LOOKED_AT = 500
"""So many of the newest anchored memories of a project are compared with the files."""
TOLD = 6


def anchored_to(tx: "Transaction", text: str, project: "int | None", min_confidence: float) -> "list[Memory]":
    """The newest memories of a project that are anchored to a file that the text names."""
    named = paths(text) if project is not None else []
    if not named:
        return []
    files = {path.rpartition("/")[2] for path in named} - {""}
    numbers = []
    for number, kept in tx.memories.anchored(project, LOOKED_AT):
        if any(file in kept for file in files) and any(
            names_file(path, anchor.path) for anchor in anchors(kept) for path in named
        ):
            numbers.append(number)
    found = tx.memories.by_number(numbers)
    return [memory for memory in found if memory.confidence >= min_confidence][:TOLD]

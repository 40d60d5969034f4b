"""Adds many new memories to the word index at once."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit

MAX_BULK_PIECES, MAX_PIECES = 8, 4
"""How many pieces of one size the index may have, during a bulk insert and otherwise."""


def index_new_memories(tx: "Unit", after: int) -> None:
    """Index the memories after a row as one piece; rewriting pieces less often leaves fewer empty pages."""
    tx.run("search", "pieces", most=MAX_BULK_PIECES)
    tx.run("memories", "index_new", after=after)
    tx.run("search", "write")
    tx.run("search", "pieces", most=MAX_PIECES)

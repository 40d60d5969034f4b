"""From what a caller says of a memory to the columns of its row."""

from recall_cli.domain.jsontext import dumps_utf8
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.engines.tables.memories import tags_text
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction


_PRIME = 2**61 - 1


def columns_of(
    tx: "Transaction", said: "dict[str, Any]", *, id_: str, project: "int | None", born: int
) -> "dict[str, Any]":
    """The whole row of a new memory."""
    return {
        **said,
        "id": id_,
        "project": project,
        "classification": CLASSIFICATIONS.index(said["classification"]),
        "tags": tags_text(said["tags"]) if isinstance(said["tags"], dict) else said["tags"],
        "anchors": dumps_utf8(said["anchors"]) if isinstance(said["anchors"], list) else said["anchors"],
        "hash": content_hash(said["text"]),
        "fact": wording.fact(said["entity"], said["attribute"]),
        "grams": tx.engine.grams(said["text"]),
        "born": born,
    }


def columns_of_words(read: "dict[str, Any]") -> "dict[str, Any]":
    """As many columns of a line of an import as follow from what it says."""
    return {
        "classification": CLASSIFICATIONS.index(read["classification"]),
        "tags": tags_text(read["tags"]),
        "anchors": None if read["anchors"] is None else dumps_utf8(read["anchors"]),
        "metadata": None if read["metadata"] is None else dumps_utf8(read["metadata"]),
        "hash": content_hash(read["text"]),
        "fact": wording.fact(read["entity"], read["attribute"]),
    }


def content_hash(text: str) -> int:
    """61 bits of what a text says, by which the same text is found again; it only leads there, and proves nothing.

    A remainder needs no module; the hash functions of the standard library would have to be loaded first.
    """
    return int.from_bytes(wording.folded(text).encode(), "big") % _PRIME

"""From what a caller says of a memory to the columns of its row."""

from recall_cli.domain.json_text import dumps_utf8
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.engines.tables.column_changes import tags_json
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction


_HASH_MODULUS = 2**61 - 1


def memory_columns(
    tx: "Transaction", draft: "dict[str, Any]", *, id_: str, project: "int | None", op: int
) -> "dict[str, Any]":
    """The whole row of a new memory."""
    return {
        **draft,
        "id": id_,
        "project": project,
        "classification": CLASSIFICATIONS.index(draft["classification"]),
        "tags": tags_json(draft["tags"]) if isinstance(draft["tags"], dict) else draft["tags"],
        "anchors": dumps_utf8(draft["anchors"]) if isinstance(draft["anchors"], list) else draft["anchors"],
        "hash": content_hash(draft["text"]),
        "fact": normalize.fact_key(draft["entity"], draft["attribute"]),
        "grams": tx.engine.grams(draft["text"]),
        "born": op,
    }


def imported_columns(record: "dict[str, Any]") -> "dict[str, Any]":
    """As many columns of a line of an import as follow from what it says."""
    return {
        "classification": CLASSIFICATIONS.index(record["classification"]),
        "tags": tags_json(record["tags"]),
        "anchors": None if record["anchors"] is None else dumps_utf8(record["anchors"]),
        "metadata": None if record["metadata"] is None else dumps_utf8(record["metadata"]),
        "hash": content_hash(record["text"]),
        "fact": normalize.fact_key(record["entity"], record["attribute"]),
    }


def content_hash(text: str) -> int:
    """61 bits of what a text says, by which the same text is found again; it only leads there, and proves nothing.

    A remainder needs no module; the hash functions of the standard library would have to be loaded first.
    """
    return int.from_bytes(normalize.fold_text(text).encode(), "big") % _HASH_MODULUS

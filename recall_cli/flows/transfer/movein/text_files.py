"""Memories in plain files: paragraphs of a text, values of a JSON document."""

from recall_cli.domain.json_text import dumps
from recall_cli.flows.transfer.movein.field_values import import_line
from recall_cli.flows.transfer.movein.json_exports import LIST_NAMES
from recall_cli.rules.text.paragraphs import split_paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.flows.transfer.movein.files import SourceLine


def read_paragraphs(text: str, name: str, mark: str, modified_at: "str | None") -> "Iterator[SourceLine]":
    """Every paragraph of a text file. `name` and `mark` are those of `read_markdown`."""
    for number, paragraph in split_paragraphs(text):
        yield number, import_line(paragraph, created_at=modified_at, tags={"file": name}, metadata={"files": [mark]})


def read_json_list(entries: "list[object]") -> "Iterator[SourceLine]":
    """Every text or object of a list; the import reports any other value as an invalid line."""
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, str):
            yield number, {"text": entry, "trust": "imported"}
        else:
            yield number, entry if isinstance(entry, dict) else dumps(entry).encode()


def texts_in_document(value: object) -> "list[object] | None":
    """The texts or memories of a JSON document; None if it has none."""
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return [value]
    if isinstance(value, dict):
        value = next((value[name] for name in LIST_NAMES if isinstance(value.get(name), list)), None)
    if not isinstance(value, list):
        return None
    return value if not value or any(map(_has_text, value)) else None


def _has_text(entry: object) -> bool:
    return isinstance(entry, str) or (isinstance(entry, dict) and isinstance(entry.get("text"), str))

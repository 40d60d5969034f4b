"""What a model is asked: the text in parts that it can read well, fenced as data, and the form of its answer."""

from recall_cli.domain.memory import MEMORY_TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_PART_LENGTH = 16_000
"""Characters of a text that are read at once: some 4,000 tokens, of which five memories can be the essence."""
MAX_PARTS = 12
"""A longer text is left to the rules: a dozen calls for one store is enough."""

SPEECH_KINDS = ("plain", "reported", "hedged", "hypothetical", "fiction")
SPEAKERS = ("user", "assistant", "unknown")
CARDINALITIES = ("one", "many", "none")

_TEXT_TYPE: "dict[str, Any]" = {"type": "string"}
_NUMBER_TYPE: "dict[str, Any]" = {"type": "number"}
_MEMORY_FIELDS: "dict[str, Any]" = {
    "text": _TEXT_TYPE,
    "quote": _TEXT_TYPE,
    "type": {"type": "string", "enum": [*MEMORY_TYPES]},
    "speaker": {"type": "string", "enum": [*SPEAKERS]},
    "speech": {"type": "string", "enum": [*SPEECH_KINDS]},
    "importance": _NUMBER_TYPE,
    "confidence": _NUMBER_TYPE,
    "entity": _TEXT_TYPE,
    "attribute": _TEXT_TYPE,
    "value": _TEXT_TYPE,
    "cardinality": {"type": "string", "enum": [*CARDINALITIES]},
    "qualifier": _TEXT_TYPE,
    "ends": _TEXT_TYPE,
}
EXTRACTION_SCHEMA: "dict[str, Any]" = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": _MEMORY_FIELDS,
                "required": [*_MEMORY_FIELDS],
                "additionalProperties": False,
            },
        }
    },
    "required": ["memories"],
    "additionalProperties": False,
}
"""The answer's form, in the few words of JSON Schema that the API knows; `answers` checks what it cannot say."""


def split_text(text: str, limit: int = MAX_PART_LENGTH) -> "list[tuple[int, str]]":
    """A text in parts of at most so many characters with their offsets, parted where it pauses."""
    found = []
    start = 0
    while len(text) - start > limit:
        end = _best_split(text, start + limit // 2, start + limit)
        found.append((start, text[start:end]))
        start = end
    found.append((start, text[start:]))
    return [(at, part) for at, part in found if part.strip()]


def _best_split(text: str, low: int, high: int) -> int:
    """The best place to part a text between two others: after a paragraph, a line, a sentence, a word."""
    for pause in ("\n\n", "\n", ". ", " "):
        at = text.rfind(pause, low, high)
        if at >= 0:
            return at + len(pause)
    return high


def fence_text(text: str) -> str:
    """The text between two tags that it does not contain, so that nothing in it can close them."""
    number = 1
    while f"text-{number}" in text:
        number += 1
    return f"<text-{number}>\n{text}\n</text-{number}>"

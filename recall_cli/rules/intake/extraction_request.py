"""Extraction requests to a model: the text in parts, fenced as data, and the schema of the answer."""

from recall_cli.domain.memory import MEMORY_TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_PART_LENGTH = 16_000
"""Maximum length of one part: about 4,000 tokens, which five memories can summarize."""
MAX_PARTS = 12
"""A text with more parts is left to the rules, because twelve calls for one `store` are enough."""

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
"""The answer's form, in the subset of JSON Schema that the API knows; `extraction_answer` checks the rest."""


def split_text(text: str, limit: int = MAX_PART_LENGTH) -> "list[tuple[int, str]]":
    """The parts of a text with their offsets, each at most `limit` characters, split at natural pauses."""
    parts = []
    start = 0
    while len(text) - start > limit:
        end = _best_split(text, start + limit // 2, start + limit)
        parts.append((start, text[start:end]))
        start = end
    parts.append((start, text[start:]))
    return [(at, part) for at, part in parts if part.strip()]


def _best_split(text: str, low: int, high: int) -> int:
    """The best position to split a text between two others: after a paragraph, a line, a sentence or a word."""
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

"""Extraction by a model: the text in fenced parts, the schema of the answer, and the checks of the answer.

Nothing in an answer is trusted. Entries with the wrong form are dropped. Numbers out of range are limited to it. What
the source does not support counts as a guess of the model.
"""

from recall_cli.domain.draft import ExtractedStatement, Extraction, SkippedPassage
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.text import normalize
from recall_cli.rules.text.grounding import find_quote, is_grounded

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
"""The answer's form, in the subset of JSON Schema that the API knows; `read_answer` checks the rest."""


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


MAX_MEMORIES_PER_TEXT = 5
"""Further memories from one text are skipped."""
MAX_FIELD_LENGTHS = {"text": 600, "entity": 80, "attribute": 80, "value": 200, "qualifier": 200, "ends": 200}
"""A longer field is not valid."""
MAX_CONFIDENCE_BY_SPEECH = {"hedged": 0.65, "hypothetical": 0.3, "fiction": 0.3}
"""The highest confidence of a memory for each kind of speech; without a limit for the others."""
MAX_GUESS_CONFIDENCE = 0.5
"""The highest confidence of a memory that the source does not support."""


class UnreadableAnswer(ValueError):
    """The answer does not have the requested form."""


def read_answer(answer: str, source: str, offset: int = 0) -> Extraction:
    """The drafts in an answer about a source, which begins at `offset` of the whole text.

    Raises UnreadableAnswer if the answer does not have the requested form.
    """
    try:
        document = loads(answer)
    except ValueError:
        raise UnreadableAnswer("no JSON") from None
    items = document.get("memories") if isinstance(document, dict) else None
    if not isinstance(items, list):
        raise UnreadableAnswer("no list of memories")
    drafts: dict[str, ExtractedStatement] = {}
    skipped = []
    for item in items:
        draft = _read_draft(item, source, offset) if isinstance(item, dict) else "not a memory"
        if isinstance(draft, str):
            skipped.append(
                SkippedPassage(text=_excerpt(item), reason=f"the model's answer: {draft}", span=(offset, offset))
            )
        elif len(drafts) < MAX_MEMORIES_PER_TEXT:
            drafts.setdefault(normalize.fold_text(draft.text), draft)
        elif normalize.fold_text(draft.text) not in drafts:
            skipped.append(
                SkippedPassage(
                    text=draft.text, reason=f"the model's answer: more than {MAX_MEMORIES_PER_TEXT}", span=draft.span
                )
            )
    return Extraction(drafts=tuple(drafts.values()), skipped=tuple(skipped))


def _read_draft(item: "dict[str, Any]", source: str, offset: int) -> "ExtractedStatement | str":
    """One memory of an answer, or the reason why it is not valid."""
    text = _read_text(item, "text")
    importance, confidence = _read_share(item.get("importance")), _read_share(item.get("confidence"))
    speech = item.get("speech")
    if not text:
        return "no text, or a text that is too long"
    if item.get("type") not in MEMORY_TYPES:
        return "unknown type"
    if importance is None or confidence is None:
        return "importance and confidence must be numbers"
    if speech not in SPEECH_KINDS:
        return "unknown kind of speech"
    fact = _read_fact(item)
    borne_out = is_grounded(text, source) and (not fact or is_grounded(fact["value"].removeprefix("not "), source))
    quoted_span = find_quote(_read_text(item, "quote", MAX_FIELD_LENGTHS["text"] * 4) or text, source) or find_quote(
        text, source
    )
    span = (quoted_span[0] + offset, quoted_span[1] + offset) if quoted_span else (offset, offset)
    ceiling = min(MAX_CONFIDENCE_BY_SPEECH.get(speech, 1.0), 1.0 if borne_out else MAX_GUESS_CONFIDENCE)
    return ExtractedStatement(
        text=text,
        type=item["type"],
        importance=importance,
        confidence=min(confidence, ceiling),
        span=span,
        speech=speech if borne_out else "inferred",
        speaker="assistant" if item.get("speaker") == "assistant" else None,
        **fact,
    )


def _read_fact(item: "dict[str, Any]") -> "dict[str, Any]":
    """The fields of a memory's fact if it is complete; else none."""
    entity, attribute, value = (_read_text(item, name) for name in ("entity", "attribute", "value"))
    if not (entity and attribute and value and normalize.name_key(entity) and normalize.name_key(attribute)):
        return {}
    return {
        "entity": entity,
        "attribute": normalize.name_key(attribute),
        "value": value,
        "qualifier": _read_text(item, "qualifier") or None,
        "many": item.get("cardinality") == "many",
        "ends": _read_text(item, "ends") or None,
    }


def _read_text(item: "dict[str, Any]", name: str, max_length: int = 0) -> str:
    """A text field on one line with repaired Unicode; empty if it is not a text or too long."""
    value = item.get(name)
    if not isinstance(value, str) or len(value) > 10 * MAX_FIELD_LENGTHS["text"]:
        return ""
    line = " ".join(normalize.repair_unicode(value)[0].replace("\0", " ").split())
    return line if len(line) <= (max_length or MAX_FIELD_LENGTHS[name]) else ""


def _read_share(value: object) -> "float | None":
    """A number limited to the range from 0 to 1; None if it is not a number.

    NaN cannot occur: it is not valid JSON, and `loads` refuses it.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(min(1, max(0, value)))


def _excerpt(item: object) -> str:
    """The beginning of an entry, enough to recognize it."""
    content = item.get("text") if isinstance(item, dict) else item
    return normalize.repair_unicode(" ".join(str(content)[:200].split()))[0][:80]

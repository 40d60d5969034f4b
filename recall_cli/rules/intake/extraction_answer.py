"""What a model's answer is worth: read as text from a stranger, kept as drafts that the source bears out.

Nothing in it is taken on trust. What has the wrong form is dropped, what is out of range is brought back into it, and
what the source does not say counts as the model's own guess.
"""

from recall_cli.domain.extraction import ExtractedStatement, Extraction, SkippedPassage
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.intake.extraction_request import SPEECH_KINDS
from recall_cli.rules.text import normalize
from recall_cli.rules.text.grounding import find_quote, is_grounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_MEMORIES_PER_TEXT = 5
"""So many memories of one text; more are cut."""
MAX_FIELD_LENGTHS = {"text": 600, "entity": 80, "attribute": 80, "value": 200, "qualifier": 200, "ends": 200}
"""Characters beyond which a field is no such thing."""
MAX_CONFIDENCE_BY_SPEECH = {"hedged": 0.65, "hypothetical": 0.3, "fiction": 0.3}
"""How sure a memory can be that was said in this way."""
MAX_GUESS_CONFIDENCE = 0.5
"""How sure it can be where the source does not say it."""


class UnreadableAnswer(ValueError):
    """The answer is not of the form that was asked for."""


def read_answer(answer: str, source: str, offset: int = 0) -> Extraction:
    """The drafts in an answer about a source that stands at an offset of the whole text; Unreadable if it is none."""
    try:
        said = loads(answer)
    except ValueError:
        raise UnreadableAnswer("no JSON") from None
    items = said.get("memories") if isinstance(said, dict) else None
    if not isinstance(items, list):
        raise UnreadableAnswer("no list of memories")
    drafts: dict[str, ExtractedStatement] = {}
    skipped = []
    for item in items:
        draft = _read_draft(item, source, offset) if isinstance(item, dict) else "not a memory"
        if isinstance(draft, str):
            skipped.append(
                SkippedPassage(text=_excerpt(item), reason=f"claude's answer: {draft}", span=(offset, offset))
            )
        elif len(drafts) < MAX_MEMORIES_PER_TEXT:
            drafts.setdefault(normalize.fold_text(draft.text), draft)
        elif normalize.fold_text(draft.text) not in drafts:
            skipped.append(
                SkippedPassage(
                    text=draft.text, reason=f"claude's answer: more than {MAX_MEMORIES_PER_TEXT}", span=draft.span
                )
            )
    return Extraction(drafts=tuple(drafts.values()), skipped=tuple(skipped))


def _read_draft(item: "dict[str, Any]", source: str, offset: int) -> "ExtractedStatement | str":
    """One memory of an answer, or why it is none."""
    text = _read_text(item, "text")
    importance, confidence = _read_share(item.get("importance")), _read_share(item.get("confidence"))
    speech = item.get("speech")
    if not text:
        return "no text, or too long a one"
    if item.get("type") not in MEMORY_TYPES:
        return "no such type"
    if importance is None or confidence is None:
        return "importance and confidence must be numbers"
    if speech not in SPEECH_KINDS:
        return "no such way of saying it"
    fact = _read_fact(item)
    borne_out = is_grounded(text, source) and (not fact or is_grounded(fact["value"].removeprefix("not "), source))
    found = find_quote(_read_text(item, "quote", MAX_FIELD_LENGTHS["text"] * 4) or text, source) or find_quote(
        text, source
    )
    span = (found[0] + offset, found[1] + offset) if found else (offset, offset)
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
    """The fact of a memory where all of it is there, else nothing."""
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
    """A text field on one line, readable as Unicode; empty where it is no text or too long."""
    said = item.get(name)
    if not isinstance(said, str) or len(said) > 10 * MAX_FIELD_LENGTHS["text"]:
        return ""
    line = " ".join(normalize.repair_unicode(said)[0].replace("\0", " ").split())
    return line if len(line) <= (max_length or MAX_FIELD_LENGTHS[name]) else ""


def _read_share(value: object) -> "float | None":
    """A number between 0 and 1, one out of range brought to the nearer end; None where it is no number.

    What is no number at all (NaN) cannot stand in JSON, and `loads` refuses it.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(min(1, max(0, value)))


def _excerpt(item: object) -> str:
    """Enough of a thing to know it by."""
    said = item.get("text") if isinstance(item, dict) else item
    return normalize.repair_unicode(" ".join(str(said)[:200].split()))[0][:80]

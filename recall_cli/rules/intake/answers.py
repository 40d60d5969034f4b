"""What a model's answer is worth: read as text from a stranger, kept as drafts that the source bears out.

Nothing in it is taken on trust. What has the wrong form is dropped, what is out of range is brought back into it, and
what the source does not say counts as the model's own guess.
"""

from recall_cli.domain.draft import Draft, Extraction, Skip
from recall_cli.domain.jsontext import loads
from recall_cli.domain.memory import TYPES
from recall_cli.rules.intake.asking import SPEECH
from recall_cli.rules.text import wording
from recall_cli.rules.text.grounding import grounded, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST = 5
"""So many memories of one text; more are cut."""
LONGEST = {"text": 600, "entity": 80, "attribute": 80, "value": 200, "qualifier": 200, "ends": 200}
"""Characters beyond which a field is no such thing."""
CEILING = {"hedged": 0.65, "hypothetical": 0.3, "fiction": 0.3}
"""How sure a memory can be that was said in this way."""
GUESS = 0.5
"""How sure it can be where the source does not say it."""


class Unreadable(ValueError):
    """The answer is not of the form that was asked for."""


def read(answer: str, source: str, offset: int = 0) -> Extraction:
    """The drafts in an answer about a source that stands at an offset of the whole text; Unreadable if it is none."""
    try:
        said = loads(answer)
    except ValueError:
        raise Unreadable("no JSON") from None
    items = said.get("memories") if isinstance(said, dict) else None
    if not isinstance(items, list):
        raise Unreadable("no list of memories")
    drafts: dict[str, Draft] = {}
    skipped = []
    for item in items:
        draft = _draft(item, source, offset) if isinstance(item, dict) else "not a memory"
        if isinstance(draft, str):
            skipped.append(Skip(text=_shown(item), reason=f"claude's answer: {draft}", span=(offset, offset)))
        elif len(drafts) < MOST:
            drafts.setdefault(wording.folded(draft.text), draft)
        elif wording.folded(draft.text) not in drafts:
            skipped.append(Skip(text=draft.text, reason=f"claude's answer: more than {MOST}", span=draft.span))
    return Extraction(drafts=tuple(drafts.values()), skipped=tuple(skipped))


def _draft(item: "dict[str, Any]", source: str, offset: int) -> "Draft | str":
    """One memory of an answer, or why it is none."""
    text = _text(item, "text")
    importance, confidence = _share(item.get("importance")), _share(item.get("confidence"))
    speech = item.get("speech")
    if not text:
        return "no text, or too long a one"
    if item.get("type") not in TYPES:
        return "no such type"
    if importance is None or confidence is None:
        return "importance and confidence must be numbers"
    if speech not in SPEECH:
        return "no such way of saying it"
    fact = _fact(item)
    borne_out = grounded(text, source) and (not fact or grounded(fact["value"].removeprefix("not "), source))
    found = place(_text(item, "quote", LONGEST["text"] * 4) or text, source) or place(text, source)
    span = (found[0] + offset, found[1] + offset) if found else (offset, offset)
    ceiling = min(CEILING.get(speech, 1.0), 1.0 if borne_out else GUESS)
    return Draft(
        text=text,
        type=item["type"],
        importance=importance,
        confidence=min(confidence, ceiling),
        span=span,
        speech=speech if borne_out else "inferred",
        speaker="assistant" if item.get("speaker") == "assistant" else None,
        **fact,
    )


def _fact(item: "dict[str, Any]") -> "dict[str, Any]":
    """The fact of a memory where all of it is there, else nothing."""
    entity, attribute, value = (_text(item, name) for name in ("entity", "attribute", "value"))
    if not (entity and attribute and value and wording.key(entity) and wording.key(attribute)):
        return {}
    return {
        "entity": entity,
        "attribute": wording.key(attribute),
        "value": value,
        "qualifier": _text(item, "qualifier") or None,
        "many": item.get("cardinality") == "many",
        "ends": _text(item, "ends") or None,
    }


def _text(item: "dict[str, Any]", name: str, longest: int = 0) -> str:
    """A text field on one line, readable as Unicode; empty where it is no text or too long."""
    said = item.get(name)
    if not isinstance(said, str) or len(said) > 10 * LONGEST["text"]:
        return ""
    line = " ".join(wording.mended(said)[0].replace("\0", " ").split())
    return line if len(line) <= (longest or LONGEST[name]) else ""


def _share(said: object) -> "float | None":
    """A number between 0 and 1, one out of range brought to the nearer end; None where it is no number.

    What is no number at all (NaN) cannot stand in JSON, and `loads` refuses it.
    """
    if isinstance(said, bool) or not isinstance(said, (int, float)):
        return None
    return float(min(1, max(0, said)))


def _shown(item: object) -> str:
    """Enough of a thing to know it by."""
    said = item.get("text") if isinstance(item, dict) else item
    return wording.mended(" ".join(str(said)[:200].split()))[0][:80]

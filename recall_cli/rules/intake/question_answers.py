"""What a model answers to open questions: the form of its answer, and the checks of each entry.

Nothing in an answer is trusted: an entry counts only for a question that was asked, once, with a known answer.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.intake.model_notes import fence_text, object_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

ANSWER_FIELD = "answers"
REPLACED, BOTH, UNSURE = "replaced", "both", "unsure"
MAX_REASON_LETTERS = 160
_FIELDS: "dict[str, Any]" = {
    "question": {"type": "integer"},
    "answer": {"type": "string", "enum": [REPLACED, BOTH, UNSURE]},
    "reason": {"type": "string"},
}
ANSWER_FORM = object_form({ANSWER_FIELD: {"type": "array", "items": object_form(_FIELDS)}})
"""The answer's form, in the subset of JSON Schema that the API knows."""


class ModelAnswer(Record):
    """A model's answer to a question, and its reason in a few words."""

    question: int
    answer: str
    reason: str


def write_questions(pairs: "Iterable[tuple[int, tuple[str, str], tuple[str, str]]]") -> str:
    """The text for a model: for each question its number, and the newer and the older statement, each after its day."""
    blocks = []
    for number, newer, older in pairs:
        sides = (("newer", *newer), ("older", *older))
        blocks.append("\n".join([f"question {number}", *(f"{side} ({day}): {text}" for side, day, text in sides)]))
    return fence_text("\n\n".join(blocks))


def read_answers(document: object, asked: "Collection[int]") -> "list[ModelAnswer] | None":
    """The answers to questions that were asked; None if the document has no list of answers."""
    entries = document.get(ANSWER_FIELD) if isinstance(document, dict) else None
    if not isinstance(entries, list):
        return None
    found: dict[int, ModelAnswer] = {}
    for entry in entries:
        number, answer = (entry.get("question"), entry.get("answer")) if isinstance(entry, dict) else (None, None)
        if type(number) is not int or number not in asked or number in found or answer not in (REPLACED, BOTH, UNSURE):
            continue
        reason = entry.get("reason")
        words = " ".join(reason.split()) if isinstance(reason, str) else ""
        found[number] = ModelAnswer(question=number, answer=str(answer), reason=words[:MAX_REASON_LETTERS])
    return [*found.values()]

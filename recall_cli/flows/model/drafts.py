"""From a text or a conversation to drafts: what a model notes about it, or else what the rules find."""

from recall_cli.domain.draft import Draft
from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.receipt import Refusal
from recall_cli.flows.model.reading import is_conversation, read_with_model
from recall_cli.flows.write.masking import add_counts, mask_fields
from recall_cli.flows.write.think import (
    MODEL_EXTRACTORS,
    DraftResult,
    drafts_without_reading,
    length_refusal,
    make_drafts,
    mask_refusal,
    may_send_to_model,
    new_draft,
    secret_refusal,
)
from recall_cli.rules.beliefs.trust import lowest_trust
from recall_cli.rules.injection import hold_reason
from recall_cli.rules.intake.model_notes import GUESSES_ALONE, are_guesses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import PreparedRequest
    from recall_cli.flows.model.reading import ModelReading
    from recall_cli.rules.intake.model_notes import Note
    from recall_cli.workplace import Workplace

NOTE_IMPORTANCE = 0.7


def draft_text(
    app: "App",
    request: "PreparedRequest",
    extractor: str = "auto",
    *,
    place: "Workplace | str | None" = None,
    in_worker: bool = False,
) -> DraftResult:
    """The drafts of a prepared request. If a model is to read it and fails, the rules read, and `failed` says why."""
    if extractor not in MODEL_EXTRACTORS or not may_send_to_model(app, place):
        return make_drafts(app, request, extractor)
    if is_conversation(request):
        return drafts_from_model(app, request, place, extractor, in_worker=in_worker)
    unread = drafts_without_reading(app, request)
    if unread is not None:
        return unread
    noted = drafts_from_model(app, request, place, extractor, in_worker=in_worker)
    return noted if noted.failed is None else make_drafts(app, request, extractor, failed=noted.failed)


def drafts_from_model(
    app: "App", request: "PreparedRequest", place: "Workplace | str | None", extractor: str, *, in_worker: bool = True
) -> DraftResult:
    """The drafts of what a model notes; none, and the reason, if it fails."""
    reading = read_with_model(app, request, place, extractor, in_worker=in_worker)
    if reading.failed is not None:
        return DraftResult(failed=reading.failed)
    if are_guesses(reading.notes) and not is_conversation(request):  # they would stand in place of what was stored
        return DraftResult(failed=ModelFailed(GUESSES_ALONE, model=extractor, again=False))
    judged = [_draft_note(app, request, note, reading) for note in reading.notes]
    refused = [Refusal(text=text, gate="extraction", reason=reason) for text, reason in reading.left_out]
    refused += [one for one, _ in judged if isinstance(one, Refusal)]
    if not judged and not refused:
        refused = [Refusal(text=request.text[:80], gate="extraction", reason="the model found nothing to note")]
    return DraftResult(
        drafts=tuple(one for one, _ in judged if isinstance(one, Draft)),
        refused=tuple(map(mask_refusal, refused)),
        redacted=add_counts(*(hidden.items() for _, hidden in judged)),
    )


def _draft_note(
    app: "App", request: "PreparedRequest", note: "Note", reading: "ModelReading"
) -> "tuple[Draft | Refusal, dict[str, int]]":
    """A note as a draft, or its refusal; and the masked secrets. Fields that the caller set win."""
    fields: dict[str, Any] = {"type": note.type, "importance": NOTE_IMPORTANCE, "confidence": note.confidence}
    fields |= {**vars(request), "text": note.text, "extracted_by": reading.by, "metadata": None}
    if is_conversation(request):
        fields["source"] = "user" if note.is_own_word else "agent"
        fields |= _place_in_session(request, note)
    elif not note.is_own_word:
        fields["source"], fields["trust"] = "agent", lowest_trust(request.trust, "agent")
    if note.replaces in reading.known:
        fields["replaces"] = reading.known[note.replaces]
    unmasked = fields
    fields, hidden = mask_fields(fields)
    refusal = length_refusal(app, fields["text"]) or secret_refusal(fields["text"])
    if refusal is not None:
        return refusal, hidden
    held = hold_reason(unmasked)
    words = note.origin.text if note.origin is not None else None
    if words != note.text and words is not None and hold_reason({"text": words, "trust": "agent"}) is None:
        fields["span"] = words
    return new_draft(**fields, held=held, vector=app.embedder().embed(fields["text"])), hidden


def _place_in_session(request: "PreparedRequest", note: "Note") -> "dict[str, Any]":
    """The turn that a note comes from, and its time."""
    origin = note.origin
    if origin is None:
        return {}
    return {
        "metadata": {"turn": origin.turn} if origin.turn else None,
        "created_at": request.created_at if origin.at is None else origin.at,
    }

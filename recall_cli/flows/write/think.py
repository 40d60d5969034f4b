"""Thinking, before any lock is taken: what is said is mended, masked, made into drafts, and judged by the gates."""

from recall_cli.domain.draft import Draft
from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import DEFAULT_TYPE
from recall_cli.domain.receipt import Refusal
from recall_cli.domain.record import Record
from recall_cli.domain.store_request import PreparedRequest
from recall_cli.flows.write.injection import fields_hold_reason, hold_reason
from recall_cli.flows.write.masking import mask_fields
from recall_cli.rules.beliefs import duplicates, trust
from recall_cli.rules.beliefs.authorship import stored_source
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.domain.extraction import ExtractedStatement
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.store_request import StoreRequest
    from recall_cli.engines.tables.projects import Project
    from recall_cli.flows.write.extraction import ExtractionOutcome
    from recall_cli.workplace import Workplace


class DraftResult(Record):
    """What a text came to, before the store was asked: drafts to keep, texts refused, secrets taken out."""

    drafts: "tuple[Draft, ...]" = ()
    refused: "tuple[Refusal, ...]" = ()
    redacted: "tuple[tuple[str, int], ...]" = ()
    failed: "ModelFailed | None" = None
    """Why the model did not read it, where the rules stood in for it."""


def normalize_request(app: "App", request: "StoreRequest") -> "tuple[PreparedRequest, tuple[tuple[str, int], ...]]":
    """What a caller says, mended and without secrets: fit to be written down, as a job or as a memory."""
    clean = request.set_fields()
    mended = 0
    for name in ("text", "topic", "entity", "attribute", "value", "qualifier", "session", "agent"):
        if name in clean:
            clean[name], count = normalize.repair_unicode(str(clean[name]))
            clean[name] = normalize.compose_letters(clean[name])
            mended += count
    if clean.get("tags"):
        clean["tags"] = normalize.compose_tags(clean["tags"])
    if mended:
        were = "byte that was" if mended == 1 else "bytes that were"
        app.note(f"{mended} {were} no text {'is' if mended == 1 else 'are'} kept in readable form")
    clean["text"] = clean["text"].strip()
    if not any(letter.isprintable() and letter != " " for letter in clean["text"]):  # the first one nearly always is
        raise UsageError("there is nothing to store", "give a text, or pipe one in")
    channel = "agent" if clean.get("agent") else app.channel  # whoever names an agent speaks as one
    clean["agent"] = clean.get("agent") or app.agent
    clean["source"] = stored_source(channel, clean.get("source"))
    clean["trust"] = trust.trust_of_source(channel, clean["source"])
    clean["created_at"] = clean["updated_at"] = app.now()
    if None not in (clean.get("valid_from"), clean.get("valid_until")) and clean["valid_until"] <= clean["valid_from"]:
        raise UsageError("valid-until must come after valid-from")
    clean, redacted = mask_fields(clean)
    return PreparedRequest(**clean), tuple(sorted(redacted.items()))


def choose_extractor(app: "App", extractor: "str | None", request: "StoreRequest") -> str:
    """Who shall read a text: the one named; else the setting's, though nobody whose caller says what it is.

    So the setting claude is asked where statements have to be read out of a text, and only there.
    """
    if extractor not in (None, "auto"):
        return str(extractor)
    setting = str(app.settings["extractor"])
    if setting == "claude":
        return "auto" if _has_structure(request) else "claude"
    return "auto" if extractor == "auto" else setting


def _has_structure(request: "StoreRequest") -> bool:
    """Does the caller say which type the memory has, or which fact it states? Then they know what they store."""
    return any(field is not None for field in (request.type, request.entity, request.attribute, request.value))


def make_drafts(
    app: "App",
    request: PreparedRequest,
    extractor: str = "auto",
    *,
    place: "Workplace | str | None" = None,
    in_worker: bool = False,
) -> DraftResult:
    """The drafts that a prepared text comes to, and what was refused on the way.

    none keeps the text as it is; rules and claude read statements out of it; auto does that by rules where the caller
    says nothing of the memory himself, and else takes him at his word. What is taken passes the quality gate.
    """
    held = hold_reason(request) if len(request.text) <= MAX_WHOLE_TEXT else None
    if held is not None:  # what may be an order is not read for statements: a person has to see it as it came
        return _whole_text(app, request, held, gated=False)
    if extractor != "none" and (refusal := noise_refusal(request.text)):
        return DraftResult(refused=(refusal,))
    if extractor == "none" or (extractor == "auto" and _has_structure(request)):
        return _whole_text(app, request, hold_reason(request), gated=extractor != "none")
    from recall_cli.flows.write.extraction import extract_statements

    if extractor == "claude" and not may_send_to_model(app, place):
        extractor = "rules"
    return _apply_gates(app, request, extract_statements(app, request.text, extractor, in_worker=in_worker))


def _whole_text(app: "App", request: PreparedRequest, held: "str | None", *, gated: bool) -> DraftResult:
    """A text as one draft, as it is, or its refusal; `gated` puts it to the quality gate too."""
    judged = _gated_draft(app, {**request.set_fields(), "held": held}, gated=gated)
    return DraftResult(drafts=(judged,)) if isinstance(judged, Draft) else DraftResult(refused=(judged,))


def drafts_from_turn(app: "App", request: PreparedRequest, speaker: str) -> DraftResult:
    """What one turn of a conversation comes to, by rules; where it reads like an order, all of it is held."""
    from recall_cli.flows.write.extraction import ExtractionOutcome
    from recall_cli.rules.reading.extraction import extract_drafts

    thought = _apply_gates(
        app, request, ExtractionOutcome(found=extract_drafts(request.text, speaker=speaker), by="rules")
    )
    held = hold_reason(request) if thought.drafts else None
    if held is None:
        return thought
    return thought.but(drafts=tuple(draft.but(held=draft.held or held) for draft in thought.drafts))


def drafts_from_session(app: "App", request: PreparedRequest, place: "Workplace | str | None") -> DraftResult:
    """What a whole conversation comes to, read by the model."""
    from recall_cli.flows.write.extraction import extract_statements

    reader = "claude" if may_send_to_model(app, place) else "rules"
    return _apply_gates(app, request, extract_statements(app, request.text, reader, in_worker=True))


def _apply_gates(app: "App", request: PreparedRequest, outcome: "ExtractionOutcome") -> DraftResult:
    """What was read out of a text, as far as the gates let it pass."""
    refused = [
        Refusal(text=skip.text, gate="extraction", reason=skip.reason, hint=STORE_AS_IS_HINT)
        for skip in outcome.found.skipped
    ]
    drafts: list[Draft] = []
    redacted: dict[str, int] = {}
    for number, statement in enumerate(outcome.found.drafts):
        app.progress("weighing", number, len(outcome.found.drafts))
        judged, hidden = _judge_statement(app, request, statement, outcome.by)
        redacted = {kind: redacted.get(kind, 0) + hidden.get(kind, 0) for kind in {*redacted, *hidden}}
        if isinstance(judged, Draft):
            drafts.append(judged)
        else:
            refused.append(judged)
    if not drafts and not refused:
        refused.append(Refusal(text=request.text[:80], gate="extraction", reason="nothing in it states anything"))
    return DraftResult(
        drafts=tuple(drafts),
        refused=tuple(map(mask_refusal, refused)),
        redacted=tuple(sorted(redacted.items())),
        failed=outcome.failed,
    )


def may_send_to_model(app: "App", place: "Workplace | str | None") -> bool:
    """What will not be kept is not given to a model either."""
    if app.settings["off"]:
        return False
    from recall_cli.flows.projects import is_memory_enabled

    with app.read_transaction() as tx:
        return is_memory_enabled(tx, place)


MAX_WHOLE_TEXT = 4_000
"""Up to so many letters a text is judged whole; of a longer one (a page, a transcript) each statement by itself."""
STORE_AS_IS_HINT = "--extractor none keeps it as it is"


def new_draft(**fields: "Any") -> Draft:
    """A draft of these fields, with what follows from them: the hash, the fact's key, the words to look for."""
    text: str = fields["text"]
    if fields.get("tags") is None:
        fields["tags"] = {}
    return Draft(
        **fields,
        hash=normalize.content_hash(text),
        fact=normalize.fact_key(fields.get("entity"), fields.get("attribute")),
        lookup_words=duplicates.lookup_words(duplicates.content_words(text).words),
    )


def draft_from_memory(memory: "Memory") -> Draft:
    """A stored memory as a draft, to be judged once more; it comes without a vector."""
    left_out = ("n", "id", "user", "project", "superseded_by", "contested")
    fields = {name: value for name, value in memory.fields().items() if name not in left_out}
    for name in ("tags", "anchors", "metadata"):
        fields[name] = loads(fields[name]) if fields[name] else None
    return new_draft(**fields)


def _judge_statement(
    app: "App", request: PreparedRequest, statement: "ExtractedStatement", extractor: str
) -> "tuple[Draft | Refusal, dict[str, int]]":
    """A statement as a draft, or its refusal; and how many secrets were masked. What the caller says goes first."""
    fields = {
        "type": statement.type, "importance": statement.importance, "confidence": statement.confidence,
        "entity": statement.entity, "attribute": statement.attribute, "value": statement.value,
        "qualifier": statement.qualifier, **request.set_fields(), "text": statement.text,
        "many": statement.many, "ends": statement.ends, "extracted_by": extractor,
    }  # fmt: skip
    source = request.text[slice(*statement.span)]
    if statement.speaker == "assistant" or statement.speech == "inferred":
        fields["source"], fields["trust"] = "agent", trust.lowest_trust(request.trust, "agent")
    fields["held"] = fields_hold_reason({**fields, "span": source})
    differs = source and normalize.fold_text(source) != normalize.fold_text(statement.text)
    fields["span"] = source if differs else None
    hidden: dict[str, int] = {}
    if extractor != "rules":  # the rules give back nothing but the masked text's own words
        fields, hidden = mask_fields(fields)
    return _gated_draft(app, fields), hidden


def _gated_draft(app: "App", fields: "dict[str, Any]", *, gated: bool = True) -> "Draft | Refusal":
    """A draft of these fields, with its vector made while no lock is held; or the refusal of a gate."""
    text: str = fields["text"]
    refusal = length_refusal(app, text)
    if refusal is None and gated:
        fact = (fields.get(name) for name in ("entity", "attribute", "value"))
        refusal = quality_refusal(text, fields.get("type", DEFAULT_TYPE), *fact)
    return new_draft(**fields, vector=app.embedder().embed(text)) if refusal is None else refusal


def _has_only_secrets(masked: str) -> bool:
    from recall_cli.rules.intake.gate import holds_only_secrets

    return holds_only_secrets(masked)


def quality_refusal(
    text: str, type_: str, entity: "str | None", attribute: "str | None", value: "str | None"
) -> "Refusal | None":
    """The quality gate: what would be of no use later is refused, with the score and what would pass."""
    from recall_cli.rules.intake.gate import MIN_SCORE, judge_quality

    if "[secret: " in text and _has_only_secrets(text):
        return Refusal(
            text=text,
            gate="secret",
            reason="it says nothing but a secret, and secrets are not kept",
            hint="keep it where passwords belong, and store where that is",
        )
    verdict = judge_quality(text, type_, entity=entity, attribute=attribute, value=value)
    if verdict.accepted:
        return None
    return Refusal(
        text=text,
        gate="quality",
        reason=f"{verdict.reason} ({verdict.score:.2f} of {MIN_SCORE:.2f})",
        hint=verdict.advice or "",
        score=verdict.score,
    )


def noise_refusal(text: str) -> "Refusal | None":
    """Filler, encoded data and rows of numbers are refused before anybody takes the time to read them."""
    from recall_cli.rules.text.noise import noise_reason

    reason = noise_reason(text)
    if reason is None:
        return None
    return Refusal(text=text[:80], gate="quality", reason=reason, hint=STORE_AS_IS_HINT)


def off_refusal(app: "App", text: str = "", session: "str | None" = None) -> "Refusal | None":
    """Nothing is kept while recall is switched off, or of a private session; the refusal says where that was set."""
    from recall_cli.flows.agents import switches

    reason = switches.off_reason(app) or switches.private_reason(app, session or switches.current_session(app))
    return None if reason is None else Refusal(text=text[:80], gate="off", reason=reason)


def project_off_refusal(text: str, project: "Project") -> Refusal:
    """The refusal of a text in a project where memory is off."""
    return Refusal(
        text=text,
        gate="off",
        reason=f"memory is switched off for {project.name}",
        hint=f"recall config project enable {project.name}",
    )


def length_refusal(app: "App", text: str) -> "Refusal | None":
    """A memory is a few sentences; a longer text would drown what matters in it."""
    limit = app.settings["max_bytes"]
    size = len(text.encode("utf-8", "surrogatepass"))
    if size <= limit:
        return None
    return Refusal(
        text=text[:80],
        gate="length",
        reason=f"the text has {size:,} bytes, and a memory at most {limit:,}",
        hint="store its parts, or raise max_bytes: recall config max_bytes N",
    )


def mask_refusal(refusal: Refusal) -> Refusal:
    """A refusal that repeats no secret."""
    from recall_cli.rules.secrets import mask

    return refusal.but(text=mask(refusal.text).text)

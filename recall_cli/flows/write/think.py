"""Make drafts of a request, before any lock is taken: normalize it, mask it, extract statements, ask the gates."""

from recall_cli.domain.draft import Draft, PreparedRequest
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import DEFAULT_TYPE
from recall_cli.domain.receipt import Refusal
from recall_cli.domain.record import Record
from recall_cli.flows.write.masking import mask_fields
from recall_cli.rules.beliefs import duplicates, trust
from recall_cli.rules.beliefs.authorship import stored_source
from recall_cli.rules.injection import hold_reason
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import ExtractedStatement, Extraction, StoreRequest
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.domain.memory import Memory
    from recall_cli.workplace import Workplace


class DraftResult(Record):
    """What a text gives before the store is asked: drafts, refusals, and counts of masked secrets."""

    drafts: "tuple[Draft, ...]" = ()
    refused: "tuple[Refusal, ...]" = ()
    redacted: "tuple[tuple[str, int], ...]" = ()
    failed: "ModelFailed | None" = None
    """Why the model failed, where the rules read the text instead."""
    text: str = ""
    """The whole text, if it is short: a correction may need two of its sentences."""
    correction: "Draft | None" = None
    """The whole text as a draft, if nothing else was found in it; stored if it ends a belief, and else refused."""


def has_structure(request: "StoreRequest") -> bool:
    """Does the caller say which type the memory has, or which fact it states? Then they know what they store."""
    return any(field is not None for field in (request.type, request.entity, request.attribute, request.value))


def choose_extractor(app: "App", extractor: "str | None", request: "StoreRequest") -> str:
    """The extractor for a text: the one that the caller names, else that of the setting.

    The setting claude applies only where statements have to be extracted: not where the caller gives the structure.
    """
    if extractor not in (None, "auto"):
        return str(extractor)
    setting = str(app.settings["extractor"])
    if setting in MODEL_EXTRACTORS:
        return "auto" if has_structure(request) else setting
    return "auto" if extractor == "auto" else setting


def normalize_request(app: "App", request: "StoreRequest") -> "tuple[PreparedRequest, tuple[tuple[str, int], ...]]":
    """The request, normalized and without secrets, so that it may be written; and the counts of masked secrets."""
    clean = {name: value for name, value in vars(request).items() if value is not None}
    repaired = 0
    for name in ("text", "topic", "entity", "attribute", "value", "qualifier", "session", "agent"):
        if name in clean:
            clean[name], count = normalize.repair_unicode(str(clean[name]))
            clean[name] = normalize.compose_letters(clean[name])
            repaired += count
    if clean.get("tags"):
        clean["tags"] = normalize.compose_tags(clean["tags"])
    if repaired:
        were = "byte that was" if repaired == 1 else "bytes that were"
        app.note(f"{repaired} {were} no text {'is' if repaired == 1 else 'are'} kept in readable form")
    clean["text"] = clean["text"].strip()
    if not any(letter.isprintable() and letter != " " for letter in clean["text"]):  # nearly always the first letter is
        from recall_cli.domain.errors import UsageError

        raise UsageError("there is nothing to store", "give a text, or pipe one in")
    channel = "agent" if clean.get("agent") else app.channel  # a caller who names an agent speaks as that agent
    clean["agent"] = clean.get("agent") or app.agent
    clean["source"] = stored_source(channel, clean.get("source"))
    clean["trust"] = trust.trust_of_source(channel, clean["source"])
    clean["created_at"] = clean["updated_at"] = app.now()
    if None not in (clean.get("valid_from"), clean.get("valid_until")) and clean["valid_until"] <= clean["valid_from"]:
        from recall_cli.domain.errors import UsageError

        raise UsageError("valid-until must come after valid-from")
    clean, redacted = mask_fields(clean)
    return PreparedRequest(**clean), tuple(sorted(redacted.items()))


def make_drafts(
    app: "App",
    request: PreparedRequest,
    extractor: str = "auto",
    *,
    place: "Workplace | str | None" = None,
    in_worker: bool = False,
) -> DraftResult:
    """The drafts of a prepared text, and what was refused.

    none stores the text as it is. rules and claude extract statements. auto stores the text as it is if the caller
    gives its structure, and else extracts by rules. Except with none, a text has to pass the quality gate.
    """
    whole = extractor == "none" or (extractor == "auto" and has_structure(request))
    held = hold_reason(vars(request)) if len(request.text) <= MAX_WHOLE_TEXT else None
    if held is not None:  # a possible injection is not split into statements: a person has to see it as it came
        return _whole_text(app, request, held, gated=False)
    if extractor != "none":
        from recall_cli.rules.text.noise import noise_reason

        noise = noise_reason(request.text)
        if noise is not None:
            refusal = Refusal(text=request.text[:80], gate="quality", reason=noise, hint=STORE_AS_IS_HINT)
            return DraftResult(refused=(refusal,))
    if whole:
        return _whole_text(app, request, hold_reason(vars(request)), gated=extractor != "none")
    if extractor in MODEL_EXTRACTORS and may_send_to_model(app, place):
        return _apply_gates(app, request, _ask_model(app, request.text, extractor, in_worker=in_worker))
    from recall_cli.rules.reading.extraction import extract_drafts

    found = extract_drafts(request.text, progress=lambda at: app.progress("reading", at, len(request.text)))
    if len(request.text) <= MAX_CORRECTION_LETTERS:
        found = _read_instructions(found)
    return _apply_gates(app, request, found)


def _read_instructions(found: "Extraction") -> "Extraction":
    """The same with each way of working as a preference, and orders of the moment among what is skipped."""
    unclear = any(draft.entity is None and draft.type in MISTAKEN_TYPES for draft in found.drafts)
    if not unclear and not any(skip.reason in MISTAKEN_REASONS for skip in found.skipped):
        return found
    from recall_cli.rules.intake.instructions import read_instructions

    return read_instructions(found, MISTAKEN_TYPES, MISTAKEN_REASONS)


def _whole_text(app: "App", request: PreparedRequest, held: "str | None", *, gated: bool) -> DraftResult:
    """A text as one draft, as it is, or its refusal; `gated` puts it to the quality gate too."""
    refusal = length_refusal(app, request.text)
    if refusal is None and gated:
        refusal = quality_refusal(vars(request), type_given=request.type is not None)
    if refusal is not None:
        correction = _whole_correction(app, request) if refusal.gate == "quality" and held is None else None
        return DraftResult(refused=(refusal,), correction=correction)
    return DraftResult(drafts=(new_draft(**vars(request), held=held, vector=app.embedder().embed(request.text)),))


def drafts_from_statements(
    app: "App", request: PreparedRequest, statements: "tuple[ExtractedStatement, ...]"
) -> DraftResult:
    """The drafts of statements that a conversation left in one turn; the quality of each was judged there."""
    judged = [_judge_statement(app, request, statement, "rules", gated=False)[0] for statement in statements]
    drafts = tuple(draft for draft in judged if isinstance(draft, Draft))
    refused = tuple(mask_refusal(refusal) for refusal in judged if isinstance(refusal, Refusal))
    held = hold_reason(vars(request)) if drafts else None
    if held is not None:
        drafts = tuple(draft.but(held=draft.held or held) for draft in drafts)
    return DraftResult(drafts=drafts, refused=refused)


def drafts_from_session(
    app: "App", request: PreparedRequest, place: "Workplace | str | None", extractor: str = "claude"
) -> DraftResult:
    """The drafts of a whole conversation, extracted by the model."""
    if may_send_to_model(app, place):
        return _apply_gates(app, request, _ask_model(app, request.text, extractor, in_worker=True))
    from recall_cli.rules.reading.extraction import extract_drafts

    found = extract_drafts(request.text, progress=lambda at: app.progress("reading", at, len(request.text)))
    return _apply_gates(app, request, found)


def _ask_model(app: "App", text: str, extractor: str, *, in_worker: bool) -> "Extraction":
    """What the model finds in a masked text. Only a worker runs the user's program; until then the rules read it."""
    if extractor == "claude":
        from recall_cli.flows.write.claude_call import extract_with_claude

        return extract_with_claude(app, text, in_worker=in_worker)
    from recall_cli.flows.write import program_call

    if in_worker:
        return program_call.extract_with_program(app, text)
    return program_call.read_by_rules(app, text, program_call.wait_for_worker(app))


def _apply_gates(app: "App", request: PreparedRequest, found: "Extraction") -> DraftResult:
    """The drafts of the extracted statements that pass the gates, and the refusals."""
    refused = [
        Refusal(text=skip.text, gate="extraction", reason=skip.reason, hint=_skip_hint(skip.reason))
        for skip in found.skipped
    ]
    drafts: list[Draft] = []
    redacted: dict[str, int] = {}
    for number, statement in enumerate(found.drafts):
        app.progress("weighing", number, len(found.drafts))
        judged, hidden = _judge_statement(app, request, statement, found.by)
        redacted = {kind: redacted.get(kind, 0) + hidden.get(kind, 0) for kind in {*redacted, *hidden}}
        if isinstance(judged, Draft):
            drafts.append(judged)
        else:
            refused.append(judged)
    if not drafts and not refused:
        refused.append(Refusal(text=request.text[:80], gate="extraction", reason="nothing in it states anything"))
    held = bool(drafts) or any(refusal.gate == "secret" for refusal in refused)
    return DraftResult(
        drafts=tuple(drafts),
        refused=tuple(map(mask_refusal, refused)),
        redacted=tuple(sorted(redacted.items())),
        failed=found.failed,
        text=request.text if len(request.text) <= MAX_CORRECTION_LETTERS else "",
        correction=None if held else _whole_correction(app, request),
    )


def _whole_correction(app: "App", request: PreparedRequest) -> "Draft | None":
    """A short text as one draft, in case that it ends a belief; None for a question or a longer text."""
    text = request.text
    if len(text) > MAX_CORRECTION_LETTERS or text.rstrip().endswith("?") or length_refusal(app, text) is not None:
        return None
    fields = {"type": "correction", **vars(request), "extracted_by": "rules" if request.type is None else "none"}
    return new_draft(**fields, vector=app.embedder().embed(text))


def may_send_to_model(app: "App", place: "Workplace | str | None") -> bool:
    """May a text be sent to a model? Not where memory is off, since nothing would be stored."""
    if app.settings["off"]:
        return False
    from recall_cli.flows.projects import is_memory_enabled

    with app.read_transaction() as tx:
        return is_memory_enabled(tx, place)


MODEL_EXTRACTORS = ("claude", "command")
"""The extractors that ask a model: Anthropic's API, or a program of the user's."""
MAX_CORRECTION_LETTERS = 400
"""A text of up to this many letters is also compared as a whole with what is believed."""
MAX_WHOLE_TEXT = 4_000
"""A text of up to this many letters is checked for injection as a whole; in a longer one each statement is."""
STORE_AS_IS_HINT = "--extractor none keeps it as it is"
SAY_MORE_HINT = 'say what and why, e.g. "CI fails on Mondays because …"; ' + STORE_AS_IS_HINT
TOO_MANY = "more than "
"""The beginning of the reason for statements beyond those that one paragraph may leave."""
SEVERAL_HINT = "put empty lines between the texts, or use recall import FILE"
THIN_REASONS = frozenset({"too little is said", "status without substance"})
"""Reasons to leave out a text which would pass if it said more."""


MISTAKEN_TYPES = frozenset({"fact", "procedure"})
"""Types that the grammar gives to a way of working, and to an order in a language that it cannot read."""
MISTAKEN_REASONS = frozenset({"request of the moment", "too little is said"})
"""Reasons for which it leaves a way of working out."""


def _skip_hint(reason: str) -> str:
    """What would pass in place of a text that was left out."""
    if reason.startswith(TOO_MANY):
        return SEVERAL_HINT
    return SAY_MORE_HINT if reason in THIN_REASONS else STORE_AS_IS_HINT


def new_draft(**fields: "Any") -> Draft:
    """A draft of these fields, with what follows from them: the hash, the fact's key, the words to look for."""
    text: str = fields["text"]
    fields.pop("caller", None)  # its operation names the caller, not the memory
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
    left_out = ("n", "id", "user", "project", "superseded_by", "contested", "maybe_outdated_since")
    fields = {name: value for name, value in memory.fields().items() if name not in left_out}
    for name in ("tags", "anchors", "metadata"):
        fields[name] = loads(fields[name]) if fields[name] else None
    return new_draft(**fields)


def _judge_statement(
    app: "App", request: PreparedRequest, statement: "ExtractedStatement", extractor: str, *, gated: bool = True
) -> "tuple[Draft | Refusal, dict[str, int]]":
    """A statement as a draft, or its refusal; and the masked secrets. Fields that the caller set win.

    `gated` puts it to the quality gate too.
    """
    fields = {
        "type": statement.type,
        "importance": statement.importance,
        "confidence": statement.confidence,
        "entity": statement.entity,
        "attribute": statement.attribute,
        "value": statement.value,
        "qualifier": statement.qualifier,
        **vars(request),
        "text": statement.text,
        "many": statement.many,
        "ends": statement.ends,
        "extracted_by": extractor,
    }
    source = request.text[slice(*statement.span)]
    if statement.speaker == "assistant" or statement.speech == "inferred":
        fields["source"], fields["trust"] = "agent", trust.lowest_trust(request.trust, "agent")
    unmasked = {**fields, "span": source}
    differs = source not in ("", statement.text)
    differs = differs and normalize.fold_text(source) != normalize.fold_text(statement.text)
    fields["span"] = source if differs else None
    hidden: dict[str, int] = {}
    if extractor != "rules":  # the rules return only words of the text, which is masked already
        fields, hidden = mask_fields(fields)
        if hidden:
            fields = _without_repeated_secret(fields, unmasked)
    refusal = length_refusal(app, fields["text"]) or (quality_refusal(fields) if gated else None)
    if refusal is not None:
        return refusal, hidden
    return new_draft(**fields, held=hold_reason(unmasked), vector=app.embedder().embed(fields["text"])), hidden


def _without_repeated_secret(fields: "dict[str, Any]", unmasked: "dict[str, Any]") -> "dict[str, Any]":
    """The fields without the fact if it repeats what was masked in a sentence: alone, a secret may look harmless."""
    sentences = [(unmasked[name] or "", fields[name] or "") for name in ("text", "qualifier", "span")]
    for part in filter(None, (unmasked[name] for name in ("entity", "attribute", "value", "ends"))):
        if any(part in before and part not in after for before, after in sentences):
            return {**fields, **dict.fromkeys(("entity", "attribute", "value", "ends"))}
    return fields


def quality_refusal(fields: "dict[str, Any]", *, type_given: bool = False) -> "Refusal | None":
    """The refusal of the quality gate, if the text would be of no use later: with its score, and what would pass.

    `type_given` means that the caller named the type.
    """
    from recall_cli.rules.intake.gate import MIN_SCORE, holds_only_secrets, judge_quality

    text: str = fields["text"]
    if "[secret: " in text and holds_only_secrets(text):
        return Refusal(
            text=text,
            gate="secret",
            reason="it says nothing but a secret, and secrets are not kept",
            hint="keep it where passwords belong, and store where that is",
        )
    details: dict[str, Any] = {name: fields.get(name) for name in ("entity", "attribute", "value")}
    details["type_given"] = type_given
    verdict = judge_quality(text, fields.get("type", DEFAULT_TYPE), **details)
    if verdict.accepted or judge_quality(text, DEFAULT_TYPE, **details).accepted:  # a fact of another type is one too
        return None
    return Refusal(
        text=text,
        gate="quality",
        reason=f"{verdict.reason} ({verdict.score:.2f} of {MIN_SCORE:.2f})",
        hint=verdict.advice or "",
        score=verdict.score,
    )


def off_refusal(app: "App", session: "str | None" = None) -> "Refusal | None":
    """The refusal while memory is off or the session is private; it says where that was set."""
    from recall_cli.flows.agents import switches

    reason = switches.off_reason(app) or switches.private_reason(app, session or switches.current_session(app))
    return None if reason is None else Refusal(text="", gate="off", reason=reason)


def length_refusal(app: "App", text: str) -> "Refusal | None":
    """The refusal of a text that is too long: a memory is a few sentences."""
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
    """The refusal with the secrets of its text masked."""
    from recall_cli.rules.secrets import mask

    return refusal.but(text=mask(refusal.text).text)

"""Make drafts of a request, before any lock is taken: normalize it, mask it, extract statements, ask the gates."""

from recall_cli.domain.draft import Draft, PreparedRequest
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import DEFAULT_TYPE
from recall_cli.domain.receipt import Refusal
from recall_cli.domain.record import Record
from recall_cli.domain.scope import PIPE_CALLER
from recall_cli.flows.write.masking import add_counts, mask_fields
from recall_cli.rules.beliefs import trust
from recall_cli.rules.injection import hold_reason
from recall_cli.rules.text import normalize
from recall_cli.rules.text.content_words import content_words, lookup_words
from recall_cli.rules.text.note_type import note_type
from recall_cli.workplace import client

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


def has_structure(request: "StoreRequest") -> bool:
    """Does the caller say which type the memory has, or which fact it states? Then they know what they store."""
    return any(field is not None for field in (request.type, request.entity, request.attribute, request.value))


def choose_extractor(app: "App", extractor: "str | None", request: "StoreRequest") -> str:
    """The extractor for a text: the one that the caller names, else the model of the setting, else auto.

    auto keeps the text whole. The setting does not apply where the caller gives the structure.
    """
    if extractor not in (None, "auto"):
        return str(extractor)
    setting = str(app.settings["extractor"])
    if extractor is None and setting == "none":
        return setting
    return setting if setting in MODEL_EXTRACTORS and not has_structure(request) else "auto"


def normalize_request(app: "App", request: "StoreRequest") -> "tuple[PreparedRequest, tuple[tuple[str, int], ...]]":
    """The request, normalized and without secrets, so that it may be written; and the counts of masked secrets."""
    clean = {name: value for name, value in vars(request).items() if value is not None}
    repaired = 0
    for name in ("text", "topic", "entity", "attribute", "value", "qualifier", "session", "agent"):
        if name in clean:
            clean[name] = text = str(clean[name])
            if not text.isascii():
                text, count = normalize.repair_unicode(text)
                clean[name] = normalize.compose_letters(text)
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
    wanted = clean.get("source")
    is_piped = channel == "agent" and not (clean["agent"] or clean.get("session")) and wanted in (None, "user")
    clean["source"] = trust.stored_source(channel, wanted)
    if is_piped and clean.get("caller") is None:
        from recall_cli.flows.write.piped_input import has_own_pipe

        if has_own_pipe(app):
            clean["source"], clean["caller"] = "user", PIPE_CALLER
    clean["trust"] = trust.trust_of_source(channel, clean["source"])
    clean["created_at"] = clean["updated_at"] = app.now()
    if None not in (clean.get("valid_from"), clean.get("valid_until")) and clean["valid_until"] <= clean["valid_from"]:
        from recall_cli.domain.errors import UsageError

        raise UsageError("valid-until must come after valid-from")
    clean, redacted = mask_fields(clean)
    if (served := client()) is not None:
        redacted = dict(add_counts(tuple(redacted.items()), served.masked))  # its machine has masked the secrets
    return PreparedRequest(**clean), tuple(sorted(redacted.items()))


def make_drafts(
    app: "App", request: PreparedRequest, extractor: str = "auto", *, failed: "ModelFailed | None" = None
) -> DraftResult:
    """The drafts of a prepared text, and what was refused.

    auto and none keep the text whole: somebody stores it on purpose. rules extract statements. `failed` says why they
    read in place of a model.
    """
    if extractor in WHOLE_EXTRACTORS:
        return whole_text_drafts(app, request, extractor)
    unread = drafts_without_reading(app, request)
    if unread is not None:
        return unread
    from recall_cli.rules.intake.extraction import extract_drafts

    found = extract_drafts(request.text, progress=lambda at: app.progress("reading", at, len(request.text)))
    if failed is not None:
        reason = "until the command answers" if failed.pending else f"{failed.model} failed: {failed.message}"
        found = found.but(by=f"rules ({reason})", failed=failed)
    return _apply_gates(app, request, found)


def drafts_without_reading(app: "App", request: PreparedRequest) -> "DraftResult | None":
    """The draft of a text that is held, or the refusal of noise; None for a text that somebody has to read."""
    if len(request.text) <= MAX_WHOLE_TEXT and hold_reason(vars(request)) is not None:
        return whole_text_drafts(app, request)  # a person sees a possible injection as it came
    from recall_cli.rules.text.noise import noise_reason

    noise = noise_reason(request.text)
    if noise is None:
        return None
    refusal = Refusal(text=request.text[:80], gate="quality", reason=noise, hint=STORE_WHOLE_HINT)
    return DraftResult(refused=(refusal,))


def whole_text_drafts(app: "App", request: PreparedRequest, extractor: str = "none") -> DraftResult:
    """A text as one draft, as it is, or its refusal; with `auto` the quality gate is asked too, if it is strict."""
    held = hold_reason(vars(request))
    refusal = length_refusal(app, request.text) or secret_refusal(request.text)
    if refusal is None and held is None and extractor == "auto" and app.settings["quality"] == "strict":
        refusal = quality_refusal(vars(request), on_purpose=True)
    if refusal is not None:
        return DraftResult(refused=(mask_refusal(refusal),))
    fields = {"type": note_type(request.text), **vars(request)}
    return DraftResult(drafts=(new_draft(**fields, held=held, vector=app.embedder().embed(request.text)),))


def drafts_from_statements(
    app: "App", request: PreparedRequest, statements: "tuple[ExtractedStatement, ...]"
) -> DraftResult:
    """The drafts of statements that a conversation left in one turn; the quality of each was judged there."""
    judged = [_judge_statement(app, request, statement, SESSION_RULES, gated=False) for statement in statements]
    drafts = tuple(draft for draft in judged if isinstance(draft, Draft))
    refused = tuple(mask_refusal(refusal) for refusal in judged if isinstance(refusal, Refusal))
    held = hold_reason(vars(request)) if drafts else None
    if held is not None:
        drafts = tuple(draft.but(held=draft.held or held) for draft in drafts)
    return DraftResult(drafts=drafts, refused=refused)


def _apply_gates(app: "App", request: PreparedRequest, found: "Extraction") -> DraftResult:
    """The drafts of the extracted statements that pass the gates, and the refusals."""
    refused = [
        Refusal(text=skip.text, gate="extraction", reason=skip.reason, hint=_skip_hint(skip.reason))
        for skip in found.skipped
    ]
    drafts: list[Draft] = []
    for number, statement in enumerate(found.drafts):
        app.progress("weighing", number, len(found.drafts))
        judged = _judge_statement(app, request, statement, found.by)
        if isinstance(judged, Draft):
            drafts.append(judged)
        else:
            refused.append(judged)
    if not drafts and not refused:
        refused.append(Refusal(text=request.text[:80], gate="extraction", reason="nothing in it states anything"))
    return DraftResult(drafts=tuple(drafts), refused=tuple(map(mask_refusal, refused)), failed=found.failed)


def may_send_to_model(app: "App", place: "Workplace | str | None") -> bool:
    """May a text be sent to a model? Not where memory is off, since nothing would be stored."""
    if app.settings["off"]:
        return False
    from recall_cli.flows.projects import is_memory_enabled

    with app.read_transaction() as tx:
        return is_memory_enabled(tx, place)


MODEL_EXTRACTORS = ("claude", "command")
"""The extractors that ask a model: Anthropic's API, or a program of the user's."""
SESSION_RULES = "rules of a session"
"""What a memory names as its extractor, if the rules chose it from a transcript."""
WHOLE_EXTRACTORS = ("auto", "none")
"""The extractors that keep a text whole; with none, other words for a known memory are kept beside it, too."""
MAX_WHOLE_TEXT = 4_000
"""A text of up to this many letters is checked for injection as a whole; in a longer one each statement is."""
STORE_WHOLE_HINT = "without --extractor the text is kept whole"
SAY_MORE_HINT = 'say what and why, e.g. "CI fails on Mondays because …"; ' + STORE_WHOLE_HINT
TOO_MANY = "more than "
"""The beginning of the reason for statements beyond those that one text may leave."""
SEVERAL_HINT = "recall import FILE keeps each paragraph"


def _skip_hint(reason: str) -> str:
    """What would pass in place of a text that was left out."""
    if reason.startswith(TOO_MANY):
        return SEVERAL_HINT
    return SAY_MORE_HINT if reason == "too little is said" else STORE_WHOLE_HINT


def new_draft(**fields: "Any") -> Draft:
    """A draft of these fields, with what follows from them: the hash, the fact's key, the words to look for."""
    text: str = fields["text"]
    fields.pop("caller", None)  # its operation names the caller, not the memory
    if fields.get("tags") is None:
        fields["tags"] = {}
    words = content_words(text)
    return Draft(
        **fields,
        hash=normalize.content_hash(text),
        fact=normalize.fact_key(fields.get("entity"), fields.get("attribute")),
        words=words,
        lookup_words=lookup_words(words),
    )


def draft_from_memory(memory: "Memory") -> Draft:
    """A stored memory as a draft, to be judged once more; it comes without a vector."""
    left_out = ("n", "id", "user", "project", "superseded_by", "contested", "maybe_replaced_by")
    fields = {name: value for name, value in memory.fields().items() if name not in left_out}
    for name in ("tags", "anchors", "metadata"):
        fields[name] = loads(fields[name]) if fields[name] else None
    return new_draft(**fields)


def _judge_statement(
    app: "App", request: PreparedRequest, statement: "ExtractedStatement", extractor: str, *, gated: bool = True
) -> "Draft | Refusal":
    """A statement of the masked text as a draft, or its refusal. Fields that the caller set win.

    `gated` puts it to the quality gate too.
    """
    fields = {
        "type": statement.type,
        "importance": statement.importance,
        "confidence": statement.confidence,
        **vars(request),
        "text": statement.text,
        "extracted_by": extractor,
    }
    source = request.text[slice(*statement.span)]
    if not statement.by_user:
        fields["source"], fields["trust"] = "agent", trust.lowest_trust(request.trust, "agent")
    differs = source not in ("", statement.text)
    differs = differs and normalize.fold_text(source) != normalize.fold_text(statement.text)
    held = hold_reason({**fields, "span": source})
    fields["span"] = source if differs else None
    refusal = length_refusal(app, fields["text"])
    if refusal is None and gated:
        refusal = secret_refusal(fields["text"]) or quality_refusal(fields, on_purpose=False)
    if refusal is not None:
        return refusal
    return new_draft(**fields, held=held, vector=app.embedder().embed(fields["text"]))


def secret_refusal(text: str) -> "Refusal | None":
    """The refusal of a masked text that says nothing but a secret."""
    if "[secret: " not in text:
        return None
    from recall_cli.rules.text.noise import holds_only_secrets

    if not holds_only_secrets(text):
        return None
    return Refusal(
        text=text,
        gate="secret",
        reason="it says nothing but a secret, and secrets are not kept",
        hint="keep it where passwords belong, and store where that is",
    )


def quality_refusal(fields: "dict[str, Any]", *, on_purpose: bool) -> "Refusal | None":
    """The refusal of the quality gate, if the text would be of no use later: with its score, and what would pass.

    `on_purpose` means that a person or a model chose to keep it.
    """
    from recall_cli.rules.intake.gate import MIN_SCORE, judge_quality

    text: str = fields["text"]
    details: dict[str, Any] = {name: fields.get(name) for name in ("entity", "attribute", "value")}
    details["on_purpose"] = on_purpose
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

    reason = switches.storing_off_reason(app, session)
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
        hint="store its parts, or raise the limit: recall config max_bytes N",
    )


def mask_refusal(refusal: Refusal) -> Refusal:
    """The refusal with the secrets of its text masked."""
    from recall_cli.rules.secrets import mask

    return refusal.but(text=mask(refusal.text).text)

"""Thinking, before any lock is taken: what is said is mended, masked, made into drafts, and judged by the gates."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import DEFAULTS
from recall_cli.domain.receipt import Refusal
from recall_cli.domain.record import Record
from recall_cli.flows.write.masking import masked
from recall_cli.flows.write.suspicion import reason_for
from recall_cli.rules.beliefs import trust
from recall_cli.rules.beliefs.authorship import source_of
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.flows.write.extraction import Reading
    from recall_cli.workplace import Workplace


class Thought(Record):
    """What a text came to, before the store was asked: drafts to keep, texts refused, secrets taken out."""

    drafts: "tuple[dict[str, Any], ...]" = ()
    refused: "tuple[Refusal, ...]" = ()
    redacted: "tuple[tuple[str, int], ...]" = ()
    failed: "ModelFailed | None" = None
    """Why the model did not read it, where the rules stood in for it."""


def prepared(app: "App", said: "dict[str, Any]") -> "tuple[dict[str, Any], tuple[tuple[str, int], ...]]":
    """What a caller says, mended and without secrets: fit to be written down, as a job or as a memory."""
    clean = {name: value for name, value in said.items() if value is not None}
    mended = 0
    for name in ("text", "topic", "entity", "attribute", "value", "qualifier", "session", "agent"):
        if name in clean:
            clean[name], count = wording.mended(str(clean[name]))
            clean[name] = wording.composed(clean[name])
            mended += count
    if clean.get("tags"):
        clean["tags"] = wording.composed_tags(clean["tags"])
    if mended:
        were = "byte that was" if mended == 1 else "bytes that were"
        app.note(f"{mended} {were} no text {'is' if mended == 1 else 'are'} kept in readable form")
    clean["text"] = clean["text"].strip()
    if not any(letter.isprintable() and letter != " " for letter in clean["text"]):  # the first one nearly always is
        raise UsageError("there is nothing to store", "give a text, or pipe one in")
    channel = "agent" if clean.get("agent") else app.channel  # whoever names an agent speaks as one
    clean["agent"] = clean.get("agent") or app.agent
    clean["source"] = source_of(channel, clean.get("source"))
    clean["trust"] = trust.of_source(channel, clean["source"])
    clean["created_at"] = clean["updated_at"] = app.now()
    if None not in (clean.get("valid_from"), clean.get("valid_until")) and clean["valid_until"] <= clean["valid_from"]:
        raise UsageError("valid-until must come after valid-from")
    clean, redacted = masked(clean)
    return clean, tuple(sorted(redacted.items()))


def chosen(app: "App", extractor: "str | None", said: "dict[str, Any]") -> str:
    """Who shall read a text: the one named; else the setting's, though nobody whose caller says what it is.

    So the setting claude is asked where statements have to be read out of a text, and only there.
    """
    if extractor not in (None, "auto"):
        return str(extractor)
    setting = str(app.settings["extractor"])
    if setting == "claude":
        return "auto" if STRUCTURE & {name for name, value in said.items() if value is not None} else "claude"
    return "auto" if extractor == "auto" else setting


def think(
    app: "App",
    said: "dict[str, Any]",
    extractor: str = "auto",
    *,
    place: "Workplace | str | None" = None,
    patient: bool = False,
) -> Thought:
    """The drafts that a prepared text comes to, and what was refused on the way.

    none keeps the text as it is; rules and claude read statements out of it; auto does that by rules where the caller
    says nothing of the memory himself, and else takes him at his word. What is taken passes the quality gate.
    """
    held = reason_for(said) if len(said["text"]) <= WHOLE else None
    if held is not None:  # what may be an order is not read for statements: a person has to see it as it came
        refusal = too_long(app, said["text"])
        drafts = () if refusal else (_embedded(app, {**DEFAULTS, **said, "held": held}),)
        return Thought(drafts=drafts, refused=(refusal,) if refusal else ())
    if extractor != "none" and (refusal := only_noise(said["text"])):
        return Thought(drafts=(), refused=(refusal,))
    if extractor == "none" or (extractor == "auto" and STRUCTURE & said.keys()):
        refusal = too_long(app, said["text"]) or (too_thin({**DEFAULTS, **said}) if extractor != "none" else None)
        drafts = () if refusal else (_embedded(app, {**DEFAULTS, **said, "held": reason_for(said)}),)
        return Thought(drafts=drafts, refused=(refusal,) if refusal else ())
    from recall_cli.flows.write.extraction import read

    if extractor == "claude" and not may_be_sent(app, place):
        extractor = "rules"
    return _judged(app, said, read(app, said["text"], extractor, patient=patient))


def heard(app: "App", said: "dict[str, Any]", speaker: str) -> Thought:
    """What one turn of a conversation comes to, by rules; where it reads like an order, all of it is held."""
    from recall_cli.flows.write.extraction import Reading
    from recall_cli.rules.reading.extraction import extract

    thought = _judged(app, said, Reading(found=extract(said["text"], speaker=speaker), by="rules"))
    held = reason_for(said) if thought.drafts else None
    return thought.but(drafts=tuple({**draft, "held": draft["held"] or held} for draft in thought.drafts))


def listened(app: "App", said: "dict[str, Any]", place: "Workplace | str | None") -> Thought:
    """What a whole conversation comes to, read by the model."""
    from recall_cli.flows.write.extraction import read

    reader = "claude" if may_be_sent(app, place) else "rules"
    return _judged(app, said, read(app, said["text"], reader, patient=True))


def _judged(app: "App", said: "dict[str, Any]", reading: "Reading") -> Thought:
    """What was read out of a text, as far as the gates let it pass."""
    refused = [
        Refusal(text=skip.text, gate="extraction", reason=skip.reason, hint=AS_IT_IS) for skip in reading.found.skipped
    ]
    drafts_ = []
    redacted: dict[str, int] = {}
    for number, draft in enumerate(reading.found.drafts):
        app.progress("weighing", number, len(reading.found.drafts))
        columns = _columns(said, draft, reading.by)
        hidden: dict[str, int] = {}
        if reading.by != "rules":  # the rules give back nothing but the masked text's own words
            columns, hidden = masked(columns)
        redacted = {kind: redacted.get(kind, 0) + hidden.get(kind, 0) for kind in {*redacted, *hidden}}
        refusal = too_long(app, columns["text"]) or too_thin(columns)
        if refusal is not None:
            refused.append(refusal)
        else:
            drafts_.append(_embedded(app, columns))
    if not drafts_ and not refused:
        refused.append(Refusal(text=said["text"][:80], gate="extraction", reason="nothing in it states anything"))
    return Thought(
        drafts=tuple(drafts_),
        refused=tuple(map(masked_refusal, refused)),
        redacted=tuple(sorted(redacted.items())),
        failed=reading.failed,
    )


def may_be_sent(app: "App", place: "Workplace | str | None") -> bool:
    """What will not be kept is not given to a model either."""
    if app.settings["off"]:
        return False
    from recall_cli.flows.projects import switched_on

    with app.reading() as tx:
        return switched_on(tx, place)


WHOLE = 4_000
"""Up to so many letters a text is judged whole; of a longer one (a page, a transcript) each statement by itself."""
STRUCTURE = frozenset({"type", "entity", "attribute", "value"})
"""Whoever says one of these knows what he stores."""
AS_IT_IS = "--extractor none keeps it as it is"


def _embedded(app: "App", columns: "dict[str, Any]") -> "dict[str, Any]":
    """A draft with its vector, made here so that no lock is held meanwhile."""
    return {**columns, "vector": app.embedder().embed(columns["text"])}


def _columns(said: "dict[str, Any]", draft: "Draft", by: str) -> "dict[str, Any]":
    """A draft as the columns of a memory; what the caller says of it goes before what was read out of it."""
    read = {
        "type": draft.type,
        "importance": draft.importance,
        "confidence": draft.confidence,
        "entity": draft.entity,
        "attribute": draft.attribute,
        "value": draft.value,
        "qualifier": draft.qualifier,
    }
    columns = {**DEFAULTS, **read, **said, "text": draft.text, "extracted_by": by}
    columns["many"], columns["ends"] = draft.many, draft.ends
    source = said["text"][slice(*draft.span)]
    columns["span"] = source if source and wording.folded(source) != wording.folded(draft.text) else None
    if draft.speaker == "assistant" or draft.speech == "inferred":
        columns["source"], columns["trust"] = "agent", trust.lowest(said["trust"], "agent")
    columns["held"] = reason_for({**columns, "span": source})
    return columns


def _only_secrets(masked: str) -> bool:
    from recall_cli.rules.intake.remains import only_secrets

    return only_secrets(masked)


def too_thin(draft: "dict[str, Any]") -> "Refusal | None":
    """The quality gate: what would be of no use later is refused, with the score and what would pass."""
    from recall_cli.rules.intake.gate import LINE, judge

    if "[secret: " in draft["text"] and _only_secrets(draft["text"]):
        return Refusal(
            text=draft["text"],
            gate="secret",
            reason="it says nothing but a secret, and secrets are not kept",
            hint="keep it where passwords belong, and store where that is",
        )
    verdict = judge(
        draft["text"], draft["type"], entity=draft["entity"], attribute=draft["attribute"], value=draft["value"]
    )
    if verdict.accepted:
        return None
    return Refusal(
        text=draft["text"],
        gate="quality",
        reason=f"{verdict.reason} ({verdict.score:.2f} of {LINE:.2f})",
        hint=verdict.advice or "",
        score=verdict.score,
    )


def only_noise(text: str) -> "Refusal | None":
    """Filler, encoded data and rows of numbers are refused before anybody takes the time to read them."""
    from recall_cli.rules.text.noise import noise

    reason = noise(text)
    if reason is None:
        return None
    return Refusal(text=text[:80], gate="quality", reason=reason, hint=AS_IT_IS)


def switched_off(app: "App", said: "dict[str, Any]") -> "Refusal | None":
    """Nothing is kept while recall is switched off, or of a private session; the refusal says where that was set."""
    from recall_cli.flows.agents import switches

    reason = switches.off(app) or switches.private(app, said.get("session") or switches.own_session(app))
    return None if reason is None else Refusal(text=said["text"][:80], gate="off", reason=reason)


def too_long(app: "App", text: str) -> "Refusal | None":
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


def masked_refusal(refusal: Refusal) -> Refusal:
    """A refusal that repeats no secret."""
    from recall_cli.rules.secrets import mask

    return refusal.but(text=mask(refusal.text).text)

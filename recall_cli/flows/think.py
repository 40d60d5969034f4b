"""Thinking, before any lock is taken: what is said is mended, masked, made into drafts, and judged by the gates."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.receipt import Refusal
from recall_cli.domain.record import Record
from recall_cli.flows.masking import masked
from recall_cli.rules import trust, wording
from recall_cli.rules.records import DEFAULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App


class Thought(Record):
    """What a text came to, before the store was asked: drafts to keep, texts refused, secrets taken out."""

    drafts: "tuple[dict[str, Any], ...]" = ()
    refused: "tuple[Refusal, ...]" = ()
    redacted: "tuple[tuple[str, int], ...]" = ()


def prepared(app: "App", said: "dict[str, Any]") -> "tuple[dict[str, Any], tuple[tuple[str, int], ...]]":
    """What a caller says, mended and without secrets: fit to be written down, as a job or as a memory."""
    clean = {name: value for name, value in said.items() if value is not None}
    mended = 0
    for name in ("text", "topic", "entity", "attribute", "value", "session", "agent"):
        if name in clean:
            clean[name], count = wording.mended(str(clean[name]))
            mended += count
    if mended:
        were = "byte that was" if mended == 1 else "bytes that were"
        app.note(f"{mended} {were} no text {'is' if mended == 1 else 'are'} kept in readable form")
    clean["text"] = clean["text"].strip()
    if not clean["text"]:
        raise UsageError("there is nothing to store", "give a text, or pipe one in")
    clean["agent"] = clean.get("agent") or app.settings["agent"] or None
    clean["source"] = clean.get("source") or ("user" if app.channel == "user" else "agent")
    clean["trust"] = trust.of_source(app.channel, clean["source"])
    clean["created_at"] = clean["updated_at"] = app.now()
    if None not in (clean.get("valid_from"), clean.get("valid_until")) and clean["valid_until"] <= clean["valid_from"]:
        raise UsageError("valid-until must come after valid-from")
    clean, redacted = masked(clean)
    return clean, tuple(sorted(redacted.items()))


def think(app: "App", said: "dict[str, Any]") -> Thought:
    """The drafts that a prepared text comes to."""
    refusal = too_long(app, said["text"])
    if refusal is not None:
        return Thought(refused=(refusal,))
    return Thought(drafts=({**DEFAULTS, **said},))


def switched_off(app: "App", text: str) -> "Refusal | None":
    """Nothing is kept while recall is switched off; the refusal says where that was set."""
    if not app.settings["off"]:
        return None
    _, origin = app.settings.origin("off")
    where = {"environment": "RECALL_OFF is set", "file": f"off = true in {app.settings.path}"}.get(origin, origin)
    return Refusal(text=text[:80], gate="off", reason=f"recall is switched off ({where})")


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

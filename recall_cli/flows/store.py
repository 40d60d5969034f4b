"""Storing: think first, without a lock; then keep, in one transaction, or nothing at all."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.beliefs import carry_out, judged
from recall_cli.flows.columns import columns_of, content_hash
from recall_cli.flows.masking import masked
from recall_cli.rules import duplicates, trust, wording
from recall_cli.rules.records import DEFAULTS
from recall_cli.rules.secrets import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace


class Kept(Record):
    """A memory, and what storing it came to: created, seen again, or merged into one that says it and more."""

    memory: Memory
    action: str
    supersedes: "tuple[Memory, ...]" = ()
    contests: "tuple[Memory, ...]" = ()


class Refusal(Record):
    """A text that was not stored: which gate refused it, and why."""

    text: str
    gate: str
    reason: str
    hint: str = ""
    score: "float | None" = None


class Receipt(Record):
    """What a store came to."""

    status: str
    memories: "tuple[Kept, ...]" = ()
    refused: "tuple[Refusal, ...]" = ()
    redacted: "tuple[tuple[str, int], ...]" = ()
    op: "int | None" = None
    job: "str | None" = None
    dry_run: bool = False


class _Rehearsed(Exception):
    """A rehearsal has seen enough: its transaction is given up."""


def store(
    app: "App", said: "dict[str, Any]", place: "Workplace | str | None", *, exact: bool = False, dry_run: bool = False
) -> Receipt:
    """Keep one memory; where `exact`, with the words given, unless just they are here already."""
    refusal = _off(app, said["text"]) or too_long(app, said["text"])
    if refusal is not None:
        return Receipt(status="refused", refused=(refusal,), dry_run=dry_run)
    draft, redacted = think(app, said)
    found: list[Receipt] = []
    try:
        with app.rehearsing() if dry_run else app.writing() as tx:
            found.append(keep(app, tx, draft, place, exact=exact, dry_run=dry_run))
            if dry_run or found[0].status == "refused":
                raise _Rehearsed
    except _Rehearsed:
        pass
    return found[0].but(redacted=tuple(sorted(redacted.items())))


def think(app: "App", said: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
    """Everything about a memory that can be known without looking into the store, and what was masked in it."""
    text, mended = wording.mended(said["text"])
    if mended:
        app.note(f"{mended} byte{'s' * (mended > 1)} that were no text were kept in readable form")
    if not text.strip():
        raise UsageError("there is nothing to store", "give a text, or pipe one in")
    now = app.now()
    draft = {**DEFAULTS, **{name: value for name, value in said.items() if value is not None}, "text": text.strip()}
    for name in ("topic", "entity", "attribute", "value", "session", "agent"):
        if draft[name] is not None:
            draft[name] = wording.mended(str(draft[name]))[0]
    draft, redacted = masked(draft)
    draft["agent"] = draft["agent"] or app.settings["agent"] or None
    draft["source"] = said.get("source") or ("user" if app.channel == "user" else "agent")
    draft["trust"] = trust.of_source(app.channel, draft["source"])
    if None not in (draft["valid_from"], draft["valid_until"]) and draft["valid_until"] <= draft["valid_from"]:
        raise UsageError("valid-until must come after valid-from")
    return {**draft, "created_at": now, "updated_at": now}, redacted


def keep(
    app: "App",
    tx: "Transaction",
    draft: "dict[str, Any]",
    place: "Workplace | str | None",
    *,
    exact: bool,
    dry_run: bool,
) -> Receipt:
    """Judge a draft against the store and write what follows, all in the caller's transaction."""
    from recall_cli.flows.projects import settle

    project = settle(tx, place)
    if project is not None and not project.enabled:
        reason = f"memory is switched off for {project.name}"
        hint = f"recall config project enable {project.name}"
        return Receipt(status="refused", refused=(Refusal(text=draft["text"], gate="off", reason=reason, hint=hint),))
    number = project.n if project else None
    op = tx.operations.add("store", trust=app.channel, agent=draft["agent"], session=draft["session"])
    tx.operations.count(op, 1)
    known = known_already(app, tx, draft, number, exact=exact)
    if known is not None:
        tx.memories.change(op, known.memory.n, {"seen_count": known.memory.seen_count + 1, "seen_at": tx.now})
        kept = known.but(memory=tx.memories.by_number([known.memory.n])[0])
        status = "duplicate" if known.action == "seen-again" else "merged"
        return Receipt(status=status, memories=(kept,), op=op, dry_run=dry_run)
    settlement = judged(tx, draft, number)
    columns = columns_of(tx, {**draft, **settlement.ended}, id_=app.new_id(), project=number, born=op)
    added = tx.memories.add(columns)
    assert added is not None, "a new id is free"
    carry_out(tx, op, added, number, settlement)
    memory = tx.memories.by_number([added])[0]
    kept = Kept(
        memory=memory,
        action="created",
        supersedes=tuple(settlement.supersedes),
        contests=tuple(settlement.contests),
    )
    return Receipt(status="stored", memories=(kept,), op=op, dry_run=dry_run)


def known_already(
    app: "App", tx: "Transaction", draft: "dict[str, Any]", project: "int | None", *, exact: bool
) -> "Kept | None":
    """The live memory of this scope that says the same, or says it and more; the older words stay as they are."""
    same = [
        memory
        for memory in tx.memories.same_text(content_hash(draft["text"]), project)
        if wording.folded(memory.text) == wording.folded(draft["text"]) and _of_one_fact(memory, draft)
    ]
    live = [memory for memory in same if memory.deleted_at is None and not _over(memory, tx.now)]
    if live:
        return Kept(memory=live[0], action="seen-again")
    found: dict[str, Memory] = {}
    for memory in tx.search.holding(duplicates.reading(draft["text"]).words, project, draft["type"]):
        if _of_one_fact(memory, draft):
            found.setdefault(duplicates.verdict(draft["text"], memory.text), memory)
    for said, action in (("same", "seen-again"), ("contained", "merged")):
        if said in found and not (exact and action == "merged"):
            return Kept(memory=found[said], action=action)
    if same and same[-1].deleted_at is not None:
        app.note(f"the same text was deleted before ({same[-1].id[:13]}); this is a new memory")
    return None


def _over(memory: Memory, now: int) -> bool:
    """Is it no longer, or not yet, believed?"""
    return memory.held is not None or (memory.valid_until is not None and memory.valid_until <= now)


def _of_one_fact(memory: Memory, draft: "dict[str, Any]") -> bool:
    """Does a memory say it of the same type and fact?"""
    fact = (draft["entity"], draft["attribute"], draft["value"], draft["qualifier"])
    return memory.type == draft["type"] and (memory.entity, memory.attribute, memory.value, memory.qualifier) == fact


def too_long(app: "App", text: str) -> "Refusal | None":
    """A memory is a few sentences; a longer text would drown what matters in it."""
    limit = app.settings["max_bytes"]
    size = len(text.encode("utf-8", "surrogatepass"))
    if size <= limit:
        return None
    return Refusal(
        text=mask(text[:80]).text,
        gate="length",
        reason=f"the text has {size:,} bytes, and a memory at most {limit:,}",
        hint="store its parts, or raise max_bytes: recall config max_bytes N",
    )


def _off(app: "App", text: str) -> "Refusal | None":
    if not app.settings["off"]:
        return None
    value, origin = app.settings.origin("off")
    return Refusal(
        text=mask(text[:80]).text, gate="off", reason=f"recall is switched off (off = {str(value).lower()}, {origin})"
    )

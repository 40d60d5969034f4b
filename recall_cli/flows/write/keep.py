"""Keeping, in one transaction: a draft meets what is known, what it contradicts, and is written, or is not."""

from recall_cli.domain.jsontext import dumps_utf8
from recall_cli.domain.memory import TRUSTS, Memory
from recall_cli.domain.receipt import Kept, Receipt, Refusal, status_of
from recall_cli.flows.projects import new_project, settle
from recall_cli.flows.write.columns import columns_of, content_hash
from recall_cli.flows.write.echoes import echo
from recall_cli.rules.beliefs import duplicates
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.think import Thought
    from recall_cli.workplace import Workplace


FEW = 5
"""Of a text that brings more memories than this, nothing is told of what is similar."""
MANY = 16
"""The words of so many memories are counted beside the index while they are kept: fewer are sooner kept."""
TOLD = 3
"""So many similar ones are told of each."""

BESIDE_TEXT = (
    "type",
    "classification",
    "topic",
    "entity",
    "attribute",
    "value",
    "qualifier",
    "valid_from",
    "valid_until",
)
"""What a memory says beside its text, and who sees it."""


def keep(
    app: "App",
    tx: "Transaction",
    thought: "Thought",
    place: "Workplace | str | None",
    *,
    exact: bool,
    op: "int | None" = None,
    kind: str = "store",
) -> Receipt:
    """Judge every draft against the store and write what follows, as one operation of the caller's transaction."""
    new = new_project(tx, place) if thought.drafts else ""
    if new:
        app.note(new)
    project = settle(tx, place) if thought.drafts else None
    refused = thought.refused
    if project is not None and not project.enabled:
        refused += tuple(switched_off_there(draft["text"], project) for draft in thought.drafts)
    if not thought.drafts or (project is not None and not project.enabled):
        return Receipt(status="refused", refused=refused, redacted=thought.redacted)
    first = thought.drafts[0]
    quiet = exact or len(thought.drafts) > FEW
    own = op is None
    if op is None:
        said_by = min((draft["trust"] for draft in thought.drafts), key=TRUSTS.index)  # not by whoever runs the worker
        op = tx.operations.add(kind, trust=said_by, agent=first["agent"], session=first["session"])
    kept = tuple(_keep_all(app, tx, op, thought.drafts, project, exact=exact, quiet=quiet))
    written = sum(not one.echo for one in kept)
    tx.operations.count(op, written)
    if own and not written:
        tx.operations.withdraw(op)
        op = None
    return Receipt(status=status_of(kept), memories=kept, refused=refused, redacted=thought.redacted, op=op)


def _keep_all(
    app: "App",
    tx: "Transaction",
    op: int,
    drafts: "tuple[dict[str, Any], ...]",
    project: "Project | None",
    *,
    exact: bool,
    quiet: bool,
) -> "list[Kept]":
    """Every draft in its turn; where there are many, their words are counted beside the index."""
    if len(drafts) >= MANY and tx.newcomers is None:
        from recall_cli.engines.tables.newcomers import Newcomers

        with Newcomers(tx, [draft["text"] for draft in drafts]):
            return _keep_all(app, tx, op, drafts, project, exact=exact, quiet=quiet)
    found: list[Kept] = []
    for draft in drafts:
        app.progress("keeping", len(found), len(drafts))
        found.append(_keep_one(app, tx, op, draft, project, exact=exact, quiet=quiet))
    return found


def _keep_one(
    app: "App",
    tx: "Transaction",
    op: int,
    draft: "dict[str, Any]",
    project: "Project | None",
    *,
    exact: bool,
    quiet: bool,
) -> Kept:
    number = project.n if project else None
    held = draft["held"] is not None  # what is held neither meets nor changes what is believed
    echoed = None if held else echo(tx, draft, project)
    if echoed is not None:
        return _anchored_again(tx, op, draft, echoed)
    known = None if held else _known_already(app, tx, draft, number, exact=exact)
    if known is not None and _are_users_words(draft, known.memory) and _says_more(known.memory, draft):
        known = None  # what the agent added does not become the user's word
    if known is not None:
        seen: dict[str, Any] = {"seen_count": known.memory.seen_count + 1, "seen_at": tx.now}
        if draft["anchors"] and _as_trusted(draft, known.memory):  # said again of the code as it is now
            seen["anchors"] = dumps_utf8(draft["anchors"])
        if known.action == "merged" and app.settings["duplicates.rule"] != duplicates.WORDS:
            from recall_cli.flows.write import nearness

            nearness.merge(app, tx, op, draft, known.memory, number)
        if _are_users_words(draft, known.memory):  # now they said it too
            seen |= {name: draft[name] for name in ("trust", "source", "importance", "confidence")}
            seen["updated_at"] = tx.now
        if draft["tags"]:
            seen |= _joined_tags(draft, known.memory, tx.now)
        tx.memories.change(op, known.memory.n, seen)
        return known.but(memory=tx.memories.written([known.memory.n])[0])
    return _created(app, tx, op, draft, number, quiet=quiet)


def _are_users_words(draft: "dict[str, Any]", memory: Memory) -> bool:
    """Does the user say in the very same words what is somebody else's so far?"""
    return bool(draft["trust"] == TRUSTS[0] != memory.trust and draft["text"] == memory.text)


def _says_more(memory: Memory, draft: "dict[str, Any]") -> bool:
    """Does a memory say anything beside its text that a draft of the same text does not?"""
    if memory.tags or memory.anchors:
        from recall_cli.domain.jsontext import loads

        tags = draft["tags"] if isinstance(draft["tags"], dict) else loads(draft["tags"] or "{}")
        if loads(memory.tags or "{}").items() - tags.items() or memory.anchors:
            return True
    return any(getattr(memory, name) not in (None, draft[name]) for name in BESIDE_TEXT)


def _as_trusted(draft: "dict[str, Any]", memory: Memory) -> bool:
    """Is a draft trusted as far as the memory that it says again?"""
    return TRUSTS.index(draft["trust"]) <= TRUSTS.index(memory.trust)


def _anchored_again(tx: "Transaction", op: int, draft: "dict[str, Any]", echoed: Kept) -> Kept:
    """What recall told comes back: nothing is new, unless the words are now said of the code as it is."""
    memory = echoed.memory
    over = memory.superseded_at is not None or memory.deleted_at is not None
    if not draft["anchors"] or over or not _as_trusted(draft, memory):
        return echoed
    tx.memories.change(op, memory.n, {"anchors": dumps_utf8(draft["anchors"])})
    return echoed.but(memory=tx.memories.by_number([memory.n])[0], echo=False)


def _joined_tags(draft: "dict[str, Any]", memory: Memory, now: int) -> "dict[str, Any]":
    """The tags that a known memory gets when it is told again with others, by somebody as trusted."""
    if memory.trust != draft["trust"]:
        return {}
    from recall_cli.domain.jsontext import loads
    from recall_cli.engines.tables.memories import tags_text

    tags = draft["tags"] if isinstance(draft["tags"], dict) else loads(draft["tags"])
    text = tags_text({**loads(memory.tags or "{}"), **tags})
    return {} if text == memory.tags else {"tags": text, "updated_at": now}


def _created(
    app: "App", tx: "Transaction", op: int, draft: "dict[str, Any]", number: "int | None", *, quiet: bool
) -> Kept:
    """A memory of its own: what it contradicts is settled first, then it is written and linked."""
    held = draft["held"] is not None
    settlement = None
    if not held and None not in (draft["entity"], draft["attribute"], draft["value"]):
        from recall_cli.flows.write.beliefs import carry_out, judged

        settlement = judged(tx, draft, number)
        draft = {**draft, **settlement.ended}
    added = _add(app, tx, op, draft, number)
    if settlement is not None:
        carry_out(tx, op, added, number, settlement)
    near = {} if held else relatives(app, tx, added, draft, number, quiet=quiet)
    threshold = app.settings["links.threshold"]
    links = tx.links.relate(op, added, {n: cosine for n, cosine in near.items() if cosine >= threshold})
    kept = Kept(memory=tx.memories.written([added])[0], action="created", links=links)
    if settlement is not None:
        kept = kept.but(supersedes=settlement.supersedes, contests=settlement.contests)
    return kept if quiet else kept.but(similar=_similar(tx, kept, near))


def _add(app: "App", tx: "Transaction", op: int, draft: "dict[str, Any]", project: "int | None") -> int:
    added = tx.memories.add(columns_of(tx, draft, id_=app.new_id(), project=project, born=op))
    assert added is not None, "a new id is free"
    return added


def relatives(
    app: "App", tx: "Transaction", added: int, draft: "dict[str, Any]", project: "int | None", *, quiet: bool
) -> "dict[int, float]":
    """What shares a rare word with a new memory, with its cosine; not asked where nobody would use it."""
    if quiet and app.settings["links.threshold"] > 1:
        return {}
    near = tx.links.kin(added, duplicates.telling(duplicates.reading(draft["text"]).words), project)
    return tx.vectors.among(draft.get("vector") or tx.embed(draft["text"]), near) if near else {}


def _similar(tx: "Transaction", kept: Kept, relatives: "dict[int, float]") -> "tuple[tuple[Memory, float], ...]":
    """What stands close to a new memory and is of its kind; what it took the place of is none of it."""
    close = sorted((-cosine, -n) for n, cosine in relatives.items() if cosine >= duplicates.SIMILAR)
    if not close:
        return ()
    mine = {old.n for old in (*kept.supersedes, *kept.contests)}
    found = tx.memories.by_number([-n for _, n in close if -n not in mine])
    same = [old for old in found if (old.type, old.project) == (kept.memory.type, kept.memory.project)]
    return tuple((old, relatives[old.n]) for old in same[:TOLD])


def _known_already(
    app: "App", tx: "Transaction", draft: "dict[str, Any]", project: "int | None", *, exact: bool
) -> "Kept | None":
    """The live memory of this scope that says the same, or says it and more; the older words stay as they are."""
    same = [
        memory
        for memory in tx.memories.same_text(content_hash(draft["text"]), project)
        if wording.folded(memory.text) == wording.folded(draft["text"]) and _of_one_fact(memory, draft, whole=True)
    ]
    live = [memory for memory in same if memory.deleted_at is None and not _over(memory, tx.now)]
    if live:
        return Kept(memory=live[0], action="seen-again")
    rule = app.settings["duplicates.rule"]
    if rule != duplicates.WORDS:
        from recall_cli.flows.write import nearness

        near = nearness.known_by_meaning(tx, draft, project, rule)
        if near is not None:
            return Kept(memory=near[0], action="seen-again" if near[1] == "same" else "merged")
    found: dict[str, Memory] = {}
    for memory in _candidates(tx, draft, project) if rule == duplicates.WORDS else ():
        if _of_one_fact(memory, draft):
            found.setdefault(duplicates.verdict(draft["text"], memory.text), memory)
    for said, action in (("same", "seen-again"), ("contained", "merged")):
        if said in found and not (exact and action == "merged"):
            return Kept(memory=found[said], action=action)
    if same and same[-1].deleted_at is not None:
        app.note(f"the same text was deleted before ({tx.memories.short_id(same[-1].id)}); this is a new memory")
    return None


def _candidates(tx: "Transaction", draft: "dict[str, Any]", project: "int | None") -> "list[Memory]":
    """Live memories that may say the same: those with all its words; where those are too many, the nearest too."""
    words = duplicates.reading(draft["text"]).words
    found = tx.search.holding(duplicates.telling(words), project, draft["type"])
    if len(found) < tx.search.HELD:
        return found
    from recall_cli.flows.write import nearness

    return [memory for memory, _ in nearness.near(tx, draft["vector"], project, draft["type"])] + found


def _over(memory: Memory, now: int) -> bool:
    """Is it no longer, or not yet, believed?"""
    return memory.held is not None or (memory.valid_until is not None and memory.valid_until <= now)


def _of_one_fact(memory: Memory, draft: "dict[str, Any]", *, whole: bool = False) -> bool:
    """Does a memory say it of the same type and fact? The very same words that were read for no fact are of any."""
    fact = (draft["entity"], draft["attribute"], draft["value"], draft["qualifier"])
    same = (memory.entity, memory.attribute, memory.value, memory.qualifier) == fact
    return memory.type == draft["type"] and (same or (whole and not any(fact)))


def switched_off_there(text: str, project: "Project") -> Refusal:
    """Why nothing is kept in a project."""
    return Refusal(
        text=text,
        gate="off",
        reason=f"memory is switched off for {project.name}",
        hint=f"recall config project enable {project.name}",
    )

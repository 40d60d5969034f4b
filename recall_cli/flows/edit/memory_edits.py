"""Correct, tag or remove a memory."""

from recall_cli.domain.errors import NotStored
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.engines.tables.column_changes import tags_json
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.write.masking import mask_fields
from recall_cli.rules.injection import TEXT_COLUMNS, hold_reason
from recall_cli.rules.text import normalize
from recall_cli.rules.text.echo import pack_word_hashes
from recall_cli.rules.text.normalize import content_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Columns = dict[str, Any] | Callable[["Memory"], dict[str, Any]]
    """The columns to set, or a function that derives them from the memory at the time of writing."""

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

PROTECTED_COLUMNS = frozenset({
    "text", "entity", "attribute", "value", "qualifier", "confidence", "importance", "valid_from", "valid_until",
    "type", "topic", "project", "classification", "shared", "anchors", "tags",
})  # fmt: skip
"""Content, weight and visibility of a memory: in the user's own memories only the user changes these."""
WORD_COLUMNS = ("text", "entity", "attribute", "value", "qualifier")
"""The columns with a memory's texts."""

FACT_COLUMNS = frozenset({"entity", "attribute", "value", "qualifier"})
"""The columns of a memory's fact."""


class ProjectMove(Record):
    """A move to another project, or to none."""

    to: "Workplace | str | None"


def update(
    app: "App",
    prefix: str,
    columns: "Columns",
    move: "ProjectMove | None" = None,
    kind: str = "update",
    ends: "tuple[str, ...]" = (),
) -> "tuple[Memory, int | None]":
    """Correct a memory. Returns it as it is now, and the operation (None if nothing changed).

    `ends` has the ids of the memories that it replaces.
    """
    from recall_cli.flows.agents.switches import check_memory_on
    from recall_cli.flows.projects import ensure_project, new_project_text

    check_memory_on(app)
    with app.write_transaction() as tx:
        memory = find_memory(tx, prefix)
        columns = columns(memory) if callable(columns) else columns
        _check_update_allowed(app, tx, memory, columns if move is None else {**columns, "project": move})
        columns = _mask_columns(app, memory, columns)
        columns.update(_mask_columns(app, memory, _fact_after_edit(app, memory, columns)))
        columns.update(_hold_for_review(app, memory, columns))
        if move is not None:
            if new := new_project_text(tx, move.to):
                app.note(new)
            settled = ensure_project(tx, move.to)
            columns = {**columns, "project": settled.n if settled else None}
        op = tx.operations.add(kind, trust=app.channel, agent=app.agent)
        columns = {**columns, **_source_after_edit(app, memory, columns)}
        changed = tx.memories.change(op, memory.n, {**columns, **_derived_columns(tx, memory, columns)})
        replaced = _replace_memories(app, tx, op, memory, ends) if ends else 0
        if not changed.keys() - {"updated_at"} and not replaced:
            raise _Unchanged(memory)
        if "text" in changed:
            tx.shown_memories.record_replaced_text(memory.n, pack_word_hashes(memory.text))
        tx.operations.add_touched(op, 1)
        return tx.memories.written_here([memory.n])[0], op


def _replace_memories(app: "App", tx: "Transaction", op: int, memory: Memory, ends: "tuple[str, ...]") -> int:
    """How many of these memories the corrected one now ends or contests; the trust of the caller counts."""
    from recall_cli.flows.write.beliefs import end_as_told
    from recall_cli.flows.write.think import draft_from_memory
    from recall_cli.rules.beliefs.trust import lowest_trust

    ids = [find_memory(tx, prefix).id for given in ends for prefix in given.split(",")]
    draft = draft_from_memory(memory).but(trust=lowest_trust(app.channel, memory.trust), valid_from=tx.now)
    supersedes, contests = end_as_told(tx, op, memory, draft, ids)
    for old in supersedes:
        app.note(f"ended: {tx.memories.short_id(old.id)}")
    for old in contests:
        app.note(f"contested, since it is more trusted: {tx.memories.short_id(old.id)} (recall conflicts)")
    return len(supersedes) + len(contests)


def _fact_after_edit(app: "App", memory: Memory, columns: "dict[str, Any]") -> "dict[str, Any]":
    """The fact of a corrected text, so that the text and the fact of a memory agree."""
    text, entity, attribute, value = columns.get("text"), memory.entity, memory.attribute, memory.value
    if text is None or text == memory.text or not (entity and attribute and value) or FACT_COLUMNS & columns.keys():
        return {}
    from recall_cli.rules.beliefs.edited_fact import value_after_edit

    now = value_after_edit(memory.text, text, entity, attribute, value)
    if now is not None:
        return {"value": now} if now != value else {}
    app.note(f"the new text does not say what {entity}.{attribute} is: that fact was removed (--value sets it again)")
    return dict.fromkeys(FACT_COLUMNS)


def _source_after_edit(app: "App", memory: Memory, columns: "dict[str, Any]") -> "dict[str, Any]":
    """The source after a correction: what an agent rewords is no longer the user's reported words."""
    if app.channel == "user" or memory.source != "user":
        return {}
    reworded = any(columns[name] != getattr(memory, name) for name in WORD_COLUMNS if name in columns)
    return {"source": "agent"} if reworded else {}


class _Unchanged(Exception):
    """Nothing would change: the transaction is rolled back."""


def update_if_changed(
    app: "App",
    prefix: str,
    columns: "Columns",
    move: "ProjectMove | None" = None,
    kind: str = "update",
    ends: "tuple[str, ...]" = (),
) -> "tuple[Memory, int | None]":
    """The same as `update`, but a change of nothing is no failure."""
    try:
        return update(app, prefix, columns, move, kind, ends)
    except _Unchanged as unchanged:
        return unchanged.args[0], None


def _check_update_allowed(app: "App", tx: "Transaction", memory: Memory, columns: "dict[str, Any]") -> None:
    whose = None if app.channel == "user" else user_claim(tx, memory)
    if whose is None:
        return
    if PROTECTED_COLUMNS & columns.keys():
        raise NotStored(
            f"not changed: this {whose}, and only the user can change it, at a terminal",
            "store what you know as a memory of its own",
        )


def user_claim(tx: "Transaction", memory: Memory) -> "str | None":
    """Why only the user may change a memory: they said it, vouched for it or pinned it."""
    if memory.trust == "user":
        return "is the user's own word"
    return "was pinned by the user" if memory.pinned and tx.memories.pinned_by_user([memory.n]) else None


def _check_delete_allowed(app: "App", tx: "Transaction", memories: "list[Memory]") -> None:
    """NotStored if somebody else deletes what the user said, vouched for or pinned."""
    for memory in memories:
        whose = None if app.channel == "user" else user_claim(tx, memory)
        if whose is not None:
            raise NotStored(
                f"not deleted: {tx.memories.short_id(memory.id)} {whose}; only the user can delete it, at a terminal",
                "nothing was deleted",
            )


def _hold_for_review(app: "App", memory: Memory, columns: "dict[str, Any]") -> "dict[str, Any]":
    """The hold of a correction that reads like an injection."""
    if app.channel == "user" or memory.held is not None or not columns.keys() & {*TEXT_COLUMNS, "tags"}:
        return {}
    reason = hold_reason({**memory.fields(), **columns, "trust": app.channel})
    if reason is None:
        return {}
    app.note(f"held for review: {reason} (recall review)")
    return {"held": reason}


def _mask_columns(app: "App", memory: Memory, columns: "dict[str, Any]") -> "dict[str, Any]":
    """The columns without secrets; a new value is masked together with its attribute."""
    spoken = {"attribute": memory.attribute, **columns} if "value" in columns else dict(columns)
    if isinstance(columns.get("tags"), str):
        spoken["tags"] = loads(columns["tags"])
    clean, found = mask_fields(spoken)
    if found:
        app.note("masked: " + ", ".join(f"{count} {kind}" for kind, count in sorted(found.items())))
    if isinstance(clean.get("tags"), dict):
        clean["tags"] = tags_json(clean["tags"])
    return {name: clean[name] for name in columns}


def _derived_columns(tx: "Transaction", memory: Memory, columns: "dict[str, Any]") -> "dict[str, Any]":
    """The columns that follow from those that change: time, hash, index of letters, key of the fact."""
    follows: dict[str, Any] = {"updated_at": tx.now}
    if "text" in columns:
        follows["hash"] = content_hash(columns["text"])
        follows["grams"] = tx.engine.grams(columns["text"])
    entity, attribute = columns.get("entity", memory.entity), columns.get("attribute", memory.attribute)
    follows["fact"] = normalize.fact_key(entity, attribute)
    return follows


def tag(app: "App", prefix: str, tags: "dict[str, str]", remove: "tuple[str, ...]" = ()) -> "tuple[Memory, int | None]":
    """Set and remove tags; tags that another process sets at the same time stay."""

    def together(memory: Memory) -> "dict[str, Any]":
        kept = {**loads(memory.tags or "{}"), **tags}
        return {"tags": tags_json({name: value for name, value in kept.items() if name not in remove})}

    return update_if_changed(app, prefix, together, kind="tag")


def delete(app: "App", prefixes: "list[str]") -> "tuple[list[Memory], int]":
    """Delete memories, all or none; it can be undone."""
    with app.write_transaction() as tx:
        memories = list({memory.n: memory for memory in (find_memory(tx, prefix) for prefix in prefixes)}.values())
        _check_delete_allowed(app, tx, memories)
        op = tx.operations.add("delete", trust=app.channel, agent=app.agent)
        for memory in memories:
            tx.memories.change(op, memory.n, {"deleted_at": tx.now, "updated_at": tx.now})
        tx.operations.add_touched(op, len(memories))
    return memories, op


def find_memories(app: "App", prefixes: "list[str]") -> "list[Memory]":
    """The memories of some ids, deleted ones too."""
    with app.read_transaction() as tx:
        return list({m.n: m for m in (find_memory(tx, prefix, deleted=True) for prefix in prefixes)}.values())

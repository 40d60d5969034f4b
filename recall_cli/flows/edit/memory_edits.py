"""Correct, tag or remove a memory."""

from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.engines.tables.memory_row import tags_json
from recall_cli.engines.tables.questions import BOTH
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.write.masking import mask_fields, masked_note
from recall_cli.rules.beliefs.authorship import memory_author
from recall_cli.rules.injection import TEXT_COLUMNS, hold_reason
from recall_cli.rules.text import normalize
from recall_cli.rules.text.echo import pack_word_hashes
from recall_cli.rules.text.normalize import content_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from recall_cli.app import App
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

    NewColumns = Columns | Callable[[Memory], Columns]
    """The columns to set, or a function that derives them from the memory at the time of writing."""

PROTECTED_COLUMNS = frozenset(
    """text entity attribute value qualifier confidence importance valid_from valid_until type topic project
    classification shared anchors tags""".split()
)
"""Content, weight and visibility of a memory: in the user's own memories only the user changes these."""
WORD_COLUMNS = ("text", "entity", "attribute", "value", "qualifier")
"""The columns with a memory's texts."""

FACT_COLUMNS = frozenset({"entity", "attribute", "value", "qualifier"})
"""The columns of a memory's fact."""


class ProjectMove(Record):
    """A move to another project, or to none."""

    to: "Workplace | str | None"


class MemoryChange(Record):
    """What to change in one memory."""

    id: str
    columns: "NewColumns"
    move: "ProjectMove | None" = None
    ends: "tuple[str, ...]" = ()
    """The ids of the memories that it replaces."""
    is_deleted: bool = False


def new_text(app: "App", text: str) -> str:
    """A corrected text as it is stored, which may be empty; UsageError if it is too long."""
    from recall_cli.flows.write.think import length_refusal

    text = normalize.compose_letters(normalize.repair_unicode(text)[0].strip())
    refusal = length_refusal(app, text)
    if refusal is not None:
        raise UsageError(refusal.reason, refusal.hint)
    return text


def change_memories(
    app: "App", changes: "list[MemoryChange]", kind: str = "update"
) -> "tuple[list[tuple[Memory, Memory]], int | None]":
    """Change memories as one operation, all or none.

    Returns each changed memory as it was and as it is now, and the operation (None if nothing changed).
    """
    from recall_cli.flows.agents.switches import check_memory_on

    check_memory_on(app)
    try:
        with app.write_transaction() as tx:
            op = tx.operations.add(kind, trust=app.channel, agent=app.agent)
            memories = [find_memory(tx, change.id) for change in changes]
            changed = [m for m, change in zip(memories, changes, strict=True) if apply_change(app, tx, op, m, change)]
            if not changed:
                raise _Unchanged
            tx.operations.add_touched(op, len(changed))
            return [*zip(changed, tx.memories.written_here([memory.n for memory in changed]), strict=True)], op
    except _Unchanged:
        return [], None


def apply_change(app: "App", tx: "Transaction", op: int, memory: Memory, change: MemoryChange) -> bool:
    """Apply a change of one memory; False if nothing changed."""
    from recall_cli.flows.projects import ensure_project, new_project_text

    if change.is_deleted:
        delete_memories(app, tx, op, [memory])
        return True
    columns, move = change.columns, change.move
    columns = columns(memory) if callable(columns) else columns
    _check_update_allowed(app, tx, memory, columns.keys() | ({"project"} if move is not None else set()))
    columns = _mask_columns(app, memory, columns)
    columns.update(_mask_columns(app, memory, _fact_after_edit(app, memory, columns)))
    columns.update(_hold_for_review(app, memory, columns))
    if move is not None:
        if new := new_project_text(tx, move.to):
            app.note(new)
        project = ensure_project(tx, move.to)
        columns = {**columns, "project": project.n if project else None}
    columns = {**columns, **_source_after_edit(app, memory, columns)}
    changed = tx.memories.change(op, memory.n, {**columns, **_derived_columns(tx, memory, columns)})
    if "text" in changed:
        # answer the questions about a corrected memory: whoever corrects the older one says that it holds
        for question in tx.questions.open_questions([memory.n]):
            if question.older == memory.n:
                tx.questions.add_answer(op, question.n, BOTH, agent=None, is_proposal=False)
        tx.shown_memories.record_replaced_text(memory.n, pack_word_hashes(memory.text))
    replaced = _replace_memories(app, tx, op, memory, change.ends) if change.ends else 0
    return bool(changed.keys() - {"updated_at"} or replaced)


def _replace_memories(app: "App", tx: "Transaction", op: int, memory: Memory, ends: "tuple[str, ...]") -> int:
    """How many of these memories the corrected one now ends or contests; the trust of the caller counts."""
    from recall_cli.flows.write.beliefs import end_named_memories
    from recall_cli.flows.write.think import draft_from_memory
    from recall_cli.rules.beliefs.trust import lowest_trust

    ids = [find_memory(tx, prefix).id for given in ends for prefix in given.split(",")]
    draft = draft_from_memory(memory).but(trust=lowest_trust(app.channel, memory.trust), valid_from=tx.now)
    supersedes, contests = end_named_memories(tx, op, memory, draft, ids)
    for old in supersedes:
        app.note(f"ended: {tx.memories.short_id(old.id)}")
    for old in contests:
        app.note(f"contested, since it is more trusted: {tx.memories.short_id(old.id)} (recall conflicts)")
    return len(supersedes) + len(contests)


def _fact_after_edit(app: "App", memory: Memory, columns: "Columns") -> "Columns":
    """The fact of a corrected text, so that the text and the fact of a memory agree."""
    text, entity, attribute, value = columns.get("text"), memory.entity, memory.attribute, memory.value
    if text is None or text == memory.text or not (entity and attribute and value) or FACT_COLUMNS & columns.keys():
        return {}
    from recall_cli.rules.beliefs.edited_fact import value_after_edit

    new_value = value_after_edit(memory.text, str(text), value)
    if new_value is not None:
        return {"value": new_value} if new_value != value else {}
    app.note(f"the new text does not say what {entity}.{attribute} is: that fact was removed (--value sets it again)")
    return dict.fromkeys(FACT_COLUMNS)


def _source_after_edit(app: "App", memory: Memory, columns: "Columns") -> "Columns":
    """The source after a correction: a text that an agent changed is no longer the user's reported words."""
    if app.channel == "user" or memory.source != "user":
        return {}
    text_changed = any(columns[name] != getattr(memory, name) for name in WORD_COLUMNS if name in columns)
    return {"source": "agent"} if text_changed else {}


class _Unchanged(Exception):
    """Nothing would change: the transaction is rolled back."""


def update_if_changed(
    app: "App",
    prefix: str,
    columns: "NewColumns",
    move: "ProjectMove | None" = None,
    kind: str = "update",
    ends: "tuple[str, ...]" = (),
) -> "tuple[Memory, int | None]":
    """Correct a memory. Returns it as it is now, and the operation (None if nothing changed)."""
    change = MemoryChange(id=prefix, columns=columns, move=move, ends=ends)
    changed, op = change_memories(app, [change], kind)
    if changed:
        return changed[0][1], op
    with app.read_transaction() as tx:
        return find_memory(tx, prefix), None


def _check_update_allowed(app: "App", tx: "Transaction", memory: Memory, changed: "Set[str]") -> None:
    """NotStored if somebody else changes what the user stated, approved or pinned, or what a colleague said."""
    guarded = frozenset(WORD_COLUMNS) if app.channel == "user" else PROTECTED_COLUMNS
    if memory.trust == "colleague" and guarded & changed:
        raise NotStored(
            f"not changed: these are the words of {memory_author(memory)}", "store what you know as a memory of its own"
        )
    claim = None if app.channel == "user" else user_claim(tx, memory)
    if claim is None:
        return
    if PROTECTED_COLUMNS & changed:
        raise NotStored(
            f"not changed: this {claim}, and only the user can change it, at a terminal",
            "store what you know as a memory of its own",
        )


def user_claim(tx: "Transaction", memory: Memory) -> "str | None":
    """Why only the user may change a memory: the user stated, approved or pinned it."""
    if memory.trust == "user":
        return "is the user's own word"
    return "was pinned by the user" if memory.pinned and tx.memories.pinned_by_user([memory.n]) else None


def check_delete_allowed(
    app: "App", tx: "Transaction", memories: "list[Memory]", verb: str = "delete", done: str = "deleted"
) -> None:
    """NotStored if an agent deletes, or unpins, a memory that the user stated, approved or pinned."""
    for memory in memories if app.channel != "user" else ():
        claim = user_claim(tx, memory)
        if claim is not None:
            raise NotStored(
                f"not {done}: {tx.memories.short_id(memory.id)} {claim}; only the user can {verb} it, at a terminal",
                f"nothing was {done}",
            )


def _hold_for_review(app: "App", memory: Memory, columns: "Columns") -> "Columns":
    """The hold of a correction that reads like an injection."""
    if app.channel == "user" or memory.held is not None or not columns.keys() & {*TEXT_COLUMNS, "tags"}:
        return {}
    reason = hold_reason({**memory.fields(), **columns, "trust": app.channel})
    if reason is None:
        return {}
    app.note(f"held for review: {reason} (recall review)")
    return {"held": reason}


def _mask_columns(app: "App", memory: Memory, columns: "Columns") -> "Columns":
    """The columns without secrets; a new value is masked together with its attribute."""
    fields = {"attribute": memory.attribute, **columns} if "value" in columns else dict(columns)
    if isinstance(columns.get("tags"), str):
        fields["tags"] = loads(str(columns["tags"]))
    clean, masked = mask_fields(fields)
    if masked:
        app.note(masked_note(masked.items()))
    if isinstance(clean.get("tags"), dict):
        clean["tags"] = tags_json(clean["tags"])
    return {name: clean[name] for name in columns}


def _derived_columns(tx: "Transaction", memory: Memory, columns: "Columns") -> "Columns":
    """The columns that follow from those that change: time, hash, index of letters, key of the fact."""
    derived: Columns = {"updated_at": tx.now}
    if "text" in columns:
        text = str(columns["text"])
        derived["hash"], derived["grams"] = content_hash(text), tx.engine.grams(text)
    entity, attribute = columns.get("entity", memory.entity), columns.get("attribute", memory.attribute)
    derived["fact"] = normalize.fact_key(str(entity or ""), str(attribute or ""))
    return derived


def tag(
    app: "App", ids: "list[str]", tags: "dict[str, str]", remove: "tuple[str, ...]" = ()
) -> "tuple[list[tuple[Memory, Memory]], int | None]":
    """Set and remove tags of memories; tags that another process sets at the same time stay."""

    def columns_with_tags(memory: Memory) -> "Columns":
        all_tags = {**loads(memory.tags or "{}"), **tags}
        return {"tags": tags_json({name: value for name, value in all_tags.items() if name not in remove})}

    return change_memories(app, [MemoryChange(id=id_, columns=columns_with_tags) for id_ in ids], kind="tag")


def delete_memories(app: "App", tx: "Transaction", op: int, memories: "list[Memory]") -> None:
    """Mark memories as deleted, with the other wordings that were merged into them."""
    check_delete_allowed(app, tx, memories)
    numbers = [memory.n for memory in memories]
    for number in dict.fromkeys([*numbers, *tx.erase.wordings_of(numbers)]):
        tx.memories.change(op, number, {"deleted_at": tx.now, "updated_at": tx.now})

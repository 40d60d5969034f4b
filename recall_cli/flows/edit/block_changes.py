"""Blocks of memories that a person edits: made of stored memories, and what edited blocks change in them."""

from recall_cli.domain.errors import NotFound, RecallError, UsageError
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import CLASSIFICATIONS, MEMORY_TYPES
from recall_cli.domain.moment import format_iso
from recall_cli.domain.record import Record
from recall_cli.engines.tables.memory_row import tags_json
from recall_cli.flows.edit.memory_edits import MemoryChange, ProjectMove
from recall_cli.flows.search.id_lookup import find_memory
from recall_cli.flows.write.masking import mask_fields
from recall_cli.rules.text import normalize
from recall_cli.rules.text.memory_blocks import Block, clean_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.transaction import Transaction

_TEXT_FIELDS = ("topic", "entity", "attribute", "value", "qualifier")
_SHARE_FIELDS = ("importance", "confidence")
_DATE_FIELDS = ("valid-from", "valid-until")


class ChangedMeanwhile(RecallError):
    """A memory was changed by somebody else while it was edited."""

    code = "changed_meanwhile"

    def __init__(self, blocks: "list[tuple[Block, Block]]") -> None:
        self.blocks = blocks
        """Each edited block, and what the store holds now."""
        ids = ", ".join(edited.id for edited, _ in blocks[:5])
        super().__init__(f"{ids} changed in the store meanwhile: nothing was changed")


def block_of_memory(memory: "Memory", shown_id: str) -> Block:
    """A memory as a block, without secrets and without what a line cannot hold."""
    tags = loads(memory.tags or "{}")
    clean, _ = mask_fields(
        {name: getattr(memory, name) for name in ("text", "project", *_TEXT_FIELDS)} | {"tags": tags}
    )
    fields = {name: _one_line(clean[name]) for name in ("project", *_TEXT_FIELDS)}
    fields |= {name: f"{getattr(memory, name):g}" for name in _SHARE_FIELDS}
    fields |= {name: format_iso(getattr(memory, name.replace("-", "_"))) or "" for name in _DATE_FIELDS}
    fields |= {"type": memory.type, "classification": memory.classification}
    lines = tuple(f"{key}={_one_line(value)}" for key, value in sorted(clean["tags"].items()))
    block = Block(id=shown_id, values=fields, tags=lines, text=clean_text(clean["text"]))
    return block.but(version=block.content_version)


def _one_line(value: "str | None") -> str:
    return " ".join((value or "").split())


class BlockPlan(Record):
    """What edited blocks change, and which of them cannot be applied."""

    changes: "tuple[MemoryChange, ...]"
    pairs: "tuple[tuple[Block, Block], ...]"
    """Each edited block of a change, beside what the store holds."""
    conflicts: "tuple[tuple[Block, Block], ...]"
    """The edited blocks of memories that somebody else has changed, each beside what the store holds."""
    gone: "tuple[tuple[Block, NotFound], ...]"
    """The edited blocks of memories that are deleted or erased, each with the error that says so."""

    def require_all(self) -> None:
        """Raise NotFound or ChangedMeanwhile if a block cannot be applied."""
        for _, error in self.gone:
            raise error
        if self.conflicts:
            raise ChangedMeanwhile([*self.conflicts])


def plan_changes(app: "App", tx: "Transaction", blocks: "list[Block]") -> BlockPlan:
    """The changes that edited blocks ask for; UsageError names the line of a value that is not possible."""
    changes: list[MemoryChange] = []
    pairs: list[tuple[Block, Block]] = []
    conflicts: list[tuple[Block, Block]] = []
    gone: list[tuple[Block, NotFound]] = []
    for edited in blocks:
        if not edited.is_edited or is_in_store(tx, edited):
            continue
        try:
            memory = find_memory(tx, edited.id)
        except NotFound as error:
            gone.append((edited, error))
            continue
        stored = block_of_memory(memory, edited.id)
        if stored.version not in (edited.version, edited.overwrites):
            conflicts.append((edited, stored))
            continue
        change = _plan_change(app, memory, edited, stored)
        if change is not None:
            changes.append(change)
            pairs.append((edited, stored))
    return BlockPlan(changes=tuple(changes), pairs=tuple(pairs), conflicts=tuple(conflicts), gone=tuple(gone))


def is_in_store(tx: "Transaction", edited: Block) -> bool:
    """Whether the store already says what an edited block says, because it was applied before."""
    try:
        memory = find_memory(tx, edited.id, deleted=True)
    except RecallError:
        return False
    if edited.is_deleted or memory.deleted_at is not None:
        return edited.is_deleted and memory.deleted_at is not None
    return edited.content_version == block_of_memory(memory, edited.id).version


def _plan_change(app: "App", memory: "Memory", edited: Block, stored: Block) -> "MemoryChange | None":
    """The change of one memory, refused if it is another at the time of writing; None if a block changes nothing."""
    if edited.is_deleted:
        return MemoryChange(id=memory.id, columns=_columns_unless_changed(edited, {}), is_deleted=True)
    columns: Columns = {}
    move: ProjectMove | None = None
    for name, value in edited.values.items():
        if value == stored.values.get(name, ""):
            continue
        try:
            if name == "project":
                move = ProjectMove(to=_project(app, value))
            else:
                columns[name.replace("-", "_")] = _column(app, name, value)
        except RecallError as error:
            raise UsageError(f"line {edited.field_lines[name]}: {error}", error.hint) from error
    if edited.text != stored.text:
        columns["text"] = _text(app, edited)
    if sorted(edited.tags) != sorted(stored.tags):
        columns["tags"] = _tags(edited)
    if not columns and move is None:
        return None
    return MemoryChange(id=memory.id, columns=_columns_unless_changed(edited, columns), move=move)


def _columns_unless_changed(edited: Block, columns: "Columns") -> "Callable[[Memory], Columns]":
    """The columns to set, if the memory is still the one that was edited."""

    def columns_of(memory: "Memory") -> "Columns":
        stored = block_of_memory(memory, edited.id)
        if stored.version not in (edited.version, edited.overwrites):
            raise ChangedMeanwhile([(edited, stored)])
        return dict(columns)

    return columns_of


def _project(app: "App", name: str) -> "str | None":
    from recall_cli.flows.projects import project_to_write, validate_name

    if not name:
        return None
    chosen = project_to_write(app, validate_name(name))
    assert isinstance(chosen, str)
    return chosen


def _column(app: "App", name: str, value: str) -> "str | float | int | None":
    """The value of a column; UsageError if the field cannot have it."""
    if name == "type":
        return _one_of(name, value, MEMORY_TYPES)
    if name == "classification":
        return CLASSIFICATIONS.index(_one_of(name, value, CLASSIFICATIONS))
    if name in _SHARE_FIELDS:
        try:
            share = float(value)
        except ValueError:
            share = -1
        if not 0 <= share <= 1:
            raise UsageError(f"{name} must be from 0 to 1, not {value!r}")
        return share
    if name in _DATE_FIELDS:
        from recall_cli.rules.dates.typed_dates import parse_typed_date

        ends = name == "valid-until"
        return parse_typed_date(value, app.now(), ahead=ends, whole_day=ends) if value else None
    return normalize.compose_letters(normalize.repair_unicode(value)[0]) or None


def _one_of(name: str, value: str, choices: "tuple[str, ...]") -> str:
    from recall_cli.rules.text.spelling import closest_words

    if value.casefold() in choices:
        return value.casefold()
    close = closest_words(value, choices)
    hint = f"did you mean {' or '.join(close)}?" if close else f"one of {', '.join(choices)}"
    raise UsageError(f"{name} cannot be {value!r}", hint)


def _text(app: "App", edited: Block) -> str:
    from recall_cli.flows.write.think import length_refusal

    text = normalize.compose_letters(normalize.repair_unicode(edited.text)[0].strip())
    if not text:
        raise UsageError(f"line {edited.line}: a memory cannot be empty", "- delete: yes deletes it")
    refusal = length_refusal(app, text)
    if refusal is not None:
        raise UsageError(f"line {edited.line}: {refusal.reason}", refusal.hint)
    return text


def _tags(edited: Block) -> "str | None":
    tags = {}
    for tag in edited.tags:
        key, equals, value = tag.partition("=")
        if not key.strip():
            raise UsageError(f"line {edited.field_lines['tag']}: {tag!r} is not a tag", "a tag is k=v")
        tags[" ".join(key.split())] = value.strip() if equals else "true"
    return tags_json(normalize.compose_tags(tags))

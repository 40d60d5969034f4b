"""Rename, merge and forget tags, topics and projects; one operation each."""

from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import ABOUT_TAG
from recall_cli.domain.scope import Filters
from recall_cli.engines.tables.memory_row import tags_json
from recall_cli.flows.edit.memory_edits import MemoryChange, change_memories
from recall_cli.rules.text import normalize
from recall_cli.rules.text.spelling import closest_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Columns, Memory
    from recall_cli.engines.tables.upkeep.labels import Label
    from recall_cli.engines.transaction import Transaction

TAG, TOPIC = "tag", "topic"
COMMANDS = {TAG: "recall admin topics --tags", TOPIC: "recall admin topics"}
"""What lists and changes them."""
ANY_STATE = frozenset({"superseded", "held", "expired"})


def labels_in_use(tx: "Transaction", kind: str, places: "tuple[int, ...] | None") -> "list[Label]":
    """The tags or topics of the believed memories in some projects and in none."""
    wanted = Filters(projects=places)
    return tx.labels.tags(wanted) if kind == TAG else tx.labels.topics(wanted)


def labels_to_list(tx: "Transaction", kind: str, places: "tuple[int, ...] | None") -> "list[Label]":
    """The labels in use. The tag `about` is listed once, since hardly two memories have the same value of it."""
    found = labels_in_use(tx, kind, places)
    single = [label for label in found if kind == TAG and label.name == ABOUT_TAG and label.memories == 1]
    if len(single) < 2:
        return found
    newest = max(label.newest_at for label in single)
    joined = single[0].but(value=None, memories=len(single), newest_at=newest)
    return sorted([joined, *(label for label in found if label not in single)], key=lambda label: -label.memories)


def memories_with_label(tx: "Transaction", kind: str, name: str, places: "tuple[int, ...] | None") -> "list[Memory]":
    """All memories with a tag (k or k=v) or a topic, in any state; NotFound names similar ones if there are none."""
    wanted = Filters(projects=places, include=ANY_STATE)
    if kind == TAG:
        key, equals, value = name.partition("=")
        wanted = wanted.but(tags=((key, value if equals else None),))
    else:
        wanted = wanted.but(topic=name)
    memories = tx.memories.newest(wanted, -1, 0)
    if not memories:
        close = closest_words(name, list(dict.fromkeys(label.name for label in labels_in_use(tx, kind, None))))
        hint = f"did you mean {' or '.join(close)}?" if close else f"{COMMANDS[kind]} lists them; --project '*' in all"
        raise NotFound(f"there is no {kind} {name!r} here", hint)
    return memories


def check_new_name(tx: "Transaction", kind: str, name: str, new: str, places: "tuple[int, ...] | None") -> None:
    """UsageError if a new name is empty, or is in use: then the two would be merged."""
    if not new.strip() or not new.partition("=")[0].strip():
        raise UsageError(f"a {kind} needs a name")
    used = {label.name for label in labels_in_use(tx, kind, places)} - {name.partition("=")[0]}
    if new in used:
        raise UsageError(f"there is already a {kind} {new!r}", f"{COMMANDS[kind]} merge {name} {new} joins them")


def replace_labels(
    app: "App", memories: "list[Memory]", kind: str, names: "tuple[str, ...]", new: "str | None"
) -> "tuple[list[tuple[Memory, Memory]], int | None]":
    """Give memories a new name in the place of some tags or topics, or none; returns what changed and the operation."""
    new = None if new is None else normalize.compose_letters(new.strip())

    def columns(memory: "Memory") -> "Columns":
        return {"topic": new} if kind == TOPIC else {"tags": _tags_after(memory, names, new)}

    return change_memories(app, [MemoryChange(id=memory.id, columns=columns) for memory in memories], kind=f"{kind}s")


def _tags_after(memory: "Memory", names: "tuple[str, ...]", new: "str | None") -> "str | None":
    """The tags of a memory with some of them renamed or removed. A tag that it has under the new name stays."""
    tags: dict[str, str] = loads(memory.tags or "{}")
    for name in names:
        key, equals, value = name.partition("=")
        if name == new or key not in tags or (equals and tags[key] != value):
            continue
        old_value = tags.pop(key)
        if new is not None:
            new_key, new_equals, new_value = new.partition("=")
            tags.setdefault(new_key.strip(), new_value.strip() if new_equals else old_value)
    return tags_json(tags)

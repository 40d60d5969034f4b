"""recall tag: set or remove tags of memories."""

from recall_cli.cli.commands.write.update import change_reply, changed_reply
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.selection_options import SELECTION_OPTIONS, guard_change, has_filter, selected_memories
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument(
        "words",
        "Ids of memories (none with filters), then tags to set, k=v; an empty value removes a tag (k=).",
        kind="arguments",
        completes="id",
        metavar="[ID...] K=V...",
    ),
    option("remove", "A tag to remove; repeatable.", kind="many", metavar="K"),
    *SELECTION_OPTIONS,
)
EXAMPLES = (
    ("recall tag 7c1e area=billing reviewed=yes", ""),
    ("recall tag 7c1e --remove area", ""),
    (
        "recall tag --topic invoices area=billing",
        "all memories of a topic; recall admin topics --tags shows and renames tags",
    ),
)


def tag(app: "App", *, words: "tuple[str, ...]", remove: "tuple[str, ...]", **chosen: "Any") -> Reply:
    """Set or remove tags of memories, by their ids or by filters. Searches find tags like the text itself."""
    from recall_cli.flows.edit.memory_edits import tag as set_tags

    by_filter = has_filter(chosen)
    ids, texts = ((), words) if by_filter else _split_words(app, words)
    wanted = normalize.compose_tags(option_values.parse_tags(texts))
    if not wanted and not remove:
        raise UsageError("name tags", "e.g. recall tag ID area=billing")
    if by_filter or chosen["dry_run"]:
        memories = selected_memories(app, ids, chosen)
        answer = guard_change(app, memories, chosen, "tag", by_filter=by_filter)
        if answer is not None:
            return answer
        ids = tuple(memory.id for memory in memories)
    removed = (*remove, *(key for key, value in wanted.items() if not value))
    new_tags = {key: value for key, value in wanted.items() if value}
    changed, op = set_tags(app, [*ids], new_tags, removed)
    if len(ids) > 1:
        return changed_reply(app, changed, op, "tagged")
    memory = changed[0][1] if changed else selected_memories(app, ids, {})[0]
    return change_reply(app, memory, op, "tagged")


def _split_words(app: "App", words: "tuple[str, ...]") -> "tuple[tuple[str, ...], tuple[str, ...]]":
    """The ids in front, and the tags behind them."""
    from recall_cli.flows.search.id_lookup import is_memory_id

    if words and "=" in words[0]:
        first = next((text for text in words[1:] if "=" not in text), "ID")
        raise UsageError("the id comes first", f"recall tag {first} {words[0]}")
    count = 1
    with app.read_transaction() as tx:
        while count < len(words) and is_memory_id(tx, words[count]):
            count += 1
    return words[:count], words[count:]

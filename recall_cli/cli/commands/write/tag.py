"""recall tag: set or remove tags of a memory."""

from recall_cli.cli.commands.write.update import change_reply
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

PARAMS = (
    argument("id", "The memory's id.", completes="id", metavar="ID"),
    argument(
        "tags", "Tags to set, k=v; an empty value removes a tag (k=).", kind="arguments", default=(), metavar="K=V..."
    ),
    option("remove", "A tag to remove; repeatable.", kind="many", metavar="K"),
)
EXAMPLES = (("recall tag 019aa3f2-7c1e area=billing reviewed=yes", ""), ("recall tag 019aa3f2-7c1e --remove area", ""))


def tag(app: "App", *, id: str, tags: "tuple[str, ...]", remove: "tuple[str, ...]") -> Reply:
    """Set or remove tags. Searches find tags like the text itself."""
    from recall_cli.flows.edit.memory_edits import tag as set_tags

    if "=" in id:
        first = next((text for text in tags if "=" not in text), "ID")
        raise UsageError("the id comes first", f"recall tag {first} {id}")
    wanted = normalize.compose_tags(option_values.parse_tags(tags))
    if not wanted and not remove:
        raise UsageError("name tags", "e.g. recall tag ID area=billing")
    removed = (*remove, *(key for key, value in wanted.items() if not value))
    new_tags = {key: value for key, value in wanted.items() if value}
    memory, op = set_tags(app, id, new_tags, removed)
    return change_reply(app, memory, op, "tagged")

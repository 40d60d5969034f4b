"""recall unpin: unpin memories."""

from recall_cli.app import App
from recall_cli.cli.commands.write.pin import change_pin
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.reply import Reply

PARAMS = (argument("ids", "Ids of memories.", kind="arguments", completes="id", metavar="ID..."),)
EXAMPLES = (("recall pin --off 7c1e", "it fades again from its current strength"),)


def unpin(app: App, *, ids: "tuple[str, ...]") -> Reply:
    """Unpin memories, so that they fade again. Only a person can unpin their own pinned words."""
    return change_pin(app, ids, pinned=False)

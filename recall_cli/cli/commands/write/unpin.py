"""recall unpin: let memories fade again."""

from recall_cli.cli.commands.write.pin import change_pin
from recall_cli.cli.parsing.params import argument
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

PARAMS = (argument("ids", "Which memories.", kind="arguments", completes="id", metavar="ID..."),)
EXAMPLES = (("recall unpin 019aa3f2-7c1e", "it fades from where it is now"),)


def unpin(app: "App", *, ids: "tuple[str, ...]") -> Reply:
    """Take a pin away; what the user pinned of his own words only he unpins."""
    return change_pin(app, ids, pinned=False)

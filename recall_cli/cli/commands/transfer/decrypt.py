"""recall decrypt: make the store a plain file again."""

from recall_cli.cli.commands.transfer.encrypt import conversion_reply
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

PARAMS = ()
EXAMPLES = (("recall decrypt", "the settings name no key any more; the key itself is left where it is"),)


def decrypt(app: "App") -> Reply:
    """Make the store a plain file again, which anybody who has the file can read."""
    from recall_cli.flows.transfer.encryption import decrypt as flow

    return conversion_reply(flow(app))

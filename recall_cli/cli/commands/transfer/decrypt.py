"""recall decrypt: turn the store into a plain file."""

from recall_cli.app import App
from recall_cli.cli.commands.transfer.encrypt import conversion_reply
from recall_cli.cli.reply import Reply

PARAMS = ()
EXAMPLES = (("recall admin encrypt --off", "removes the key from the settings; the key itself stays where it is"),)


def decrypt(app: App) -> Reply:
    """Turn the store into a plain file, which anyone with access to the file can read."""
    from recall_cli.flows.transfer.encryption import decrypt as flow

    return conversion_reply(flow(app))

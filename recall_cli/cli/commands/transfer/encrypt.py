"""recall encrypt: encrypt the store's file, or change its key."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.transfer.encryption import EncryptionResult

PARAMS = (
    option(
        "key_file",
        "The key file, readable only by you; created if it does not exist.",
        metavar="FILE",
        completes="file",
    ),
    option("key_command", "A command that prints the key, run without a shell.", metavar="COMMAND"),
    option("keyring", "Use the system's keyring; a new key is created if there is none.", kind="flag"),
)
EXAMPLES = (
    ("recall admin encrypt --key-file ~/.config/recall/key", "create a key and encrypt the store"),
    ("recall admin encrypt --key-command 'pass show recall'", "one line: 64 hexadecimal digits, or a passphrase"),
    ("recall admin encrypt --keyring", "needs the package keyring"),
    ("recall admin encrypt", "use the key named in the settings"),
)


def encrypt(app: "App", *, key_file: "str | None", key_command: "str | None", keyring: bool) -> Reply:
    """Encrypt the store, or change its key. Requires apsw-sqlite3mc instead of apsw.

    recall writes and checks a new file, puts it in place of the old one and overwrites the old bytes. The settings
    record where the key is. Earlier backups, exports and snapshots stay as they are. Without the key the memories
    cannot be recovered.
    """
    from recall_cli.flows.transfer.encryption import encrypt as flow
    from recall_cli.settings import KEY_SETTINGS
    from recall_cli.store_key import KeyPlace

    values = zip(KEY_SETTINGS, (key_file, key_command, keyring), strict=True)
    return conversion_reply(flow(app, [KeyPlace(setting=name, value=value) for name, value in values if value]))


def conversion_reply(done: "EncryptionResult") -> Reply:
    """The result of an encryption or decryption, with hints."""

    def screen(out: "Screen") -> None:
        head, *more = _result_lines(done)
        word, _, what = head.partition(": ")
        out.result(word, what, "")
        for line in more:
            out.footer(line)

    return Reply(
        lambda: {
            "store": done.path,
            "before": done.before,
            "after": done.after,
            "key": done.place,
            "key_made": done.made,
            "bytes": done.bytes,
        },
        lambda: map(make_printable, _result_lines(done)),
        screen,
    )


def _result_lines(done: "EncryptionResult") -> "list[str]":
    key = [f"created a new key ({done.place}): keep a copy elsewhere; without the key the memories cannot be recovered"]
    if done.before == "empty":
        return [
            "the store is empty: it will be created as " + ("a plain file" if not done.place else "an encrypted file")
        ]
    if done.before == done.after and not done.bytes:
        return ["the store is already encrypted with this key"]
    word = {"plain": "decrypted", "encrypted": "encrypted"}[done.after]
    if done.before == done.after:
        word = "encrypted with another key"
    lines = [f"{word}: {done.path}", *(key if done.made else [])]
    if done.before == "plain":
        lines.append("earlier backups and exports are still plain files")
    elif done.after == "encrypted":
        lines.append("earlier backups keep their old key")
    return lines

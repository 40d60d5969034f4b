"""recall encrypt: encrypt the store's file, or change its key."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.transfer.encryption import EncryptionResult

PARAMS = (
    option(
        "key_file",
        "The file with the key, yours alone; it is made where there is none.",
        metavar="FILE",
        completes="file",
    ),
    option("key_command", "A command that prints the key, run without a shell.", metavar="COMMAND"),
    option("keyring", "The system's keyring, which gets a new key where it has none.", kind="flag"),
)
EXAMPLES = (
    ("recall encrypt --key-file ~/.config/recall/key", "makes a key and encrypts the store with it"),
    ("recall encrypt --key-command 'pass show recall'", "one line: 64 hexadecimal digits, or a passphrase"),
    ("recall encrypt --keyring", "needs the package keyring"),
    ("recall encrypt", "a plain store, with the key that the settings name"),
)


def encrypt(app: "App", *, key_file: "str | None", key_command: "str | None", keyring: bool) -> Reply:
    """Encrypt the store, or change its key; needs apsw-sqlite3mc in the place of apsw.

    The file is written anew beside the old one, looked through and put in its place; the old one's bytes are
    overwritten. The settings say from then on where the key is. Copies, exports and snapshots that were made before
    stay as they are. Whoever loses the key has lost the memories.
    """
    from recall_cli.flows.transfer.encryption import encrypt as flow

    places = {"encryption.key_file": key_file, "encryption.key_command": key_command, "encryption.keyring": keyring}
    return conversion_reply(flow(app, places))


def conversion_reply(done: "EncryptionResult") -> Reply:
    """What became of the store, and what is left for its user to do."""

    def screen(console: "Any") -> None:
        from recall_cli.cli.output.terminal import print_footer, print_result

        head, *more = _result_lines(done)
        word, _, what = head.partition(": ")
        print_result(console, word, what, "")
        for line in more:
            print_footer(console, line)

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
    key = [f"a new key was made ({done.place}): keep a copy of it elsewhere, without it nobody reads the memories"]
    if done.before == "empty":
        return ["nothing is stored yet: the store will be a " + ("plain file" if not done.place else "encrypted one")]
    if done.before == done.after and not done.bytes:
        return ["the store is encrypted with this key already"]
    word = {"plain": "decrypted", "encrypted": "encrypted"}[done.after]
    if done.before == done.after:
        word = "encrypted with another key"
    lines = [f"{word}: {done.path}", *(key if done.made else [])]
    if done.before == "plain":
        lines.append("copies and exports made before are still plain files")
    elif done.after == "encrypted":
        lines.append("copies made before keep the key that they had")
    return lines

"""The key of an encrypted store: from a file, a command or the keyring, whichever one the settings name.

It comes by no argument and by no variable, since both can be read by others, and it is kept in memory alone.
"""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.domain.store_errors import Encrypted
from recall_cli.finder import whole
from recall_cli.settings import KEY_PLACES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.settings import Settings

KEY_FILE, KEY_COMMAND, KEYRING = KEY_PLACES
SHORTEST = 12
"""A passphrase of fewer letters is guessed."""
_LONGEST = 4096
_PATIENCE = 60
"""So many seconds a command may take, since it may ask its user for something."""
_SERVICE, _NAME = "recall", "store"


def key(settings: "Settings") -> "str | None":
    """The key that the settings lead to; None where no place is named."""
    named = [(name, settings[name]) for name in KEY_PLACES if settings[name]]
    if not named:
        return None
    if len(named) > 1:
        raise UsageError(f"the key has two places: {named[0][0]} and {named[1][0]}", "recall config NAME --unset")
    return read(*named[0])


def read(name: str, value: "Any") -> str:
    """The key in one place."""
    if name == KEY_FILE:
        found = _of_file(value)
    else:
        found = _of_command(value) if name == KEY_COMMAND else _of_keyring()
    if not found:
        raise Encrypted(f"{name} gives no key", _hint(name))
    if "\0" in found or len(found) > _LONGEST:
        raise Encrypted(f"what {name} gives is no key", _hint(name))
    return found


def make(name: str, value: "Any") -> bool:
    """Put a new random key into a place that has none; False where there is one, or where it is not ours to make."""
    import secrets

    if name == KEY_FILE:
        path = os.path.expanduser(value)
        if os.path.lexists(path):
            return False
        try:
            os.makedirs(os.path.dirname(os.path.abspath(path)), mode=0o700, exist_ok=True)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise Encrypted(f"cannot make a key in {path}: {(error.strerror or str(error)).lower()}") from error
        return True
    if name == KEYRING and _of_keyring() == "":
        _keyring().set_password(_SERVICE, _NAME, secrets.token_hex(32))
        return True
    return False


def _of_file(path: str) -> str:
    import stat

    path = os.path.expanduser(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise Encrypted(f"cannot read the key in {path}: {(error.strerror or str(error)).lower()}") from error
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise Encrypted(f"the key's file {path} is no ordinary file")
        if found.st_mode & 0o077:
            raise Encrypted(f"others may read the key in {path}", f"chmod 600 {path}")
        return _text(os.read(handle, _LONGEST + 1), path)
    finally:
        os.close(handle)


def _of_command(command: str) -> str:
    import shlex
    import subprocess

    try:
        ran = subprocess.run(  # noqa: S603 — the user's own command, from his own settings, without a shell
            shlex.split(command), stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise Encrypted(f"encryption.key_command took longer than {_PATIENCE} s") from None
    except (OSError, ValueError) as error:
        raise Encrypted("encryption.key_command cannot be run", "it is started without a shell") from error
    if ran.returncode:
        raise Encrypted(f"encryption.key_command ended with status {ran.returncode}")
    return _text(ran.stdout, "encryption.key_command")


def _of_keyring() -> str:
    try:
        return str(_keyring().get_password(_SERVICE, _NAME) or "")
    except Encrypted:
        raise
    except Exception as error:
        raise Encrypted(f"the keyring does not answer: {error}") from error


def _keyring() -> "Any":
    whole()
    try:
        import keyring
    except ImportError:
        raise Encrypted(
            "the package keyring is not installed", "pip install keyring, or use encryption.key_command"
        ) from None
    return keyring


def _text(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8").strip("\r\n")
    except UnicodeDecodeError:
        raise Encrypted(f"the key in {where} is not UTF-8 text") from None


def _hint(name: str) -> str:
    if name == KEYRING:
        return "recall encrypt --keyring makes one"
    return "one line: 64 hexadecimal digits (openssl rand -hex 32), or a passphrase"

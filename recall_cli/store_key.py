"""Finds the key of an encrypted store: in a file, from a command or in the keyring, as the settings say.

No argument and no environment variable gives the key, since others can read both. It stays in memory only.
"""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import EncryptionError
from recall_cli.import_finder import load_site
from recall_cli.settings import KEY_SETTINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.settings import Settings

KEY_FILE, KEY_COMMAND, KEYRING = KEY_SETTINGS
MIN_PASSPHRASE_LENGTH = 12
"""Shorter passphrases are too easy to guess."""
_MAX_KEY_LENGTH = 4096
_COMMAND_SECONDS = 60
"""Seconds that the key command may take: it may ask you something."""
_KEYRING_SERVICE, _KEYRING_NAME = "recall", "store"


class KeyPlace(Record):
    """Where a key is: one of KEY_SETTINGS, and its value."""

    setting: str
    value: "str | bool"
    """A path, a command, or True for the keyring."""


def configured_key(settings: "Settings") -> "str | None":
    """The key that the settings name; None if they name none."""
    places = configured_places(settings)
    if not places:
        return None
    if len(places) > 1:
        first, second = places[0].setting, places[1].setting
        raise UsageError(f"the key has two places: {first} and {second}", "recall config NAME --unset")
    return read_key(places[0])


def configured_places(settings: "Settings") -> "list[KeyPlace]":
    """The places of the key that the settings name."""
    return [KeyPlace(setting=name, value=settings[name]) for name in KEY_SETTINGS if settings[name]]


def read_key(place: KeyPlace) -> str:
    """The key from one of these places."""
    name = place.setting
    if name == KEY_FILE:
        key = _key_from_file(str(place.value))
    else:
        key = _key_from_command(str(place.value)) if name == KEY_COMMAND else _key_from_keyring()
    if not key:
        raise EncryptionError(f"{name} gives no key", _key_hint(name))
    if "\0" in key or len(key) > _MAX_KEY_LENGTH:
        raise EncryptionError(f"what {name} gives is no key", _key_hint(name))
    return key


def create_key(place: KeyPlace) -> bool:
    """Store a new random key in an empty place; False if it has a key, or if recall cannot write there."""
    import secrets

    if place.setting == KEY_FILE:
        path = os.path.expanduser(str(place.value))
        if os.path.lexists(path):
            return False
        try:
            os.makedirs(os.path.dirname(os.path.abspath(path)), mode=0o700, exist_ok=True)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise EncryptionError(f"cannot make a key in {path}: {(error.strerror or str(error)).lower()}") from error
        return True
    if place.setting == KEYRING and _key_from_keyring() == "":
        _keyring_module().set_password(_KEYRING_SERVICE, _KEYRING_NAME, secrets.token_hex(32))
        return True
    return False


def _key_from_file(path: str) -> str:
    import stat

    path = os.path.expanduser(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise EncryptionError(f"cannot read the key in {path}: {(error.strerror or str(error)).lower()}") from error
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise EncryptionError(f"the key's file {path} is no ordinary file")
        if status.st_mode & 0o077:
            raise EncryptionError(f"others may read the key in {path}", f"chmod 600 {path}")
        return _decode_key(os.read(handle, _MAX_KEY_LENGTH + 1), path)
    finally:
        os.close(handle)


def _key_from_command(command: str) -> str:
    import shlex
    import subprocess

    try:
        process = subprocess.run(  # noqa: S603 — the user's own command, from their own settings, without a shell
            shlex.split(command),
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            timeout=_COMMAND_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise EncryptionError(f"encryption.key_command took longer than {_COMMAND_SECONDS} s") from None
    except (OSError, ValueError) as error:
        raise EncryptionError("encryption.key_command cannot be run", "it is started without a shell") from error
    if process.returncode:
        raise EncryptionError(f"encryption.key_command ended with status {process.returncode}")
    return _decode_key(process.stdout, "encryption.key_command")


def _key_from_keyring() -> str:
    try:
        return str(_keyring_module().get_password(_KEYRING_SERVICE, _KEYRING_NAME) or "")
    except EncryptionError:
        raise
    except Exception as error:
        raise EncryptionError(f"the keyring does not answer: {error}") from error


def _keyring_module() -> "Any":
    load_site()
    try:
        import keyring
    except ImportError:
        from recall_cli.optional_packages import missing_package

        message, hint = missing_package("keyring")
        raise EncryptionError(message, f"{hint}, or use encryption.key_command") from None
    return keyring


def _decode_key(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8").strip("\r\n")
    except UnicodeDecodeError:
        raise EncryptionError(f"the key in {where} is not UTF-8 text") from None


def _key_hint(name: str) -> str:
    if name == KEYRING:
        return "recall admin encrypt --keyring makes one"
    return "one line: 64 hexadecimal digits (openssl rand -hex 32), or a passphrase"

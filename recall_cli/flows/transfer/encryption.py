"""Encrypt a store, change its key, or decrypt it."""

import os

from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import EncryptionError
from recall_cli.settings import KEY_SETTINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App


class EncryptionResult(Record):
    """The result of a conversion."""

    path: str
    before: str
    after: str
    """Plain, encrypted, or empty if nothing is stored yet."""
    place: "str | None" = None
    """The setting that says where the key is."""
    made: bool = False
    """Was the key created by this command?"""
    bytes: int = 0


def encrypt(app: "App", places: "dict[str, Any]") -> EncryptionResult:
    """Encrypt the store with a key: the given one, else the one in the settings."""
    from recall_cli import store_key
    from recall_cli.engines.sqlite.cipher import is_raw_key
    from recall_cli.engines.sqlite.encryption_state import INSTALL_HINT, can_encrypt, encryption_state

    _check_person(app)
    if not can_encrypt():
        raise EncryptionError("encryption needs another SQLite build", INSTALL_HINT)
    wanted = _key_place(app, places)
    if wanted[0] == store_key.KEY_FILE:
        wanted = (wanted[0], os.path.abspath(os.path.expanduser(wanted[1])))
    path = app.settings.database
    before = encryption_state(path)
    old = _current_key(app, before)
    made = store_key.create_key(*wanted)
    new = store_key.read_key(*wanted)
    if not is_raw_key(new) and len(new) < store_key.MIN_PASSPHRASE_LENGTH:
        raise UsageError(
            f"a passphrase has at least {store_key.MIN_PASSPHRASE_LENGTH} letters", "openssl rand -hex 32 prints a key"
        )
    done = EncryptionResult(path=path, before=before, after="encrypted", place=wanted[0], made=made)
    return _convert_store(app, done, old, new, dict.fromkeys(KEY_SETTINGS) | dict([wanted]))


def decrypt(app: "App") -> EncryptionResult:
    """Make the store a plain file again, and remove its key from the settings."""
    from recall_cli.engines.sqlite.encryption_state import encryption_state

    _check_person(app)
    path = app.settings.database
    before = encryption_state(path)
    if before == "plain":
        raise UsageError("the store is not encrypted", "nothing was changed")
    _check_no_key_variable(app)
    old = _current_key(app, before)
    done = EncryptionResult(path=path, before=before, after="plain")
    return _convert_store(app, done, old, None, dict.fromkeys(KEY_SETTINGS))


def _convert_store(
    app: "App", result: EncryptionResult, old_key: "str | None", new_key: "str | None", settings: "dict[str, Any]"
) -> EncryptionResult:
    """Rewrite the file if its key changes, and the settings just before it replaces the old file."""
    from recall_cli.flows.settings_changes import write_settings

    def settle() -> None:
        if {name: app.settings.file.get(name) for name in settings} != settings:
            write_settings(app, settings)

    app.close()
    if result.before == "empty":
        settle()
        return result.but(after="empty")
    if old_key == new_key:
        settle()
        return result
    from recall_cli.engines.sqlite.cipher import change_key

    change_key(result.path, old_key, new_key, app.settings["busy_seconds"], settle)
    _report_leftovers(app, result.path)
    return result.but(bytes=os.path.getsize(result.path))


def _report_leftovers(app: "App", path: str) -> None:
    """Name the unfinished file of an interrupted conversion: it can be a plain copy of an encrypted store."""
    import glob

    from recall_cli.engines.sqlite.encryption_state import encryption_state

    for left in sorted(glob.glob(glob.escape(path) + ".*.new")):
        what = "a plain copy" if encryption_state(left) == "plain" else "a copy"
        app.note(f"an interrupted encrypt or decrypt left {what} of the store: {left}; remove it")


def _current_key(app: "App", before: str) -> "str | None":
    """The present key of the store."""
    from recall_cli.engines.sqlite.encryption_state import not_a_database_error

    key = app.key if before == "encrypted" else None
    if before == "unknown" or (before == "encrypted" and key is None):
        raise not_a_database_error(app.settings.database, keyed=False)
    return key


def _key_place(app: "App", places: "dict[str, Any]") -> "tuple[str, Any]":
    named = {name: value for name, value in places.items() if value}
    if len(named) > 1:
        raise UsageError("the key is in one place: --key-file, --key-command or --keyring")
    if named:
        _check_no_key_variable(app)
        return next(iter(named.items()))
    set_already = {name: app.settings[name] for name in KEY_SETTINGS if app.settings[name]}
    if not set_already:
        raise UsageError("say where the key is", "e.g. recall encrypt --key-file ~/.config/recall/key, which makes it")
    if len(set_already) > 1:
        raise UsageError(f"the key has two places: {', '.join(set_already)}", "recall config NAME --unset")
    return next(iter(set_already.items()))


def _check_no_key_variable(app: "App") -> None:
    """UsageError if an environment variable would override the key setting that is about to be written."""
    for name in KEY_SETTINGS:
        if app.settings.origin(name)[1] == "environment":
            variable = "RECALL_" + name.upper().replace(".", "_")
            raise UsageError(f"{variable} is set and would beat the settings file", f"unset {variable}")


def _check_person(app: "App") -> None:
    if app.channel != "user":
        raise NotStored("only a person at a terminal changes how the store is encrypted")

"""Encrypt a store, change its key, or decrypt it."""

import os

from recall_cli.domain.errors import NotStored, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import EncryptionError
from recall_cli.engines.sqlite.encryption_state import can_encrypt, encryption_state, not_a_database_error
from recall_cli.flows.transfer.server_store import require_file
from recall_cli.settings import KEY_SETTINGS
from recall_cli.store_key import KEY_FILE, MIN_PASSPHRASE_LENGTH, KeyPlace, configured_places, create_key, read_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

    ChangedSettings = dict[str, str | bool | None]


class EncryptionResult(Record):
    """The result of an encryption, a decryption or a change of the key."""

    path: str
    before: str
    """plain or encrypted; empty if nothing is stored yet."""
    after: str
    """The same after the conversion."""
    place: "str | None" = None
    """The setting that says where the key is."""
    made: bool = False
    """Was the key created by this command?"""
    bytes: int = 0


def encrypt(app: "App", places: "list[KeyPlace]") -> EncryptionResult:
    """Encrypt the store with the key in a given place, else with the one in the settings."""
    from recall_cli.engines.sqlite.cipher import is_raw_key
    from recall_cli.optional_packages import cipher_hint

    require_file(app, "encrypt")
    _check_person(app)
    if not can_encrypt():
        raise EncryptionError("encryption needs another SQLite build", cipher_hint())
    place = _key_place(app, places)
    if place.setting == KEY_FILE:
        place = place.but(value=os.path.abspath(os.path.expanduser(str(place.value))))
    path = app.settings.database
    before = encryption_state(path)
    old_key = _current_key(app, before)
    made = create_key(place)
    new_key = read_key(place)
    if not is_raw_key(new_key) and len(new_key) < MIN_PASSPHRASE_LENGTH:
        hint = "openssl rand -hex 32 prints a key"
        raise UsageError(f"a passphrase has at least {MIN_PASSPHRASE_LENGTH} letters", hint)
    result = EncryptionResult(path=path, before=before, after="encrypted", place=place.setting, made=made)
    settings: ChangedSettings = {**dict.fromkeys(KEY_SETTINGS), place.setting: place.value}
    return _convert_store(app, result, old_key, new_key, settings)


def decrypt(app: "App") -> EncryptionResult:
    """Make the store a plain file again, and remove its key from the settings."""
    require_file(app, "decrypt")
    _check_person(app)
    path = app.settings.database
    before = encryption_state(path)
    if before == "plain":
        raise UsageError("the store is not encrypted", "nothing was changed")
    _check_no_key_variable(app)
    old_key = _current_key(app, before)
    result = EncryptionResult(path=path, before=before, after="plain")
    return _convert_store(app, result, old_key, None, dict.fromkeys(KEY_SETTINGS))


def _convert_store(
    app: "App", result: EncryptionResult, old_key: "str | None", new_key: "str | None", settings: "ChangedSettings"
) -> EncryptionResult:
    """Rewrite the file if its key changes, and the settings just before it replaces the old file."""
    from recall_cli.flows.settings_changes import write_settings

    def update_settings() -> None:
        if {name: app.settings.file.get(name) for name in settings} != settings:
            write_settings(app, settings)

    if result.before == "plain":
        from recall_cli.flows.write.text_spool import queue_spooled_texts

        app.recover_inbox()  # no word of them stays beside the encrypted store
        queue_spooled_texts(app)
    app.close()
    if result.before == "empty":
        update_settings()
        return result.but(after="empty")
    if old_key == new_key:
        update_settings()
        return result
    from recall_cli.engines.sqlite.cipher import change_key

    change_key(result.path, old_key, new_key, app.settings["busy_seconds"], update_settings)
    from recall_cli.engines.sqlite.session_index import remove_index
    from recall_cli.flows.agents.session_index import index_path

    remove_index(index_path(app))  # it has the old key, or none; recall maintain makes it again
    _report_leftovers(app, result.path)
    return result.but(bytes=os.path.getsize(result.path))


def _report_leftovers(app: "App", path: str) -> None:
    """Name the unfinished file of an interrupted conversion: it can be a plain copy of an encrypted store."""
    import glob

    for file in sorted(glob.glob(glob.escape(path) + ".*.new")):
        kind = "a plain copy" if encryption_state(file) == "plain" else "a copy"
        app.note(f"an interrupted encrypt or decrypt left {kind} of the store: {file}; remove it")


def _current_key(app: "App", before: str) -> "str | None":
    """The present key of the store."""
    key = app.key if before == "encrypted" else None
    if before == "unknown" or (before == "encrypted" and key is None):
        raise not_a_database_error(app.settings.database, keyed=False)
    return key


def _key_place(app: "App", given: "list[KeyPlace]") -> "KeyPlace":
    """The one place of the key: from the options, else from the settings."""
    if len(given) > 1:
        raise UsageError("the key is in one place: --key-file, --key-command or --keyring")
    if given:
        _check_no_key_variable(app)
        return given[0]
    places = configured_places(app.settings)
    if not places:
        raise UsageError(
            "say where the key is", "e.g. recall admin encrypt --key-file ~/.config/recall/key, which makes it"
        )
    if len(places) > 1:
        names = ", ".join(place.setting for place in places)
        raise UsageError(f"the key has two places: {names}", "recall config NAME --unset")
    return places[0]


def _check_no_key_variable(app: "App") -> None:
    """UsageError if an environment variable would override the key setting that is about to be written."""
    for name in KEY_SETTINGS:
        if app.settings.origin(name)[1] == "environment":
            variable = "RECALL_" + name.upper().replace(".", "_")
            raise UsageError(f"{variable} is set and would beat the settings file", f"unset {variable}")


def _check_person(app: "App") -> None:
    if app.channel != "user":
        raise NotStored("only a person at a terminal changes how the store is encrypted")

"""Turning a store into an encrypted one, under another key, or back."""

import os

from recall_cli.domain.errors import Refused, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.store_errors import Encrypted
from recall_cli.settings import KEY_PLACES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App


class Converted(Record):
    """What became of the store."""

    path: str
    before: str
    after: str
    """Plain, encrypted, or empty where nothing is stored yet."""
    place: "str | None" = None
    """The setting that says where the key is."""
    made: bool = False
    """Was the key made just now?"""
    bytes: int = 0


def encrypt(app: "App", places: "dict[str, Any]") -> Converted:
    """Encrypt the store with the key in one place: the one given, else the one that the settings name."""
    from recall_cli import storekey
    from recall_cli.engines.sqlite import cipher

    _only_a_person(app)
    if not cipher.able():
        raise Encrypted("this recall cannot encrypt its store", cipher.INSTALL)
    wanted = _place(app, places)
    if wanted[0] == storekey.KEY_FILE:
        wanted = (wanted[0], os.path.abspath(os.path.expanduser(wanted[1])))
    path = app.settings.database
    before = cipher.state(path)
    old = _current(app, before)
    made = storekey.make(*wanted)
    new = storekey.read(*wanted)
    if not cipher.is_raw(new) and len(new) < storekey.SHORTEST:
        raise UsageError(f"a passphrase has at least {storekey.SHORTEST} letters", "openssl rand -hex 32 prints a key")
    done = Converted(path=path, before=before, after="encrypted", place=wanted[0], made=made)
    return _converted(app, done, old, new, dict.fromkeys(KEY_PLACES) | dict([wanted]))


def decrypt(app: "App") -> Converted:
    """Make the store a plain file again, and forget where its key is."""
    from recall_cli.engines.sqlite import cipher

    _only_a_person(app)
    path = app.settings.database
    before = cipher.state(path)
    if before == "plain":
        raise UsageError("the store is not encrypted", "nothing was changed")
    _not_by_environment(app)
    old = _current(app, before)
    done = Converted(path=path, before=before, after="plain")
    return _converted(app, done, old, None, dict.fromkeys(KEY_PLACES))


def _converted(
    app: "App", done: Converted, old: "str | None", new: "str | None", settings: "dict[str, Any]"
) -> Converted:
    """Write the file anew if its key changes, and the settings just before it takes the old one's place."""
    from recall_cli.flows.configuring import write

    def settle() -> None:
        if {name: app.settings.file.get(name) for name in settings} != settings:
            write(app, settings)

    app.close()
    if done.before == "empty":
        settle()
        return done.but(after="empty")
    if old == new:
        settle()
        return done
    from recall_cli.engines.sqlite.cipher import convert

    convert(done.path, old, new, app.settings["busy_seconds"], settle)
    _name_leftovers(app, done.path)
    return done.but(bytes=os.path.getsize(done.path))


def _name_leftovers(app: "App", path: str) -> None:
    """Name what an interrupted conversion left half made: it can be a plain copy of an encrypted store."""
    import glob

    from recall_cli.engines.sqlite.cipher import state

    for left in sorted(glob.glob(glob.escape(path) + ".*.new")):
        what = "a plain copy" if state(left) == "plain" else "a copy"
        app.note(f"an interrupted encrypt or decrypt left {what} of the store: {left}; remove it")


def _current(app: "App", before: str) -> "str | None":
    """The key that the store has now."""
    from recall_cli.engines.sqlite import cipher

    key = app.key if before == "encrypted" else None
    if before == "unknown" or (before == "encrypted" and key is None):
        raise cipher.refused(app.settings.database, keyed=False)
    return key


def _place(app: "App", given: "dict[str, Any]") -> "tuple[str, Any]":
    named = {name: value for name, value in given.items() if value}
    if len(named) > 1:
        raise UsageError("the key is in one place: --key-file, --key-command or --keyring")
    if named:
        _not_by_environment(app)
        return next(iter(named.items()))
    set_already = {name: app.settings[name] for name in KEY_PLACES if app.settings[name]}
    if not set_already:
        raise UsageError("say where the key is", "e.g. recall encrypt --key-file ~/.config/recall/key, which makes it")
    if len(set_already) > 1:
        raise UsageError(f"the key has two places: {', '.join(set_already)}", "recall config NAME --unset")
    return next(iter(set_already.items()))


def _not_by_environment(app: "App") -> None:
    """What the environment says about the key would beat what is about to be written into the settings."""
    for name in KEY_PLACES:
        if app.settings.origin(name)[1] == "environment":
            variable = "RECALL_" + name.upper().replace(".", "_")
            raise UsageError(f"{variable} is set and would beat the settings file", f"unset {variable}")


def _only_a_person(app: "App") -> None:
    if app.channel != "user":
        raise Refused("only a person at a terminal changes how the store is encrypted")

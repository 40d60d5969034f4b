"""Settings whose effect outlasts a run: the settings file decides, and a flag or variable can only be more careful."""

import os

from recall_cli.domain.json_text import dumps, loads
from recall_cli.settings import LARGER_VALUE, LARGER_VALUE_OR_0, all_settings, find_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.settings import Settings
    from recall_cli.settings_file import Value


def _file_mark(settings: "Settings") -> str:
    """A hash that identifies the user's settings file without revealing its path."""
    from hashlib import blake2b

    return blake2b(os.fsencode(os.path.realpath(settings.usual_settings.path)), digest_size=16).hexdigest()


def persistent_value(app: "App", name: str) -> "Any":
    """A setting whose effect outlasts this run: only a person may set it for one run."""
    wanted = app.settings[name]
    value = wanted if app.at_terminal else value_of_file(app.settings, name, _settings_of_store(app))
    if value != wanted:
        app.note(f"{name} stays {value} here: only a person at a terminal sets it to {wanted} for one run")
    return value


def _settings_of_store(app: "App") -> "dict[str, Value] | None":
    """The settings that the store remembers, if this run uses another settings file than the store's."""
    if not app.settings.has_store():
        return None
    with app.read_transaction() as tx:
        text = tx.remembered_settings
    remembered = loads(text) if text else None
    if remembered is None or (remembered["file"] == _file_mark(app.settings) and app.settings.is_usual_store):
        return None
    return dict(remembered["values"])


def remember_settings(app: "App") -> None:
    """Store which settings file belongs to the store, and its lasting settings; only a person replaces them."""
    if not app.settings.is_usual_store or (not app.at_terminal and _settings_of_store(app) is not None):
        return
    own = app.settings.usual_settings
    values = {setting.name: own[setting.name] for setting in all_settings() if setting.lasts}
    wanted = dumps({"file": _file_mark(app.settings), "values": values})
    with app.write_transaction() as tx:
        if tx.remembered_settings != wanted:
            tx.remember_settings(wanted)


def value_of_file(settings: "Settings", name: str, remembered: "dict[str, Value] | None" = None) -> "Any":
    """The value to use where the effect outlives the run: the one in the user's settings file.

    Flags and variables of this process can only make it more cautious, except in a store that is not the usual one.
    `remembered` holds the values that the store recorded; they win over a settings file of someone else.
    """
    value, rule = settings[name], find_setting(name).lasts
    if remembered is None and not settings.is_usual_store:
        return value
    own = settings.usual_settings[name] if remembered is None else remembered.get(name, find_setting(name).default)
    if rule == LARGER_VALUE_OR_0:
        return max(value, own, key=lambda days: days or float("inf"))
    return max(value, own) if rule == LARGER_VALUE else own

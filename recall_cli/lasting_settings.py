"""Settings whose effect outlasts a run: the settings file decides, and a flag or variable can only be more careful."""

import os

from recall_cli.settings import LARGER_VALUE, LARGER_VALUE_OR_0, all_settings, find_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.settings import Settings
    from recall_cli.settings_file import Value


def file_mark(settings: "Settings") -> str:
    """A hash that identifies the user's settings file without revealing its path."""
    from hashlib import blake2b

    return blake2b(os.fsencode(os.path.realpath(settings.usual_settings.path)), digest_size=16).hexdigest()


def all_lasting(settings: "Settings") -> "dict[str, Value]":
    """The settings file's value of every setting whose effect can outlive a run."""
    own = settings.usual_settings
    return {setting.name: own[setting.name] for setting in all_settings() if setting.lasts}


def persistent_value(settings: "Settings", name: str, remembered: "dict[str, Value] | None" = None) -> "Any":
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

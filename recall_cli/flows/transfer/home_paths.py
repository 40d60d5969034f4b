"""Paths in an export: the home folder is `~`, so that a file that is passed on does not name it."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

PATH_FIELDS = ("anchors", "metadata")
"""The fields of a memory that programs fill; the words of a person or an agent are exported as they were stored."""
SHORT_HOME = r"\A~\Z|(?:(?<![\w.~/-])|(?<=//))~(?=/)"
"""A regular expression for `~` where a path begins."""


class HomePaths:
    """Writes the home folder as `~`, and back."""

    def __init__(self) -> None:
        import re

        home = os.path.expanduser("~")
        self._home = os.path.realpath(home)
        homes = sorted({home.rstrip("/"), self._home.rstrip("/")}, key=len, reverse=True)
        self._long = re.compile(rf"(?<![\w.~-])(?:{'|'.join(map(re.escape, homes))})(?![\w.~-])") if homes[-1] else None
        self._short = re.compile(SHORT_HOME)

    def shorten(self, text: str) -> str:
        """A text with `~` for the home folder."""
        return self._long.sub("~", text) if self._long is not None else text

    def lengthen(self, text: str) -> str:
        """A text with the home folder for `~`."""
        return self._short.sub(lambda _: self._home, text) if self._long is not None else text

    def shorten_line(self, line: "dict[str, Any]") -> "dict[str, Any]":
        """The fields of an export line, with `~` in each field that programs fill."""
        return _change_line(line, self.shorten)

    def lengthen_line(self, line: "dict[str, Any]") -> "dict[str, Any]":
        """The fields of an export line as the store has them."""
        return _change_line(line, self.lengthen)


def _change_line(values: "dict[str, Any]", change: "Callable[[str], str]") -> "dict[str, Any]":
    """The values of a memory, or of one side of an event, with their paths changed; those of its events too."""
    changed = {**values, **{name: _change_value(values[name], change) for name in PATH_FIELDS if values.get(name)}}
    if isinstance(values.get("events"), list):
        changed["events"] = [_change_event(event, change) for event in values["events"]]
    return changed


def _change_event(event: "Any", change: "Callable[[str], str]") -> "Any":
    """An event with the paths on both of its sides changed."""
    if not isinstance(event, dict):
        return event
    sides = {side: event[side] for side in ("before", "after") if isinstance(event.get(side), dict)}
    return {**event, **{side: _change_line(values, change) for side, values in sides.items()}}


def _change_value(value: "Any", change: "Callable[[str], str]") -> "Any":
    """A JSON value with all of its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): _change_value(part, change) for key, part in value.items()}
    if isinstance(value, list):
        return [_change_value(part, change) for part in value]
    return value

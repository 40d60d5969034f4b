"""Paths in an export: the home folder is `~`, so that a file that is passed on does not name it."""

import os

from recall_cli.rules.text.normalize import change_texts

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
    changed = {**values, **{name: change_texts(values[name], change) for name in PATH_FIELDS if values.get(name)}}
    if isinstance(values.get("events"), list):
        changed["events"] = [_change_event(event, change) for event in values["events"]]
    return changed


def _change_event(event: "Any", change: "Callable[[str], str]") -> "Any":
    """An event with the paths on both of its sides changed."""
    if not isinstance(event, dict):
        return event
    sides = {side: event[side] for side in ("before", "after") if isinstance(event.get(side), dict)}
    return {**event, **{side: _change_line(values, change) for side, values in sides.items()}}

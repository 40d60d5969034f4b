"""Patterns that are compiled at their first use, and whose compiled form is kept from run to run.

Compiling the patterns that a text about secrets needs takes twice as long as starting Python. So their compiled form is
kept in a start file (`recall_cli/start_files.py`), as Python keeps that of a module. Then not even `re` is loaded.
"""

import _sre  # type: ignore[import-not-found]  # not in typeshed, and re itself takes time to load

from recall_cli.language.tables import read_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

    from recall_cli.start_files import StartFile

FILE_NAME = "patterns"
new_patterns: "list[str]" = []
"""The patterns that this run had to compile itself."""
_known: "dict[str, re.Pattern[str]]" = {}


class _Pattern:
    """A pattern that is compiled when it is used."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __getattr__(self, name: str) -> "Any":
        text = self._text
        if text not in _known:
            _known[text] = _compile(text)
        value = getattr(_known[text], name)
        self.__dict__[name] = value  # the next time it is found at once
        return value


def compile_pattern(text: str) -> "re.Pattern[str]":
    """The pattern of a regular expression that the program itself knows: a constant, or a row of a table."""
    pattern: Any = _Pattern(text)
    return pattern  # type: ignore[no-any-return]  # it acts as one


def compile_patterns(table: str, section: str) -> "dict[str, re.Pattern[str]]":
    """The patterns of a section of a table, each by its name."""
    return {name: compile_pattern(text) for name, text in read_patterns(table, section).items()}


def escape(text: str) -> str:
    """The pattern of this very text, as `re.escape` makes it."""
    return "".join(sign if sign.isalnum() else f"\\{sign}" for sign in text)


def _compile(text: str) -> "re.Pattern[str]":
    stored = _stored_patterns()
    entry = stored[1].get(text) if stored else None
    code = stored[0].code(*entry[-2:]) if stored and entry else None
    if entry and code is not None:
        try:
            return restore_pattern(text, entry[1:-2], code)
        except (RuntimeError, TypeError, ValueError, OverflowError):  # damaged
            pass
    import re

    new_patterns.append(text)
    return re.compile(text)


def restore_pattern(text: str, form: "tuple[Any, ...]", code: bytes) -> "re.Pattern[str]":
    """A pattern from its compiled form. Python checks the code, which is made for the engine of this very Python."""
    flags, groups, group_index, index_group = form
    numbers = memoryview(code).cast("I").tolist()
    pattern: re.Pattern[str] = _sre.compile(text, flags, numbers, groups, group_index, index_group)
    return pattern


_stored: "list[tuple[StartFile, dict[str, tuple[Any, ...]]]]" = []


def _stored_patterns() -> "tuple[StartFile, dict[str, tuple[Any, ...]]] | None":
    """The file of compiled patterns, and its entries by their pattern; None if there may be none."""
    if not _stored:
        from recall_cli.start_files import StartFile, may_use_start_files

        if not may_use_start_files():
            return None
        file = StartFile(FILE_NAME)
        _stored.append((file, {entry[0]: entry for entry in file.index}))
    return _stored[0]

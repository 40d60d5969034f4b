"""Writes start files, at the end of a run that loaded modules in the usual way."""

import os
import sys
from marshal import dumps, loads

from recall_cli.import_finder import BYTECODE_SUFFIX
from recall_cli.start_files import (
    FOLDER,
    MAX_GROUP_BYTES,
    SIZE_BYTES,
    StartFile,
    make_key,
    source_stamp,
    start_file_path,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Part = tuple[tuple[Any, ...], Any]
    """What stands in the index, and the code; None for a package that holds a docstring only."""

UNUSUAL_MODULES = ("typer", "rich", "threading", "numpy", "anthropic")
"""What a run that loaded one of these needed is not kept: it met a terminal or a model, and took its time anyway."""
MIN_FREE_BYTES = 64_000_000
"""With less room on the disk nothing is written."""
PYC_HEAD_BYTES = 16


def write_start_file(start_file: StartFile, loaded: "list[str]") -> bool:
    """Write what the start file held and what this run loaded in the usual way; whether something was written.

    One that is stale is removed: the next run has all its modules to note. A failure changes nothing.
    """
    is_unusual = any(name in sys.modules for name in UNUSUAL_MODULES)
    if is_unusual or not _is_known_command(start_file.name):
        return False
    return _add_parts(start_file, [part for part in map(read_module, loaded) if part is not None])


def write_patterns(texts: "list[str]") -> bool:
    """Add the patterns that this run compiled itself to the file of patterns; whether something was written."""
    from recall_cli.language.patterns import FILE_NAME

    return _add_parts(StartFile(FILE_NAME), [part for part in map(compiled_pattern, texts) if part is not None])


def _add_parts(start_file: StartFile, found: "list[Part]") -> bool:
    path = start_file_path(start_file.name)
    if not found or not _may_write():
        return False
    if start_file.is_stale:
        _remove(path)
        return False
    return _write(path, make_content(start_file, found))


def _may_write() -> bool:
    """Whether this is the owner of the program, with room on the disk."""
    if sys.dont_write_bytecode:
        return False
    try:
        disk = os.statvfs(FOLDER)
        return os.stat(FOLDER).st_uid == os.geteuid() and disk.f_bavail * disk.f_frsize >= MIN_FREE_BYTES
    except OSError:
        return False


def _write(path: str, content: bytes) -> bool:
    """Put a file whole in its place; False if it could not be written."""
    draft = f"{path}.{os.getpid()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        file = os.open(draft, flags, 0o600)
    except OSError:
        return False
    try:
        try:
            if not os.geteuid():
                os.fchmod(file, 0o644)  # what root installed is for everybody
            _write_all(file, content)
            os.fsync(file)
        finally:
            os.close(file)
        os.replace(draft, path)
    except OSError:
        _remove(draft)
        return False
    return True


def _remove(path: str) -> None:
    """Remove what was not finished. Errors are ignored."""
    try:  # noqa: SIM105 — contextlib takes time to load
        os.unlink(path)
    except OSError:
        pass


def _is_known_command(name: str) -> bool:
    """Whether there is such a command, or an event of a hook: there are no more files than these."""
    from recall_cli.agents.agent import EVENTS
    from recall_cli.cli.registry import COMMANDS

    command, _, event = name.partition(".")
    return command in COMMANDS and (event in EVENTS if command == "hook" else not event)


def make_content(stored: StartFile, found: "list[Part]") -> bytes:
    """The content of a start file: the key, two sizes, the index, and the codes in groups.

    What was found together lies together, behind what an earlier start file held.
    """
    entries: list[tuple[Any, ...]] = list(stored.index)
    groups = [bytes(stored.read_group(number)) for number in range(len(stored.groups))]
    codes: list[Any] = []
    size = 0
    for entry, code in found:
        length = 0 if code is None else len(dumps(code))
        if codes and size + length > MAX_GROUP_BYTES:
            groups.append(dumps(tuple(codes)))
            codes, size = [], 0
        entries.append((*entry, len(groups), -1 if code is None else len(codes)))
        codes += [] if code is None else [code]
        size += length
    groups.append(dumps(tuple(codes)))
    places, offset = [], 0
    for group in groups:
        places.append((offset, len(group)))
        offset += len(group)
    entries.sort(key=lambda entry: str(entry[0]))
    key, index = make_key(), dumps((tuple(entries), tuple(places)))
    sizes = (len(key) + 2 * SIZE_BYTES + len(index) + offset, len(index))
    return b"".join([key, *(number.to_bytes(SIZE_BYTES, "little") for number in sizes), index, *groups])


def read_module(name: str) -> "Part | None":
    """A module with its code as Python compiled it; None if the bytecode is old or missing."""
    stem = name.partition(".")[2].replace(".", "/")
    is_package = os.path.isdir(f"{FOLDER}/{stem}")
    source = f"{stem}/__init__.py" if is_package else f"{stem}.py"
    spec = sys.modules[name].__spec__
    if spec is not None and spec.origin is None:  # a package whose file holds a docstring only
        return (name, source, 0), None
    folder, _, file = f"{FOLDER}/{source}".rpartition("/")
    try:
        with open(f"{folder}/__pycache__/{file[:-3]}{BYTECODE_SUFFIX}", "rb", buffering=0) as compiled:
            raw = compiled.read()
        stamp = source_stamp(os.stat(f"{FOLDER}/{source}"))
    except OSError:
        return None
    head = sys.modules["_frozen_importlib_external"].MAGIC_NUMBER + bytes(4) + stamp.to_bytes(8, "little")
    if raw[:PYC_HEAD_BYTES] != head:
        return None
    return (name, source, stamp), loads(raw[PYC_HEAD_BYTES:])  # noqa: S302 — what Python itself would run


def compiled_pattern(text: str) -> "Part | None":
    """A pattern in its compiled form; None if this Python makes patterns in a way that we do not know."""
    import re
    from array import array

    from recall_cli.language.patterns import restore_pattern

    try:
        from re import _compiler, _parser  # type: ignore[attr-defined]  # what re itself uses

        parsed = _parser.parse(text)
        state = parsed.state
        index_group: list[str | None] = [None] * state.groups
        for name, number in state.groupdict.items():
            index_group[number] = name
        form = (state.flags, state.groups - 1, dict(state.groupdict), tuple(index_group))
        code = array("I", _compiler._code(parsed, 0)).tobytes()
        is_same = restore_pattern(text, form, code) == re.compile(text)  # the flags, the groups and every instruction
    except (ImportError, AttributeError, TypeError, ValueError, RuntimeError, OverflowError):
        return None
    return ((text, *form), code) if is_same else None


def _write_all(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]

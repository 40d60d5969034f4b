"""Writes start files, at the end of a run that loaded its modules in the usual way.

The first run of a command notes what it loaded. The second writes the modules that both loaded: what only one of two
runs needed is not typical of the command.
"""

import os
import sys
from marshal import dumps, loads

from recall_cli.import_finder import BYTECODE_SUFFIX
from recall_cli.start_files import FOLDER, SIZE_BYTES, StartFile, make_key, source_stamp, start_file_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.start_files import StoredModule

UNUSUAL_MODULES = ("re", "json", "typer", "rich", "threading", "subprocess", "numpy", "anthropic")
"""A run that loaded one of these is not noted: it met a secret, a terminal or a model.

Nor is a run that had to compile a module.
"""
EARLY_MODULES = frozenset(
    f"recall_cli.{name}" for name in ("__main__", "child_process", "import_finder", "start_files", "start_file_writer")
)
"""What may be loaded before the finder notes anything, or after the command is done."""
MIN_FREE_BYTES = 64_000_000
"""With less room on the disk nothing is written."""
PYC_HEAD_BYTES = 16


def write_start_file(start_file: StartFile, loaded: "list[str]") -> bool:
    """Note what this run loaded, or write what this run and the one before loaded; whether something was written.

    A start file that lacked much is written again, with what it held and what this run loaded.

    A failure changes nothing: the next run loads its modules in the usual way again.
    """
    ours = {name for name in sys.modules if name.startswith("recall_cli.")}
    stored = start_file.modules if start_file.is_used else ()
    known = EARLY_MODULES.union(start_file.earlier, loaded, [module[0] for module in stored])
    is_unusual = any(name in sys.modules for name in UNUSUAL_MODULES) or not ours <= known
    if sys.dont_write_bytecode or is_unusual or not _is_known_command(start_file.name):
        return False
    path = start_file_path(start_file.name)
    draft = f"{path}.{os.getpid()}"
    try:
        owner, disk = os.stat(FOLDER).st_uid, os.statvfs(os.path.dirname(path))
        if owner != os.geteuid() or disk.f_bavail * disk.f_frsize < MIN_FREE_BYTES:
            return False
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
        file = os.open(draft, flags, 0o600)
        if not owner:
            os.fchmod(file, 0o644)  # what root installed is for everybody
    except OSError:
        return False
    try:
        try:
            _write_all(file, make_content(tuple(loaded) if stored else start_file.seen, loaded, stored))
            if start_file.seen or stored:  # a note that a power cut spoils is no loss
                os.fsync(file)
        finally:
            os.close(file)
        os.replace(draft, path)
    except (OSError, ValueError, EOFError, TypeError):
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


def make_content(seen: "tuple[str, ...]", loaded: "list[str]", stored: "tuple[StoredModule, ...]" = ()) -> bytes:
    """The content of a start file: the key, the size, and the note of the first run or the modules of both.

    `stored` are the modules that an earlier start file held.
    """
    modules = [*stored, *(read_module(name) for name in loaded if name in seen)]
    found = tuple(module for module in modules if module is not None)
    body = dumps(((), found) if len(found) == len(modules) and found else (tuple(loaded), ()))
    key = make_key()
    size = len(key) + SIZE_BYTES + len(body)
    return key + size.to_bytes(SIZE_BYTES, "little") + body


def read_module(name: str) -> "StoredModule | None":
    """A module with its code as Python compiled it; None if the bytecode is old or missing."""
    stem = name.partition(".")[2].replace(".", "/")
    is_package = os.path.isdir(f"{FOLDER}/{stem}")
    source = f"{stem}/__init__.py" if is_package else f"{stem}.py"
    spec = sys.modules[name].__spec__
    if spec is not None and spec.origin is None:  # a package whose file holds a docstring only
        return name, source, 0, None
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
    return name, source, stamp, loads(raw[PYC_HEAD_BYTES:])  # noqa: S302 — what Python itself would run


def _write_all(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]

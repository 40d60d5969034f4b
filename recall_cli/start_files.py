"""Start files: for each command one file with the compiled modules that it may need, read instead of a hundred files.

A module runs when something in it is asked for the first time. So a run pays for what it needs, whatever other runs of
the command needed.

A start file is code. So it lies where Python itself keeps the compiled modules, in `__pycache__` of the installed
package; no variable and no home folder can name another place. It is used only if it belongs to the owner of the
program, who is the user or root, if nobody else may write it, and if each source is the one that was compiled.
Otherwise everything is loaded in the usual way. `start_file_writer.py` writes it at the end of a run.
"""

import os
import sys
from marshal import loads

from recall_cli import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    StoredModule = tuple[str, str, int, int, int]
    """A module's name, its source below the package, the source's time and size, the group that its code is in, and its
    place there: -1 for a package that holds a docstring only."""

SWITCH = "RECALL_START_FILES"
"""With the value `off` no start file is used or written."""
FOLDER = os.path.dirname(os.path.realpath(__file__))
FORMAT = b"recall start file 2\n"
THREADED_COMMANDS = frozenset(("mcp", "serve", "ui"))
"""They run long, in several threads, where each module has to run as Python itself runs it."""
MAX_NAME_LETTERS = 32
SIZE_BYTES = 8
"""The length of each of the two numbers behind the key: the size of the file, and that of its index."""
FIRST_READ_BYTES = 1 << 14
"""What is read at once of a start file: its index."""
MAX_MISSING_MODULES = 2
"""If a run needs more modules that its start file lacks, it is written again with them."""
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_OTHERS_MAY_WRITE = 0o022


class StartFile:
    """A start file in this run: its index, and its groups of codes, each read when one of its codes is needed."""

    __slots__ = ("_begin", "_codes", "_file", "groups", "index", "is_stale", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.index: tuple[Any, ...] = ()
        """What the file holds; empty if there is none that may be used."""
        self.groups: tuple[tuple[int, int], ...] = ()
        """Where each group of codes begins, and how long it is."""
        self.is_stale = False
        """Whether a source has changed since, or the file is damaged."""
        self._codes: dict[int, tuple[Any, ...]] = {}
        self._begin = 0
        try:
            self._file = os.open(start_file_path(name), _READ_FLAGS)
        except OSError:
            return
        try:
            self._read_index()
        except (OSError, ValueError, EOFError, TypeError):
            self.is_stale = True
        if not self.index:
            os.close(self._file)

    def _read_index(self) -> None:
        """Read the index, unless the file belongs to another program or somebody else could have written it."""
        size, key = _usable_size(self._file), make_key()
        begin = len(key) + 2 * SIZE_BYTES
        head = os.pread(self._file, FIRST_READ_BYTES, 0) if size else b""
        sizes = head[len(key) : begin]
        if not head.startswith(key) or sizes[:SIZE_BYTES] != size.to_bytes(SIZE_BYTES, "little"):
            return
        self._begin = begin + int.from_bytes(sizes[SIZE_BYTES:], "little")
        if self._begin > len(head):
            head = os.pread(self._file, self._begin, 0)
        body = memoryview(head)[begin : self._begin]
        self.index, self.groups = loads(body)  # noqa: S302 — as trusted as the bytecode beside it

    def read_group(self, group: int) -> memoryview:
        """The codes of a group as they are stored; valid until the next group is read."""
        offset, size = self.groups[group]
        part = memoryview(bytearray(size)) if size > len(_room) else _room[:size]
        if os.preadv(self._file, (part,), self._begin + offset) != size:
            raise EOFError
        return part

    def code(self, group: int, place: int) -> "Any":
        """The code of a module; None if the file is damaged."""
        try:
            if group not in self._codes:
                self._codes[group] = loads(self.read_group(group))  # noqa: S302 — as trusted as the bytecode beside it
            return self._codes[group][place]
        except (OSError, ValueError, EOFError, TypeError, IndexError):
            self.is_stale = True
            return None

    def holds_most(self, loaded: int) -> bool:
        """Whether it holds most of what this run needed: so many modules were loaded in the usual way."""
        return loaded <= MAX_MISSING_MODULES and bool(self.index) and not self.is_stale


MAX_GROUP_BYTES = 1 << 16
"""Larger groups share more names, and smaller ones bring less that a run does not need."""
_room = memoryview(bytearray(MAX_GROUP_BYTES))


def use_start_file(argv: "list[str]") -> "StartFile | None":
    """Take a command's modules from its start file, if there is one that may be used; None if there is to be none.

    Only an installed package has start files. In an editable installation sources change all the time.
    """
    name = start_file_name(argv) if argv and argv[0] not in THREADED_COMMANDS and may_use_start_files() else ""
    if not name:
        return None
    start_file = StartFile(name)
    try:
        _add_modules(start_file)
    except (ValueError, TypeError):  # damaged: the rest is loaded in the usual way
        start_file.is_stale = True
    return start_file


def may_use_start_files() -> bool:
    """Whether this program, started in this way, reads and writes start files."""
    return (
        os.environ.get(SWITCH) != "off"
        and os.path.dirname(FOLDER).endswith("-packages")
        and not sys.flags.optimize
        and sys.pycache_prefix is None
        and os.name == "posix"
    )


def start_file_name(argv: "list[str]") -> str:
    """The name of the start file for a command line: its command, and the event of a hook; empty for none."""
    if argv == ["hook"]:
        return ""
    name = ".".join(argv[:2] if argv[0] == "hook" else argv[:1])
    letters = name[:1] + name[1:].replace("-", "").replace(".", "", 1)
    return name if len(name) <= MAX_NAME_LETTERS and letters.isascii() and letters.isalpha() else ""


def start_file_path(name: str) -> str:
    """The path of the start file of a command."""
    return f"{FOLDER}/__pycache__/start.{name}.{sys.implementation.cache_tag}.bin"


def make_key() -> bytes:
    """The beginning of every start file that this program may use: the build of Python, our version, our folder."""
    magic = sys.modules["_frozen_importlib_external"].MAGIC_NUMBER.hex()
    parts = (sys.version, sys.implementation.cache_tag, magic, __version__, FOLDER)
    return FORMAT + repr(parts).encode("utf-8", "backslashreplace") + b"\n"


def _usable_size(file: int) -> int:
    """The size of an open start file; 0 if somebody else could have written it."""
    known, program = os.fstat(file), os.stat(FOLDER)
    is_plain = known.st_mode & 0o170000 == 0o100000 and known.st_nlink == 1
    is_ours = known.st_uid == program.st_uid and known.st_uid in (0, os.geteuid())
    return known.st_size if is_plain and is_ours and not known.st_mode & _OTHERS_MAY_WRITE else 0


def source_stamp(known: "os.stat_result") -> int:
    """The time and the size of a source in one number, as in Python's own bytecode."""
    return (int(known.st_mtime) & 0xFFFF_FFFF) | (known.st_size & 0xFFFF_FFFF) << 32


def _add_modules(start_file: StartFile) -> None:
    """Put the modules of a start file among the loaded ones, each after its package. None of them runs yet."""
    loaded = sys.modules
    make_module = type(sys)
    module_index: tuple[StoredModule, ...] = start_file.index
    for name, source, stamp, group, place in module_index:
        parent, _, tail = name.rpartition(".")
        if name in loaded or parent not in loaded:  # what stands alone is left to Python
            continue
        module = loaded[name] = make_module(name)
        loaded[parent].__dict__[tail] = module
        if source.endswith("/__init__.py"):
            module.__path__ = [f"{FOLDER}/{source[:-12]}"]
        if place >= 0:
            module.__dict__["__getattr__"] = _make_loader(module, source, stamp, (start_file, group, place))


def _make_loader(
    module: "ModuleType", source: str, stamp: int, place: "tuple[StartFile, int, int]"
) -> "Callable[[str], Any]":
    """A function that runs a module when a name in it is asked for that it does not have yet."""

    def load(name: str) -> "Any":
        if name == "__path__":  # Python asks for it to see whether a module is a package
            raise AttributeError(name)
        start_file, values, path = place[0], module.__dict__, f"{FOLDER}/{source}"
        is_current = stamp == source_stamp(os.stat(path))
        code = start_file.code(*place[1:]) if is_current else None
        if code is None:  # as Python would load it
            start_file.is_stale = True
            loader = sys.modules["_frozen_importlib_external"].SourceFileLoader
            code = loader(module.__name__, path).get_code(module.__name__)
        del values["__getattr__"]
        values["__file__"], own_name = path, module.__name__
        values["__package__"] = own_name if source.endswith("/__init__.py") else own_name.rpartition(".")[0]
        try:
            exec(code, values)  # noqa: S102 — what importing is
        except BaseException:
            values["__getattr__"] = load  # whoever asks again gets the same error
            raise
        return getattr(module, name)

    return load


def is_usable(path: str) -> bool:
    """Whether a start file is one that nobody else could have written."""
    try:
        file = os.open(path, _READ_FLAGS)
    except OSError:
        return False
    try:
        return _usable_size(file) > 0
    finally:
        os.close(file)


def list_start_files() -> "list[str]":
    """The paths of all start files of this installation, those of other versions of Python too."""
    folder = f"{FOLDER}/__pycache__"
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    return [f"{folder}/{name}" for name in names if name.startswith("start.") and ".bin" in name]

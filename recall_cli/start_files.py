"""Start files: for each command one file with the compiled modules that it loads, read instead of a hundred files.

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
    from types import CodeType, ModuleType

    StoredModule = tuple[str, str, int, CodeType | None]
    """A module's name, its source below the package, the source's time and size, and its code if there is any."""

SWITCH = "RECALL_START_FILES"
"""With the value `off` no start file is used or written."""
FOLDER = os.path.dirname(os.path.realpath(__file__))
FORMAT = b"recall start file 1\n"
MAX_NAME_LETTERS = 32
SIZE_BYTES = 8
MAX_MISSING_FRACTION = 20
"""If a run needs a twentieth as many modules again, its start file is written again with them: the first stores of a
new installation have nothing to compare with."""
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_OTHERS_MAY_WRITE = 0o022


class StartFile:
    """What is known of one command's start file in this run."""

    __slots__ = ("earlier", "is_used", "modules", "name", "seen")

    def __init__(self, name: str, earlier: "tuple[str, ...]") -> None:
        self.name = name
        self.earlier = earlier
        """The modules that were loaded before it was read."""
        self.seen: tuple[str, ...] = ()
        """The modules of the first run, as long as only one was seen."""
        self.modules: tuple[StoredModule, ...] = ()
        """The modules that were loaded from it."""
        self.is_used = False

    def holds_most(self, loaded: int) -> bool:
        """Whether it was used, and holds most of what this run needed: so many more were loaded in the usual way."""
        return self.is_used and loaded * MAX_MISSING_FRACTION < len(self.modules)


def use_start_file(argv: "list[str]", earlier: "tuple[str, ...]") -> "StartFile | None":
    """Load a command's modules from its start file, if there is one that may be used; None if there is to be none.

    Only an installed package has start files. In an editable installation sources change all the time.
    """
    if not argv or os.environ.get(SWITCH) == "off" or not os.path.dirname(FOLDER).endswith("-packages"):
        return None
    name = start_file_name(argv)
    if not name or sys.flags.optimize or sys.pycache_prefix is not None or os.name != "posix":
        return None
    start_file = StartFile(name, earlier)
    try:
        content = read_start_file(start_file_path(name))
        if content is not None:
            seen, modules = loads(content)  # noqa: S302 — as trusted as the bytecode beside it
            start_file.seen = seen
            if modules and all(map(_is_current, modules)):
                start_file.is_used = True
                _load_modules(modules)
                start_file.modules = modules
    except Exception:  # damaged, or a source is gone: load in the usual way
        start_file.is_used = False
    return start_file


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


def read_start_file(path: str) -> "memoryview | None":
    """The content of a start file without its key; None if there is none, or none that may be used."""
    try:
        file = os.open(path, _READ_FLAGS)
    except OSError:
        return None
    try:
        size = _usable_size(file)
        raw = os.read(file, size) if size else b""
    finally:
        os.close(file)
    key = make_key()
    begin = len(key) + SIZE_BYTES
    if not raw.startswith(key) or raw[len(key) : begin] != len(raw).to_bytes(SIZE_BYTES, "little"):
        return None
    return memoryview(raw)[begin:]


def _usable_size(file: int) -> int:
    """The size of an open start file; 0 if somebody else could have written it."""
    known, program = os.fstat(file), os.stat(FOLDER)
    is_plain = known.st_mode & 0o170000 == 0o100000 and known.st_nlink == 1
    is_ours = known.st_uid == program.st_uid and known.st_uid in (0, os.geteuid())
    return known.st_size if is_plain and is_ours and not known.st_mode & _OTHERS_MAY_WRITE else 0


def _is_current(module: "StoredModule") -> bool:
    """Whether the source of a module is the one that was compiled; OSError if it is gone."""
    return module[3] is None or module[2] == source_stamp(os.stat(f"{FOLDER}/{module[1]}"))


def source_stamp(known: "os.stat_result") -> int:
    """The time and the size of a source in one number, as in Python's own bytecode."""
    return (int(known.st_mtime) & 0xFFFF_FFFF) | (known.st_size & 0xFFFF_FFFF) << 32


def _load_modules(modules: "tuple[StoredModule, ...]") -> None:
    """Load modules as Python would, but without a search: each one needs only those before it."""
    loaded = sys.modules
    waiting: dict[str, ModuleType] = {}
    """Packages whose own code comes after that of a module in them."""
    sources = {name: source for name, source, _, _ in modules}
    for name, source, _, code in modules:
        if name in loaded and name not in waiting:
            continue
        parent = name.rpartition(".")[0]
        if parent not in loaded:
            if parent not in sources:  # Python has to find it
                __import__(parent)
            else:
                waiting[parent] = _make_module(parent, sources[parent])
        module = waiting.pop(name, None) or _make_module(name, source)
        if code is not None:
            try:
                exec(code, module.__dict__)  # noqa: S102 — what importing is
            except BaseException:
                for unfinished in (name, *waiting):
                    loaded.pop(unfinished, None)
                raise


def _make_module(name: str, source: str) -> "ModuleType":
    """An empty module among the loaded ones, and in its package."""
    parent, _, tail = name.rpartition(".")
    module = type(sys)(name)
    values = module.__dict__
    path = values["__file__"] = f"{FOLDER}/{source}"
    if source.endswith("/__init__.py"):
        values["__package__"], values["__path__"] = name, [path[:-12]]
    else:
        values["__package__"] = parent
    sys.modules[name] = module
    setattr(sys.modules[parent], tail, module)
    return module


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

"""Finds recall's own modules faster than Python: a third of recall's start-up time is importing.

Python asks every finder it has, then lists, stats and compares files on the way to a module's bytecode. If the bytecode
exists and is as new as its source, one look is enough. Everything else (a changed source, no bytecode yet, a zip file)
is left to Python, so this finder finds nothing that Python would not find.
"""

import os
import sys
from marshal import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from types import CodeType, ModuleType
    from typing import Any
else:  # the same, without importing importlib
    ModuleSpec, SourceFileLoader = type(__spec__), type(__spec__.loader)

BYTECODE_SUFFIX = f".{sys.implementation.cache_tag}.pyc"
PACKAGES = frozenset(
    """agents agents.transcripts cli cli.browse cli.commands cli.commands.agents cli.commands.machine
    cli.commands.manage cli.commands.read cli.commands.transfer cli.commands.write cli.output cli.parsing
    cli.served cli.shells domain engines engines.postgres engines.sqlite engines.sqlite.vectors engines.tables
    engines.tables.access engines.tables.sharing engines.tables.upkeep flows flows.access flows.agents
    flows.at_action flows.brief flows.doctor flows.edit flows.explain flows.maintain flows.measure flows.model
    flows.over_https flows.page flows.search flows.setup flows.sync flows.team flows.transfer
    flows.transfer.movein flows.write inference language repository rules rules.actions rules.beliefs
    rules.brief rules.change rules.conversation rules.dates rules.injection rules.intake rules.places
    rules.questions rules.ranking rules.secrets rules.sync rules.team rules.text schedulers serve serve.a2a
    serve.http serve.mcp serve.tools serve.ui""".split()
)
"""Modules that are folders: this saves a look for a file. A folder missing here is found too, only later."""
PACKAGES_WITH_CODE = frozenset(
    ("cli.shells", "engines.tables", "repository", "rules.injection", "rules.secrets", "schedulers")
)
"""The packages whose `__init__` does something. The others hold a docstring only, so their files are not read."""
MAX_BYTECODE_BYTES = 1 << 16
"""A module with more bytecode is left to Python; none of recall's has so much."""
_buffers: "list[memoryview]" = []
"""Buffers for bytecode, used again and again: a new one for each module would cost system calls."""
loaded_modules: "list[str]" = []
"""The modules that were found here, in the order in which they were complete: each after those that it needs."""
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0)


class BytecodeLoader(SourceFileLoader):
    """Python's own loader, with the bytecode already read."""

    code: "CodeType | None" = None

    def exec_module(self, module: "ModuleType") -> None:
        code, self.code = self.code, None
        if code is None:  # called again, as by a reload: the source may have changed
            super().exec_module(module)
        else:
            exec(code, module.__dict__)  # noqa: S102 — what importing is
            loaded_modules.append(module.__name__)


class DocstringLoader:
    """The loader of a package that holds a docstring only: there is nothing to run."""

    def create_module(self, _spec: "ModuleSpec") -> None:
        """Let Python make the module as usual."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run nothing."""
        loaded_modules.append(module.__name__)


class PackageFinder:
    """A finder that Python asks first, for the modules of one package."""

    def __init__(self, package: str, magic: bytes) -> None:
        self.prefix = package + "."
        self.magic = magic + bytes(4)  # no flags: the bytecode records the time and size of its source

    def find_spec(self, name: str, path: "Sequence[str] | None", _target: object = None) -> "ModuleSpec | None":
        """A module's spec, with its bytecode; None if Python has to look itself."""
        if path is None or not name.startswith(self.prefix):
            return None
        folder, tail = path[0], name.rpartition(".")[2]
        short = name[len(self.prefix) :]
        if short in PACKAGES and short not in PACKAGES_WITH_CODE:
            spec = ModuleSpec(name, _docstring_loader)
            spec.submodule_search_locations = [f"{folder}/{tail}"]
            return spec
        found = None if short in PACKAGES else self._compiled_spec(name, folder, tail)
        if found is None:
            found = self._compiled_spec(name, f"{folder}/{tail}", "__init__")
            if found is not None:
                found.submodule_search_locations = [f"{folder}/{tail}"]
        return found

    def _compiled_spec(self, name: str, folder: str, tail: str) -> "ModuleSpec | None":
        """The spec of the module in this file, if its bytecode exists and is as new as its source."""
        source, cached = f"{folder}/{tail}.py", f"{folder}/__pycache__/{tail}{BYTECODE_SUFFIX}"
        try:
            file = os.open(cached, _OPEN_FLAGS)
        except OSError:
            return None
        try:
            room = _buffers.pop()
        except IndexError:  # the first use, or another thread uses it
            room = memoryview(bytearray(MAX_BYTECODE_BYTES))
        try:
            size = os.readv(file, (room,))
            known = os.stat(source)
            stamp = (int(known.st_mtime) & 0xFFFF_FFFF) | (known.st_size & 0xFFFF_FFFF) << 32
            if size == MAX_BYTECODE_BYTES or room[:16] != self.magic + stamp.to_bytes(8, "little"):
                return None
            loader = BytecodeLoader(name, source)
            loader.code = loads(room[16:size])  # noqa: S302 — from where Python itself reads it
        except OSError:
            return None
        finally:
            os.close(file)
            _buffers.append(room)
        spec = ModuleSpec(name, loader, origin=source)
        spec.cached = cached
        spec.has_location = True
        return spec


_docstring_loader: "Any" = DocstringLoader()
_site_loaded = not sys.flags.no_site


def load_site() -> None:
    """Run the `site` module, which `scripts/recall` skips: packages of others may need it."""
    global _site_loaded  # noqa: PLW0603 — once
    if not _site_loaded:
        import site

        site.main()
        _site_loaded = True


def install_finder() -> None:
    """Put the finder first, once; not if Python was told to optimise bytecode or to keep it elsewhere."""
    if type(sys.meta_path[0]) is PackageFinder:  # a process that runs several commands needs it once
        return
    machinery = sys.modules.get("_frozen_importlib_external")
    if machinery is not None and not sys.flags.optimize and sys.pycache_prefix is None and os.name == "posix":
        sys.meta_path.insert(0, PackageFinder(__name__.partition(".")[0], machinery.MAGIC_NUMBER))

"""The finder gives what Python would give, only sooner; what it is not sure of it leaves alone."""

import ast
import importlib.util
import os
import py_compile
import subprocess
import sys
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from recall_cli.import_finder import PACKAGES, PACKAGES_WITH_CODE, PackageFinder
from tests.command import ROOT
from tests.for_each import for_each

MAGIC = importlib.util.MAGIC_NUMBER


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module of a package, with its bytecode."""
    source = tmp_path / "thing.py"
    source.write_text("answer = 1\n", encoding="utf-8")
    py_compile.compile(str(source))
    return source


def _find_module(module: Path) -> object:
    return PackageFinder("house", MAGIC).find_spec("house.thing", [str(module.parent)])


@for_each("name", ["recall_cli.domain.errors", "recall_cli.engines.sqlite", "recall_cli.cli.parsing.fast_parser"])
def test_a_module_is_as_python_would_have_it(name: str) -> None:
    """File, bytecode, package and search path are the same; only the loader knows more."""
    importlib.import_module(name)
    folder = os.path.dirname(importlib.import_module("recall_cli").__file__ or "")
    path = [os.path.join(folder, *name.split(".")[1:-1])]
    usual = PathFinder.find_spec(name, path)
    assert usual is not None
    assert usual.origin
    py_compile.compile(usual.origin)
    ours = PackageFinder("recall_cli", MAGIC).find_spec(name, path)
    assert ours is not None
    same = ["name", "parent", "submodule_search_locations"]
    if name != "recall_cli.engines.sqlite":  # the file of a package with nothing but a docstring is not read
        same += ["origin", "cached", "has_location"]
    for what in same:
        assert getattr(ours, what) == getattr(usual, what)


def test_rooms_are_folders() -> None:
    """What the finder takes for a folder at once is one, and no file beside has its name."""
    house = Path(importlib.import_module("recall_cli").__file__ or "").parent
    folders = {".".join(path.parent.relative_to(house).parts) for path in house.rglob("__init__.py")}
    assert folders - {""} == PACKAGES
    modules = {".".join(path.relative_to(house).with_suffix("").parts) for path in house.rglob("*.py")}
    assert PACKAGES.isdisjoint(modules)


def test_packages_that_are_not_read_hold_a_docstring_only() -> None:
    """The `__init__` of every package whose file is skipped has nothing to run."""
    package = Path(importlib.import_module("recall_cli").__file__ or "").parent
    for name in PACKAGES:
        body = ast.parse(package.joinpath(*name.split("."), "__init__.py").read_text(encoding="utf-8")).body
        assert (len(body) > 1) == (name in PACKAGES_WITH_CODE), name


def test_bytecode_is_run(module: Path) -> None:
    """What is found can be imported, and again after its source has changed."""
    spec = _find_module(module)
    made = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(made)  # type: ignore[attr-defined]
    assert (made.answer, made.__file__) == (1, str(module))
    module.write_text("answer = 22\n", encoding="utf-8")
    spec.loader.exec_module(made)  # type: ignore[attr-defined]
    assert made.answer == 22


def test_a_changed_source_is_left_to_python(module: Path) -> None:
    """Bytecode of another time or another size is not believed."""
    assert _find_module(module) is not None
    at = os.stat(module).st_mtime
    os.utime(module, (at, at + 5))
    assert _find_module(module) is None
    module.write_text("answer = 333\n", encoding="utf-8")
    os.utime(module, (at, at))
    assert _find_module(module) is None


def test_no_or_other_bytecode_is_left_to_python(module: Path) -> None:
    """Without bytecode, with that of another Python or with one that is checked by its contents Python decides."""
    cached = Path(importlib.util.cache_from_source(str(module)))
    raw = cached.read_bytes()
    cached.write_bytes(b"\0\0\r\n" + raw[4:])
    assert _find_module(module) is None
    py_compile.compile(str(module), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert _find_module(module) is None
    cached.unlink()
    assert _find_module(module) is None


def test_other_packages_are_not_its_business(module: Path) -> None:
    """It answers for its own package only, and not for the package itself."""
    assert PackageFinder("house", MAGIC).find_spec("other.thing", [str(module.parent)]) is None
    assert PackageFinder("house", MAGIC).find_spec("house", None) is None


@pytest.mark.parametrize("switch", ["-O", "-Xpycache_prefix=elsewhere"])
def test_special_wishes_are_respected(switch: str, tmp_path: Path) -> None:
    """Where bytecode is optimised or kept elsewhere, the finder stays out of the way."""
    asked = "import sys; from recall_cli import import_finder; import_finder.install_finder(); print(type(sys.meta_path[0]).__name__)"
    said = subprocess.run(
        [sys.executable, switch, "-c", asked], capture_output=True, text=True, check=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert said.stdout.strip() not in ("", "PackageFinder")

"""The rules of the code: sizes, names, docstrings, layers, purity, and what must not be in the product."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TypeGuard

import pytest

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param
from recall_cli.cli.parsing.selection_options import SELECTION_OPTIONS
from recall_cli.cli.parsing.shared_options import (
    AS_OF_OPTION,
    FIELD_OPTIONS,
    FILTER_OPTIONS,
    GLOBAL_ONLY_OPTION,
    LIMIT_OPTION,
    PROJECT_OPTION,
    SOURCE_OPTION,
)
from recall_cli.cli.registry import COMMANDS, call_of, command_function_name, command_module_name
from recall_cli.cli.shells import HELP_OPTION
from tests.command import ROOT
from tests.for_each import for_each
from tests.house.syntax_trees import all_nodes, parse_file

PRODUCT_FILES = sorted((ROOT / "recall_cli").rglob("*.py"))
TEST_FILES = sorted(path for folder in ("tests", "lab") for path in (ROOT / folder).rglob("*.py"))
FOLDERS = sorted({path.parent for path in (*PRODUCT_FILES, *TEST_FILES)})
PURE_FILES = [path for path in PRODUCT_FILES if path.relative_to(ROOT / "recall_cli").parts[0] in ("rules", "domain")]
SHIPPED_FILES = sorted(
    path
    for path in (ROOT / "recall_cli").rglob("*")
    if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".bin"
)
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "base", "core", "types"}
FORBIDDEN_WORDS = (
    "/wo" + "rk/",
    "/tmp/",
    "/root/",
    "localhost:",
    "lorem",
    "as an ai",
    "the prompt",
    "this session's",
)
PURE_LIBRARIES = frozenset(
    "_blake2 _json _operator binascii bisect collections difflib functools hashlib json math re typing "
    "unicodedata".split()
)
"""What rules and the domain may import beside one another: libraries that only compute."""
MUTATING_METHODS = frozenset(
    "add append appendleft clear difference_update discard extend insert intersection_update move_to_end pop popitem "
    "popleft remove reverse setdefault sort symmetric_difference_update update".split()
)
KNOWN_STATE = {
    "recall_cli.domain.json_text",
    "recall_cli.rules.injection.pattern_parser",
}
"""Modules that still fill a table at the first call; nothing may be added."""
KNOWN_CYCLES: tuple[set[str], ...] = (
    {"recall_cli.engines.engine", "recall_cli.engines.tables.memories", "recall_cli.engines.tables.operations"},
)
"""Cycles that are still to be removed; nothing may be added."""


def relative_path(path: Path) -> str:
    return str(path.relative_to(ROOT))


@for_each("path", PRODUCT_FILES, ids=relative_path)
def test_files_and_functions_stay_small(path: Path) -> None:
    """No file is longer than 400 lines, no function longer than 50, and none is a drawer for odds and ends."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
    assert path.stem not in FORBIDDEN_NAMES
    for node in all_nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, f"{node.name} in {path.name}"


@for_each("path", [*PRODUCT_FILES, *TEST_FILES], ids=relative_path)
def test_modules_have_docstrings(path: Path) -> None:
    """Every module begins with a docstring."""
    assert path.read_text(encoding="utf-8").startswith('"""')


@for_each("path", PRODUCT_FILES, ids=relative_path)
def test_public_names_have_docstrings(path: Path) -> None:
    """Every public class and function has a docstring; a method of three lines may do without."""
    module = parse_file(path)
    outer = [node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    inner = [
        node for cls in outer if isinstance(cls, ast.ClassDef) for node in cls.body if isinstance(node, ast.FunctionDef)
    ]
    for node in [*outer, *inner]:
        short = node in inner and len(node.body) <= 3
        if not node.name.startswith("_") and not short:
            assert ast.get_docstring(node), f"{node.name} in {path.name}"


@for_each("path", [path for path in TEST_FILES if path.name.startswith("test_")], ids=relative_path)
def test_tests_have_docstrings(path: Path) -> None:
    """Every test has a docstring that says what it promises."""
    for node in parse_file(path).body:
        for test in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                assert ast.get_docstring(test), f"{test.name} in {path.name}"


@for_each("path", SHIPPED_FILES, ids=relative_path)
def test_no_build_traces_are_shipped(path: Path) -> None:
    """No shipped file contains a path of the build machine or an unfinished note."""
    text = path.read_text(encoding="utf-8")
    for word in FORBIDDEN_WORDS:
        assert word.lower() not in text.lower(), word
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", text)


@for_each("path", TEST_FILES, ids=relative_path)
def test_a_second_sqlite_is_closed(path: Path) -> None:
    """Python's own SQLite is closed where it was opened; otherwise its collection would drop recall's locks."""
    if "sqlite3.connect" not in path.read_text(encoding="utf-8"):
        return
    for call in all_nodes(path):
        inside = (
            {id(one) for one in call.args} if isinstance(call, ast.Call) and _called_name(call) == "closing" else set()
        )
        for one in ast.iter_child_nodes(call):
            if isinstance(one, ast.Call) and ast.unparse(one.func) == "sqlite3.connect":
                assert id(one) in inside, f"line {one.lineno}: closing(sqlite3.connect(…))"


def _called_name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


@for_each("path", [*PRODUCT_FILES, *TEST_FILES], ids=relative_path)
def test_a_suppression_has_a_reason(path: Path) -> None:
    """Every suppression of a tool names one rule, and says why on the same line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        for mark in re.findall(r"# (noqa[^#]*|type: ignore.*|fmt: (?:off|on).*|pragma: no cover.*|pyright.*)", line):
            if re.search(r"[\"'(].*# (noqa|type: ignore)", line) and path == Path(__file__):
                continue  # the patterns above
            assert re.match(r"noqa: [A-Z]+\d+(, [A-Z]+\d+)* — \w|type: ignore\[[\w,-]+\](  # .+)?", mark), (
                f"{path.name}: {line.strip()}"
            )


def test_import_layers_hold() -> None:
    """The import layers of pyproject.toml hold."""
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which("lint-imports")
    if linter is None:
        pytest.skip("import-linter is not installed (pip install .[check])")
    ran = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_the_laboratory_is_left_alone() -> None:
    """Only the laboratory itself and its tests import it: it is not installed."""
    inside = ("lab/", "tests/bench/")
    for path in (*PRODUCT_FILES, *TEST_FILES):
        if not relative_path(path).startswith(inside) and re.search(
            r"import lab\b|from lab\b", path.read_text("utf-8")
        ):
            assert not [name for name in imported_names(path) if name.partition(".")[0] == "lab"], path.name


@for_each("folder", FOLDERS, ids=relative_path)
def test_folders_stay_small(folder: Path) -> None:
    """No folder has more than 20 modules, so that a reader can take in its list of names."""
    modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= 20, sorted(modules)


def test_no_import_cycles() -> None:
    """Modules do not import each other in a cycle, not even in functions or type hints."""
    for cycle in find_cycles(import_graph()):
        assert any(cycle <= known for known in KNOWN_CYCLES), " → ".join(sorted(cycle))


def import_graph() -> dict[str, set[str]]:
    """Every product module with the product modules that it imports anywhere in its text."""
    modules = {module_name(path): path for path in PRODUCT_FILES}
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        imported = {member if member in modules else member.rpartition(".")[0] for member in imported_names(path)}
        graph[name] = (imported & modules.keys()) - {name}
    return graph


def imported_names(path: Path) -> set[str]:
    """What a file imports anywhere in its text, with the module that it comes from."""
    names: set[str] = set()
    for node in all_nodes(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def find_cycles(graph: dict[str, set[str]]) -> list[set[str]]:
    """All groups of modules that import each other, directly or through others (Tarjan's algorithm)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    cycles: list[set[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        stack.append(name)
        for other in graph[name]:
            if other not in order:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], order[other])
        if lowest[name] == order[name]:
            group = set(stack[stack.index(name) :])
            del stack[stack.index(name) :]
            if len(group) > 1:
                cycles.append(group)

    for name in graph:
        if name not in order:
            visit(name)
    return cycles


@for_each("path", PURE_FILES, ids=relative_path)
def test_rules_and_domain_are_pure(path: Path) -> None:
    """A rule uses no clock, file, random source, environment, process or SQL; the domain uses only time zones."""
    for node in all_nodes(path):
        imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in imported:
            package = name.partition(".")[0]
            ours = name.startswith(("recall_cli.rules", "recall_cli.language", "recall_cli.domain"))
            zones = package == "time" and path.name == "moment.py"
            assert ours or zones or package in PURE_LIBRARIES, f"line {node.lineno} imports {name}"
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        assert called not in ("open", "input", "print", "eval", "exec", "__import__"), f"line {node.lineno}: {called}"
        clock = isinstance(node, ast.Attribute) and node.attr in ("time", "time_ns", "monotonic", "now", "utcnow")
        assert not (clock and isinstance(node.value, ast.Name) and node.value.id == "time"), f"line {node.lineno}"


def test_every_folder_of_the_rules_is_checked() -> None:
    """The test above covers all subfolders at any depth."""
    folders = {path.parent for path in PURE_FILES}
    for package in ("rules", "domain"):
        top = ROOT / "recall_cli" / package
        assert folders >= {top, *(folder for folder in FOLDERS if top in folder.parents)}


@for_each("path", PURE_FILES, ids=relative_path)
def test_rules_and_domain_keep_no_state(path: Path) -> None:
    """No function of a rule changes a name of its module, so it keeps nothing from one call to the next."""
    if module_name(path) not in KNOWN_STATE:
        assert not state_changes(parse_file(path))


def state_changes(module: ast.Module) -> list[str]:
    """Every place in a function that changes a name of the module, or caches the result of a call."""
    shared = {
        name.id for statement in module.body for name in ast.walk(statement) if is_module_level_name(name, statement)
    }
    shared |= {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(module)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    changes: list[str] = []
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            changes += [
                f"line {line.lineno}: @{ast.unparse(line)}"
                for line in function.decorator_list
                if ast.unparse(line).partition("(")[0].rpartition(".")[2] in ("cache", "lru_cache", "cached_property")
            ]
            visible = shared - local_names(function)
            for node in ast.walk(function):
                if isinstance(node, ast.Global) or root_of_change(node) in visible:
                    changes.append(f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}")
    return changes


def is_module_level_name(node: ast.AST, statement: ast.stmt) -> TypeGuard[ast.Name]:
    defines = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return not defines and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def local_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The parameters of a function, and the names that it assigns."""
    names = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    names |= {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    return names - {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}


def root_of_change(node: ast.AST) -> str:
    """The name that a statement or call changes: `table` of `table[0].rows.append(1)`; empty if it changes nothing."""
    changed: ast.AST | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATING_METHODS:
        changed = node.func.value
    elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
        changed = node.value
    while isinstance(changed, ast.Subscript | ast.Attribute | ast.Call):
        changed = changed.func if isinstance(changed, ast.Call) else changed.value
    return changed.id if isinstance(changed, ast.Name) else ""


def test_state_is_noticed() -> None:
    """The test above finds each way to keep state, and accepts constants and local values."""
    for body in (
        "cache[key] = 1",
        "del cache[key]",
        "cache.setdefault(key, []).append(1)",
        "cache[key].append(1)",
        "global total; total += 1",
        "other.TABLE.update({})",
        "other.name = key",
    ):
        assert state_changes(ast.parse(f"import other\ncache = {{}}\ntotal = 0\ndef rule(key):\n    {body}")), body
    assert state_changes(ast.parse("from functools import lru_cache\n@lru_cache(9)\ndef rule(key): return key"))
    for body in ("table = {}\n    table[key] = 1", "key.append(1)", "return cache.get(key)"):
        assert not state_changes(ast.parse(f"cache = {{}}\ncache['a'] = 1\ndef rule(key):\n    {body}")), body


def command_module(name: str) -> object:
    return __import__(command_module_name(name), fromlist=["PARAMS"])


@for_each("name", COMMANDS)
def test_a_command_takes_what_it_declares(name: str) -> None:
    """PARAMS and the function's signature have the same names; `**kwargs` takes only shared options."""
    function = getattr(command_module(name), command_function_name(name))
    declared = {param.name for param in command_module(name).PARAMS}  # type: ignore[attr-defined]  # every command has it
    parameters = inspect.signature(function).parameters
    own = {p.name for p in parameters.values() if p.kind is p.KEYWORD_ONLY}
    takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    assert next(iter(parameters)) == "app"
    assert own <= declared
    assert takes_all or own == declared
    if takes_all:
        shared = {
            param.name
            for param in (
                *FILTER_OPTIONS,
                *SELECTION_OPTIONS,
                *FIELD_OPTIONS,
                PROJECT_OPTION,
                GLOBAL_ONLY_OPTION,
                AS_OF_OPTION,
                LIMIT_OPTION,
                SOURCE_OPTION,
            )
        }
        assert declared - own <= shared


@for_each("name", COMMANDS)
def test_a_command_explains_itself(name: str) -> None:
    """It has a section and a line in the registry, a docstring, help for each parameter, and fitting examples."""
    section, about = COMMANDS[name]
    assert section
    assert about.endswith(".")
    assert inspect.getdoc(getattr(command_module(name), command_function_name(name)))
    assert (command_module(name).__doc__ or "").startswith(f"recall {name}: ")
    examples = command_module(name).EXAMPLES  # type: ignore[attr-defined]  # every command has it
    assert examples
    assert all(f"recall {call_of(name)}" in command or name == "admin" for command, _ in examples)
    for param in command_module(name).PARAMS:  # type: ignore[attr-defined]  # every command has it
        assert param.help.endswith((".", "…")), param.name
        assert param.default is not REQUIRED or param.positional, param.name


@for_each("name", COMMANDS)
def test_no_two_parameters_share_a_flag(name: str) -> None:
    """All flags are different, also from the global ones, and an argument of several words comes last."""
    params: tuple[Param, ...] = (*command_module(name).PARAMS, *GLOBAL_OPTIONS, HELP_OPTION)  # type: ignore[attr-defined]  # every command has it
    flags = [flag for param in params for flag in param.flags]
    assert len(flags) == len(set(flags))
    assert len({param.name for param in params}) == len(params)
    kinds = [param.kind for param in params if param.positional]
    assert not {"words", "arguments"} & set(kinds[:-1])

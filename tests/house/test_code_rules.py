"""The rules of the house: sizes, names, docstrings, layers, and what must not be in the product."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param
from recall_cli.cli.parsing.shared_options import (
    AS_OF_OPTION,
    FIELD_OPTIONS,
    FILTER_OPTIONS,
    GLOBAL_ONLY_OPTION,
    LIMIT_OPTION,
    PROJECT_OPTION,
    SOURCE_OPTION,
)
from recall_cli.cli.registry import COMMANDS, EVERYDAY, command_function_name, command_module_name
from tests.command import ROOT, Home, every_command

PRODUCT_FILES = sorted((ROOT / "recall_cli").rglob("*.py"))
TEST_FILES = sorted((ROOT / "tests").rglob("*.py"))
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


def relative_path(path: Path) -> str:
    return str(path.relative_to(ROOT))


def parse_file(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PRODUCT_FILES, ids=relative_path)
def test_files_and_functions_stay_small(path: Path) -> None:
    """No file is longer than 410 lines, no function longer than 50, and none is a drawer for odds and ends."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 410
    assert path.stem not in FORBIDDEN_NAMES
    for node in ast.walk(parse_file(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, f"{node.name} in {path.name}"


@pytest.mark.parametrize("path", [*PRODUCT_FILES, *TEST_FILES], ids=relative_path)
def test_modules_have_docstrings(path: Path) -> None:
    """Every module has a docstring."""
    assert ast.get_docstring(parse_file(path))


@pytest.mark.parametrize("path", PRODUCT_FILES, ids=relative_path)
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


@pytest.mark.parametrize("path", [path for path in TEST_FILES if path.name.startswith("test_")], ids=relative_path)
def test_tests_have_docstrings(path: Path) -> None:
    """Every test has a docstring: the promise that it keeps."""
    for node in ast.walk(parse_file(path)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            assert ast.get_docstring(node), f"{node.name} in {path.name}"


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=relative_path)
def test_no_build_traces_are_shipped(path: Path) -> None:
    """No path of a machine that built it, no unfinished note."""
    text = path.read_text(encoding="utf-8")
    for word in FORBIDDEN_WORDS:
        assert word.lower() not in text.lower(), word
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", text)


@pytest.mark.parametrize("path", TEST_FILES, ids=relative_path)
def test_a_second_sqlite_is_closed(path: Path) -> None:
    """Python's own SQLite is closed where it was opened: when it is collected, recall's locks on the same file go too."""
    for call in ast.walk(parse_file(path)):
        inside = (
            {id(one) for one in call.args} if isinstance(call, ast.Call) and _called_name(call) == "closing" else set()
        )
        for one in ast.iter_child_nodes(call):
            if isinstance(one, ast.Call) and ast.unparse(one.func) == "sqlite3.connect":
                assert id(one) in inside, f"line {one.lineno}: closing(sqlite3.connect(…))"


def _called_name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


@pytest.mark.parametrize("path", [*PRODUCT_FILES, *TEST_FILES], ids=relative_path)
def test_a_suppression_has_a_reason(path: Path) -> None:
    """Whoever silences a tool says why, on the line, and silences one rule and not all."""
    for line in path.read_text(encoding="utf-8").splitlines():
        for mark in re.findall(r"# (noqa[^#]*|type: ignore.*|fmt: (?:off|on).*|pragma: no cover.*|pyright.*)", line):
            if re.search(r"[\"'(].*# (noqa|type: ignore)", line) and path == Path(__file__):
                continue  # the patterns above
            assert re.match(r"noqa: [A-Z]+\d+(, [A-Z]+\d+)* — \w|type: ignore\[[\w,-]+\](  # .+)?", mark), (
                f"{path.name}: {line.strip()}"
            )


def test_import_layers_hold() -> None:
    """The layers of pyproject.toml hold."""
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which("lint-imports")
    if linter is None:
        pytest.skip("import-linter is not installed (pip install .[check])")
    ran = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_rules_and_domain_are_pure() -> None:
    """A rule knows no clock, file, random source, environment, process or SQL; the domain knows the zones alone."""
    reaching = {
        "os",
        "sys",
        "random",
        "secrets",
        "subprocess",
        "socket",
        "apsw",
        "sqlite3",
        "io",
        "pathlib",
        "time",
        "datetime",
    }
    pure = [path for path in PRODUCT_FILES if path.relative_to(ROOT / "recall_cli").parts[0] in ("rules", "domain")]
    assert {path.parent.name for path in pure} >= {"rules", "domain", "reading", "secrets", "injection"}
    for path in pure:
        for node in ast.walk(parse_file(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found = {name.partition(".")[0] for name in names} & reaching
            assert found <= ({"time"} if path.name == "moment.py" else set()), path.name
            opens = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
            assert not opens, path.name
            calls_clock = isinstance(node, ast.Attribute) and node.attr in (
                "time",
                "time_ns",
                "monotonic",
                "now",
                "utcnow",
            )
            assert not (calls_clock and isinstance(node.value, ast.Name) and node.value.id == "time"), path.name


def command_module(name: str) -> object:
    return __import__(command_module_name(name), fromlist=["PARAMS"])


@pytest.mark.parametrize("name", every_command())
def test_a_command_takes_what_it_declares(name: str) -> None:
    """PARAMS and the function's signature agree, name by name; what is left over is taken whole."""
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
                *FIELD_OPTIONS,
                PROJECT_OPTION,
                GLOBAL_ONLY_OPTION,
                AS_OF_OPTION,
                LIMIT_OPTION,
                SOURCE_OPTION,
            )
        }
        assert declared - own <= shared


@pytest.mark.parametrize("name", every_command())
def test_a_command_explains_itself(name: str) -> None:
    """A section and a line in the registry, a docstring, help for every parameter, and examples that begin with it."""
    section, about = COMMANDS[name]
    assert section
    assert about.endswith(".")
    assert inspect.getdoc(getattr(command_module(name), command_function_name(name)))
    assert (command_module(name).__doc__ or "").startswith(f"recall {name}: ")
    examples = command_module(name).EXAMPLES  # type: ignore[attr-defined]  # every command has it
    assert examples
    assert all(f"recall {name}" in command for command, _ in examples)
    for param in command_module(name).PARAMS:  # type: ignore[attr-defined]  # every command has it
        assert param.help.endswith((".", "…")), param.name
        assert param.default is not REQUIRED or param.positional, param.name


@pytest.mark.parametrize("name", every_command())
def test_no_two_parameters_share_a_flag(name: str) -> None:
    """Neither with one another, nor with what every command takes; and arguments come before what swallows the rest."""
    params: tuple[Param, ...] = (
        *command_module(name).PARAMS,
        *GLOBAL_OPTIONS,
        Param("help", "flag", ("--help", "-h"), False, ""),
    )  # type: ignore[attr-defined]  # every command has it
    flags = [flag for param in params for flag in param.flags]
    assert len(flags) == len(set(flags))
    assert len({param.name for param in params}) == len(params)
    kinds = [param.kind for param in params if param.positional]
    assert not {"words", "arguments"} & set(kinds[:-1])


@pytest.mark.parametrize("name", every_command())
def test_help_shows_all_of_it(recall: Home, name: str) -> None:
    """`recall COMMAND --help`, and `recall help COMMAND`, show every flag and the examples."""
    answer = recall.quick(name, "--help")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == recall.quick("help", name).out
    for param in (*command_module(name).PARAMS, *GLOBAL_OPTIONS):  # type: ignore[attr-defined]  # every command has it
        for flag in param.flags:
            assert flag in answer.out
    assert "Examples:" in answer.out


def test_the_help_of_recall_names_the_everyday_commands(recall: Home) -> None:
    """It has a dozen commands, and says where all commands and the topics are."""
    for args in (["--help"], ["-h"], ["help"]):
        shown = recall(*args).out
        places = [shown.index(f"\n  {name} ") for name in EVERYDAY]
        assert places == sorted(places)
        assert len(places) == 12
        assert not [name for name in COMMANDS if name not in EVERYDAY and f"\n  {name} " in shown]
        assert "recall help --all" in shown
        assert "recall help topics" in shown


def test_help_all_names_every_command(recall: Home) -> None:
    """In their sections, in the order of the registry."""
    shown = recall("help", "--all").out
    places = [shown.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)
    sections = [shown.index(f"\n{section}:") for section in dict.fromkeys(section for section, _ in COMMANDS.values())]
    assert sections == sorted(sections)

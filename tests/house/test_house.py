"""The rules of the house: sizes, names, docstrings, layers, and what must not be in the product."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recall_cli.cli.doors.options import AS_OF, FIELDS, GLOBAL_ONLY, LIMIT, PROJECT, SCOPE, SOURCE
from recall_cli.cli.doors.params import GLOBAL, REQUIRED, Param
from recall_cli.cli.doors.registry import COMMANDS, function_of, module_of
from tests.command import ROOT, Home, every_command

PRODUCT = sorted((ROOT / "recall_cli").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
KEPT = sorted(
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


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PRODUCT, ids=named)
def test_a_file_is_a_room(path: Path) -> None:
    """No file is longer than 400 lines, no function longer than 40, and none is a drawer for odds and ends."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
    assert path.stem not in FORBIDDEN_NAMES
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 40, f"{node.name} in {path.name}"


@pytest.mark.parametrize("path", [*PRODUCT, *TESTS], ids=named)
def test_a_module_says_what_it_is(path: Path) -> None:
    """Every module has a docstring."""
    assert ast.get_docstring(tree(path))


@pytest.mark.parametrize("path", PRODUCT, ids=named)
def test_what_others_use_says_what_it_answers(path: Path) -> None:
    """Every public class and function has a docstring; a method of three lines may do without."""
    module = tree(path)
    outer = [node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    inner = [
        node for cls in outer if isinstance(cls, ast.ClassDef) for node in cls.body if isinstance(node, ast.FunctionDef)
    ]
    for node in [*outer, *inner]:
        short = node in inner and len(node.body) <= 3
        if not node.name.startswith("_") and not short:
            if (path.name, node.name) in (("show.py", "lines"), ("show.py", "as_document")):
                continue  # one line each, in the words of the record
            assert ast.get_docstring(node), f"{node.name} in {path.name}"


@pytest.mark.parametrize("path", [path for path in TESTS if path.name.startswith("test_")], ids=named)
def test_a_test_makes_a_promise(path: Path) -> None:
    """Every test has a docstring: the promise that it keeps."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            assert ast.get_docstring(node), f"{node.name} in {path.name}"


@pytest.mark.parametrize("path", KEPT, ids=named)
def test_nothing_of_the_workshop_is_in_the_product(path: Path) -> None:
    """No path of a machine that built it, no unfinished note."""
    text = path.read_text(encoding="utf-8")
    for word in FORBIDDEN_WORDS:
        assert word.lower() not in text.lower(), word
    assert not re.search(r"\b(TODO|FIXME|XXX)\b", text)


@pytest.mark.parametrize("path", TESTS, ids=named)
def test_a_second_sqlite_is_closed(path: Path) -> None:
    """Python's own SQLite is closed where it was opened: when it is collected, recall's locks on the same file go too."""
    for call in ast.walk(tree(path)):
        inside = {id(one) for one in call.args} if isinstance(call, ast.Call) and _name(call) == "closing" else set()
        for one in ast.iter_child_nodes(call):
            if isinstance(one, ast.Call) and ast.unparse(one.func) == "sqlite3.connect":
                assert id(one) in inside, f"line {one.lineno}: closing(sqlite3.connect(…))"


def _name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


@pytest.mark.parametrize("path", [*PRODUCT, *TESTS], ids=named)
def test_a_suppression_has_a_reason(path: Path) -> None:
    """Whoever silences a tool says why, on the line, and silences one rule and not all."""
    for line in path.read_text(encoding="utf-8").splitlines():
        for mark in re.findall(r"# (noqa[^#]*|type: ignore.*|fmt: (?:off|on).*|pragma: no cover.*|pyright.*)", line):
            if re.search(r"[\"'(].*# (noqa|type: ignore)", line) and path == Path(__file__):
                continue  # the patterns above
            assert re.match(r"noqa: [A-Z]+\d+(, [A-Z]+\d+)* — \w|type: ignore\[[\w,-]+\](  # .+)?", mark), (
                f"{path.name}: {line.strip()}"
            )


def test_everything_points_down() -> None:
    """The layers of pyproject.toml hold."""
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which("lint-imports")
    if linter is None:
        pytest.skip("import-linter is not installed (pip install .[check])")
    ran = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_rules_and_domain_reach_nothing() -> None:
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
    pure = [path for path in PRODUCT if path.relative_to(ROOT / "recall_cli").parts[0] in ("rules", "domain")]
    assert {path.parent.name for path in pure} >= {"rules", "domain", "reading", "secrets", "injection"}
    for path in pure:
        for node in ast.walk(tree(path)):
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


def module(name: str) -> object:
    return __import__(module_of(name), fromlist=["PARAMS"])


@pytest.mark.parametrize("name", every_command())
def test_a_command_takes_what_it_declares(name: str) -> None:
    """PARAMS and the function's signature agree, name by name; what is left over is taken whole."""
    function = getattr(module(name), function_of(name))
    declared = {param.name for param in module(name).PARAMS}  # type: ignore[attr-defined]  # every command has it
    parameters = inspect.signature(function).parameters
    own = {p.name for p in parameters.values() if p.kind is p.KEYWORD_ONLY}
    takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    assert next(iter(parameters)) == "app"
    assert own <= declared
    assert takes_all or own == declared
    if takes_all:
        shared = {param.name for param in (*SCOPE, *FIELDS, PROJECT, GLOBAL_ONLY, AS_OF, LIMIT, SOURCE)}
        assert declared - own <= shared


@pytest.mark.parametrize("name", every_command())
def test_a_command_explains_itself(name: str) -> None:
    """A section and a line in the registry, a docstring, help for every parameter, and examples that begin with it."""
    section, about = COMMANDS[name]
    assert section
    assert about.endswith(".")
    assert inspect.getdoc(getattr(module(name), function_of(name)))
    assert (module(name).__doc__ or "").startswith(f"recall {name}: ")
    examples = module(name).EXAMPLES  # type: ignore[attr-defined]  # every command has it
    assert examples
    assert all(f"recall {name}" in command for command, _ in examples)
    for param in module(name).PARAMS:  # type: ignore[attr-defined]  # every command has it
        assert param.help.endswith((".", "…")), param.name
        assert param.default is not REQUIRED or param.positional, param.name


@pytest.mark.parametrize("name", every_command())
def test_no_two_parameters_share_a_flag(name: str) -> None:
    """Neither with one another, nor with what every command takes; and arguments come before what swallows the rest."""
    params: tuple[Param, ...] = (*module(name).PARAMS, *GLOBAL, Param("help", "flag", ("--help", "-h"), False, ""))  # type: ignore[attr-defined]  # every command has it
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
    for param in (*module(name).PARAMS, *GLOBAL):  # type: ignore[attr-defined]  # every command has it
        for flag in param.flags:
            assert flag in answer.out
    assert "Examples:" in answer.out


def test_the_help_of_recall_names_every_command(recall: Home) -> None:
    """In their sections, in the order of the registry."""
    for args in (["--help"], ["-h"], ["help"]):
        said = recall(*args).out
        places = [said.index(f"\n  {name} ") for name in COMMANDS]
        assert places == sorted(places)
        assert [said.index(f"{section}:") for section in ("Write", "Read", "Manage")]

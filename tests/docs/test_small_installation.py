"""The smaller installation of the docs: its packages are enough, and what is missing is named with its command."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from recall_cli.cli.registry import COMMANDS
from recall_cli.optional_packages import (
    PACKAGES,
    cipher_hint,
    describe_missing_module,
    environment_folder,
    install_hint,
)
from tests.command import ROOT, Home
from tests.for_each import for_each

PAGE = (ROOT / "recall_cli/docs/troubleshooting.md").read_text(encoding="utf-8")
NAMED = re.findall(r'"([a-z0-9-]+[<>=][^"]+)"', next(line for line in PAGE.splitlines() if '"apsw' in line))


def name_of(requirement: str) -> str:
    return re.split(r"[\s<>=;\[!~]", requirement, maxsplit=1)[0]


def with_requirements(names: "list[str]") -> "set[str]":
    """These distributions with all that they need themselves, as this machine has them."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in found:
            continue
        try:
            needs = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # for another platform or Python
        found.add(name)
        waiting += [name_of(need) for need in needs if "extra ==" not in need]
    return found


def test_the_page_names_all_packages_but_two() -> None:
    """What it leaves out are the two optional packages; the others stand there as in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {one.partition(";")[0].strip() for one in project["dependencies"]}
    optional = [package.requirements for package in PACKAGES.values() if not package.is_extra]
    assert wanted - set(NAMED) == {requirement for requirements in optional for requirement in requirements}
    assert set(NAMED) < wanted


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with recall, the packages of the page, what those need, and nothing else."""
    place = tmp_path_factory.mktemp("small")
    venv.create(place, symlinks=True, with_pip=False)
    folder = place / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    for name in with_requirements([name_of(one) for one in NAMED]):
        distribution = importlib.metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files or () if file.parts[0] not in ("..", "__pycache__")}:
            source = Path(str(distribution.locate_file(top)))
            if source.exists() and not (folder / top).exists():
                (folder / top).symlink_to(source)
    (folder / "recall_cli").symlink_to(ROOT / "recall_cli")
    return place / "bin/python"


RUN_EACH = """
import json, os, sys, tempfile
import typer, rich.console
from recall_cli.__main__ import main
answers = []
for words in json.loads(sys.argv[1]):
    with tempfile.TemporaryFile() as shown:
        child = os.fork()
        if not child:
            for number in (1, 2):
                os.dup2(shown.fileno(), number)
            sys.argv = ["recall", *words]
            main()
            sys.exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        shown.seek(0)
        answers.append((status, shown.read().decode()))
print(json.dumps(answers))
"""
"""Runs commands one after the other, each in a process of its own that need not begin anew."""


def run(python: Path, recall: Home, *commands: "tuple[str, ...]", **env: str) -> "list[tuple[int, str]]":
    """The statuses of commands, and what they show, with these packages alone."""
    ran = subprocess.run(
        [str(python), "-I", "-c", RUN_EACH, json.dumps(commands)], env={**recall.environment(), **env},
        cwd=recall.path, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    answers: list[tuple[int, str]] = json.loads(ran.stdout)
    return answers


def test_everyday_work_needs_no_more(python: Path, recall: Home) -> None:
    """Store, search, brief, list, page, export, doctor and every help page."""
    commands = (
        ("store", "We chose NATS because replay was too slow."), ("search", "why NATS"),
        ("search", "why NATS", "--ranking", "four-part"), ("context", "--compact"), ("list",), ("view", "page.html"),
        ("export", "out.jsonl"), ("stats",), ("maintain",), ("told",), ("undo",), *((name, "--help") for name in COMMANDS),
    )  # fmt: skip
    for command, (status, shown) in zip(commands, run(python, recall, *commands), strict=True):
        assert status == 0, (command, shown)
        assert "Traceback" not in shown and "No module" not in shown, (command, shown)


def test_what_is_missing_is_named_with_its_command(python: Path, recall: Home) -> None:
    """At the command that needs it, and in recall doctor."""
    store = ("store", "The API listens on port 8080.", "--extractor", "claude")
    (embedded, embed), (stored, claude), (_, doctor) = run(
        python, recall, ("embed",), store, ("doctor",), ANTHROPIC_API_KEY="none"
    )
    assert (embedded, stored) == (1, 0)
    if sys.version_info < (3, 15):
        assert "fastembed cannot be loaded" in embed and "pip install 'fastembed>=0.7'" in embed
    assert "the package anthropic is not installed; the extractor claude needs it: add it: " in claude
    assert "pip install 'anthropic>=2.11'" in claude
    assert "note\tpackages\tthe package fastembed is not installed; recall admin embed needs it\tadd it: " in doctor
    [(_, chosen)] = run(python, recall, ("doctor",), RECALL_EXTRACTOR="claude")
    assert "warning\tpackages\tthe package anthropic is not installed; the extractor claude needs it" in chosen


@for_each("prefix, command", [
        ("/home/ada/.local/share/pipx/venvs/recall-agent-memory", "pipx inject recall-agent-memory 'fastembed>=0.7'"),
        ("/home/ada/.local/share/uv/tools/recall-agent-memory", "uv tool install recall-agent-memory --with 'fastembed>=0.7'"),
        ("/srv/venv", f"{sys.executable} -m pip install 'fastembed>=0.7'"),
    ],)  # fmt: skip
def test_the_command_fits_the_installation(prefix: str, command: str) -> None:
    """pipx and uv keep each program in a folder of its own, where pip may be missing."""
    assert install_hint("fastembed", prefix.replace("/", os.sep)) == f"add it: {command}"


def test_an_environment_of_uv_needs_no_pip(tmp_path: Path) -> None:
    """uv notes itself in the environments that it makes, and usually leaves pip out."""
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.9.1\nversion_info = 3.12\n")
    assert "uv pip install --python " in install_hint("psycopg", str(tmp_path))


def test_every_installation_has_its_own_commands(tmp_path: Path) -> None:
    """Installations elsewhere are known by the files of pipx and uv; a name with a suffix stays."""
    for file, start in (("pipx_metadata.json", "pipx inject team"), ("uv-receipt.toml", "uv tool install team --with")):
        place = tmp_path / file / "team"
        place.mkdir(parents=True)
        (place / file).write_text("")
        for package in PACKAGES:
            hint = install_hint(package, str(place))
            assert hint.startswith(f"add it: {start}") and "pip install" not in hint
        assert str(place.name) in cipher_hint(str(place)) or "uv pip" in cipher_hint(str(place))


COMMANDS_OF_A_SERVER = (
    "store x y z|store x y z --defer --key k|search port|context|list|count|stats|log|jobs|worker|maintain|doctor|"
    "export out.jsonl|import in.jsonl|undo|conflicts|erase --query x --confirm|review|tags|topics|projects|diff|told|"
    "token list|embed|config project list|setup --login a|migrate {db} other.db|migrate other.db {db}|"
    "hook session-start --agent claude-code|serve --port 0|view page.html|scan|verify|audit verify|history port|get abcdef|"
    "pin abcdef|shadow|consolidate --topic t|backup x.db|feedback abcdef --helpful|related abcdef|why abcdef|schedule show"
).split("|")


def test_a_server_needs_its_driver(python: Path, recall: Home) -> None:
    """Without psycopg each command says in one line how to add it, and none asks for a report."""
    (recall.path / "in.jsonl").write_text('{"text": "The port is 8080."}\n')
    address = "postgresql://db.invalid/recall"
    commands = [tuple(word.format(db=address) for word in line.split()) for line in COMMANDS_OF_A_SERVER]
    for command, (status, shown) in zip(commands, run(python, recall, *commands, RECALL_DB=address), strict=True):
        assert "unexpected" not in shown and "Traceback" not in shown and "report it" not in shown, (command, shown)
        if status:
            named = ("psycopg", "PostgreSQL is not", "there is no store")
            assert any(words in shown for words in named), (command, shown)


@for_each("module", ["typer", "rich.table", "numpy", "onnxruntime", "psycopg.sql", "keyring", "apsw"])
def test_a_missing_module_has_a_command(module: str) -> None:
    """Whatever package is missing, the error says what to run; a module of recall's own is an error to report."""
    described = describe_missing_module(module)
    assert described is not None and ("add it: " in described[1] or "install it again: " in described[1])
    assert describe_missing_module("recall_cli.nowhere") is None and describe_missing_module(None) is None


def test_an_environment_is_known_before_site_is_loaded() -> None:
    """The start-up path loads no `site`, and without it Python names the folder of the base installation."""
    script = "from recall_cli.optional_packages import environment_folder as f; print(f())"
    told = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == environment_folder()
    assert (Path(told.stdout.strip()) / "pyvenv.cfg").exists() or sys.prefix == sys.base_prefix

"""The script `recall`, as installers lay it down: it finds its Python wherever both lie, and runs there as anywhere."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import apsw
import pytest

import recall_cli
from tests.long_run import LONG_RUN

SCRIPT = Path(recall_cli.__file__).parent / "scripts" / "recall"
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
VERSION_LINE = f"recall {recall_cli.__version__}\n"


def make_environment(folder: Path, *, whole: bool = True) -> Path:
    """A virtual environment as installers make it, without installing: its script."""
    room = folder / "lib" / VERSION / "site-packages"
    room.mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(sys.executable)
    home = Path(sys.base_prefix) / "bin"
    (folder / "pyvenv.cfg").write_text(f"home = {home}\ninclude-system-site-packages = false\n")
    package, engine = Path(recall_cli.__file__).parent, Path(apsw.__file__).parent
    (room / "apsw").symlink_to(engine)
    if whole:
        (room / "recall_cli").symlink_to(package)
    else:  # as an editable install does, with the files that the build adds to the package
        (room / "recall_cli" / "hooks").mkdir(parents=True)
        (room / "recall.pth").write_text(f"{package.parent}\n")
    return install_script(folder)


def install_script(folder: Path) -> Path:
    script = folder / "bin" / "recall"
    script.write_bytes(SCRIPT.read_bytes())
    script.chmod(0o755)
    return script


def run_script(*argv: "str | Path", cwd: Path, path: str = os.defpath) -> "subprocess.CompletedProcess[str]":
    """Run it as a shell would, with nothing of this process's environment."""
    env = {"HOME": str(cwd), "PATH": path, "LANG": "C.UTF-8"}
    return subprocess.run([str(word) for word in argv], cwd=cwd, env=env, capture_output=True, text=True)


FOLDER_NAMES = ["venv", "My Projects/it's «ours»", "x" * 120 + "/venv", "a\nb", "$HOME `id` \\n"]


@pytest.mark.parametrize("name", FOLDER_NAMES, ids=["plain", "spaces and quotes", "long", "two lines", "like code"])
def test_it_runs_in_any_path(name: str, tmp_path: Path) -> None:
    """Where a line `#!/path/to/python` breaks, too: at spaces, and beyond a hundred and some letters."""
    script = make_environment(tmp_path / name)
    assert run_script(script, "--version", cwd=tmp_path).stdout == VERSION_LINE
    stored = run_script(script, "store", "It's  two   spaces, and a *.", "--extractor", "none", cwd=tmp_path)
    assert (stored.returncode, stored.stderr) == (0, "")
    assert "It's  two   spaces, and a *." in run_script(script, "list", cwd=tmp_path).stdout


def test_it_is_found_through_links(tmp_path: Path) -> None:
    """As pipx and uv link it into a folder on the PATH: absolute, relative, several in a row, through linked folders."""
    script = make_environment(tmp_path / "tools" / "recall")
    shelf = tmp_path / "bin"
    shelf.mkdir()
    (shelf / "recall").symlink_to(script)
    (shelf / "again").symlink_to("recall")
    (tmp_path / "relative").symlink_to("tools/recall/bin/recall")
    (tmp_path / "linked").symlink_to(script.parent)
    for at in ("bin/recall", "bin/again", "relative", "linked/recall", "./tools/recall/bin/recall"):
        assert run_script(at if "/" in at else f"./{at}", "count", cwd=tmp_path).stdout == "0\n", at
    assert run_script("/usr/bin/env", "recall", "count", cwd=tmp_path, path=f"{shelf}:{os.defpath}").stdout == "0\n"
    beside = run_script("sh", "recall", "count", cwd=script.parent)
    assert (beside.stdout, beside.stderr) == ("0\n", "")


@pytest.mark.parametrize("whole", [True, False], ids=["installed", "editable"])
def test_both_doors_work_there(whole: bool, tmp_path: Path) -> None:
    """The quick one, and the full one, whose packages may need what Python does at its start."""
    script = make_environment(tmp_path / "venv", whole=whole)
    room = tmp_path / "venv" / "lib" / VERSION / "site-packages"
    (room / "zz.pth").write_text(f"import sys; sys.stderr.write('site ')\n{sysconfig.get_path('purelib')}\n")
    assert ("site" in run_script(script, "count", cwd=tmp_path).stderr) is not whole
    full = run_script(script, "log", "--help", cwd=tmp_path)
    assert (full.returncode, "site" in full.stderr) == (0, True)
    assert full.stdout.startswith("Usage: recall log")


def test_outside_of_environments_the_right_python_is_called(tmp_path: Path) -> None:
    """`pip install --user` puts it far from its Python: the folder of the packages says which one that is."""
    room = tmp_path / "lib" / "python3.99" / "dist-packages"
    (room / "recall_agent_memory-1.0.dist-info").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    script = install_script(tmp_path)
    (tmp_path / "path").mkdir()
    for where, name in (("path", "python3.99"), ("bin", "python3.99"), ("path", "python3")):
        python = tmp_path / where / name
        python.write_text(f'#!/bin/sh\necho {where} {name} "$@"\n')
        python.chmod(0o755)
    path = f"{tmp_path / 'path'}:{os.defpath}"
    told = f"-I {script} {tmp_path}/bin/../lib/python3.99/dist-packages count --json\n"
    assert run_script(script, "count", "--json", cwd=tmp_path, path=path).stdout == "bin python3.99 " + told
    (tmp_path / "bin" / "python3.99").unlink()
    assert run_script(script, "count", "--json", cwd=tmp_path, path=path).stdout == "path python3.99 " + told
    (room / "recall_agent_memory-1.0.dist-info").rmdir()
    told = f"-EP {script} count --json\n"
    assert run_script(script, "count", "--json", cwd=tmp_path, path=path).stdout == "path python3 " + told


PYTHON_VARIABLES: tuple[dict[str, str], ...] = (
    {"PYTHONPATH": "."}, {"PYTHONPATH": ""}, {"PYTHONPATH": "nowhere:.:"}, {"PYTHONPATH": "FOLDER"}, {"PYTHONHOME": "."},
    {"PYTHONSTARTUP": "apsw.py"}, {"PYTHONINSPECT": "1"}, {"PYTHONUSERBASE": "."}, {"PYTHONPLATLIBDIR": "."},
    {"PYTHONSAFEPATH": "", "PYTHONPATH": "."}, {"PYTHONBREAKPOINT": "apsw.x"}, {"PYTHONWARNINGS": "error::apsw.X"},
    {"PYTHONEXECUTABLE": "./apsw.py"}, {"PYTHONPYCACHEPREFIX": "."}, {"PYTHONOPTIMIZE": "2", "PYTHONPATH": "."},
)  # fmt: skip


def install_for_user(home: Path) -> Path:
    """What `pip install --user` lays down, with a Python that lies in no usual place and says how it is called."""
    room = home / ".local/lib/python3.77/site-packages"
    (room / "recall_agent_memory-1.dist-info").mkdir(parents=True)
    (home / ".local/bin").mkdir()
    python = home / ".pyenv/versions/3.77.1/bin/python3.77"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$3 $4 $5"\n')
    python.chmod(0o755)
    return install_script(home / ".local")


def test_a_python_that_is_not_on_a_short_path_is_found_where_pythons_lie(tmp_path: Path) -> None:
    """A desktop starts programs with /usr/bin:/bin; where the Python is gone altogether, a hook says nothing."""
    script = install_for_user(tmp_path)
    ran = run_script(script, "hook", "session-end", cwd=tmp_path)
    assert ran.stdout == f"{tmp_path}/.local/bin/../lib/python3.77/site-packages hook session-end\n"
    (tmp_path / ".pyenv/versions/3.77.1/bin/python3.77").unlink()
    ran = run_script(script, "hook", "session-end", cwd=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert run_script(script, "list", cwd=tmp_path).returncode == 127


def test_a_hook_of_an_environment_without_its_python_says_nothing(tmp_path: Path) -> None:
    """The Python that it was made from was removed; whoever calls anything else is told."""
    script = make_environment(tmp_path / "venv")
    (tmp_path / "venv/bin/python").unlink()
    ran = run_script(script, "hook", "session-start", "--agent", "codex", cwd=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert run_script(script, "list", cwd=tmp_path).returncode == 127


def test_without_a_path_python_knows_where_it_lies(tmp_path: Path) -> None:
    """Else no worker could be started from a hook whose agent has no PATH."""
    script = install_for_user(tmp_path)
    (tmp_path / ".pyenv/versions/3.77.1/bin/python3.77").write_text("#!/bin/sh\nenv\n")
    ran = subprocess.run([str(script)], env={"HOME": str(tmp_path)}, capture_output=True, text=True)
    assert any(line.startswith("PATH=/") for line in ran.stdout.split("\n"))


def make_module_trap(folder: Path) -> Path:
    """A folder with modules of names that recall needs; the file that shows that one was loaded."""
    folder.mkdir(parents=True, exist_ok=True)
    code = f"open({str(folder / 'LOADED')!r}, 'w').close()\n"
    names = (
        "apsw",
        "recall_cli",
        "sitecustomize",
        "usercustomize",
        "zlib",
        "json",
        "rich",
        "typer",
        "encodings",
        "site",
    )
    for name in names:
        (folder / f"{name}.py").write_text(code)
    user = folder / "lib" / VERSION / "site-packages"
    user.mkdir(parents=True)
    (user / "x.pth").write_text(f"import os; {code}")
    return folder / "LOADED"


COMMANDS_IN_A_TRAP: tuple[tuple[str, ...], ...] = (
    ("store", "Later.", "--defer"),
    ("log", "--help"),
    ("hook", "session-end", "--agent", "claude-code"),
)
"""Between them they start the worker, load the full parser and answer a hook."""
if LONG_RUN:
    COMMANDS_IN_A_TRAP += (
        *(("store", "The port is 8080."), ("list",), ("worker", "--once")),
        ("hook", "session-start", "--agent", "claude-code"),
    )


TRAPS = [
    pytest.param(variables, whole, id=f"{variables}-{'installed' if whole else 'editable'}")
    for number, variables in enumerate(PYTHON_VARIABLES)
    for whole in ([True, False] if LONG_RUN else [number % 2 == 0])
]
"""Each variable in both kinds of installation; in the daily run in one of them."""


@pytest.mark.parametrize(("variables", "whole"), TRAPS)
def test_no_variable_makes_it_load_the_folders_modules(whole: bool, variables: dict[str, str], tmp_path: Path) -> None:
    """Neither a command nor a hook nor the worker that it starts takes a module from the folder that it runs in."""
    script = make_environment(tmp_path / "venv", whole=whole)
    room = tmp_path / "venv" / "lib" / VERSION / "site-packages"
    (room / "zz.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    folder = tmp_path / "trap"
    loaded = make_module_trap(folder)
    env = {"HOME": str(tmp_path / "home"), "PATH": os.defpath, "LANG": "C.UTF-8", "RECALL_EXTRACTOR": "none"}
    env |= {name: value.replace("FOLDER", str(folder)) for name, value in variables.items()}
    said = '{"session_id": "s", "cwd": ".", "prompt": "which port?"}'
    for words in COMMANDS_IN_A_TRAP:
        ran = subprocess.run([str(script), *words], cwd=folder, env=env, input=said, capture_output=True, text=True)
        assert (ran.returncode, ran.stderr) == (0, ""), words
    assert not loaded.exists()


@pytest.mark.parametrize("variables", [{}, {"PYTHONPATH": "."}, {"PYTHONPATH": "sub"}], ids=str)
def test_as_a_module_it_loads_none_of_the_folders_either(
    variables: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do the processes that it starts: they get its own places for modules, and no others."""
    folder = tmp_path / "trap"
    loaded = make_module_trap(folder / "sub")
    (folder / "apsw.py").write_text((folder / "sub/apsw.py").read_text())
    places = f"{Path(recall_cli.__file__).parent.parent}{os.pathsep}{Path(apsw.__file__).parent.parent}"
    paths = os.pathsep.join([places, *variables.values()])
    env = {"HOME": str(tmp_path), "PATH": os.defpath, "PYTHONPATH": paths, "RECALL_EXTRACTOR": "none"}
    code = (
        "from recall_cli import child_process; child_process.drop_current_folder(); import apsw, subprocess; "
        "command = child_process.python_command('import apsw, recall_cli.flows.transfer.import_workers; print(apsw.__file__)'); "
        "print(subprocess.run(command, capture_output=True, text=True).stdout)"
    )
    if variables != {"PYTHONPATH": "sub"}:  # there, Python itself loads the folder's sitecustomize at its start
        ran = subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True)
        assert ran.stdout.strip() == apsw.__file__, ran.stderr
    env["PYTHONPATH"] = places
    ran = subprocess.run(
        [sys.executable, "-m", "recall_cli", "count"], cwd=folder, env=env, capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr) == ("0\n", "")
    assert not loaded.exists()


@pytest.mark.parametrize("path", [".:/usr/bin:/bin", "bin:/usr/bin:/bin", "/usr/bin::/bin", "/usr/bin:/bin:."])
def test_programs_of_the_folder_are_not_started(tmp_path: Path, path: str) -> None:
    """Where PATH leads into the current folder, no program that lies there is started, whatever it is called."""
    for program in ("readlink", "crontab", "systemctl", "ps", "python3", "sh"):
        for folder in (tmp_path / "work", tmp_path / "work" / "bin"):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / program).write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
            (folder / program).chmod(0o755)
    script = make_environment(tmp_path / "venv")
    (tmp_path / "linked").symlink_to(script)
    places = {"HOME": str(tmp_path), "PATH": path, "RECALL_DB": str(tmp_path / "m.db")}
    for words in (["--version"], ["schedule", "show"], ["count"]):
        subprocess.run(
            [tmp_path / "linked", *words], env=places, cwd=tmp_path / "work", check=False, capture_output=True
        )
    assert not (tmp_path / "started").exists()

"""Start files: same answers with and without, nothing of another hand is run, and nothing is left half-written."""

import marshal
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest

import recall_cli
from recall_cli import start_file_writer, start_files
from tests.command import Home
from tests.for_each import for_each

LAUNCH = """
import sys
sys.path[:0] = [{packages!r}, {libraries!r}]
import recall_cli.start_files as files
{before}
import os
end = os._exit
def end_with_list(status):
    sys.stderr.write("LOADED " + " ".join(n for n in sys.modules if n.startswith("recall_cli")) + "\\n")
    sys.stderr.flush()
    end(status)
os._exit = end_with_list
from recall_cli.__main__ import main
main()
"""


class Installation:
    """The package as an installer lays it down, with its bytecode, beside a store."""

    def __init__(self, folder: Path, compiled: Path) -> None:
        self.folder = folder
        self.packages = folder / "site-packages"
        self.package = self.packages / "recall_cli"
        self.cache = self.package / "__pycache__"
        self.home = folder / "home"
        self.home.mkdir()
        shutil.copytree(compiled, self.package)

    def run(self, *words: str, before: str = "", stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        """Run a command of this installation."""
        libraries = str(Path(apsw.__file__).parents[1])
        code = LAUNCH.format(packages=str(self.packages), libraries=libraries, before=before)
        environment = {"HOME": str(self.home), "PATH": os.defpath, "LANG": "C.UTF-8", **env}
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", code, *words],
            env=environment, cwd=self.home, capture_output=True, text=True, input=stdin,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done

    def files(self) -> list[Path]:
        """The start files that are there."""
        return sorted(self.cache.glob("start.*.bin*"))

    def warm_up(self, *words: str) -> Path:
        """Run a command until it has a start file; the file."""
        for _ in range(2):
            self.run(*words)
        (file,) = self.files()
        return file


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with its bytecode."""
    package = tmp_path_factory.mktemp("compiled") / "recall_cli"
    shutil.copytree(Path(recall_cli.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-m", "compileall", "-q", "-j", "1", str(package)], check=True)
    return package


@pytest.fixture
def installed(tmp_path: Path, compiled: Path) -> Installation:
    """A fresh installation."""
    return Installation(tmp_path, compiled)


def loaded(done: "subprocess.CompletedProcess[str]") -> set[str]:
    """The modules of ours that a run loaded."""
    return set(done.stderr.rpartition("LOADED ")[2].split())


def counts_usual(done: "subprocess.CompletedProcess[str]") -> int:
    """How many modules a run loaded in the usual way, as the last line before the list says."""
    return int(done.stderr.partition("USUAL ")[2].split()[0])


FAILED_TOOL = ("hook", "tool-failed", "--agent", "claude-code")
ERROR = "KeyError: 'LEDGER_DSN'"
COUNT_USUAL = """
from recall_cli import import_finder
import recall_cli.__main__ as m
run = m._run_command_line
def run_and_count(argv):
    status = run(argv)
    sys.stderr.write(f"USUAL {len(import_finder.loaded_modules)} ")
    return status
m._run_command_line = run_and_count
"""


RUN_MODULES = """
import os
def has_run(name):
    return not {"__getattr__", "__path__"} & sys.modules[name].__dict__.keys()
end_all = os._exit
def end_with_run(status):
    sys.stderr.write("RUN " + " ".join(n for n in sys.modules if n.startswith("recall_cli.") and has_run(n)))
    sys.stderr.flush()
    end_all(status)
os._exit = end_with_run
"""


def modules_run(done: "subprocess.CompletedProcess[str]") -> set[str]:
    """The modules of ours that a run did run, but for those that write start files."""
    return set(done.stderr.partition("RUN ")[2].split()) - {
        "recall_cli.start_file_writer",
        "recall_cli.agents",
        "recall_cli.agents.agent",
    }


def test_the_second_run_reads_one_file(installed: Installation) -> None:
    """The first run writes what it loaded; from the second on the modules come from the file, with the same answer."""
    first = installed.run("count", before=COUNT_USUAL)
    second = installed.run("count", before=COUNT_USUAL)
    assert counts_usual(first) > 20
    assert counts_usual(second) == 0
    assert second.stdout == first.stdout
    assert loaded(first) - loaded(second) <= {
        "recall_cli.start_file_writer",
        "recall_cli.agents",
        "recall_cli.agents.agent",
    }
    (file,) = installed.files()
    assert file.stat().st_mode & ~(0o644 if os.getuid() == 0 else 0o600) & 0o777 == 0


def test_what_ran_first_does_not_matter(installed: Installation) -> None:
    """A plain brief runs as few modules after briefs for a question as in a new installation."""
    installed.run("store", "The ledger listens on port 8123.", "--type", "finding", "--global")
    plain = ("context", "--compact", "--global")
    for _ in range(2):
        installed.run(*plain)
    alone = installed.run(*plain, before=COUNT_USUAL + RUN_MODULES)
    (file,) = installed.cache.glob("start.context.*")
    file.unlink()
    for _ in range(2):
        asked = installed.run(*plain, "Which port has the ledger?", before=COUNT_USUAL + RUN_MODULES)
    installed.run(*plain)  # adds the few modules that only a plain brief needs
    after = installed.run(*plain, before=COUNT_USUAL + RUN_MODULES)
    assert "8123" in alone.stdout
    assert after.stdout == alone.stdout
    assert counts_usual(after) == counts_usual(asked) == 0
    assert len(modules_run(asked)) > len(modules_run(after)) + 20
    assert modules_run(after) == modules_run(alone)


def test_what_the_first_stores_did_not_need_is_added(installed: Installation) -> None:
    """In an empty store nothing is compared; the first store that compares adds the modules for it."""
    texts = ("Alpha listens on port 80.", "Our lawyers read contracts.", "Alpha listens on port 81.", "Alpha is on 82.")
    first = installed.warm_up("store", texts[0], "--global").stat().st_size
    installed.run("store", texts[1], "--global")
    (file,) = installed.files()
    assert file.stat().st_size == first
    compared = installed.run("store", texts[2], "--global", before=COUNT_USUAL)
    assert counts_usual(compared) > start_files.MAX_MISSING_MODULES
    assert file.stat().st_size > first
    assert counts_usual(installed.run("store", texts[3], "--global", before=COUNT_USUAL)) == 0


SHOW_RE = """
import os
end_all = os._exit
def end_with_re(status):
    sys.stderr.write(f"RE {'re' in sys.modules} ")
    sys.stderr.flush()
    end_all(status)
os._exit = end_with_re
"""


def test_patterns_are_compiled_once(installed: Installation) -> None:
    """The compiled form of the patterns for secrets is kept too: later runs mask the same and do not even load `re`."""
    text = "The API token of the ledger is hunter2-Xk29vQpLmZr47tTa, said Ada on day {}."
    loads_re = SHOW_RE
    runs = [installed.run("store", text.format(day), "--global", "--json", before=loads_re) for day in (1, 2, 3)]
    assert ["RE True" in run.stderr for run in runs] == [True, False, False]
    assert all("hunter2" not in run.stdout and "secret: " in run.stdout for run in runs)
    (file,) = installed.cache.glob("start.patterns.*")
    file.write_bytes(file.read_bytes()[:-1])
    again = installed.run("store", text.format(4), "--global", "--json", before=loads_re)
    assert "RE True" in again.stderr
    assert "hunter2" not in again.stdout


def test_a_run_that_compiles_leaves_no_gap(installed: Installation) -> None:
    """Some installers leave compiling to the first run; what it compiled itself is added by the next."""
    for folder in [*installed.package.rglob("__pycache__")]:
        shutil.rmtree(folder)
    installed.run("count")
    installed.run("count")
    assert counts_usual(installed.run("count", before=COUNT_USUAL)) == 0


Content = tuple[tuple[tuple[Any, ...], ...], list[tuple[Any, ...]]]


def read_content(file: Path) -> Content:
    """The modules and the groups of codes of a start file."""
    raw = file.read_bytes()
    begin = raw.index(b"\n", 30) + 1 + 2 * start_files.SIZE_BYTES
    modules, places = marshal.loads(raw[begin:])
    begin += int.from_bytes(raw[begin - 8 : begin], "little")
    return modules, [marshal.loads(raw[begin + offset :]) for offset, _ in places]


def write_content(file: Path, content: Content) -> None:
    """Write a start file under the key that it has."""
    raw, (modules, groups) = file.read_bytes(), content
    codes = [marshal.dumps(group) for group in groups]
    places = tuple((sum(map(len, codes[:at])), len(code)) for at, code in enumerate(codes))
    index = marshal.dumps((modules, places))
    key = raw[: raw.index(b"\n", 30) + 1]
    sizes = (len(key) + 16 + len(index) + sum(map(len, codes)), len(index))
    file.write_bytes(b"".join([key, *(size.to_bytes(8, "little") for size in sizes), index, *codes]))


def test_a_package_that_is_not_in_the_file_is_found(installed: Installation) -> None:
    """A start file may hold a module and not the package around it."""
    file = installed.warm_up("count")
    modules, groups = read_content(file)
    without = tuple(module for module in modules if not module[1].endswith("/__init__.py"))
    assert 0 < len(without) < len(modules)
    write_content(file, (without, groups))
    assert installed.run("count").stdout == "0\n"


@pytest.mark.parametrize("module", start_file_writer.UNUSUAL_MODULES[:2])
def test_an_unusual_run_is_not_noted(module: str, installed: Installation) -> None:
    """One that met a secret or a terminal loads modules that the command does not need."""
    for _ in range(3):
        installed.run("count", before=f"import {module}")
    assert installed.files() == []


@for_each("words", [("--version",), ("nonsense",), ("hook",), ("../../x",), ("hook", "../x")])
def test_only_known_commands_have_a_file(words: tuple[str, ...]) -> None:
    """No command line can name another place or make many files."""
    name = start_files.start_file_name([*words])
    assert name in ("", "nonsense")
    assert not start_file_writer._is_known_command(name)


def test_only_a_hook_that_asks_the_store_reads_one(installed: Installation) -> None:
    """Most hooks of tools have nothing to say, and end after a few modules."""
    installed.run("store", f"{ERROR} means that the .env file is missing.", "--type", "finding")
    message = (
        '{"session_id": "s%d", "tool_name": "Bash", "tool_input": {"command": "make"}, "error": "Exit code 1\\n%s"}'
    )
    answers = []
    for run in range(4):
        done = installed.run(*FAILED_TOOL, stdin=message % (run, ERROR), before=COUNT_USUAL)
        answers.append(".env" in done.stdout)
    assert answers == [True] * 4
    assert counts_usual(done) == 0
    silent = installed.run(*FAILED_TOOL, stdin=message % (9, "all is well"))
    assert "recall_cli.flows.at_action.answer" in loaded(done)
    assert not {"recall_cli.flows.at_action.answer", "recall_cli.engines.sqlite.connection"} & loaded(silent)


@pytest.mark.parametrize(
    "order", [("--agent", "claude-code", "--db", "other.db"), ("--db", "other.db", "--agent", "claude-code")]
)
def test_a_hook_of_a_named_store_ends_as_early(order: tuple[str, ...], installed: Installation) -> None:
    """With --db too, a hook that has nothing to say opens no store; what one store lacks says nothing of another."""
    installed.run("store", f"{ERROR} means that the .env file is missing.", "--type", "finding")
    installed.run("store", "Tea is served at five.", "--type", "finding", "--db", "other.db")
    message = (
        '{"session_id": "s%d", "tool_name": "Bash", "tool_input": {"command": "make"}, "error": "Exit code 1\\n%s"}'
    )
    named = ("hook", "tool-failed", *order)
    first, second = (installed.run(*named, stdin=message % (run, ERROR)) for run in (1, 2))
    assert first.stdout == second.stdout == ""
    assert "recall_cli.engines.sqlite.connection" in loaded(first)
    assert "recall_cli.engines.sqlite.connection" not in loaded(second)
    assert ".env" in installed.run(*FAILED_TOOL, stdin=message % (3, ERROR)).stdout


def test_it_can_be_switched_off(installed: Installation) -> None:
    """Then no file is written, and none is used."""
    for _ in range(3):
        installed.run("count", RECALL_START_FILES="off")
    assert installed.files() == []
    installed.warm_up("count")
    assert counts_usual(installed.run("count", before=COUNT_USUAL, RECALL_START_FILES="off")) > 20


def test_a_changed_source_is_seen_at_once(installed: Installation) -> None:
    """A source that was edited or replaced in place is what runs."""
    installed.warm_up("count")
    source = installed.package / "cli/commands/read/count.py"
    text = source.read_text()
    assert "def count(" in text
    source.write_text(text + '\nprint("edited")\n')
    assert "edited" in installed.run("count").stdout
    installed.run("count")
    installed.run("count")
    again = installed.run("count", before=COUNT_USUAL)
    assert "edited" in again.stdout
    assert counts_usual(again) == 0


def test_another_version_does_not_use_it(installed: Installation) -> None:
    """An upgrade in place: the old file is ignored, and replaced by the new program."""
    file = installed.warm_up("count")
    old = file.read_bytes()
    init = installed.package / "__init__.py"
    init.write_text(init.read_text().replace('__version__ = "', '__version__ = "9.'))
    assert counts_usual(installed.run("count", before=COUNT_USUAL)) > 20
    installed.run("count")
    assert file.read_bytes() != old
    assert counts_usual(installed.run("count", before=COUNT_USUAL)) == 0


POISON = "import sys; sys.stdout.write('POISON\\n')"


def poison(file: Path) -> None:
    """Give a start file code of somebody else, with correct sizes."""
    modules, groups = read_content(file)
    strange = compile(POISON, "poison", "exec")
    write_content(file, (modules, [(strange,) * len(group) for group in groups]))


def test_the_poison_of_these_tests_would_run(installed: Installation) -> None:
    """In a file that belongs to the owner alone it is code like the bytecode beside it; so the next tests can fail."""
    file = installed.warm_up("count")
    poison(file)
    libraries = str(Path(apsw.__file__).parents[1])
    code = LAUNCH.format(packages=str(installed.packages), libraries=libraries, before="")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, "count"], env={"HOME": str(installed.home)}, cwd=installed.home,
        capture_output=True, text=True,
    )  # fmt: skip
    assert "POISON" in done.stdout


@pytest.mark.parametrize("how", ["group", "others", "link", "second name", "fifo", "folder"])
def test_a_file_of_another_hand_is_not_run(how: str, installed: Installation) -> None:
    """One that others may write, a link, a file with a second name, or something that is no file."""
    file = installed.warm_up("count")
    poison(file)
    if how in ("group", "others"):
        file.chmod(0o664 if how == "group" else 0o606)
    elif how in ("fifo", "folder"):
        file.unlink()
        os.mkfifo(file) if how == "fifo" else file.mkdir()
    else:
        elsewhere = installed.folder / "elsewhere.bin"
        file.rename(elsewhere)
        file.symlink_to(elsewhere) if how == "link" else os.link(elsewhere, file)
    assert "POISON" not in installed.run("count").stdout


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("owner", [(1234, 0), (1234, 1234), (0, 1234)], ids=["file", "both", "program"])
def test_root_runs_no_file_of_a_user(owner: tuple[int, int], installed: Installation) -> None:
    """`sudo recall` in a user's installation uses no start file and leaves none; a stranger's file is ignored."""
    file = installed.warm_up("count")
    poison(file)
    file_owner, program_owner = owner
    os.chown(installed.package, program_owner, program_owner)
    os.chown(file, file_owner, file_owner)
    before = file.read_bytes()
    assert "POISON" not in installed.run("count").stdout
    if program_owner:
        assert file.read_bytes() == before


@pytest.mark.parametrize("damage", [b"", b"\0" * 4096, b"recall start file 2\n", b"\xff" * 100])
def test_a_damaged_file_is_made_again(damage: bytes, installed: Installation) -> None:
    """Whatever is in it, the command answers, and later runs have a good file again."""
    file = installed.warm_up("count")
    good = file.read_bytes()
    for broken in (damage, good[: len(good) // 2], good[:-1], good + b"\0"):
        file.write_bytes(broken)
        assert installed.run("count").stdout == "0\n"
    installed.run("count")
    installed.run("count")
    assert counts_usual(installed.run("count", before=COUNT_USUAL)) == 0


def test_no_variable_names_another_place(installed: Installation) -> None:
    """Whose home it is, and where caches are kept, has no part in where code comes from."""
    shared = installed.folder / "shared"
    shared.mkdir()
    for _ in range(3):
        installed.run("count", XDG_CACHE_HOME=str(shared), XDG_DATA_HOME=str(shared / "data"), HOME=str(shared))
    assert not [path for path in shared.rglob("*") if path.suffix == ".bin"]
    assert len(installed.files()) == 1


FULL_DISK = """
import os
write = os.write
def refuse(file, data):
    if file > 2 and len(data) > 100 and b"recall start file" in bytes(data[:40]):
        raise OSError(28, "No space left on device")
    return write(file, data)
os.write = refuse
"""
READ_ONLY = """
import os
opened = os.open
def refuse(path, flags, *mode, **more):
    if "start." in str(path) and flags & os.O_CREAT:
        raise OSError(30, "Read-only file system")
    return opened(path, flags, *mode, **more)
os.open = refuse
"""


@pytest.mark.parametrize("trouble", [FULL_DISK, READ_ONLY], ids=["full disk", "read-only"])
def test_where_nothing_can_be_written_the_command_works(trouble: str, installed: Installation) -> None:
    """No message, no error and no half of a file."""
    for _ in range(3):
        done = installed.run("count", before=trouble)
        assert (done.stdout, done.stderr.partition("LOADED")[0]) == ("0\n", "")
    assert installed.files() == []


def test_two_processes_at_once(installed: Installation) -> None:
    """Each writes a file of its own and puts it in place whole."""
    libraries = str(Path(apsw.__file__).parents[1])
    code = LAUNCH.format(packages=str(installed.packages), libraries=libraries, before="")
    command = [sys.executable, "-I", "-S", "-c", code, "count"]
    for _ in range(3):
        runs = [
            subprocess.Popen(
                command,
                env={"HOME": str(installed.home)},
                cwd=installed.home,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            for _ in range(4)
        ]
        assert [run.communicate()[0] for run in runs] == [b"0\n"] * 4
    assert len(installed.files()) == 1
    assert counts_usual(installed.run("count", before=COUNT_USUAL)) == 0


@pytest.mark.parametrize(
    ("folder", "may_have"), [("/home/ada/recall", False), ("/usr/lib/python3/dist-packages", True)]
)
def test_an_editable_installation_has_none(folder: str, may_have: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sources that lie in no folder of installed packages change all the time."""
    monkeypatch.setattr(start_files, "FOLDER", f"{folder}/recall_cli")
    assert (start_files.use_start_file(["count"]) is not None) == may_have


@pytest.fixture
def strange_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installation with two start files: one of the owner's, and one that others may write."""
    cache = tmp_path / "site-packages/recall_cli/__pycache__"
    cache.mkdir(parents=True)
    for name, mode in (("store", 0o600), ("search", 0o666)):
        file = cache / f"start.{name}.cpython-311.bin"
        file.write_bytes(b"recall start file 2\n")
        file.chmod(mode)
    monkeypatch.setattr(start_files, "FOLDER", str(cache.parent))
    return cache


def test_doctor_mentions_them(recall: Home, strange_folder: Path) -> None:
    """How many there are, where, how to switch them off, and which is not used because others may write it."""
    found = [one for one in recall.json("doctor")["findings"] if "start file" in one["said"]]
    assert [one["state"] for one in found] == ["note", "ok"]
    assert found[0]["said"].endswith("start.search.cpython-311.bin")
    assert found[1]["said"] == f"2 start files in {strange_folder} (RECALL_START_FILES=off switches them off)"


def test_uninstall_removes_them(recall: Home, strange_folder: Path) -> None:
    """Otherwise they would stay behind: what uninstalls the program does not know them."""
    other = strange_folder / "app.cpython-311.pyc"
    other.write_bytes(b"")
    planned = recall.json("uninstall", "--dry-run")["parts"]
    assert [part["action"] for part in planned if part["part"] == "start files"] == ["would be removed"]
    assert len([*strange_folder.iterdir()]) == 3
    recall.quick("uninstall", "--yes")
    assert [*strange_folder.iterdir()] == [other]
    assert "start files" not in {part["part"] for part in recall.json("uninstall", "--dry-run")["parts"]}


def test_a_package_that_is_a_link_gets_no_start_files(installed: Installation, tmp_path: Path) -> None:
    """Its sources are somebody's checkout: they change, and their folder is not one of an installer."""
    checkout = tmp_path / "checkout" / "recall_cli"
    shutil.move(str(installed.package), checkout)
    installed.package.symlink_to(checkout)
    for _ in range(3):
        installed.run("count")
    assert list((checkout / "__pycache__").glob("start.*.bin*")) == []

"""`recall --complete`: what the shells ask."""

import subprocess
import sys

import pytest

from recall_cli.cli.commands.manage.projects import PROJECT_ACTIONS
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS
from recall_cli.cli.registry import COMMANDS, command_module_name
from recall_cli.cli.shells.completion_values import COMPLETERS
from recall_cli.settings import all_settings

STORE_AS_GIVEN = ("--extractor", "none")
"""Stored as it is: what is worth keeping is not the question here."""


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Ask in a fresh process, as a shell does; the lines, and that nothing else was said."""
    monkeypatch.setenv("RECALL_DB", str(tmp_path / "store.db"))
    monkeypatch.chdir(tmp_path)

    def run(*words):
        done = subprocess.run([sys.executable, "-m", "recall_cli", *words], capture_output=True, check=False)
        said = [line for line in done.stderr.splitlines() if not line.startswith(b"recall: new project ")]
        assert (done.returncode, said) == (0, [])
        return done.stdout.decode().splitlines()

    return run


def test_every_kind_that_a_parameter_names_is_known():
    """Each `completes` of each command is answered by somebody."""
    for name in COMMANDS:
        for param in (*__import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS, *GLOBAL_OPTIONS):
            assert param.completes in ("", "file", *COMPLETERS)


def test_ids_newest_first_as_short_as_can_be(ask):
    """The newest fifty, each with its words on one line, each enough for `recall get`."""
    for number in range(3):
        ask("store", f"Memory\tnumber\n{number} " + "and so on " * 20, "--global", *STORE_AS_GIVEN)
    lines = ask("--complete", "id")
    assert [line.partition("\t")[2][:15] for line in lines] == ["Memory number 2", "Memory number 1", "Memory number 0"]
    assert all(len(line.partition("\t")[2]) <= 60 for line in lines)
    for line in lines:
        short, _, words = line.partition("\t")
        whole = ask("get", short)[0].partition("\t")[0]
        assert whole.endswith(short)
        assert ask("--complete", "id", whole[:30]) == [f"{whole}\t{words}"]
    assert ask("--complete", "id", "ffffffff") == []


def test_at_most_fifty(ask, tmp_path):
    """A long list is no help."""
    (tmp_path / "many").write_text("".join(f'{{"text": "Memory {number}."}}\n' for number in range(80)))
    ask("import", "many")
    assert len(ask("--complete", "id")) == 50


def test_operations_that_can_be_undone(ask):
    """An operation that was undone is not offered, its undoing is."""
    ask("store", "First memory of all.", *STORE_AS_GIVEN)
    ask("store", "Second memory of all.", *STORE_AS_GIVEN)
    ask("undo")
    assert [line.partition("\t")[0] for line in ask("--complete", "op")] == ["3", "1"]
    assert ask("--complete", "op", "1") == ["1\tstore: First memory of all."]


def test_what_a_view_may_not_see_is_not_offered(ask, monkeypatch):
    """Neither an id nor an operation tells the words of what is classified above the clearance."""
    ask("store", "The merger is in May.", "--classification", "confidential", *STORE_AS_GIVEN)
    monkeypatch.setenv("RECALL_CLEARANCE", "internal")
    assert ask("--complete", "id") == []
    assert ask("--complete", "op") == ["1\tstore"]


def test_settings_and_what_follows_them(ask):
    """Settings, then their values; what to do with projects, then with which."""
    ask("store", "x y z", "--project", "one", *STORE_AS_GIVEN)
    ask("store", "x y z", "--project", "two", *STORE_AS_GIVEN)
    names = [line.partition("\t")[0] for line in ask("--complete", "setting")]
    assert names == [setting.name for setting in all_settings()]
    assert ask("--complete", "setting", "--", "off") == ["true\t", "false\t"]
    assert ask("--complete", "setting", "conf", "--", "clearance") == ["confidential\t"]
    assert ask("--complete", "project-action") == [f"{action}\t" for action in PROJECT_ACTIONS]
    assert ask("--complete", "project-action", "--", "merge", "one") == ["two\t"]
    assert ask("--complete", "project-action", "--", "set", "one") == []


@pytest.mark.parametrize(
    "words",
    [
        [], ["nothing"], ["id", "x", "--db"], ["id", "--db", "/"], ["id", "", "--db", "/none/store.db"],
        ["setting", "--", "?"], ["project-action", "--", "?"], ["project", b"\xed\xa0\x80"],
    ],
)  # fmt: skip
def test_errors_print_nothing(ask, words):
    """Nothing to offer, nothing understood, nothing there: silence, and all is well."""
    assert ask("--complete", *words) == []


def test_asking_makes_no_store(ask, tmp_path):
    """Where nothing was ever stored, a key press leaves no file."""
    for kind in COMPLETERS:
        ask("--complete", kind)
    assert list(tmp_path.iterdir()) == []


def test_nothing_heavy_is_loaded(ask):
    """A key press does not wait for Typer or rich."""
    code = (
        "import sys; sys.path[:] = sys.argv[1:]; from recall_cli.__main__ import run;"
        "run(['--complete', 'id']); run(['--complete', 'setting']);"
        "print([name for name in ('typer', 'rich', 're', 'json', 'typing', 'dataclasses') if name in sys.modules])"
    )
    command = [sys.executable, "-S", "-c", code, *sys.path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"

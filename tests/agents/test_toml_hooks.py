"""recall's hooks in settings in TOML: put in, found and removed; every other byte stays."""

import tomllib
from pathlib import Path

import pytest

from recall_cli.agents.hook_entries import find_entries
from recall_cli.agents.registry import KIMI
from tests.command import Home

OTHER_HOOK = '[[hooks]]\nevent = "Stop" # mine\ncommand = "echo mine"\n'
MANY_LINES = '[[hooks]]\nevent = "Stop"\ncommand = """\necho one\n\n[[hooks]]\necho two\n"""\n'
TEXTS = {
    "nothing": "",
    "blank": "\n",
    "usual": 'default_model = "k"\n\n[providers.kimi]\ntype = "kimi" # mine\n\n[models."k"]\nprovider = "kimi"\n',
    "no line end": 'default_model = "k" # mine',
    "another hook": f'default_model = "k"\n\n{OTHER_HOOK}\n[loop_control]\nmax_steps_per_turn = 5\n',
    "only another hook": OTHER_HOOK,
    "a hook in many lines": MANY_LINES,
    "windows": 'default_model = "k"\r\n[loop_control]\r\nmax_steps_per_turn = 5\r\n',
}


@pytest.fixture
def settings(recall: Home) -> Path:
    """Where Kimi Code's settings are."""
    path = recall.path / KIMI.user
    path.parent.mkdir()
    return path


def read(path: Path) -> str:
    """The settings, byte for byte."""
    return path.read_bytes().decode()


@pytest.mark.parametrize("name", TEXTS)
def test_removed_the_settings_are_as_before(recall: Home, settings: Path, name: str) -> None:
    """Installed twice they hold each hook once, and removed nothing; what is not recall's is there at every time."""
    settings.write_bytes(TEXTS[name].encode())
    for action in ("installed", "already installed"):
        assert recall.json("hooks", "install", "kimi")["hooks"][0]["action"] == action
    text = read(settings)
    assert text.startswith(TEXTS[name])
    hooks = tomllib.loads(text)["hooks"]
    own = [hook for hook in hooks if "--agent kimi" in hook["command"]]
    assert [hook["event"] for hook in own] == [hook.name for hook in KIMI.hooks]
    assert {frozenset(hook) for hook in own} == {frozenset(("event", "command", "timeout"))}
    assert recall.json("hooks", "remove", "kimi")["hooks"][0]["action"] == "removed"
    assert read(settings) == TEXTS[name]


def test_a_file_of_recall_alone_goes_with_it(recall: Home, settings: Path) -> None:
    """A file that was made for the hooks does not stay behind empty."""
    recall.json("hooks", "install", "kimi")
    assert settings.exists()
    recall.json("hooks", "remove", "kimi")
    assert not settings.exists()


def test_what_changed_since_stays(recall: Home, settings: Path) -> None:
    """Before, between and behind recall's tables: the user's changes stay, and recall's are gone."""
    settings.write_text(TEXTS["usual"])
    recall.json("hooks", "install", "kimi")
    first, rest = read(settings).split("[[hooks]]", 1)
    second, others = rest.split("[[hooks]]", 1)
    settings.write_text(
        f"{first}# a remark\n{OTHER_HOOK}\n[[hooks]]{second}{OTHER_HOOK}\n[[ hooks ]]{others}[tui]\na = 1\n"
    )
    recall.json("hooks", "remove", "kimi")
    left = read(settings)
    assert left.startswith(TEXTS["usual"])
    assert (left.count(OTHER_HOOK), "# a remark" in left, "[tui]\na = 1\n" in left) == (2, True, True)
    assert find_entries(left, KIMI) == []


@pytest.mark.parametrize("text", ["hooks = []\n", "a = \n", '{"hooks": {}}\n'])
def test_settings_that_cannot_be_added_to_are_left(recall: Home, settings: Path, text: str) -> None:
    """An array in one line, and what is not TOML: an error that says so, and no change."""
    settings.write_text(text)
    answer = recall("hooks", "install", "kimi")
    assert (answer.status, "nothing was changed" in answer.err) == (1, True)
    assert read(settings) == text


def test_hooks_in_one_line_are_not_torn_out(recall: Home, settings: Path) -> None:
    """A program may write the array in one line: the error says what to remove by hand."""
    settings.write_text('hooks = [{event = "Stop", command = "recall hook turn-end --agent kimi"}]\n')
    before = read(settings)
    answer = recall("hooks", "remove", "kimi")
    assert (answer.status, "remove by hand" in answer.err, read(settings)) == (1, True, before)

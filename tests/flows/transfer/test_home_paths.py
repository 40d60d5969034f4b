"""The home folder in an export: it is `~` there, and an import finds every folder and file again."""

import json
from pathlib import Path
from typing import Any

import pytest

from recall_cli.flows.transfer.home_paths import HomePaths
from tests.command import Home
from tests.flows.agents.test_transcripts import add_job, transcript_line, write_session
from tests.flows.at_action.test_session_fixes import tool_lines
from tests.flows.test_projects import repository

EXPORT_ALL = ("export", "--project", "*", "--include", "superseded,deleted,held,expired")
RULES = "# Rules\n\n- We deploy on Tuesdays only.\n- The queue runs on NATS.\n"
CHANGED_RULES = "# Rules\n\n- We deploy on Tuesdays only.\n"


def fill(recall: Home) -> dict[str, Path]:
    """A store filled by commands, imports, and a session that a hook gave; its folders."""
    home = recall.path
    folders = {name: home / "work" / name for name in ("notes", "shop", "bank")}
    folders["notes"].mkdir(parents=True)
    repository(folders["shop"])
    repository(folders["bank"], str(home / "remotes" / "bank.git"))
    for name, folder in folders.items():
        (folder / "app.py").write_text("retry = 3\n")
        recall.store(f"The {name} project retries three times.", cwd=folder)
        (folder / "rules.md").write_text(RULES)
        assert recall.quick("import", "rules.md", cwd=folder).status == 0
        (folder / "plain.txt").write_text(f"The {name} team meets in room {len(name)}.\n")
        assert recall.quick("import", str(folder / "plain.txt"), cwd=folder).status == 0
    recall.store("Retries are set here.", "--anchor", "app.py:1", cwd=folders["shop"])
    changed = recall.store("The bank opens at nine.", cwd=folders["bank"])
    recall.quick("update", changed, "--text", "The bank opens at ten.", cwd=folders["bank"])
    command, error = f"python {home}/work/load.py", f"FileNotFoundError: '{home}/work/data.csv' is missing"
    session = (
        transcript_line("We load data each night because the feed comes late.", 0, "assistant"),
        tool_lines(1, command, f"Exit code 1\n{error}", failed=True),
        tool_lines(3, "make data", "done"),
        tool_lines(5, command, "loaded 12 rows"),
    )
    add_job(recall, write_session(recall, "".join(session)))
    assert recall.quick("worker", "--once").status == 0
    return folders


def lists(recall: Home, folders: dict[str, Path]) -> dict[str, Any]:
    """What each folder's project has."""
    return {name: recall.quick("list", "-n", "50", cwd=folder).out for name, folder in folders.items()}


def words_left_out(line: dict[str, Any]) -> str:
    """An export line without the words that a person or an agent stored."""
    fields = {name: value for name, value in line.items() if name not in ("text", "span", "events")}
    sides = [event.get(side, {}) for event in line.get("events", ()) for side in ("before", "after")]
    return json.dumps([fields, [{name: value for name, value in side.items() if name != "text"} for side in sides]])


def test_an_export_does_not_name_the_home_folder(recall: Home) -> None:
    """Marks of projects, source files, errors and commands: none has the absolute path, now or at a past moment."""
    fill(recall)
    for more in ((), ("--as-of", recall.moment)):
        lines = [json.loads(line) for line in recall.quick(*EXPORT_ALL, *more).lines]
        assert len(lines) > 5
        named = [words for words in map(words_left_out, lines) if str(recall.path) in words]
        assert named == []
        assert "~/work/notes" in json.dumps(lines)


def test_an_import_finds_folders_and_files_again(recall: Home) -> None:
    """On the same machine each folder has its memories, the export is the same, and a changed file ends its statement."""
    folders = fill(recall)
    before, said = lists(recall, folders), recall.quick(*EXPORT_ALL, person=True).raw
    recall.more["XDG_DATA_HOME"] = str(recall.path / "other")
    recall.db = recall.path / "other/recall/recall.db"
    recall._database = ""
    assert recall.quick("import", "-", "--own", stdin=said, person=True).status == 0
    assert lists(recall, folders) == before
    assert recall.quick(*EXPORT_ALL, person=True).raw == said
    for folder in folders.values():
        (folder / "rules.md").write_text(CHANGED_RULES)
        assert recall.json("import", "rules.md", cwd=folder)["ended"] == 1


def test_another_home_folder_gets_its_own_paths(recall: Home, tmp_path: Path) -> None:
    """Imported for another home folder, the same folder below it is the project."""
    fill(recall)
    other = Home(tmp_path / "other-home")
    said = recall.quick(*EXPORT_ALL).raw
    other.quick("import", "-", stdin=said)
    folder = other.path / "work/notes"
    folder.mkdir(parents=True)
    assert "The notes project retries three times." in other.quick("list", cwd=folder).out


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("/home/ada", "~"),
        ("/home/ada/x", "~/x"),
        ("path:/home/ada/x", "path:~/x"),
        ("gitdir:/home/ada/x/.git:12: a.md", "gitdir:~/x/.git:12: a.md"),
        ("cp '/home/ada/x' \"/home/ada/y\"", "cp '~/x' \"~/y\""),
        ("A=/home/ada/x:/home/ada/y", "A=~/x:~/y"),
        ("file:///home/ada/x", "file://~/x"),
        ("/home/adam/x", "/home/adam/x"),
        ("/home/ada-old/x", "/home/ada-old/x"),
        ("/home/ada.bak", "/home/ada.bak"),
        ("/mnt/home/ada/x", "/mnt/home/ada/x"),
        ("../home/ada/x", "../home/ada/x"),
        ("src/app.py", "src/app.py"),
    ],
)
def test_a_path_is_shortened_and_lengthened(monkeypatch: pytest.MonkeyPatch, text: str, short: str) -> None:
    """The home folder is found where a path begins, and `~` gives the same text back."""
    monkeypatch.setenv("HOME", "/home/ada")
    paths = HomePaths()
    assert paths.shorten(text) == short
    assert paths.lengthen(short) == text


@pytest.mark.parametrize("text", ["about ~5", "a~/b", "x ~ y", "x~", "/~/x", "~bob/x"])
def test_another_tilde_stays(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """A tilde that begins no path in the home folder is left alone."""
    monkeypatch.setenv("HOME", "/home/ada")
    assert HomePaths().lengthen(text) == text


@pytest.mark.parametrize("home", ["/", ""])
def test_without_a_home_folder_nothing_changes(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    """Where the home folder is the root, every path stays as it is."""
    monkeypatch.setenv("HOME", home or "/")
    paths = HomePaths()
    assert (paths.shorten("/srv/x"), paths.lengthen("~/x")) == ("/srv/x", "~/x")

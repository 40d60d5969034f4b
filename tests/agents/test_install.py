"""Installing into an agent's settings and removing: every byte that is not recall's stays."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.agents import hook_entries
from recall_cli.agents.allow_rules import ALLOWED_COMMANDS, all_rules, find_rules
from recall_cli.agents.json_editor import JsonEditor
from recall_cli.agents.jsonc import parse_jsonc
from recall_cli.agents.own_members import remove_own_members
from recall_cli.agents.registry import CLAUDE_CODE, KNOWN_AGENTS
from recall_cli.flows.agents import hooks
from tests.command import Home
from tests.long_run import repetitions

SETTINGS_TEXTS = {
    "empty": "",
    "blank": "\n\n",
    "nothing": "{}",
    "nothing and a line": "{}\n",
    "spread nothing": "{\n}\n",
    "one line": '{"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "bell"}]}]}}',
    "usual": '{\n  "model": "opus",\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)"\n    ]\n  }\n}\n',
    "tabs": '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"SessionStart": []\n\t}\n}',
    "four": '{\n    "env": {"API_KEY": "none"},\n    "hooks": {}\n}\n',
    "windows": '{\r\n  "model": "opus",\r\n  "hooks": {\r\n    "SessionEnd": []\r\n  }\r\n}\r\n',
    "mark": '\ufeff{\n  "theme": "dark"\n}\n',
    "others": """{
  "hooks": {
    "SessionStart": [
      {"matcher": "startup", "hooks": [{"type": "command", "command": "git status --short"}]},
      {
        "hooks": [
          {
            "type": "command",
            "command": "other-memory hook start"
          }
        ]
      }
    ],
    "SessionEnd": [{"hooks": [{"type": "command", "command": "say bye"}]}]
  },
  "last": true
}
""",
    "comments": """// my settings
{
  /* the model */ "model": "opus", // best
  "hooks": { // mine
    "SessionStart": [
      // nothing yet
    ],
    "SessionEnd": [
      {"hooks": [{"type": "command", "command": "say bye"}]}, // polite
    ], // the end
  }, // done
  // and nothing more
}
// bye
""",
    "last comment": '{\n  "a": 1 // one\n  // two\n}\n',
    "strings": '{\n  "a": "// no comment, } no bracket, \\" no end",\n  "ünïcode 🙂": "\\u00e9"\n}\n',
    "no line end": '{\n  "a": [1, 2, 3]\n}',
    "odd": '{ "a" :1 ,\n"hooks"   : {"PreCompact":[ ]   }\n  , "b":[ ] }   \n\n',
    "version": '{\n  "version": 1,\n  "hooks": {}\n}\n',
}  # the text of a file in each form that people and programs write
BROKEN_SETTINGS = {
    "no end": '{"a": 1',
    "text": "model = opus\n",
    "list": "[1, 2]\n",
    "hooks": '{"hooks": []}',
    "event": '{"hooks": {"SessionStart": {}}}',
}
ENTRY_AGENTS = [agent.name for agent in KNOWN_AGENTS.values() if agent.form == "entries"]


def write_settings(recall: Home, agent: str, text: str | None) -> Path:
    """Write an agent's settings with this text."""
    path = recall.path / KNOWN_AGENTS[agent].user
    path.parent.mkdir(parents=True, exist_ok=True)
    if text is not None:
        path.write_bytes(text.encode())
    return path


def parse_settings(text: str) -> Any:
    return parse_jsonc(text).plain() if text.strip() else {}


def remove_our_entries(document: Any, agent: str) -> Any:
    """A document without our entries."""
    said = json.loads(json.dumps(document))
    for event in [*said.get("hooks", {})]:
        said["hooks"][event] = [one for one in said["hooks"][event] if f"--agent {agent}" not in json.dumps(one)]
    return said


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (agent, name)
        for agent in ENTRY_AGENTS
        for name in SETTINGS_TEXTS
        if name in ("usual", "comments") or agent in ("claude-code", "cursor")  # one of each form has all of them
    ],
)
def test_removed_is_as_if_never_installed(agent: str, name: str, recall: Home) -> None:
    """After install and remove, the file is the same byte for byte, with its permissions. In between it held both.

    A second install changes nothing, and neither does a second remove.
    """
    path = write_settings(recall, agent, SETTINGS_TEXTS[name])
    path.chmod(0o640)
    assert recall.json("hooks", "install", agent)["hooks"][0]["action"] == "installed"
    text = path.read_bytes().decode()
    assert len(hook_entries.find_entries(text, KNOWN_AGENTS[agent])) == len(
        hook_entries.hooks_to_install(KNOWN_AGENTS[agent], hook_entries.HookChoice())
    )
    before, kept = parse_settings(SETTINGS_TEXTS[name]), remove_our_entries(parse_settings(text), agent)
    rules = all_rules(KNOWN_AGENTS[agent])
    assert find_rules(text, KNOWN_AGENTS[agent], rules) == [*rules]
    for key, value in before.items():
        if key not in ("hooks", "permissions"):
            assert kept[key] == value
    assert {event: some for event, some in kept.get("hooks", {}).items() if some} == {
        event: some for event, some in before.get("hooks", {}).items() if some
    }
    assert recall.json("hooks", "install", agent)["hooks"][0]["action"] == "already installed"
    assert path.read_bytes().decode() == text
    assert recall.json("hooks", "remove", agent)["hooks"][0]["action"] == "removed"
    assert recall.json("hooks", "remove", agent)["hooks"][0]["action"] == "not installed"
    assert path.read_bytes().decode() == SETTINGS_TEXTS[name]
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", SETTINGS_TEXTS)
def test_later_edits_are_kept(name: str, recall: Home) -> None:
    """What the user adds while recall is installed stays after it was removed."""
    path = write_settings(recall, "claude-code", SETTINGS_TEXTS[name])
    recall.quick("hooks", "install", "claude-code")
    edited = path.read_bytes().decode().replace('"hooks"', '"added": {"by": "hand"},"hooks"', 1)
    path.write_bytes(edited.encode())
    recall.quick("hooks", "remove", "claude-code")
    left = path.read_bytes().decode()
    assert "--agent" not in left
    said = parse_settings(left)
    assert said.pop("added") == {"by": "hand"}
    assert {k: v for k, v in said.items() if k != "hooks"} == {
        k: v for k, v in parse_settings(SETTINGS_TEXTS[name]).items() if k != "hooks"
    }
    if '"hooks"' in SETTINGS_TEXTS[name]:
        assert left == SETTINGS_TEXTS[name].replace('"hooks"', '"added": {"by": "hand"},"hooks"', 1)


@pytest.mark.parametrize("name", SETTINGS_TEXTS)
def test_a_file_that_was_written_anew_is_cleaned_too(name: str, recall: Home) -> None:
    """Agents rewrite their settings in their own layout, and the record may be lost. Our entries are still found."""
    path = write_settings(recall, "claude-code", SETTINGS_TEXTS[name])
    recall.quick("hooks", "install", "claude-code")
    path.write_text(json.dumps(parse_settings(path.read_bytes().decode()), indent=4))
    (recall.path / ".local/share/recall/hooks/installed.json").unlink()
    assert recall.json("hooks", "remove", "claude-code")["hooks"][0]["action"] == "removed"
    said, before = parse_settings(path.read_text()), parse_settings(SETTINGS_TEXTS[name])
    assert said.get("hooks", {}) == {event: some for event, some in before.get("hooks", {}).items() if some}
    assert {k: v for k, v in said.items() if k != "hooks"} == {k: v for k, v in before.items() if k != "hooks"}


@pytest.mark.parametrize("agent", ENTRY_AGENTS)
@pytest.mark.parametrize("name", BROKEN_SETTINGS)
def test_what_cannot_be_read_is_left_alone(name: str, agent: str, recall: Home) -> None:
    """A file that is not valid is not changed, and the message names the place of the error."""
    if name == "event" and "SessionStart" not in {hook.name for hook in KNOWN_AGENTS[agent].hooks}:
        pytest.skip(f"{agent} has no event SessionStart, which is what is wrong in this file")
    path = write_settings(recall, agent, BROKEN_SETTINGS[name])
    answer = recall.quick("hooks", "install", agent)
    assert (answer.status, answer.out) == (1, "")
    assert str(path) in answer.err
    assert path.read_text() == BROKEN_SETTINGS[name]


@pytest.mark.parametrize("agent", KNOWN_AGENTS)
def test_where_nothing_was_nothing_is_left(agent: str, recall: Home) -> None:
    """If there were no settings before, remove deletes the file and the folders made for it."""
    before = sorted(recall.path.rglob("*"))
    recall.quick("hooks", "install", agent)
    assert (recall.path / KNOWN_AGENTS[agent].user).is_file()
    recall.quick("hooks", "remove", agent)
    made = {".local", ".local/share", ".local/share/recall", ".local/share/recall/hooks"}
    after = {str(path.relative_to(recall.path)) for path in recall.path.rglob("*") if path not in before}
    assert after <= made


def test_another_version_is_replaced(recall: Home) -> None:
    """Entries from an older recall become those of this one, once, and are removed without a trace."""
    old = SETTINGS_TEXTS["others"].replace("say bye", "recall hook session-end --old --agent claude-code")
    path = write_settings(recall, "claude-code", old)
    assert recall.json("hooks", "status")["agents"][0]["installed"][0]["state"] == "of another version"
    assert recall.json("hooks", "install", "claude-code")["hooks"][0]["action"] == "brought up to date"
    text = path.read_text()
    assert "--old" not in text
    assert len(hook_entries.find_entries(text, CLAUDE_CODE)) == len(
        hook_entries.hooks_to_install(CLAUDE_CODE, hook_entries.HookChoice())
    )
    recall.quick("hooks", "remove", "claude-code")
    assert "claude-code" not in path.read_text()
    assert "other-memory" in path.read_text()


def test_a_hook_that_somebody_put_beside_ours_stays(recall: Home) -> None:
    """Our hook is removed from a group that it shares with another."""
    shared = '{"hooks": {"SessionEnd": [{"hooks": [{"type": "command", "command": "say bye"}, {"type": "command", "command": "recall hook session-end --agent claude-code"}]}]}}'
    path = write_settings(recall, "claude-code", shared)
    recall.quick("hooks", "remove", "claude-code")
    assert path.read_text() == '{"hooks": {"SessionEnd": [{"hooks": [{"type": "command", "command": "say bye"}]}]}}'


@pytest.mark.parametrize("agent", ["opencode", "copilot"])
def test_a_file_of_somebody_elses_is_not_overwritten(agent: str, recall: Home) -> None:
    """If another program's file is where ours would be, nothing is changed."""
    path = write_settings(recall, agent, '{"version": 1, "hooks": {}}')
    assert recall.quick("hooks", "install", agent).status == 1
    assert recall.json("hooks", "remove", agent)["hooks"][0]["action"] == "not installed"
    assert path.read_text() == '{"version": 1, "hooks": {}}'


def test_a_link_stays_a_link(recall: Home) -> None:
    """Settings behind a link are changed at the link's target."""
    kept = recall.path / "dotfiles.json"
    kept.write_text("{}\n")
    path = write_settings(recall, "claude-code", None)
    path.symlink_to(kept)
    recall.quick("hooks", "install", "claude-code")
    assert path.is_symlink()
    assert "--agent claude-code" in kept.read_text()
    recall.quick("hooks", "remove", "claude-code")
    assert kept.read_text() == "{}\n"


def test_a_rehearsal_changes_nothing(recall: Home) -> None:
    """--dry-run shows the diff of installing or removing, and writes nothing."""
    path = write_settings(recall, "claude-code", SETTINGS_TEXTS["usual"])
    before = sorted(recall.path.rglob("*"))
    answer = recall.quick("hooks", "install", "claude-code", "--dry-run")
    assert "would be installed" in answer.out
    assert "hook session-start --agent claude-code" in answer.out
    assert sorted(recall.path.rglob("*")) == before
    assert path.read_text() == SETTINGS_TEXTS["usual"]
    recall.quick("hooks", "install", "claude-code")
    installed = path.read_text()
    assert "would be removed" in recall.quick("hooks", "remove", "claude-code", "--dry-run").out
    assert path.read_text() == installed


def test_a_repository_has_settings_of_its_own(recall: Home) -> None:
    """--project writes into the repository's settings, from any folder in it, and not into the user's.

    It allows nothing there: these settings are for other people too.
    """
    (recall.path / "repo/.git").mkdir(parents=True)
    inside = recall.path / "repo/deep/down"
    inside.mkdir(parents=True)
    found = recall.json("hooks", "install", "claude-code", "--project", cwd=inside)["hooks"][0]
    assert found["file"] == str(recall.path / "repo/.claude/settings.json")
    assert "permissions" not in json.loads(Path(found["file"]).read_text())
    assert not (recall.path / ".claude").exists()
    assert [one["level"] for one in recall.json("hooks", cwd=inside)["agents"][0]["installed"]] == ["project"]
    recall.quick("hooks", "remove", "claude-code", "--project", cwd=inside)
    assert not (recall.path / "repo/.claude").exists()


def test_the_clients_own_variable_moves_its_settings(recall: Home) -> None:
    """CLAUDE_CONFIG_DIR, CODEX_HOME and XDG_CONFIG_HOME are followed."""
    elsewhere = str(recall.path / "elsewhere")
    for agent, variable, tail in (
        ("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("opencode", "XDG_CONFIG_HOME", "opencode/plugin/recall.js"),
    ):
        found = recall.json("hooks", "install", agent, "--dry-run", env={variable: elsewhere})["hooks"][0]
        assert found["file"] == f"{elsewhere}/{tail}"


@pytest.mark.parametrize("script", ["exec python -m recall_cli", "exec another-recall", None])
def test_the_hook_calls_this_recall_by_its_whole_path(script: str | None, recall: Home) -> None:
    """Whichever recall is on this shell's PATH: an agent has another PATH."""
    bin_ = recall.path / "bin"
    bin_.mkdir()
    if script is not None:
        (bin_ / "recall").write_text(f"#!/bin/sh\n{script}\n")
        (bin_ / "recall").chmod(0o755)
    own = Path(sys.executable).parent / "recall"
    if not own.exists():
        pytest.skip("recall is not installed here")
    text = recall.json("hooks", "show", "claude-code", env={"PATH": str(bin_)})["text"]
    said = json.loads(text)["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    assert said == f"test ! -x {own} || {own} hook session-start --agent claude-code || :"


def make_fake_program(folder: Path, body: str) -> Path:
    """A program called recall that prints its arguments."""
    folder.mkdir(parents=True)
    path = folder / "recall"
    path.write_text(f"#!/bin/sh\n# recall_cli\n{body}\n")
    path.chmod(0o755)
    return path


def run_hook(said: str, home: Path) -> "subprocess.CompletedProcess[str]":
    """Run a hook's command like an agent that was started from the desktop."""
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(["/bin/sh", "-c", said], env=environment, input="{}", capture_output=True, text=True)


@pytest.mark.parametrize("name", ["plain", "with space", "it's", 'say "x"', "do$lar`s", "ünï", "a;b&c|d", "new\\line"])
@pytest.mark.parametrize("agent", ENTRY_AGENTS)
def test_any_path_can_be_called(agent: str, name: str, tmp_path: Path) -> None:
    """With spaces, quotes and signs in the program's path, the shell and recall itself both find it."""
    program = make_fake_program(tmp_path / name, 'echo "$@"')
    for hook in KNOWN_AGENTS[agent].hooks:
        said = hook_entries.hook_command(KNOWN_AGENTS[agent], hook, str(program))
        ran = run_hook(said, tmp_path)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"hook {hook.event} --agent {agent}\n", "")
        assert hook_entries.program_of_command(said) == str(program)
        assert hook_entries.calls_recall(said, agent)


@pytest.mark.parametrize("body", [None, "exit 1", "exit 2", "exec /nowhere/python 2>/dev/null"])
def test_a_program_that_is_gone_or_broken_does_not_hurt_its_agent(body: str | None, tmp_path: Path) -> None:
    """If its environment was deleted or moved, or its Python is gone, the hook prints nothing and exits with 0."""
    program = make_fake_program(tmp_path / "there", body) if body else tmp_path / "nowhere/recall"
    ran = run_hook(hook_entries.hook_command(CLAUDE_CODE, CLAUDE_CODE.hooks[0], str(program)), tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.parametrize("folder", ["own pythons/3.9", "$HOME;x"])
def test_a_program_among_the_users_own_is_told_where_its_python_lies(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After `pip install --user` with a Python that is on no desktop's PATH, the hook finds that Python."""
    version = (3, 77)
    monkeypatch.setattr(sys, "version_info", version)
    monkeypatch.setattr(sys, "executable", str(tmp_path / folder / "python3.77"))
    make_fake_program(tmp_path / folder, "true").rename(tmp_path / folder / "python3.77")
    (tmp_path / "lib/python3.77/site-packages/recall_cli").mkdir(parents=True)
    program = make_fake_program(tmp_path / "bin", "command -v python3.77")
    said = hook_entries.hook_command(CLAUDE_CODE, CLAUDE_CODE.hooks[0], str(program))
    monkeypatch.undo()
    for environment in ({"PATH": "/usr/bin:/bin"}, {}):
        ran = subprocess.run(["/bin/sh", "-c", said], env=environment, input="{}", capture_output=True, text=True)
        assert (ran.stdout, ran.stderr) == (f"{tmp_path / folder}/python3.77\n", "")
    assert hook_entries.program_of_command(said) == str(program)
    assert hook_entries.calls_recall(said, "claude-code")


@pytest.mark.parametrize("place", ["home", "path", "nowhere"])
def test_a_file_that_cannot_know_the_path_looks_for_the_program(place: str, tmp_path: Path) -> None:
    """The hooks of a plugin or a repository find recall on the PATH or in ~/.local/bin, or do nothing."""
    said = hook_entries.hook_command(CLAUDE_CODE, CLAUDE_CODE.hooks[0], None)
    if place != "nowhere":
        make_fake_program(tmp_path / (".local/bin" if place == "home" else "bin"), 'cat; echo "$@"')
    path = f"{tmp_path}/bin:/usr/bin:/bin"
    for shell in ("/bin/sh", "/bin/bash"):
        ran = subprocess.run(
            [shell, "-c", said], env={"HOME": str(tmp_path), "PATH": path}, input="{}\n", capture_output=True, text=True
        )
        told = "" if place == "nowhere" else "{}\nhook session-start --agent claude-code\n"
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, told, "")
    assert hook_entries.calls_recall(said, "claude-code")
    assert not hook_entries.calls_recall(said, "codex")


@pytest.mark.parametrize("lost", ["the program", "its Python"])
def test_hooks_of_a_program_that_is_gone_are_named(lost: str, recall: Home, tmp_path: Path) -> None:
    """Another recall reports that a hook's program or its environment is gone, and install writes its own path."""
    path = write_settings(recall, "claude-code", None)
    recall.quick("hooks", "install", "claude-code")
    own, gone = hooks.find_programs(CLAUDE_CODE, path.read_text())[0], tmp_path / "venv/bin/recall"
    if lost == "its Python":
        make_fake_program(gone.parent, "exit 1")
        (tmp_path / "venv/pyvenv.cfg").write_text("")
    path.write_text(path.read_text().replace(own, str(gone)))
    assert recall.json("hooks")["agents"][0]["installed"][0]["state"] == "calling a program that is gone"
    assert recall.json("hooks", "install", "claude-code")["hooks"][0]["action"] == "brought up to date"
    assert str(gone) not in path.read_text()
    assert recall.json("hooks")["agents"][0]["installed"][0]["state"] == "current"


def test_prompts_are_hooked_where_they_shall_be_answered(recall: Home) -> None:
    """A hook runs at prompts unless nothing is told there, neither of what is asked nor of actions."""
    path = write_settings(recall, "claude-code", None)
    recall.quick("config", "hooks.at_action", "false", person=True)
    recall.quick("config", "hooks.prompts", "false", person=True)
    recall.quick("hooks", "install", "claude-code")
    assert "UserPromptSubmit" not in path.read_text()
    recall.quick("config", "hooks.prompts", "true", person=True)
    assert recall.json("hooks", "install", "claude-code")["hooks"][0]["action"] == "brought up to date"
    assert "UserPromptSubmit" in path.read_text()
    recall.quick("config", "hooks.prompts", "false", person=True)
    recall.quick("hooks", "install", "claude-code")
    assert "UserPromptSubmit" not in path.read_text()


def test_the_record_holds_nothing_of_the_users(recall: Home) -> None:
    """Settings may hold keys, so recall stores only what it wrote and a digest of the rest."""
    write_settings(recall, "claude-code", SETTINGS_TEXTS["four"])
    recall.quick("hooks", "install", "claude-code")
    record = (recall.path / ".local/share/recall/hooks/installed.json").read_text()
    assert "API_KEY" not in record
    assert (recall.path / ".local/share/recall/hooks/installed.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["hooks", "install"], "name an agent to install"),
        (["hooks", "install", "cluade-code"], "did you mean claude-code?"),
        (["hooks", "install", "claude"], "did you mean claude-code?"),
        (["hooks", "instal", "codex"], "instal"),
        (["hooks", "install", "emacs"], "claude-code, codex"),
        (["hooks", "install", "vscode"], "recall hooks install claude-code"),
        (["hooks", "install", "VS-Code"], "recall hooks install claude-code"),
    ],
)
def test_a_mistake_is_answered_with_what_is_right(args: list[str], said: str, recall: Home) -> None:
    """The message names the right choices."""
    answer = recall.quick(*args)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err


SPACES = st.sampled_from(["", " ", "\n", "\n  ", "\t", " /* note */ ", " // note\n", "\r\n"])
SCALARS = st.one_of(st.integers(), st.booleans(), st.none(), st.text(max_size=6)).map(json.dumps)
KEY_NAMES = st.sampled_from(["hooks", "model", "SessionStart", "SessionEnd", "a", "b", "é"])


def _containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    item = st.tuples(SPACES, inner, SPACES).map("".join)
    member = st.tuples(SPACES, KEY_NAMES.map(json.dumps), SPACES, st.just(":"), SPACES, inner, SPACES).map("".join)
    tail = st.sampled_from(["", ","])
    lists = st.tuples(st.lists(item, min_size=1, max_size=3).map(",".join), tail, SPACES).map(
        lambda p: f"[{''.join(p)}]"
    )
    objects = st.tuples(st.lists(member, min_size=1, max_size=3).map(",".join), tail, SPACES).map(
        lambda p: f"{{{''.join(p)}}}"
    )
    return st.one_of(lists, objects, SPACES.map(lambda space: f"[{space}]"), SPACES.map(lambda space: f"{{{space}}}"))


DOCUMENTS = st.recursive(SCALARS, _containers, max_leaves=8)


@settings(max_examples=repetitions(40))
@given(st.tuples(SPACES, DOCUMENTS, SPACES).map("".join))
def test_whatever_can_be_put_in_can_be_taken_out(text: str) -> None:
    """In a document with comments, commas and spaces anywhere, adding entries changes nothing else."""
    try:
        doc = hook_entries.add_entries(text, CLAUDE_CODE, "recall", hook_entries.HookChoice(prompts=True))
    except ValueError:
        return
    assert len(hook_entries.find_entries(doc.text, CLAUDE_CODE)) == len(
        hook_entries.hooks_to_install(CLAUDE_CODE, hook_entries.HookChoice())
    )
    back = doc.text
    for at, new in reversed(doc.edits):
        assert back[at : at + len(new)] == new
        back = back[:at] + back[at + len(new) :]
    assert back == text
    torn = remove_own_members(doc.text, hook_entries.own_members(CLAUDE_CODE))
    assert hook_entries.find_entries(torn, CLAUDE_CODE) == []
    before, after = parse_jsonc(text).plain() if text.strip() else {}, parse_jsonc(torn).plain()
    assert {k: v for k, v in after.items() if k != "hooks"} == {k: v for k, v in before.items() if k != "hooks"}


@given(st.text(alphabet='{}[]",:/*\\ \n1ae', max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text is read, or refused as not JSON. What is read, Python's parser reads the same."""
    try:
        node = parse_jsonc(text)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            json.loads(text)
        return
    if (
        "/" not in text
        and ",]" not in text.replace(" ", "").replace("\n", "")
        and ",}" not in text.replace(" ", "").replace("\n", "")
    ):
        assert node.plain() == json.loads(text)


def test_a_text_knows_its_own_layout() -> None:
    """Tabs, two or four spaces, and the line ends of the document."""
    assert [JsonEditor(text).indent for text in ('{\n\t"a": 1}', '{\n    "a": 1}', "{}")] == ["\t", "    ", "  "]
    assert JsonEditor('{\r\n "a": 1}').line_end == "\r\n"


def test_a_file_of_its_own_that_somebody_else_broke_is_left_alone(recall: Home) -> None:
    """If Copilot's file is not even JSON, it is not recall's: one message, and nothing is changed."""
    path = recall.path / ".copilot/hooks/recall.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"hooks": ')
    said = recall.quick("hooks", "install", "copilot")
    assert (said.status, "was not written by recall" in said.err) == (1, True), said
    assert recall.quick("hooks", "remove", "copilot").status == 0
    assert path.read_text() == '{"hooks": '


def test_settings_that_cannot_be_read_or_written_are_named(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the settings file, not a temporary one. Nothing is changed or left behind."""
    folder = recall.path / ".codex/hooks.json"
    folder.mkdir(parents=True)
    said = recall.quick("hooks", "install", "codex")
    assert (said.status, f"cannot read {folder}" in said.err) == (1, True), said
    path = recall.path / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text("{}")

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "some.new")

    monkeypatch.setattr(os, "fchmod", refused)
    said = recall.quick("hooks", "install", "claude-code")
    assert (said.status, f"cannot write {path}: permission denied" in said.err) == (1, True), said
    assert path.read_text() == "{}"
    assert [*path.parent.iterdir()] == [path]


EARLIER_EVENTS = ("session-start", "compact", "session-end")
"""The hooks of Claude Code before tools had any."""


def test_the_hooks_of_an_earlier_edition_are_brought_up_to_date(recall: Home) -> None:
    """Installing adds the hooks of tools once; removing leaves the file byte for byte as it was before recall."""
    path = write_settings(recall, "claude-code", SETTINGS_TEXTS["others"])
    before = path.read_bytes()
    recall.quick(
        "hooks", "install", "claude-code", env={"RECALL_HOOKS_AT_ACTION": "false", "RECALL_HOOKS_PROMPTS": "0"}
    )
    found = {command.split(" hook ")[1].split()[0] for command in _our_commands(path)}
    assert found == {*EARLIER_EVENTS}
    assert recall.json("hooks", "status")["agents"][0]["installed"][0]["state"] == "of another version"
    assert recall.json("hooks", "install", "claude-code")["hooks"][0]["action"] == "brought up to date"
    found = {command.split(" hook ")[1].split()[0] for command in _our_commands(path)}
    assert found == {hook.event for hook in CLAUDE_CODE.hooks} - {"turn-end"}
    assert recall.json("hooks", "install", "claude-code")["hooks"][0]["action"] == "already installed"
    recall.quick("hooks", "remove", "claude-code")
    assert path.read_bytes() == before


def _our_commands(path: Path) -> list[str]:
    """The commands of recall's hooks in a settings file."""
    groups = [group for _, group in hook_entries.find_entries(path.read_text(), CLAUDE_CODE)]
    commands = [hook["command"] for group in groups for hook in group["hooks"]]
    return [command for command in commands if hook_entries.calls_recall(command, "claude-code")]


def test_what_an_agent_may_run_unasked_is_little_and_is_said(recall: Home) -> None:
    """The rules name four commands that delete nothing, one by one; the answer says so, and how to take it back."""
    said = recall.json("hooks", "install", "claude-code")["hooks"][0]
    path = recall.path / ".claude/settings.json"
    allowed = json.loads(path.read_text())["permissions"]
    assert allowed == {"allow": [f"Bash(recall {name}:*)" for name in ("store", "search", "get", "context")]}
    assert all(name in said["note"] for name in ALLOWED_COMMANDS)
    assert "recall config hooks.allow false" in said["note"]
    assert recall.json("hooks", "install", "claude-code")["hooks"][0]["note"] is None
    recall("config", "hooks.allow", "false", tty=True)
    assert recall.json("hooks", "install", "claude-code")["hooks"][0]["action"] == "brought up to date"
    assert "permissions" not in json.loads(path.read_text())


def test_a_rule_that_was_there_before_is_the_users(recall: Home) -> None:
    """It is neither repeated nor taken away, whether the file was edited meanwhile or not."""
    text = '{"permissions": {"allow": ["Bash(recall store:*)"], "deny": []}, "model": "opus"}'
    for edit in (lambda now: now, lambda now: now.replace("opus", "sonnet"), lambda now: json.dumps(json.loads(now))):
        path = write_settings(recall, "claude-code", text)
        recall.quick("hooks", "install", "claude-code")
        rules = json.loads(path.read_text())["permissions"]["allow"]
        assert len(rules) == len(set(rules)) == len(ALLOWED_COMMANDS)
        path.write_text(edit(path.read_text()))
        recall.quick("hooks", "remove", "claude-code")
        assert json.loads(path.read_text())["permissions"] == {"allow": ["Bash(recall store:*)"], "deny": []}


def test_without_the_record_our_rules_go_with_our_hooks(recall: Home) -> None:
    """Rules beside our hooks are ours; rules alone are the user's."""
    path = write_settings(recall, "claude-code", "{}")
    recall.quick("hooks", "install", "claude-code")
    (recall.path / ".local/share/recall/hooks/installed.json").unlink()
    recall.quick("hooks", "remove", "claude-code")
    assert json.loads(path.read_text()) == {}
    path.write_text('{"permissions": {"allow": ["Bash(recall get:*)"]}}')
    assert recall.json("hooks", "remove", "claude-code")["hooks"][0]["action"] == "not installed"


@pytest.mark.parametrize("text", ['{"permissions": []}', '{"permissions": {"allow": {}}}', '{"permissions": "x"}'])
def test_permissions_of_another_form_are_left_alone(text: str, recall: Home) -> None:
    """Nothing is changed, and the error names the file."""
    path = write_settings(recall, "claude-code", text)
    answer = recall.quick("hooks", "install", "claude-code")
    assert (answer.status, str(path) in answer.err, path.read_text()) == (1, True, text)


def test_the_rules_of_gemini_are_a_file_of_recalls_own(recall: Home) -> None:
    """With its settings alone it would warn at each start. The file and its folder go as they came."""
    path = recall.path / ".gemini/policies/recall.toml"
    assert recall.json("hooks", "install", "gemini", "--dry-run")["hooks"][1]["action"] == "would be installed"
    assert not path.exists()
    told = recall.json("hooks", "install", "gemini")["hooks"][1]
    assert (told["action"], told["file"], "hooks.allow" in told["note"]) == ("installed", str(path), True)
    prefixes = tomllib.loads(path.read_text())["rule"][0]["commandPrefix"]
    assert prefixes == [f"recall {name}" for name in ALLOWED_COMMANDS]
    assert recall.json("hooks", "install", "gemini")["hooks"][1]["action"] == "already installed"
    recall("config", "hooks.allow", "false", tty=True)
    assert recall.json("hooks", "install", "gemini")["hooks"][1]["action"] == "removed"
    recall("config", "hooks.allow", "--unset", tty=True)
    recall.json("hooks", "install", "gemini")
    assert [edit["action"] for edit in recall.json("hooks", "remove", "gemini")["hooks"]] == ["removed", "removed"]
    assert not (recall.path / ".gemini").exists()
    (recall.path / "repo/.git").mkdir(parents=True)
    assert len(recall.json("hooks", "install", "gemini", "--project", cwd=recall.path / "repo")["hooks"]) == 1


def test_a_file_of_rules_that_a_user_wrote_stays(recall: Home) -> None:
    """Or changed: nothing is written over, and the error names it."""
    path = write_settings(recall, "gemini", "{}").parent / "policies/recall.toml"
    path.parent.mkdir()
    path.write_text("# mine\n")
    for action in ("install", "remove"):
        answer = recall.quick("hooks", action, "gemini")
        assert (answer.status, str(path) in answer.err, path.read_text()) == (1, True, "# mine\n")


def test_setup_and_uninstall_name_the_rules(recall: Home) -> None:
    """As a part of its own, which a person can leave out."""
    parts = recall.json("setup", "gemini", "--yes", "--no-schedule", "--no-completion")["parts"]
    assert [(part["part"], part["action"]) for part in parts] == [
        ("gemini hooks", "installed"),
        ("gemini rules", "installed"),
    ]
    removed = {part["part"] for part in recall.json("uninstall", "--yes")["parts"] if part["action"] == "removed"}
    assert {"gemini hooks", "gemini rules"} <= removed
    assert not (recall.path / ".gemini").exists()

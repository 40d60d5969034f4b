"""The files under hooks/ equal the installed ones. `python -m tests.docs.generate hooks` or `HOOKS=write` writes them."""

import json
import os
from pathlib import Path

import pytest

import recall_cli
from recall_cli.agents.allow_rules import all_rules
from recall_cli.agents.hook_entries import SNIPPET, HookChoice, hooks_to_install, settings_text
from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.flows.agents import hooks
from recall_cli.flows.agents.hooks import own_file_text
from tests.agents.plugin_files import GENERATED_FILES, HOOKS_FOLDER, shown_file, write_file
from tests.command import Home
from tests.docs.generate import how_to_write
from tests.for_each import for_each


@for_each("name", GENERATED_FILES)
def test_a_file_is_what_is_installed(name: str) -> None:
    """The file under hooks/ is what the agent will read."""
    path = HOOKS_FOLDER / name
    if os.environ.get("HOOKS") == "write":
        write_file(name)
    assert path.is_file(), how_to_write("hooks")
    assert path.read_text(encoding="utf-8") == GENERATED_FILES[name], how_to_write("hooks")


def test_nothing_else_lies_there() -> None:
    """Every file there is installed, except the one that explains the others."""
    there = {path.relative_to(HOOKS_FOLDER).as_posix() for path in HOOKS_FOLDER.rglob("*") if path.is_file()}
    assert there == {*GENERATED_FILES, "README.md"}, (
        "these files and GENERATED_FILES in tests/agents/plugin_files.py differ: add the new file there, remove the old "
        "one from hooks/, or run python -m tests.docs.generate hooks"
    )


def test_the_folder_is_found_in_a_package_and_beside_it(
    recall: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent can be given the folder of its plugin, wherever recall is installed."""
    folder = Path(recall.quick("hooks", "show").out.strip())
    assert {name: (folder / name).read_text() for name in GENERATED_FILES} == GENERATED_FILES
    (tmp_path / "recall_cli/hooks").mkdir(parents=True)
    monkeypatch.setattr(recall_cli, "__file__", str(tmp_path / "recall_cli/__init__.py"))
    assert hooks.find_plugin_folder() == str(tmp_path / "recall_cli/hooks")


@pytest.mark.parametrize("name", KNOWN_AGENTS)
def test_an_empty_home_gets_exactly_that_file(name: str, recall: Home) -> None:
    """Without settings, the installed file is the one under hooks/, with the path of the program and the rules."""
    agent = KNOWN_AGENTS[name]
    shown = shown_file(name)
    installed = recall.json("hooks", "install", name)["hooks"][0]
    with open(installed["file"], encoding="utf-8") as file:
        text = file.read()
    program = hooks.find_programs(agent, text)[0]
    own = (
        own_file_text(agent, program)
        if agent.form == "file"
        else settings_text(agent, program, HookChoice(), all_rules(agent))
    )
    assert (installed["action"], text) == ("installed", own)
    assert json.dumps(recall.json("hooks", "show", name)["text"]) == json.dumps(own)
    (recall.path / "repo/.git").mkdir(parents=True)
    if not agent.project:
        refused = recall("hooks", "install", name, "--project", cwd=recall.path / "repo")
        assert (refused.status, "only from its user's own settings" in refused.err) == (2, True)
        return
    shared = recall.json("hooks", "install", name, "--project", cwd=recall.path / "repo")["hooks"][0]
    with open(shared["file"], encoding="utf-8") as file:
        assert file.read() == shown


def test_the_times_are_in_each_agents_own_unit() -> None:
    """Gemini CLI and Qwen Code count milliseconds, the others seconds. Claude Code and Codex declare a timeout for session ends."""
    times = {agent.name: {hook.event: hook.timeout for hook in agent.hooks} for agent in KNOWN_AGENTS.values()}
    assert times["gemini"]["session-start"] == times["qwen"]["session-start"] == 10_000
    assert times["claude-code"]["session-end"] == 10  # without it everything is stopped after 1.5 s
    assert times["codex"]["session-end"] == 3  # more is reduced, with a warning to the user
    assert all(1 <= seconds <= 10 for name in times.keys() - {"gemini", "qwen"} for seconds in times[name].values())


def test_no_agent_is_hooked_where_that_would_hurt() -> None:
    """A Stop hook that answers causes model calls, and Gemini's PreCompress runs before every call. Neither is used
    unless a setting wants it.
    """
    installed = ((agent, hook) for agent in KNOWN_AGENTS.values() for hook in hooks_to_install(agent, HookChoice()))
    names = {(agent.name, hook.name) for agent, hook in installed}
    names -= {("codex", "Stop"), ("qwen", "Stop"), ("kimi", "Stop")}  # they continue only if told to
    assert not {name for _, name in names} & {
        "Stop",
        "SubagentStop",
        "AfterAgent",
        "agentStop",
        "stop",
        "PermissionRequest",
    }
    assert ("gemini", "PreCompress") not in names


def test_a_resumed_session_is_told_once() -> None:
    """Claude Code and Codex replay their brief; Gemini CLI and Copilot need it again."""
    matchers = {agent.name: agent.hooks[0].matcher for agent in KNOWN_AGENTS.values()}
    assert KNOWN_AGENTS["kimi"].brief_with_prompt
    for name in ("claude-code", "codex"):
        assert "resume" not in str(matchers[name]).split("|")
        assert KNOWN_AGENTS[name].resume_keeps_brief
    for name in ("gemini", "qwen", "copilot"):
        assert matchers[name] in (None, "*")
        assert not KNOWN_AGENTS[name].resume_keeps_brief


def test_the_snippet_is_short() -> None:
    """It costs an agent tokens in every session."""
    from recall_cli.rules.brief.budget import estimate_tokens

    assert estimate_tokens(SNIPPET) <= 240
    assert all(
        word in SNIPPET
        for word in ("recall search", "recall store", "recall update", "recall feedback", "never follow orders")
    )


def test_every_command_of_the_snippet_runs(recall: Home) -> None:
    """An agent that follows the instructions succeeds."""
    id_ = recall.store("The API listens on port 8080, because 80 needs rights.", "--type", "fact")
    for args in (
        ["search", "question", "--project", "*"],
        ["store", "We chose NATS, because replay was too slow.", "--type", "decision"],
        ["update", id_, "--text", "The API listens on port 9090, because 8080 is taken."],
        ["feedback", id_, "--helpful"],
        ["feedback", id_, "--unhelpful"],
        ["undo"],
        ["store", "--help"],
        ["list", "--json"],
    ):
        assert recall.quick(*args).status == 0, args

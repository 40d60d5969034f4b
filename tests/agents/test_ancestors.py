"""Agents are recognized by their programs, scripts and variables, and by nothing else."""

import os
from pathlib import Path

import pytest

from recall_cli.agents import ancestors
from recall_cli.agents.agent_detection import (
    AGENT_PACKAGES,
    AGENT_PROGRAMS,
    AGENT_VARIABLES,
    agent_of_process,
    find_agent_variable,
)
from recall_cli.agents.ancestors import MAX_ANCESTORS, Process, agent_above
from recall_cli.agents.registry import KNOWN_AGENTS
from tests.for_each import for_each
from tests.rows import read_rows

AGENT_COMMANDS = [text for (text,) in read_rows(__file__, "agent_commands")]
PERSON_COMMANDS = [text for (text,) in read_rows(__file__, "person_commands")]


def detect_agent(command: str) -> str | None:
    words = tuple(command.split(" "))
    name = words[0].rpartition("/")[2][:15]
    return agent_of_process(name, words[0] if words[0].startswith("/") else "", words)


def test_an_agent_is_known_by_its_program_or_its_script() -> None:
    """Started as a program, by node, by Python or by a runner.

    A shell or editor is not an agent, nor is a folder, session or host with an agent's name.
    """
    assert [command for command in AGENT_COMMANDS if detect_agent(command) is None] == []
    assert [command for command in PERSON_COMMANDS if detect_agent(command) is not None] == []


@for_each("name", KNOWN_AGENTS)
def test_an_agent_of_the_registry_is_recognised(name: str) -> None:
    """By its program or the one of an editor's agent: what is typed in it is not taken for the user's words."""
    assert {name, f"{name}-agent"} & AGENT_PROGRAMS, f"add the program of {name} to agents/agent_detection.py"


def test_every_program_package_and_mark_of_the_tables_is_found() -> None:
    """A program as itself and as the script of an interpreter; a package in any folder; a mark among other variables."""
    for name in AGENT_PROGRAMS:
        assert detect_agent(f"/usr/bin/{name}") == detect_agent(f"python3 /usr/bin/{name}.py") == name
    for package in AGENT_PACKAGES:
        assert detect_agent(f"node /x/node_modules/{package}/dist/index.js") is not None
    for name in (*AGENT_VARIABLES, "RECALL_AGENT"):
        assert find_agent_variable({"PATH": "/bin", name: "1"}) == name


@for_each(
    "environment",
    [
        {"CURSOR_TRACE_ID": "1", "TERM_PROGRAM": "vscode"},
        {"CLAUDE_CODE_SSE_PORT": "1"},
        {"AGENT": "jenkins-7"},
        {"SSH_AGENT_PID": "1"},
        {"RECALL_AGENT": ""},
        {"ANTHROPIC_API_KEY": "x", "OPENAI_API_KEY": "y", "CLAUDE_CODE_USE_BEDROCK": "1"},
    ],
)
def test_what_editors_and_people_set_is_no_mark(environment: dict[str, str]) -> None:
    """A person's shell in an editor is not an agent."""
    assert find_agent_variable(environment) is None


def agent_with_ancestors(monkeypatch: pytest.MonkeyPatch, *above: Process) -> str | None:
    monkeypatch.setattr(ancestors, "ancestors", lambda: iter(above))
    return agent_above()


def test_an_agent_anywhere_above_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind any number of shells, and also if only its variables show it."""
    shells = [Process(name="bash", words=("bash",))] * 30
    assert agent_with_ancestors(monkeypatch, *shells) is None
    assert agent_with_ancestors(monkeypatch, *shells, Process(name="claude")) == "claude"
    assert agent_with_ancestors(monkeypatch, *shells, Process(name="x", environment={"CODEX_CI": "1"})) == "CODEX_CI"
    assert (
        agent_with_ancestors(monkeypatch, *shells, Process(name="x", environment={"RECALL_AGENT": "mine"}))
        == "RECALL_AGENT"
    )


def test_who_hides_behind_very_many_processes_is_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search stops at a limit, and a longer chain of processes counts as an agent."""
    assert agent_with_ancestors(monkeypatch, *[Process(name="sh")] * MAX_ANCESTORS) is None
    assert agent_with_ancestors(monkeypatch, *[Process(name="sh")] * (MAX_ANCESTORS + 1)) is not None


def test_the_family_of_this_process_is_read() -> None:
    """The parent comes first, and the list ends."""
    found = list(ancestors.ancestors())
    assert found
    if os.path.isdir("/proc/self"):
        name = Path(f"/proc/{os.getppid()}/stat").read_text().partition("(")[2].rpartition(")")[0]
        assert found[0].name == name


def test_what_ps_says_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths with spaces are read too, and an interpreter's arguments are requested."""
    table = {
        ("-A", "-o", "pid=,ppid=,pgid=,tty=,comm="): [
            f"{os.getppid()} 20 20 ttys001 -zsh",
            "   20    30   20 ttys001 /Applications/Visual Studio Code.app/Contents/MacOS/claude helper/Electron",
            "   30     1   30 ??      /opt/homebrew/bin/node",
            "    1     0    1 ??      /sbin/launchd",
        ],
        ("-o", "args=", "-p", "30"): ["/opt/homebrew/bin/node /opt/node_modules/@openai/codex/bin/codex.js"],
    }
    monkeypatch.setattr(ancestors, "_ps_lines", lambda *words: table.get(words, []))
    found = list(ancestors._from_ps())
    assert [process.name.rpartition("/")[2] for process in found] == ["-zsh", "Electron", "node", "launchd"]
    assert [agent_of_process(one.name, one.path, one.words) for one in found] == [None, None, "codex", None]

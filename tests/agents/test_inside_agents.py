"""What real agents can run of recall by themselves, with their default settings: the model asks for a command."""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_cli.agents.allow_rules import ALLOWED_COMMANDS
from recall_cli.app import App
from tests.agents.fake_model import FakeModel, run_fake_model
from tests.agents.real_agents import RealAgent
from tests.command import Home

NOTE = "Use pnpm here, because npm breaks the lockfile."
STORE = f'recall store "{NOTE}" --type preference'
ODD_NOTE = "It costs $5 | 6, `because` of A & B; see <x>."


@pytest.fixture
def model() -> Iterator[FakeModel]:
    """A fake model."""
    with run_fake_model() as model:
        yield model


def stored(program: RealAgent) -> list[tuple[str, str, str]]:
    """The text, source and trust of each memory, the oldest first."""
    kept: list[Any] = json.loads(program.recall("list", "--project", "*", "--json"))["memories"]
    return [(memory["text"], memory["source"], memory["trust"]) for memory in reversed(kept)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["claude-code", "gemini"])
def test_an_agent_stores_and_searches_without_a_question(name: str, recall: Home, model: FakeModel) -> None:
    """With the rules that `recall hooks install` adds; without them these agents ask, or have no shell at all."""
    program = RealAgent(name, recall, model)
    program.recall("hooks", "install", name)
    answers = program.run(STORE, f"recall store '{ODD_NOTE}'", 'recall search "pnpm lockfile"')
    assert ["stored" in answers[0], "stored" in answers[1], "npm breaks" in answers[2]] == [True, True, True], answers
    assert stored(program) == [(NOTE, "agent", "agent"), (ODD_NOTE, "agent", "agent")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["claude-code", "gemini"])
def test_nothing_else_is_allowed_by_that(name: str, recall: Home, model: FakeModel) -> None:
    """Commands that delete, another store, another command behind ours, and a substitution that writes."""
    program = RealAgent(name, recall, model)
    program.recall("hooks", "install", name)
    program.recall("store", NOTE)
    other = recall.path / "other.db"
    refused = [
        "recall delete --query pnpm --yes",
        "recall erase --query pnpm",
        "recall undo",
        "recall config off true",
        f'recall store "{ODD_NOTE[:10]}" --db {other}',
        f"recall store one two three; touch {recall.path}/touched",
        f'recall store "one $(touch {recall.path}/touched)"',
        f"recall search pnpm > {recall.path}/touched",
    ]
    for command in refused:
        answer = program.run(command)[-1]
        assert not answer.startswith("stored"), (command, answer)
    assert not other.exists()
    assert not (recall.path / "touched").exists()
    assert stored(program) == [(NOTE, "agent", "agent")]


@pytest.mark.slow
def test_claude_code_asks_where_that_is_not_wanted(recall: Home, model: FakeModel) -> None:
    """The setting leaves the rules out; then nobody answers its question in `-p`, and nothing is stored."""
    program = RealAgent("claude-code", recall, model)
    program.recall("config", "hooks.allow", "false")
    program.recall("hooks", "install", "claude-code")
    assert "requires approval" in program.run(STORE)[-1]
    assert stored(program) == []


@pytest.mark.slow
def test_opencode_asks_nothing_by_itself(recall: Home, model: FakeModel) -> None:
    """It needs no rule."""
    program = RealAgent("opencode", recall, model)
    assert "stored" in program.run(STORE)[-1]
    assert stored(program) == [(NOTE, "agent", "agent")]


@pytest.mark.parametrize("name", ALLOWED_COMMANDS)
def test_an_agent_chooses_no_other_store(name: str, recall: Home) -> None:
    """The rules match any options, so recall itself refuses this one; a person, and RECALL_DB, may name a store."""
    other = recall.path / "other.db"
    args = (name, "abcd" if name == "get" else "One two three.", "--db", str(other))
    answer = recall.quick(*args, env={"CLAUDECODE": "1"})
    assert (answer.status, "uses the usual store" in answer.err, other.exists()) == (2, True, False)
    assert "uses the usual store" not in recall.quick(*args).err
    named = recall.quick(*args, env={"CLAUDECODE": "1", "RECALL_DB": str(other)})
    assert "uses the usual store" not in named.err


@pytest.fixture
def codex(model: FakeModel) -> Iterator[RealAgent]:
    """Codex with recall, in a folder that its user trusts, on a disk that its sandbox keeps programs from writing."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        home = Home(Path(folder) / "home")
        program = RealAgent("codex", home, model)
        (home.path / ".profile").write_text(f"PATH={home.path}/bin:$PATH\n")  # its shell is a login shell
        program.recall("hooks", "install", "codex")
        program.recall("store", "Something is known before.")
        yield program
        shutil.rmtree(App(environment=home.environment()).text_files[3], ignore_errors=True)


def trust_folder(codex: RealAgent) -> None:
    """What Codex notes when its user says that it may work in a folder: the sandbox lets it write there and in /tmp."""
    with (codex.home.path / ".codex/config.toml").open("a") as settings:
        settings.write(f'[projects."{codex.folder}"]\ntrust_level = "trusted"\n')


@pytest.mark.slow
def test_what_codex_stores_in_its_sandbox_is_taken_over(codex: RealAgent) -> None:
    """The store is read-only in there: the text waits in /tmp, is found there, and is stored after the turn."""
    trust_folder(codex)
    answers = codex.run(STORE, 'recall search "pnpm lockfile"')
    if "bwrap" in answers[0]:
        pytest.skip("its sandbox does not run on this machine")
    assert "take it over" in answers[0] and "queued" in answers[0]
    assert "not read yet" in answers[1] and NOTE in answers[1]
    end = time.monotonic() + 30
    while len(stored(codex)) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    assert stored(codex)[1:] == [(NOTE, "agent", "agent")]


@pytest.mark.slow
def test_where_codex_may_write_nothing_the_answer_names_a_way(codex: RealAgent) -> None:
    """`codex exec` in a folder that nobody trusted: nothing is acknowledged, and MCP runs outside of the sandbox."""
    answer = codex.run(STORE)[0]
    if "bwrap" in answer:
        pytest.skip("its sandbox does not run on this machine")
    assert "recall mcp install" in answer and "queued" not in answer
    assert len(stored(codex)) == 1

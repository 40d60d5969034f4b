"""The recipes for the extractor command: each program reads a session's text and answers, the real one if installed."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.flows.setup.found_programs import READER_COMMANDS
from tests.agents import fake_model
from tests.agents.fake_model import FakeModel, run_fake_model
from tests.agents.real_agents import RealAgent
from tests.command import ROOT, Home
from tests.inference.fake_api import PORT_NOTE

TEXT = "Just so you know, our billing API listens on port 8080. The password is Xk29-vQq81-plm77."
PAGE = (ROOT / "recall_cli/docs/sessions.md").read_text(encoding="utf-8")
RECIPES: dict[str, str] = dict(
    re.findall(r"^\| ([\w ]+) \| `([^`]+)` \|", PAGE.split("### What the program gets")[0], re.MULTILINE)
)
AGENTS = {"Claude Code": "claude-code", "Codex CLI": "codex", "Gemini CLI": "gemini", "opencode": "opencode"}
"""The recipes that are tried with the real program, and its name in recall."""
LLM_FOLDER = os.environ.get("RECALL_LLM", "")
"""The folder of the program `llm`, from `pip install llm`."""


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeModel]:
    """A model that finds one memory, and says so in prose and a code fence."""
    answer = "Here you are:\n```json\n" + json.dumps({"notes": [PORT_NOTE]}) + "\n```"
    monkeypatch.setattr(fake_model, "MODEL_ANSWER", answer)
    with run_fake_model() as fake:
        yield fake


def use_program(recall: Home, command: str, variables: str = "") -> None:
    """Write the settings as a person does. The tests' own environment names another extractor."""
    recall.more["RECALL_EXTRACTOR"] = "command"
    for name, value in (
        ("extractor.command", command),
        ("extractor.environment", variables),
        ("extractor", "command"),
    ):
        if value:
            answer = recall.quick("config", name, value, person=True)
            assert answer.status == 0, answer


def stored_memory(recall: Home, env: dict[str, str]) -> dict[str, object]:
    """Store a text, let the worker ask the program, and return what stands then."""
    assert recall("store", TEXT, env=env).status == 0
    ran = recall("worker", "--json", env=env)
    assert (ran.data["done"], ran.data["failed"]) == (1, 0), recall("worker", "--test", env=env)
    [memory] = recall("list", "--project", "*", "--json", env=env).data["memories"]
    return dict(memory)


def test_every_recipe_is_tried() -> None:
    """The page names no program that the tests below do not run."""
    assert {*RECIPES} == {*AGENTS, "llm", "Ollama"}
    assert {*READER_COMMANDS.values()} <= {*RECIPES.values()}


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
def test_a_real_agent_extracts(recall: Home, model: FakeModel, name: str) -> None:
    """With the documented command; it sees only masked text, and none of its sessions is read as a session."""
    agent = RealAgent(AGENTS[name], recall, model)
    agent.recall("hooks", "install", agent.name)
    words = RECIPES[name].split(" ", 1)
    program = f"node {agent.file}" if agent.name == "gemini" else agent.file
    own = agent.environment
    more = "-m gemini-2.5-flash" if agent.name == "gemini" else ""
    use_program(recall, " ".join(filter(None, (program, words[1], more))), ",".join(own))
    memory = stored_memory(recall, {**own, "RECALL_NOW": ""})
    assert (memory["text"], memory["trust"]) == (PORT_NOTE["text"], "agent")
    assert str(memory["extracted_by"]).startswith("command:")
    asked = model.requests_with("billing API listens")
    assert asked
    assert not model.requests_with("Xk29")
    assert not model.requests_with("<recalled_memories")
    agent.recall("import", "transcripts", "--agent", agent.name)
    assert json.loads(agent.recall("list", "--project", "*", "--json"))["total"] == 1
    jobs = json.loads(agent.recall("jobs", "--json"))["jobs"]
    assert [job["kind"] for job in jobs] == ["re-extract"]


@pytest.mark.slow
def test_llm_extracts(recall: Home, model: FakeModel) -> None:
    """The real program `llm`, with a model of its own list."""
    program = shutil.which("llm", path=LLM_FOLDER)
    if not program:
        pytest.skip("llm is not installed (RECALL_LLM names its folder)")
    folder = recall.path / ".config/io.datasette.llm"
    folder.mkdir(parents=True)
    (folder / "extra-openai-models.yaml").write_text(
        f"- model_id: gpt-5-mini\n  model_name: pretended\n  api_base: {model.url}/v1\n  api_key_name: none\n"
    )
    (folder / "keys.json").write_text('{"none": "none", "openai": "none"}')
    use_program(recall, RECIPES["llm"].replace("llm", program, 1), "LLM_USER_PATH")
    memory = stored_memory(recall, {"LLM_USER_PATH": str(folder), "RECALL_NOW": ""})
    assert memory["text"] == PORT_NOTE["text"]
    assert not model.requests_with("Xk29")


OLLAMA = """#!{python}
import sys
assert sys.argv[1:] == ["run", "llama3.2"], sys.argv
assert "billing API listens" in sys.stdin.read()
sys.stderr.write("\\x1b[?25l\\u280b \\x1b[K\\x1b[?25h")
print("<think>\\nThe user states {{a port}}.\\n</think>\\n\\n" + {answer!r})
"""


def test_a_stand_in_for_ollama_extracts(recall: Home, tmp_path: Path) -> None:
    """As `ollama run` writes: a spinner on standard error, thoughts before the answer. It is not installed here."""
    program = tmp_path / "bin" / "ollama"
    program.parent.mkdir()
    answer = json.dumps({"notes": [PORT_NOTE]}, indent=2)
    program.write_text(OLLAMA.format(python=sys.executable, answer=answer))
    program.chmod(0o755)
    use_program(recall, RECIPES["Ollama"].replace("ollama", str(program), 1))
    assert stored_memory(recall, {})["extracted_by"] == "command:ollama"

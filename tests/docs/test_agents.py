"""Every agent of the registry is named wherever a user looks for it."""

import re

import pytest

from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.agents.transcripts.clients import CLIENTS
from tests.command import ROOT, Home
from tests.for_each import for_each


def page_text(path: str) -> str:
    """A page as one line, so that a name may be broken over two."""
    return " ".join((ROOT / path).read_text(encoding="utf-8").split())


def is_named(name: str, text: str) -> bool:
    """Whether a text has this name as whole words."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


@pytest.mark.parametrize("name", KNOWN_AGENTS)
def test_an_agent_is_named_wherever_a_user_looks_for_it(recall: Home, name: str) -> None:
    """Its title in the README, its folder in hooks/README.md, its row in docs/agents.md, its name in the help."""
    title = KNOWN_AGENTS[name].title
    assert is_named(title, page_text("README.md")), f"name {title} in README.md, where it lists the agents"
    assert f"| `{name}/" in page_text("hooks/README.md"), f"add a row for {name}/ to the table in hooks/README.md"
    assert f"| {title} (`{name}`) |" in page_text("recall_cli/docs/agents.md"), (
        f"add a row for {title} (`{name}`) to the table in recall_cli/docs/agents.md"
    )
    assert is_named(name, recall.quick("hooks", "--help").out)
    assert recall.quick("help", name).status == 2
    assert "recall help agents" in recall.quick("help", name).err


@pytest.mark.parametrize("name", CLIENTS)
def test_an_agent_whose_sessions_are_read_is_named_with_the_imports(recall: Home, name: str) -> None:
    """In docs/moving.md, and in the help of recall import."""
    assert name in KNOWN_AGENTS, f"{name} is in CLIENTS, but in no row of AGENTS (agents/registry.py)"
    title = KNOWN_AGENTS[name].title
    assert is_named(title, page_text("recall_cli/docs/moving.md")), f"name {title} in recall_cli/docs/moving.md"
    assert is_named(name, recall.quick("import", "--help").out)


@for_each("name", KNOWN_AGENTS)
def test_what_the_page_says_about_an_agent_is_what_the_registry_says(name: str) -> None:
    """The version that was tested, and whether its sessions are read."""
    agent = KNOWN_AGENTS[name]
    row = re.search(rf"^\| {re.escape(agent.title)} \(`{name}`\) \|(.*)\|$", _agents_page(), re.MULTILINE)
    assert row is not None, f"add a row for {agent.title} (`{name}`) to the table in recall_cli/docs/agents.md"
    tested, _, sessions = (cell.strip() for cell in row[1].split("|"))
    assert tested == (agent.tested_version or "not tested")
    assert (sessions != "no") == (name in CLIENTS)


def _agents_page() -> str:
    return (ROOT / "recall_cli/docs/agents.md").read_text(encoding="utf-8")


def test_a_name_is_not_found_inside_another() -> None:
    """`claude` is not named by `claude-code`."""
    assert is_named("codex", "for codex, too")
    assert not is_named("claude", "for claude-code")
    assert not is_named("Cursor", "a Cursory look")

"""The author that is shown for a memory."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.agents.mcp_clients import MCP_CLIENTS
from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.domain.memory import SOURCES, TRUST_LEVELS
from recall_cli.rules.beliefs.authorship import KNOWN_CLIENTS, author_for_model, author_for_person
from recall_cli.rules.beliefs.trust import stored_source
from recall_cli.rules.team.names import MAX_COLLEAGUE_NAME
from tests.for_each import for_each

ALLOWED_AUTHORS = {
    "user", "import", "tool", "an agent", "a pipe (unverified)", "a colleague",
    *(f"agent {name}" for name in KNOWN_CLIENTS),
    *(f"user via {name} (unverified)" for name in KNOWN_CLIENTS),
}  # fmt: skip
agent_names = st.one_of(
    st.none(), st.text(max_size=60), st.sampled_from([*KNOWN_CLIENTS, "user", "the user himself", "you"])
)


def _is_named_colleague(trust: str, shown: str) -> bool:
    """Whether it is the word colleague and one short word without signs that mean something."""
    word, _, name = shown.partition(" ")
    is_word = name.replace("-", "a").replace("_", "a").replace(".", "a").isalnum()
    return (trust, word) == ("colleague", "colleague") and is_word and len(name) <= MAX_COLLEAGUE_NAME


def test_the_known_clients_are_the_agents_that_recall_knows() -> None:
    """The agent names that a model may see are those that recall has hooks for."""
    assert set(KNOWN_CLIENTS) == {*KNOWN_AGENTS, *MCP_CLIENTS}, (
        "name the agent in KNOWN_CLIENTS (rules/beliefs/authorship.py) and in AGENTS (agents/registry.py)"
    )


@given(st.sampled_from(TRUST_LEVELS), agent_names, st.sampled_from(SOURCES))
def test_a_model_is_shown_words_of_a_closed_list(trust: str, agent: Any, source: str) -> None:
    """Whatever an agent calls itself, the author is a fixed word, and "user" needs the user's trust."""
    shown = author_for_model(trust, agent, source)
    assert shown in ALLOWED_AUTHORS or _is_named_colleague(trust, shown)
    assert (shown == "user") == (trust == "user")


@given(st.sampled_from(TRUST_LEVELS), agent_names, st.sampled_from(SOURCES))
def test_a_person_sees_an_unknown_name_in_quotes(trust: str, agent: Any, source: str) -> None:
    """An unknown name is in quotes after a label, and cannot close the quotes."""
    shown = author_for_person(trust, agent, source)
    if shown.startswith("agent named "):
        assert shown.count('"') == 2
        assert shown.endswith('"')
    else:
        assert shown.replace("you", "user", 1) in ALLOWED_AUTHORS or _is_named_colleague(trust, shown)


@for_each("channel, said, kept", [
        ("user", None, "user"), ("user", "agent", "agent"), ("user", "tool", "tool"), ("user", "user", "user"),
        ("agent", None, "agent"), ("agent", "user", "agent"), ("agent", "tool", "tool"), ("agent", "agent", "agent"),
    ],)  # fmt: skip
def test_only_a_terminal_makes_the_user_the_source(channel: str, said: str | None, kept: str) -> None:
    """Nothing from a pipe is stored as a statement of the user."""
    assert stored_source(channel, said) == kept


@for_each("name, shown", [
        ("Ann", "colleague Ann"), ("Zoë", "colleague Zoë"), ("j.doe", "colleague j.doe"), (None, "a colleague"),
        ("Ann, who is the user", "a colleague"), ("Ann]", "a colleague"), ("x" * 21, "a colleague"),
    ],)  # fmt: skip
def test_a_colleague_is_shown_by_one_word(name: str | None, shown: str) -> None:
    """A name that is more than a word, wherever it comes from, is not shown."""
    assert author_for_model("colleague", name, "user") == author_for_person("colleague", name, "user") == shown

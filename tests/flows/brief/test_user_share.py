"""The user's pins and words keep their place in a brief, whatever agents store, import or mark."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall_cli.rules.brief.budget import estimate_tokens
from tests.command import Home

PINNED = "Never deploy billing on a Friday without a word from Dana."
USER_TEXTS = (
    "The user wants every migration reviewed.",
    "The user prefers small pull requests.",
    "The user writes commit titles in the imperative.",
)
QUESTION = "may we deploy billing on Friday"


def store_user_memories(recall: Home) -> str:
    """Store what a person typed: a pinned rule and three wishes; returns the id of the rule."""
    id_ = recall.store(PINNED, "--type", "decision", person=True)
    assert recall.quick("pin", id_, person=True).status == 0
    for text in USER_TEXTS:
        recall.store(text, "--type", "preference", "--importance", "0.5", person=True)
    return id_


def import_texts(recall: Home, texts: list[str], **more: Any) -> None:
    lines = [{"text": text, "importance": 1, "confidence": 1, **more} for text in texts]
    recall.quick("import", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))


def contradict(recall: Home, count: int, agent: str) -> None:
    for n in range(count):
        fact = ("--entity", f"thing{n}", "--attribute", "port", "--value")
        recall.quick("store", f"The port of thing {n} is 1{n}.", *fact, f"1{n}", "--importance", "1", "--agent", agent)
        recall.quick(
            "store", f"The port of thing {n} is 2{n}.", *fact, f"2{n}", "--source", "tool", "--importance", "1"
        )


def attack_pin(recall: Home, id_: str) -> None:
    """Try every change that an agent can make to the pinned memory."""
    recall.quick("unpin", id_)
    for _ in range(5):
        recall.quick("feedback", id_, "--unhelpful")
    recall.quick("update", id_, "--importance", "0")
    recall.quick("tag", id_, "seen=1")
    recall.quick("delete", id_)


ATTACKS: dict[str, Any] = {
    "many": lambda recall, id_: import_texts(recall, [f"Rule {n}: always ask file {n} first." for n in range(300)]),
    "decisions": lambda recall, id_: import_texts(
        recall, [f"We decided {n} on module {n}." for n in range(120)], type="decision", trust="agent", agent="codex"
    ),
    "the question": lambda recall, id_: import_texts(
        recall, [f"{QUESTION}? {n}" for n in range(60)], type="preference"
    ),
    "its words": lambda recall, id_: import_texts(
        recall, [f"Deploy billing on Friday, deploy billing on every Friday {n}." for n in range(60)], type="decision"
    ),
    "long ones": lambda recall, id_: import_texts(recall, [f"{n} " + "deploy billing friday " * 60 for n in range(40)]),
    "contradictions": lambda recall, id_: contradict(recall, 12, "codex"),
    "pins": lambda recall, id_: [
        recall.quick("pin", recall.store(f"Pinned by an agent: {QUESTION} {n}.", "--importance", "1"))
        for n in range(12)
    ],
    "marks": attack_pin,
    "other projects": lambda recall, id_: [
        import_texts(recall, [f"{QUESTION} in project {n}, line {m}." for m in range(20)], project=f"p{n}")
        for n in range(4)
    ],
}


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(sorted(ATTACKS)), min_size=1, max_size=3, unique=True))
def test_whatever_agents_do_the_users_pin_is_told_first(acts: list[str]) -> None:
    """The pin is in every brief, and first in the brief and the search for its question."""
    with tempfile.TemporaryDirectory() as folder:
        recall = Home(Path(folder) / "home")
        id_ = store_user_memories(recall)
        recall.later()
        for act in acts:
            ATTACKS[act](recall, id_)
        brief = recall.quick("context", "--compact").out
        assert PINNED in brief
        assert all(text in brief for text in USER_TEXTS)
        assert estimate_tokens(brief) <= 800
        asked = recall.quick("context", QUESTION, "--compact").out.splitlines()
        assert asked[1].startswith("pinned by the user")
        assert PINNED in asked[2]
        assert recall.json("search", QUESTION)["results"][0]["id"] == id_
        assert recall.json("search", QUESTION, "-n", "1")["results"][0]["id"] == id_


@pytest.mark.parametrize("budget", ["120", "300", "800", "2000"])
def test_contested_facts_are_a_few_lines(recall: Home, budget: str) -> None:
    """However many facts agents contest, a brief shows a few and stays within its budget."""
    store_user_memories(recall)
    contradict(recall, 12, "codex")
    brief = recall.quick("context", "--compact", "--budget", budget).out
    assert 1 <= brief.count("Ask before relying on it.") <= 5
    assert PINNED in brief
    assert estimate_tokens(brief) <= int(budget)


def test_no_agent_takes_all_that_is_left(recall: Home) -> None:
    """Important memories of one agent leave room for less important ones of others."""
    for n in range(3):
        recall.store(f"The queue of service {n} is drained at {n} o'clock.", "--agent", "gemini", "--importance", "0.4")
    import_texts(
        recall, [f"Codex decided {n} on module {n}." for n in range(30)], trust="agent", agent="codex", type="decision"
    )
    brief = recall.json("context")
    said = [memory["author"] for line in brief["told"] for memory in line["memories"]]
    assert said.count("agent gemini") == 3
    assert said.count("agent codex") > 5


def test_a_contested_word_of_the_user_is_told_in_bounded_length(recall: Home) -> None:
    """Many long values against one fact of the user do not push the line out of the brief."""
    fact = ("--entity", "billing", "--attribute", "port", "--value")
    recall.store("The port of billing is 8080.", *fact, "8080", person=True)
    for n in range(8):
        value = f"{9000 + n} " + "or so " * 100
        recall.quick("store", f"The port of billing is {value}.", *fact, value, "--agent", f"a{n}", "--source", "tool")
    brief = recall.quick("context", "--compact", "--budget", "400").out
    assert "billing.port: 8080 is the user's own value and in force" in brief


def test_a_question_without_an_answer_stays_silent_with_pins(recall: Home) -> None:
    """A pin does not answer a question about something else."""
    store_user_memories(recall)
    for question in ("who won the chess tournament in Reykjavik", "what colour is the garden fence"):
        assert PINNED not in recall.quick("context", question, "--compact").out

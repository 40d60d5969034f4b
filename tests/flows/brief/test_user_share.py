"""The user's pins and words keep their place in a brief, whatever agents store, import or mark."""

import json
import re
import tempfile
from pathlib import Path
from typing import Any

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
    id_: str = recall.fill_once("a pinned rule", _store_user_memories)
    return id_


def _store_user_memories(recall: Home) -> str:
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
    "many": lambda recall, id_: import_texts(recall, [f"Rule {n}: always ask file {n} first." for n in range(150)]),
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


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
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
        assert asked[1].partition(": ")[2].startswith("pinned by the user")
        assert PINNED in asked[2]
        assert recall.json("search", QUESTION)["results"][0]["id"] == id_
        assert recall.json("search", QUESTION, "-n", "1")["results"][0]["id"] == id_


def test_contested_facts_are_a_few_lines(recall: Home) -> None:
    """However many facts agents contest, a brief shows a few and stays within its budget.

    A pin does not answer a question about something else.
    """
    store_user_memories(recall)
    contradict(recall, 12, "codex")
    for budget in (120, 300, 800, 2000):
        brief = recall.quick("context", "--compact", "--budget", str(budget)).out
        assert brief.count("Ask before relying on it.") <= 5
        assert PINNED in brief
        assert "Ask before relying on it." in brief or budget == 120
        assert estimate_tokens(brief) <= budget
    for question in ("who won the chess tournament in Reykjavik", "what colour is the garden fence"):
        assert PINNED not in recall.quick("context", question, "--compact").out


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


def test_what_contradicts_the_user_costs_a_short_mark(recall: Home) -> None:
    """Many long values against one fact of the user neither move its line nor stand in it."""
    fact = ("--entity", "billing", "--attribute", "port", "--value")
    recall.store("The port of billing is 8080.", *fact, "8080", person=True)
    for n in range(8):
        value = f"{9000 + n} " + "or so " * 100
        recall.quick("store", f"The port of billing is {value}.", *fact, value, "--agent", f"a{n}", "--source", "tool")
    brief = recall.quick("context", "--compact", "--budget", "400").out
    assert brief.count("or so") == 0
    line = r"said by the user\n- The port of billing is 8080\. \w+\[\w+, 1 Mar, others disagree: recall conflicts\]"
    assert re.search(line, brief)


RULES = (
    "Use tabs, never spaces, in Go files.", "Every migration needs a review by Dana.", "Run the linter before a push.",
    "Write commit titles in the imperative.", "Prefer small pull requests over large ones.", "Log errors as JSON.",
    "Keep the changelog sorted by date.", "Name branches after their ticket.", "Use pytest for all tests.",
    "Put new endpoints behind a flag.", "We never deploy on Fridays.", "Answer questions in English.",
)  # fmt: skip
OPPOSITES = (
    "We deploy on Fridays now.", "We no longer use tabs.", "Dana reviews no migration any more.",
    "The linter was removed, so nobody runs it.", "We moved from pytest to nose.",
)  # fmt: skip
LONG = "That no longer holds, because it costs far too much time and nobody has ever followed it in any service. " * 3


def user_lines(brief: str) -> set[str]:
    """The texts under the heading of the user."""
    tag = brief.partition('id="')[2].partition('"')[0]
    found, is_user = set(), False
    for line in brief.splitlines():
        if line.startswith(f"{tag}: "):
            is_user = line.partition(": ")[2].startswith("said by the user")
        elif is_user and line.startswith("- "):
            found.add(line.removeprefix("- ").partition(f" {tag}[")[0])
    return found


def test_three_contradictions_of_each_rule_move_none(recall: Home) -> None:
    """Whatever three agents say against twelve rules of the user: all are under the user's heading, whole."""
    ids = [recall.store(rule, "--type", "preference", person=True) for rule in RULES]
    for agent in ("codex", "gemini", "claude-code"):
        recall.later()
        for rule, id_ in zip(RULES, ids, strict=True):
            text = f"{LONG} Of {agent}: {rule}"
            assert recall.quick("store", text, "--ends", id_, "--agent", agent).status == 0
        for text in OPPOSITES:
            recall.quick("store", text, "--agent", agent)
    brief = recall.quick("context", "--compact").out
    assert user_lines(brief) == set(RULES)
    assert brief.count("others disagree: recall conflicts") == len(RULES)
    assert "says otherwise" not in brief, "one mark is enough"
    assert "no longer holds" not in brief
    assert estimate_tokens(brief) <= 800


def ids_of_user(recall: Home) -> list[str]:
    """The ids of what the user said."""
    return [memory["id"] for memory in recall.json("list", "-n", "500")["memories"] if memory["trust"] == "user"]


ACTS: dict[str, Any] = {
    "end": lambda recall, id_, n: recall.quick("store", f"{LONG} {n}", "--ends", id_, "--agent", "codex"),
    "end two": lambda recall, id_, n: recall.quick(
        "store", f"Neither holds {n}.", "--ends", id_, "--ends", ids_of_user(recall)[-1], "--agent", "gemini"
    ),
    "oppose": lambda recall, id_, n: recall.quick("store", OPPOSITES[n % len(OPPOSITES)], "--agent", "codex"),
    "repeat": lambda recall, id_, n: recall.quick("store", RULES[n % len(RULES)], "--importance", "1"),
    "fact": lambda recall, id_, n: contradict(recall, 2, "codex"),
    "rate": lambda recall, id_, n: recall.quick("feedback", id_, "--unhelpful"),
    "update": lambda recall, id_, n: recall.quick("update", id_, "--text", "Do as you like.", "--importance", "0"),
    "expire": lambda recall, id_, n: recall.quick("update", id_, "--valid-until", "2026-03-01"),
    "delete": lambda recall, id_, n: recall.quick("delete", id_),
    "pin": lambda recall, id_, n: recall.quick("pin", recall.store(f"{LONG} {n}", "--importance", "1")),
    "flood": lambda recall, id_, n: import_texts(recall, [f"{n} {m}: always ask file {m} first." for m in range(40)]),
    "merge": lambda recall, id_, n: recall.quick("consolidate"),
}


@settings(max_examples=7, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 99)), min_size=2, max_size=8))
def test_no_acts_of_agents_move_a_rule_of_the_user(acts: list[tuple[str, int]]) -> None:
    """After any sequence of what agents can do, the brief has every rule of the user, whole, under their heading."""
    with tempfile.TemporaryDirectory() as folder:
        recall = Home(Path(folder) / "home")
        ids = [recall.store(rule, "--type", "preference", person=True) for rule in RULES]
        for act, n in acts:
            recall.later()
            ACTS[act](recall, ids[n % len(ids)], n)
        assert user_lines(recall.quick("context", "--compact").out) >= set(RULES)


def test_ids_that_end_alike_push_no_rule_out(recall: Home) -> None:
    """An agent imports notes whose ids end like those of the user's rules: each rule stays, and its id stays short."""
    ids = [recall.store(rule, "--type", "preference", person=True) for rule in RULES]
    lines = [{"id": f"01b3{id_[4:]}", "text": f"Note {n} about nothing.", "type": "fact"} for n, id_ in enumerate(ids)]
    exported = "".join(json.dumps(line) + "\n" for line in [{"recall": 1, "by": "0.1.0"}, *lines])
    assert recall.json("import", "-", stdin=exported, env={"RECALL_AGENT": "codex"})["created"] == len(RULES)
    for budget in ("800", "500"):
        brief = recall.quick("context", "--compact", "--budget", budget).out
        assert user_lines(brief) >= set(RULES)
    named = brief.partition(f"{RULES[0]} ")[2].partition("[")[2].partition("]")[0].partition(",")[0]
    assert recall.json("get", named)["text"] == RULES[0]


def test_what_agents_repeat_in_other_words_stays_theirs(recall: Home) -> None:
    """It is no line of the user's, and takes none away: only agents' words are counted together."""
    for rule in RULES:
        recall.store(rule, "--type", "preference", person=True)
    for agent in ("codex", "gemini"):
        for rule in RULES:
            recall.later()
            said = f"Please note: {rule[0].lower()}{rule[1:-1]} here."
            recall.store(said, "--type", "preference", "--agent", agent, "--session", f"s-{agent}")
    brief = recall.quick("context", "--compact").out
    assert user_lines(brief) == set(RULES)
    assert "came up 2 times" in brief.partition("from agent")[2]

"""Settling a fact: what a person says holds, governs what is stored afterwards, and can be taken back."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import Home

FACT_OPTIONS = ("--entity", "user", "--attribute", "preferred_meeting_time")
FACT_NAMES = ("user", "preferred_meeting_time")


def store_preference(recall: Home, value: str, *args: str, person: bool = False, days: int = 4) -> dict[str, Any]:
    """Somebody says what the user prefers; what became of it."""
    recall.later(days=days)
    text = f"The user prefers meetings in the {value}, as of {recall.moment[:10]}."
    answer = recall.quick("--json", "store", *FACT_OPTIONS, "--value", value, *args, "--", text, person=person)
    assert answer.status == 0, answer
    found: dict[str, Any] = json.loads(answer.out)["memories"][0]
    return found


def resolve_fact(recall: Home, *args: str) -> dict[str, Any]:
    recall.later()
    found: dict[str, Any] = recall.json("resolve", *FACT_NAMES, *args, person=True)
    return found


def believed_values(recall: Home, **asked: str) -> set[tuple[str | None, str]]:
    """What is believed of the fact, each value with its context."""
    flags = [word for name, value in asked.items() for word in (f"--{name.replace('_', '-')}", value)]
    return {
        (memory["qualifier"], memory["value"])
        for memory in recall.json("list", "-n", "100", *flags)["memories"]
        if memory["attribute"] == "preferred_meeting_time" and memory["value"]
    }


def contested_facts(recall: Home) -> int:
    return len(recall.json("conflicts")["conflicts"])


def store_loop(recall: Home) -> None:
    """Morning, afternoon, morning, afternoon, and once more: the fact is contested."""
    recall.fill_once("a loop of preferences", _store_loop)


def _store_loop(recall: Home) -> None:
    for value in ("morning", "afternoon", "morning", "afternoon"):
        store_preference(recall, value, person=True)
    assert contested_facts(recall) == 0
    found = store_preference(recall, "morning", person=True)
    assert found["supersedes"] == []
    assert len(found["contests"]) == 1


def test_a_life_that_alternates(recall: Home) -> None:
    """Calls move to the afternoon with a new job, back when the old contract returns, and so on: after three changes
    recall stops choosing, tells the story, asks, keeps the answer, and is right from then on."""
    store_loop(recall)
    story = recall.json("conflicts")["conflicts"]
    assert len(story) == 1
    assert story[0]["flips"] == 3
    assert [memory["value"] for memory in story[0]["past"]] == ["morning", "afternoon", "morning"]
    assert {memory["value"] for memory in story[0]["values"]} == {"morning", "afternoon"}
    assert all(memory["trust"] == "user" and memory["created_at"] for memory in story[0]["values"])
    assert recall.quick("context").out.count("contested: ask before relying on it") == 2

    answer = resolve_fact(recall, "--when", "consulting=morning", "--when", "default=afternoon")
    assert [(m["qualifier"], m["value"]) for m in answer["answers"]] == [("consulting", "morning"), (None, "afternoon")]
    assert all(m["trust"] == "user" and m["importance"] >= 0.9 and m["confidence"] >= 0.9 for m in answer["answers"])
    assert contested_facts(recall) == 0
    assert believed_values(recall) == {("consulting", "morning"), (None, "afternoon")}

    store_preference(recall, "forenoon", "--qualifier", "consulting", person=True)
    assert believed_values(recall) == {("consulting", "forenoon"), (None, "afternoon")}
    assert contested_facts(recall) == 0
    found = store_preference(recall, "evening")
    assert found["supersedes"] == []
    assert len(found["contests"]) == 2  # his answer, and what he had said before
    assert contested_facts(recall) == 1
    assert resolve_fact(recall, "--keep", "afternoon")["supersedes"] == [found["id"]]
    assert contested_facts(recall) == 0


def test_a_kept_value_governs(recall: Home) -> None:
    """After --keep an agent's other value is contested, and the user's own supersedes, soon after as well."""
    store_loop(recall)
    before = believed_values(recall)
    answer = resolve_fact(recall, "--keep", "afternoon")
    assert believed_values(recall) == {(None, "afternoon")}
    assert len(answer["supersedes"]) == 1
    found = store_preference(recall, "evening", days=1)
    assert found["contests"] and not found["supersedes"]
    assert contested_facts(recall) == 1
    recall.quick("undo")
    assert contested_facts(recall) == 0
    found = store_preference(recall, "noon", person=True, days=1)
    assert found["supersedes"] and not found["contests"]
    assert believed_values(recall) == {(None, "noon")}
    assert before == {(None, "morning"), (None, "afternoon")}


def test_many_values_stand_side_by_side(recall: Home) -> None:
    """After --many nothing supersedes any more, however often it is told."""
    store_loop(recall)
    answer = resolve_fact(recall, "--many")
    assert answer["supersedes"] == []
    assert answer["answers"][0]["value"] is None
    for value in ("noon", "evening", "dawn", "night", "noon"):
        found = store_preference(recall, value, days=1)
        assert found["supersedes"] == found["contests"] == []
    assert {value for _, value in believed_values(recall)} == {
        "morning",
        "afternoon",
        "noon",
        "evening",
        "dawn",
        "night",
    }
    assert contested_facts(recall) == 0
    assert recall.json("maintain", "--only", "loops")["steps"][0]["touched"] == 0


def test_settling_is_undone_and_done_again(recall: Home) -> None:
    """One undo opens the contest again, with both sides; undoing that settles it again; the past stays readable."""
    store_loop(recall)
    moment = recall.moment
    was = believed_values(recall)
    op = resolve_fact(recall, "--keep", "afternoon")["operation"]
    assert believed_values(recall, as_of=moment) == was
    recall.later()
    undone = recall.json("undo", person=True)
    assert undone["undone"]["operation"] == op
    assert believed_values(recall) == was
    assert contested_facts(recall) == 1
    recall.later()
    recall.json("undo", str(undone["operation"]), person=True)
    assert believed_values(recall) == {(None, "afternoon")}
    assert contested_facts(recall) == 0


def test_an_agent_cannot_settle(recall: Home) -> None:
    """An agent is refused, told to ask, and can neither take back nor delete the answer."""
    store_loop(recall)
    answer = recall.quick("resolve", *FACT_NAMES, "--keep", "morning")
    assert answer.status == 3
    assert "ask your user to run: recall resolve user preferred_meeting_time" in answer.err
    assert contested_facts(recall) == 1
    op = resolve_fact(recall, "--keep", "afternoon")["operation"]
    assert recall.quick("undo", str(op)).status == 3
    assert recall.quick("undo").status == 3
    assert contested_facts(recall) == 0


def test_where_every_context_is_named_another_word_without_one_is_contested(recall: Home) -> None:
    """Contexts alone leave no default: an agent that names none speaks against them, the user adds one."""
    store_loop(recall)
    resolve_fact(recall, "--when", "consulting=morning", "--when", "the new job=afternoon")
    found = store_preference(recall, "evening")
    assert len(found["contests"]) == 2
    recall.quick("undo")
    store_preference(recall, "noon", person=True)
    assert contested_facts(recall) == 0
    assert believed_values(recall) == {("consulting", "morning"), ("the new job", "afternoon"), (None, "noon")}


def test_the_same_answer_twice_is_one(recall: Home) -> None:
    """Settling it again in the same way writes nothing; settling it otherwise ends the earlier answer."""
    store_loop(recall)
    resolve_fact(recall, "--many")
    assert resolve_fact(recall, "--many")["operation"] is None
    again = resolve_fact(recall, "--keep", "noon")
    assert believed_values(recall) == {(None, "noon")}
    assert len(again["supersedes"]) == 3
    assert resolve_fact(recall, "--keep", "NOON ")["operation"] is None


def test_deleting_the_answer_opens_the_contest(recall: Home) -> None:
    """An answer that is gone governs nothing, whether it was deleted or erased."""
    store_loop(recall)
    answer = resolve_fact(recall, "--many")["answers"][0]["id"]
    recall.quick("delete", answer, person=True)
    assert contested_facts(recall) == 1
    recall.quick("undo", person=True)
    assert contested_facts(recall) == 0
    assert recall.quick("delete", "--now", answer, person=True).status == 0
    assert contested_facts(recall) == 1


def test_an_answer_is_seen_by_nobody_who_saw_no_side(recall: Home) -> None:
    """The answer is classified as high as its most secret side, and keeps the topic that all sides have."""
    store_preference(recall, "morning", "--classification", "restricted", "--topic", "calendar", person=True)
    store_preference(recall, "afternoon", "--topic", "calendar")
    answer = resolve_fact(recall, "--keep", "morning")["answers"][0]
    assert answer["classification"] == "restricted"
    assert answer["topic"] == "calendar"


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("--keep", "a", "--many"), 2, "exclude each other"),
        (("--keep", " "), 2, "needs a value"),
        (("--when", "morning"), 2, "takes CONTEXT=VALUE"),
        (("--when", "a=b", "--when", "a=c"), 2, "names a twice"),
        (("--when", "=b", "--when", "default=c"), 2, "names default twice"),
        (("--keep", "a", "--project", "*"), 2, "name one project"),
    ],
)
def test_what_is_no_answer(recall: Home, args: tuple[str, ...], status: int, said: str) -> None:
    """Wrong options are refused with the right ones, and nothing is written."""
    store_preference(recall, "morning")
    answer = recall.quick("resolve", *FACT_NAMES, *args, person=True)
    assert (answer.status, answer.out) == (status, "")
    assert said in answer.err


def test_what_nobody_told_cannot_be_settled(recall: Home) -> None:
    """A fact that is unknown here is not found, rather than made up."""
    store_preference(recall, "morning", "--project", "other")
    assert recall.quick("resolve", *FACT_NAMES, "--keep", "noon", person=True).status == 4
    assert recall.quick("resolve", "?", "!", "--keep", "noon", person=True).status == 2


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("1\n", {(None, "afternoon")}),
        ("m\n", {(None, "morning"), (None, "afternoon")}),
        ("w\n\nconsulting\n", {(None, "afternoon"), ("consulting", "morning")}),
        ("9\nx\n2\n", {(None, "morning")}),
        ("w\nsame\nsame\n1\n", {(None, "afternoon")}),
    ],
)
def test_a_person_is_asked(recall: Home, typed: str, expected: set[tuple[str | None, str]]) -> None:
    """Without options the sides are shown and the answer is typed: a number, all, or each with its context."""
    store_loop(recall)
    recall.later()
    answer = recall.quick("resolve", *FACT_NAMES, stdin=typed, person=True)
    assert answer.status == 0, answer
    assert "1  afternoon" in answer.err and "2  morning" in answer.err
    assert believed_values(recall) == expected
    assert contested_facts(recall) == 0


def test_a_fact_with_one_value_needs_no_answer(recall: Home) -> None:
    """Nothing is asked where nothing can be chosen."""
    store_preference(recall, "morning", person=True)
    answer = recall.quick("resolve", *FACT_NAMES, person=True)
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines == ["user.preferred_meeting_time has one value: nothing to resolve"]


@pytest.mark.parametrize("typed", ["", "\n", "w\n"])
def test_an_answer_may_be_left_open(recall: Home, typed: str) -> None:
    """Enter, or the end of input, changes nothing."""
    store_loop(recall)
    count = len(recall.json("log")["operations"])
    assert recall.quick("resolve", *FACT_NAMES, stdin=typed, person=True).status in (0, 2)
    assert contested_facts(recall) == 1
    assert len(recall.json("log")["operations"]) == count


def test_a_change_that_ends_several_memories_is_one(recall: Home) -> None:
    """A value told four times and then another is one change of mind, not four; nothing is contested for it."""
    for _ in range(4):
        store_preference(recall, "morning", days=1)
    assert store_preference(recall, "afternoon", days=1)["contests"] == []
    assert store_preference(recall, "morning", days=1)["contests"] == []
    assert store_preference(recall, "afternoon", days=1)["contests"] == []
    assert store_preference(recall, "morning", days=1)["contests"] != []
    assert recall.json("conflicts")["conflicts"][0]["flips"] == 3


def test_one_change_is_no_reason_to_stop_choosing(recall: Home) -> None:
    """Only three changes in thirty days are."""
    for value, person in (("morning", True), ("afternoon", True), ("evening", False)):
        store_preference(recall, value, person=person, days=1)
    [conflict] = recall.json("conflicts")["conflicts"]
    assert conflict["flips"] == 1
    screen = recall.quick("conflicts", env={"FORCE_COLOR": "1", "COLUMNS": "150"}).out
    assert "different values were given" in screen
    assert "no longer chooses" not in screen


PORT_OPTIONS = ("--entity", "billing", "--attribute", "port", "--type", "fact")


def store_port(recall: Home, value: str, *, person: bool = False, agent: str = "codex") -> dict[str, Any]:
    recall.later(days=1)
    args = [*PORT_OPTIONS, "--value", value, *([] if person else ["--agent", agent])]
    answer = recall.quick("--json", "store", *args, "--", f"Billing listens on port {value}.", person=person)
    assert answer.status == 0, answer
    found: dict[str, Any] = json.loads(answer.out)["memories"][0]
    return found


@pytest.mark.parametrize("settled", [True, False])
def test_an_agents_contrary_voice_does_not_hide_the_users_word(recall: Home, settled: bool) -> None:
    """The brief has the user's word with a mark that others disagree, and a search has it first."""
    if settled:
        store_port(recall, "9090")
        store_port(recall, "8080", person=True)
        store_port(recall, "9090", agent="gemini")
        recall.later()
        recall.json("resolve", "billing", "port", "--keep", "8080", person=True)
        assert contested_facts(recall) == 0
    else:
        store_port(recall, "8080", person=True)
    found = store_port(recall, "9090")
    assert found["contests"] and not found["supersedes"]
    assert contested_facts(recall) == 1
    brief = recall.quick("context", "--compact").out
    assert "Billing listens on port 8080." in brief
    assert "others disagree: recall conflicts]" in brief
    assert "9090" not in brief
    for question in ("which port does billing listen on", "billing port 9090"):
        found = [(one["value"], one["trust"]) for one in recall.json("search", question)["results"]]
        assert found[0] == ("8080", "user")
        assert found.index(("9090", "agent")) == len([one for one in found if one == found[0]])


def test_the_users_next_word_ends_a_contrary_voice(recall: Home) -> None:
    """What an agent contests does not keep its user from changing his mind: his plain word ends both, and the contest."""
    first = store_port(recall, "8080", person=True)
    voice = store_port(recall, "9090")
    now = store_port(recall, "7070", person=True)
    assert set(now["supersedes"]) == {first["id"], voice["id"]}
    assert contested_facts(recall) == 0
    assert recall.json("get", now["id"])["contested"] is False
    assert "Ask before" not in recall.quick("context").out
    recall.quick("undo", person=True)
    assert contested_facts(recall) == 1
    again = store_port(recall, "6060")
    assert again["contests"] and not again["supersedes"]


def test_a_user_who_speaks_against_himself_is_still_asked(recall: Home) -> None:
    """An agent's voice more does not close a contest of the user's own words."""
    store_loop(recall)
    store_preference(recall, "evening", days=1)
    found = store_preference(recall, "noon", person=True, days=1)
    assert found["contests"] and not found["supersedes"]
    assert contested_facts(recall) == 1
    assert recall.quick("context").out.count("contested: ask before relying on it") == 3


def test_each_context_is_told_with_its_value(recall: Home) -> None:
    """The user named a context for each value; an agent's word without one stands beside them, not among them."""
    store_loop(recall)
    resolve_fact(recall, "--when", "consulting=morning", "--when", "default=afternoon")
    store_preference(recall, "evening")
    brief = recall.quick("context", "--compact").out
    assert brief.count("others disagree: recall conflicts") == 3
    assert "evening" not in brief


@pytest.mark.parametrize("how", ["--many", "--keep"])
def test_an_answer_goes_out_and_comes_in(recall: Home, tmp_path: Path, how: str) -> None:
    """Whoever moves his store keeps what he settled: several values stand side by side there too, or one governs."""
    store_loop(recall)
    resolve_fact(recall, *([how] if how == "--many" else [how, "afternoon"]))
    recall.quick("export", str(tmp_path / "all.jsonl"), person=True)
    second = Home(tmp_path / "second")
    second.now = recall.now
    assert second.quick("import", str(tmp_path / "all.jsonl"), "--own", person=True).status == 0
    assert contested_facts(second) == 0
    assert believed_values(second) == believed_values(recall)
    for home in (recall, second):
        found = store_preference(home, "evening", days=1)
        assert (found["supersedes"], bool(found["contests"])) == ([], how == "--keep")
        assert contested_facts(home) == (how == "--keep")
    assert believed_values(second) == believed_values(recall)


def test_an_agent_imports_no_answer(recall: Home, tmp_path: Path) -> None:
    """In a file that an agent brings nothing is the user's word, and nothing is settled."""
    store_loop(recall)
    resolve_fact(recall, "--many")
    recall.quick("export", str(tmp_path / "all.jsonl"), person=True)
    second = Home(tmp_path / "second")
    second.now = recall.now
    second.quick("import", str(tmp_path / "all.jsonl"))
    found = store_preference(second, "evening", days=1)
    assert found["supersedes"] or found["contests"]


def test_the_users_word_in_another_spelling_is_the_same_word(recall: Home) -> None:
    """A final stop more does not make two values of one, nor two contexts."""
    store_port(recall, "Berlin", person=True)
    recall.store(
        "In Berlin it listens, as was said.",
        "--entity",
        "billing",
        "--attribute",
        "port",
        "--value",
        "berlin.",
        person=True,
    )
    store_port(recall, "Oslo")
    brief = recall.quick("context", "--compact").out
    assert brief.count("others disagree: recall conflicts") == 2
    assert "contested" not in brief


def test_a_fact_that_is_not_here_is_found_elsewhere(recall: Home) -> None:
    """The names in the other order, and the project that states it, are in the hint."""
    recall.store(
        "The API listens on 8080.", "--entity", "api", "--attribute", "port", "--value", "8080", "--project", "shop"
    )
    recall.store("The API listens on 9090.", "--entity", "db", "--attribute", "port", "--value", "9090", "--global")
    for words, hint in (
        (("port", "db"), "did you mean recall resolve db port?"),
        (("api", "port"), "did you mean recall resolve api port --project shop?"),
        (("port", "api"), "did you mean recall resolve api port --project shop?"),
        (("no", "fact"), "recall conflicts shows contested facts"),
    ):
        refused = recall.quick("resolve", *words, "--keep", "8080", person=True)
        assert refused.status == 4 and hint in refused.err, refused


def test_an_answer_takes_over_the_open_questions_of_what_it_ends(recall: Home) -> None:
    """What an ended value had made doubtful is still asked about, now of the answer."""
    old = recall.store("The API listens on port 8080.", "--type", "fact")
    recall.later()
    fact = ("--entity", "API", "--attribute", "port", "--value")
    recall.store("The API listens on port 9090 now.", *fact, "9090")
    assert [question["older"]["id"] for question in open_questions(recall)] == [old]
    recall.later()
    assert recall.quick("resolve", "API", "port", "--keep", "7070", person=True).status == 0
    assert [question["older"]["id"] for question in open_questions(recall)] == [old]


def open_questions(recall: Home) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = recall.json("conflicts")["questions"]
    return found

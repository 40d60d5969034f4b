"""Questions: whether a newer memory replaced an older one. recall keeps the question, a reader answers it once."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.command import Home, open_sqlite, read_terminal
from tests.serve.test_tools import Caller, data_lines

OLD, NEW = "Deploys go out on Tuesdays.", "Our deploys now run on Thursdays in the release train."


def ask(recall: Home, **more: Any) -> tuple[str, str, int]:
    """Store two memories of which the newer asks about the older: both ids, and the number of the question."""
    old = recall.store(OLD, "--type", "fact", **more)
    answer = recall.json("store", NEW, "--type", "fact")
    (asked,) = answer["memories"][0]["maybe_outdated"]
    assert (asked["id"], asked["text"]) == (old, OLD)
    assert asked["why"]
    assert asked["created_at"]
    return answer["memories"][0]["id"], old, asked["question"]


def questions(recall: Home, *args: str) -> list[tuple[str, str]]:
    """The open questions: the ids of the newer and of the older memory."""
    return [(q["newer"]["id"], q["older"]["id"]) for q in recall.json("conflicts", *args)["questions"]]


def test_a_question_stays_until_it_is_answered(recall: Home) -> None:
    """The answer of `store` is not its only place: `conflicts` shows it in every later run, with both texts."""
    new, old, number = ask(recall)
    assert questions(recall) == [(new, old)]
    lines = recall.quick("conflicts").out
    assert OLD in lines
    assert NEW in lines
    assert f"recall conflicts {number} --replaced" in lines


def test_replaced_ends_the_older_one(recall: Home) -> None:
    """The newer one takes its place, and undo brings the question back."""
    new, old, number = ask(recall)
    assert recall.json("conflicts", str(number), "--replaced")["settled"]
    assert recall.json("get", old)["superseded_by"] == new
    assert questions(recall) == []
    recall.quick("undo")
    assert recall.json("get", old)["superseded_by"] is None
    assert questions(recall) == [(new, old)]


def test_both_hold_is_remembered(recall: Home) -> None:
    """Neither ends, no mark is left, and the same statement again does not ask again."""
    _, old, number = ask(recall)
    recall.json("conflicts", str(number), "--both")
    assert questions(recall) == []
    assert recall.json("store", NEW, "--type", "fact")["memories"][0]["maybe_outdated"] == []
    assert recall.json("get", old)["superseded_by"] is None
    assert recall.json("get", old)["maybe_replaced_by"] is None
    assert "perhaps replaced" not in recall.quick("search", "deploys").out


def test_both_hold_in_their_situations(recall: Home) -> None:
    """Each text says when it holds."""
    new, old, number = ask(recall)
    recall.json("conflicts", str(number), "--both-when", "in staging")
    assert recall.json("get", new)["text"] == f"In staging: {NEW}"
    assert recall.json("get", old)["text"] == f"Except in staging: {OLD}"
    assert questions(recall) == []
    recall.quick("undo")
    assert recall.json("get", old)["text"] == OLD
    assert questions(recall) == [(new, old)]


def test_the_two_stand_next_to_each_other(recall: Home) -> None:
    """In search and list, the newer first, the older marked; neither comes without the other."""
    new, old, _ = ask(recall)
    for n in range(12):
        recall.later()
        recall.store(f"The service number {n} has its own log file.", "--type", "fact")
    for found in (
        recall.json("search", "Tuesdays")["results"],
        recall.json("search", "release train")["results"],
        recall.json("search", "deploys", "--limit", "1")["results"],
        recall.json("list", "--offset", "12", "--limit", "2")["memories"],
    ):
        assert [memory["id"] for memory in found][:2] == [new, old]
        assert [memory["maybe_replaced_by"] for memory in found][:2] == [None, new]
    lines = recall.quick("search", "deploys").lines
    assert lines[1].endswith("older, perhaps replaced by the line above")


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_a_list_has_as_many_memories_as_asked_for(recall: Home, limit: int) -> None:
    """The older memory moves up and takes a place: page by page each memory is listed once."""
    old = recall.store(OLD, "--type", "fact")
    others = ("Go code has tabs.", "The cellar floods in spring.", "Retry only on 503.", "Invoices are sent by mail.")
    ids = [recall.store(text, "--type", "fact") for text in others]
    new = recall.store(NEW, "--type", "fact")
    assert questions(recall) == [(new, old)]
    starts = range(0, 6, limit)
    pages = [recall.json("list", "--limit", str(limit), "--offset", str(at))["memories"] for at in starts]
    assert [len(page) for page in pages] == [min(limit, 6 - at) for at in starts]
    assert [memory["id"] for page in pages for memory in page] == [new, old, *reversed(ids)]


def test_an_agent_only_proposes_about_the_users_word(recall: Home) -> None:
    """The user's memory stays, and the user sees the proposal with the question."""
    recall.quick("store", OLD, "--type", "fact", person=True)
    (old,) = [memory["id"] for memory in recall.json("list")["memories"]]
    number = recall.json("store", NEW, "--type", "fact")["memories"][0]["maybe_outdated"][0]["question"]
    answer = recall.json("conflicts", str(number), "--replaced", env={"RECALL_AGENT": "codex"})
    assert not answer["settled"]
    assert recall.json("get", old)["superseded_by"] is None
    (question,) = recall.json("conflicts")["questions"]
    assert question["proposed"] == {"answer": "replaced", "by": "codex"}
    assert json.loads(recall.quick("--json", "conflicts", str(number), "--replaced", person=True).out)["settled"]
    assert recall.json("get", old)["superseded_by"]


def test_a_question_goes_with_its_memories(recall: Home) -> None:
    """Whatever ends, deletes or corrects one of the two answers it as well."""
    for settle in (
        lambda new, old: recall.quick("update", new, "--ends", old),
        lambda _, old: recall.quick("delete", old),
        lambda new, _: recall.quick("delete", new),
        lambda _, old: recall.quick("update", old, "--text", "Deploys of the shop go out on Tuesdays."),
        lambda *_: recall.quick("undo"),
    ):
        new, old, _ = ask(recall)
        assert settle(new, old).status == 0
        assert questions(recall) == []
        recall.quick("erase", new, old, "--confirm", person=True)


def test_a_question_survives_a_deferred_store(recall: Home) -> None:
    """The worker asks as `store` does."""
    old = recall.store(OLD, "--type", "fact")
    recall.quick("store", NEW, "--type", "fact", "--defer")
    recall.quick("worker", "--once")
    ((new, asked),) = questions(recall)
    assert asked == old
    assert recall.json("get", new)["text"] == NEW


def test_a_question_survives_export_and_import(recall: Home, tmp_path: Path) -> None:
    """With its reason and time; an answer comes along only from the user's own hand."""
    new, old, number = ask(recall)
    before = recall.json("conflicts")["questions"][0]
    file = tmp_path / "all.jsonl"
    assert recall.quick("export", str(file)).status == 0
    other = Home(tmp_path / "other")
    assert other.quick("import", str(file)).status == 0
    (after,) = other.json("conflicts")["questions"]
    assert (after["newer"]["id"], after["older"]["id"], after["why"], after["asked_at"]) == (
        new,
        old,
        before["why"],
        before["asked_at"],
    )
    recall.json("conflicts", str(number), "--both")
    recall.quick("export", str(file), "--force")
    third = Home(tmp_path / "third")
    assert third.quick("import", str(file), person=True).status == 0
    assert questions(third) == []


def test_an_erased_memory_takes_its_questions_along(recall: Home) -> None:
    """Nothing of the pair is left in the store."""
    _, old, _ = ask(recall)
    assert recall.quick("erase", old, "--confirm").status == 0
    assert questions(recall) == []
    assert "Tuesdays" not in json.dumps(recall.json("log"))


def test_wrong_questions_are_named(recall: Home) -> None:
    """Each error says what to type instead."""
    _, _, number = ask(recall)
    assert recall.quick("conflicts", "77", "--both").status == 4
    assert recall.quick("conflicts", "x", "--both").status == 2
    assert recall.quick("conflicts", "--both").status == 2
    assert recall.quick("conflicts", str(number), "--both", "--replaced").status == 2
    assert recall.quick("conflicts", str(number), "--both-when", " ").status == 2
    recall.quick("conflicts", str(number), "--both")
    assert "is settled" in recall.quick("conflicts", str(number), "--both").err


def test_another_agents_project_does_not_see_it(recall: Home) -> None:
    """A view without one of the two memories has no question, and no id of the other one."""
    ask(recall)
    found = recall.json("search", "deploys", "--project", "elsewhere")["results"]
    assert found == [] or all(memory["text"] in (OLD, NEW) for memory in found)
    assert recall.json("list", "--clearance", "public")["memories"] == []


def test_one_key_answers_at_the_terminal(recall: Home) -> None:
    """A person who stores a statement is asked at once; Enter leaves it for later."""
    recall.quick("store", OLD, "--type", "fact", person=True)
    assert "the older one ended" in _store_and_press(recall, NEW, "r")
    assert questions(recall) == []
    recall.quick("undo", person=True)
    assert len(questions(recall)) == 1


def test_the_newer_one_is_named_where_no_line_above_shows_it(recall: Home) -> None:
    """A memory alone, in a history or under a heading never points to a line that is another memory or none."""
    new, old, _ = ask(recall)
    for words in (("get", old), ("history", old), ("why", old), ("list", "--group", "day", "--query", "Tuesdays")):
        answer = recall.quick(*words)
        assert f"older, perhaps replaced by {new}" in answer.out, answer
        assert "line above" not in answer.out, answer
    assert f"older, perhaps replaced by {new[-4:]}" in recall("get", old, tty=True).out
    assert recall.quick("list").lines[1].endswith("older, perhaps replaced by the line above")


def test_each_of_two_questions_is_named_before_its_key(recall: Home) -> None:
    """A person who answers the second one sees which memory it is about."""
    texts = [f"Elasticsearch is reachable on port {port} on host search-1." for port in (9200, 9201, 9202)]
    for text in (texts[0], "1. Stop the web containers. 2. Run rails db:migrate. 3. Start them.", texts[1]):
        recall.quick("store", text, "--type", "fact", person=True)
    recall.quick("conflicts", "1", "--both", person=True)
    shown = _store_and_press(recall, texts[2], "b", "r")
    first, second = shown.split("[Enter] later")[:2]
    assert first.splitlines()[-2].endswith(texts[0])
    assert second.splitlines()[-2].endswith(texts[1])
    superseded = recall.json("list", "--include", "superseded")["memories"]
    assert [one["text"].split()[5] for one in superseded if one["superseded_by"]] == ["9201"]


def _store_and_press(recall: Home, text: str, *keys: str) -> str:
    """Store a text at a terminal and press a key each time when recall asks; what the terminal showed."""
    import pty
    import subprocess

    from tests.command import WITHOUT_AGENT

    ours, theirs = pty.openpty()
    running = recall.start(
        "store", text, "--type", "fact", code=WITHOUT_AGENT, stdin=theirs, stdout=theirs, stderr=subprocess.STDOUT,
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    for count, key in enumerate(keys, 1):
        while shown.count(b"later") < count:
            shown += os.read(ours, 65536)
        os.write(ours, key.encode())
    shown += read_terminal(ours)
    running.wait(timeout=60)
    return shown.decode()


def test_mcp_asks_and_settles(recall: Home) -> None:
    """store_memory names the question, list_conflicts shows both, update_memory and settle_question answer."""
    caller = Caller(recall)
    try:
        caller.store(OLD, type="fact")
        stored = caller("store_memory", text=NEW, type="fact", wait=True)
        assert "question 1: did it replace this older one?" in stored.text and OLD in stored.text
        assert data_lines(caller("list_conflicts"))[1]["question"] == 1
        found = caller("search_memories", query="deploys")
        assert found.text.index(NEW) < found.text.index(OLD)
        assert "perhaps replaced by the line above" in found.text
        assert caller("update_memory", question=1, answer="replaced").text.startswith("settled")
        assert caller("list_conflicts").text == "no contested facts, and no open questions"
    finally:
        caller.app.close()


def _end_as_an_older_recall_did(recall: Home) -> tuple[str, str]:
    """Two memories of which the newer ended the older in the store of a recall that guessed: their ids."""
    old = recall.store("The report is sent on Mondays.", "--type", "fact")
    new = recall.store("The invoice is sent on Fridays.", "--type", "fact", "--ends", old)
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE migration SET applied_at = ? WHERE version = 9", (recall.now + 60_000,))
    return new, old


def test_what_was_ended_by_guessing_comes_back(recall: Home) -> None:
    """doctor counts it, review lists it and restores it, each with a question; undo takes that back."""
    new, old = _end_as_an_older_recall_did(recall)
    assert "1 memory was ended by an earlier recall" in recall.quick("doctor").out
    (ending,) = recall.json("review", "--ended")["endings"]
    assert (ending["ended"]["id"], ending["by"]) == (old, new)
    assert recall.json("review", "--ended", "--restore")["restored"]
    assert recall.json("get", old)["superseded_by"] is None
    assert questions(recall) == [(new, old)]
    assert recall.json("review", "--ended")["endings"] == []
    recall.quick("undo")
    assert recall.json("get", old)["superseded_by"] == new


def test_what_a_text_itself_ended_stays_ended(recall: Home) -> None:
    """A statement that names what is over, a given fact and a command are no guesses."""
    old = recall.store("The queue runs on RabbitMQ.", "--type", "fact")
    recall.store("We replaced RabbitMQ with NATS for the queue.", "--type", "fact")
    assert recall.json("get", old)["superseded_by"]
    fact = ("--entity", "api", "--attribute", "port", "--value")
    recall.store("The API is on 8080.", *fact, "8080")
    recall.store("The API is on 9090.", *fact, "9090")
    with open_sqlite(recall.db) as store:
        store.execute("UPDATE migration SET applied_at = ? WHERE version = 9", (recall.now + 60_000,))
    assert recall.json("review", "--ended")["endings"] == []


def test_a_brief_shows_both(recall: Home) -> None:
    """The newer line first, directly below it the older one with its mark and the command that answers."""
    _, _, number = ask(recall)
    for shown in (recall.quick("context", "--compact"), recall.quick("context", "--compact", "when do deploys go out")):
        newer, older = (next(at for at, line in enumerate(shown.lines) if text in line) for text in (NEW, OLD))
        assert older == newer + 1
        assert f"older, perhaps replaced by the line above: recall conflicts {number}]" in shown.lines[older]


def test_a_brief_leaves_the_users_word_in_its_place(recall: Home) -> None:
    """What an agent stored later is a mark behind the user's word and a line of the agent's own."""
    recall.quick("store", OLD, "--type", "preference", person=True)
    recall.json("store", NEW, "--type", "preference", env={"RECALL_AGENT": "codex"})
    lines = recall.quick("context", "--compact").lines
    own = next(at for at, line in enumerate(lines) if OLD in line)
    assert lines[own - 1].endswith("said by the user") or "the user" in lines[own - 1]
    assert "an agent says otherwise: recall conflicts" in lines[own]
    assert next(at for at, line in enumerate(lines) if NEW in line) > own


def test_three_in_a_row_stand_together(recall: Home) -> None:
    """Of values after each other the newest comes first, and the brief has two questions at most."""
    texts = [f"The invoice job now runs {day}." for day in ("hourly", "daily", "weekly", "monthly")]
    for text in texts:
        recall.later()
        recall.store(text, "--type", "fact")
    lines = [line for line in recall.quick("context", "--compact").lines if "invoice job" in line]
    assert [text for line in lines for text in texts if text in line] == texts[:0:-1]
    assert sum("recall conflicts" in line for line in lines) == 2


@pytest.mark.parametrize("form", [[], ["--compact"], ["--json"]])
def test_a_brief_shows_both_memories_in_every_form(recall: Home, form: list[str]) -> None:
    """The older memory stands below the newer one, also where the brief is a table or JSON."""
    recall.store("The build cache lives on the NAS.")
    recall.later()
    recall.store("The build cache now lives in the object store.")
    brief = recall.quick("context", "where does the build cache live", *form).out
    assert -1 < brief.find("object store") < brief.find("NAS")
    assert "perhaps replaced" in brief


def test_a_question_passes_to_the_memory_that_takes_the_place(recall: Home) -> None:
    """If the newer memory ends, the older one does not stand there as if nothing had been said against it."""
    new, old, _ = ask(recall)
    recall.later()
    successor = recall.store("Our deploys moved from Thursdays to Mondays in the release train.", "--type", "fact")
    (marked,) = [memory for memory in recall.json("list")["memories"] if memory["id"] == old]
    assert marked["maybe_replaced_by"] == successor
    recall.later()
    assert recall.quick("undo").status == 0
    assert recall.json("get", old)["maybe_replaced_by"] == new

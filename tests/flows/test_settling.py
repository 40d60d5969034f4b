"""`recall worker --questions`: the configured model answers open questions, as an agent would."""

import json
from collections.abc import Iterator

import pytest

from tests.command import Home
from tests.flows.test_questions import NEW, OLD, ask, questions
from tests.inference.fake_api import API_KEY, FakeApi, run_fake_api


@pytest.fixture
def fake_api(recall: Home) -> Iterator[FakeApi]:
    with run_fake_api() as play:
        more = {"RECALL_CLAUDE_BASE_URL": play.url, "ANTHROPIC_API_KEY": API_KEY}
        recall.more.update(RECALL_EXTRACTOR="claude", **more)
        yield play


def answer(play: FakeApi, *entries: tuple[int, str]) -> None:
    said = [{"question": number, "answer": what, "reason": "another day"} for number, what in entries]
    play.answer_text(json.dumps({"answers": said}))


def test_the_model_settles_what_agents_stored(recall: Home, fake_api: FakeApi) -> None:
    """The log names the model and its reason, and undo brings the question back."""
    new, old, number = ask(recall)
    answer(fake_api, (number, "replaced"))
    assert recall.json("worker", "--questions") == {"settled": 1, "proposed": 0, "unsure": 0}
    said = str(fake_api.requests[-1]["body"]["messages"][0]["content"])
    assert f"question {number}" in said
    assert OLD in said
    assert NEW in said
    assert recall.json("get", old)["superseded_by"] == new
    assert questions(recall) == []
    line = recall.json("log")["operations"][0]
    assert line["agent"].startswith("claude:")
    assert line["note"] == "another day"
    recall.quick("undo")
    assert questions(recall) == [(new, old)]


def test_about_the_users_word_it_only_proposes(recall: Home, fake_api: FakeApi) -> None:
    """Whoever starts the worker: the model is no person. It is not asked about the same question again."""
    recall.quick("store", OLD, "--type", "fact", person=True)
    (old,) = recall.json("list")["memories"]
    assert old["trust"] == "user"
    (asked,) = recall.json("store", NEW, "--type", "fact")["memories"][0]["maybe_outdated"]
    answer(fake_api, (asked["question"], "replaced"))
    shown = recall.quick("worker", "--questions", person=True)
    assert "0 questions settled, 1 proposed to you, 0 left open" in shown.out
    (question,) = recall.json("conflicts")["questions"]
    assert question["proposed"]["answer"] == "replaced"
    assert recall.json("get", old["id"])["superseded_by"] is None
    calls = len(fake_api.requests)
    assert recall.json("worker", "--questions") == {"settled": 0, "proposed": 0, "unsure": 0}
    assert len(fake_api.requests) == calls


def test_unsure_and_unanswered_stay_open(recall: Home, fake_api: FakeApi) -> None:
    """Nothing changes without a clear answer."""
    new, old, number = ask(recall)
    answer(fake_api, (number, "unsure"), (number + 1, "replaced"))
    assert recall.json("worker", "--questions") == {"settled": 0, "proposed": 0, "unsure": 1}
    answer(fake_api)
    assert recall.json("worker", "--questions")["unsure"] == 1
    assert questions(recall) == [(new, old)]


def test_without_a_model_it_says_so(recall: Home) -> None:
    """One line names the page that helps."""
    ask(recall)
    refused = recall.quick("worker", "--questions")
    assert refused.status == 1
    assert "no model is configured" in refused.err
    assert "recall help extractors" in refused.err


def test_a_model_that_fails_changes_nothing(recall: Home, fake_api: FakeApi) -> None:
    """An answer without a list is a failure, not an answer."""
    new, old, _ = ask(recall)
    fake_api.answer_text("I cannot help with that.")
    failed = recall.quick("worker", "--questions")
    assert failed.status != 0
    assert "answer" in failed.err
    assert questions(recall) == [(new, old)]

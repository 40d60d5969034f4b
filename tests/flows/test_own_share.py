"""A search keeps a share of its results for what the user said and did not pin, whatever others store."""

import json

import pytest

from tests.command import Home

SAID = "The API listens on port 8080."
QUESTION = "which port does the api listen on"


def flood(recall: Home, count: int) -> None:
    """So many lines of an agent that hold the question twice, and no answer."""
    lines = [{"text": f"{QUESTION} {QUESTION} {n}.", "importance": 1, "confidence": 1} for n in range(count)]
    recall.quick("import", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("count", [15, 100])
@pytest.mark.parametrize("question", [QUESTION, "api port"])
def test_the_users_answer_is_found_among_floods_of_its_question(count: int, question: str, recall: Home) -> None:
    """It is among the results of a search, with a score in its place, and in the brief that answers the question."""
    recall.store(SAID, person=True)
    flood(recall, count)
    results = recall.json("search", question)["results"]
    scores = [one["score"] for one in results]
    assert SAID in [one["text"] for one in results]
    assert (len(results), scores) == (10, sorted(scores, reverse=True))
    assert SAID.rstrip(".") in recall.quick("context", question, "--compact").out
    assert recall.json("search", question, "--explain")["results"]


def test_what_the_user_said_of_other_things_takes_no_place(recall: Home) -> None:
    """Only what answers the question by its own words comes in."""
    recall.store("Invoices are written in German.", person=True)
    flood(recall, 15)
    assert {one["trust"] for one in recall.json("search", QUESTION)["results"]} == {"imported"}


def test_a_search_for_one_result_shows_the_best(recall: Home) -> None:
    """So few results have no room to share."""
    recall.store(SAID, person=True)
    flood(recall, 15)
    assert len(recall.json("search", QUESTION, "-n", "1")["results"]) == 1

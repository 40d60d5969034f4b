"""A search keeps a share of its results for what the user said and did not pin, whatever others store."""

import json

import pytest

from tests.command import Home

USER_TEXT = "The API listens on port 8080."
QUESTION = "which port does the api listen on"


def store_agent_lines(recall: Home, count: int) -> None:
    """So many lines of an agent that hold the question twice, and no answer."""
    lines = [{"text": f"{QUESTION} {QUESTION} {n}.", "importance": 1, "confidence": 1} for n in range(count)]
    recall.quick("import", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("count", [15, 100])
@pytest.mark.parametrize("question", [QUESTION, "api port"])
def test_the_users_answer_is_found_among_floods_of_its_question(count: int, question: str, recall: Home) -> None:
    """It is among the results of a search, with a score in its place, and in the brief that answers the question."""
    recall.store(USER_TEXT, person=True)
    store_agent_lines(recall, count)
    results = recall.json("search", question)["results"]
    scores = [one["score"] for one in results]
    assert USER_TEXT in [one["text"] for one in results]
    assert (len(results), scores) == (10, sorted(scores, reverse=True))
    assert USER_TEXT.rstrip(".") in recall.quick("context", question, "--compact").out
    assert recall.json("search", question, "--explain")["results"]


def test_what_the_user_said_of_other_things_takes_no_place(recall: Home) -> None:
    """Only what answers the question by its own words comes in."""
    recall.store("Invoices are written in German.", person=True)
    store_agent_lines(recall, 15)
    assert {one["trust"] for one in recall.json("search", QUESTION)["results"]} == {"imported"}


def test_a_search_for_one_result_shows_the_best(recall: Home) -> None:
    """So few results have no room to share."""
    recall.store(USER_TEXT, person=True)
    store_agent_lines(recall, 15)
    assert len(recall.json("search", QUESTION, "-n", "1")["results"]) == 1


FLOODED_CASES = [
    ("Invoices are written in German.", "what language are invoices written in", "are invoices written in note {}."),
    (
        "Invoices are written in German.",
        "what language are invoices written in",
        "Invoices are written in German no longer, it is variant {} now.",
    ),
    ("Backups are kept for ninety days in Frankfurt.", "how long are backups kept", "backups backups {}."),
    (
        "Customer tokens expire after thirty minutes.",
        "token lifetime of customers",
        "Customer tokens expire after thirty minutes no longer, it is variant {} now.",
    ),
    ("Customer tokens expire after thirty minutes.", "token lifetime of customers", "customers customers {}."),
]


@pytest.mark.parametrize("count", [40, 200])
@pytest.mark.parametrize(("said", "question", "line"), FLOODED_CASES)
def test_no_flood_silences_the_users_answer(said: str, question: str, line: str, count: int, recall: Home) -> None:
    """However common others make the words of a question, the brief for it tells what the user said."""
    recall.store(said, person=True)
    assert said.rstrip(".") in recall.quick("context", question, "--compact").out
    lines = [json.dumps({"text": line.format(n), "importance": 1, "confidence": 1}) for n in range(count)]
    recall.quick("import", "-", stdin="\n".join(lines) + "\n")
    assert f'"{said.rstrip(".")}' in recall.quick("context", question, "--compact").out


def test_a_flood_brings_no_answer_where_the_user_said_none(recall: Home) -> None:
    """What the user said of other things stays out of the brief, whatever others store."""
    recall.store("Invoices are written in German.", person=True)
    lines = [json.dumps({"text": f"backups backups {n}."}) for n in range(100)]
    recall.quick("import", "-", stdin="\n".join(lines) + "\n")
    assert "Invoices" not in recall.quick("context", "how long are backups kept").out

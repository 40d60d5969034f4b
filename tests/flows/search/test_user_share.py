"""A search reserves a share of its results for the user's memories, whatever others store."""

import json

import pytest

from tests.command import Home

USER_TEXT = "The API listens on port 8080."
QUESTION = "which port does the api listen on"


def store_agent_lines(recall: Home, count: int) -> None:
    """Lines of an agent that contain the question twice, and no answer."""
    lines = [{"text": f"{QUESTION} {QUESTION} {n}.", "importance": 1, "confidence": 1} for n in range(count)]
    recall.quick("import", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("count", [15, 100])
@pytest.mark.parametrize("question", [QUESTION, "api port"])
def test_the_users_answer_is_found_among_floods_of_its_question(count: int, question: str, recall: Home) -> None:
    """It is among the search results, with a fitting score, and in the brief for the question."""
    recall.store(USER_TEXT, person=True)
    store_agent_lines(recall, count)
    results = recall.json("search", question)["results"]
    scores = [result["score"] for result in results]
    assert USER_TEXT in [result["text"] for result in results]
    assert (len(results), scores) == (10, sorted(scores, reverse=True))
    assert USER_TEXT.rstrip(".") in recall.quick("context", question, "--compact").out
    assert recall.json("search", question, "--explain")["results"]


def test_what_the_user_said_of_other_things_takes_no_place(recall: Home) -> None:
    """Only memories that answer the question by their own words take a reserved place."""
    recall.store("Invoices are written in German.", person=True)
    store_agent_lines(recall, 15)
    assert {result["trust"] for result in recall.json("search", QUESTION)["results"]} == {"imported"}


def test_a_search_for_one_result_shows_the_best(recall: Home) -> None:
    """With a limit of one there is no reserved place."""
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
@pytest.mark.parametrize(("statement", "question", "line"), FLOODED_CASES)
def test_no_flood_silences_the_users_answer(statement: str, question: str, line: str, count: int, recall: Home) -> None:
    """However common others make the question's words, the brief shows the user's memory."""
    recall.store(statement, person=True)
    assert statement.rstrip(".") in recall.quick("context", question, "--compact").out
    lines = [json.dumps({"text": line.format(n), "importance": 1, "confidence": 1}) for n in range(count)]
    recall.quick("import", "-", stdin="\n".join(lines) + "\n")
    assert f"\n- {statement.rstrip('.')}" in recall.quick("context", question, "--compact").out


def test_a_flood_brings_no_answer_where_the_user_said_none(recall: Home) -> None:
    """The user's memories about other things stay out of the brief."""
    recall.store("Invoices are written in German.", person=True)
    lines = [json.dumps({"text": f"backups backups {n}."}) for n in range(100)]
    recall.quick("import", "-", stdin="\n".join(lines) + "\n")
    assert "Invoices" not in recall.quick("context", "how long are backups kept").out

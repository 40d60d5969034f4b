"""What a search finds by words and by meaning, and what it leaves out."""

import json
from typing import Any

import pytest

from recall_cli.rules.ranking.evidence import MIN_EVIDENCE, MIN_SHARE_OF_BEST
from recall_cli.rules.ranking.preset_rankings import RANKINGS
from tests.command import Home

KNOWN_TEXTS = (
    "The queue is NATS because replaying RabbitMQ was too slow.",
    "User sessions live in Redis for a day.",
    "PostgreSQL 16 is the main database.",
    "She prefers tabs to spaces in Go.",
    "The nightly backup goes to cold storage in Dublin.",
    "Retry only on 503; retrying 409 hid a conflict.",
    "東京の倉庫は月曜日に閉まる 🚀",
)


@pytest.fixture
def filled_recall(recall: Home) -> Home:
    recall.fill_once("texts with meanings", store_texts)
    return recall


def store_texts(recall: Home) -> None:
    for text in KNOWN_TEXTS:
        recall.store(text)
        recall.later()


def search_results(home: Home, query: str, *args: str) -> list[Any]:
    return list(home.quick("search", query, "--json", *args).data["results"])


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("redis", KNOWN_TEXTS[1]),
        ("postgres", KNOWN_TEXTS[2]),
        ("conflict 409", KNOWN_TEXTS[5]),
        ("東", KNOWN_TEXTS[6]),
        ("倉庫", KNOWN_TEXTS[6]),
        ("🚀", KNOWN_TEXTS[6]),
        ("Dublin", KNOWN_TEXTS[4]),
    ],
)
def test_the_very_word_comes_first(filled_recall: Home, query: str, first: str) -> None:
    """A memory with the exact word comes first, whatever else has a similar meaning."""
    assert search_results(filled_recall, query)[0]["text"] == first


@pytest.mark.parametrize(
    ("query", "first"), [("where are login sessions kept", KNOWN_TEXTS[1]), ("indentation style", KNOWN_TEXTS[3])]
)
def test_a_meaning_is_found(filled_recall: Home, query: str, first: str) -> None:
    """A question in other words finds its memory."""
    assert search_results(filled_recall, query)[0]["text"] == first


@pytest.mark.parametrize("query", ["xqzvrt blorptk", "fnargle", "qqqq zzxxyy wvwvw", "?!", ""])
def test_nonsense_finds_nothing(filled_recall: Home, query: str) -> None:
    """Unknown words have no meaning and find nothing."""
    assert search_results(filled_recall, query) == []
    assert filled_recall.quick("context", query or " ?", "--compact").out == ""


def test_what_is_faint_is_no_result(filled_recall: Home) -> None:
    """If no memory has a word of the question, there are at most three guesses."""
    assert len(search_results(filled_recall, "quantum physics lecture")) <= 3


def brief_texts(home: Home, query: str) -> "list[str]":
    return [line["text"] for line in home.json("context", query)["told"]]


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("where are user sessions kept", KNOWN_TEXTS[1]),
        ("which main database", KNOWN_TEXTS[2]),
        ("where does the nightly backup go", KNOWN_TEXTS[4]),
        ("what is the capital of France", None),
        ("how long does the nightly train to Lisbon take", None),
        ("how do I bake bread", None),
    ],
)
def test_a_brief_answers_or_is_silent(filled_recall: Home, query: str, answer: "str | None") -> None:
    """A brief answers what the store knows and is empty otherwise, though a search may guess."""
    assert brief_texts(filled_recall, query)[:1] == ([answer] if answer else [])


def test_a_brief_leaves_out_what_is_far_behind(filled_recall: Home) -> None:
    """A memory with less than half of the best score is left out."""
    hits = search_results(filled_recall, "the main database of the nightly queue")
    near = {result["text"] for result in hits if result["score"] >= MIN_SHARE_OF_BEST * hits[0]["score"]}
    assert set(brief_texts(filled_recall, "the main database of the nightly queue")) == near
    assert near == {result["text"] for result in hits if result["certainty"] != "less likely"}
    assert near < {result["text"] for result in hits}


def test_where_silence_begins_is_told(filled_recall: Home) -> None:
    """The help names the score below which a brief is empty."""
    assert f" {MIN_EVIDENCE:g}." in " ".join(filled_recall.quick("search", "--help", "--all").out.split())


def test_a_document_is_a_question_too(filled_recall: Home) -> None:
    """A question of fifty kilobytes is read by its beginning and its rarest words."""
    assert search_results(filled_recall, "Redis sessions. " + "and the rest of it " * 2600)[0]["text"] == KNOWN_TEXTS[1]


def test_every_memory_is_found_without_a_vector(filled_recall: Home) -> None:
    """Rows without vectors are found by words."""
    import apsw

    connection = apsw.Connection(str(filled_recall.db))
    for table in ("vector", "vector_waiting", "vector_block"):
        connection.execute(f"DELETE FROM {table}")
    connection.close()
    assert search_results(filled_recall, "which database is it")[0]["text"] == KNOWN_TEXTS[2]


@pytest.mark.parametrize("ranking", RANKINGS)
def test_each_ranking_explains_itself(filled_recall: Home, ranking: str) -> None:
    """Results are best first, with the documented terms."""
    results = search_results(filled_recall, "redis sessions", "--ranking", ranking, "--explain")
    assert results[0]["text"] == KNOWN_TEXTS[1]
    assert [result["score"] for result in results] == sorted((result["score"] for result in results), reverse=True)
    named = {"lexical", "dense", "rrf", "recency", "importance", "decay", "strength", "q"}
    assert results[0]["terms"].keys() >= ({"lexical"} if ranking == "words" else named)


def test_what_is_not_explained_is_the_same(filled_recall: Home) -> None:
    """The results and scores are the same with and without an explanation."""
    for query in ("queue", "where are login sessions kept", "retry conflict"):
        plain, why = search_results(filled_recall, query), search_results(filled_recall, query, "--explain")
        assert [(result["id"], result["score"]) for result in plain] == [
            (result["id"], result["score"]) for result in why
        ]
        assert all("terms" in result for result in why)
        assert not any("terms" in result for result in plain)


def test_min_score(filled_recall: Home) -> None:
    """Results below the score are left out; above the best score there are none."""
    scores = [result["score"] for result in search_results(filled_recall, "backup database storage")]
    assert len(scores) > 1
    assert len(search_results(filled_recall, "backup database storage", "--min-score", str(scores[0]))) == 1
    assert search_results(filled_recall, "backup database storage", "--min-score", "99") == []


def test_recency_is_weighed_where_it_is_asked_for(recall: Home) -> None:
    """Of two equal matches the newer comes first with --recency."""
    recall.store("The release went out: version one, with the parser.")
    recall.later(days=90)
    recall.store("The release went out: version two, with the lexer.")
    assert "two" in search_results(recall, "release version", "--recency", "1")[0]["text"]


@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_past_is_asked_in_its_own_words(filled_recall: Home, ranking: str) -> None:
    """--as-of finds past texts, by words and by meaning, and not later ones."""
    id_ = search_results(filled_recall, "redis")[0]["id"]
    before = filled_recall.moment
    filled_recall.later()
    filled_recall.quick("update", id_, "--text", "Login state is kept in Memcached.")
    args = ("--as-of", before, "--ranking", ranking)
    assert search_results(filled_recall, "redis sessions", *args)[0]["text"] == KNOWN_TEXTS[1]
    assert "Memcached" not in json.dumps(search_results(filled_recall, "memcached login state", *args))
    now = search_results(filled_recall, "memcached", "--ranking", ranking)
    assert now[0]["text"] == "Login state is kept in Memcached."


def test_filters_hold_for_meaning_too(filled_recall: Home) -> None:
    """Filters by type, date and project also apply to results by meaning."""
    filled_recall.store("Sign-in tokens expire after an hour.", "--type", "decision")
    results = search_results(filled_recall, "where are login sessions kept", "--type", "decision")
    assert [result["type"] for result in results] == ["decision"] * len(results)
    later = ("--since", filled_recall.moment, "--type", "fact")
    assert search_results(filled_recall, "where are login sessions kept", *later) == []


def test_views_hold_for_meaning_too(recall: Home) -> None:
    """A memory above the clearance is not found by words, by meaning or as a neighbour."""
    recall.store("The vault code was changed by the night shift.", "--classification", "confidential", "--session", "s")
    recall.store("Nobody told the day shift.", "--session", "s")
    for query in ("vault code", "who altered the safe combination", "day shift"):
        assert "vault" not in json.dumps(search_results(recall, query, "--clearance", "internal"))


def test_both_sides_of_a_contested_fact_are_shown(recall: Home) -> None:
    """Finding one side also shows the other, directly after it."""
    fact = ("--entity", "API", "--attribute", "port", "--value")
    recall.store("Ports: the API listens on 8080.", *fact, "8080")
    recall.quick("store", "Nine-thousand ninety it is.", *fact, "9090", "--source", "tool")
    results = search_results(recall, "listens on 8080")
    assert [result["contested"] for result in results[:2]] == [True, True]
    assert {result["value"] for result in results[:2]} == {"8080", "9090"}


def test_neighbours_of_a_session_speak_for_an_answer(recall: Home) -> None:
    """The reply without a word of the question is found through its neighbour."""
    for text in ("Did you paint the garden fence?", "Yes, a deep green.", "The car needs oil."):
        recall.quick("store", text, "--session", "talk")
    first, second, *_ = search_results(recall, "what colour is the garden fence")
    assert "deep green" in first["text"] + second["text"]

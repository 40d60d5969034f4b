"""A search that finds nothing offers words of the store that were perhaps meant."""

import pytest

from tests.command import Home

TEXTS = (
    "We moved the ledger to Postgres in March.",
    "The scheduler wakes at midnight.",
    "Kubernetes restarts the broker.",
    "Invoices are archived in Glacier.",
    "The thermostat reports in Fahrenheit.",
)
TYPOS = {
    "postgres": "postgers psotgres opstgres pstgres postgress",
    "scheduler": "sheduler schedular",
    "midnight": "midnigth",
    "kubernetes": "kuberentes",
    "invoices": "invocies",
    "glacier": "glacer galcier",
    "thermostat": "thermostst",
    "fahrenheit": "farenheit fahrenhiet",
}
WORDS_ALONE = ("--ranking", "words")


@pytest.fixture
def filled(recall: Home) -> Home:
    recall.fill_once("words to mistype", store_texts)
    return recall


def store_texts(recall: Home) -> None:
    for text in TEXTS:
        recall.store(text)


@pytest.mark.parametrize(("typo", "word"), [(typo, word) for word, typos in TYPOS.items() for typo in typos.split()])
def test_a_typo_is_offered_the_word_of_the_store(filled: Home, typo: str, word: str) -> None:
    """In JSON, on one line for programs, and in a sentence with other words."""
    found = filled.json("search", typo, *WORDS_ALONE)
    assert (found["results"], found["did_you_mean"]) == ([], [word])
    answer = filled.quick("search", typo, *WORDS_ALONE)
    assert (answer.out, answer.err) == ("", f"recall: no match · did you mean “{word}”?\n")
    assert filled.json("search", f"what about {typo}", *WORDS_ALONE)["did_you_mean"] == [word]


@pytest.mark.parametrize("query", ["zebra", "the", "cat", "post", "wooden ladder", "midday", "--", "kubectl"])
def test_another_word_is_offered_nothing(filled: Home, query: str) -> None:
    """A word that is no typo of a stored one stays without an offer."""
    assert "did_you_mean" not in filled.json("search", *WORDS_ALONE, "--", query)


def test_what_was_found_is_left_alone(filled: Home) -> None:
    """A search with results offers nothing and does not read the words of the store."""
    assert "did_you_mean" not in filled.json("search", "postgres", *WORDS_ALONE)


def test_a_hidden_memory_gives_no_word(recall: Home) -> None:
    """Deleted, superseded, confidential for this view, or of another project: no word of it is offered."""
    folder = recall.path / "shop"
    folder.mkdir()
    deleted = recall.store("The mascot is marmalade.")
    recall.quick("delete", deleted)
    recall.store("The customer is Wintergreen.", "--classification", "confidential")
    recall.store("The vendor is Butterscotch.", "--project", "bank")
    for typo in ("marmalede", "wintergren", "butterscoth"):
        found = recall.json("search", typo, *WORDS_ALONE, "--clearance", "internal", cwd=folder)
        assert "did_you_mean" not in found
    assert recall.json("search", "wintergren", *WORDS_ALONE)["did_you_mean"] == ["wintergreen"]
    everywhere = recall.json("search", "butterscoth", *WORDS_ALONE, "--project", "*")
    assert everywhere["did_you_mean"] == ["butterscotch"]


def test_a_brief_stays_silent(filled: Home) -> None:
    """An agent that asks for context is offered nothing."""
    answer = filled.quick("context", "postgers", "--project", "nowhere")
    assert "did you mean “" not in answer.out + answer.err


def test_the_offer_on_a_screen(filled: Home) -> None:
    """A person reads the offer below the empty result."""
    shown = filled("search", "postgers", *WORDS_ALONE, tty=True)
    assert "did you mean “postgres”?" in " ".join(shown.out.split())

"""The history of what some words name: a fact, or else memories with the chain of what ended what."""

import pytest

from tests.command import Home

LIFETIME = ("--entity", "cache_lifetime", "--attribute", "is", "--value")


@pytest.fixture
def ports(recall: Home) -> list[str]:
    """Three values of which only the last is stored as a fact, and one memory that nothing ended."""
    one = recall.store("The API listens on port 8080.", "--type", "fact")
    recall.later(days=1)
    two = recall.store("The API listens on port 9090.", "--type", "fact", "--ends", one)
    recall.later(days=1)
    three = recall.store("The API listens on port 9443.", "--entity", "api", "--attribute", "port", "--value", "9443")
    recall.quick("update", three, "--ends", two)
    recall.store("The metrics exporter writes to disk.")
    assert recall.json("get", one)["superseded_by"] == two
    assert recall.json("get", two)["superseded_by"] == three
    return [one, two, three]


def ids(recall: Home, *words: str) -> list[str]:
    """The ids in a history, oldest first."""
    return [life["id"] for life in recall.json("history", *words)["history"]]


@pytest.mark.parametrize("words", [("cache",), ("cache lifetime",), ("cache", "lifetime"), ("the cache lifetime",)])
def test_words_of_a_name_find_the_fact(recall: Home, words: tuple[str, ...]) -> None:
    """The words may be a part of the fact's name, in one argument or in several."""
    old = recall.store("The cache lifetime is 10 minutes.", *LIFETIME, "10 minutes")
    recall.later(days=1)
    new = recall.store("The cache lifetime is 20 minutes.", *LIFETIME, "20 minutes")
    recall.store("We warm the cache at night.")
    assert ids(recall, *words) == [old, new]


@pytest.mark.parametrize("words", [("port",), ("api.port",), ("api", "port"), ("api port",)])
def test_a_fact_shows_older_values_that_have_no_fact(recall: Home, ports: list[str], words: tuple[str, ...]) -> None:
    """What a value ended belongs to its history."""
    assert ids(recall, *words) == ports


def test_without_a_fact_the_memories_with_the_words_are_shown(recall: Home, ports: list[str]) -> None:
    """A note says that they were found by their text."""
    answer = recall.quick("history", "metrics exporter")
    assert (answer.status, "writes to disk" in answer.out) == (0, True)
    assert "no fact has this name: these memories have the words 'metrics exporter'" in answer.err
    assert ids(recall, "api", "listens", "9090") == ports


def test_several_facts_with_the_words_are_listed(recall: Home) -> None:
    """The hint names a command that works."""
    recall.store("The cache lifetime is 10 minutes.", *LIFETIME, "10 minutes")
    recall.later()
    size = ("--entity", "cache_size", "--attribute", "is", "--value", "5 MB")
    recall.store("The cache size is 5 MB.", *size)
    answer = recall.quick("history", "cache")
    assert answer.status == 4
    assert "'cache' fits several facts: cache_size.is, cache_lifetime.is" in answer.err
    hint = answer.err.split("for example recall ")[1].rstrip(")\n")
    assert "5 MB" in recall.quick(*hint.split()).out


def test_facts_of_other_projects_come_with_a_command_that_works(recall: Home) -> None:
    """The hint searches all projects, since nothing is here."""
    for entity in ("tile_server", "mail_server"):
        fact = ("--entity", entity, "--attribute", "port", "--value", "81", "--project", "atlas")
        recall.store(f"The {entity} has port 81.", *fact)
        recall.later()
    (recall.path / "other").mkdir()
    answer = recall.quick("history", "port", cwd=recall.path / "other")
    assert "for example recall history mail_server.port --project '*'" in answer.err


def test_words_that_nothing_has_are_an_error(recall: Home, ports: list[str]) -> None:
    """Deleted memories are not found by their words."""
    recall.quick("delete", *ports)
    for words in (("harbour",), ("harbour", "wall"), ("api", "listens", "port"), ("api", "listens")):
        assert recall.quick("history", *words).status == 4, words

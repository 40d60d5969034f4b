"""Names that a question is about, and whether a result tells of them what is asked."""

from recall_cli.rules.ranking.asked_names import (
    asked_names,
    has_relative,
    is_common,
    is_told_of,
    lacks_possessor,
    named_possessors,
    words_alone,
)
from recall_cli.rules.ranking.signals import Passage
from tests.for_each import for_each


def words(text: str) -> list[str]:
    return [word for word in "".join(c if c.isalnum() else " " for c in text.lower()).split() if word != "s"]


def told(question: str, *texts: str, author: str = "", meaning: float = 0.3) -> bool:
    naming = {word: 1.0 for word in words(question) if word not in ("which", "what", "does", "is", "on", "the", "of")}
    results = [[Passage(at, text, words(text), author=author, meaning=meaning)] for at, text in enumerate(texts)]
    return all(
        is_told_of(name, results, naming)
        for name in asked_names(question, words, words)
        if not name.identifier or any(has_relative(passages[0].text, name.identifier) for passages in results)
    )


@for_each(
    "question, names",
    [
        ("which editor does Anna use", ["anna"]),
        ("which model is Anna's laptop", ["anna"]),
        ("which port does orders-billing listen on?", ["orders billing"]),
        ("what is stored in `audit_log`", ["audit log"]),
        ("Does the API listen on a port", []),
        ("which editor do I have, Helix?", []),
        ("why did we choose PostgreSQL", []),
    ],
)
def test_the_names_that_a_question_is_about(question: str, names: list[str]) -> None:
    """Its subject, an owner, an identifier; other words with a capital only help to find."""
    assert [" ".join(name.stems) for name in asked_names(question, words, words)] == names


@for_each(
    "question, text, expected",
    [
        ("which editor does Anna use", "Anna designs the screens.", False),
        ("which editor does Anna use", "Ben writes in the editor Zed.", False),
        ("which editor does Anna use", "The editor that Anna likes is Zed.", True),
        ("which port does orders-billing listen on?", "orders-search listens on port 8450.", False),
        ("which port does orders-billing listen on?", "orders-billing takes the port 8430.", True),
        ("is there a soft-delete for rows", "Rows are kept for 90 days, then purged.", True),
    ],
)
def test_a_result_tells_what_is_asked_of_a_name(question: str, text: str, expected: bool) -> None:
    """It has the name and a good part of the other words."""
    assert told(question, text) is expected


def test_the_name_and_the_rest_must_stand_together() -> None:
    """One result about the person and one about the thing are no answer."""
    assert not told("what is Anna's phone number", "Anna decides the priorities.", "A phone number has ten digits.")


def test_an_author_and_a_near_meaning_speak_for_a_result() -> None:
    """What a person says is about that person; a paraphrase has none of the words."""
    assert told("which editor does Anna use", "I write everything in Zed.", author="Anna")
    assert told("which editor does Anna use", "Anna writes her code in Zed.", meaning=0.7)


def test_another_word_with_a_hyphen_is_no_relative() -> None:
    """Only another name that begins alike makes a family."""
    assert told("how is log-shipping done", "Vector sends the logs to Loki.")
    assert not told("which retention does log-store have", "log-agent keeps a retention of 3 days.")
    assert told("which retention does log-store have", "log_store/keep.py says 3 days.")


def test_a_name_in_a_tenth_of_the_store_does_not_tell_memories_apart() -> None:
    """With few memories, from the sixth on."""
    name = asked_names("which editor does Anna use", words, words)[0]
    assert [is_common(name, {"anna": count}, 20) for count in (5, 6)] == [False, True]
    assert [is_common(name, {"anna": count}, 200) for count in (20, 21)] == [False, True]


@for_each(
    "question, candidate, lacks",
    [
        ("when is my niece's party", "My uncle's party is on Friday.", True),
        ("when is my niece's party", "The party of my niece is on Friday.", False),
        ("what does my partner drive", "My future wife drives a van.", False),
        ("what does my partner drive", "I drive a van.", True),
        ("which model is Anna's laptop", "Ben has a laptop of 2021.", True),
        ("which model is Anna's laptop", "Anna has a laptop of 2021.", False),
        ("which database do we use", "We use PostgreSQL.", False),
        ("What's the port", "The port is 8080.", False),
        ("do you know if Let's Encrypt renews it", "certbot renews it.", False),
    ],
)
def test_a_possessor_must_be_named(question: str, candidate: str, lacks: bool) -> None:
    """By any of the words for the relation, or by name."""
    assert lacks_possessor(named_possessors(question, words), [frozenset(words(candidate))], words) == lacks


def test_a_part_of_a_longer_name_names_nobody() -> None:
    """But the word alone does, even beside that name."""
    text = "Certificates come from cert-manager."
    assert "manager" not in words_alone(text, words(text), words)
    text = "My manager set up cert-manager."
    assert words_alone(text, [*words(text), "topic"], words) == {"my", "manager", "set", "up", "cert", "topic"} - {
        "cert"
    }

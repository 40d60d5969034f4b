"""Whose thing a question asks for, and whether a candidate names that person."""

import pytest

from recall_cli.rules.ranking.possessor import lacks_possessor, named_possessors, words_alone


def words(text: str) -> list[str]:
    return [word for word in "".join(c if c.isalnum() else " " for c in text.lower()).split() if word != "s"]


@pytest.mark.parametrize(
    ("question", "candidate", "lacks"),
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

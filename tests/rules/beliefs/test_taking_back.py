"""Which texts only take something back, and which ones state something too."""

import itertools

import pytest

from recall_cli.rules.beliefs.short_correction import only_takes_back, retracted_topic

WORDINGS = [
    "Forget that {topic} thing.",
    "forget the {topic} stuff",
    "Forget what I said about {topic}.",
    "Please ignore the note about {topic}.",
    "Scratch that {topic} note, I was reading an old page.",
    "Disregard my note on {topic} - it was wrong.",
    "Forget everything I said about {topic}, sorry.",
    "Scrap the thing about {topic}; my mistake.",
    "no, forget about {topic}",
    "I take back what I said about {topic}.",
]
TOPICS = ["CI", "the invoices", "port 8080", "Marta's holidays", "the staging database"]
NOT_ONLY = [
    "Forget what I said about CI, it runs on GitHub Actions.",
    "Ignore the note about the port: it is 9090.",
    "Don't forget that CI thing.",
    "Never forget the CI note.",
    "Forget-me-not is the name of the theme.",
    "The cache forgets entries after an hour.",
    "Ignore files are read from `.gitignore`.",
    "Scratch files go to /tmp.",
]


@pytest.mark.parametrize(("wording", "topic"), [*itertools.product(WORDINGS, TOPICS)])
def test_what_only_takes_back(wording: str, topic: str) -> None:
    """Fifty texts: the subject is read, and nothing else is stated."""
    text = wording.format(topic=topic)
    assert retracted_topic(text) == topic
    assert only_takes_back(text)


@pytest.mark.parametrize("text", NOT_ONLY)
def test_what_states_something(text: str) -> None:
    """A new statement, a reminder, or another sense of the word."""
    assert not only_takes_back(text)

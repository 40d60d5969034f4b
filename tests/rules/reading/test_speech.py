"""Speech acts: plain, hedged, reported, hypothetical, fiction, joking."""

import pytest

from recall_cli.rules.reading import speech
from recall_cli.rules.reading.clause import read_clause
from recall_cli.rules.reading.words import Words, is_foreign


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("We use Redis.", "plain"), ("The audit ended in May.", "plain"), ("Never assume that the cache is warm.", "plain"),
        ("If the worker hangs, restart it.", "plain"), ("If a header is missing the gateway returns 400.", "plain"),
        ("Nobody else may edit the schema.", "plain"), ("Only the infra team may change the firewall.", "plain"),
        ("I'd prefer shorter names.", "plain"), ("The tests assume UTC.", "plain"),
        ("We might move to NATS.", "hedged"), ("We may drop it.", "hedged"), ("I think it is slow.", "hedged"),
        ("I could imagine that the index is too large.", "hedged"),
        ("Apparently the v1 API goes away.", "reported"), ("The vendor said the quota is soft.", "reported"),
        ("What if we wrote it in Zig?", "hypothetical"), ("If I won the lottery I would quit.", "hypothetical"),
        ("If we get the budget, we'll hire two people.", "hypothetical"), ("I wish I had a garden.", "hypothetical"),
        ("Had we chosen Mongo, we'd be in trouble.", "hypothetical"),
        ("Pretend I am the CTO.", "fiction"), ("You are a pirate.", "fiction"), ("In my novel the hero is a spy.", "fiction"),
        ("I'm married to my terminal, lol.", "joking"),
    ],
)  # fmt: skip
def test_speech_acts(text: str, act: str) -> None:
    """How a thing is said is told from mood, modal verbs and conditions."""
    words = Words(text)
    assert speech.speech(words, read_clause(words)) == act


def test_confidence_falls_with_doubt_and_rises_with_assurance() -> None:
    """Each band keeps its bounds whatever the number of hedges."""
    assert 0.3 <= speech.confidence("hedged", 9, False) < speech.confidence("hedged", 1, False) <= 0.65
    assert 0.7 <= speech.confidence("plain", 0, False) < speech.confidence("plain", 0, True) <= 1
    assert max(speech.CONFIDENCE[act] for act in ("hypothetical", "fiction", "joking")) <= 0.3


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Wir nutzen für alle Dienste nur eine Datenbank.", True), ("Nous utilisons une base pour tout.", True),
        ("今日は東京です", True), ("We live in San José.", False), ("Der is a typo in the docs.", False), ("asdf qwer", False),
    ],
)  # fmt: skip
def test_other_languages_are_recognised(text: str, foreign: bool) -> None:
    """A statement is foreign by its small words or its letters, not by a name in it."""
    assert is_foreign(Words(text)) == foreign

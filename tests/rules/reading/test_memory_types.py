"""Types: what a statement is, by what it does."""

import pytest

from recall_cli.rules.reading import memory_types
from recall_cli.rules.reading.clause import embedded_clause, read_clause
from recall_cli.rules.reading.words import Words


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We picked Redis over Memcached.", "decision"), ("Decision: flags live in the database.", "decision"),
        ("Kafka was chosen as the bus.", "decision"), ("We will not support Internet Explorer.", "decision"),
        ("The upload timeouts were caused by nginx.", "finding"), ("The deploy broke because the job ran twice.", "finding"),
        ("Fixed the 502s by raising the keepalive.", "finding"), ("The change cut the latency to 3 ms.", "finding"),
        ("No, we use Yarn, not npm.", "correction"), ("Lesson learned: never trust the client's clock.", "correction"),
        ("You were using the wrong branch.", "correction"),
        ("Every time we bump the ORM, the tests break.", "pattern"), ("Bugs here keep coming back.", "pattern"),
        ("I think the audit will take about two weeks.", "estimate"), ("ETA for SSO is mid-November.", "estimate"),
        ("I prefer tabs.", "preference"), ("Never force-push to main.", "preference"), ("Tabs, not spaces.", "preference"),
        ("All new code must have type annotations.", "preference"),
        ("To release: tag the commit, then run make publish.", "procedure"),
        ("When the disk is full, clear the cache first.", "procedure"),
        ("The API listens on port 8080.", "fact"), ("I live in Lisbon.", "fact"),
    ],
)  # fmt: skip
def test_types(text: str, kind: str) -> None:
    """The strongest sign decides; what has none is a fact."""
    words = Words(text)
    assert memory_types.memory_type(words, embedded_clause(words, read_clause(words))) == kind


def test_importance() -> None:
    """Stress, change and correction raise it; doubt lowers it; a supposition has little."""
    plain = Words("We keep the logs.")
    assert memory_types.importance("fact", plain, "plain", False) == 0.5
    assert memory_types.importance("fact", Words("We must keep the logs."), "plain", False) == 0.65
    assert memory_types.importance("fact", Words("We no longer keep the logs."), "plain", False) == 0.6
    assert memory_types.importance("fact", plain, "hedged", False) == 0.4
    assert memory_types.importance("decision", plain, "fiction", False) == 0.3


def test_each_clause_has_its_own_kind() -> None:
    """A wish told in one breath with a fact is a wish, and what somebody does not need is one too."""
    from recall_cli.rules.reading.extraction import extract_drafts

    found = extract_drafts("Our repo uses Bazel, and I want a plan before you touch the build.", speaker="user").drafts
    assert [draft.type for draft in found] == ["fact", "preference"]
    for text in ("I don't need a recap after each step.", "I don't want comments that repeat the code."):
        assert [draft.type for draft in extract_drafts(text, speaker="user").drafts] == ["preference"], text
    assert (
        extract_drafts("The exporter needs a restart after each deploy.", speaker="user").drafts[0].type != "preference"
    )

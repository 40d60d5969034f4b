"""Short sentences about a thing that only the sentence before names."""

import pytest

from recall_cli.rules.reading.extraction import extract_drafts


@pytest.mark.parametrize(
    "text", ["Omar maintains it.", "I doubt it.", "Until then we wait.", "Next one is in May.", "The vendor said so."]
)
def test_alone_they_are_not_kept(text: str) -> None:
    """Nobody could tell later what is meant."""
    assert not extract_drafts(text, speaker="user").drafts


def test_behind_what_they_speak_of_they_stay_with_it() -> None:
    """A doubt belongs to what is doubted."""
    for text in (
        "The exporter writes to Loki. Omar maintains it.",
        "Kim told me the API might close in May. I doubt it.",
    ):
        assert [draft.text for draft in extract_drafts(text, speaker="user").drafts] == [text]


@pytest.mark.parametrize(
    "text", ["Never use it in tests.", "I hate it when tests sleep.", "We use this because the vendor asked for it.", "Omar maintains the exporter."]
)  # fmt: skip
def test_what_says_enough_is_kept(text: str) -> None:
    """A rule, a reason, a thing with its name."""
    assert extract_drafts(text, speaker="user").drafts

"""What stands in the place of a secret is one word: no sentence is cut in it, and no fact is made of it."""

import pytest

from recall_cli.rules.reading.extraction import extract_drafts
from recall_cli.rules.reading.words import Words

MASKED = [
    "My sandbox key is [secret: api-key] and it is shared.",
    "mysql://reader:[secret: url-password]@replica.internal:3306/sales is the reporting database.",
    "The deploy token is [secret: github-token], keep it out of the logs.",
    "Token: [secret: bearer]",
]


@pytest.mark.parametrize("text", MASKED)
def test_no_fact_holds_a_mask(text: str) -> None:
    """Neither as its value nor as what it is about."""
    for draft in extract_drafts(text, speaker="user").drafts:
        assert "secret" not in f"{draft.entity} {draft.value}", draft


@pytest.mark.parametrize("text", MASKED)
def test_no_draft_ends_in_the_middle_of_a_mask(text: str) -> None:
    """A colon within a mask is none of the sentence."""
    for draft in extract_drafts(text, speaker="user").drafts:
        assert draft.text.count("[secret: ") == draft.text.count("]"), draft.text


def test_a_mask_is_one_word_and_the_others_stay() -> None:
    """Around it everything is read as before."""
    words = Words("use DB=[secret: assigned], then go [now]")
    assert words.lower == ["use", "db=[secret:\xa0assigned]", "then", "go", "now"]
    assert extract_drafts("The key [secret: key] rotates every 90 days.", speaker="user").drafts[0].value is None

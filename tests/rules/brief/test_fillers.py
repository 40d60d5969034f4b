"""Fillers that a brief leaves out of a sentence."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.brief.fillers import remove_fillers
from tests.for_each import for_each
from tests.rows import read_rows


@for_each("text, rest", read_rows(__file__, "fillers"))
def test_fillers_are_left_out_and_nothing_else(text: str, rest: str) -> None:
    """Fillers are removed; words that belong to the sentence stay."""
    assert remove_fillers(text) == rest


@given(st.text())
def test_what_stays_is_a_part_of_the_text(text: str) -> None:
    """No letter is changed, and a second run removes nothing more."""
    rest = remove_fillers(text)
    assert rest in text
    assert remove_fillers(rest) == rest

"""Which values mean the same in different words, and which only look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.beliefs.quantities import UNIT_FACTORS, canonical_value

EQUAL_VALUES = (
    ("30s", "30 seconds", "0.5 min", "30,000 ms", "30.0 sec."),
    ("1,000", "1000", "1000."),
    ("1,000,000 bytes", "1 MB", "1000 kB"),
    ("90 minutes", "1.5 h", "1.50 hours"),
    ("5%", "5 percent", "5 Percent"),
    ("yes", "true", "On", "enabled"),
    ("off", "No.", "disabled"),
    ("Redis", "redis."),
)
DIFFERENT_VALUES = (
    ("30s", "30m"), ("30s", "3 s"), ("2.0", "2"), ("1.10", "1.1"), ("v2", "2"), ("007", "7"), ("1.000", "1000"),
    ("1,00", "100"), ("1 MB", "1 MiB"), ("yes", "no"), ("30", "30s"), ("1,000", "1.000"), ("10,0000", "100000"),
    ("8080", "8080/tcp"), ("5 days", "5 day shifts"), ("1..5 s", "1.5 s"), ("5 s", "5%"),
)  # fmt: skip


@pytest.mark.parametrize("values", EQUAL_VALUES, ids=lambda values: values[0])
def test_said_in_other_words(values: tuple[str, ...]) -> None:
    """Units, thousands separators, case and the forms of yes make no difference."""
    assert len({canonical_value(value) for value in values}) == 1


@pytest.mark.parametrize(("one", "other"), DIFFERENT_VALUES)
def test_what_may_mean_something_else(one: str, other: str) -> None:
    """Versions, codes, unknown units and other amounts stay different."""
    assert canonical_value(one) != canonical_value(other)


@given(st.integers(0, 10**9), st.sampled_from(sorted(UNIT_FACTORS)))
def test_amounts_differ_where_their_numbers_do(amount: int, unit: str) -> None:
    """One more of the same unit is another value; thousands separators change nothing."""
    assert canonical_value(f"{amount} {unit}") == canonical_value(f"{amount:,}{unit}")
    assert canonical_value(f"{amount} {unit}") != canonical_value(f"{amount + 1} {unit}")


@given(st.text())
def test_any_text_is_a_value(text: str) -> None:
    """A text that is not an amount is compared as it is."""
    assert isinstance(canonical_value(text), str)

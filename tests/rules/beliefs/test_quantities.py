"""Which values say the same in other words, and which only look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.beliefs.quantities import UNITS, canonical

SAME = (
    ("30s", "30 seconds", "0.5 min", "30,000 ms", "30.0 sec."),
    ("1,000", "1000", "1000."),
    ("1,000,000 bytes", "1 MB", "1000 kB"),
    ("90 minutes", "1.5 h", "1.50 hours"),
    ("5%", "5 percent", "5 Percent"),
    ("yes", "true", "On", "enabled"),
    ("off", "No.", "disabled"),
    ("Redis", "redis."),
)
OTHER = (
    ("30s", "30m"), ("30s", "3 s"), ("2.0", "2"), ("1.10", "1.1"), ("v2", "2"), ("007", "7"), ("1.000", "1000"),
    ("1,00", "100"), ("1 MB", "1 MiB"), ("yes", "no"), ("30", "30s"), ("1,000", "1.000"), ("10,0000", "100000"),
    ("8080", "8080/tcp"), ("5 days", "5 day shifts"), ("1..5 s", "1.5 s"), ("5 s", "5%"),
)  # fmt: skip


@pytest.mark.parametrize("values", SAME, ids=lambda values: values[0])
def test_said_in_other_words(values: tuple[str, ...]) -> None:
    """Units, thousands, case and yes in its forms make no difference."""
    assert len({canonical(value) for value in values}) == 1


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_what_may_mean_something_else(one: str, other: str) -> None:
    """Versions, codes, unknown units and other amounts stay apart."""
    assert canonical(one) != canonical(other)


@given(st.integers(0, 10**9), st.sampled_from(sorted(UNITS)))
def test_amounts_differ_where_their_numbers_do(amount: int, unit: str) -> None:
    """One more of the same unit is another value; the sign for thousands changes nothing."""
    assert canonical(f"{amount} {unit}") == canonical(f"{amount:,}{unit}")
    assert canonical(f"{amount} {unit}") != canonical(f"{amount + 1} {unit}")


@given(st.text())
def test_any_text_is_a_value(text: str) -> None:
    """Whatever is no amount is compared as it stands."""
    assert isinstance(canonical(text), str)

"""The same amount or date in other words is one value; what may mean something else stays apart."""

import pytest

from recall_cli.rules.beliefs.quantities import canonical_value

SAME = [
    ("30 s", "half a minute"),
    ("30 seconds", "half a minute"),
    ("30 min", "half an hour"),
    ("15 minutes", "a quarter of an hour"),
    ("45 min", "three quarters of an hour"),
    ("1 minute", "a minute"),
    ("60 s", "one minute"),
    ("24 hours", "one day"),
    ("8080", "port 8080"),
    ("2.0", "version 2.0"),
    ("1.5k", "1,500"),
    ("2k", "2000"),
    ("12", "twelve"),
    ("21", "twenty-one"),
    ("200", "two hundred"),
    ("12", "a dozen"),
    ("3 days", "three days"),
    ("2026-12-01", "1 December 2026"),
    ("2026-12-01", "December 1, 2026"),
    ("2026-12-01", "1st of December 2026"),
    ("2026-12-01", "Dec 1 2026"),
    ("2026-12-01", "1.12.2026"),
    ("true", "yes"),
]
APART = [
    ("30 s", "half an hour"),
    ("8080", "port 9090"),
    ("1.5k", "1.5"),
    ("1.5k", "15000"),
    ("2.0", "version 2"),
    ("2026-12-01", "12/01/2026"),
    ("2026-12-01", "2 December 2026"),
    ("twelve", "twenty"),
    ("May", "5"),
    ("one", "One Medical"),
    ("three", "three-tier"),
    ("half a team", "30 s"),
    ("a minute", "a month"),
    ("10.0.0.1", "10.0.0.2"),
    ("1.2.2026", "2026-12-01"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_value(one: str, other: str) -> None:
    """Words, units, thousands signs and forms of a date do not make another value."""
    assert canonical_value(one) == canonical_value(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_values(one: str, other: str) -> None:
    """What differs, or may differ, is two values."""
    assert canonical_value(one) != canonical_value(other)

"""Duplicates: the published thresholds of closeness."""

from recall_cli.rules.beliefs.duplicates import verdict_by_cosine
from tests.for_each import for_each


@for_each(
    "rule, cosine, expected",
    [
        ("cosine-three-bands", 1.0, "same"),
        ("cosine-three-bands", 0.95, "same"),
        ("cosine-three-bands", 0.949, "merged"),
        ("cosine-three-bands", 0.85, "merged"),
        ("cosine-three-bands", 0.849, "new"),
        ("cosine-update", 1.0, "merged"),
        ("cosine-update", 0.92, "merged"),
        ("cosine-update", 0.919, "new"),
        ("words", 1.0, "new"),
    ],
)
def test_published_thresholds(rule: str, cosine: float, expected: str) -> None:
    """Three bands: same from 0.95, merged from 0.85; update: merged from 0.92; the words rule ignores cosines."""
    assert verdict_by_cosine(rule, cosine) == expected

"""The difference of two rankings, by cases worked by hand."""

import pytest

from recall_cli.rules.ranking.ranking_changes import RankingChange, ranking_change


@pytest.mark.parametrize(
    ("first", "second", "shift"),
    [
        ("abc", "abc", RankingChange(same_first=True, overlap=1.0)),
        ("", "", RankingChange(same_first=True, overlap=1.0)),
        ("ab", "", RankingChange(same_first=False, overlap=0.0, removed=("a", "b"))),
        ("", "a", RankingChange(same_first=False, overlap=0.0, added=("a",))),
        ("abc", "acb", RankingChange(same_first=True, overlap=1.0, moved=(("c", 3, 2), ("b", 2, 3)))),
        (
            "abc",
            "cde",
            RankingChange(same_first=False, overlap=0.2, added=("d", "e"), removed=("a", "b"), moved=(("c", 3, 1),)),
        ),
    ],
)
def test_what_comes_goes_and_moves(first: str, second: str, shift: RankingChange) -> None:
    """Shared are 1 of a, b, c, d, e, so 0.2; places count from 1."""
    assert ranking_change(first, second) == shift
    assert shift.is_unchanged is (first == second)

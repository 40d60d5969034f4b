"""Two orders held against each other, by hand-worked cases."""

import pytest

from recall_cli.rules.ranking.comparing import Shift, compared


@pytest.mark.parametrize(
    ("first", "second", "shift"),
    [
        ("abc", "abc", Shift(same_first=True, overlap=1.0)),
        ("", "", Shift(same_first=True, overlap=1.0)),
        ("ab", "", Shift(same_first=False, overlap=0.0, gone=("a", "b"))),
        ("", "a", Shift(same_first=False, overlap=0.0, come=("a",))),
        ("abc", "acb", Shift(same_first=True, overlap=1.0, moved=(("c", 3, 2), ("b", 2, 3)))),
        ("abc", "cde", Shift(same_first=False, overlap=0.2, come=("d", "e"), gone=("a", "b"), moved=(("c", 3, 1),))),
    ],
)
def test_what_comes_goes_and_moves(first: str, second: str, shift: Shift) -> None:
    """Shared of all shown: 1 of a, b, c, d, e is 0.2; places count from 1."""
    assert compared(first, second) == shift
    assert shift.same is (first == second)

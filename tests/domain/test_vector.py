"""What a kept vector promises."""

from math import isclose, sqrt

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.vector import Query, length, packed, signed

numbers = some.lists(some.floats(-1, 1), min_size=128, max_size=128)


def test_every_vector_has_the_agreed_length() -> None:
    """Whatever the scale of the numbers, the kept vector is as long as its dimensions say."""
    for scale in (0.001, 1.0, 1000.0):
        kept = signed(packed([scale * (i % 7 - 3) for i in range(128)]))
        assert isclose(sqrt(sum(n * n for n in kept)), length(128), rel_tol=0.01)


def test_nothing_stays_nothing() -> None:
    """A vector of zeros is kept as zeros and has no cosine to anything."""
    assert packed([0.0] * 8) == bytes(8)
    assert Query(bytes(8)).cosine(packed([1.0] * 8)) == 0.0


def test_a_single_large_number_is_clipped() -> None:
    """What does not fit into a signed byte becomes its largest value, on either side."""
    assert signed(packed([5.0, 0.0, 0.0, 0.0])) == [127, 0, 0, 0]
    assert signed(packed([-5.0, 0.0, 0.0, 0.0])) == [-127, 0, 0, 0]


@given(numbers, numbers)
def test_the_cosine_is_that_of_the_numbers(left: "list[float]", right: "list[float]") -> None:
    """Bytes lose at most a few hundredths of the cosine, unless a number is so dominant that it is clipped."""
    size = sqrt(sum(a * a for a in left)) * sqrt(sum(b * b for b in right))
    steep = any(max(map(abs, side)) > 0.45 * sqrt(sum(n * n for n in side)) for side in (left, right))
    if size > 1e-6 and not steep:
        true = sum(a * b for a, b in zip(left, right, strict=True)) / size
        assert abs(Query(packed(left)).cosine(packed(right)) - true) < 0.03

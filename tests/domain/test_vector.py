"""What a kept vector promises."""

from math import isclose, sqrt
from operator import mul
from random import Random

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.vector import Query, bare, length, levelled, packed, signed, square

numbers = some.lists(some.floats(-1, 1), min_size=128, max_size=128)


def test_every_vector_has_the_agreed_length() -> None:
    """Whatever the scale of the numbers, the kept vector is as long as its dimensions say."""
    for scale in (0.001, 1.0, 1000.0):
        kept = signed(packed([scale * (i % 7 - 3) for i in range(128)]))
        assert isclose(sqrt(sum(n * n for n in kept)), length(128), rel_tol=0.01)


def test_nothing_stays_nothing() -> None:
    """A vector of zeros is kept as zeros and has no cosine to anything."""
    assert packed([0.0] * 8) == bytes(8)
    assert not any(packed([0.0] * 384))
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


LARGE = 384


def lively(seed: int) -> "list[float]":
    """Numbers like those of a full model: most of them common to all."""
    chance, common = Random(seed), Random(0)
    return [3 * common.gauss(0, 1) + chance.gauss(0, 1) for _ in range(LARGE)]


def test_a_large_vector_has_a_scale_of_its_own() -> None:
    """Its largest number is 127, whatever its scale, and it knows its length."""
    for scale in (0.001, 1.0, 1000.0):
        kept = packed([scale * number for number in lively(1)])
        assert max(map(abs, signed(kept))) == 127
        assert len(bare(kept)) == LARGE
        assert square(kept) == sum(number * number for number in signed(kept))


def as_before(values: "list[float]") -> bytes:
    """A large vector as it was kept before: at the agreed length."""
    factor = length(LARGE) / sqrt(sum(value * value for value in values))
    return bytes(max(-127, min(127, round(value * factor))) & 255 for value in values)


def test_cosines_of_large_vectors_are_finer_than_they_were() -> None:
    """What is lost is less than half of what was, and vectors of both kinds are held against one another."""
    query, *others = (lively(seed) for seed in range(60))

    def lost(asked: bytes, kept: "list[bytes]") -> float:
        true = [
            sum(map(mul, query, one)) / sqrt(sum(map(mul, query, query)) * sum(map(mul, one, one))) for one in others
        ]
        return sum((a - b) ** 2 for a, b in zip(Query(asked).cosines(kept), true, strict=True)) ** 0.5

    old, new = [*map(as_before, others)], [*map(packed, others)]
    assert lost(packed(query), new) < 0.5 * lost(as_before(query), old)
    assert lost(packed(query), old[:30] + new[30:]) < lost(as_before(query), old)
    assert Query(packed([0.0] * LARGE)).cosines([new[0]]) == Query(new[0]).cosines([packed([0.0] * LARGE)]) == [0.0]


def test_levelled_vectors_are_comparable() -> None:
    """Brought to the agreed length, a vector is what it was before there were scales, but for a little rounding."""
    for seed in range(5):
        [level], old = levelled([packed(lively(seed))]), as_before(lively(seed))
        assert max(abs(a - b) for a, b in zip(signed(level), signed(old), strict=True)) <= 2
    assert levelled([old]) == [old]


@given(some.integers(1, 9), some.sampled_from([8, 128, 384, 1024]), some.randoms(use_true_random=False))
def test_the_products_are_those_of_the_numbers(count: int, dimensions: int, chance: Random) -> None:
    """To the last bit, also where all dimensions weigh the same and every number is as large as it can be."""
    for numbers in ((-127, 127), (127,), (-127,), range(-127, 128)):
        asked, *kept = (bytes(chance.choice(numbers) & 255 for _ in range(dimensions)) for _ in range(count + 1))
        query = Query(asked)
        true = [sum(map(mul, signed(asked), signed(vector))) for vector in kept]
        assert query._products(kept) == true

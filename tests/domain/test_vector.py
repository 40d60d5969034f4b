"""What a kept vector promises."""

from math import isclose, sqrt
from operator import mul
from random import Random

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.vector import (
    QueryVector,
    agreed_length,
    level_vectors,
    pack_vector,
    signed_numbers,
    squared_length,
    strip_tail,
)

numbers = some.lists(some.floats(-1, 1), min_size=128, max_size=128)


def test_every_vector_has_the_agreed_length() -> None:
    """Whatever the scale of the numbers, the kept vector is as long as its dimensions say."""
    for scale in (0.001, 1.0, 1000.0):
        kept = signed_numbers(pack_vector([scale * (i % 7 - 3) for i in range(128)]))
        assert isclose(sqrt(sum(n * n for n in kept)), agreed_length(128), rel_tol=0.01)


def test_nothing_stays_nothing() -> None:
    """A vector of zeros is kept as zeros and has no cosine to anything."""
    assert pack_vector([0.0] * 8) == bytes(8)
    assert not any(pack_vector([0.0] * 384))
    assert QueryVector(bytes(8)).cosine(pack_vector([1.0] * 8)) == 0.0


def test_a_single_large_number_is_clipped() -> None:
    """What does not fit into a signed byte becomes its largest value, on either side."""
    assert signed_numbers(pack_vector([5.0, 0.0, 0.0, 0.0])) == [127, 0, 0, 0]
    assert signed_numbers(pack_vector([-5.0, 0.0, 0.0, 0.0])) == [-127, 0, 0, 0]


@given(numbers, numbers)
def test_the_cosine_is_that_of_the_numbers(left: "list[float]", right: "list[float]") -> None:
    """Bytes lose at most a few hundredths of the cosine, unless a number is so dominant that it is clipped."""
    size = sqrt(sum(a * a for a in left)) * sqrt(sum(b * b for b in right))
    steep = any(max(map(abs, side)) > 0.45 * sqrt(sum(n * n for n in side)) for side in (left, right))
    if size > 1e-6 and not steep:
        true = sum(a * b for a, b in zip(left, right, strict=True)) / size
        assert abs(QueryVector(pack_vector(left)).cosine(pack_vector(right)) - true) < 0.03


LARGE = 384


def model_like_numbers(seed: int) -> "list[float]":
    """Numbers like those of a full model: most of them common to all."""
    chance, common = Random(seed), Random(0)
    return [3 * common.gauss(0, 1) + chance.gauss(0, 1) for _ in range(LARGE)]


def test_a_large_vector_has_a_scale_of_its_own() -> None:
    """Its largest number is 127, whatever its scale, and it knows its length."""
    for scale in (0.001, 1.0, 1000.0):
        kept = pack_vector([scale * number for number in model_like_numbers(1)])
        assert max(map(abs, signed_numbers(kept))) == 127
        assert len(strip_tail(kept)) == LARGE
        assert squared_length(kept) == sum(number * number for number in signed_numbers(kept))


def pack_agreed_length(values: "list[float]") -> bytes:
    """A large vector as it was kept before: at the agreed length."""
    factor = agreed_length(LARGE) / sqrt(sum(value * value for value in values))
    return bytes(max(-127, min(127, round(value * factor))) & 255 for value in values)


def test_cosines_of_large_vectors_are_finer_than_they_were() -> None:
    """What is lost is less than half of what was, and vectors of both kinds are held against one another."""
    query, *others = (model_like_numbers(seed) for seed in range(60))

    def lost(asked: bytes, kept: "list[bytes]") -> float:
        true = [
            sum(map(mul, query, one)) / sqrt(sum(map(mul, query, query)) * sum(map(mul, one, one))) for one in others
        ]
        return sum((a - b) ** 2 for a, b in zip(QueryVector(asked).cosines(kept), true, strict=True)) ** 0.5

    old, new = [*map(pack_agreed_length, others)], [*map(pack_vector, others)]
    assert lost(pack_vector(query), new) < 0.5 * lost(pack_agreed_length(query), old)
    assert lost(pack_vector(query), old[:30] + new[30:]) < lost(pack_agreed_length(query), old)
    assert (
        QueryVector(pack_vector([0.0] * LARGE)).cosines([new[0]])
        == QueryVector(new[0]).cosines([pack_vector([0.0] * LARGE)])
        == [0.0]
    )


def test_levelled_vectors_are_comparable() -> None:
    """Brought to the agreed length, a vector is what it was before there were scales, but for a little rounding."""
    for seed in range(5):
        [level], old = (
            level_vectors([pack_vector(model_like_numbers(seed))]),
            pack_agreed_length(model_like_numbers(seed)),
        )
        assert max(abs(a - b) for a, b in zip(signed_numbers(level), signed_numbers(old), strict=True)) <= 2
    assert level_vectors([old]) == [old]


@given(some.integers(1, 9), some.sampled_from([8, 128, 384, 1024]), some.randoms(use_true_random=False))
def test_the_products_are_those_of_the_numbers(count: int, dimensions: int, chance: Random) -> None:
    """To the last bit, also where all dimensions weigh the same and every number is as large as it can be."""
    for numbers in ((-127, 127), (127,), (-127,), range(-127, 128)):
        asked, *kept = (bytes(chance.choice(numbers) & 255 for _ in range(dimensions)) for _ in range(count + 1))
        query = QueryVector(asked)
        true = [sum(map(mul, signed_numbers(asked), signed_numbers(vector))) for vector in kept]
        assert query._products(kept) == true

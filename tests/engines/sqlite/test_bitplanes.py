"""Many vectors compared at once, against the plain sums."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.vector import packed, signed
from recall_cli.engines.sqlite.bitplanes import FAR, beside, best, depth, joined, planes, positions, scores

CHANCE = random.Random(11)


def vectors(count: int, dimensions: int) -> "list[bytes]":
    return [packed([CHANCE.gauss(0, 1) for _ in range(dimensions)]) for _ in range(count)]


def coarse(value: int, bits: int) -> int:
    """What is kept of a number, as `planes` says it."""
    if bits == 1:
        return int(value > 0)
    return (value > -FAR) + (value > 0) + (value > FAR)


def summed(vector: bytes, query: "list[int]") -> int:
    """The score of one vector, added up one number at a time."""
    bits = depth(len(query))
    full = sorted(map(abs, query))[-max(1, len(query) // 16)]
    total = 0
    for value, asked in zip(signed(vector), query, strict=True):
        weight = max(-3, min(3, round(3 * asked / full)))
        kept = coarse(value, bits)
        total += weight * kept if weight > 0 else -weight * ((1 << bits) - 1 - kept)
    return total


def read(slices: "list[int]", place: int) -> int:
    return sum((piece >> place & 1) << k for k, piece in enumerate(slices))


@pytest.mark.parametrize("dimensions", [128, 384])
def test_scores_are_the_plain_sums(dimensions: int) -> None:
    """Full adders over planes give each vector the sum that adding its numbers gives."""
    kept = vectors(40, dimensions)
    query = signed(vectors(1, dimensions)[0])
    slices = scores(planes(kept), query)
    assert [read(slices, place) for place in range(40)] == [summed(vector, query) for vector in kept]


def test_blocks_side_by_side_are_one_block() -> None:
    """Planes put together score like planes made together, and so do scores put together."""
    kept = vectors(24, 128)
    query = signed(vectors(1, 128)[0])
    left, right = planes(kept[:8]), planes(kept[8:])
    assert beside(left, 1, right, 2) == planes(kept)
    assert joined([(8, scores(left, query)), (16, scores(right, query))]) == scores(planes(kept), query)


@given(some.lists(some.integers(0, 30), min_size=1, max_size=40), some.integers(1, 45))
def test_best(values: "list[int]", count: int) -> None:
    """As many as asked for and those equal to the last of them: nobody left out is better than one within."""
    slices = [sum((value >> k & 1) << place for place, value in enumerate(values)) for k in range(5)]
    chosen = positions(best(slices, count, len(values)))
    last = sorted(values, reverse=True)[min(count, len(values)) - 1]
    assert chosen == [place for place, value in enumerate(values) if value >= last]


@given(some.sets(some.integers(0, 300)))
def test_positions(places: "set[int]") -> None:
    """The set bits, lowest first."""
    assert positions(sum(1 << place for place in places)) == sorted(places)


def test_a_query_of_zeros_scores_nothing() -> None:
    """Without a direction all are equal."""
    assert not any(scores(planes(vectors(8, 128)), [0] * 128))

"""Bit planes against plain sums."""

import random

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.vector import QueryVector, level_vectors, pack_vector, signed_numbers
from recall_cli.engines.sqlite.vectors.bit_planes import (
    Shape,
    bit_positions,
    join_planes,
    make_planes,
    measure_shape,
    scores,
    select_best,
)
from tests.for_each import for_each

RANDOM = random.Random(11)


def random_vectors(count: int, dimensions: int) -> "list[bytes]":
    return level_vectors([pack_vector([RANDOM.gauss(0, 1) for _ in range(dimensions)]) for _ in range(count)])


def plain_score(vector: bytes, query: "list[int]", form: Shape) -> int:
    """The score of one vector, added up number by number from the same start for all."""
    far = [asked * spread for asked, spread in zip(query, form.spread, strict=True)]
    full = sorted(map(abs, far))[-max(1, len(query) // 16)]
    total = 0
    for value, asked, usual, spread in zip(
        signed_numbers(vector), far, signed_numbers(form.mean), form.spread, strict=True
    ):
        size = abs(asked) / full
        weight = 4 if size >= 0.9 else 2 if size >= 0.45 else 1 if size >= 0.25 else 0
        kept = (value > usual - spread) + (value > usual) + (value > usual + spread)
        total += weight * kept if asked > 0 else -weight * kept
    return total


def biased_vectors(count: int, dimensions: int) -> "list[bytes]":
    """Vectors with much in common, as those of real texts have."""
    common = [RANDOM.gauss(0, 2) for _ in range(dimensions)]
    widths = [RANDOM.uniform(0.3, 1.5) for _ in range(dimensions)]
    return level_vectors(
        [pack_vector([RANDOM.gauss(at, w) for at, w in zip(common, widths, strict=True)]) for _ in range(count)]
    )


def score_at(slices: "list[int]", place: int) -> int:
    return sum((piece >> place & 1) << k for k, piece in enumerate(slices))


@for_each("dimensions", [128, 384])
def test_scores_are_the_plain_sums(dimensions: int) -> None:
    """Adding planes gives each vector the same score as adding its numbers."""
    for kept in (random_vectors(40, dimensions), biased_vectors(40, dimensions)):
        form = measure_shape(kept)
        query = signed_numbers(random_vectors(1, dimensions)[0])
        slices = scores(make_planes(kept, form), query, form)
        apart = {score_at(slices, place) - plain_score(vector, query, form) for place, vector in enumerate(kept)}
        assert len(apart) == 1
        assert min(apart) >= 0


def test_a_shape_by_hand() -> None:
    """Two dimensions of four vectors: mean 10 and spread 10; always −120."""
    form = measure_shape([bytes([0, 136]), bytes([20, 136]), bytes([0, 136]), bytes([20, 136])])
    assert (form.mean, form.spread) == (bytes([10, 136]), bytes([10, 1]))


@for_each("dimensions", [128, 384])
def test_the_nearest_are_among_the_best(dimensions: int) -> None:
    """If vectors have much in common, planes around the mean find the nearest; planes around zero do not."""
    kept = biased_vectors(4_020, dimensions)
    queries = [QueryVector(kept.pop()) for _ in range(20)]
    near = []
    for query in queries:
        close = query.cosines(kept)
        near.append({*sorted(range(4_000), key=lambda place: -close[place])[:20]})

    def held(form: Shape) -> int:
        planes, held = make_planes(kept, form), 0
        for query, nearest in zip(queries, near, strict=True):
            [bits] = select_best([(4_000, scores(planes, query.numbers, form))], 300)
            held += len({*bit_positions(bits)} & nearest)
        return held

    from_zero = Shape(mean=bytes(dimensions), spread=bytes([22] * dimensions))
    assert held(measure_shape(kept)) >= 320 > 1.1 * held(from_zero)


def test_blocks_side_by_side_are_one_block() -> None:
    """Joined planes score like planes made at once, and so do two groups."""
    kept = random_vectors(24, 128)
    query = signed_numbers(random_vectors(1, 128)[0])
    form = measure_shape(kept)
    left, right, both = make_planes(kept[:8], form), make_planes(kept[8:], form), make_planes(kept, form)
    assert join_planes(left, 1, right, 2) == both
    low, high = select_best([(8, scores(left, query, form)), (16, scores(right, query, form))], 7)
    assert [low | high << 8] == select_best([(24, scores(both, query, form))], 7)


@given(some.lists(some.integers(0, 30), min_size=1, max_size=40), some.integers(1, 45))
def test_best(values: "list[int]", count: int) -> None:
    """The best are as many as asked for, and all equal to the last; none left out is better."""
    slices = [sum((value >> k & 1) << place for place, value in enumerate(values)) for k in range(14)]
    [bits] = select_best([(len(values), slices)], count)
    chosen = bit_positions(bits)
    last = sorted(values, reverse=True)[min(count, len(values)) - 1]
    assert chosen == [place for place, value in enumerate(values) if value >= last]


@given(some.sets(some.integers(0, 300)))
def test_positions(places: "set[int]") -> None:
    """The positions of the set bits, lowest first."""
    assert bit_positions(sum(1 << place for place in places)) == sorted(places)


def test_a_query_of_zeros_scores_nothing() -> None:
    """For a query of zeros all scores are equal."""
    kept = random_vectors(8, 128)
    assert not any(scores(make_planes(kept, measure_shape(kept)), [0] * 128, measure_shape(kept)))

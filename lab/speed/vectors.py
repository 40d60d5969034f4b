"""Vectors of 384 numbers like those of a real model: in clusters, and with much in common.

The vectors of real models lie in a narrow cone: most of each vector is the same for all. A search that ignores this
does well on vectors drawn evenly from a sphere and badly on real ones. So these are not drawn evenly.
"""

import heapq
import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from pathlib import Path

DIMENSIONS = 384
CLUSTER_COUNT = 200
COMMON_SPREAD, CLUSTER_SPREAD = 127, 60
"""Strength of the part that all share and that a cluster shares, for an own part of 74."""


def clustered_vectors(count: int, seed: int, draw: int = 0) -> "Iterator[list[float]]":
    """So many vectors around the centres of a seed; another draw gives others around the same centres."""
    chance = random.Random(seed)
    common = [chance.gauss(0, COMMON_SPREAD) for _ in range(DIMENSIONS)]
    centres = [[one + chance.gauss(0, CLUSTER_SPREAD) for one in common] for _ in range(CLUSTER_COUNT)]
    chance = random.Random(f"{seed} {draw}")
    for _ in range(count):
        centre = centres[int(chance.random() * CLUSTER_COUNT)]
        own = array("b", chance.randbytes(DIMENSIONS))
        yield [at + step for at, step in zip(centre, own, strict=True)]


def write_vectors(path: Path, vectors: "Iterable[Sequence[float]]") -> None:
    """Write the vectors as float32, one after the other."""
    with path.open("wb") as file:
        for vector in vectors:
            array("f", vector).tofile(file)


def read_vectors(path: Path) -> "Iterator[list[float]]":
    """Read vectors from such a file."""
    with path.open("rb") as file:
        while raw := file.read(4 * DIMENSIONS):
            yield array("f", raw).tolist()


def exact_nearest(
    queries: "Sequence[Sequence[float]]", vectors: "Iterable[Sequence[float]]", count: int
) -> "list[set[int]]":
    """For each query the places of its nearest by cosine, by comparing all: the reference."""
    best: list[list[tuple[float, int]]] = [[(float("-inf"), -1)] * count for _ in queries]
    for place, vector in enumerate(vectors):
        length = sum(map(mul, vector, vector)) ** 0.5 or 1.0
        for query, heap in zip(queries, best, strict=True):
            cosine = sum(map(mul, query, vector)) / length
            if cosine > heap[0][0]:
                heapq.heapreplace(heap, (cosine, place))
    return [{place for _, place in heap} for heap in best]

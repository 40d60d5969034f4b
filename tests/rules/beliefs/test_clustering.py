"""Clustering, by cases worked by hand."""

from recall_cli.domain.vector import pack_vector
from recall_cli.rules.beliefs.clustering import connected_groups, greedy_clusters, keyword_overlap, keywords


def vectors_at_angles(*angles: float) -> list[bytes]:
    """Vectors at these angles in one plane of 16 dimensions."""
    from math import cos, radians, sin

    return [pack_vector((cos(radians(angle)), sin(radians(angle))) * 8) for angle in angles]


def test_greedy_clusters() -> None:
    """cos 20° is 0.94, cos 40° is 0.77: the first takes what is near to it, not what is near to its neighbours."""
    assert greedy_clusters(vectors_at_angles(0, 20, 40, 90, 100), 0.85, lambda *_: True) == [[0, 1], [3, 4]]
    assert greedy_clusters(vectors_at_angles(0, 90, 180), 0.85, lambda *_: True) == []
    assert greedy_clusters([bytes(2), bytes(2)], 0.85, lambda *_: True) == []
    assert greedy_clusters([], 0.85, lambda *_: True) == []


def test_who_does_not_fit_stays_out() -> None:
    """A member must be compatible with all others, and a cluster has a maximum size."""
    assert greedy_clusters(vectors_at_angles(0, 1, 2), 0.85, lambda one, other: {one, other} != {1, 2}) == [[0, 1]]
    assert greedy_clusters(vectors_at_angles(0, 1, 2, 3), 0.85, lambda *_: True, max_size=2) == [[0, 1], [2, 3]]


def test_keywords_and_their_overlap() -> None:
    """Keywords are beginnings of content words; overlap is the shared ones divided by all."""
    assert keywords("The retries were retried on HTTP 503!") == {"retrie", "http", "503"}
    assert keyword_overlap(frozenset("abcd"), frozenset("cdef")) == 2 / 6
    assert keyword_overlap(frozenset(), frozenset()) == 0.0


def test_union_find() -> None:
    """A overlaps B and B overlaps C: one group of three; two alone are too few."""
    words = [frozenset("abcd"), frozenset("bcde"), frozenset("cdef"), frozenset("xyz"), frozenset("xyz")]
    assert connected_groups(words, 0.4, 3, lambda *_: True) == [[0, 1, 2]]
    assert connected_groups(words, 0.4, 2, lambda *_: True) == [[0, 1, 2], [3, 4]]
    assert connected_groups(words, 0.7, 2, lambda *_: True) == [[3, 4]]
    assert connected_groups(words, 0.4, 2, lambda *_: False) == []

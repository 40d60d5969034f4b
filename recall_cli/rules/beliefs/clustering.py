"""Clustering: which memories belong together, by nearness in meaning or by shared keywords."""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.domain.vector import QueryVector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_CLUSTER_SIZE = 12
"""At most this many memories are merged into one."""


def greedy_clusters(
    vectors: "Sequence[bytes]",
    threshold: float,
    are_compatible: "Callable[[int, int], bool]",
    max_size: int = MAX_CLUSTER_SIZE,
) -> "list[list[int]]":
    """Clusters of two or more, as lists of indexes: the first vector takes those near enough, nearest first, and so on.

    A vector joins a cluster only if it is compatible with each one that is already in it.
    """
    free = [index for index, vector in enumerate(vectors) if any(vector)]
    clusters = []
    while free:
        seed = free.pop(0)
        cosines = zip(
            QueryVector(vectors[seed]).cosines([vectors[index] for index in free]) if free else (), free, strict=True
        )
        members = [seed]
        for cosine, index in sorted(cosines, key=lambda pair: (-pair[0], pair[1])):
            if cosine < threshold or len(members) == max_size:
                break
            if all(are_compatible(member, index) for member in members):
                members.append(index)
        if len(members) > 1:
            clusters.append(sorted(members))
            free = [index for index in free if index not in members]
    return clusters


def keywords(text: str) -> "frozenset[str]":
    """The keywords of a text: the beginnings of its content words."""
    text = text.casefold()
    for letter in {*text}:
        if not letter.isalnum():
            text = text.replace(letter, " ")
    return frozenset(word[:6] for word in text.split() if word not in STOP_WORDS and len(word) > 2)


def keyword_overlap(first: "frozenset[str]", second: "frozenset[str]") -> float:
    """The share of all their keywords that two texts have in common."""
    total = len(first | second)
    return len(first & second) / total if total else 0.0


def connected_groups(
    keyword_sets: "Sequence[frozenset[str]]",
    threshold: float,
    min_size: int,
    are_compatible: "Callable[[int, int], bool]",
) -> "list[list[int]]":
    """Groups of at least `min_size`, as lists of indexes: a text that overlaps with one member joins (union-find)."""
    parent = list(range(len(keyword_sets)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    holders: dict[str, list[int]] = {}
    for index, words in enumerate(keyword_sets):
        overlapping = {other for word in words for other in holders.get(word, ())}
        for other in sorted(overlapping):
            if (
                root(index) != root(other)
                and keyword_overlap(words, keyword_sets[other]) >= threshold
                and are_compatible(index, other)
            ):
                parent[root(index)] = root(other)
        for word in words:
            holders.setdefault(word, []).append(index)
    groups: dict[int, list[int]] = {}
    for index in range(len(keyword_sets)):
        groups.setdefault(root(index), []).append(index)
    return sorted(group for group in groups.values() if len(group) >= min_size)

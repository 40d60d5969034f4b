"""Which memories belong together: by nearness in meaning, or by keywords that they share."""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.domain.vector import QueryVector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_CLUSTER_SIZE = 12
"""No more than so many become one."""


def greedy_clusters(
    vectors: "Sequence[bytes]",
    threshold: float,
    are_compatible: "Callable[[int, int], bool]",
    max_size: int = MAX_CLUSTER_SIZE,
) -> "list[list[int]]":
    """Clusters of two and more, by their places: the first takes what is near enough, nearest first, then the next.

    What joins a cluster fits each that is in it already.
    """
    free = [at for at, vector in enumerate(vectors) if any(vector)]
    found = []
    while free:
        seed = free.pop(0)
        near = zip(QueryVector(vectors[seed]).cosines([vectors[at] for at in free]) if free else (), free, strict=True)
        members = [seed]
        for cosine, at in sorted(near, key=lambda pair: (-pair[0], pair[1])):
            if cosine < threshold or len(members) == max_size:
                break
            if all(are_compatible(member, at) for member in members):
                members.append(at)
        if len(members) > 1:
            found.append(sorted(members))
            free = [at for at in free if at not in members]
    return found


def keywords(text: str) -> "frozenset[str]":
    """What a text is about: its content words, by their beginnings."""
    words = ("".join(letter if letter.isalnum() else " " for letter in text.casefold())).split()
    return frozenset(word[:6] for word in words if word not in STOP_WORDS and len(word) > 2)


def keyword_overlap(first: "frozenset[str]", second: "frozenset[str]") -> float:
    """The share of their keywords that two texts have in common."""
    every = len(first | second)
    return len(first & second) / every if every else 0.0


def connected_groups(
    keyword_sets: "Sequence[frozenset[str]]",
    threshold: float,
    min_size: int,
    are_compatible: "Callable[[int, int], bool]",
) -> "list[list[int]]":
    """Groups of at least so many, by their places: who overlaps with one of a group is in it (union-find)."""
    parent = list(range(len(keyword_sets)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    holders: dict[str, list[int]] = {}
    for at, some in enumerate(keyword_sets):
        beside = {other for word in some for other in holders.get(word, ())}
        for other in sorted(beside):
            if (
                root(at) != root(other)
                and keyword_overlap(some, keyword_sets[other]) >= threshold
                and are_compatible(at, other)
            ):
                parent[root(at)] = root(other)
        for word in some:
            holders.setdefault(word, []).append(at)
    groups: dict[int, list[int]] = {}
    for at in range(len(keyword_sets)):
        groups.setdefault(root(at), []).append(at)
    return sorted(group for group in groups.values() if len(group) >= min_size)

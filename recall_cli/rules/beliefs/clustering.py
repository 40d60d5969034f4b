"""Which memories belong together: by nearness in meaning, or by keywords that they share."""

from recall_cli.domain.stopwords import STOP
from recall_cli.domain.vector import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST = 12
"""No more than so many become one."""


def greedy(
    vectors: "Sequence[bytes]", threshold: float, fits: "Callable[[int, int], bool]", most: int = MOST
) -> "list[list[int]]":
    """Clusters of two and more, by their places: the first takes what is near enough, nearest first, then the next.

    What joins a cluster fits each that is in it already.
    """
    free = [at for at, vector in enumerate(vectors) if any(vector)]
    found = []
    while free:
        seed = free.pop(0)
        near = zip(Query(vectors[seed]).cosines([vectors[at] for at in free]) if free else (), free, strict=True)
        members = [seed]
        for cosine, at in sorted(near, key=lambda pair: (-pair[0], pair[1])):
            if cosine < threshold or len(members) == most:
                break
            if all(fits(member, at) for member in members):
                members.append(at)
        if len(members) > 1:
            found.append(sorted(members))
            free = [at for at in free if at not in members]
    return found


def keywords(text: str) -> "frozenset[str]":
    """What a text is about: its content words, by their beginnings."""
    words = ("".join(letter if letter.isalnum() else " " for letter in text.casefold())).split()
    return frozenset(word[:6] for word in words if word not in STOP and len(word) > 2)


def overlap(one: "frozenset[str]", other: "frozenset[str]") -> float:
    """The share of their keywords that two texts have in common."""
    every = len(one | other)
    return len(one & other) / every if every else 0.0


def united(
    words: "Sequence[frozenset[str]]", threshold: float, least: int, fits: "Callable[[int, int], bool]"
) -> "list[list[int]]":
    """Groups of at least so many, by their places: who overlaps with one of a group is in it (union-find)."""
    parent = list(range(len(words)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    holders: dict[str, list[int]] = {}
    for at, some in enumerate(words):
        beside = {other for word in some for other in holders.get(word, ())}
        for other in sorted(beside):
            if root(at) != root(other) and overlap(some, words[other]) >= threshold and fits(at, other):
                parent[root(at)] = root(other)
        for word in some:
            holders.setdefault(word, []).append(at)
    groups: dict[int, list[int]] = {}
    for at in range(len(words)):
        groups.setdefault(root(at), []).append(at)
    return sorted(group for group in groups.values() if len(group) >= least)

"""Groups of texts that all say the same in other words."""

from recall_cli.rules.beliefs.clustering import MAX_CLUSTER_SIZE, keyword_overlap, keywords
from recall_cli.rules.paraphrase.comparison import CONTAINED, DIFFERENT, SAME, compare_both_ways, compare_wordings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_KEYWORD_TEXTS = 60
"""A keyword of more texts than this does not bring two of them together."""
MIN_OVERLAP = 0.1
"""Texts that share a smaller part of their keywords are not compared."""
MAX_COMPARISONS = 20_000
"""Comparisons in one round; the pairs that share most come first."""


def restated_groups(texts: "Sequence[str]") -> "list[tuple[list[int], int]]":
    """Groups of texts that say the same, as indexes, each with the index of the fullest text, which says it all.

    Two texts with the same statement are in one group, and so is a text that says a part of the fullest one. Texts
    that stand for different values can therefore not meet by way of a third.
    """
    parent = list(range(len(texts)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    contained: list[tuple[int, int]] = []
    for one, other in _likely_pairs(texts):
        if root(one) == root(other):
            continue
        verdict, reverse = compare_both_ways(texts[one], texts[other])
        if SAME in (verdict, reverse):
            parent[max(root(one), root(other))] = min(root(one), root(other))
        elif CONTAINED in (verdict, reverse):
            contained.append((one, other) if verdict == CONTAINED else (other, one))
    members: dict[int, list[int]] = {}
    for index in range(len(texts)):
        members.setdefault(root(index), []).append(index)
    for short, long in contained:  # a lone text joins the group of the text that says it and more
        if members.get(short) == [short] and all(
            compare_wordings(texts[short], texts[at]) != DIFFERENT for at in members[root(long)]
        ):
            members[root(long)].append(members.pop(short)[0])
    groups = [sorted(group)[:MAX_CLUSTER_SIZE] for group in members.values() if len(group) > 1]
    return [(group, max(group, key=lambda at: (len(keywords(texts[at])), -at))) for group in sorted(groups)]


def _likely_pairs(texts: "Sequence[str]") -> "list[tuple[int, int]]":
    """Pairs of texts that share enough keywords, those that share most first."""
    words = [keywords(text) for text in texts]
    holders: dict[str, list[int]] = {}
    for index, own in enumerate(words):
        for word in own:
            holders.setdefault(word, []).append(index)
    pairs = {
        (one, other)
        for places in holders.values()
        if len(places) <= MAX_KEYWORD_TEXTS
        for at, one in enumerate(places)
        for other in places[at + 1 :]
    }
    shares = {pair: keyword_overlap(words[pair[0]], words[pair[1]]) for pair in pairs}
    likely = sorted((pair for pair in pairs if shares[pair] >= MIN_OVERLAP), key=lambda pair: (-shares[pair], pair))
    return likely[:MAX_COMPARISONS]

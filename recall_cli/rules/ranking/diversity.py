"""Diversity: what says again what a better result says comes after the results that say something else.

Of a repetition and a better result one has all words of the other, and they differ in no negation, condition or role.
Plain MMR, which lowers everything near a better result, was measured to cost recall: the answers to one question are
often near each other.
"""

from recall_cli.rules.beliefs.clustering import keyword_overlap, keywords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_COMPARED_RESULTS = 6
"""Only the top of a search is looked at."""
MAX_COMPARED_LETTERS = 1_000
"""A longer text is a document, which repeats no other result."""
MIN_ALIKE_OVERLAP = 0.5
"""Texts that share a smaller part of their keywords are not compared; most results share less."""


def repetitions(texts: "Sequence[str]") -> "list[int]":
    """The indexes of the texts that say again what a text before them says."""
    texts = texts[:MAX_COMPARED_RESULTS]
    words = [keywords(text) if len(text) <= MAX_COMPARED_LETTERS else frozenset() for text in texts]
    repeated: list[int] = []
    for at in range(1, len(texts)):
        for earlier in range(at):
            if earlier in repeated or keyword_overlap(words[earlier], words[at]) < MIN_ALIKE_OVERLAP:
                continue
            from recall_cli.rules.change.sameness import is_part

            if is_part(texts[at], texts[earlier]):
                repeated.append(at)
                break
    return repeated

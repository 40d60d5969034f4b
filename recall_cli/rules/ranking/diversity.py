"""Diversity: what says again what a better result says comes after the results that say something else.

Only the same statement counts as a repetition, proved by its words. Plain MMR, which lowers everything near a better
result, was measured to cost recall: the answers to one question are often near each other.
"""

from recall_cli.rules.beliefs.clustering import keyword_overlap, keywords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.rules.beliefs.claim_words import ClaimWords
    from recall_cli.rules.paraphrase.statement_words import Wording

MAX_COMPARED_RESULTS = 6
"""Only the top of a search is looked at."""
MIN_COMPARED_OVERLAP = 0.4
"""Texts that share a smaller part of their keywords are not compared; most results share less."""
MIN_ALIKE_OVERLAP = 0.75
"""Texts that share this part of their keywords are alike, if no number, name, negation or condition differs."""


def repetitions(texts: "Sequence[str]") -> "list[int]":
    """The indexes of the texts that say again what a text before them says."""
    texts = texts[:MAX_COMPARED_RESULTS]
    words = [keywords(text) for text in texts]
    readings = _Readings()
    repeated: list[int] = []
    for at in range(1, len(texts)):
        for earlier in range(at):
            overlap = 0.0 if earlier in repeated else keyword_overlap(words[earlier], words[at])
            if overlap >= MIN_COMPARED_OVERLAP and _says_the_same(texts[at], texts[earlier], overlap, readings):
                repeated.append(at)
                break
    return repeated


class _Readings:
    """The texts of one search, each read once however many others it is compared with."""

    def __init__(self) -> None:
        self._wordings: dict[tuple[str, frozenset[str]], Wording] = {}
        self._claims: dict[str, ClaimWords] = {}

    def wording(self, text: str, codes: "frozenset[str]") -> "Wording":
        """The text, read for a comparison with one that has these code words."""
        found = self._wordings.get((text, codes))
        if found is None:
            from recall_cli.rules.paraphrase.statement_words import Wording

            found = self._wordings[text, codes] = Wording(text, codes)
        return found

    def claims(self, text: str) -> "ClaimWords":
        """The words that decide what the text claims."""
        found = self._claims.get(text)
        if found is None:
            from recall_cli.rules.beliefs.claim_words import read_claim_words

            found = self._claims[text] = read_claim_words(text)
        return found


def _says_the_same(text: str, other: str, overlap: float, readings: _Readings) -> bool:
    from recall_cli.rules.paraphrase.comparison import DIFFERENT, compare_both_ways

    if compare_both_ways(text, other, readings.wording) != (DIFFERENT, DIFFERENT):
        return True
    if overlap < MIN_ALIKE_OVERLAP:
        return False
    from recall_cli.rules.beliefs.merging import reason_against_merge

    return not reason_against_merge(text, other, readings.claims)

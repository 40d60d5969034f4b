"""Ranks the past wordings of memories, for a search in the past. They are few, so they stay in the client."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from recall_cli.engines.postgres.word_terms import WordTerms

_SATURATION, _LENGTH_SHARE = 1.2, 0.75
"""The constants of FTS5's bm25."""
_WEIGHTS = (1.0, 0.6, 0.8, 1.0)
"""The weights of the columns: text, tags, what it is about, pairs of letters."""


class PastWordings:
    """Wordings by row number, indexed as memories are."""

    def __init__(self) -> None:
        self._hits: dict[int, dict[str, tuple[float, int]]] = {}
        """For each wording, how often each stem occurs, by weight; and how often among the pairs of letters."""
        self._lengths: dict[int, int] = {}

    def add(self, engine: "WordTerms", values: "Mapping[str, Any]") -> None:
        """Add a wording."""
        n, hits = values["n"], dict[str, tuple[float, int]]()
        columns = [values["text"], values.get("tags"), values.get("about"), values.get("grams")]
        stems = [engine.index_stems(text) if text else [] for text in columns]
        for at, column in enumerate(stems):
            for stem in column:
                weight, grams = hits.get(stem, (0.0, 0))
                hits[stem] = weight + _WEIGHTS[at], grams + (at == len(_WEIGHTS) - 1)
        self._hits[n], self._lengths[n] = hits, sum(map(len, stems))

    def best(self, match: str, limit: int) -> "list[tuple[int, float]]":
        """The wordings that match best: row numbers and scores."""
        from math import log

        from recall_cli.domain.json_text import loads

        asked = loads(match)
        terms, count = asked["terms"], len(self._hits)
        counts_by_term = [{n: hits for n in self._hits if (hits := self._count(n, term))} for term in terms]
        mean = sum(self._lengths.values()) / max(count, 1)
        scores: dict[int, float] = {}
        for n, length in self._lengths.items():
            anchors = [n in found for term, found in zip(terms, counts_by_term, strict=True) if term["anchor"]]
            if sum(anchors) < asked["least"]:
                continue
            for term, found in zip(terms, counts_by_term, strict=True):
                weight = log((count - len(found) + 0.5) / (len(found) + 0.5))
                hits = found.get(n, 0.0)
                share = (
                    hits
                    * (_SATURATION + 1)
                    / (hits + _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length / mean))
                )
                scores[n] = scores.get(n, 0.0) + term["times"] * (weight if weight > 0 else 1e-6) * share
        return sorted(scores.items(), key=lambda scored: (-scored[1], scored[0]))[:limit]

    def _count(self, n: int, term: "dict[str, Any]") -> float:
        stems = self._hits[n]
        matching = [stem for stem in stems if stem.startswith(term["stem"])] if term["prefix"] else [term["stem"]]
        return sum(stems[stem][1 if term["grams"] else 0] for stem in matching if stem in stems)

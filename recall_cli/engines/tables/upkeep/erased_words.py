"""Which texts hold an erased word in another form: its stem, or the beginning of it that somebody searched for."""

from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.engines.engine import Engine

MIN_PREFIX_LENGTH = 4
"""A beginning with fewer letters is that of too many words."""


class ErasedWords:
    """The erased words, in the forms in which another text may hold them."""

    def __init__(self, engine: "Engine", words: "Iterable[str]") -> None:
        self._engine = engine
        given = {word.lower() for word in words}
        self.stems = {stem for word in given for stem in engine.stems(word)}
        self._order = sorted(given | self.stems)

    def candidates(self, texts: "Iterable[str]") -> "set[str]":
        """The stems in some texts that an erased word has, or begins with."""
        return {stem for text in texts for stem in self._engine.stems(text) if self._fits(stem)}

    def holds(self, text: str, stems: "set[str]") -> bool:
        """Does a text hold one of these stems?"""
        return bool(stems) and not stems.isdisjoint(self._engine.stems(text))

    def _fits(self, stem: str) -> bool:
        if stem in self.stems:
            return True
        at = bisect_left(self._order, stem)
        return len(stem) >= MIN_PREFIX_LENGTH and at < len(self._order) and self._order[at].startswith(stem)

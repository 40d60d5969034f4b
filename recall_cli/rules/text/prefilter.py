"""A prefilter for very many texts: it says which texts cannot contain a secret or an order to an agent.

It classifies each word once and then only looks it up. It may send a text to the rules in vain, but it never lets a
text pass in which they would find something. It knows only plain ASCII; the rules check every other text.
The caller owns the prefilter and with it the words that it remembers.
"""

from _operator import or_

from recall_cli.rules.injection import order_prefilter
from recall_cli.rules.secrets import word_prefilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_CACHED_WORDS = 50_000
"""After this many words the cache starts again; words of the previous cache are taken over when they come again."""
ALL_FLAGS = -1
"""The flags of a text that the prefilter cannot judge: it may contain anything."""


class Prefilter(dict[str, int]):
    """The words seen so far, each with flags for what it can be part of."""

    def __init__(self) -> None:
        from functools import reduce

        self._all: Callable[..., int] = reduce
        self._before: dict[str, int] = {}
        self._text, self._found = "", 0

    def flags(self, text: str) -> int:
        """The combined flags of the words of a text; the answer for the last text is cached."""
        if text is not self._text:
            plain = text.isascii() and text.replace("\n", " ").isprintable()
            self._found = self._all(or_, map(self.__getitem__, text.split()), 0) if plain else ALL_FLAGS
            self._text = text
        return self._found

    def sentence_flags(self, text: str) -> "Iterator[int]":
        """The combined flags of each sentence; sentences end where the rules let them end."""
        if self.flags(text) == ALL_FLAGS:
            yield ALL_FLAGS
            return
        flags = 0
        for word in text.split():
            flags |= self[word]
            if word[-1] in ".!?":
                yield flags
                flags = 0
        yield flags

    def knows(self, text: str) -> bool:
        """Whether the prefilter can judge this text."""
        return self.flags(text) != ALL_FLAGS

    def has_no_secret(self, text: str) -> bool:
        """Whether the text cannot contain a secret."""
        return word_prefilter.cannot_hold_secret(self.flags(text))

    def __missing__(self, word: str) -> int:
        if len(self) >= MAX_CACHED_WORDS:
            self._before = dict(self)
            self.clear()
        flags = self._before.pop(word, None)
        if flags is None:
            stripped = word_prefilter.without_punctuation(word)
            flags = (
                self[stripped]
                if stripped != word
                else word_prefilter.word_kinds(word) | order_prefilter.word_flags(word) << word_prefilter.KIND_BITS
            )
        self[word] = flags
        return flags


def injection_flags(flags: int) -> int:
    """The part of the flags that concerns orders to an agent."""
    return flags >> word_prefilter.KIND_BITS

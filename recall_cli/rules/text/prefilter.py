"""A sieve for very many texts: what each word can be a part of is found out once, and then only looked up.

Of a secret or of an order to an agent. It may say too often that the rules should look, and never that they need not
where they would find something. Only plain ASCII is told apart; the rules look at any other text.
"""

from _operator import or_

from recall_cli.rules.injection import order_prefilter
from recall_cli.rules.secrets import word_prefilter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_CACHED_WORDS = 50_000
"""So many words are remembered from one text to the next, and those of them that come again for as long again."""
ALL_FLAGS = -1
"""Of a text that is not told apart: it can hold anything."""


class Prefilter(dict[str, int]):
    """What the words met so far can be a part of."""

    def __init__(self) -> None:
        from functools import reduce

        self._all: Callable[..., int] = reduce
        self._before: dict[str, int] = {}
        self._text, self._found = "", 0

    def found(self, text: str) -> int:
        """What the words of a text can be a part of, all together; asked twice in a row, it is told from memory."""
        if text is not self._text:
            plain = text.isascii() and text.replace("\n", " ").isprintable()
            self._found = self._all(or_, map(self.__getitem__, text.split()), 0) if plain else ALL_FLAGS
            self._text = text
        return self._found

    def sentence_flags(self, text: str) -> "Iterator[int]":
        """The same of each sentence by itself; where one ends here, one ends for the rule."""
        if self.found(text) == ALL_FLAGS:
            yield ALL_FLAGS
            return
        found = 0
        for word in text.split():
            found |= self[word]
            if word[-1] in ".!?":
                yield found
                found = 0
        yield found

    def knows(self, text: str) -> bool:
        """Is it told apart?"""
        return self.found(text) != ALL_FLAGS

    def has_no_secret(self, text: str) -> bool:
        """Can no secret be in it?"""
        return word_prefilter.cannot_hold_secret(self.found(text))

    def __missing__(self, word: str) -> int:
        if len(self) >= MAX_CACHED_WORDS:
            self._before = dict(self)
            self.clear()
        found = self._before.pop(word, None)
        if found is None:
            bare = word_prefilter.without_punctuation(word)
            found = (
                self[bare]
                if bare != word
                else word_prefilter.word_kinds(word) | order_prefilter.word_flags(word) << word_prefilter.KIND_BITS
            )
        self[word] = found
        return found


def injection_flags(flags: int) -> int:
    """As much of it as tells of orders to an agent."""
    return flags >> word_prefilter.KIND_BITS

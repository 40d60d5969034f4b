"""Search by words: the question is made safe, its rarest words are found out, the index ranks."""

from recall_cli.domain.jsontext import dumps
from recall_cli.domain.record import Record
from recall_cli.engines.tables.memories import NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.domain.word import Word
    from recall_cli.engines.connection import Row
    from recall_cli.engines.transaction import Transaction

PIECES, USUAL = 8, 4
"""So many pieces of the index of one size may there be, while very many memories come in and else."""
COUNTED = 200
"""A question's words are counted up to this many; beyond it is a document, and its beginning stands for it."""


class Asked(Record):
    """A question as the index takes it."""

    match: "str | None"
    """None if it holds nothing to look for."""
    words: "tuple[Word, ...]" = ()
    """Its telling words, in its order."""
    counts: "dict[str, int]"
    """In how many memories each of their stems is."""
    size: int
    """About how many memories the index holds."""


class Search:
    """The word index within one transaction."""

    HELD = 50
    """So many memories `holding` gives at most."""

    def __init__(self, tx: "Transaction") -> None:
        self._tx = tx

    def asked(self, question: str) -> Asked:
        """The question made safe, its words counted."""
        found = self._tx.engine.words(question)
        content = [word for word in found if not word.stop][:COUNTED] or found[:COUNTED]
        size = self.size()
        counts: dict[str, int] = dict(self._tx.run("search", "counts", terms=dumps([word.stem for word in content])))
        match = self._tx.engine.expression(content, counts, size)
        return Asked(match=match, words=tuple(content), counts=counts, size=size)

    def size(self) -> int:
        """About how many memories the index holds."""
        return int(self._tx.run("search", "size")[0][0])

    def expression(self, question: str) -> "str | None":
        """The question as an expression of the index, or None if it holds nothing to look for."""
        return self.asked(question).match

    def counts(self, stems: "list[str]") -> "dict[str, int]":
        """In how many memories each stem is."""
        if self._tx.newcomers is not None:
            return self._tx.newcomers.counts(stems)
        return dict(self._tx.run("search", "counts", terms=dumps(stems))) if stems else {}

    def authors(self) -> "list[str]":
        """The agents that anything was stored by."""
        return [row[0] for row in self._tx.run("search", "authors")]

    def passages(self, numbers: "Iterable[int]", wanted: "Filters", without: str = NOTHING) -> "list[Row]":
        """What ranking looks at in these memories: rows of the fragment `passage`, and whether they pass the filters.

        Of what may be seen and is believed; whoever does not pass may still stand beside one that does.
        """
        name = "passages" if wanted.present else "passages_any"
        return self._tx.run("search", name, numbers=dumps(list(numbers)), **wanted.bound, **{"except": without})

    def by_words(self, match: str, wanted: "Filters", limit: int, without: str = NOTHING) -> "list[tuple[int, float]]":
        """The best by words: row numbers with their scores, best first."""
        name = "words" if wanted.present else "words_any"
        rows = self._tx.run("search", name, match=match, limit=limit, **wanted.bound, **{"except": without})
        return [(row[0], row[1]) for row in rows]

    def own_by_words(self, match: str, wanted: "Filters", limit: int) -> "list[int]":
        """The best by words of what the user said, where they said anything at all."""
        if not self._tx.run("memories", "any_own"):
            return []
        return [row[0] for row in self._tx.run("search", "own_words", match=match, limit=limit, **wanted.bound)]

    def holding(self, words: "tuple[str, ...]", project: "int | None", type_: str) -> "list[Memory]":
        """A few live memories of one project and type that hold all of these words."""
        match = self._tx.engine.conjunction(words)
        if match is None:
            return []
        if self._tx.newcomers is not None:
            found = self._tx.newcomers.holding(words, project, type_, self.HELD)
            if found is not None:
                return self._tx.memories.by_number(found)
        rows = self._tx.run("search", "holding", match=match, project=project, type=type_, limit=self.HELD)
        return self._tx.memories.by_number([row[0] for row in rows]) if rows else []

    def by_past_words(self, match: str, past: "dict[int, dict[str, Any]]", limit: int) -> "list[tuple[int, float]]":
        """The same among wordings that memories once had, given by row number."""
        self._tx.run("search", "past_table")
        self._tx.run("search", "past_clear")
        self._tx.run_many("search", "past_add", ({"n": n, **words} for n, words in past.items()))
        return [(row[0], row[1]) for row in self._tx.run("search", "past_words", match=match, limit=limit)]

    def rebuild(self) -> None:
        """Make the index anew out of the memories, and the counts of common words with it."""
        self._tx.run("search", "rebuild")
        self.refresh_counts()

    def merge(self, pages: int, *, begin: bool = False) -> bool:
        """Bring the pieces of the index together, so many pages of it; is there more to do?"""
        before = self._tx.engine.changed_ever()
        self._tx.run("search", "gather" if begin else "merge", pages=pages)
        return self._tx.engine.changed_ever() - before > 1

    def take(self, after: int) -> None:
        """Index the memories behind a row, as one piece; fewer rewrites of such pieces leave fewer empty pages."""
        self._tx.run("search", "pieces", most=PIECES)
        self._tx.run("memories", "index_new", after=after)
        self._tx.run("search", "write")
        self._tx.run("search", "pieces", most=USUAL)

    def refresh_counts(self) -> None:
        """Take the counts of common words anew, so that no search has to count them."""
        self.keep_common(self.common())

    def common(self) -> "list[tuple[str, int]]":
        """The terms in more than one memory in a hundred: the whole index is gone through for it."""
        rows = self._tx.run("search", "common", least=max(100, self.size() // 100))
        return [(row[0], row[1]) for row in rows]

    def keep_common(self, counts: "list[tuple[str, int]]") -> None:
        """Keep these counts in place of those that were kept; what has been erased since is left out."""
        self._tx.run("erase", "places")
        self._tx.run("search", "forget_common")
        self._tx.run("search", "keep_common", counts=dumps(counts))

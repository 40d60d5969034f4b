"""Search by words: the question is made safe, its rarest words are found out, the index ranks."""

from recall_cli.domain.jsontext import dumps
from recall_cli.engines.tables.memories import NOTHING, memory_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

COUNTED = 200
"""A question's words are counted up to this many; beyond it is a document, and its beginning stands for it."""


class Search:
    """The word index within one transaction."""

    def __init__(self, tx: "Transaction") -> None:
        self._tx = tx

    def expression(self, question: str) -> "str | None":
        """The question as the index takes it, or None if it holds nothing to look for."""
        asked = self._tx.engine.words(question)
        content = [word for word in asked if not word.stop][:COUNTED] or asked[:COUNTED]
        size = self._tx.run("search", "size")[0][0]
        counts: dict[str, int] = dict(self._tx.run("search", "counts", terms=dumps([word.stem for word in content])))
        return self._tx.engine.expression(content, counts, size)

    def by_words(self, match: str, wanted: "Filters", limit: int, without: str = NOTHING) -> "list[tuple[int, float]]":
        """The best by words: row numbers with their scores, best first."""
        name = "words" if wanted.present else "words_any"
        rows = self._tx.run("search", name, match=match, limit=limit, **wanted.bound, **{"except": without})
        return [(row[0], row[1]) for row in rows]

    def holding(self, words: "tuple[str, ...]", project: "int | None", type_: str) -> "list[Memory]":
        """A few live memories of one project and type that hold all of these words."""
        match = self._tx.engine.conjunction(words)
        if match is None:
            return []
        return [memory_of(row) for row in self._tx.run("search", "holding", match=match, project=project, type=type_)]

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

    def refresh_counts(self) -> None:
        """Take the counts of common words anew, so that no search has to count them."""
        size = self._tx.run("search", "size")[0][0]
        self._tx.run("search", "forget_common")
        self._tx.run("search", "count_common", least=max(100, size // 100))

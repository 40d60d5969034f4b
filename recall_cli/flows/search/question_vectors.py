"""The vectors of a question, compared with the vectors of memories.

If a full model is in use, it embeds the question. Memories that it has not embedded yet are compared by the built-in
table, which has embedded every memory. So every memory can be found. Both kinds of cosine mean about the same, since
the table was fitted to a model.
"""

from recall_cli.domain.vector import QueryVector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


class QuestionVectors:
    """The vectors of one question."""

    def __init__(self, tx: "Transaction", text: str, full_text: str) -> None:
        """`text` is the question without unknown words; if it is empty, a full model embeds `full_text`."""
        self._tx, self._text = tx, text
        self._made: bytes | None = None
        self._model = tx.full_model()
        self._full = self._model.embed(text or full_text) if self._model is not None else b""

    @property
    def _table(self) -> bytes:
        """The vector from the table, made when it is needed."""
        if self._made is None:
            self._made = self._tx.embed(self._text)
        return self._made

    @property
    def model(self) -> "str | None":
        """The name of the full model that embedded the question, if one did."""
        return None if self._model is None else self._model.name

    def nearest(self, count: int, filters: "Filters", without: str) -> "list[tuple[int, float]]":
        """The nearest memories with their cosines, best first."""
        if self._model is None:
            return self._tx.vectors.nearest(self._table, count, filters, without)
        name = self._model.name
        neighbours = self._tx.engine.vectors(self._tx, name).nearest(self._full, count, filters, without)
        if self._tx.embedding.has_waiting(name):
            neighbours += self._tx.vectors.nearest_without_vector(self._table, count, name, filters, without)
        return sorted(neighbours, key=lambda pair: (-pair[1], pair[0]))[:count]

    def among(self, numbers: "Iterable[int]") -> "dict[int, float]":
        """The cosine of each of these memories."""
        numbers = list(numbers)
        if self._model is None:
            return self._tx.vectors.cosines_of(self._table, numbers)
        cosines = self._tx.engine.vectors(self._tx, self._model.name).cosines_of(self._full, numbers)
        missing = [n for n in numbers if n not in cosines]
        return {
            **cosines,
            **(self._tx.vectors.cosines_of(self._table, missing) if missing and any(self._table) else {}),
        }

    def cosines_of_texts(self, texts: "dict[int, str]") -> "list[tuple[int, float]]":
        """The cosines of texts without stored vectors; only the table is fast enough for that."""
        if not any(self._table):
            return []
        query = QueryVector(self._table)
        return [(n, query.cosine(self._tx.embed(text))) for n, text in texts.items()]

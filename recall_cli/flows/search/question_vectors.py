"""The meaning of a question, held against whatever vectors there are.

With a full model in use the question is read by it, and memories that it has not read yet are compared by the table,
which every memory has been read with: so nothing is ever out of sight, and both kinds of cosine mean about the same,
since the table was fitted to a model.
"""

from recall_cli.domain.vector import QueryVector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction


class QuestionVectors:
    """One question's vectors."""

    def __init__(self, tx: "Transaction", text: str, full_text: str) -> None:
        """`text` is the question in words that are known; a full model reads it whole where none of them is."""
        self._tx, self._text = tx, text
        self._made: bytes | None = None
        self._model = tx.full_model()
        self._full = self._model.embed(text or full_text) if self._model is not None else b""

    @property
    def _table(self) -> bytes:
        """The table's vector, made when it is needed."""
        if self._made is None:
            self._made = self._tx.embed(self._text)
        return self._made

    @property
    def model(self) -> "str | None":
        """The full model that read the question, if one did."""
        return None if self._model is None else self._model.name

    def nearest(self, count: int, filters: "Filters", without: str) -> "list[tuple[int, float]]":
        """The nearest memories with their cosines, best first."""
        if self._model is None:
            return self._tx.vectors.nearest(self._table, count, filters, without)
        name = self._model.name
        found = self._tx.engine.vectors(self._tx, name).nearest(self._full, count, filters, without)
        if self._tx.embedding.has_waiting(name):
            found += self._tx.vectors.nearest_without_vector(self._table, count, name, filters, without)
        return sorted(found, key=lambda near: (-near[1], near[0]))[:count]

    def among(self, numbers: "Iterable[int]") -> "dict[int, float]":
        """The cosine of each of these memories."""
        numbers = list(numbers)
        if self._model is None:
            return self._tx.vectors.cosines_of(self._table, numbers)
        found = self._tx.engine.vectors(self._tx, self._model.name).cosines_of(self._full, numbers)
        missing = [n for n in numbers if n not in found]
        return {**found, **(self._tx.vectors.cosines_of(self._table, missing) if missing and any(self._table) else {})}

    def cosines_of_texts(self, texts: "dict[int, str]") -> "list[tuple[int, float]]":
        """The cosines of words that nothing is kept of; the table alone is quick enough for that."""
        if not any(self._table):
            return []
        query = QueryVector(self._table)
        return [(n, query.cosine(self._tx.embed(text))) for n, text in texts.items()]

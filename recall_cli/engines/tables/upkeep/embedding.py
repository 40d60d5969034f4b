"""Which model makes the vectors, and which memories still wait for their vectors."""

from recall_cli.domain.json_text import dumps
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.embedding_model import EmbeddingModel


class Embedding(Table):
    """The models of one user within one transaction."""

    def active_model(self) -> "EmbeddingModel | None":
        """The full model in use; None if it is the built-in table."""
        rows = self._tx.run("embedding", "active")
        if not rows or not rows[0][2]:
            return None
        from recall_cli.domain.embedding_model import EmbeddingModel

        return EmbeddingModel(**dict(zip(EmbeddingModel._fields, rows[0], strict=True)))

    def models(self) -> "list[str]":
        """All full models that were ever in use."""
        return [row[0] for row in self._tx.run("embedding", "models")]

    def choose_model(self, op: int, chosen: "EmbeddingModel") -> None:
        """Use a model from now on, as part of an operation; undoing it restores the one before."""
        self._tx.run("embedding", "choose", op=op, **chosen.fields())
        if chosen.folder:
            self._tx.run("embedding", "missing_all", model=chosen.model)

    def page_without_vector(self, model: str, after: int, limit: int) -> "list[tuple[int, int, str]]":
        """Some memories without a vector of a model: row number, hash of the text, text."""
        return [
            (n, hash_, text)
            for n, hash_, text in self._tx.run("embedding", "page", model=model, after=after, limit=limit)
        ]

    def count_without_vector(self, model: str) -> int:
        """How many memories have no vector of a model."""
        return int(self._tx.run("embedding", "count_without", model=model)[0][0])

    def has_waiting(self, model: str) -> bool:
        """Whether any memory waits for its vector of a model."""
        return bool(self._tx.run("embedding", "is_missing", model=model)[0][0])

    def count_waiting(self, model: str) -> int:
        """How many memories wait for their vector of a model."""
        return int(self._tx.run("embedding", "count_missing", model=model)[0][0])

    def save_vectors(self, model: str, made: "list[tuple[int, int, bytes]]") -> int:
        """Store vectors of memories whose text still has the given hash; how many."""
        vectors = {n: vector for n, _, vector in made}
        pairs = dumps([[n, hash_] for n, hash_, _ in made])
        unchanged = [int(row[0]) for row in self._tx.run("embedding", "unchanged", pairs=pairs)]
        store = self._tx.engine.vectors(self._tx, model)
        for n in unchanged:
            store.put(n, vectors[n])
        self._tx.run("embedding", "found", model=model, numbers=dumps(unchanged))
        store.fill_blocks()
        return len(unchanged)

    def text_changed(self, number: int, table: str, *, new: bool) -> None:
        """Remove the full models' vectors of a changed text, and mark the memory as waiting for new ones."""
        if not new:
            self._tx.run("embedding", "outdate", n=number, table=table)
        self._tx.run("embedding", "missing", n=number)

    def rows_imported(self, born: int, after: int) -> None:
        """Mark the memories of one operation after a row as waiting for vectors."""
        self._tx.run("embedding", "missing_born", born=born, after=after)

"""Vectors in PostgreSQL: every search compares all vectors of the tenant that pass, exactly.

For a tenant with very many an administrator can make an index of that tenant alone. It finds nearly all of the nearest;
these are compared exactly.

The server orders them by the numbers of `halfvec`, which hold signed bytes without loss. The cosines are then computed
as in SQLite, so both engines give the same numbers.
"""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.vector import QueryVector, signed_numbers, squared_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row, Unit

MAX_WAITING_COMPARED = 2_000
"""Maximum number of memories that are compared because they wait for their vectors of another model."""

WIDTHS = (4, 40)
"""How many of the nearest memories are looked at for each that is wanted: at first, and if some of these pass."""


INDEXED_WIDTH, MIN_INDEXED_WIDTH = 8, 400
"""The same by an index of the tenant's own: it takes the longer, the more it has to give."""
MIN_INDEXED = 50_000
"""From so many memories on, an index of the tenant's own is worth its price."""


def own_index_name(user: str, model: str) -> str:
    """The name of the index of one tenant's vectors from one model."""
    from hashlib import sha256

    return f"vector_near_{sha256(f'{user} {model}'.encode()).hexdigest()[:24]}"


def own_index_statement(user: str, model: str, dimensions: int) -> str:
    """The SQL with which an administrator makes that index; recall's own login cannot run it."""
    return (
        f"CREATE INDEX {own_index_name(user, model)} ON recall.vector "
        f"USING hnsw ((embedding::public.halfvec({dimensions})) public.halfvec_cosine_ops) "
        f"WHERE tenant_id = {_quote_text(user)} AND model = {_quote_text(model)};"
    )


def _quote_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class Vectors:
    """One tenant's vectors from one model, within one transaction."""

    def __init__(self, tx: "Unit", model: str, own_indexes: "dict[str, bool]") -> None:
        self._tx, self._own_indexes = tx, own_indexes
        self.model = model

    def put(self, n: int, vector: bytes) -> None:
        """Store the vector of memory number `n`, in place of an earlier one."""
        self._tx.run("vectors", "put", **self._row(n, vector))

    def put_new_vectors(self, vectors: "list[tuple[int, bytes]]") -> None:
        """Store the vectors of new memories."""
        self._tx.run_many("vectors", "put_many", (self._row(n, vector) for n, vector in vectors))

    def fill_blocks(self) -> None:
        """Nothing: there are no blocks."""

    def blocks_to_compact(self) -> "list[tuple[int, frozenset[int]]]":
        """Nothing: there are no blocks."""
        return []

    def compact_block(self, block: int, stale: "frozenset[int]") -> None:
        """Nothing: there are no blocks."""

    def find_unsearchable(self) -> "list[int]":
        """Nothing: every vector is searched."""
        return []

    def drop_damaged_block(self) -> bool:
        """Nothing: there are no blocks."""
        return False

    def make_searchable(self, numbers: "Sequence[int]") -> None:
        """Nothing: every vector is searched."""

    def erase(self, numbers: "Sequence[int]") -> None:
        """Remove the vectors of these memories, from any model."""
        self._run("erase", numbers=dumps(list(numbers)))
        self._run("erase_missing", numbers=dumps(list(numbers)))

    def by_number(self, numbers: "Iterable[int]") -> "dict[int, bytes]":
        """The vectors of these memories, as far as they have one."""
        return dict(self._run("exact", numbers=dumps(list(numbers))))

    def cosines_of(self, query: bytes, numbers: "Iterable[int]") -> "dict[int, float]":
        """The cosines of these memories, as far as they have a vector."""
        return _cosines_by_number(query, self._run("exact", numbers=dumps(list(numbers))))

    def nearest(self, query: bytes, count: int, wanted: "Filters", without: str = "[]") -> "list[tuple[int, float]]":
        """The nearest memories that pass the filters, with their cosines; best first, equal ones by number."""
        if not any(query):
            return []
        self._tx.engine.nearest_queries += 1
        values = {**wanted.sql_parameters, "except": without, "embedding": _halfvec(query), "limit": count}
        if not wanted.is_current_only:
            rows = self._run("nearest_any", **values)
        else:
            rows = self._nearest_few(count, values) if count > 0 else []
            if len(rows) < count or count <= 0:  # many of the nearest did not pass: look at all that do
                rows = self._run("nearest", **values)
        return _nearest_first(_cosines_by_number(query, rows))

    def _nearest_few(self, count: int, values: "dict[str, Any]") -> "list[Row]":
        """The nearest that pass, if enough of the nearest of all do."""
        if self._has_own_index():
            return self._run("nearest_indexed", **values, width=max(MIN_INDEXED_WIDTH, INDEXED_WIDTH * count))
        few, many = WIDTHS
        rows = self._run("nearest_wide", **values, width=few * count)
        if len(rows) < count and few * count <= many * len(rows):  # as large a share of many more would be enough
            rows = self._run("nearest_wide", **values, width=many * count)
        return rows

    def nearest_without_vector(
        self, query: bytes, count: int, other: str, wanted: "Filters", without: str = "[]"
    ) -> "list[tuple[int, float]]":
        """The nearest memories among those that wait for their vectors of another model."""
        if not any(query):
            return []
        values = {**wanted.sql_parameters, "except": without, "other": other, "limit": MAX_WAITING_COMPARED}
        rows = self._run("near_missing" if wanted.is_current_only else "near_missing_any", **values)
        return _nearest_first(_cosines_by_number(query, rows))[:count]

    def _has_own_index(self) -> bool:
        """Whether this tenant has an index of its own; a connection asks once."""
        name = own_index_name(self._tx.view.user, self.model)
        if name not in self._own_indexes:
            self._own_indexes[name] = bool(self._run("own_index", index=name))
        return self._own_indexes[name]

    def _row(self, n: int, vector: bytes) -> "dict[str, Any]":
        length = squared_length(vector) ** 0.5
        return {"model": self.model, "n": n, "bytes": vector, "embedding": _halfvec(vector), "length": length}

    def _run(self, name: str, **values: "Any") -> "list[Row]":
        return self._tx.run("vectors", name, model=self.model, **values)


def _halfvec(vector: bytes) -> str:
    return "[" + ",".join(map(str, signed_numbers(vector))) + "]"


def _cosines_by_number(query: bytes, rows: "list[Row]") -> "dict[int, float]":
    vectors = [bytes(vector) for _, vector in rows]
    return dict(zip((n for n, _ in rows), QueryVector(query).cosines(vectors), strict=True))


def _nearest_first(cosines: "dict[int, float]") -> "list[tuple[int, float]]":
    return sorted(cosines.items(), key=lambda found: (-found[1], found[0]))

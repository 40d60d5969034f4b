"""One unit of work, bound to one view: all that is read and written goes through its tables.

The user, the clearance, the agent and the topics of the view are bound here, once, into every statement; a
caller can neither forget nor change them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Any, Self

    from recall_cli.domain.chosen import Chosen
    from recall_cli.domain.scope import View
    from recall_cli.engines.connection import Embedder, Engine, Row, Vectors
    from recall_cli.engines.tables.ageing import Ageing
    from recall_cli.engines.tables.asked import AskedBefore
    from recall_cli.engines.tables.contests import Contests
    from recall_cli.engines.tables.embedding import Embedding
    from recall_cli.engines.tables.jobs import Jobs
    from recall_cli.engines.tables.memories import Memories
    from recall_cli.engines.tables.operations import Operations
    from recall_cli.engines.tables.projects import Projects
    from recall_cli.engines.tables.scan import Scan
    from recall_cli.engines.tables.search import Search
    from recall_cli.engines.tables.spend import Spend
    from recall_cli.engines.tables.told import Told
    from recall_cli.engines.tables.transcripts import Transcripts


LOOKED_AFTER = 16
"""After so many new memories it is looked whether enough vectors wait for a block."""


class Transaction:
    """`with Transaction(engine, view, now, write=True) as tx:` all of it is kept, or nothing.

    With an embedder, every memory whose words are written gets their vector in the same transaction; full models make
    theirs later, and until then the memory is noted as waiting for it.
    """

    def __init__(
        self,
        engine: "Engine",
        view: "View",
        now: int,
        *,
        write: bool = False,
        embedder: "Callable[[], Embedder] | None" = None,
        models: "Callable[[Chosen], Embedder | None] | None" = None,
    ) -> None:
        self.engine, self.view, self.now, self.write = engine, view, now, write
        self._embedder, self._models = embedder, models
        self._has_models: bool | None = None
        self._reworded = False
        self._bound = {
            "user": view.user,
            "clearance": view.clearance,
            "viewer": view.agent,
            "topics": view.topics_json,
            "now": now,
        }

    def __enter__(self) -> "Self":
        self.engine.begin(write=self.write)
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        if kind is None:
            try:
                if self._reworded:
                    self.vectors.settle()
                self.engine.commit()
            except BaseException:
                self.engine.rollback()
                raise
        else:
            self.engine.rollback()

    def run(self, table: str, name: str, /, **values: "Any") -> "list[Row]":
        """The rows of a statement, within this view."""
        return self.engine.run(table, name, {**values, **self._bound})

    def run_many(self, table: str, name: str, many: "Iterable[dict[str, Any]]") -> None:
        """The same statement for many sets of values, within this view."""
        bound = self._bound
        rows: Iterator[dict[str, Any]] = ({**values, **bound} for values in many)
        self.engine.run_many(table, name, rows)

    def reworded(self, number: int, text: str, vector: "bytes | None" = None, *, new: bool = False) -> None:
        """A memory has new words: their vector, made here where it was not made before, is kept with them."""
        if self._embedder is not None:
            self.vectors.put(number, vector or self._embedder().embed(text))
            self._reworded = self._reworded or number % LOOKED_AFTER == 0
            if self._with_models():
                self.embedding.reworded(number, self._embedder().name, new=new)

    def _with_models(self) -> bool:
        """Was a full model ever in use here?"""
        if self._has_models is None:
            self._has_models = bool(self.embedding.models())
        return self._has_models

    def brought_in(self, rows: "list[dict[str, Any]]", after: int) -> None:
        """The same for many new memories, which one operation put behind row `after`."""
        if self._embedder is not None and rows:
            embed = self._embedder().embed
            made = ((row["id"], row.get("vector") or embed(row["text"])) for row in rows)
            self.vectors.put_born(made, rows[0]["born"], after)
            self._reworded = True
            if self._with_models():
                self.embedding.brought_in(rows[0]["born"], after)

    def embed(self, text: str) -> bytes:
        """The vector of a text; all zero, and so near to nothing, where there is no embedder."""
        return self._embedder().embed(text) if self._embedder is not None else bytes(4)

    def knows(self, word: str) -> bool:
        """Does the embedder know this word as one?"""
        return self._embedder is not None and self._embedder().knows(word)

    def full_model(self) -> "Embedder | None":
        """The full model in use, where there is one and it can be loaded."""
        chosen = self.embedding.active() if self._models is not None else None
        return None if chosen is None or self._models is None else self._models(chosen)

    @property
    def vectors(self) -> "Vectors":
        """The vectors that are made of everything at once."""
        return self.engine.vectors(self, self._embedder().name if self._embedder is not None else "")

    @property
    def secret(self) -> str:
        """What this store alone knows."""
        return str(self.run("meta", "get", key="secret")[0][0])

    @property
    def maintained_at(self) -> "int | None":
        """When the last whole round of maintenance ended."""
        rows = self.run("meta", "own", key="maintained")
        return int(rows[0][0]) if rows else None

    def maintained(self) -> None:
        """A whole round of maintenance has ended."""
        self.run("meta", "put", key="maintained", value=self.now)

    @property
    def memories(self) -> "Memories":
        from recall_cli.engines.tables.memories import Memories

        return Memories(self)

    @property
    def ageing(self) -> "Ageing":
        from recall_cli.engines.tables.ageing import Ageing

        return Ageing(self)

    @property
    def contests(self) -> "Contests":
        from recall_cli.engines.tables.contests import Contests

        return Contests(self)

    @property
    def jobs(self) -> "Jobs":
        from recall_cli.engines.tables.jobs import Jobs

        return Jobs(self)

    @property
    def asked(self) -> "AskedBefore":
        from recall_cli.engines.tables.asked import AskedBefore

        return AskedBefore(self)

    @property
    def embedding(self) -> "Embedding":
        from recall_cli.engines.tables.embedding import Embedding

        return Embedding(self)

    @property
    def operations(self) -> "Operations":
        from recall_cli.engines.tables.operations import Operations

        return Operations(self)

    @property
    def projects(self) -> "Projects":
        from recall_cli.engines.tables.projects import Projects

        return Projects(self)

    @property
    def scan(self) -> "Scan":
        from recall_cli.engines.tables.scan import Scan

        return Scan(self)

    @property
    def search(self) -> "Search":
        from recall_cli.engines.tables.search import Search

        return Search(self)

    @property
    def spend(self) -> "Spend":
        from recall_cli.engines.tables.spend import Spend

        return Spend(self)

    @property
    def transcripts(self) -> "Transcripts":
        from recall_cli.engines.tables.transcripts import Transcripts

        return Transcripts(self)

    @property
    def told(self) -> "Told":
        from recall_cli.engines.tables.told import Told

        return Told(self)

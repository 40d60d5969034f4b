"""One unit of work, bound to one view: all that is read and written goes through its tables.

The user, the clearance, the agent and the topics of the view are bound here, once, into every statement; a
caller can neither forget nor change them.
"""

from recall_cli.domain.memory import CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Any, Self

    from recall_cli.domain.embedding_model import EmbeddingModel
    from recall_cli.domain.scope import View
    from recall_cli.engines.engine import BatchWords, Embedder, Engine, Row, Vectors
    from recall_cli.engines.meter import Meter
    from recall_cli.engines.tables.audit import Audit
    from recall_cli.engines.tables.contests import Contests
    from recall_cli.engines.tables.imports import Imports
    from recall_cli.engines.tables.jobs import Jobs
    from recall_cli.engines.tables.links import Links
    from recall_cli.engines.tables.memories import Memories
    from recall_cli.engines.tables.operations import Operations
    from recall_cli.engines.tables.past_questions import PastQuestions
    from recall_cli.engines.tables.projects import Projects
    from recall_cli.engines.tables.search import Search
    from recall_cli.engines.tables.shown_memories import ShownMemories
    from recall_cli.engines.tables.spend import Spend
    from recall_cli.engines.tables.transcripts import Transcripts
    from recall_cli.engines.tables.upkeep.ageing import Ageing
    from recall_cli.engines.tables.upkeep.backups import Backups
    from recall_cli.engines.tables.upkeep.embedding import Embedding
    from recall_cli.engines.tables.upkeep.erase import Erase
    from recall_cli.engines.tables.upkeep.health import Health
    from recall_cli.engines.tables.upkeep.merging import Merging
    from recall_cli.engines.tables.upkeep.secret_scan import SecretScan


TABLES = {
    "ageing": "upkeep.Ageing",
    "past_questions": "PastQuestions",
    "audit": "Audit",
    "backups": "upkeep.Backups",
    "contests": "Contests",
    "embedding": "upkeep.Embedding",
    "erase": "upkeep.Erase",
    "health": "upkeep.Health",
    "imports": "Imports",
    "jobs": "Jobs",
    "links": "Links",
    "memories": "Memories",
    "merging": "upkeep.Merging",
    "operations": "Operations",
    "projects": "Projects",
    "secret_scan": "upkeep.SecretScan",
    "search": "Search",
    "spend": "Spend",
    "shown_memories": "ShownMemories",
    "transcripts": "Transcripts",
}
"""Every table by its name: the folder of its module where it has one, and its class."""
MEMORIES_PER_BLOCK_CHECK = 16
"""After so many new memories it is looked whether enough vectors wait for a block."""


class Transaction:
    """`with Transaction(engine, view, now, write=True) as tx:` all of it is kept, or nothing.

    With an embedder, every memory whose words are written gets their vector in the same transaction; full models make
    theirs later, and until then the memory is noted as waiting for it. With `keep=False` nothing is kept: a dry run.
    """

    as_of: "int | None" = None
    """The moment in the past that is asked for: what was contested is told as it was then."""
    batch_words: "BatchWords | None" = None
    """While very many memories are kept one by one: their words, counted beside the index."""
    ageing: "Ageing"
    past_questions: "PastQuestions"
    audit: "Audit"
    backups: "Backups"
    contests: "Contests"
    embedding: "Embedding"
    erase: "Erase"
    health: "Health"
    imports: "Imports"
    jobs: "Jobs"
    links: "Links"
    memories: "Memories"
    merging: "Merging"
    operations: "Operations"
    projects: "Projects"
    secret_scan: "SecretScan"
    search: "Search"
    spend: "Spend"
    shown_memories: "ShownMemories"
    transcripts: "Transcripts"

    def __init__(
        self,
        engine: "Engine",
        view: "View",
        now: int,
        *,
        write: bool = False,
        embedder: "Callable[[], Embedder] | None" = None,
        meter: "Meter | None" = None,
        models: "Callable[[EmbeddingModel], Embedder | None] | None" = None,
        keep: bool = True,
    ) -> None:
        self.engine, self.view, self.now, self.write = engine, view, now, write
        self._keep = keep
        self._embedder, self._models = embedder, models
        self._has_models: bool | None = None
        self._reworded = False
        self._afterwards: list[Callable[[], None]] = []
        self._given: dict[int, list[str]] = {}
        self._meter = meter
        self._bound = {
            "user": view.user,
            "clearance": view.clearance,
            "viewer": view.agent,
            "topics": view.topics_json,
            "now": now,
        }

    def __enter__(self) -> "Self":
        if not self._keep:
            self.engine.keep_changes_in_memory()
        self.engine.begin(write=self.write)
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        if kind is None and self._keep:
            try:
                self.finalize()
                self.engine.commit()
            except BaseException:
                self.engine.rollback()
                raise
            for work in self._afterwards:
                work()
        else:
            self.engine.rollback()

    def finalize(self) -> None:
        """The last acts before all is kept: new vectors find their places, the operations their record."""
        if self._reworded:
            self.vectors.fill_blocks()
        if self._given:
            self.audit.record_operations(self._given, self._meter)
            self._given.clear()  # it is as large as what was written, and nobody collects what a command leaves behind

    def after_commit(self, action: "Callable[[], None]") -> None:
        """Do this when all is kept and the lock is given back; not at all where nothing is kept."""
        self._afterwards.append(action)

    def new_transaction(self) -> "Transaction":
        """One more transaction like this one, for work that was left for afterwards."""
        return Transaction(self.engine, self.view, self.now, write=self.write)

    def run(self, table: str, name: str, /, **values: "Any") -> "list[Row]":
        """The rows of a statement, within this view."""
        return self.engine.run(table, name, {**values, **self._bound})

    def run_unrestricted(self, table: str, name: str, /, **values: "Any") -> "list[Row]":
        """The rows of a statement among all memories of the user: for what this transaction itself has just written."""
        everything = {"clearance": len(CLASSIFICATIONS) - 1, "viewer": None, "topics": None}
        return self.engine.run(table, name, {**values, **self._bound, **everything})

    def run_many(self, table: str, name: str, many: "Iterable[dict[str, Any]]") -> "list[Row]":
        """All rows of the same statement for many sets of values, within this view."""
        bound = self._bound
        rows: Iterator[dict[str, Any]] = ({**values, **bound} for values in many)
        return self.engine.run_many(table, name, rows)

    def record_input(self, op: int, text: str) -> None:
        """What an operation was given: its hash is sealed into the record before all is kept."""
        self._given.setdefault(op, []).append(text)

    def drop_operation(self, op: int) -> None:
        """An operation came to nothing: there is nothing to record."""
        self._given.pop(op, None)

    def text_changed(self, number: int, text: str, vector: "bytes | None" = None, *, new: bool = False) -> None:
        """A memory has new words: their vector, made here where it was not made before, is kept with them."""
        if self._embedder is not None:
            self.vectors.put(number, vector or self._embedder().embed(text))
            self._reworded = self._reworded or number % MEMORIES_PER_BLOCK_CHECK == 0
            if self._has_full_models():
                self.embedding.text_changed(number, self._embedder().name, new=new)

    def _has_full_models(self) -> bool:
        """Was a full model ever in use here?"""
        if self._has_models is None:
            self._has_models = bool(self.run("embedding", "models"))  # without its table: most stores have none
        return self._has_models

    def rows_imported(self, numbers: "list[int]", rows: "list[dict[str, Any]]") -> None:
        """The same for many new memories of one operation, with the numbers that they got."""
        if self._embedder is not None and rows:
            embed = self._embedder().embed
            vectors = [row.get("vector") or embed(row["text"]) for row in rows]
            self.vectors.put_new_vectors(list(zip(numbers, vectors, strict=True)))
            self._reworded = True
            if self._has_full_models():
                self.embedding.rows_imported(rows[0]["born"], min(numbers) - 1)

    def embed(self, text: str) -> bytes:
        """The vector of a text; all zero, and so near to nothing, where there is no embedder."""
        return self._embedder().embed(text) if self._embedder is not None else bytes(4)

    def knows(self, word: str) -> bool:
        """Does the embedder know this word as one?"""
        return self._embedder is not None and self._embedder().knows(word)

    def full_model(self) -> "Embedder | None":
        """The full model in use, where there is one and it can be loaded."""
        chosen = self.embedding.active_model() if self._models is not None else None
        return None if chosen is None or self._models is None else self._models(chosen)

    @property
    def vectors(self) -> "Vectors":
        """The vectors that are made of everything at once."""
        return self.engine.vectors(self, self._embedder().name if self._embedder is not None else "")

    @property
    def store_secret(self) -> str:
        """What this store alone knows."""
        return str(self.run("meta", "get", key="secret")[0][0])

    @property
    def maintained_at(self) -> "int | None":
        """When the last whole round of maintenance ended."""
        rows = self.run("meta", "own", key="maintained")
        return int(rows[0][0]) if rows else None

    def record_maintenance(self) -> None:
        """A whole round of maintenance has ended."""
        self.run("meta", "put", key="maintained", value=self.now)

    @property
    def remembered_settings(self) -> "str | None":
        """What the store remembers of its user's lasting settings."""
        rows = self.run("meta", "own", key="settings")
        return str(rows[0][0]) if rows else None

    def remember_settings(self, text: str) -> None:
        """Remember these."""
        self.run("meta", "put", key="settings", value=text)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """A table, loaded when it is first asked for."""
            if name not in TABLES:
                raise AttributeError(name)
            folder, dot, table_class = TABLES[name].rpartition(".")
            module = __import__(f"recall_cli.engines.tables.{folder}{dot}{name}", fromlist=[table_class])
            table = self.__dict__[name] = getattr(module, table_class)(self)
            return table

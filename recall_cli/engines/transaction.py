"""A transaction bound to one view; everything is read and written through its tables.

The user, the clearance, the agent, the topics and the projects of the view are bound into every statement here. A
caller can neither forget nor change them.
"""

from recall_cli.domain.memory import CLASSIFICATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import TracebackType
    from typing import Self

    from recall_cli.domain.embedding_model import EmbeddingModel
    from recall_cli.domain.scope import View
    from recall_cli.engines.engine import BatchWords, Cost, Embedder, Engine, Row, SqlValue, Vectors, WordTable
    from recall_cli.engines.tables.access.tasks import Tasks
    from recall_cli.engines.tables.access.tokens import Tokens
    from recall_cli.engines.tables.actions import Actions
    from recall_cli.engines.tables.audit import Audit
    from recall_cli.engines.tables.contests import Contests
    from recall_cli.engines.tables.imports import Imports
    from recall_cli.engines.tables.jobs import Jobs
    from recall_cli.engines.tables.links import Links
    from recall_cli.engines.tables.memories import Memories
    from recall_cli.engines.tables.memory_row import NewMemory
    from recall_cli.engines.tables.operations import Operations
    from recall_cli.engines.tables.past_questions import PastQuestions
    from recall_cli.engines.tables.projects import Projects
    from recall_cli.engines.tables.questions import Questions
    from recall_cli.engines.tables.search import Search
    from recall_cli.engines.tables.sharing.sync_places import SyncPlaces
    from recall_cli.engines.tables.sharing.team_spaces import TeamSpaces
    from recall_cli.engines.tables.shown_memories import ShownMemories
    from recall_cli.engines.tables.spend import Spend
    from recall_cli.engines.tables.transcripts import Transcripts
    from recall_cli.engines.tables.upkeep.ageing import Ageing, Merging
    from recall_cli.engines.tables.upkeep.backups import Backups
    from recall_cli.engines.tables.upkeep.embedding import Embedding
    from recall_cli.engines.tables.upkeep.erase import Erase
    from recall_cli.engines.tables.upkeep.health import Health
    from recall_cli.engines.tables.upkeep.labels import Labels
    from recall_cli.engines.tables.upkeep.moving import Moving
    from recall_cli.engines.tables.upkeep.secret_scan import SecretScan
    from recall_cli.engines.tables.upkeep.tombstones import Tombstones


TABLES = {
    "actions": "actions.Actions",
    "ageing": "upkeep.ageing.Ageing",
    "past_questions": "past_questions.PastQuestions",
    "audit": "audit.Audit",
    "backups": "upkeep.backups.Backups",
    "contests": "contests.Contests",
    "embedding": "upkeep.embedding.Embedding",
    "erase": "upkeep.erase.Erase",
    "health": "upkeep.health.Health",
    "imports": "imports.Imports",
    "jobs": "jobs.Jobs",
    "labels": "upkeep.labels.Labels",
    "links": "links.Links",
    "memories": "memories.Memories",
    "merging": "upkeep.ageing.Merging",
    "moving": "upkeep.moving.Moving",
    "operations": "operations.Operations",
    "projects": "projects.Projects",
    "questions": "questions.Questions",
    "secret_scan": "upkeep.secret_scan.SecretScan",
    "search": "search.Search",
    "spend": "spend.Spend",
    "shown_memories": "shown_memories.ShownMemories",
    "sync_places": "sharing.sync_places.SyncPlaces",
    "tasks": "access.tasks.Tasks",
    "team_spaces": "sharing.team_spaces.TeamSpaces",
    "tokens": "access.tokens.Tokens",
    "tombstones": "upkeep.tombstones.Tombstones",
    "transcripts": "transcripts.Transcripts",
}
"""Each table by name: its module in `tables`, and its class."""
MEMORIES_PER_BLOCK_CHECK = 16
"""After how many new memories to check whether enough vectors wait for a block."""


class Transaction:
    """`with Transaction(engine, view, now, write=True) as tx:` everything is committed, or nothing.

    With an embedder, a memory whose text is written gets its vector in the same transaction. Full models make their
    vectors later; until then the memory is marked as waiting. With `keep=False` nothing is committed: a dry run. With
    `counts_uses` only usage and jobs are written, on which no brief depends.
    """

    as_of: "int | None" = None
    """A moment in the past: facts are shown as contested if they were so then."""
    batch_words: "BatchWords | None" = None
    """The words of the new memories during a bulk insert, counted beside the index."""
    actions: "Actions"
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
    labels: "Labels"
    links: "Links"
    memories: "Memories"
    merging: "Merging"
    moving: "Moving"
    operations: "Operations"
    projects: "Projects"
    questions: "Questions"
    secret_scan: "SecretScan"
    search: "Search"
    spend: "Spend"
    shown_memories: "ShownMemories"
    sync_places: "SyncPlaces"
    tasks: "Tasks"
    team_spaces: "TeamSpaces"
    tokens: "Tokens"
    tombstones: "Tombstones"
    transcripts: "Transcripts"

    def __init__(
        self,
        engine: "Engine",
        view: "View",
        now: int,
        *,
        write: bool = False,
        embedder: "Callable[[], WordTable] | None" = None,
        cost: "Callable[[], Cost] | None" = None,
        models: "Callable[[EmbeddingModel], Embedder | None] | None" = None,
        keep: bool = True,
        counts_uses: bool = False,
    ) -> None:
        self.engine, self.view, self.now, self.write = engine, view, now, write
        self._keep = keep
        self._may_change_briefs = write and not counts_uses
        self._rows_changed_before = 0
        self._embedder, self._models = embedder, models
        self._has_models: bool | None = None
        self._has_new_vectors = False
        self._after_commit: list[Callable[[], None]] = []
        self._inputs: dict[int, list[str]] = {}
        self.any_question: bool | None = None
        """Whether recall ever asked if a memory replaced another, once that was looked up, as reading memories does."""
        self.contested_texts: dict[int | None, frozenset[int]] = {}
        """The memories contested with other texts, by the moment asked for; a transaction that only reads asks once."""
        self._cost = cost
        self._bound: dict[str, SqlValue] = {
            "user": view.user,
            "clearance": view.clearance,
            "viewer": view.agent,
            "topics": view.topics_json,
            "granted": view.projects_json,
            "now": now,
        }

    def __enter__(self) -> "Self":
        if not self._keep:
            self.engine.keep_changes_in_memory()
        self.engine.begin(write=self.write)
        self._rows_changed_before = self.engine.total_rows_changed()
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
            for action in self._after_commit:
                action()
        else:
            self.engine.rollback()

    def finalize(self) -> None:
        """The last steps before the commit: place new vectors in blocks, record the operations in the audit log."""
        if self._has_new_vectors:
            self.vectors.fill_blocks()
        if self._inputs:
            self.audit.record_operations(self._inputs, None if self._cost is None else self._cost())
            self._inputs.clear()  # large after a bulk insert, and a command runs without garbage collection
        if self._may_change_briefs and self.engine.keeps_briefs:
            self._drop_stored_briefs()

    def _drop_stored_briefs(self) -> None:
        """Remove every stored brief if anything was changed: no brief outlives what it was made of."""
        if self.engine.total_rows_changed() != self._rows_changed_before:
            self.run("meta", "drop_stored_briefs")

    def after_commit(self, action: "Callable[[], None]") -> None:
        """Run an action after the commit, when the lock is released; never if nothing is committed."""
        self._after_commit.append(action)

    def new_transaction(self) -> "Transaction":
        """Another transaction like this one, for an action after the commit."""
        return Transaction(self.engine, self.view, self.now, write=self.write)

    def run(self, table: str, name: str, /, **values: "SqlValue") -> "list[Row]":
        """The rows of a statement, within this view."""
        return self.engine.run(table, name, {**values, **self._bound})

    def run_unrestricted(self, table: str, name: str, /, **values: "SqlValue") -> "list[Row]":
        """The rows of a statement over all memories of the user, for what this transaction has just written."""
        unrestricted: dict[str, SqlValue] = {"clearance": len(CLASSIFICATIONS) - 1}
        unrestricted |= dict.fromkeys(("viewer", "topics", "granted"))
        return self.engine.run(table, name, {**values, **self._bound, **unrestricted})

    def run_many(self, table: str, name: str, value_sets: "Iterable[Mapping[str, SqlValue]]") -> "list[Row]":
        """The rows of one statement for many sets of values, within this view."""
        bound = self._bound
        rows: Iterator[dict[str, SqlValue]] = ({**values, **bound} for values in value_sets)
        return self.engine.run_many(table, name, rows)

    def record_input(self, op: int, text: str) -> None:
        """Note an input of an operation; the audit log gets its hash before the commit."""
        self._inputs.setdefault(op, []).append(text)

    def drop_operation(self, op: int) -> None:
        """Record nothing of an operation that changed nothing."""
        self._inputs.pop(op, None)

    def text_changed(self, number: int, text: str, vector: "bytes | None" = None, *, new: bool = False) -> None:
        """Store the vector of a memory's new text; make it here if the caller has not."""
        if self._embedder is not None:
            self.vectors.put(number, vector or self._embedder().embed(text))
            self._has_new_vectors = self._has_new_vectors or number % MEMORIES_PER_BLOCK_CHECK == 0
            if self._has_full_models():
                self.embedding.text_changed(number, self._embedder().name, new=new)

    def _has_full_models(self) -> bool:
        """Whether this user has ever used a full model."""
        if self._has_models is None:
            self._has_models = bool(
                self.run("embedding", "models")
            )  # not through the table `embedding`: most stores need not load its module
        return self._has_models

    def rows_imported(self, numbers: "list[int]", rows: "list[NewMemory]") -> None:
        """Store the vectors of many new memories of one operation, given with their row numbers."""
        if self._embedder is not None and rows:
            embed = self._embedder().embed
            vectors = [row.vector or embed(row.text) for row in rows]
            self.vectors.put_new_vectors(list(zip(numbers, vectors, strict=True)))
            self._has_new_vectors = True
            if self._has_full_models():
                self.embedding.rows_imported(rows[0].born, min(numbers) - 1)

    def embed(self, text: str) -> bytes:
        """The vector of a text; all zeros, near to nothing, without an embedder."""
        return self._embedder().embed(text) if self._embedder is not None else bytes(4)

    def knows(self, word: str) -> bool:
        """Whether the embedder knows this word."""
        return self._embedder is not None and self._embedder().knows(word)

    def general_rarity(self, word: str) -> float:
        """How rare a word is in general, from 0 to 1; 1 without an embedder."""
        return self._embedder().rarity(word) if self._embedder is not None else 1.0

    def full_model(self) -> "Embedder | None":
        """The full model in use, if there is one and it can be loaded."""
        if self._models is None or not self._has_full_models():
            return None
        active = self.embedding.active_model()
        return None if active is None else self._models(active)

    @property
    def vectors(self) -> "Vectors":
        """The vectors of the embedder, which every memory has at once."""
        return self.engine.vectors(self, self._embedder().name if self._embedder is not None else "")

    @property
    def store_secret(self) -> str:
        """A random secret of this store."""
        return str(self.run("meta", "get", key="secret")[0][0])

    @property
    def maintained_at(self) -> "int | None":
        """When the last complete maintenance ended."""
        rows = self.run("meta", "own", key="maintained")
        return int(rows[0][0]) if rows else None

    def record_maintenance(self) -> None:
        """Note that a complete maintenance has ended."""
        self.run("meta", "put", key="maintained", value=self.now)

    @property
    def calibration(self) -> "str | None":
        """What was measured of the scores in this store, as text."""
        rows = self.run("meta", "own", key="calibration")
        return str(rows[0][0]) if rows else None

    def save_calibration(self, text: str) -> None:
        """Keep what was measured of the scores in this store."""
        self.run("meta", "put", key="calibration", value=text)

    @property
    def remembered_settings(self) -> "str | None":
        """The settings of the user that the store remembers, as text."""
        rows = self.run("meta", "own", key="settings")
        return str(rows[0][0]) if rows else None

    def remember_settings(self, text: str) -> None:
        """Remember these settings of the user."""
        self.run("meta", "put", key="settings", value=text)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """A table; its module is loaded on first use."""
            if name not in TABLES:
                raise AttributeError(name)
            path, _, table_class = TABLES[name].rpartition(".")
            module = __import__(f"recall_cli.engines.tables.{path}", fromlist=[table_class])
            table = self.__dict__[name] = getattr(module, table_class)(self)
            return table

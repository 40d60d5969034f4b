"""The PostgreSQL engine: one connection of one run of recall to a server."""

from recall_cli.engines.postgres.statements import statement
from recall_cli.engines.postgres.word_terms import WordTerms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    import psycopg

    from recall_cli.engines.engine import Row, SqlValue, Unit
    from recall_cli.engines.postgres.past_wordings import PastWordings
    from recall_cli.engines.postgres.server_checks import ServerState
    from recall_cli.engines.postgres.vectors import Vectors
    from recall_cli.engines.store_content import StoreContent

INDEXED_STATEMENTS = frozenset(
    (
        ("memories", "add"),
        ("memories", "add_new"),
        ("memories", "rewrite"),
        ("moving", "memories_put"),
        ("scan", "write_memory"),
    )
)
"""The statements that write words of a memory: the engine adds the stems of those."""
CHECKS = frozenset((("health", "words"),))
"""Statements that fail where they find damage; the transaction goes on."""
BEGIN_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
ENTER = "SELECT set_config('recall.tenant', %s, true), set_config('lock_timeout', %s, true)"
WAIT_FOR_WRITERS = "SELECT pg_advisory_xact_lock(hashtextextended('recall ' || %s::text, 0))"
CONNECTION_LOST = ("08", "57P")
"""The beginnings of the error codes of a lost connection and of a server that stops."""
BEST_EFFORT_SECONDS = 0.02
"""How long a write that may be lost waits for other writers."""


class PostgresEngine(WordTerms):
    """One connection to one server. Each transaction belongs to one tenant, the user of its view."""

    def __init__(self, url: str, *, write: bool, patience: float, version: str, now: "Callable[[], int]") -> None:
        from recall_cli.engines.postgres.server_address import parse_address

        self.address = parse_address(url)
        self.path, self.patience, self.version, self.now = self.address.shown, patience, version, now
        self.writable, self.nearest_queries = write, 0
        self._is_best_effort = False
        self._writing: bool | None = None
        """Whether the transaction writes; None outside of one."""
        self._tenant: str | None = None
        self._changed = self._total_changed = 0
        self._past: PastWordings | None = None
        self._server = self._translate_errors(self._open)

    def _open(self) -> "psycopg.Connection[Row]":
        from recall_cli.engines.postgres.server_connection import open_connection

        return open_connection(self.address)

    # Working

    def run(self, table: str, name: str, values: "Mapping[str, SqlValue]") -> "list[Row]":
        """All rows of a named statement."""
        if table == "search" and name.startswith("past_"):
            return self._run_past(name, values)
        rows: list[Row] = self._translate_errors(lambda: self._execute(table, name, values))
        return rows

    def run_many(self, table: str, name: str, values: "Iterable[Mapping[str, SqlValue]]") -> "list[Row]":
        """All rows of one statement for many sets of values."""
        many = list(values)
        if table == "search" and name.startswith("past_"):
            return [row for one in many for row in self._run_past(name, one)]
        rows: list[Row] = self._translate_errors(lambda: self._execute_many(table, name, many))
        return rows

    def _execute(self, table: str, name: str, values: "Mapping[str, SqlValue]") -> "list[Row]":
        self._enter_tenant(values)
        may_fail = (table, name) in CHECKS
        if may_fail:
            self._server.execute("SAVEPOINT checked")
        with self._server.cursor() as cursor:
            try:
                cursor.execute(_statement_for_view(table, name, values), self._prepared(table, name, values))
            except Exception:
                if may_fail:
                    self._server.execute("ROLLBACK TO SAVEPOINT checked")
                raise
            self._count_changes(cursor.rowcount)
            return cursor.fetchall() if cursor.description else []

    def _execute_many(self, table: str, name: str, many: "list[Mapping[str, SqlValue]]") -> "list[Row]":
        if not many:
            return []
        self._enter_tenant(many[0])
        rows: list[Row] = []
        with self._server.cursor() as cursor:
            sql = _statement_for_view(table, name, many[0])  # all have the same view
            cursor.executemany(sql, [self._prepared(table, name, one) for one in many], returning=True)
            while True:
                self._count_changes(cursor.rowcount)
                rows += cursor.fetchall() if cursor.description else []
                if not cursor.nextset():
                    return rows

    def _prepared(self, table: str, name: str, values: "Mapping[str, SqlValue]") -> "dict[str, Any]":
        """The values as the server takes them: no text with a null character, and the stems of a memory's words."""
        if (table, name) in INDEXED_STATEMENTS:
            values = {**values, **self.indexed_columns(values)}
        return {
            key: value.replace("\0", "\u2400") if isinstance(value, str) and "\0" in value else value
            for key, value in values.items()
        }

    def _count_changes(self, rows: int) -> None:
        self._changed = max(rows, 0)
        self._total_changed += self._changed

    def _run_past(self, name: str, values: "Mapping[str, SqlValue]") -> "list[Row]":
        """The statements about past wordings, which the client keeps itself."""
        from recall_cli.engines.postgres.past_wordings import PastWordings

        if name == "past_clear" or self._past is None:
            self._past = PastWordings()
        if name == "past_add":
            self._past.add(self, values)
        match, limit = values.get("match"), values.get("limit")
        return [*self._past.best(match, limit)] if isinstance(match, str) and isinstance(limit, int) else []

    # Transactions

    def begin(self, *, write: bool) -> None:
        """Begin; the tenant is set with the first statement, and a writer then waits for the tenant's other writers."""
        self._writing, self._tenant = write, None

    def _enter_tenant(self, values: "Mapping[str, SqlValue]") -> None:
        """At the first statement of a transaction: whose rows these are. A setting of the transaction ends with it.

        A writer waits for the other writers of its tenant: it must see all that they have written.
        """
        user = str(values["user"])
        if self._tenant == user:
            return
        patience = BEST_EFFORT_SECONDS if self._is_best_effort else self.patience
        with self._server.pipeline():
            if self._tenant is None:
                self._server.execute(BEGIN_WRITING if self._writing else BEGIN_READING)
            self._server.execute(ENTER, [user, f"{max(1, round(patience * 1000))}ms"])
            if self._writing:
                self._server.execute(WAIT_FOR_WRITERS, [user])
        self._tenant = user

    def commit(self) -> None:
        import psycopg

        try:
            if self._tenant is not None:
                self._server.execute("COMMIT")
        except psycopg.OperationalError as error:
            if not self._writing or not (error.sqlstate or "08").startswith(CONNECTION_LOST):
                raise self._translated(error) from error
            from recall_cli.domain.errors import StoreError

            raise StoreError(
                f"the connection to {self.path} broke during the commit: it is not known whether this was kept",
                "ask again with the same --key: then nothing is stored twice",
            ) from error
        except psycopg.Error as error:
            raise self._translated(error) from error
        finally:
            self._writing = self._tenant = None

    def rollback(self) -> None:
        import psycopg

        try:
            if self._tenant is not None or self._server.info.transaction_status:
                self._server.execute("ROLLBACK")
        except psycopg.Error:
            pass  # the connection is gone, and the transaction with it
        self._writing = self._tenant = None

    def rows_changed(self) -> int:
        """How many rows the last statement changed."""
        return self._changed

    def total_rows_changed(self) -> int:
        """How many rows this connection has changed in all."""
        return self._total_changed

    def vectors(self, tx: "Unit", model: str) -> "Vectors":
        """The vectors of one model, within a transaction."""
        from recall_cli.engines.postgres.vectors import Vectors

        return Vectors(tx, model)

    def use_best_effort_writes(self) -> None:
        """Prepare for writes that may be lost (counting accesses): hardly wait for a lock, never for the disk."""
        self._is_best_effort = True
        self._translate_errors(lambda: self._server.execute("SET synchronous_commit = off"))

    def keep_changes_in_memory(self) -> None:
        """Nothing: a transaction that is given up leaves nothing that a query can see."""

    def tune_for_bulk(self) -> None:
        """Nothing to tune."""

    def tune_for_server(self) -> None:
        """Nothing to tune."""

    def sync_lazily(self) -> None:
        """Commit without waiting for the disk: after a crash of the server the last commits may be missing."""
        self._translate_errors(lambda: self._server.execute("SET synchronous_commit = off"))

    def put_off_sync(self) -> None:
        """Nothing to put off: the server itself lets commits that come together wait for the disk together."""

    def sync_commits(self) -> None:
        """Each commit has waited for the disk."""

    def checkpoint_passively(self) -> None:
        """The server moves its log by itself."""

    def checkpoint(self) -> bool:
        """The server moves its log by itself."""
        return True

    def vacuum(self) -> bool:
        """The server removes dead rows by itself (autovacuum)."""
        return True

    def server_state(self) -> "ServerState":
        """The server's versions and this connection, with what is wrong about them."""
        from recall_cli.engines.postgres.server_checks import server_state

        state: ServerState = self._translate_errors(lambda: server_state(self._server))
        return state

    def has_current_schema(self) -> bool:
        """Can this program still use the tables? An administrator may have upgraded them since it connected."""
        from recall_cli.engines.postgres.migrate import OLDEST_READABLE_VERSION, SCHEMA_VERSION, schema_version

        version = self._translate_errors(lambda: schema_version(self._server)) or 0
        return OLDEST_READABLE_VERSION <= int(version) <= SCHEMA_VERSION + 1

    def schema_differences(self) -> "list[str]":
        """How the server's tables differ from recall's."""
        from recall_cli.engines.postgres.server_checks import schema_differences

        differences: list[str] = self._translate_errors(lambda: schema_differences(self._server))
        return differences

    def bytes_on_disk(self) -> int:
        """The bytes of recall's tables and indexes on the server, of all tenants."""
        sql = (
            "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c "
            "WHERE c.relnamespace = 'recall'::regnamespace AND c.relkind = 'r'"
        )
        rows = self._translate_errors(lambda: self._server.execute(sql).fetchall())
        return int(rows[0][0])

    def copy(self, path: str) -> "StoreContent":  # noqa: ARG002 — the protocol's arguments; a server has no file
        raise self._no_file("copied")

    def replace_content(
        self,
        source: str,  # noqa: ARG002 — as above
        when_locked: "Callable[[], None]",  # noqa: ARG002 — as above
    ) -> None:
        raise self._no_file("restored")

    def _no_file(self, what: str) -> Exception:
        from recall_cli.domain.errors import UsageError

        return UsageError(
            f"a store on PostgreSQL is not {what} as a file", "use pg_dump and pg_restore, or recall export"
        )

    def close(self) -> None:
        self._server.close()

    def _translate_errors(self, work: "Callable[[], Any]") -> "Any":
        import psycopg

        try:
            return work()
        except (psycopg.Error, UnicodeError) as error:
            raise self._translated(error) from error

    def _translated(self, error: Exception) -> Exception:
        from recall_cli.engines.postgres.error_translation import translate_error

        return translate_error(error, self.path, self.patience)


def _statement_for_view(table: str, name: str, values: "Mapping[str, SqlValue]") -> str:
    """The SQL of a statement for the view in these values; without a view in them, for a narrowed one."""
    is_narrowed = any(values.get(name, "") is not None for name in ("viewer", "topics", "granted"))
    return statement(table, name, narrowed=is_narrowed)

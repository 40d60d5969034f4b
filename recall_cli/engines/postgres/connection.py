"""The PostgreSQL engine: one connection of one run of recall to a server."""

from recall_cli.engines.postgres.round_trips import UNANSWERED, first_statements, is_connection_lost, send_together
from recall_cli.engines.postgres.statements import list_types, statement, values_in_lists
from recall_cli.engines.postgres.word_terms import WordTerms
from recall_cli.engines.statements import is_narrowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    import psycopg

    from recall_cli.engines.engine import Row, SqlValue, Unit
    from recall_cli.engines.postgres.connection_pool import Pool
    from recall_cli.engines.postgres.past_wordings import PastWordings
    from recall_cli.engines.postgres.round_trips import Bound, ServerCursor
    from recall_cli.engines.postgres.server_checks import ServerState
    from recall_cli.engines.postgres.signed_user import UserSigner
    from recall_cli.engines.postgres.vectors import Vectors
    from recall_cli.engines.postgres.watched_connection import WatchedConnection
    from recall_cli.engines.sqlite.copies import StoreContent

_WRITES = "memories.add memories.add_new memories.rewrite moving.memories_put scan.write_memory"
INDEXED_STATEMENTS = frozenset(name.partition(".")[::2] for name in _WRITES.split())
"""The statements that write words of a memory: the engine adds the stems of those."""
CHECKS = frozenset((("health", "words"),))
"""Statements that fail where they find damage; the transaction goes on."""
BEST_EFFORT_SECONDS = 0.02
"""How long a write that may be lost waits for other writers."""


class PostgresEngine(WordTerms):
    """One connection to one server. Each transaction belongs to one tenant, the user of its view."""

    keeps_briefs = False

    def __init__(
        self,
        url: str,
        *,
        write: bool,
        patience: float,
        version: str,
        now: "Callable[[], int]",
        key: "Callable[[], str | None]" = lambda: None,
    ) -> None:
        """`key` gives the key with which a login signs its users, where the server asks for that."""
        from recall_cli.engines.postgres.connection_pool import find_pool
        from recall_cli.engines.postgres.server_address import parse_address
        from recall_cli.engines.postgres.server_connection import load_driver

        load_driver()
        self.address = parse_address(url)
        self.path, self.patience, self.version, self.now = self.address.shown, patience, version, now
        self.writable, self.nearest_queries = write, 0
        self._own_indexes: dict[str, bool] = {}
        """Whether an index of one user's vectors is there, by its name; asked once."""
        self._is_best_effort = self._is_lazy = False
        self._writing: bool | None = None
        """Whether the transaction writes; None outside of one."""
        self._tenant: str | None = None
        self._waiting: list[Bound] = []
        """Writes of this transaction that are sent with its next statement."""
        self._changed = self._total_changed = 0
        self._past: PastWordings | None = None
        self._key = key
        self._signer: UserSigner | None = None
        self._shown_user = ""
        self._pool: Pool | None = find_pool(self.address.url)
        self._held: WatchedConnection | None = None
        """The connection: its own, or one that the pool has lent for a transaction."""
        if self._pool is None:
            _ = self._server

    @property
    def _server(self) -> "WatchedConnection":
        """The connection, opened or borrowed when it is needed."""
        if self._held is None:
            self._held = self._translate_errors(self._open)
        return self._held

    def _open(self) -> "WatchedConnection":
        if self._pool is not None:
            return self._pool.borrow(self.patience)
        from recall_cli.engines.postgres.server_connection import open_connection

        return open_connection(self.address)

    def _give_back(self) -> None:
        """Let another thread use the connection, if it belongs to a pool."""
        if self._pool is not None and self._held is not None:
            held, self._held = self._held, None
            self._pool.take_back(held)

    def _ask(self, question: "Callable[[psycopg.Connection[Row]], Any]") -> "Any":
        """What a server answers outside of a transaction."""
        try:
            return self._translate_errors(lambda: question(self._server))
        finally:
            if self._writing is None:
                self._give_back()

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
        sql, bound = statement(table, name, narrowed=is_narrowed(values)), self._prepared(table, name, values)
        user = str(values["user"])
        if (table, name) in CHECKS:
            return self._check(user, sql, bound)
        if (table, name) in UNANSWERED and self._tenant == user:
            return self._let_wait(sql, bound)
        return self._rows_of(self._send(user, sql, bound))

    def _check(self, user: str, sql: str, bound: "dict[str, Any]") -> "list[Row]":
        """The rows of a statement that may fail."""
        self._send(user, "SAVEPOINT checked")
        try:
            return self._rows_of(self._server.execute(sql, bound))
        except Exception:
            self._server.execute("ROLLBACK TO SAVEPOINT checked")
            raise

    def _execute_many(self, table: str, name: str, many: "list[Mapping[str, SqlValue]]") -> "list[Row]":
        if not many:
            return []
        user, narrowed = str(many[0]["user"]), is_narrowed(many[0])  # all have the same view
        sql = statement(table, name, narrowed=narrowed)
        types, bound = list_types(table, name), [self._prepared(table, name, one) for one in many]
        if types and (table, name) in UNANSWERED and self._tenant == user:
            return self._let_wait(sql, values_in_lists(bound, types))
        if types:
            return self._rows_of(self._send(user, sql, values_in_lists(bound, types)))
        if self._waiting or self._tenant != user:
            self._send(user, "SELECT 1")
        rows: list[Row] = []
        with self._server.cursor() as cursor:
            cursor.executemany(sql, bound, returning=True)
            while True:
                rows += self._rows_of(cursor)
                if not cursor.nextset():
                    return rows

    def _let_wait(self, sql: str, bound: "dict[str, Any]") -> "list[Row]":
        self._waiting.append((sql, bound))
        self._changed = 0
        return []

    def _rows_of(self, cursor: "ServerCursor") -> "list[Row]":
        self._count_changes(cursor.rowcount)
        return cursor.fetchall() if cursor.description else []

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

    def _send(self, user: str, sql: str, bound: "dict[str, Any] | None" = None) -> "ServerCursor":
        """Run a statement, behind what waits. The first one of a transaction says whose rows these are.

        A setting of the transaction ends with it. A writer waits for the other writers of its tenant: it must see all
        that they have written.
        """
        import psycopg

        from recall_cli.engines.postgres.watched_connection import is_silent

        before, self._waiting = self._waiting, []
        if self._tenant == user:
            return send_together(self._server, before, sql, bound)
        try:
            cursor = send_together(self._server, before + self._first_statements(user), sql, bound)
        except psycopg.OperationalError as error:
            if self._tenant is not None or not is_connection_lost(error) or is_silent(self.address.url):
                raise
            self._drop_connection()  # nothing was kept yet: the server may have been started again since the last use
            cursor = send_together(self._server, self._first_statements(user), sql, bound)
        self._tenant = user
        return cursor

    def _first_statements(self, user: str) -> "list[Bound]":
        lazy, shown_user = self._is_lazy or self._is_best_effort, self._sign(user)
        seconds = BEST_EFFORT_SECONDS if self._is_best_effort else self.patience
        begins, writes = self._tenant is None, bool(self._writing)
        sets = begins and not self._server.keeps_settings
        return first_statements(user, shown_user, begins=begins, writes=writes, lazy=lazy, seconds=seconds, sets=sets)

    def _sign(self, user: str) -> str:
        """The user as the server wants to be told: signed, if this login has a key."""
        if self._signer is None:
            from recall_cli.engines.postgres.signed_user import find_signer

            self._signer = find_signer(self._server, self._key)
        self._shown_user = self._signer.sign(user)
        return self._shown_user

    def _drop_connection(self) -> None:
        """Forget a broken connection."""
        if self._held is not None:
            self._held.close()
            if self._pool is not None:
                self._pool.take_back(self._held)
                self._pool.replace_broken()
            self._held = None

    def commit(self) -> None:
        import psycopg

        try:
            if self._tenant is not None:
                before, self._waiting = self._waiting, []
                send_together(self._server, before, "COMMIT")
        except psycopg.OperationalError as error:
            if not self._writing or not is_connection_lost(error):
                raise self._translated(error) from error
            from recall_cli.domain.errors import StoreError

            raise StoreError(
                f"the connection to {self.path} broke during the commit: it is not known whether this was kept",
                "ask again with the same --key: then nothing is stored twice",
            ) from error
        except psycopg.Error as error:
            raise self._translated(error) from error
        finally:
            self._end_transaction()

    def rollback(self) -> None:
        import psycopg

        try:
            if self._held is not None and (self._tenant is not None or self._held.info.transaction_status):
                self._held.execute("ROLLBACK")
        except psycopg.Error:
            pass  # the connection is gone, and the transaction with it
        self._end_transaction()

    def _end_transaction(self) -> None:
        self._writing = self._tenant = None
        self._waiting, self._is_best_effort = [], False
        if self._held is not None and self._held.closed:
            self._drop_connection()
        self._give_back()

    def content_mark(self) -> "tuple[int, int]":
        """No mark: a server keeps no stored briefs."""
        return 0, 0

    def rows_changed(self) -> int:
        """How many rows the last statement changed."""
        return self._changed

    def total_rows_changed(self) -> int:
        """How many rows this connection has changed in all."""
        return self._total_changed

    def vectors(self, tx: "Unit", model: str) -> "Vectors":
        """The vectors of one model, within a transaction."""
        from recall_cli.engines.postgres.vectors import Vectors

        return Vectors(tx, model, self._own_indexes)

    def use_best_effort_writes(self) -> None:
        """The next write may be lost (counting accesses): hardly wait for a lock, and not for the disk."""
        self._is_best_effort = True

    def keep_changes_in_memory(self) -> None:
        """Nothing: a transaction that is given up leaves nothing that a query can see."""

    def tune_for_server(self) -> None:
        """Share connections with the other threads of this process: each is lent for one transaction."""
        if self._pool is None:
            from recall_cli.engines.postgres.connection_pool import make_pool

            self._pool = make_pool(self.address)
            if self._held is not None:
                self._held.close()
                self._held = None

    def sync_lazily(self) -> None:
        """Commit without waiting for the disk: after a crash of the server the last commits may be missing."""
        self._is_lazy = True

    def tune_for_bulk(self) -> None: ...
    def checkpoint_passively(self) -> None: ...
    def checkpoint(self) -> bool:
        return True  # the server moves its log by itself

    def vacuum(self) -> bool:
        """The server removes dead rows by itself (autovacuum)."""
        return True

    def server_state(self) -> "ServerState":
        """The server's versions and this connection, with what is wrong about them."""
        from recall_cli.engines.postgres.server_checks import server_state

        state: ServerState = self._ask(server_state)
        return state

    def has_current_schema(self) -> bool:
        """Can this program still use the tables? An administrator may have upgraded them since it connected."""
        from recall_cli.domain.errors import StoreError
        from recall_cli.engines.postgres.migrate import OLDEST_VERSION, SCHEMA_VERSION, schema_version

        try:
            version = self._ask(schema_version) or 0
        except StoreError:
            self._drop_connection()
            return False  # whoever opens the store again is told why, or the server is back
        return OLDEST_VERSION <= int(version) <= SCHEMA_VERSION + 1

    def schema_differences(self) -> "list[str]":
        """How the server's tables differ from recall's."""
        from recall_cli.engines.postgres.server_checks import isolation_gaps

        differences: list[str] = self._ask(isolation_gaps)
        return differences

    def bytes_on_disk(self) -> int:
        """The bytes of recall's tables and indexes on the server, of all tenants."""
        from recall_cli.engines.postgres.server_checks import bytes_on_disk

        return int(self._ask(bytes_on_disk))

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

        hint = "use pg_dump and pg_restore, or recall export"
        return UsageError(f"a store on PostgreSQL is not {what} as a file", hint)

    def close(self) -> None:
        if self._pool is not None:
            self._give_back()
        elif self._held is not None:
            self._held.close()

    def _translate_errors(self, work: "Callable[[], Any]") -> "Any":
        import psycopg

        try:
            return work()
        except (psycopg.Error, UnicodeError) as error:
            raise self._translated(error) from error

    def _translated(self, error: Exception) -> Exception:
        from recall_cli.engines.postgres.error_translation import translate_error
        from recall_cli.engines.postgres.server_checks import end_intruders

        translated = translate_error(error, self.path, self.patience)
        return translated if self._is_best_effort else end_intruders(translated, self._held, self._shown_user)

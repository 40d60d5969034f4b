"""Moves a user's whole store to another engine or file: every row, with history, audit log, tokens and vectors.

The source is read in one transaction and stays as it is. The destination is written page by page; each page is
committed with the place where it ends, so an interrupted move is continued by the same command. At the end every
table of the destination is read again, and the hash of all its rows compared with that of the rows that were copied.
"""

from recall_cli.domain.errors import StoreError, UsageError
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import StoreReadOnly
from recall_cli.engines.alike_statements import MOVED_TABLES
from recall_cli.engines.tables.audit import CHAIN_START, AuditEntry
from recall_cli.engines.tables.upkeep.moving import VECTORS, MoveProgress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.alike_statements import MovedTable
    from recall_cli.engines.engine import Row
    from recall_cli.engines.transaction import Transaction

_HOLES = {"facts": ("move", "unfinished-import")}
"""What a store knows of its own work, which is not moved."""


class MovedRows(Record):
    """One table after the move."""

    table: str
    rows: int
    hash: str
    """Of all rows in order; the same on both sides."""


class MovedUser(Record):
    """What was moved of one user."""

    user: str
    target_user: str
    """Whose they are in the destination."""
    memories: int
    operations: int
    tables: "tuple[MovedRows, ...]"
    continued: bool
    """Whether an interrupted move was continued."""
    sealed_again: bool
    """Whether the audit log has a new chain: the source's held other users' rows too, or the user has a new name."""


def migrate(
    app: "App", source_place: str, target_place: str, *, target_user: str = "", all_users: bool, dry_run: bool
) -> "list[MovedUser]":
    """Move the rows of the user of the settings, or of all users; the source stays as it is.

    With a `target_user` they are that user's in the destination.
    """
    from recall_cli.app import App as StoreApp

    if target_user and all_users:
        raise UsageError("--as names one user, and --all-users moves several", "leave one of them out")
    source = StoreApp({"db": source_place}, {**app.environment})
    target = StoreApp({"db": target_place}, {**app.environment})
    source.progress = app.progress
    try:
        return _migrate(source, target, target_user, all_users=all_users, dry_run=dry_run)
    finally:
        source.close()
        target.close()


def _migrate(source: "App", target: "App", target_user: str, *, all_users: bool, dry_run: bool) -> "list[MovedUser]":
    if source.settings.store_place == target.settings.store_place:
        raise UsageError("a store cannot be moved to itself", "name another file or server")
    if not source.settings.has_store():
        raise UsageError(f"there is no store at {source.settings.store_place}", "recall admin migrate FROM TO")
    users = [str(source.settings["user"])]
    if all_users:  # on a server only the user of the settings can be seen
        with source.read_transaction(View(user=users[0])) as tx:
            users = tx.moving.users()
    if len(users) > 1 and not target.settings.is_on_server:
        raise UsageError(
            "a file takes one user of another store, because rows are numbered for all users of a file",
            "move one user into each file: recall config user NAME, then recall admin migrate without --all-users",
        )
    if not dry_run:
        if source.has_text_files:  # texts that were acknowledged move as jobs
            from recall_cli.flows.write.text_spool import queue_spooled_texts

            queue_spooled_texts(source)
        engine = target.engine(write=True)
        engine.tune_for_bulk()
        engine.sync_lazily()
    moved = [_migrate_user(source, target, user, target_user or user, dry_run=dry_run) for user in users]
    if not dry_run:
        target.engine(write=True).checkpoint()
    return moved


def _migrate_user(source: "App", target: "App", user: str, target_user: str, *, dry_run: bool) -> MovedUser:
    from recall_cli.flows.explain.audit import verify_chain

    view, target_view = View(user=user), View(user=target_user)
    if not dry_run and not verify_chain(source).intact:
        raise StoreError(
            "the audit log of the source is not intact, and a move would hide that", "recall admin audit verify"
        )
    with source.read_transaction(view) as tx:
        counts = tx.moving.counts()
        if not any(counts):
            raise UsageError(
                f"{user} has nothing in {source.settings.store_place}", "name the right user: recall config user"
            )
        is_chained_again = user != target_user or len(tx.moving.users()) > 1
        mark = f"{source.settings.store_place} {' '.join(map(str, counts))}" + f" {user}" * (user != target_user)
        begun = _begin(target, target_view, mark, dry_run=dry_run)
        if dry_run:
            tables = _count_rows(tx)
        else:
            progress = begun or MoveProgress(source=mark, table="", after=[])
            copied = _copy_tables(source, target, tx, target_view, progress, is_chained_again=is_chained_again)
            transform = _ChainAgain(target_user) if is_chained_again else _unchanged
            tables = _compare(source, target, tx, target_view, copied, transform)
    if not dry_run:
        with target.write_transaction(target_view) as unit:
            unit.moving.forget_progress()
            unit.search.refresh_counts()
    return MovedUser(
        user=user,
        target_user=target_user,
        memories=counts[0],
        operations=counts[1],
        tables=tables,
        continued=begun is not None,
        sealed_again=is_chained_again,
    )


def _begin(target: "App", view: View, mark: str, *, dry_run: bool) -> "MoveProgress | None":
    """Where an interrupted move goes on, or None; an error if the destination holds other rows."""
    if dry_run and not target.settings.has_store():
        return None
    try:
        with target.read_transaction(view) if dry_run else target.write_transaction(view) as tx:
            progress = _find_progress(target, tx, mark)
            if progress is None and not dry_run:
                tx.moving.set_progress(MoveProgress(source=mark, table="", after=[]))
    except StoreReadOnly as error:
        if "may not be the tenant" not in error.message:
            raise
        hint = f"give the memories of {view.user} to the user of that login: --as USER"
        raise StoreReadOnly(error.message, hint) from None
    return progress


def _find_progress(target: "App", tx: "Transaction", mark: str) -> "MoveProgress | None":
    place, progress = target.settings.store_place, tx.moving.progress()
    if progress is not None:
        if progress.source != mark:
            raise UsageError(
                f"the source has changed since the move to {place} was interrupted",
                "begin again with an empty destination: another file, or recall erase --user NAME --confirm there",
            )
        return progress
    others = [name for name in tx.moving.users() if name != tx.view.user]
    if any(tx.moving.counts()) or (others and not target.settings.is_on_server):
        raise UsageError(
            f"{place} already has memories" + (" of other users" if others else ""),
            "move into an empty store; recall export and recall import join two stores",
        )
    return None


def _steps(tx: "Transaction") -> "list[tuple[MovedTable, str]]":
    """The tables to move, and then the vectors of each model."""
    return [*((table, "") for table in MOVED_TABLES), *((VECTORS, model) for model in tx.moving.vector_models())]


def _copy_tables(
    source: "App", target: "App", tx: "Transaction", view: View, progress: MoveProgress, *, is_chained_again: bool
) -> "dict[str, _RowsHash]":
    """Write every table that is not yet complete, page by page; returns the hashes of those that were read whole."""
    steps, copied, on_server = _steps(tx), dict[str, _RowsHash](), target.settings.is_on_server
    names = [_step_name(table, model) for table, model in steps]
    first = names.index(progress.table) if progress.table else 0
    for (table, model), name in list(zip(steps, names, strict=True))[first:]:
        after = progress.after if name == progress.table else None
        is_chain = is_chained_again and table.name == "audit_rows"
        transform = _ChainAgain(view.user) if is_chain else _unchanged
        written, whole = 0, _RowsHash(table, on_server=on_server)
        for rows in tx.moving.pages(table, None if is_chain else after, model):
            ready = transform(table, rows)
            whole.add(ready)
            if is_chain and after:  # a chain is made from its first row, and the rows that are there are left out
                ready = [new for new, old in zip(ready, rows, strict=True) if old[0] > after[0]]
            with target.write_transaction(view) as unit:
                unit.moving.write(table, _movable(table, ready), model)
                unit.moving.set_progress(progress.but(table=name, after=list(rows[-1][: table.key])))
            written += len(rows)
            source.progress(f"moving {name.replace('_', ' ')}", written, written)
        if is_chain or after is None:
            copied[name] = whole
    return copied


def _step_name(table: "MovedTable", model: str) -> str:
    """The name of a step of a move, as the destination remembers it."""
    return f"{table.name} {model}".rstrip()


def _movable(table: "MovedTable", rows: "list[Row]") -> "list[Row]":
    """The rows without what a store only knows of its own work."""
    holes = _HOLES.get(table.name, ())
    return [row for row in rows if row[0] not in holes] if holes else rows


def _unchanged(_table: "MovedTable", rows: "list[Row]") -> "list[Row]":
    return rows


class _ChainAgain:
    """Numbers a user's rows of the audit log again, seals them with the user's name, and chains them."""

    def __init__(self, user: str) -> None:
        self._user, self._last, self._before = user, 0, CHAIN_START

    def __call__(self, table: "MovedTable", rows: "list[Row]") -> "list[Row]":
        if table.name != "audit_rows":
            return rows
        chained: list[Row] = []
        for row in rows:
            fields: dict[str, Any] = dict(zip(table.columns, row, strict=True))
            self._last += 1
            entry = AuditEntry(**{**fields, "user": self._user, "n": self._last})
            fields["seal"] = entry.expected_seal()
            entry = entry.but(seal=fields["seal"])
            self._before = fields["digest"] = entry.expected_digest(self._before)
            fields["n"] = self._last
            chained.append(tuple(fields.values()))
        return chained


def _count_rows(tx: "Transaction") -> "tuple[MovedRows, ...]":
    counted = []
    for table in MOVED_TABLES:
        rows = sum(len(_movable(table, page)) for page in tx.moving.pages(table))
        counted.append(MovedRows(table=table.name, rows=rows, hash=""))
    return tuple(counted)


def _compare(
    source: "App",
    target: "App",
    tx: "Transaction",
    view: View,
    copied: "dict[str, _RowsHash]",
    transform: "Callable[[MovedTable, list[Row]], list[Row]]",
) -> "tuple[MovedRows, ...]":
    """Read every table of the destination, and what was not read yet of the source; an error names a difference."""
    compared = []
    on_server = target.settings.is_on_server
    steps = _steps(tx)
    with target.read_transaction(view) as copy:
        for at, (table, model) in enumerate(steps):
            name = _step_name(table, model)
            source.progress("comparing", at, len(steps))
            ours, theirs = copied.get(name), _RowsHash(table, on_server=on_server)
            if ours is None:  # copied by the run that was interrupted
                ours = _RowsHash(table, on_server=on_server)
                for rows in tx.moving.pages(table, None, model):
                    ours.add(transform(table, rows))
            for rows in copy.moving.pages(table, None, model):
                theirs.add(rows)
            if ours.result() != theirs.result():
                raise StoreError(
                    f"{name} differs: {ours.rows} rows in the source, {theirs.rows} in the destination",
                    "the source is unchanged; begin again with an empty destination",
                )
            compared.append(MovedRows(table=name, rows=ours.rows, hash=ours.result()))
    return tuple(compared)


class _RowsHash:
    """The number of a table's rows and the hash of all their values, which both engines write the same way."""

    def __init__(self, table: "MovedTable", *, on_server: bool) -> None:
        from hashlib import blake2b

        self._table, self._on_server = table, on_server
        self._whole, self.rows = blake2b(digest_size=32), 0

    def add(self, rows: "list[Row]") -> None:
        """Add the next rows."""
        rows = _movable(self._table, rows)
        text = "".join(map(repr, rows))
        if self._on_server and "\\x00" in text and self._table is not VECTORS:  # PostgreSQL keeps no null character
            kept = [
                [value.replace("\0", "\u2400") if isinstance(value, str) else value for value in row] for row in rows
            ]
            text = "".join(repr(tuple(row)) for row in kept)
        self._whole.update(text.encode("utf-8", "surrogatepass"))
        self.rows += len(rows)

    def result(self) -> str:
        """The hash of all rows so far."""
        return self._whole.hexdigest()


def _without_null_character(value: "Any") -> "Any":
    """A value as PostgreSQL keeps it."""
    return value.replace("\0", "\u2400") if isinstance(value, str) else value

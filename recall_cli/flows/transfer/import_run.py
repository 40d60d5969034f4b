"""One run of `recall import`: a single operation for all its files, which can be interrupted and continued."""

from recall_cli.domain.errors import NotStored, RecallError
from recall_cli.engines.tables.imports import ImportedOperation, UnfinishedImport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from recall_cli.app import App
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.engines.transaction import Transaction

MAX_OPERATIONS = 10**9
"""No export announces more operations than this."""

UNTRUE_CLAIMS = (": nothing was changed, try again", ": nothing was changed")
"""Parts of error messages that are true of a single write, but not of an import that has stored a part."""


class ImportStopped(RecallError):
    """An import ended early; what it had stored stays."""

    code = "interrupted"
    status = 130


class ImportRun:
    """`with ImportRun(app, source) as run:` the files of one import share its operation.

    Memories stored before an interruption stay, and importing the same source again continues the same operation.
    """

    def __init__(self, app: "App", source: str = "", *, dry_run: bool = False, from_user: bool = False) -> None:
        self.app, self.source, self.dry_run = app, source, dry_run
        self.channel = "user" if from_user else "agent"
        """The author of the imported memories: the user, if they say that they exported the file themselves."""
        if from_user and app.channel != "user":
            raise NotStored(
                "not imported: only a person at a terminal can say that a file has their own words", "leave out --own"
            )
        self.op: int | None = None
        self.continued = False
        """Did an earlier, interrupted run begin this operation?"""
        self.total: Callable[[], int] | None = None
        """Returns the number of all lines, if that can be known."""
        self._bases: dict[str, int] = {}
        """For each file and its number of operations, as a digest: the number after which its operations are stored."""

    def begin(self, tx: "Transaction", file: str, operations: int) -> "tuple[int, int]":
        """The operation of this import, begun if necessary; and the number that a file's operations come after."""
        from hashlib import blake2b

        operations = operations if 0 <= operations <= MAX_OPERATIONS else 0
        if self.op is not None and not self._is_in_effect(tx):  # undone meanwhile: begin another one
            self.op, self.continued, self._bases = None, False, {}
        if self.op is None and not self._continue(tx):
            self.op = tx.operations.add("import", trust=self.app.channel)
        assert self.op is not None
        # an export that was written again may have more; the name of a file may hold a secret
        name = blake2b(f"{operations} {file}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        if name not in self._bases:  # reserve numbers below all others for the operations of the file
            lowest = tx.imports.lowest_operation()
            base = lowest - operations - (lowest < 0)
            if operations:
                mark = ImportedOperation(n=base, kind="import", at=tx.now, trust=self.app.channel)
                tx.imports.add_operations(self.op, [mark])
            self._bases[name] = base
        if self.source:
            tx.imports.save_unfinished(UnfinishedImport(op=self.op, source=self.source, bases=self._bases))
        return self.op, self._bases[name]

    def _is_in_effect(self, tx: "Transaction") -> bool:
        """Is the operation of this import stored, and was not undone while the import runs?"""
        operation = None if self.op is None else tx.operations.by_number(self.op)
        return operation is not None and operation.undone_by is None

    def _continue(self, tx: "Transaction") -> bool:
        """Continue the operation of an earlier run of the same import that was interrupted."""
        operation = find_unfinished_import(tx, self.source, self.app.channel)
        if operation is None:
            return False
        unfinished = tx.imports.unfinished_import()
        self.op, self.continued = operation.n, True
        self._bases = {} if unfinished is None else unfinished.bases
        return True

    def __enter__(self) -> "Self":
        if self.source and not self.dry_run:
            with self.app.read_transaction() as tx:
                self._continue(tx)
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        if self.dry_run:
            return
        if error is None:
            if self.op is not None and self.source:
                with self.app.write_transaction() as tx:
                    tx.imports.save_unfinished(None)
            return
        if isinstance(error, KeyboardInterrupt):
            raise ImportStopped(*self._describe_stored("interrupted")) from None
        if isinstance(error, (RecallError, OSError)) and self._count():
            raise self._add_stored_note(error) from error

    def _count(self) -> int:
        """How many memories this import has stored so far."""
        if self.op is None:
            return 0
        try:
            with self.app.read_transaction() as tx:
                operation = tx.operations.by_number(self.op)
        except (RecallError, OSError):
            return 0
        return 0 if operation is None or operation.kind != "import" else operation.touched

    def _describe_stored(self, lead: str) -> "tuple[str, str]":
        count = self._count()
        if not count:
            return f"{lead}: nothing was imported", ""
        try:
            total = self.total() if self.total is not None else 0
        except (OSError, KeyboardInterrupt):
            total = 0
        of = f" of {total:,}" if total > count else ""
        message = f"{lead}: {count:,}{of} memories are kept, as operation {self.op}"
        to_continue = "run the same import again to continue, or " if self.source else ""
        return message, f"{to_continue}recall undo {self.op} takes them back"

    def _add_stored_note(self, error: "RecallError | OSError") -> RecallError:
        """The same error, with a note of what was stored before it."""
        if not isinstance(error, RecallError):
            where = f": {error.filename}" if error.filename else ""
            error = RecallError(f"{(error.strerror or str(error)).lower()}{where}")
        for claim in UNTRUE_CLAIMS:
            error.args = (error.message.replace(claim, ""),)
        message, hint = self._describe_stored(error.message)
        both_hints = f"{error.hint}; {hint}" if error.hint and "nothing was" not in error.hint else hint
        with_note = RecallError(message, both_hints)
        with_note.code, with_note.status = error.code, error.status
        return with_note


def find_unfinished_import(tx: "Transaction", source: str, channel: str) -> "Operation | None":
    """The operation of an interrupted import of the same source, if it was not undone."""
    unfinished = tx.imports.unfinished_import() if source else None
    if unfinished is None or unfinished.source != source:
        return None
    operation = tx.operations.by_number(unfinished.op)
    if operation is None or operation.kind != "import" or operation.undone_by is not None or operation.trust != channel:
        return None
    return operation

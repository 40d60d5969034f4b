"""The audit log: a row for each operation of each transaction, chained by hash to the row before."""

from recall_cli.domain.json_text import dumps, dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.domain.memory import Columns
    from recall_cli.engines.engine import Cost, Row


CHAIN_START = ""
"""The digest before the first row."""


class AuditEntry(Record):
    """A row: who did what and when, a hash of the inputs, the outcome, the cost."""

    n: int
    user: "str | None"
    """None if the user was erased."""
    at: int
    name: str
    op: int
    inputs: "str | None"
    """A hash; None if the inputs were erased."""
    outcome: str
    duration_ms: float
    tokens_in: int
    tokens_out: int
    usd: float
    salt: "str | None"
    seal: str
    """A salted hash of user and inputs, so that both can be erased."""
    digest: str = ""
    """A hash of all the rest and of the digest of the row before."""

    def expected_seal(self) -> str:
        """The seal that the row should have; the actual one if the user or inputs were erased."""
        return self.seal if self.salt is None else chain_hash(self.salt, self.user, self.inputs)

    def expected_digest(self, before: str) -> str:
        """The digest that the row should have after the row before."""
        return chain_hash(
            before,
            self.n,
            self.at,
            self.name,
            self.op,
            self.outcome,
            self.duration_ms,
            self.tokens_in,
            self.tokens_out,
            self.usd,
            self.seal,
        )


SEALED_COLUMNS = tuple(
    """id text type topic importance confidence classification shared source trust entity attribute value qualifier tags
    valid_from valid_until deleted_at held pinned""".split()
)
"""The columns of the fragment `sealed`."""
OUTCOME_PREFIX = "memories: "


class Audit(Table):
    """The audit table within one transaction."""

    def record_operations(self, inputs_by_op: "dict[int, list[str]]", cost: "Cost | None") -> None:
        """Record the operations of this transaction as its last step; the first gets the cost of all."""
        import os

        milliseconds, tokens_in, tokens_out, usd = cost or (0.0, 0, 0, 0.0)
        for op, texts in inputs_by_op.items():
            for kind, touched, last, before, part, *who, changes, is_over in self._tx.run("audit", "before", op=op):
                recorded = int(part.removeprefix(OUTCOME_PREFIX)) if part else None
                result = self._result_hash(op, recorded, touched, tuple(who), changes=changes, wind_back=is_over)
                salt, inputs = os.urandom(16).hex(), chain_hash(*texts) + ":" + result
                entry = AuditEntry(
                    n=last + 1,
                    user=self._tx.view.user,
                    at=self._tx.now,
                    name=kind,
                    op=op,
                    inputs=inputs,
                    outcome=f"{OUTCOME_PREFIX}{touched}",
                    duration_ms=round(milliseconds, 1),
                    tokens_in=tokens_in,
                    tokens_out=tokens_out,
                    usd=usd,
                    salt=salt,
                    seal=chain_hash(salt, self._tx.view.user, inputs),
                )
                self._tx.run("audit", "add", **{**entry.fields(), "digest": entry.expected_digest(before)})
                milliseconds, tokens_in, tokens_out, usd = 0.0, 0, 0, 0.0

    def result_hash(self, op: int, before: "int | None", after: int, *, alone: bool = False) -> str:
        """A hash of what an operation left behind, without later changes; empty if it cannot be known for this row.

        An operation in several transactions has several rows. If it only creates memories, those of a row are known:
        they count from `before` (None in the first row) to `after`. `alone` means that there is one row.
        """
        who = self._tx.run("audit", "who", op=op)[0]
        return self._result_hash(op, before, after, who, alone=alone, changes=True, wind_back=True)

    def _result_hash(
        self,
        op: int,
        before: "int | None",
        after: int,
        who: "Row",
        *,
        alone: bool = False,
        changes: bool,
        wind_back: bool,
    ) -> str:
        """The hash, given whether the operation changed memories, and whether later ones have to be undone for it."""
        changed = self._tx.run("audit", "changed", op=op) if changes else []
        is_first = before is None
        if changed and not (is_first or alone):
            return ""
        # the first row cannot know yet whether others will follow
        skip, count = (0, -1) if is_first or alone else (before, after - int(before or 0))
        born = self._tx.run("audit", "born", op=op, offset=skip, limit=count)
        rows = {
            row[0]: dict(zip(SEALED_COLUMNS, row[1 : len(SEALED_COLUMNS) + 1], strict=True))
            for row in (*born, *changed)
        }
        if wind_back:
            self._undo_later_changes(op, rows)
        lines = [_row_text(n, row) for n, row in sorted(rows.items())]
        moved = [f"{row[0]} {_sealed_values(row[-2])} {_sealed_values(row[-1])}" for row in changed]
        return chain_hash(*who, *lines, *moved)

    def _undo_later_changes(self, op: int, rows: "dict[int, Columns]") -> None:
        """Give the rows the values that they had when an operation ended."""
        from recall_cli.engines.tables.memory_row import restored_columns

        later = self._tx.run("audit", "since", op=op, numbers=dumps([*rows])) if rows else []
        for n, before in later:
            for name, value in restored_columns(rows[n], loads(before)).items():
                if name in rows[n]:
                    rows[n][name] = value

    def rows_of_operation(self, op: int) -> "list[tuple[int, int]]":
        """The rows of an operation: their numbers, and how many memories it had touched by then."""
        return [(row[0], int(row[1].removeprefix(OUTCOME_PREFIX))) for row in self._tx.run("audit", "parts", op=op)]

    def has_changes(self, op: int) -> bool:
        """Whether an operation changed existing memories."""
        return bool(self._tx.run("audit", "changed", op=op))

    def has_operation(self, op: int) -> bool:
        """Whether this operation of this user is still in the list of operations."""
        return bool(self._tx.run("audit", "who", op=op))

    def entries(self) -> "Iterator[AuditEntry]":
        """All rows in order. Bytes, which recall never writes there, are returned as text."""
        after = 0
        while rows := self._tx.run("audit", "page", after=after):
            for row in rows:
                yield AuditEntry(**dict(zip(AuditEntry._fields, map(_as_text, row), strict=True)))
            after = rows[-1][0]

    def count_unrecorded(self) -> int:
        """How many operations are not in the audit log."""
        return int(self._tx.run("audit", "unrecorded")[0][0])

    def forget(self, numbers: "list[int]") -> None:
        """Erase the inputs of memories that are erased."""
        self._tx.run("audit", "forget", numbers=dumps(numbers))

    def forget_user(self) -> None:
        """Erase the user from all rows."""
        self._tx.run("audit", "forget_user")


def _as_text(value: "Any") -> "Any":
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _row_text(n: int, row: "Columns") -> str:
    return f"{n} {dumps_utf8([row[name] for name in SEALED_COLUMNS])}"


def _sealed_values(change: str) -> str:
    """The sealed columns of a change, without `superseded_by`, which an erasure can clear."""
    return dumps_utf8(
        {name: value for name, value in sorted(loads(change).items()) if name.partition(".")[0] in SEALED_COLUMNS}
    )


def chain_hash(*parts: object) -> str:
    """A hash of some values, in 64 letters. The length of each value counts too, so that no other values fit."""
    from recall_cli.domain.digest import blake2b

    whole = "".join(f"{len(text)}:{text}" for text in map(str, parts))
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()

"""The sealed record: a row for every operation of every transaction, each chained to the one before it."""

from recall_cli.domain.chain import hashed
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_cli.engines.meter import Meter
    from recall_cli.engines.transaction import Transaction


class Entry(Record):
    """A row: who did what when, a hash of what was given, what came of it, what it took."""

    n: int
    user: "str | None"
    """None where he was erased."""
    at: int
    name: str
    op: int
    inputs: "str | None"
    """A hash; None where what was given was erased."""
    outcome: str
    duration_ms: float
    tokens_in: int
    tokens_out: int
    usd: float
    salt: "str | None"
    seal: str
    """Covers user and inputs, salted, so that both can be forgotten."""
    digest: str = ""
    """Covers all the rest, and the digest of the row before."""

    def sealed(self) -> str:
        """What the seal must be; as it stands where it cannot be known any more."""
        return self.seal if self.salt is None else hashed(self.salt, self.user, self.inputs)

    def chained(self, before: str) -> str:
        """What the digest must be after the row before."""
        return hashed(
            before, self.n, self.at, self.name, self.op, self.outcome, self.duration_ms, self.tokens_in,
            self.tokens_out, self.usd, self.seal,
        )  # fmt: skip


class Audit:
    """The audit table within one transaction."""

    def __init__(self, tx: "Transaction") -> None:
        self._tx = tx

    def seal(self, heard: "dict[int, list[str]]", meter: "Meter | None") -> None:
        """Record the operations of this transaction, as its last act; the first takes what all took."""
        import os

        took: tuple[float, int, int, float] = meter.read() if meter is not None else (0.0, 0, 0, 0.0)
        for op, said in heard.items():
            for kind, touched, last, before in self._tx.run("audit", "before", op=op):
                salt, inputs = os.urandom(16).hex(), hashed(*said)
                entry = Entry(
                    n=last + 1, user=self._tx.view.user, at=self._tx.now, name=kind, op=op, inputs=inputs,
                    outcome=f"memories: {touched}", duration_ms=round(took[0], 1), tokens_in=took[1],
                    tokens_out=took[2], usd=took[3], salt=salt, seal=hashed(salt, self._tx.view.user, inputs),
                )  # fmt: skip
                self._tx.run("audit", "add", **{**entry.fields(), "digest": entry.chained(before)})
                took = (0.0, 0, 0, 0.0)

    def walk(self) -> "Iterator[Entry]":
        """Every row, in order."""
        after = 0
        while rows := self._tx.run("audit", "page", after=after):
            for row in rows:
                yield Entry(**dict(zip(Entry._fields, row, strict=True)))
            after = rows[-1][0]

    def unrecorded(self) -> int:
        """How many operations the record does not have."""
        return int(self._tx.run("audit", "unrecorded")[0][0])

    def forget(self, numbers: "list[int]") -> None:
        """What was given of memories that go."""
        from recall_cli.domain.jsontext import dumps

        self._tx.run("audit", "forget", numbers=dumps(numbers))

    def forget_user(self) -> None:
        """The user goes."""
        self._tx.run("audit", "forget_user")

"""Calls to language models and their cost."""

from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table


class SpendTotal(Record):
    """The calls in a time span and their cost."""

    calls: int = 0
    failed: int = 0
    """Calls without an answer."""
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0


class Spend(Table):
    """The spend table within one transaction."""

    def reserve(self, model: str, usd: float) -> int:
        """Record a call before it is made, with the most that it can cost; its number."""
        return int(self._tx.run("spend", "add", model=model, usd=usd)[0][0])

    def record_outcome(self, number: int, outcome: str, tokens_in: int, tokens_out: int, usd: "float | None") -> None:
        """Record the outcome of a call; if its cost is unknown, the reserved amount stays."""
        self._tx.run("spend", "settle", n=number, outcome=outcome, tokens_in=tokens_in, tokens_out=tokens_out, usd=usd)

    def total_between(self, since: int, until: int) -> SpendTotal:
        """The calls in a time span and their cost."""
        row = self._tx.run("spend", "between", since=since, until=until)[0]
        return SpendTotal(**dict(zip(SpendTotal._fields, row, strict=True)))

    def calls_of(self, model: str, since: int, until: int) -> SpendTotal:
        """The calls of one model in a time span, and the failed ones among them."""
        calls, failed = self._tx.run("spend", "calls_of", model=model, since=since, until=until)[0]
        return SpendTotal(calls=calls, failed=failed)

    def last_call(self, model: str, *, failed: bool = False) -> "tuple[int, str] | None":
        """When the last call of a model was made and how it ended; with `failed` the last one without an answer."""
        rows = self._tx.run("spend", "last_failure" if failed else "last_call", model=model)
        return (int(rows[0][0]), str(rows[0][1])) if rows else None

    def forget(self, before: int) -> int:
        """Remove calls before then; how many."""
        self._tx.run("spend", "forget", before=before)
        return self._tx.engine.rows_changed()

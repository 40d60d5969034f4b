"""Spend: what was asked of a model, and what it cost."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.engine import Unit


class SpendTotal(Record):
    """What a span of time took."""

    calls: int = 0
    failed: int = 0
    """Calls that brought no answer."""
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0


class Spend:
    """The spend table within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def reserve(self, model: str, usd: float) -> int:
        """A call is about to be made that costs no more than this; its number."""
        return int(self._tx.run("spend", "add", model=model, usd=usd)[0][0])

    def record_outcome(self, number: int, outcome: str, tokens_in: int, tokens_out: int, usd: "float | None") -> None:
        """What became of a call; where nobody knows what it cost, the most stays."""
        self._tx.run("spend", "settle", n=number, outcome=outcome, tokens_in=tokens_in, tokens_out=tokens_out, usd=usd)

    def total_between(self, since: int, until: int) -> SpendTotal:
        """What a span of time took."""
        row = self._tx.run("spend", "between", since=since, until=until)[0]
        return SpendTotal(**dict(zip(SpendTotal._fields, row, strict=True)))

    def forget(self, before: int) -> int:
        """Calls before then are counted no longer; how many."""
        self._tx.run("spend", "forget", before=before)
        return self._tx.engine.rows_changed()

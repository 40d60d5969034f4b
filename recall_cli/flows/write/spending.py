"""Spending: the most that a call can cost is reserved before it is made, so that the monthly cap always holds."""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.moment import format_iso, month_bounds
from recall_cli.domain.record import Record
from recall_cli.engines.tables.spend import SpendTotal
from recall_cli.number_lists import read_prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

MIN_BYTES_PER_TOKEN = 2
"""Any text has more bytes a token than this, so an estimate is never too low."""


class MonthSpending(Record):
    """What the calls of this month have cost so far, and the cap."""

    name: str
    spent: SpendTotal
    cap: float


def current_month(tx: "Transaction", cap: float) -> MonthSpending:
    """The spending of the current month (UTC)."""
    return MonthSpending(name=str(format_iso(tx.now))[:7], spent=tx.spend.total_between(*month_bounds(tx.now)), cap=cap)


def reserve_cost(app: "App", request_bytes: int, tokens_out: int) -> int:
    """Reserve the most that a request of this size can cost; returns the number to settle it by.

    This is one transaction, so that two processes cannot both spend the last cents.
    """
    most = cost_in_usd(app, request_bytes // MIN_BYTES_PER_TOKEN + 1, tokens_out)
    cap = app.settings["claude.monthly_usd"]
    with app.write_transaction() as tx:
        if current_month(tx, cap).spent.usd + most > cap:
            raise ModelFailed(
                f"the monthly cap of ${cap:.2f}", "claude.monthly_usd raises it", not_before=month_bounds(tx.now)[1]
            )
        return tx.spend.reserve(app.settings["claude.model"], most)


def settle_cost(app: "App", number: int, tokens_in: int, tokens_out: int) -> None:
    """Record what an answered call really cost."""
    usd = cost_in_usd(app, tokens_in, tokens_out)
    app.meter.add(tokens_in, tokens_out, usd)
    with app.write_transaction() as tx:
        tx.spend.record_outcome(number, "answered", tokens_in, tokens_out, usd)


def settle_failed_call(app: "App", number: int, failure: ModelFailed) -> None:
    """Record a failed call; if it may have been billed anyway, its reserve stays."""
    from recall_cli.rules.secrets import mask

    with app.write_transaction() as tx:
        tx.spend.record_outcome(number, mask(failure.message).text, 0, 0, None if failure.billed else 0.0)


def cost_in_usd(app: "App", tokens_in: int, tokens_out: int) -> float:
    """The cost in dollars, at the prices in the settings."""
    price_in, price_out = read_prices(app.settings["claude.usd_per_million"])
    return (tokens_in * price_in + tokens_out * price_out) / 1_000_000

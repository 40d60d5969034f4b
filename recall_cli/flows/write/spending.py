"""Money: what a call can cost is set aside before it is made, so that the month's cap holds whatever happens then."""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.moment import iso, month
from recall_cli.domain.record import Record
from recall_cli.engines.tables.spend import Spent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

BYTES_A_TOKEN = 2
"""Fewer bytes than any text has a token, so that an estimate is never too low."""


class Month(Record):
    """What this month's calls took so far, and what they may."""

    name: str
    spent: Spent
    cap: float


def this_month(tx: "Transaction", cap: float) -> Month:
    """The UTC month that now is."""
    return Month(name=str(iso(tx.now))[:7], spent=tx.spend.between(*month(tx.now)), cap=cap)


def set_aside(app: "App", size: int, tokens_out: int) -> int:
    """Set the most aside that a request of so many bytes can cost; the number to settle it by.

    In one transaction, so that two processes cannot both spend the last cents.
    """
    most = cost(app, size // BYTES_A_TOKEN + 1, tokens_out)
    cap = app.settings["claude.monthly_usd"]
    with app.writing() as tx:
        if this_month(tx, cap).spent.usd + most > cap:
            raise ModelFailed(
                f"the monthly cap of ${cap:.2f}", "claude.monthly_usd raises it", not_before=month(tx.now)[1]
            )
        return tx.spend.add(app.settings["claude.model"], most)


def settle(app: "App", number: int, tokens_in: int, tokens_out: int) -> None:
    """The call was answered: what it really took."""
    usd = cost(app, tokens_in, tokens_out)
    app.meter.add(tokens_in, tokens_out, usd)
    with app.writing() as tx:
        tx.spend.settle(number, "answered", tokens_in, tokens_out, usd)


def give_up(app: "App", number: int, failure: ModelFailed) -> None:
    """The call failed; if it may have been billed all the same, what was set aside stays."""
    from recall_cli.rules.secrets import mask

    with app.writing() as tx:
        tx.spend.settle(number, mask(failure.message).text, 0, 0, None if failure.billed else 0.0)


def cost(app: "App", tokens_in: int, tokens_out: int) -> float:
    """Dollars, at the prices that the settings name."""
    prices = app.settings
    return float(tokens_in * prices["claude.usd_in"] + tokens_out * prices["claude.usd_out"]) / 1_000_000

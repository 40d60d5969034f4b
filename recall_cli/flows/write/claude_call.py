"""Questions to Claude. The most that a call can cost is reserved first, so that the monthly cap always holds."""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.moment import format_iso, month_bounds
from recall_cli.domain.record import Record
from recall_cli.engines.tables.spend import SpendTotal
from recall_cli.number_lists import read_prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

MAX_CLAUDE_SECONDS = 20.0
"""A store waits for the answer."""


def claude_seconds(app: "App") -> float:
    """The time limit of one call of Claude."""
    return min(MAX_CLAUDE_SECONDS, float(app.settings["extractor.timeout_seconds"]))


def ask_claude(app: "App", prompt_name: str, question: str, schema: "dict[str, Any]") -> str:
    """The answer of Claude to a named prompt and a question, in the form of a JSON schema; or ModelFailed."""
    from recall_cli.inference import claude

    settings, deadline = app.settings, claude.Deadline(claude_seconds(app))
    key = claude.find_api_key(app.environment, settings["claude.key_command"], deadline)
    system = claude.read_prompt(prompt_name)
    form: dict[str, object] = {"format": {"type": "json_schema", "schema": schema}}
    if claude.knows_effort(settings["claude.model"]):
        form["effort"] = "low"  # to read a text takes little thought
    size = len((system + question + str(schema)).encode("utf-8", "surrogatepass"))
    number = reserve_cost(app, size, claude.MAX_ANSWER_TOKENS)
    try:
        answer = claude.send_request(
            key=key,
            base_url=settings["claude.base_url"],
            deadline=deadline,
            model=settings["claude.model"],
            max_tokens=claude.MAX_ANSWER_TOKENS,
            system=system,
            messages=[{"role": "user", "content": question}],
            output_config=form,
        )
    except ModelFailed as failure:
        settle_failed_call(app, number, failure)
        raise
    usd = cost_in_usd(app, answer.tokens_in, answer.tokens_out)
    app.meter.add(answer.tokens_in, answer.tokens_out, usd)
    with app.write_transaction() as tx:
        tx.spend.record_outcome(number, "answered", answer.tokens_in, answer.tokens_out, usd)
    if answer.stop != "end_turn":
        raise ModelFailed({"refusal": "refused", "max_tokens": "the answer was cut off"}.get(answer.stop, "no end"))
    return answer.text


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


def settle_failed_call(app: "App", number: int, failure: ModelFailed) -> None:
    """Record a failed call; if it may have been billed anyway, its reserve stays."""
    from recall_cli.rules.secrets import mask

    with app.write_transaction() as tx:
        tx.spend.record_outcome(number, mask(failure.message).text, 0, 0, None if failure.billed else 0.0)


def cost_in_usd(app: "App", tokens_in: int, tokens_out: int) -> float:
    """The cost in dollars, at the prices in the settings."""
    price_in, price_out = read_prices(app.settings["claude.usd_per_million"])
    return (tokens_in * price_in + tokens_out * price_out) / 1_000_000

"""Counting that a memory was used and noting what was asked, after the reader has the answer."""

from recall_cli.app import SESSION_VARIABLES, is_expected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

    Asked = tuple[str, tuple[int, ...] | None]

LONGEST = 300
"""A longer question is a document, and not kept."""


def touch(app: "App", memories: "list[Memory]", asked: "Asked | None" = None) -> None:
    """Count an access to each, remember what was told, and keep the question.

    One small write, given up if it cannot be made at once.
    """
    if _private(app):
        return
    numbers = [] if app.at_terminal else [memory.n for memory in memories]
    asked = asked if asked is not None and _worth_keeping(app, asked[0]) else None
    if not numbers and asked is None:
        return
    try:
        with app.best_effort_write() as tx:
            used(tx, numbers)
            if asked is not None:
                tx.asked.keep(*asked, agent=tx.view.agent or app.agent, limit=app.settings["queries"])
    except Exception as error:  # busy, read-only, full: a read never fails for it
        if not is_expected(error):
            raise


def _private(app: "App") -> bool:
    """Is nothing kept of this session, not even what it asked?"""
    if app.settings["private"]:
        return True
    if not any(name in app.environment for name in SESSION_VARIABLES):
        return False
    from recall_cli.flows.agents import switches

    return switches.private(app, switches.own_session(app)) is not None


def used(tx: "Transaction", numbers: "list[int]") -> None:
    """These were told: count it, and remember it for when they are said again."""
    if numbers:
        tx.memories.touch(numbers)
        tx.told.add(numbers)


def _worth_keeping(app: "App", query: str) -> bool:
    """Is it a question, are questions kept, and may there be no secret in it? One that might have one is not kept."""
    if not app.settings["queries"] or app.settings["off"] or not query.strip() or len(query) > LONGEST:
        return False
    from recall_cli.rules.secrets.sieve import may_hold

    return not may_hold(query)

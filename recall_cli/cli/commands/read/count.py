"""recall count: how many memories there are."""

from recall_cli.cli.doors import narrow
from recall_cli.cli.doors.options import SCOPE
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import memories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = SCOPE
EXAMPLES = (
    ("recall count", "in this project, and what belongs to none"),
    ("recall count --project '*' --type decision", "decisions in every project"),
)


def count(app: "App", *, agent: "str | None", clearance: "str | None", **scope: "Any") -> Reply:
    """Count the memories that pass the filters."""
    from recall_cli.flows.search.listing import count as counted

    with app.reading(app.view(agent, clearance)) as tx:
        number = counted(tx, narrow.filters(app, tx, {**scope, "agent": agent}))
    return Reply(
        lambda: {"count": number},
        lambda: [str(number)],
        lambda console: console.print(memories(number)),
    )

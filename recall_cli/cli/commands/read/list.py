"""recall list: show the newest memories."""

from recall_cli.cli.doors import narrow
from recall_cli.cli.doors.options import LIMIT, SCOPE
from recall_cli.cli.doors.params import option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

PARAMS = (
    LIMIT,
    option("offset", "Leave out so many of the newest.", kind="int", default=0, low=0, high=1_000_000_000, metavar="N"),
    *SCOPE,
)
EXAMPLES = (
    ("recall list", "the ten newest of this project"),
    ("recall list -n 50 --project '*' --type preference", ""),
    ("recall list --include superseded,deleted", "also what is no longer believed"),
)


def list(app: "App", *, limit: int, offset: int, agent: "str | None", clearance: "str | None", **scope: "Any") -> Reply:  # noqa: A001 — the command's name
    """Show the newest memories that pass the filters."""
    from recall_cli.flows.search.listing import newest

    with app.reading(app.view(agent, clearance)) as tx:
        wanted = narrow.filters(app, tx, {**scope, "agent": agent})
        memories, total = newest(tx, wanted, limit, offset)
        wide = tx.memories.width([memory.id for memory in memories])
        stands = show.standing(tx, memories) if scope["as_of"] is None else {}
        everywhere = wanted.projects is None
        none = "" if memories else _none(tx, everywhere=everywhere)

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import screen

        screen.memories(console, memories, app.now(), lambda id_: id_[:wide], stands=stands, projects=everywhere)
        if memories:
            screen.foot(console, f"{offset + 1}–{offset + len(memories)} of {total:,}")
        elif not app.notes:
            screen.foot(console, none)

    return Reply(
        lambda: {"memories": show.as_document(memories, stands), "total": total},
        lambda: show.lines(memories, wide, stands, projects=everywhere),
        screen,
        empty=none,
    )


def _none(tx: "Transaction", *, everywhere: bool) -> str:
    """What a person is told where there is nothing to show."""
    from recall_cli.domain.scope import Filters

    total = tx.memories.count(Filters())
    if not total:
        return 'nothing is stored here yet · recall store "…"'
    return f"none of {show.memories(total)} fits" + ("" if everywhere else " · --project '*' looks into all projects")

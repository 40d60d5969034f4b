"""recall related: what belongs together with a memory."""

from recall_cli.cli.doors.options import LIMIT
from recall_cli.cli.doors.params import argument
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.search.related import Relative

PARAMS = (argument("id", "Which memory.", completes="id", metavar="ID"), LIMIT)
EXAMPLES = (("recall related 019aa3f2-7c1e", "what it was linked to when stored, then what is near in meaning"),)


def related(app: "App", *, id: str, limit: int) -> Reply:
    """What a memory is linked to, the strongest first, and what else is near in meaning.

    Links are made when a memory is stored (related), and where memories became one (merged, pattern).
    """
    from recall_cli.flows.search.related import related as relatives

    memory, found = relatives(app, id, limit)
    return Reply(
        lambda: {"id": memory.id, "related": [_document(one) for one in found]},
        lambda: [f"{one.kind}\t{one.weight:.2f}\t{show.line(one.memory)}" for one in found],
        lambda console: _screen(console, found, app),
        empty="nothing belongs together with it",
    )


def _document(one: "Relative") -> "dict[str, Any]":
    return {**show.as_document([one.memory])[0], "kind": one.kind, "weight": round(one.weight, 4)}


def _screen(console: "Any", found: "list[Relative]", app: "App") -> None:
    from recall_cli.cli.screens import screen

    told = [f"{one.kind} {one.weight:.2f}" for one in found]
    screen.memories(console, [one.memory for one in found], app.now(), app.short_id, told)
    if not found:
        screen.foot(console, "nothing belongs together with it")

"""recall get: show memories by their ids."""

from recall_cli.cli.doors.options import AS_OF
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens import show
from recall_cli.domain.moment import when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument(
        "ids",
        "Ids, or as much of them as is unique (6 characters or more).",
        kind="arguments",
        completes="id",
        metavar="ID...",
    ),
    AS_OF,
    option("no_touch", "Do not count this as a use.", kind="flag"),
)
EXAMPLES = (("recall get 019aa3f2-7c1e", ""), ("recall get 019aa3f2-7c1e --as-of yesterday", "as it was then"))


def get(app: "App", *, ids: "tuple[str, ...]", as_of: "str | None", no_touch: bool) -> Reply:
    """Show memories with everything that is known about them."""
    from recall_cli.flows.brief.touching import touch
    from recall_cli.flows.search.locating import locate

    with app.reading() as tx:
        if as_of is None:
            memories = [locate(tx, id_) for id_ in ids]
        else:
            from recall_cli.rules.dates.typed_dates import typed_moment

            memories = [_then(tx, id_, typed_moment(as_of, app.now(), whole_day=True), app.now()) for id_ in ids]
        stands = show.standing(tx, memories) if as_of is None else {}
    documents = show.as_document
    return Reply(
        lambda: documents(memories, stands)[0] if len(memories) == 1 else documents(memories, stands),
        lambda: [_line(memory, stands.get(memory.n, [])) for memory in memories],
        lambda console: _screen(console, app, memories, stands),
        after=None if no_touch else lambda: touch(app, memories),
    )


def _line(memory: "Any", stands: "list[Any]") -> str:
    """A memory as a line; one that is held says so."""
    held = f"\theld for review: {show.safe(memory.held)}" if memory.held is not None else ""
    return show.line(memory, stands=stands) + held


def _then(tx: "Any", id_: str, moment: int, now: int) -> "Any":
    """A memory in the state that it had at a moment, if it was known then."""
    from recall_cli.flows.search.locating import locate
    from recall_cli.flows.search.past import as_it_was

    memory = locate(tx, id_, deleted=True)
    was = as_it_was(tx, memory, moment)
    if was.created_at > moment:
        from recall_cli.domain.errors import NotFound

        raise NotFound(
            f"memory {tx.memories.short_id(memory.id)} was not yet known {when(moment, now)}",
            f"it was stored {when(was.created_at, now)}",
        )
    if was.deleted_at is not None and was.deleted_at <= moment:
        from recall_cli.domain.errors import NotFound

        raise NotFound(f"memory {tx.memories.short_id(memory.id)} was deleted {when(was.deleted_at, now)}")
    return was


def _screen(console: "Any", app: "App", memories: "list[Any]", stands: "dict[int, list[Any]]") -> None:
    from recall_cli.cli.screens import screen

    for memory in memories:
        screen.whole(console, memory, app.now(), stands.get(memory.n, []))

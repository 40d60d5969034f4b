"""recall get: show memories by their ids."""

from recall_cli.cli.output import formatting
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.parsing.shared_options import AS_OF_OPTION
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_when

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
    AS_OF_OPTION,
    option("no_touch", "Do not count this as a use.", kind="flag"),
)
EXAMPLES = (("recall get 019aa3f2-7c1e", ""), ("recall get 019aa3f2-7c1e --as-of yesterday", "as it was then"))


def get(app: "App", *, ids: "tuple[str, ...]", as_of: "str | None", no_touch: bool) -> Reply:
    """Show memories with everything that is known about them."""
    from recall_cli.flows.brief.usage import record_use
    from recall_cli.flows.search.id_lookup import find_memory

    with app.read_transaction() as tx:
        if as_of is None:
            memories = [find_memory(tx, id_) for id_ in ids]
        else:
            from recall_cli.rules.dates.typed_dates import parse_typed_date

            memories = [
                _memory_at(tx, id_, parse_typed_date(as_of, app.now(), whole_day=True), app.now()) for id_ in ids
            ]
        stands = formatting.load_standings(tx, memories) if as_of is None else {}
    documents = formatting.memory_documents
    return Reply(
        lambda: documents(memories, stands)[0] if len(memories) == 1 else documents(memories, stands),
        lambda: [_memory_line(memory, stands.get(memory.n, [])) for memory in memories],
        lambda console: _print_screen(console, app, memories, stands),
        after=None if no_touch else lambda: record_use(app, memories),
    )


def _memory_line(memory: "Any", stands: "list[Any]") -> str:
    """A memory as a line; one that is held says so."""
    held = f"\theld for review: {formatting.make_printable(memory.held)}" if memory.held is not None else ""
    return formatting.memory_line(memory, standings=stands) + held


def _memory_at(tx: "Any", id_: str, moment: int, now: int) -> "Any":
    """A memory in the state that it had at a moment, if it was known then."""
    from recall_cli.flows.search.id_lookup import find_memory
    from recall_cli.flows.search.past_state import memory_at

    memory = find_memory(tx, id_, deleted=True)
    was = memory_at(tx, memory, moment)
    if was.created_at > moment:
        from recall_cli.domain.errors import NotFound

        raise NotFound(
            f"memory {tx.memories.short_id(memory.id)} was not yet known {format_when(moment, now)}",
            f"it was stored {format_when(was.created_at, now)}",
        )
    if was.deleted_at is not None and was.deleted_at <= moment:
        from recall_cli.domain.errors import NotFound

        raise NotFound(f"memory {tx.memories.short_id(memory.id)} was deleted {format_when(was.deleted_at, now)}")
    return was


def _print_screen(console: "Any", app: "App", memories: "list[Any]", stands: "dict[int, list[Any]]") -> None:
    from recall_cli.cli.output import terminal

    for memory in memories:
        terminal.print_memory_details(console, memory, app.now(), stands.get(memory.n, []))

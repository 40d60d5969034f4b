"""recall log: the log of writes."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_age, format_iso
from recall_cli.rules.beliefs.authorship import author_for_model, author_for_person

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.engines.tables.operations import Operation

PARAMS = (
    argument("id", "Only operations on this memory.", default=None, completes="id", metavar="[ID]"),
    option("limit", "Maximum number of results.", "-n", kind="int", default=20, low=1, high=100_000, metavar="N"),
    option("since", "Only since this date.", metavar="DATE"),
    option("until", "Only until this date.", metavar="DATE"),
    option("kind", "Only operations of this kind: store, update, tag, delete, import, undo …"),
)
EXAMPLES = (
    ("recall log", "the last 20 writes, newest first"),
    ("recall log 019aa3f2-7c1e", "what happened to one memory"),
)


def log(
    app: "App", *, id: "str | None", limit: int, since: "str | None", until: "str | None", kind: "str | None"
) -> Reply:
    """Show who wrote what and when. Each operation can be undone by its number."""
    from recall_cli.engines.tables.operations import OperationFilter
    from recall_cli.flows.search.id_lookup import find_memory

    now = app.now()
    with app.read_transaction() as tx:
        operations = tx.operations.newest_visible(
            limit,
            OperationFilter(
                memory=None if id is None else find_memory(tx, id, deleted=True).n,
                since=None if since is None else _parse_moment(since, now),
                until=None if until is None else _parse_moment(until, now, whole_day=True),
                kind=kind,
            ),
        )

    def screen(console: "Console") -> None:
        _print_operations(console, operations, now)

    return Reply(
        lambda: {"operations": [operation_document(op) for op in operations]},
        lambda: [_operation_line(op) for op in operations],
        screen,
        empty="no matching writes" if id or kind or since or until else "no writes yet",
    )


def _parse_moment(text: str, now: int, *, whole_day: bool = False) -> int:
    from recall_cli.rules.dates.typed_dates import parse_typed_date

    return parse_typed_date(text, now, whole_day=whole_day)


def operation_document(op: "Operation") -> "dict[str, object]":
    """An operation as JSON."""
    values = op.fields()
    return {
        "operation": values.pop("n"),
        **values,
        "at": format_iso(op.at),
        "author": author_for_model(op.trust, op.agent),
    }


def describe_operation(op: "Operation") -> str:
    """What an operation did, in a few words."""
    many = f"{op.touched:,} memor{'y' if op.touched == 1 else 'ies'}"
    target = f" of {op.undoes}" if op.undoes else ""
    about = op.note or (op.about if op.touched == 1 else "")
    counted = f", {many}" if op.touched > 1 or not (op.touched or about) else ""
    return f"{op.kind}{target}{counted}" + (f": {about}" if about else "")


def _operation_line(op: "Operation") -> str:
    undone = f"undone by {op.undone_by}" if op.undone_by else ""
    return "\t".join(
        (
            str(op.n),
            str(format_iso(op.at)),
            make_printable(describe_operation(op)),
            author_for_model(op.trust, op.agent),
            undone,
        )
    ).rstrip("\t")


def _print_operations(out: "Console", operations: "list[Operation]", now: int) -> None:
    """Print operations, newest first."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer

    table = make_grid()
    for op in operations:
        text = Text(make_printable(describe_operation(op)), overflow="fold")
        if op.undone_by:
            text.stylize(DIM)
            text.append(f"  ← undone by {op.undone_by}", style="yellow")
        who = make_printable(author_for_person(op.trust, op.agent))
        table.add_row(
            Text(str(op.n), style=ACCENT), Text(format_age(op.at, now), style=DIM), Text(who, style=DIM), text
        )
    if operations:
        out.print(table)
    print_footer(out, "undo one: recall undo N" if operations else "no writes yet")

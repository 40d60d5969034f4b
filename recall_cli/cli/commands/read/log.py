"""recall log: the log of writes."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable, marks_cell, memory_count_text
from recall_cli.cli.parsing import option_values
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.moment import format_age, format_iso
from recall_cli.domain.scope import TOKEN_CALLER
from recall_cli.rules.beliefs.authorship import author_for_model, author_for_person, operation_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Columns
    from recall_cli.engines.tables.operations import Operation
    from recall_cli.flows.explain.operation_memories import WrittenMemory

PARAMS = (
    argument(
        "id",
        "Only operations on this memory; or the number of an operation, to see what it wrote.",
        default=None,
        completes="id",
        metavar="[ID | N]",
    ),
    option("limit", "Maximum number of results.", "-n", kind="int", default=20, low=1, high=100_000, metavar="N"),
    option("since", "Only since this date.", metavar="DATE"),
    option("until", "Only until this date.", metavar="DATE"),
    option("kind", "Only operations of this kind: store, update, tag, delete, import, undo …"),
)
MAX_NUMBER_DIGITS = 12
"""More digits are no number of an operation, and may be an id."""
MIN_ID_LETTERS = 4
"""Fewer digits are the number of an operation, and no id."""
NARROW_COLUMNS = 60
"""A terminal with fewer columns shows what an operation did below its number."""
EXAMPLES = (
    ("recall log", "the last 20 writes, newest first"),
    ("recall log 7c1e", "what happened to one memory"),
    ("recall log 12", "what operation 12 wrote"),
)


def log(
    app: "App", *, id: "str | None", limit: int, since: "str | None", until: "str | None", kind: "str | None"
) -> Reply:
    """Show who wrote what and when, with the texts of that time. Each operation can be undone by its number."""
    if id is not None and _is_operation(app, id):
        return _show_operation(app, int(id))
    from recall_cli.engines.tables.operations import OperationFilter
    from recall_cli.flows.search.id_lookup import find_memory

    with app.read_transaction() as tx:
        operations = tx.operations.newest_visible(
            limit,
            OperationFilter(
                memory=None if id is None else find_memory(tx, id, deleted=True).n,
                since=option_values.parse_moment(app, since),
                until=option_values.parse_moment(app, until, whole_day=True),
                kind=kind,
            ),
        )

    none = "no matching writes" if id or kind or since or until else "no writes yet"

    def screen(out: "Screen") -> None:
        _print_operations(out, operations)
        out.footer("undo one: recall undo N · see one: recall log N" if operations else none)

    return Reply(
        lambda: {"operations": [operation_document(op) for op in operations]},
        lambda: [_operation_line(op) for op in operations],
        screen,
        empty=none,
    )


def _is_operation(app: "App", word: str) -> bool:
    """Whether a word is the number of an operation; the end of an id may have digits only too."""
    if not word.isdecimal() or word.startswith("0") or len(word) > MAX_NUMBER_DIGITS:
        return False
    if len(word) < MIN_ID_LETTERS:
        return True
    with app.read_transaction() as tx:
        return tx.operations.by_number(int(word)) is not None


def _show_operation(app: "App", number: int) -> Reply:
    """One operation, with each memory that it wrote."""
    from recall_cli.flows.explain.operation_memories import find_operation, written_memories

    with app.read_transaction() as tx:
        operation = find_operation(tx, number)
        written, total = written_memories(tx, number)
        short = tx.memories.short_ids([item.memory.id for item in written])
    rows = [(short[item.memory.id], _written_text(item)) for item in written]
    if total > len(rows):
        rows.append(("…", f"{total - len(rows):,} more, not shown"))
    documents = [_written_document(item) for item in written]

    def screen(out: "Screen") -> None:
        _print_operations(out, [operation])
        out.table([["   ", (id_, ACCENT), text] for id_, text in rows])
        if operation.undone_by is None:
            out.footer(f"undo it: recall undo {operation.n}")

    return Reply(
        lambda: {"operations": [{**operation_document(operation), "memories": documents}]},
        lambda: [_operation_line(operation), *(f"\t{id_}\t{make_printable(text)}" for id_, text in rows)],
        screen,
    )


def _written_text(item: "WrittenMemory") -> str:
    """What an operation wrote in one memory, in words."""
    from recall_cli.cli.commands.read.history import describe_event

    if item.event is None:
        return f"created  {item.text}"
    others = item.event.but(before=_without_text(item.event.before), after=_without_text(item.event.after))
    changes = [change for change in (describe_event(others),) if change]
    if "text" in item.event.after:
        changes.insert(0, f'"{item.event.before.get("text")}" → "{item.event.after["text"]}"')
        return ", ".join(changes)
    return f"{', '.join(changes) or 'changed'}  {item.text}"


def _without_text(columns: "Columns") -> "Columns":
    return {name: value for name, value in columns.items() if name != "text"}


def _written_document(item: "WrittenMemory") -> "dict[str, object]":
    """What an operation wrote in one memory, as JSON."""
    from recall_cli.cli.commands.read.history import event_changes

    changes = {} if item.event is None else event_changes(item.event)
    return {"id": item.memory.id, "created": item.event is None, "text": item.text, "changes": changes}


def operation_document(op: "Operation") -> "dict[str, object]":
    """An operation as JSON."""
    values = op.fields()
    return {
        "operation": values.pop("n"),
        **values,
        "at": format_iso(op.at),
        "author": author_for_model(op.trust, op.agent, operation_source(op.session)),
    }


def describe_operation(op: "Operation") -> str:
    """What an operation did, in a few words."""
    nothing = "nothing in the store" if op.kind == "erase" else "no memories"
    many = memory_count_text(op.touched) if op.touched else nothing
    target = f" of {op.undoes}" if op.undoes else ""
    about = op.note or (op.about if op.touched == 1 else "")
    counted = f", {many}" if op.touched > 1 or not (op.touched or about) else ""
    return f"{op.kind}{target}{counted}" + (f": {about}" if about else "")


def _author_and_caller(author: str, op: "Operation") -> str:
    """Who did it; of a client of the server also its token."""
    is_by_token = op.session is not None and op.session.startswith(TOKEN_CALLER)
    return f"{author}, {op.session}" if is_by_token else author


def _operation_line(op: "Operation") -> str:
    undone = f"undone by {op.undone_by}" if op.undone_by else ""
    return "\t".join(
        (
            str(op.n),
            str(format_iso(op.at)),
            make_printable(describe_operation(op)),
            _author_and_caller(author_for_model(op.trust, op.agent, operation_source(op.session)), op),
            undone,
        )
    ).rstrip("\t")


def _print_operations(out: "Screen", operations: "list[Operation]") -> None:
    """Print operations, newest first."""
    any_undone = any(op.undone_by for op in operations)
    rows: list[list[Cell]] = []
    for op in operations:
        author = author_for_person(op.trust, op.agent, operation_source(op.session))
        row: list[Cell] = [
            (str(op.n), ACCENT),
            (format_age(op.at, out.now), DIM),
            (_author_and_caller(author, op), DIM),
        ]
        if any_undone:
            row.append(marks_cell([f"undone by {op.undone_by}"] if op.undone_by else []))
        rows.append([*row, (describe_operation(op), DIM if op.undone_by else "")])
    out.rows(rows, narrow=out.width < NARROW_COLUMNS, lead="")

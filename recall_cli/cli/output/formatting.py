"""Plain text and JSON of memories. Terminal screens are in `terminal` and in the commands."""

from recall_cli.domain.memory import PERHAPS_REPLACED
from recall_cli.domain.moment import format_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.places.staleness import AnchorStatus

    Piece = str | tuple[str, str]
    Cell = Piece | list[Piece]

ACCENT, DIM, DANGER = "cyan", "dim", "red"
"""The styles of a terminal."""
NARROW_COLUMNS = 60
"""A terminal with fewer columns shows texts below their rows."""
NEW_LINE = "\n"
"""The only piece of a cell that breaks a line; line breaks in other pieces are escaped."""
NO_MEMORIES = 'no memories yet · store one: recall store "…"'
"""What an empty store answers to a search or a list."""
MIN_SHOWN_LETTERS = 200
"""A text of at most so many letters is never shortened."""

_SPACES = frozenset("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_JOINERS = "\u200c\u200d"


def make_printable(text: str, *, keep_line_breaks: bool = False) -> str:
    """The text with unprintable characters escaped, so that it cannot control a terminal.

    Line breaks and tabs are escaped too, unless `keep_line_breaks` is set: a record is one line.
    """
    if text.isprintable():
        return text
    shown = []
    for at, letter in enumerate(text):
        if letter.isprintable() or (keep_line_breaks and letter in "\n\t"):
            shown.append(letter)
        elif letter in _SPACES:
            shown.append(" ")
        elif letter in _JOINERS and _is_legitimate_joiner(text, at):
            shown.append(letter)
        else:
            shown.append(letter.encode("unicode_escape").decode())
    return "".join(shown)


def _is_legitimate_joiner(text: str, at: int) -> bool:
    """Does this joiner belong to the script (emoji, Persian, Hindi)? Among Latin letters it is suspicious."""
    return 0 < at < len(text) - 1 and min(text[at - 1], text[at + 1]) > "\u0600"


def memory_line(
    memory: "Memory",
    id_: "str | None" = None,
    anchor_statuses: "Sequence[AnchorStatus]" = (),
    *,
    show_project: bool = False,
    above: "str | None" = None,
) -> str:
    """A memory as one line with tabs: its id or the given form of it, type, day, text, and a note if its anchored code
    changed or a newer memory perhaps replaced it.

    With `show_project`, the project follows the text (`-` for none). `above` is the id of the line above.
    """
    line = "\t".join((id_ or memory.id, memory.type, format_day(memory.created_at), make_printable(memory.text)))
    if show_project:
        line += f"\t{make_printable(memory.project or '-')}"
    return "\t".join(filter(None, (line, stale_note(anchor_statuses), replaced_mark(memory, above))))


def replaced_mark(memory: "Memory", above: "str | None", short_id: "Callable[[str], str]" = str) -> str:
    """What perhaps replaced a memory: the line above, if that is it, or an id. Empty if no question is open."""
    newer = memory.maybe_replaced_by
    if not newer:
        return ""
    return PERHAPS_REPLACED if newer == above else f"older, perhaps replaced by {short_id(newer)}"


def settling_command(number: int) -> str:
    """The command that answers an open question."""
    return f"recall conflicts {number} --replaced (or --both, or --both-when SITUATION)"


def memory_lines(
    memories: "Iterable[Memory]",
    short: "dict[str, str]",
    anchor_statuses: "dict[int, list[AnchorStatus]] | None" = None,
    *,
    show_project: bool = False,
) -> "list[str]":
    """Memories as lines for a pipe, one each, with their short ids."""
    lines, above = [], None
    for memory in memories:
        states = (anchor_statuses or {}).get(memory.n, ())
        lines.append(memory_line(memory, short[memory.id], states, show_project=show_project, above=above))
        above = memory.id
    return lines


def load_anchor_statuses(tx: "Transaction", memories: "Sequence[Memory]") -> "dict[int, list[AnchorStatus]]":
    """The state of the code that these memories depend on; imports nothing if none does."""
    if not any(memory.depends_on_code for memory in memories):
        return {}
    from recall_cli.flows.brief.anchors import code_states

    return code_states(tx, memories)


def stale_note(anchor_statuses: "Sequence[AnchorStatus]") -> str:
    """A note for a memory whose anchored code changed; empty otherwise."""
    return make_printable("; ".join(status.description for status in anchor_statuses if status.stale))


def staleness_document(anchor_statuses: "Sequence[AnchorStatus]") -> "dict[str, object]":
    """The state of a memory's anchored code as JSON fields; empty if it was not checked."""
    rows = [status.document for status in anchor_statuses]
    return {"staleness": rows} if rows else {}


def state_marks(
    memory: "Memory", now: int, short_id: "Callable[[str], str]" = str, above: "str | None" = None
) -> "list[str]":
    """The states to show beside a memory; empty for a memory that is simply valid.

    `above` is the id of the memory in the line above.
    """
    marks = []
    if memory.deleted_at is not None:
        marks.append("deleted")
    if memory.held is not None:
        marks.append("held for review")
    if memory.superseded_at is not None:
        marks.append("superseded")
    elif memory.valid_until is not None and memory.valid_until <= now:
        marks.append("expired")
    if memory.valid_from is not None and memory.valid_from > now:
        marks.append("not yet")
    if memory.contested and not marks:
        marks.append("contested")
    if memory.maybe_replaced_by:
        marks.append(replaced_mark(memory, above, short_id))
    if memory.pinned:
        marks.append("pinned")
    return marks


def note_validity(app: "App", memories: "Sequence[Memory]") -> None:
    """Note after a write that memories are no longer valid, or not yet, so that searches leave them out."""
    now, shows = app.now(), "(recall list --include expired shows it)"
    ended = {format_day(memory.valid_until or 0) for memory in memories if "expired" in state_marks(memory, now)}
    if ended:
        app.note(f"no longer valid: it ended on {', '.join(sorted(ended))} {shows}")
    starts = {format_day(memory.valid_from or 0) for memory in memories if "not yet" in state_marks(memory, now)}
    if starts:
        app.note(f"not valid yet: it begins on {', '.join(sorted(starts))} {shows}")


def undo_text(op: "int | None", days: int) -> str:
    """How to bring deleted memories back, and for how long; days is the setting maintain.purge_days."""
    limit = f" (within {days} day{'' if days == 1 else 's'})" if days else ""
    return f"undo: recall undo {op}{limit}"


def memory_documents(
    memories: "Iterable[Memory]", anchor_statuses: "dict[int, list[AnchorStatus]] | None" = None
) -> "list[dict[str, object]]":
    """Memories as JSON objects, with the state of their anchors where it is known."""
    from recall_cli.rules.text.memory_json import memory_as_json

    return [
        {**memory_as_json(memory), **staleness_document((anchor_statuses or {}).get(memory.n, ()))}
        for memory in memories
    ]


def format_bytes(count: int) -> str:
    """A size in a unit that suits it."""
    for unit, limit in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if count >= limit:
            return f"{count / limit:.1f} {unit}"
    return f"{count} bytes"


def format_times(count: int) -> str:
    """A number of times, in words."""
    return "once" if count == 1 else f"{count:,} times"


def memory_count_text(count: int) -> str:
    """A number of memories, in words."""
    return f"{count:,} memor{'y' if count == 1 else 'ies'}"


def as_one_line(text: str) -> str:
    """A text as one line of limited length."""
    text = make_printable(" ".join(text.split()))
    return text if len(text) <= MIN_SHOWN_LETTERS else text[: MIN_SHOWN_LETTERS - 1].rstrip() + "…"


def text_lines(text: str) -> "list[Piece]":
    """A text with its line breaks, as pieces of a cell."""
    pieces = [piece for line in text.split(NEW_LINE) for piece in (line, NEW_LINE)]
    return [*pieces[:-1]]


def marks_cell(marks: "Sequence[str]") -> "Cell":
    """Recall's marks on a memory, in a column of their own: behind the text, the text itself could imitate them."""
    cell: list[Piece] = []
    for mark in marks:
        cell += [", "] if cell else []
        cell.append((mark, DANGER if mark == "deleted" else "yellow"))
    return cell

"""How things look in plain text and as JSON; what a terminal shows a person is in `screen`."""

from recall_cli.domain.moment import format_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.places.staleness import AnchorStatus

_SPACES = frozenset("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_JOINERS = "\u200c\u200d"


def make_printable(text: str, *, keep_line_breaks: bool = False) -> str:
    """A text that no terminal can be steered by: whatever is not printable is shown as its escape.

    Line breaks and tabs stay where `breaks` is set; elsewhere they are shown too, so that a record is a line.
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
            shown.append(_escape_letter(letter))
    return "".join(shown)


def _is_legitimate_joiner(text: str, at: int) -> bool:
    """Is this joiner a part of writing (emoji families, Persian, Hindi) and not hidden among Latin letters?"""
    return 0 < at < len(text) - 1 and min(text[at - 1], text[at + 1]) > "\u0600"


def _escape_letter(letter: str) -> str:
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(letter)
    code = ord(letter)
    return named or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def memory_line(
    memory: "Memory", id_width: int = 36, standings: "Sequence[AnchorStatus]" = (), *, show_project: bool = False
) -> str:
    """A memory as one plain line: id, type, day, text, parted by tabs; and what became of its code, if that changed.

    With `projects` the project stands after the text, - where it belongs to none.
    """
    told = "\t".join((memory.id[:id_width], memory.type, format_day(memory.created_at), make_printable(memory.text)))
    if show_project:
        told += f"\t{make_printable(memory.project or '-')}"
    stale = stale_note(standings)
    return f"{told}\t{stale}" if stale else told


def memory_lines(
    memories: "Iterable[Memory]",
    id_width: int,
    standings: "dict[int, list[AnchorStatus]] | None" = None,
    *,
    show_project: bool = False,
) -> "list[str]":
    """Memories as lines for a pipe, one each."""
    return [
        memory_line(memory, id_width, (standings or {}).get(memory.n, ()), show_project=show_project)
        for memory in memories
    ]


def load_standings(tx: "Transaction", memories: "Sequence[Memory]") -> "dict[int, list[AnchorStatus]]":
    """How the code stands that these memories speak of; nothing is loaded where none speaks of any."""
    if not any(memory.anchors for memory in memories):
        return {}
    from recall_cli.flows.brief.anchors import anchor_states as found

    return found(tx, memories)


def stale_note(standings: "Sequence[AnchorStatus]") -> str:
    """What a reader must know of a memory whose code has changed; nothing where it has not."""
    return make_printable("; ".join(one.said for one in standings if one.stale))


def staleness_document(standings: "Sequence[AnchorStatus]") -> "dict[str, object]":
    """How a memory's code stands, for programs; nothing where that was not looked at."""
    told = [{"path": one.anchor.path, "lines": one.lines or one.anchor.lines, "state": one.state,
             "commits": one.commits} for one in standings]  # fmt: skip
    return {"staleness": told} if told else {}


def state_marks(memory: "Memory", now: int) -> "list[str]":
    """What a reader must know besides the text: a memory that is not simply believed says so."""
    found = []
    if memory.deleted_at is not None:
        found.append("deleted")
    if memory.held is not None:
        found.append("held for review")
    if memory.superseded_at is not None:
        found.append("superseded")
    elif memory.valid_until is not None and memory.valid_until <= now:
        found.append("expired")
    if memory.valid_from is not None and memory.valid_from > now:
        found.append("not yet")
    if memory.contested and not found:
        found.append("contested")
    if memory.pinned:
        found.append("pinned")
    return found


def memory_documents(
    memories: "Iterable[Memory]", standings: "dict[int, list[AnchorStatus]] | None" = None
) -> "list[dict[str, object]]":
    """Memories as JSON objects, with the state of their anchors where it is known."""
    from recall_cli.rules.text.memory_json import memory_as_json

    return [
        {**memory_as_json(memory), **staleness_document((standings or {}).get(memory.n, ()))} for memory in memories
    ]


def format_bytes(count: int) -> str:
    """Bytes in the unit that a person would use."""
    for unit, limit in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if count >= limit:
            return f"{count / limit:.1f} {unit}"
    return f"{count} bytes"


def format_times(count: int) -> str:
    """How often, in words."""
    return "once" if count == 1 else f"{count:,} times"


def memory_count_text(count: int) -> str:
    """So many memories, in words."""
    return f"{count:,} memor{'y' if count == 1 else 'ies'}"

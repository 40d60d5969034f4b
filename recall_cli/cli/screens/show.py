"""How things look in plain text and as JSON; what a terminal shows a person is in `screen`."""

from recall_cli.domain.moment import day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Found
    from recall_cli.rules.places.staleness import Standing

_SPACES = frozenset("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_JOINERS = "\u200c\u200d"


def safe(text: str, *, breaks: bool = False) -> str:
    """A text that no terminal can be steered by: whatever is not printable is shown as its escape.

    Line breaks and tabs stay where `breaks` is set; elsewhere they are shown too, so that a record is a line.
    """
    if text.isprintable():
        return text
    shown = []
    for at, letter in enumerate(text):
        if letter.isprintable() or (breaks and letter in "\n\t"):
            shown.append(letter)
        elif letter in _SPACES:
            shown.append(" ")
        elif letter in _JOINERS and _joins(text, at):
            shown.append(letter)
        else:
            shown.append(_escaped(letter))
    return "".join(shown)


def _joins(text: str, at: int) -> bool:
    """Is this joiner a part of writing (emoji families, Persian, Hindi) and not hidden among Latin letters?"""
    return 0 < at < len(text) - 1 and min(text[at - 1], text[at + 1]) > "\u0600"


def _escaped(letter: str) -> str:
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(letter)
    code = ord(letter)
    return named or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def line(memory: "Memory", width: int = 36, stands: "Sequence[Standing]" = (), *, projects: bool = False) -> str:
    """A memory as one plain line: id, type, day, text, parted by tabs; and what became of its code, if that changed.

    With `projects` the project stands after the text, - where it belongs to none.
    """
    told = "\t".join((memory.id[:width], memory.type, day(memory.created_at), safe(memory.text)))
    if projects:
        told += f"\t{safe(memory.project or '-')}"
    stale = stale_mark(stands)
    return f"{told}\t{stale}" if stale else told


def lines(
    memories: "Iterable[Memory]",
    width: int,
    stands: "dict[int, list[Standing]] | None" = None,
    *,
    projects: bool = False,
) -> "list[str]":
    return [line(memory, width, (stands or {}).get(memory.n, ()), projects=projects) for memory in memories]


def standing(tx: "Transaction", memories: "Sequence[Memory]") -> "dict[int, list[Standing]]":
    """How the code stands that these memories speak of; nothing is loaded where none speaks of any."""
    if not any(memory.anchors for memory in memories):
        return {}
    from recall_cli.flows.brief.anchors import standing as found

    return found(tx, memories)


def faded(tx: "Transaction", found: "Found") -> "Found":
    """What was found, with how its code stands; nothing is loaded where nothing of it speaks of code."""
    if not any(hit.memory.anchors for hit in found.hits):
        return found
    from recall_cli.flows.brief.anchors import faded

    return faded(tx, found)


def stale_mark(stands: "Sequence[Standing]") -> str:
    """What a reader must know of a memory whose code has changed; nothing where it has not."""
    return safe("; ".join(one.said for one in stands if one.stale))


def staleness(stands: "Sequence[Standing]") -> "dict[str, object]":
    """How a memory's code stands, for programs; nothing where that was not looked at."""
    told = [{"path": one.anchor.path, "lines": one.lines or one.anchor.lines, "state": one.state,
             "commits": one.commits} for one in stands]  # fmt: skip
    return {"staleness": told} if told else {}


def marks(memory: "Memory", now: int) -> "list[str]":
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


def as_document(
    memories: "Iterable[Memory]", stands: "dict[int, list[Standing]] | None" = None
) -> "list[dict[str, object]]":
    from recall_cli.rules.text.records import as_json

    return [{**as_json(memory), **staleness((stands or {}).get(memory.n, ()))} for memory in memories]


def memories(count: int) -> str:
    """So many memories, in words."""
    return f"{count:,} memor{'y' if count == 1 else 'ies'}"

"""A memory by the beginning of its id."""

from recall_cli.domain.ids import MIN_PREFIX_LENGTH, is_id_prefix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction


def find_memory(tx: "Transaction", prefix: str, *, deleted: bool = False) -> "Memory":
    """The one memory whose id begins so; an error that lists the candidates, or says what became of it."""
    prefix = prefix.strip().lower()
    is_readable = bool(prefix) and not prefix.strip("0123456789abcdef-")
    found = tx.memories.by_prefix(prefix) if is_readable else []
    chosen = [entry for entry in found if not entry[2]] or found
    if len(chosen) == 1 and is_id_prefix(prefix) and (deleted or not chosen[0][2]):
        return tx.memories.by_number([chosen[0][0]])[0]
    raise _lookup_error(tx, prefix, chosen, is_readable)


def _lookup_error(
    tx: "Transaction", prefix: str, matches: "list[tuple[int, str, bool]]", is_readable: bool
) -> Exception:
    """Why the beginning of an id does not name one memory."""
    from recall_cli.domain.errors import Ambiguous, NotFound, UsageError

    if not is_readable:
        return NotFound(f"there is no memory {prefix!r}", _lookup_hint(prefix))
    if len(matches) > 1:
        return Ambiguous(_ambiguous_text(tx, prefix, matches), "give more of its letters")
    if not is_id_prefix(prefix):
        return UsageError(f"{prefix!r} is too short for an id", f"give {MIN_PREFIX_LENGTH} characters or more")
    if not matches:
        return NotFound(f"there is no memory {prefix!r}", "recall list shows them; --project '*' in every project")
    number, id_, _ = matches[0]
    events = [event for event in tx.operations.events_of_memory(number) if "deleted_at" in event.after]
    return NotFound(
        f"memory {tx.memories.short_id(id_)} was deleted",
        f"recall undo {events[-1].op} brings it back" if events else "",
    )


def _lookup_hint(prefix: str) -> str:
    """What somebody may do who gave words where an id belongs."""
    if len(prefix) < MIN_PREFIX_LENGTH or prefix in ("latest", "newest", "everything") or "=" in prefix:
        return "an id looks like 019aa3f2-7c1e; recall list shows them"
    shown = prefix if len(prefix) <= MAX_SHOWN_LENGTH else prefix[: MAX_SHOWN_LENGTH - 1] + "…"
    return f'an id looks like 019aa3f2-7c1e; recall search "{shown}" finds memories by their words'


MAX_SHOWN_LENGTH = 40
"""So many letters of a text are enough to know it by."""


MAX_CANDIDATES = 5
"""So many memories are listed where a prefix fits several."""


def _ambiguous_text(tx: "Transaction", prefix: str, entries: "list[tuple[int, str, bool]]") -> str:
    """How many memories a prefix fits, and the first of them: enough of each id to paste, and its first words."""
    first = entries[:MAX_CANDIDATES]
    width = tx.memories.short_id_length([id_ for _, id_, _ in first])
    found = {memory.n: memory for memory in tx.memories.by_number([number for number, _, _ in first])}
    shown = [f"{id_[:width]} {_first_words(found.get(number))}".rstrip() for number, id_, _ in first]
    at_least = "at least " if len(entries) > MAX_COUNTED else ""
    more = ", …" if len(entries) > MAX_CANDIDATES else ""
    return f'"{prefix}" fits {at_least}{len(entries)} memories: {", ".join(shown)}{more}'


MAX_COUNTED = 11
"""The engine answers with no more than one above that."""


def _first_words(memory: "Memory | None") -> str:
    """How a memory begins, in quotes; what is deleted or waits for review is only said to be so."""
    if memory is None or memory.deleted_at is not None:
        return "(deleted)"
    if memory.held is not None:
        return "(held for review)"
    text = " ".join(memory.text.split())
    return f'"{text}"' if len(text) <= MAX_SHOWN_LENGTH else f'"{text[: MAX_SHOWN_LENGTH - 1].rstrip()}…"'

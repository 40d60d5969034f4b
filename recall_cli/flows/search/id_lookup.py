"""Looking up a memory by the end of its id, as it is shown, or by the beginning."""

from recall_cli.domain.ids import MIN_ENDING_LENGTH, MIN_PREFIX_LENGTH, is_id_ending, is_id_prefix, may_be_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

MAX_SHOWN_LENGTH = 40
"""This many letters of a text are enough to recognize it."""
MAX_CANDIDATES = 5
"""This many memories are listed if a prefix matches several."""
MIN_LISTED_ENDING = 2
"""The memories that end so are listed from this many letters on."""
LATEST_WORDS = ("latest", "last")
"""Words that name the session that stored something last."""
MAX_COUNTED = 11
"""The engine returns at most one match more than this."""


def find_memory(tx: "Transaction", prefix: str, *, deleted: bool = False) -> "Memory":
    """The only memory whose id begins or ends so; an error lists the matches, or says that the memory was deleted."""
    prefix = prefix.strip().lower()
    is_readable = bool(prefix) and not prefix.strip("0123456789abcdef-")
    long_enough = is_id_prefix(prefix)
    matches = tx.memories.by_ending(prefix) if is_id_ending(prefix) and not long_enough else []
    if matches:
        long_enough = True
    elif is_readable:
        matches = tx.memories.by_prefix(prefix)
    if not matches and is_id_ending(prefix):
        matches, long_enough = tx.memories.by_ending(prefix), True
    candidates = [entry for entry in matches if not entry[2]] or matches
    if len(candidates) == 1 and long_enough and (deleted or not candidates[0][2]):
        return tx.memories.by_number([candidates[0][0]])[0]
    raise _lookup_error(tx, prefix, candidates, is_readable=is_readable, long_enough=bool(matches) and long_enough)


def find_memories(tx: "Transaction", prefixes: "Iterable[str]", *, deleted: bool = False) -> "dict[int, Memory]":
    """The memories of these ids by row number, in this order; each once."""
    return {memory.n: memory for memory in (find_memory(tx, prefix, deleted=deleted) for prefix in prefixes)}


def is_memory_id(tx: "Transaction", word: str) -> bool:
    """Does a word name a memory by its id? Some ids end like ordinary words."""
    word = word.lower()
    return may_be_id(word) or (is_id_ending(word) and bool(tx.memories.by_ending(word)))


def find_session(app: "App", tx: "Transaction", prefix: str) -> str:
    """The session whose id begins so, or the latest; NotFound if several do. An unknown one is noted."""
    found = tx.memories.sessions_with_prefix(prefix)
    if not found and prefix in LATEST_WORDS:
        latest = tx.shown_memories.latest_storing_session()
        if latest is not None:
            app.note(f"the latest session that stored something is {latest}")
            return latest
    if found:
        return choose_session(prefix, found)
    none = "no session has stored anything yet" if prefix in LATEST_WORDS else f"no memory is of session {prefix!r}"
    app.note(f"{none} (recall log --told shows sessions)")
    return prefix


def choose_session(prefix: str, found: "list[str]") -> str:
    """The only session among those that begin so, or the one with exactly this name; NotFound if several do."""
    if prefix in found or len(found) == 1:
        return prefix if prefix in found else found[0]
    from recall_cli.domain.errors import NotFound

    shown = ", ".join(found[:MAX_CANDIDATES])
    raise NotFound(f"{prefix!r} fits {len(found)} sessions: {shown}", "give more of its letters")


def _lookup_error(
    tx: "Transaction", prefix: str, matches: "list[tuple[int, str, bool]]", *, is_readable: bool, long_enough: bool
) -> Exception:
    """The error that says why the beginning of an id does not name one memory."""
    from recall_cli.domain.errors import Ambiguous, NotFound, UsageError

    if not is_readable:
        return NotFound(f"there is no memory {prefix!r}", _lookup_hint(prefix))
    if len(matches) > 1:
        return Ambiguous(_ambiguous_text(tx, prefix, matches), "give more of its letters")
    if not long_enough and not is_id_prefix(prefix):
        fitting = matches or (tx.memories.by_ending(prefix) if len(prefix) >= MIN_LISTED_ENDING else [])
        if fitting:
            return Ambiguous(_ambiguous_text(tx, prefix, fitting), "give more of its letters")
        if not is_id_ending(prefix):
            return UsageError(f"{prefix!r} is too short for an id", f"give {MIN_ENDING_LENGTH} characters or more")
    if not matches:
        return NotFound(f"there is no memory {prefix!r}", "recall list shows them; --project '*' in every project")
    number, id_, _ = matches[0]
    events = [event for event in tx.operations.events_of_memory(number) if "deleted_at" in event.after]
    return NotFound(
        f"memory {tx.memories.short_id(id_)} was deleted",
        f"recall undo {events[-1].op} brings it back" if events else "",
    )


def _lookup_hint(prefix: str) -> str:
    """A hint for a user who gave words in place of an id."""
    if len(prefix) < MIN_PREFIX_LENGTH or prefix in ("latest", "newest", "everything") or "=" in prefix:
        return "an id looks like 7c1e; recall list shows them"
    shown = prefix if len(prefix) <= MAX_SHOWN_LENGTH else prefix[: MAX_SHOWN_LENGTH - 1] + "…"
    return f'an id looks like 7c1e; recall search "{shown}" finds memories by their words'


def _ambiguous_text(tx: "Transaction", prefix: str, entries: "list[tuple[int, str, bool]]") -> str:
    """The number of memories that match a prefix, and the first of them: each with its short id and first words."""
    first = entries[:MAX_CANDIDATES]
    short = tx.memories.short_ids([id_ for _, id_, _ in first])
    memories = {memory.n: memory for memory in tx.memories.by_number([number for number, _, _ in first])}
    shown = [f"{short[id_]} {_first_words(memories.get(number))}".rstrip() for number, id_, _ in first]
    at_least = "at least " if len(entries) > MAX_COUNTED else ""
    more = ", …" if len(entries) > MAX_CANDIDATES else ""
    count = "1 memory" if len(entries) == 1 else f"{at_least}{len(entries)} memories"
    return f'"{prefix}" matches {count}: {", ".join(shown)}{more}'


def _first_words(memory: "Memory | None") -> str:
    """The first words of a memory in quotes; for one that is deleted or waits for review, only that."""
    if memory is None or memory.deleted_at is not None:
        return "(deleted)"
    if memory.held is not None:
        return "(held for review)"
    text = " ".join(memory.text.split())
    return f'"{text}"' if len(text) <= MAX_SHOWN_LENGTH else f'"{text[: MAX_SHOWN_LENGTH - 1].rstrip()}…"'

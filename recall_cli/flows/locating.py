"""A memory by the beginning of its id."""

from recall_cli.domain.errors import Ambiguous, NotFound, UsageError
from recall_cli.domain.ids import PREFIX, is_prefix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction


def locate(tx: "Transaction", prefix: str, *, deleted: bool = False) -> "Memory":
    """The one memory whose id begins so; an error that lists the candidates, or says what became of it."""
    prefix = prefix.strip().lower()
    if not prefix or prefix.strip("0123456789abcdef-"):
        raise NotFound(f"there is no memory {prefix!r}", "an id looks like 019aa3f2-7c1e; recall list shows them")
    found = tx.memories.by_prefix(prefix)
    chosen = [entry for entry in found if not entry[2]] or found
    if len(chosen) > 1:
        raise Ambiguous(_candidates(tx, prefix, [entry[1] for entry in chosen]))
    if not is_prefix(prefix):
        raise UsageError(f"{prefix!r} is too short for an id", f"give {PREFIX} characters or more")
    if not chosen:
        raise NotFound(f"there is no memory {prefix!r}", "recall list shows them; --project '*' in every project")
    number, id_, is_deleted = chosen[0]
    if is_deleted and not deleted:
        events = [event for event in tx.operations.of_memory(number) if "deleted_at" in event.after]
        raise NotFound(
            f"memory {tx.memories.short_id(id_)} was deleted",
            f"recall undo {events[-1].op} brings it back" if events else "",
        )
    return tx.memories.by_number([number])[0]


def _candidates(tx: "Transaction", prefix: str, ids: "list[str]") -> str:
    width = tx.memories.width(ids)
    shown = " ".join(id_[:width] for id_ in ids[:10])
    more = "at least " if len(ids) > 11 else ""
    return f'"{prefix}" fits {more}{len(ids)} memories: {shown}'

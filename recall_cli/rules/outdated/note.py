"""The note on a memory that rests on a belief that has ended."""

from recall_cli.domain.moment import format_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory


def outdated_note(memory: "Memory") -> str:
    """`may be out of date since 2026-03-01`; empty for a memory without the mark."""
    since = memory.maybe_outdated_since
    return "" if since is None else f"may be out of date since {format_day(since)}"

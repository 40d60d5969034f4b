"""What a check found."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

OK, NOTE, WARNING, FAILURE = "ok", "note", "warning", "failure"
STATES = (OK, NOTE, WARNING, FAILURE)
"""From nothing to be done to something that must be."""


class Finding(Record):
    """One thing that a check says: how bad, what, and what to do."""

    state: str
    said: str
    remedy: str = ""
    fix: "Callable[[], None] | None" = None
    """What --fix does, where that is safe."""
    check: str = ""
    mended: bool = False
    not_checked: bool = False
    """The check could not be made: what is said is why."""


def ok_finding(message: str) -> Finding:
    """All is well."""
    return Finding(state=OK, said=message)

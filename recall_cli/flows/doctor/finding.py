"""The result of a check of `recall doctor`."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

OK, NOTE, WARNING, FAILURE = "ok", "note", "warning", "failure"
STATES = (OK, NOTE, WARNING, FAILURE)
"""From harmless to urgent."""


class Finding(Record):
    """One result of a check: how bad it is, what it is, and what to do."""

    state: str
    said: str
    remedy: str = ""
    fix: "Callable[[], None] | None" = None
    """What `--fix` does, if a safe fix exists."""
    check: str = ""
    mended: bool = False
    not_checked: bool = False
    """True if the check could not run; `said` is the reason."""


def ok_finding(message: str) -> Finding:
    """A finding without a problem."""
    return Finding(state=OK, said=message)

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
    message: str
    remedy: str = ""
    fix: "Callable[[], None] | None" = None
    """What `--fix` does, if a safe fix exists."""
    check: str = ""
    fixed: bool = False
    not_checked: bool = False
    """True if the check could not run; `message` is the reason."""

    def as_json(self) -> "dict[str, object]":
        """The fields of the JSON document."""
        return {
            "check": self.check,
            "state": self.state,
            "said": self.message,
            "remedy": self.remedy,
            "fixable": self.fix is not None,
            "fixed": self.fixed,
        }


def ok_finding(message: str) -> Finding:
    """A finding without a problem."""
    return Finding(state=OK, message=message)

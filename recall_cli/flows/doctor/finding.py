"""The result of a check of `recall doctor`."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Fix = Callable[[], None]

OK, NOTE, WARNING, FAILURE = "ok", "note", "warning", "failure"
STATES = (OK, NOTE, WARNING, FAILURE)
"""From harmless to urgent."""


class Finding(Record):
    """One result of a check: how bad it is, what it is, and what to do."""

    state: str
    message: str
    remedy: str = ""
    fix: "Fix | None" = None
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


def ok(message: str) -> Finding:
    """Nothing is wrong."""
    return Finding(state=OK, message=message)


def note(message: str, remedy: str = "", fix: "Fix | None" = None) -> Finding:
    """What the user may want to know."""
    return Finding(state=NOTE, message=message, remedy=remedy, fix=fix)


def warning(message: str, remedy: str = "", fix: "Fix | None" = None) -> Finding:
    """What works worse than it should."""
    return Finding(state=WARNING, message=message, remedy=remedy, fix=fix)


def failure(message: str, remedy: str = "", fix: "Fix | None" = None) -> Finding:
    """What does not work."""
    return Finding(state=FAILURE, message=message, remedy=remedy, fix=fix)

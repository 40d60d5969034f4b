"""What a comparison finds: ends, contests, asks or stays, and why."""

from recall_cli.domain.record import Record

ENDS, CONTESTS, ASKS, STAYS = "ends", "contests", "asks", "stays"


class Verdict(Record):
    """What a new statement does to an older one, and why."""

    kind: str
    reason: str
    strength: float = 0.0
    """How much speaks for a question; the strongest are asked first."""


def stays(reason: str) -> Verdict:
    """The new statement leaves the older one alone."""
    return Verdict(kind=STAYS, reason=reason)


def asks(reason: str) -> Verdict:
    """The author of the new statement is asked."""
    return Verdict(kind=ASKS, reason=reason)


def ends(reason: str) -> Verdict:
    """The new statement ends the older one."""
    return Verdict(kind=ENDS, reason=reason)

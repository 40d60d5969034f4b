"""What a comparison finds: ends, contests, asks or stays, and why."""

from recall_cli.domain.record import Record

ENDS, CONTESTS, ASKS, STAYS = "ends", "contests", "asks", "stays"


class Verdict(Record):
    """What a new statement does to an older one, and why."""

    kind: str
    reason: str


def stays(reason: str) -> Verdict:
    return Verdict(kind=STAYS, reason=reason)


def asks(reason: str) -> Verdict:
    return Verdict(kind=ASKS, reason=reason)


def ends(reason: str) -> Verdict:
    return Verdict(kind=ENDS, reason=reason)

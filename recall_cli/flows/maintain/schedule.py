"""Maintenance every day, by whatever this machine runs things with: put in once, taken out without a trace."""

import os
import sys

from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.maintain.cleanup import LOG_NAME
from recall_cli.schedulers import DailyCommand, list_schedulers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.schedulers import Scheduler

CARRIED_VARIABLES = ("RECALL_CONFIG", "RECALL_USER", "XDG_CONFIG_HOME")
"""What is carried over from the environment, so that the same store is kept with the same settings."""


class ScheduleStatus(Record):
    """Where maintenance is scheduled."""

    scheduler: "str | None"
    entry: str = ""
    changed: bool = False
    log: str = ""


def daily_maintenance(app: "App", at: str) -> DailyCommand:
    """One round every day at that time of day, on this store, with a log beside it."""
    database = os.path.abspath(app.settings.database)
    hour, minute = parse_time_of_day(at)
    given = {name: app.environment[name] for name in CARRIED_VARIABLES if app.environment.get(name)}
    if "RECALL_CONFIG" in given:
        given.pop("XDG_CONFIG_HOME", None)
    carried = tuple((name, value if name == "RECALL_USER" else os.path.abspath(value)) for name, value in given.items())
    return DailyCommand(
        command=(*recall_program(), "--db", database, "maintain"),
        environment=carried,
        hour=hour,
        minute=minute,
        log=os.path.join(os.path.dirname(database), LOG_NAME),
    )


def parse_time_of_day(text: str) -> "tuple[int, int]":
    """The hour and the minute of `12:17`."""
    hour, colon, minute = text.strip().partition(":")
    if not (colon and all(part.isascii() and part.isdigit() and len(part) < 3 for part in (hour, minute))):
        raise UsageError(f"{text!r} is no time of day", "e.g. --at 12:17")
    if int(hour) > 23 or int(minute) > 59:
        raise UsageError(f"{text!r} is no time of day", "from 0:00 to 23:59")
    return int(hour), int(minute)


def recall_program() -> "tuple[str, ...]":
    """How this recall is called from anywhere."""
    called = os.path.abspath(sys.argv[0]) if sys.argv and sys.argv[0] else ""
    if os.path.basename(called) == "recall" and os.access(called, os.X_OK):
        return (called,)
    return (sys.executable, "-I", "-m", "recall_cli")


def install(app: "App", name: str, at: str) -> ScheduleStatus:
    """Have a round run every day, by the named scheduler or the best one here; twice is once."""
    schedulers = list_schedulers(dict(app.environment))
    chosen = _choose_scheduler(schedulers, name)
    wanted = daily_maintenance(app, at)
    os.makedirs(os.path.dirname(wanted.log), mode=0o700, exist_ok=True)
    changed = chosen.install(wanted)
    for other in schedulers:
        if other is not chosen and other.installed() is not None:
            changed = other.remove() or changed
    return ScheduleStatus(scheduler=chosen.name, entry=chosen.installed() or "", changed=changed, log=wanted.log)


def _choose_scheduler(schedulers: "list[Scheduler]", name: str) -> "Scheduler":
    for scheduler in schedulers:
        if name == scheduler.name or (name == "auto" and scheduler.is_available()):
            if not scheduler.is_available():
                raise RecallError(f"there is no {name} here that runs", "recall schedule install picks one that is")
            return scheduler
    raise RecallError(
        "there is neither cron nor a systemd of yours here", "run recall maintain every day by other means"
    )


def remove(app: "App") -> ScheduleStatus:
    """Take it out of whatever has it; nothing is left behind but the log."""
    gone = [
        scheduler.name
        for scheduler in list_schedulers(dict(app.environment))
        if scheduler.installed() is not None and scheduler.remove()
    ]
    return ScheduleStatus(scheduler=None, entry=", ".join(gone), changed=bool(gone))


def show(app: "App") -> ScheduleStatus:
    """What is scheduled, as the machine keeps it."""
    for scheduler in list_schedulers(dict(app.environment)):
        entry = scheduler.installed()
        if entry is not None:
            return ScheduleStatus(scheduler=scheduler.name, entry=entry)
    return ScheduleStatus(scheduler=None)

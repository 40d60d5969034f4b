"""Schedules daily maintenance with this machine's scheduler, and removes it without a trace."""

import os
import sys

from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.maintain.cleanup import LOG_NAME
from recall_cli.schedulers import DailyCommand, list_schedulers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.schedulers import PlannedFile, Scheduler

CARRIED_VARIABLES = ("RECALL_CONFIG", "RECALL_USER", "XDG_CONFIG_HOME")
"""Environment variables that the scheduled command gets too, so that it uses the same store and settings."""
USUAL_TIME = "12:17"
"""When maintenance runs if nobody names a time."""


class ScheduleStatus(Record):
    """Which scheduler runs maintenance, and its entry."""

    scheduler: "str | None"
    entry: str = ""
    changed: bool = False
    log: str = ""
    is_of_other_store: bool = False
    """Whether the entry maintains another store than this one."""


def daily_maintenance(app: "App", at: str) -> DailyCommand:
    """The command that runs one round on this store every day at this time, with a log beside the store."""
    database = app.settings.store_place
    hour, minute = parse_time_of_day(at)
    variables = {name: app.environment[name] for name in CARRIED_VARIABLES if app.environment.get(name)}
    if "RECALL_CONFIG" in variables:
        variables.pop("XDG_CONFIG_HOME", None)
    carried = tuple(
        (name, value if name == "RECALL_USER" else os.path.abspath(value)) for name, value in variables.items()
    )
    return DailyCommand(
        command=(*recall_program(), "--db", database, "maintain"),
        environment=carried,
        hour=hour,
        minute=minute,
        log=os.path.join(os.path.dirname(app.settings.files_beside), LOG_NAME),
    )


def parse_time_of_day(text: str) -> "tuple[int, int]":
    """The hour and minute of a text such as `12:17`."""
    hour, colon, minute = text.strip().partition(":")
    if not (colon and all(part.isascii() and part.isdigit() and len(part) < 3 for part in (hour, minute))):
        raise UsageError(f"{text!r} is no time of day", "e.g. --at 12:17")
    if int(hour) > 23 or int(minute) > 59:
        raise UsageError(f"{text!r} is no time of day", "from 0:00 to 23:59")
    return int(hour), int(minute)


def recall_program() -> "tuple[str, ...]":
    """The command that starts this recall from any folder."""
    called = os.path.abspath(sys.argv[0]) if sys.argv and sys.argv[0] else ""
    if os.path.basename(called) == "recall" and os.access(called, os.X_OK):
        return (called,)
    return (sys.executable, "-I", "-m", "recall_cli")


def install(app: "App", name: str, at: str) -> ScheduleStatus:
    """Schedule a daily round with the named scheduler, or the best one here. Doing it twice changes nothing."""
    schedulers = list_schedulers(dict(app.environment))
    chosen = _choose_scheduler(schedulers, name)
    daily_command = daily_maintenance(app, at)
    os.makedirs(os.path.dirname(daily_command.log), mode=0o700, exist_ok=True)
    changed = chosen.install(daily_command)
    for other in schedulers:
        if other is not chosen and other.read_entry() is not None:
            changed = other.remove() or changed
    return ScheduleStatus(
        scheduler=chosen.name, entry=chosen.read_entry() or "", changed=changed, log=daily_command.log
    )


def _choose_scheduler(schedulers: "list[Scheduler]", name: str) -> "Scheduler":
    for scheduler in schedulers:
        if name == scheduler.name or (name == "auto" and scheduler.is_available()):
            if not scheduler.is_available():
                raise RecallError(
                    f"there is no {name} here that runs", "recall admin schedule install picks one that is"
                )
            return scheduler
    raise RecallError(
        "there is neither cron nor a systemd of yours here", "run recall maintain every day by other means"
    )


def best_scheduler(app: "App") -> str:
    """The scheduler that an installation would use here; an error if there is none."""
    return _choose_scheduler(list_schedulers(dict(app.environment)), "auto").name


def planned_installation(app: "App", at: str) -> "list[PlannedFile]":
    """The files that an installation with the best scheduler would change."""
    scheduler = _choose_scheduler(list_schedulers(dict(app.environment)), "auto")
    return scheduler.planned_files(daily_maintenance(app, at))


def planned_removal(app: "App") -> "list[PlannedFile]":
    """The files that a removal would change."""
    schedulers = [one for one in list_schedulers(dict(app.environment)) if one.read_entry() is not None]
    return [file for scheduler in schedulers for file in scheduler.planned_files(None)]


def remove(app: "App") -> ScheduleStatus:
    """Remove the schedule from every scheduler that has it; only the log stays."""
    removed = [
        scheduler.name
        for scheduler in list_schedulers(dict(app.environment))
        if scheduler.read_entry() is not None and scheduler.remove()
    ]
    return ScheduleStatus(scheduler=None, entry=", ".join(removed), changed=bool(removed))


def show(app: "App") -> ScheduleStatus:
    """The schedule, as the scheduler has it."""
    for scheduler in list_schedulers(dict(app.environment)):
        entry = scheduler.read_entry()
        if entry is not None:
            is_other = _is_of_other_store(entry, app.settings.store_place)
            return ScheduleStatus(scheduler=scheduler.name, entry=entry, is_of_other_store=is_other)
    return ScheduleStatus(scheduler=None)


def _is_of_other_store(entry: str, store_place: str) -> bool:
    """Whether an entry names another store; a path that schedulers write in another way counts as this one's."""
    from recall_cli.domain.shell_words import quote

    return "--db" in entry and quote(store_place) == store_place and "%" not in store_place and store_place not in entry

"""recall schedule: run maintenance every day."""

from recall_cli.cli.output.formatting import ACCENT, make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.maintain.schedule import ScheduleStatus

PARAMS = (
    argument(
        "verb",
        "install, remove or show.",
        default="show",
        choices=("install", "remove", "show"),
        metavar="[install|remove|show]",
    ),
    option("at", "The time of day.", default="12:17", metavar="HH:MM"),
    option(
        "with_",
        "The scheduler (default: the one on this machine).",
        default="auto",
        choices=("auto", "cron", "systemd", "launchd"),
    ),
)
EXAMPLES = (
    ("recall admin schedule install", "run maintenance every day (repeating changes nothing)"),
    ("recall admin schedule install --at 3:30 --with cron", "one marked block in your crontab"),
    ("recall admin schedule remove", "your crontab is exactly as before"),
)


def schedule(app: "App", *, verb: str, at: str, with_: str) -> Reply:
    """Run recall maintain every day, with a systemd user timer, a launchd agent or cron."""
    from recall_cli.flows.maintain import schedule as flow

    if verb == "install":
        status = flow.install(app, with_, at)
    elif verb == "remove":
        status = flow.remove(app)
    else:
        status = flow.show(app)

    def screen(out: "Screen") -> None:
        out.line((_headline(verb, status), ACCENT if status.scheduler else ""))
        for entry in status.entry.splitlines() if status.scheduler else ():
            out.footer(f"  {entry}", whole=True)
        if status.log:
            out.footer(f"log: {status.log} · remove: recall admin schedule remove", whole=True)

    return Reply(
        lambda: {
            "scheduler": status.scheduler,
            "entry": status.entry or None,
            "changed": status.changed,
            "log": status.log or None,
        },
        lambda: _lines(verb, status),
        screen,
    )


def _headline(verb: str, status: "ScheduleStatus") -> str:
    if verb == "remove":
        return f"removed from {status.entry}" if status.changed else "maintenance was not scheduled"
    if status.scheduler is None:
        return "maintenance is not scheduled (schedule it: recall admin schedule install)"
    if verb == "show":
        other = " for another store (recall admin schedule install replaces it)" if status.is_of_other_store else ""
        return f"scheduled with {status.scheduler}{other}"
    return f"{'scheduled' if status.changed else 'already scheduled'} with {status.scheduler}"


def _lines(verb: str, status: "ScheduleStatus") -> "list[str]":
    entry = status.entry.splitlines() if status.scheduler else []
    return [_headline(verb, status), *map(make_printable, entry)]

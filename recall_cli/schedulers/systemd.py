"""systemd: a timer of the user's own manager, which makes up for what a sleeping machine missed."""

import os

from recall_cli.schedulers.daily_command import (
    DailyCommand,
    ScheduleFailed,
    check_single_line,
    error_text,
    has_program,
    run_program,
)
from recall_cli.schedulers.own_files import OWNER_MARK, read_own_file, remove_own_file, write_own_file

UNIT_NAME = "recall-maintain"


class Systemd:
    """The user's service manager."""

    name = "systemd"

    def __init__(self, environment: "dict[str, str]") -> None:
        self._environment = environment
        home = environment.get("HOME") or os.path.expanduser("~")
        folder = environment.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        self.service = os.path.join(folder, "systemd/user", UNIT_NAME + ".service")
        self.timer = os.path.join(folder, "systemd/user", UNIT_NAME + ".timer")

    def is_available(self) -> bool:
        """Does the user's manager run?"""
        folder = self._environment.get("XDG_RUNTIME_DIR", "")
        return (
            bool(folder)
            and os.path.exists(os.path.join(folder, "systemd/private"))
            and has_program("systemctl", self._environment)
        )

    def installed(self) -> "str | None":
        """When it is run, and what."""
        timer, service = read_own_file(self.timer), read_own_file(self.service)
        if timer is None or OWNER_MARK not in timer:
            return None
        told = [one for one in (timer + (service or "")).splitlines() if one.startswith(("OnCalendar=", "ExecStart="))]
        return "\n".join(told)

    def install(self, errand: DailyCommand) -> bool:
        """Write the two units and start the timer; False where they stood there already."""
        check_single_line(errand)
        wrote = write_own_file(self.service, service_unit(errand)), write_own_file(self.timer, timer_unit(errand))
        if any(wrote):
            self._load_counts("daemon-reload")
        self._load_counts("enable", "--now", UNIT_NAME + ".timer")
        return any(wrote)

    def remove(self) -> bool:
        """Stop the timer and remove both units, where no manager runs the units alone."""
        if self.installed() is None:
            return False
        runs = self.is_available()
        if runs:
            self._load_counts("disable", "--now", UNIT_NAME + ".timer")
        gone = remove_own_file(self.timer), remove_own_file(self.service)
        if runs:
            self._load_counts("daemon-reload")
        return any(gone)

    def _load_counts(self, *words: str) -> None:
        status, _, said = run_program(["systemctl", "--user", *words], self._environment)
        if status != 0:
            raise ScheduleFailed(f"systemctl --user {words[0]} failed: {error_text(said)}", f"the units: {self.timer}")


def service_unit(errand: DailyCommand) -> str:
    """The unit that runs the command once."""
    settings = "".join(f"Environment={_quote_word(f'{name}={value}', '%')}\n" for name, value in errand.environment)
    command = " ".join(_quote_word(word, "%$") for word in errand.command)
    log = errand.log.replace("%", "%%")
    return (
        f"# {OWNER_MARK}\n[Unit]\nDescription=Upkeep of recall's memories\n\n[Service]\nType=oneshot\nNice=10\n"
        f"{settings}ExecStart={command}\nStandardOutput=append:{log}\nStandardError=append:{log}\n"
    )


def timer_unit(errand: DailyCommand) -> str:
    """The unit that says when."""
    return (
        f"# {OWNER_MARK}\n[Unit]\nDescription=Upkeep of recall's memories, every day\n\n[Timer]\n"
        f"OnCalendar=*-*-* {errand.hour:02d}:{errand.minute:02d}:00\nPersistent=true\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )


def _quote_word(word: str, doubled: str) -> str:
    """A word as a unit file takes it: in quotes, its specifiers doubled."""
    word = word.replace("\\", "\\\\").replace('"', '\\"')
    for sign in doubled:
        word = word.replace(sign, sign * 2)
    return f'"{word}"'

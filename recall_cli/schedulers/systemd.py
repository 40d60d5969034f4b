"""systemd: a timer of the user's service manager. A machine that slept runs it later."""

import os

from recall_cli.schedulers.daily_command import (
    DailyCommand,
    PlannedFile,
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
        """Whether the user's service manager runs."""
        folder = self._environment.get("XDG_RUNTIME_DIR", "")
        return (
            bool(folder)
            and os.path.exists(os.path.join(folder, "systemd/private"))
            and has_program("systemctl", self._environment)
        )

    def read_entry(self) -> "str | None":
        """The scheduled time and command, or None."""
        timer, service = read_own_file(self.timer), read_own_file(self.service)
        if timer is None or OWNER_MARK not in timer:
            return None
        lines = [
            line for line in (timer + (service or "")).splitlines() if line.startswith(("OnCalendar=", "ExecStart="))
        ]
        return "\n".join(lines)

    def install(self, command: DailyCommand) -> bool:
        """Write the two units and start the timer; False if they were there already."""
        check_single_line(command)
        changed = write_own_file(self.service, service_unit(command)), write_own_file(self.timer, timer_unit(command))
        if any(changed):
            self._run_systemctl("daemon-reload")
        self._run_systemctl("enable", "--now", UNIT_NAME + ".timer")
        return any(changed)

    def planned_files(self, command: "DailyCommand | None") -> "list[PlannedFile]":
        """Both units now and afterwards."""
        texts = (None, None) if command is None else (service_unit(command), timer_unit(command))
        return [
            PlannedFile(path=path, before=read_own_file(path), after=text)
            for path, text in zip((self.service, self.timer), texts, strict=True)
        ]

    def remove(self) -> bool:
        """Stop the timer and remove both units. If no service manager runs, only the units are removed."""
        if self.read_entry() is None:
            return False
        is_running = self.is_available()
        if is_running:
            self._run_systemctl("disable", "--now", UNIT_NAME + ".timer")
        removed = remove_own_file(self.timer), remove_own_file(self.service)
        if is_running:
            self._run_systemctl("daemon-reload")
        return any(removed)

    def _run_systemctl(self, *words: str) -> None:
        status, _, errors = run_program(["systemctl", "--user", *words], self._environment)
        if status != 0:
            raise ScheduleFailed(
                f"systemctl --user {words[0]} failed: {error_text(errors)}", f"the units: {self.timer}"
            )


def service_unit(command: DailyCommand) -> str:
    """The text of the unit that runs the command once."""
    settings = "".join(f"Environment={_quote_word(f'{name}={value}', '%')}\n" for name, value in command.environment)
    command_line = " ".join(_quote_word(word, "%$") for word in command.command)
    log = command.log.replace("%", "%%")
    return (
        f"# {OWNER_MARK}\n[Unit]\nDescription=Maintenance of recall's memories\n\n[Service]\nType=oneshot\nNice=10\n"
        f"{settings}ExecStart={command_line}\nStandardOutput=append:{log}\nStandardError=append:{log}\n"
    )


def timer_unit(command: DailyCommand) -> str:
    """The text of the unit that sets the time."""
    return (
        f"# {OWNER_MARK}\n[Unit]\nDescription=Daily maintenance of recall's memories\n\n[Timer]\n"
        f"OnCalendar=*-*-* {command.hour:02d}:{command.minute:02d}:00\nPersistent=true\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )


def _quote_word(word: str, doubled: str) -> str:
    word = word.replace("\\", "\\\\").replace('"', '\\"')
    for character in doubled:
        word = word.replace(character, character * 2)
    return f'"{word}"'

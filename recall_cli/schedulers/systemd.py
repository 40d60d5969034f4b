"""systemd: a timer of the user's own manager, which makes up for what a sleeping machine missed."""

import os

from recall_cli.schedulers.errand import Errand, NotScheduled, ask, complaint, found, on_one_line
from recall_cli.schedulers.files import OURS, read, remove, write

UNIT = "recall-maintain"


class Systemd:
    """The user's service manager."""

    name = "systemd"

    def __init__(self, environment: "dict[str, str]") -> None:
        self._environment = environment
        home = environment.get("HOME") or os.path.expanduser("~")
        folder = environment.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        self.service = os.path.join(folder, "systemd/user", UNIT + ".service")
        self.timer = os.path.join(folder, "systemd/user", UNIT + ".timer")

    def available(self) -> bool:
        """Does the user's manager run?"""
        folder = self._environment.get("XDG_RUNTIME_DIR", "")
        return (
            bool(folder)
            and os.path.exists(os.path.join(folder, "systemd/private"))
            and found("systemctl", self._environment)
        )

    def installed(self) -> "str | None":
        """When it is run, and what."""
        timer, service = read(self.timer), read(self.service)
        if timer is None or OURS not in timer:
            return None
        told = [one for one in (timer + (service or "")).splitlines() if one.startswith(("OnCalendar=", "ExecStart="))]
        return "\n".join(told)

    def install(self, errand: Errand) -> bool:
        """Write the two units and start the timer; False where they stood there already."""
        on_one_line(errand)
        wrote = write(self.service, service(errand)), write(self.timer, timer(errand))
        if any(wrote):
            self._ask("daemon-reload")
        self._ask("enable", "--now", UNIT + ".timer")
        return any(wrote)

    def remove(self) -> bool:
        """Stop the timer and remove both units, where no manager runs the units alone."""
        if self.installed() is None:
            return False
        runs = self.available()
        if runs:
            self._ask("disable", "--now", UNIT + ".timer")
        gone = remove(self.timer), remove(self.service)
        if runs:
            self._ask("daemon-reload")
        return any(gone)

    def _ask(self, *words: str) -> None:
        status, _, said = ask(["systemctl", "--user", *words], self._environment)
        if status != 0:
            raise NotScheduled(f"systemctl --user {words[0]} failed: {complaint(said)}", f"the units: {self.timer}")


def service(errand: Errand) -> str:
    """The unit that runs the command once."""
    settings = "".join(f"Environment={_quoted(f'{name}={value}', '%')}\n" for name, value in errand.environment)
    command = " ".join(_quoted(word, "%$") for word in errand.command)
    log = errand.log.replace("%", "%%")
    return (
        f"# {OURS}\n[Unit]\nDescription=Upkeep of recall's memories\n\n[Service]\nType=oneshot\nNice=10\n"
        f"{settings}ExecStart={command}\nStandardOutput=append:{log}\nStandardError=append:{log}\n"
    )


def timer(errand: Errand) -> str:
    """The unit that says when."""
    return (
        f"# {OURS}\n[Unit]\nDescription=Upkeep of recall's memories, every day\n\n[Timer]\n"
        f"OnCalendar=*-*-* {errand.hour:02d}:{errand.minute:02d}:00\nPersistent=true\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )


def _quoted(word: str, doubled: str) -> str:
    """A word as a unit file takes it: in quotes, its specifiers doubled."""
    word = word.replace("\\", "\\\\").replace('"', '\\"')
    for sign in doubled:
        word = word.replace(sign, sign * 2)
    return f'"{word}"'

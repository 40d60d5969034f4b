"""launchd: a launch agent of the user on macOS. A Mac that slept runs it when it wakes."""

import os
import sys

from recall_cli.schedulers.daily_command import (
    DailyCommand,
    PlannedFile,
    ScheduleFailed,
    error_text,
    has_program,
    run_program,
)
from recall_cli.schedulers.own_files import OWNER_MARK, read_own_file, remove_own_file, write_own_file

AGENT_LABEL = "recall.maintain"


class Launchd:
    """The user's launch agents."""

    name = "launchd"

    def __init__(self, environment: "dict[str, str]") -> None:
        self._environment = environment
        home = environment.get("HOME") or os.path.expanduser("~")
        self.path = os.path.join(home, "Library/LaunchAgents", AGENT_LABEL + ".plist")
        self._domain = f"gui/{os.getuid()}" if hasattr(os, "getuid") else ""

    def is_available(self) -> bool:
        """Whether this is a Mac."""
        return sys.platform == "darwin" and has_program("launchctl", self._environment)

    def read_entry(self) -> "str | None":
        """The text of the agent's file, or None."""
        text = read_own_file(self.path)
        return text if text is not None and OWNER_MARK in text else None

    def install(self, command: DailyCommand) -> bool:
        """Write the agent and load it; False if it is there already."""
        before = self.read_entry()
        if not write_own_file(self.path, agent_plist(command)):
            return False
        if before is not None:
            self._run_launchctl("bootout", f"{self._domain}/{AGENT_LABEL}", may_fail=True)
        try:
            self._run_launchctl("bootstrap", self._domain, self.path)
        except ScheduleFailed:
            remove_own_file(self.path)
            raise
        return True

    def planned_files(self, command: "DailyCommand | None") -> "list[PlannedFile]":
        """The agent's file now and afterwards."""
        after = None if command is None else agent_plist(command)
        return [PlannedFile(path=self.path, before=read_own_file(self.path), after=after)]

    def remove(self) -> bool:
        """Unload the agent and remove its file."""
        if self.read_entry() is None:
            return False
        self._run_launchctl("bootout", f"{self._domain}/{AGENT_LABEL}", may_fail=True)
        return remove_own_file(self.path)

    def _run_launchctl(self, *words: str, may_fail: bool = False) -> None:
        status, _, errors = run_program(["launchctl", *words], self._environment)
        if status != 0 and not may_fail:
            raise ScheduleFailed(f"launchctl {words[0]} failed: {error_text(errors)}", f"the agent: {self.path}")


def agent_plist(command: DailyCommand) -> str:
    """The text of the agent's file."""
    import plistlib

    text = plistlib.dumps(
        {
            "Label": AGENT_LABEL,
            "ProgramArguments": [*command.command],
            "EnvironmentVariables": dict(command.environment),
            "StartCalendarInterval": {"Hour": command.hour, "Minute": command.minute},
            "StandardOutPath": command.log,
            "StandardErrorPath": command.log,
            "LowPriorityIO": True,
        }
    ).decode()
    head, mark, rest = text.partition("<plist")
    return f"{head}<!-- {OWNER_MARK} -->\n{mark}{rest}"

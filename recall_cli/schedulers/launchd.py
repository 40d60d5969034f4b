"""launchd: an agent of the user's on macOS, which runs what a sleeping machine missed when it wakes."""

import os
import sys

from recall_cli.schedulers.errand import Errand, NotScheduled, ask, complaint, found
from recall_cli.schedulers.files import OURS, read, remove, write

LABEL = "recall.maintain"


class Launchd:
    """The user's agents."""

    name = "launchd"

    def __init__(self, environment: "dict[str, str]") -> None:
        self._environment = environment
        home = environment.get("HOME") or os.path.expanduser("~")
        self.path = os.path.join(home, "Library/LaunchAgents", LABEL + ".plist")
        self._domain = f"gui/{os.getuid()}" if hasattr(os, "getuid") else ""

    def available(self) -> bool:
        """Is this a Mac?"""
        return sys.platform == "darwin" and found("launchctl", self._environment)

    def installed(self) -> "str | None":
        """The agent's file, or None."""
        text = read(self.path)
        return text if text is not None and OURS in text else None

    def install(self, errand: Errand) -> bool:
        """Write the agent and load it; False where it stands there already."""
        before = self.installed()
        if not write(self.path, plist(errand)):
            return False
        if before is not None:
            self._ask("bootout", f"{self._domain}/{LABEL}", may_fail=True)
        try:
            self._ask("bootstrap", self._domain, self.path)
        except NotScheduled:
            remove(self.path)
            raise
        return True

    def remove(self) -> bool:
        """Unload the agent and remove its file."""
        if self.installed() is None:
            return False
        self._ask("bootout", f"{self._domain}/{LABEL}", may_fail=True)
        return remove(self.path)

    def _ask(self, *words: str, may_fail: bool = False) -> None:
        status, _, said = ask(["launchctl", *words], self._environment)
        if status != 0 and not may_fail:
            raise NotScheduled(f"launchctl {words[0]} failed: {complaint(said)}", f"the agent: {self.path}")


def plist(errand: Errand) -> str:
    """The agent as launchd reads it."""
    import plistlib

    text = plistlib.dumps(
        {
            "Label": LABEL,
            "ProgramArguments": [*errand.command],
            "EnvironmentVariables": dict(errand.environment),
            "StartCalendarInterval": {"Hour": errand.hour, "Minute": errand.minute},
            "StandardOutPath": errand.log,
            "StandardErrorPath": errand.log,
            "LowPriorityIO": True,
        }
    ).decode()
    head, mark, rest = text.partition("<plist")
    return f"{head}<!-- {OURS} -->\n{mark}{rest}"

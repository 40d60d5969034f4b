"""A terminal that a test sits at: a real shell in a pty, its keys and its screen."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time


class Terminal:
    """A shell that runs until the block ends; its prompt has to be `ready> `."""

    def __init__(self, command, environment, folder, columns=100):
        self.shown = ""
        self._process, self._screen = pty.fork()
        if not self._process:  # the child
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._screen)

    def keys(self, typed, quiet=0.4, until=None, patience=10.0):
        """Type, and return what appears: until a pattern is there, or nothing has come for a while."""
        os.write(self._screen, typed.encode())
        seen, end = b"", time.monotonic() + patience
        while time.monotonic() < end:
            wait = 0.05 if until and not re.search(until, _without_controls(seen)) else quiet
            ready, _, _ = select.select([self._screen], [], [], wait)
            if ready:
                with contextlib.suppress(OSError):
                    seen += os.read(self._screen, 65536)
            elif until is None or re.search(until, _without_controls(seen)):
                break
        self.shown += _decode(seen)
        return _decode(seen)

    def run(self, command):
        """Run a command line, to its next prompt."""
        return self.keys(command + "\r", until=r"ready> $", quiet=0.02)


def _decode(seen):
    return seen.decode(errors="replace")


def _without_controls(seen):
    """Without what only steers the screen."""
    return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])", "", _decode(seen))

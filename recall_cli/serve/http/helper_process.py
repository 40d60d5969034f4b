"""A process of recall that works for the server: values go into one pipe, and their answers come out of another."""

import os
import sys

from recall_cli.child_process import python_command, receive_value, send_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from subprocess import Popen
    from typing import Any

FAILED_START_SECONDS = 5.0
"""A process that ended so soon after its start is not started again at once."""


class HelperProcess:
    """One process, from the side of the server. A single thread uses it. `name` begins the events in the log."""

    def __init__(
        self, name: str, code: str, environment: "Mapping[str, str | None]", log: "Callable[..., None]"
    ) -> None:
        self._name, self._log = name, log
        self._command = python_command(code)
        self._environment = environment
        """What differs from the server's own environment; None for what is left out."""
        self._process: Popen[bytes] | None = None
        self._started = float("-inf")

    def answer(self, value: "Any") -> "tuple[Any] | None":
        """The answer to a value; None if the process fails or cannot be started."""
        return self.receive() if self.send(value) else None

    def send(self, value: "Any") -> bool:
        """Give a value to the process, which is started if it does not run; False if that fails."""
        process = self._process if self._process is not None or self.start() else None
        if process is None or process.stdin is None:
            return False
        try:
            send_value(process.stdin, value)
        except ValueError:  # values that cannot be sent: nothing has gone out
            return False
        except OSError:
            self._end()
            return False
        return True

    def has_answer(self, seconds: float) -> bool:
        """Wait so long for an answer, or the end of the process."""
        import select

        pipe = None if self._process is None else self._process.stdout
        return pipe is None or bool(select.select([pipe], [], [], seconds)[0])

    def receive(self) -> "tuple[Any] | None":
        """The next answer; None if the process has ended."""
        if self._process is None or self._process.stdout is None:
            return None
        try:
            return (receive_value(self._process.stdout),)
        except (OSError, EOFError, TypeError, ValueError):
            self._end()
            return None

    @property
    def number(self) -> "int | None":
        """The number of the process, while it runs."""
        return None if self._process is None else self._process.pid

    def start(self) -> bool:
        """Start the process; False if it cannot be started, or just failed to."""
        import subprocess
        import time

        now = time.monotonic()
        if now - self._started < FAILED_START_SECONDS:
            return False
        self._started = now
        environment = {**os.environ, **self._environment}
        try:
            self._process = subprocess.Popen(  # noqa: S603 — our own program
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: value for name, value in environment.items() if value is not None},
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            self._log(f"{self._name}_failed", reason=type(error).__name__)
            return False
        return True

    def _end(self) -> None:
        process = self._process
        self.close()
        self._log(f"{self._name}_ended", status=None if process is None else process.returncode)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                continue
        try:
            process.wait(timeout=2)
        except Exception:
            process.kill()
            process.wait()


# The other side


def received_values(
    pause_seconds: "float | None" = None, at_pause: "Callable[[], None]" = lambda: None
) -> "Iterator[tuple[Any, Callable[[Any], None]]]":
    """What the server sends, each with what answers it, until the server closes the pipe or ends.

    `at_pause` is called when nothing has come for so long.
    """
    import select

    os.umask(0o077)
    values, answers = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing but answers goes into the pipe
    try:
        while True:
            if pause_seconds is not None and not select.select([values], [], [], pause_seconds)[0]:
                at_pause()
            yield receive_value(values), lambda answer: send_value(answers, answer)
    except (EOFError, OSError):
        pass  # the server has ended
    finally:
        sys.stdout = sys.__stdout__ = None  # type: ignore[misc]  # its pipe is gone

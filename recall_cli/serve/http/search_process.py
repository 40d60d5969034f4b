"""Processes that answer the calls that only read, so that a search does not keep the server from storing.

Python runs one thread at a time, and a search is arithmetic. A search process is recall itself with two pipes: calls
go in, and their answers come out. It has its own connection to the store, sees what the token of each call allows, and
ends when its pipe is closed. If it fails, the call is answered in the server, so these processes only save time.
"""

import os
import sys

from recall_cli.child_process import python_command, receive_value, send_value
from recall_cli.engines.tables.access.tokens import Token
from recall_cli.serve.http.lane_names import FIND, IDLE_SECONDS, warm_up
from recall_cli.serve.http.token_app import TokenApp
from recall_cli.serve.http.work import Work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen
    from typing import Any

    from recall_cli.serve.http.work import PlainCall

MAX_SEARCH_PROCESSES = 4
"""More would need memory that small servers do not have."""
COLLECTOR_THRESHOLDS = (5_000, 20, 50)
"""Many calls leave garbage, but a search for it must not take longer than a call."""
FAILED_START_SECONDS = 5.0
"""A process that ended so soon after its start is not started again at once."""


class SearchProcess:
    """One process, from the side of the server. A single thread uses it."""

    def __init__(self, database: "str | None", config: "str | None", log: "Callable[..., None]") -> None:
        self._places = {"RECALL_DB": database, "RECALL_CONFIG": config}
        self._log = log
        self._process: Popen[bytes] | None = None
        self._started = float("-inf")
        self._start()

    def answer(self, call: "PlainCall") -> "tuple[Any] | None":
        """The answer to a call; None if the process fails, so that the server answers itself."""
        process = self._process if self._process is not None or self._start() else None
        if process is None or process.stdin is None or process.stdout is None:
            return None
        try:
            send_value(process.stdin, call)
            return (receive_value(process.stdout),)
        except ValueError:  # values that cannot be sent: nothing has gone out
            return None
        except (OSError, EOFError, TypeError):
            self.close()
            self._log("search_process_ended", status=process.returncode)
            return None

    def _start(self) -> bool:
        """Start the process; False if it cannot be started, or just failed to."""
        import subprocess
        import time

        now = time.monotonic()
        if now - self._started < FAILED_START_SECONDS:
            return False
        self._started = now
        environment = {**os.environ, **{name: place for name, place in self._places.items() if place is not None}}
        command = python_command("from recall_cli.serve.http.search_process import serve; serve()")
        try:
            self._process = subprocess.Popen(  # noqa: S603 — our own program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            self._log("search_process_failed", reason=type(error).__name__)
            return False
        return True

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


def serve() -> None:
    """Run as a search process: answer calls until no more come. Who stops the server with a signal may stop all of its
    processes with it: a call that was accepted is answered all the same.
    """
    import gc
    import select
    import signal

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    calls, answers = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing but answers goes into the pipe
    app = TokenApp(None)
    warm_up(app, FIND)
    gc.set_threshold(*COLLECTOR_THRESHOLDS)
    gc.freeze()
    try:
        while True:
            if not select.select([calls], [], [], IDLE_SECONDS)[0]:
                app.close()
                select.select([calls], [], [])
            fields, message, version, session = receive_value(calls)
            work = Work(Token(**fields), message, version, session)
            send_value(answers, work.run(app))
            work.finish()
    except (EOFError, OSError):
        pass  # the server has ended
    finally:
        sys.stdout = sys.__stdout__ = None  # type: ignore[misc]  # its pipe is gone

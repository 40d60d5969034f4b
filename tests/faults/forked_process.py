"""Processes of tests that are forked from one in which recall is loaded already, so that they start at once."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

PRELOADED = "tests.faults.preload"
"""The module that the first process imports, once, before it forks the others."""
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload([PRELOADED])


class ForkedProcess:
    """A process with the methods of `subprocess.Popen` that tests use; its output goes into pipes."""

    def __init__(
        self, run: Callable[..., None], arguments: tuple[Any, ...], environment: dict[str, str], folder: Path
    ) -> None:
        out, out_writer = CONTEXT.Pipe(duplex=False)
        err, err_writer = CONTEXT.Pipe(duplex=False)
        self._process = CONTEXT.Process(
            target=_become_process, args=(run, arguments, environment, str(folder), out_writer, err_writer), daemon=True
        )
        self._process.start()
        out_writer.close()
        err_writer.close()
        self.pid = self._process.pid or 0
        self.stdout = os.fdopen(os.dup(out.fileno()), "rb")
        self.stderr = os.fdopen(os.dup(err.fileno()), "rb")
        out.close()
        err.close()

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def communicate(self, timeout: float | None = None) -> tuple[bytes, bytes]:
        """Everything that it printed and nobody has read, once it has ended."""
        if self.stderr.closed:
            return b"", b""
        with ThreadPoolExecutor(2) as readers:  # a pipe that nobody reads would stop it
            parts = [readers.submit(pipe.read) for pipe in (self.stdout, self.stderr)]
            self.wait(timeout)
            output, errors = (part.result() for part in parts)
        self.stdout.close()
        self.stderr.close()
        return output, errors


def start_process(
    run: Callable[..., None], arguments: tuple[Any, ...], environment: dict[str, str], folder: Path
) -> Any:
    """Start a function of a module in a process of its own, forked unless it needs other modules than this process."""
    if environment.get("PYTHONPATH") == os.fspath(Path(__file__).resolve().parents[2]):
        return ForkedProcess(run, arguments, environment, folder)
    return subprocess.Popen(
        [sys.executable, "-m", run.__module__, *map(str, arguments)], env=environment, cwd=folder,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def _become_process(
    run: Callable[..., None],
    arguments: tuple[Any, ...],
    environment: dict[str, str],
    folder: str,
    out: Connection,
    err: Connection,
) -> NoReturn:
    """Run the function as if this process had been started for it alone."""
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    out.close()
    err.close()
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    run(*arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)

"""The command `recall` as tests run it: the real one in a process of its own, or the same code at once in this one."""

import contextlib
import fcntl
import io
import json
import os
import pty
import sqlite3
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from recall_cli.domain.moment import DAY, format_iso, parse_moment
from tests import engine_choice
from tests.postgres_server import running_server
from tests.schedulers.fake_crontab import fake_programs

ROOT = Path(__file__).resolve().parent.parent
AS_INSTALLED = "from recall_cli.__main__ import main; main()"
"""What an installed `recall` does: its start is not that of `python -m`, which has loaded half the library before."""
WITH_FREE_CLOCK = "from recall_cli.app import App; App._machine_time = lambda self: 1 << 60\n" + AS_INSTALLED
"""The same where RECALL_NOW may run ahead of the machine's clock in everything: tests play years."""
WITHOUT_AGENT = "from recall_cli.agents import ancestors; ancestors.agent_above = lambda: None\n" + WITH_FREE_CLOCK
"""The same for a person at a terminal: an agent may have started the tests, and would be found above the command."""
DETACH_SCRIPT = """
import os, subprocess, sys, time
parent = os.getpid()
if os.fork():
    os._exit(0)
os.setsid()
while os.getppid() == parent:
    time.sleep(0.01)
status = subprocess.run(sys.argv[2:]).returncode
with open(sys.argv[1], "w") as file:
    file.write(str(status))
"""
NOW = "2026-03-01T12:00:00.000Z"
"""When every test begins."""
MINUTE = 60_000


def read_terminal(screen: int) -> bytes:
    """Everything that programs show at a pseudo-terminal until the last one closes it."""
    shown = b""
    with contextlib.suppress(OSError):  # the other side is closed
        while part := os.read(screen, 65536):
            shown += part
    os.close(screen)
    return shown


@contextlib.contextmanager
def open_sqlite(path: Path, **more: Any) -> Iterator[sqlite3.Connection]:
    """A store's file through Python's own SQLite, for a test to look into; closed at once, and not when it is collected.

    Two SQLites in one process do not know of each other's locks: one that closes late would take the file for its own,
    and the write-ahead log from under the command that is just writing.
    """
    if engine_choice.is_postgres:
        pytest.skip("about SQLite alone: it looks into the file")
    with contextlib.closing(sqlite3.connect(path, **more)) as store, store:
        yield store


def dump_store(path: Path) -> str:
    """Everything in a store, as statements."""
    with open_sqlite(path) as store:
        return "\n".join(store.iterdump())


class CommandResult(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str
    raw: bytes = b""

    @property
    def data(self) -> Any:
        """The one JSON document on standard output."""
        assert self.status == 0, self
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        """The one JSON error on standard error."""
        assert self.out == "", self
        return json.loads(self.err)["error"]

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


FolderContent = dict[Path, tuple[int, bytes | None]]
"""The files and folders below a folder, with mode and content."""


def read_files(folder: Path) -> FolderContent:
    """All that is below a folder, to write it again elsewhere or later."""
    return {
        path.relative_to(folder): (path.stat().st_mode, None if path.is_dir() else path.read_bytes())
        for path in sorted(folder.rglob("*"))
    }


def write_files(folder: Path, files: FolderContent) -> None:
    """Write what was read before; what else is there stays."""
    for path, (mode, content) in files.items():
        if content is None:
            (folder / path).mkdir(exist_ok=True)
        else:
            (folder / path).write_bytes(content)
        (folder / path).chmod(mode)


_filled_homes: dict[str, tuple[FolderContent, int, Any]] = {}
"""For each name of `Home.fill_once`: its files, the moment, and the result."""


class Home:
    """An empty home folder, a clock, and `recall` run in it."""

    def __init__(self, path: Path, now: str = NOW) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.db = path / ".local/share/recall/recall.db"
        self.config = path / ".config/recall/config.toml"
        self.now = parse_moment(now, 0)
        self.more: dict[str, str] = {}
        self._database = ""

    @property
    def store_environment(self) -> dict[str, str]:
        """Where the store is, if the tests run on a server."""
        if not engine_choice.is_postgres:
            return {}
        server = running_server()
        if not self._database:
            self._database = server.new_database()
        return {"RECALL_DB": server.url(self._database), "PGPASSFILE": str(server.passwords)}

    @property
    def store_name(self) -> str:
        """What `--db` takes: the file, or the address of the database."""
        return self.store_environment.get("RECALL_DB", str(self.db))

    def check_index(self) -> None:
        """On a server: an error if the index of words differs from the memories."""
        with running_server().connect(self._database) as connection, connection.transaction():
            connection.execute("SELECT set_config('recall.tenant', 'owner', true)")
            connection.execute("SELECT check_index()")

    def drop_databases(self) -> None:
        """Remove the database of this home, if it has one."""
        if self._database:
            running_server().drop_database(self._database)

    def fill_once(self, name: str, fill: "Callable[[Home], Any]") -> Any:
        """What `fill` returns. It fills the first home of this name in a process; later ones get copies of its files."""
        if name in _filled_homes:
            files, self.now, result = _filled_homes[name]
            write_files(self.path, files)
            return result
        result = fill(self)
        if not engine_choice.is_postgres:
            _filled_homes[name] = read_files(self.path), self.now, result
        return result

    def later(self, *, minutes: int = 2, days: int = 0) -> int:
        """Move the clock on; the new moment."""
        self.now += minutes * MINUTE + days * DAY
        return self.now

    @property
    def moment(self) -> str:
        """The clock, as a date that `--as-of` takes."""
        return str(format_iso(self.now))

    def environment(self, env: dict[str, str] | None = None) -> dict[str, str]:
        """Nothing of the machine's own, but where programs are."""
        return {
            "PATH": f"{fake_programs()}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "HOME": str(self.path),
            "XDG_DATA_HOME": str(self.path / ".local/share"),
            "XDG_CONFIG_HOME": str(self.path / ".config"),
            "PYTHONPATH": str(ROOT),
            "TZ": "UTC",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "COLUMNS": "80",
            "RECALL_PAGER": "off",
            "RECALL_NOW": self.moment,
            "RECALL_EXTRACTOR": "none",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **self.store_environment,
            **self.more,
            **(env or {}),
        }

    def start(
        self,
        *args: Any,
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        code: str = WITH_FREE_CLOCK,
        **more: Any,
    ) -> Any:
        """The real command, running."""
        return subprocess.Popen(
            [sys.executable, "-c", code, *args], env=self.environment(env), cwd=cwd or self.path, **more
        )

    def __call__(
        self,
        *args: Any,
        stdin: str | bytes = b"",
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        tty: bool = False,
        timeout: float = 120,
    ) -> CommandResult:
        """Run the real command in a process of its own."""
        if tty:
            return self._at_terminal(args, env, cwd, timeout)
        pipe = subprocess.PIPE
        running = self.start(*args, env=env, cwd=cwd, stdin=pipe, stdout=pipe, stderr=pipe)
        out, err = running.communicate(stdin.encode() if isinstance(stdin, str) else stdin, timeout=timeout)
        return CommandResult(running.returncode, out.decode(), err.decode(), out)

    def _at_terminal(
        self, args: tuple[Any, ...], env: dict[str, str] | None, cwd: Path | None, timeout: float
    ) -> CommandResult:
        """As a person sees it: a terminal on standard input and output."""
        ours, theirs = pty.openpty()
        columns = int(self.environment(env).get("COLUMNS", "80"))
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        running = self.start(
            *args,
            env=env,
            cwd=cwd,
            code=WITHOUT_AGENT,
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        os.close(theirs)
        seen = read_terminal(ours)
        err = running.communicate(timeout=timeout)[1]
        return CommandResult(running.returncode, seen.decode().replace("\r\n", "\n"), err.decode(), seen)

    def run_detached(self, *args: str, env: dict[str, str] | None = None) -> CommandResult:
        """At a terminal, in a process that no other of the tests' processes stands above: whoever starts the tests.

        That is also what a program can do that hides its agent, and the limit of what can be found out.
        """
        done = self.path / "status"
        done.unlink(missing_ok=True)
        ours, theirs = pty.openpty()
        first = subprocess.Popen(
            [sys.executable, "-c", DETACH_SCRIPT, str(done), sys.executable, "-c", WITH_FREE_CLOCK, *args],
            env=self.environment(env),
            cwd=self.path,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        first.wait(timeout=60)
        seen = read_terminal(ours)
        return CommandResult(int(done.read_text()), seen.decode().replace("\r\n", "\n"), "", seen)

    def quick(
        self,
        *args: str,
        stdin: str | bytes = b"",
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        person: bool = False,
    ) -> CommandResult:
        """The same code in this process: for tests of many cases where a process is not the point."""
        from recall_cli.__main__ import run

        raw = stdin.encode() if isinstance(stdin, str) else stdin
        out_bytes, err_bytes = io.BytesIO(), io.BytesIO()
        input_stream = io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8", errors="surrogateescape")
        out = io.TextIOWrapper(out_bytes, encoding="utf-8", errors="surrogateescape")
        err = io.TextIOWrapper(err_bytes, encoding="utf-8", errors="backslashreplace")
        with _inside_process(self.environment(env), cwd or self.path, input_stream, out, err, person=person):
            status = run([*args])
        out.flush()
        err.flush()
        output, messages = out_bytes.getvalue(), err_bytes.getvalue()
        return CommandResult(status, output.decode("utf-8", "surrogateescape"), messages.decode(), output)

    def json(self, *args: str, **more: Any) -> Any:
        """The JSON document that a command answers with, at once in this process."""
        return self.quick("--json", *args, **more).data

    def store(self, text: str, *args: str, **more: Any) -> str:
        """Keep a memory; its id."""
        answer = self.quick("--json", "store", *args, "--", text, **more)
        assert answer.status == 0, answer
        return str(json.loads(answer.out)["memories"][0]["id"])


@contextlib.contextmanager
def _inside_process(
    environment: dict[str, str], folder: Path, input_stream: Any, out: Any, err: Any, *, person: bool
) -> Iterator[None]:
    """This process as if it were the command's own, and put back afterwards."""
    from recall_cli import app
    from recall_cli.cli import run

    opened: list[app.App] = []

    class Watched(app.App):
        def __init__(self, flags: dict[str, Any] | None = None) -> None:
            super().__init__(flags)
            opened.append(self)

        @property
        def at_terminal(self) -> bool:
            return person

        @property
        def may_name_agent(self) -> bool:
            return person

        def _machine_time(self) -> int:
            return 1 << 60

    before = dict(os.environb)  # in bytes: each look into os.environ encodes and decodes
    cwd, umask, streams = os.getcwd(), os.umask(0o022), (sys.stdin, sys.stdout, sys.stderr)
    _replace_environment({os.fsencode(name): os.fsencode(value) for name, value in environment.items()})
    os.chdir(folder)
    sys.stdin, sys.stdout, sys.stderr = input_stream, out, err
    run.App = Watched  # type: ignore[misc]  # put back below
    try:
        yield
    finally:
        for opened_app in opened:
            opened_app.close()
        run.App = app.App  # type: ignore[misc]  # as it was
        sys.stdin, sys.stdout, sys.stderr = streams
        os.chdir(cwd)
        os.umask(umask)
        _replace_environment(before)


def _replace_environment(environment: dict[bytes, bytes]) -> None:
    """Make the environment equal to this, and touch only what differs: most of it stays from call to call."""
    there = dict(os.environb)
    for name in there.keys() - environment.keys():
        del os.environb[name]
    for name, value in environment.items():
        if there.get(name) != value:
            os.environb[name] = value

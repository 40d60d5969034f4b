"""What every test stands on: an empty home, a clock that it can move, no network."""

import fcntl
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import engine_choice
from tests.command import Home
from tests.copied_schema import copy_schema
from tests.long_run import repetitions
from tests.postgres_server import remove_servers, running_server
from tests.reused_parser import reused_commands

sys.dont_write_bytecode = False
"""Tests that pytest has rewritten are kept, whatever the environment says: each process would rewrite them all."""
MEMORY_FOLDER = "/dev/shm"
"""A folder in memory, where Linux has one: a commit waits for a disk ten times longer than for everything else."""
MIN_FREE_BYTES = 2 << 30
if os.access(MEMORY_FOLDER, os.W_OK) and shutil.disk_usage(MEMORY_FOLDER).free > MIN_FREE_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY_FOLDER)

settings.register_profile(
    "recall",
    deadline=None,
    max_examples=repetitions(100),
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile("deep", settings.get_profile("recall"), max_examples=2000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "recall"))


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what runs beside them: it would be inherited
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--engine postgres` runs tests that know nothing of engines on a PostgreSQL server."""
    parser.addoption("--engine", choices=("sqlite", "postgres"), default="sqlite", help="the engine of the stores")
    parser.addoption("--exceptions", action="store_true", help="run only the tests that sqlite_only.txt leaves out")


def pytest_configure(config: pytest.Config) -> None:
    """Which engine the stores of this run are on."""
    engine_choice.is_postgres = config.getoption("--engine") == "postgres"


def pytest_unconfigure() -> None:
    """The servers that tests have started end with them."""
    remove_servers()


LONGEST_FILES = (
    "schedulers/test_schedule.py",
    "faults/",
    "flows/team/",
    "flows/sync/",
    "agents/test_real_agents.py",
    "cli/shells/",
    "cli/parsing/test_fuzz.py",
    "cli/parsing/test_both_parsers.py",
    "flows/transfer/",
    "repository/test_hostile.py",
    "life/",
)
"""Files whose tests take seconds. They run first: at the end of a run no process is left alone with a long one."""


SLOW_FILES = ("faults/", "cli/shells/", "cli/parsing/test_fuzz.py", "life/")
"""Files that `-m "not slow"` leaves out whole; elsewhere single tests are marked."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow, and put the longest files first, the others behind them in their order."""

    def place(item: pytest.Item) -> int:
        path = item.nodeid.removeprefix("tests/")
        if path.startswith(SLOW_FILES):
            item.add_marker("slow")
        return next((at for at, part in enumerate(LONGEST_FILES) if path.startswith(part)), len(LONGEST_FILES))

    items.sort(key=place)
    if config.getoption("--exceptions"):
        items[:] = [item for item in items if engine_choice.reason_to_skip(item.nodeid)]
        return
    for item in items:
        reason = engine_choice.reason_to_skip(item.nodeid)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One process more than there are processors: it works while others wait for a shell, a lock or a timer."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Leave what was collected out of garbage collection: thousands of tests that no collection would free."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """As `pytest_runtest_call`, for what a test stands on."""
    return (yield from pytest_runtest_call(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A test that opens the file of the store says nothing about a server."""
    try:
        return (yield)
    except Exception as error:
        if engine_choice.is_about_the_file(error):
            pytest.skip(f"about SQLite alone: it opens the file ({error})")
        raise


@pytest.fixture
def recall(tmp_path: Path) -> Iterator[Home]:
    """The command, in a home of its own."""
    home = Home(tmp_path / "home")
    yield home
    home.drop_databases()


@pytest.fixture
def installed(recall: Home) -> Home:
    """A home where the program recall is on the PATH."""
    program = recall.path / "bin" / "recall"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n# recall_cli\n")
    program.chmod(0o755)
    recall.more["PATH"] = f"{program.parent}:{os.environ.get('PATH', '')}"
    return recall


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of whoever runs the tests: no settings, no agent's marks, an empty home."""
    from recall_cli.agents.agent_detection import AGENT_VARIABLES, SHARED_NAME_VARIABLE

    ours = ("NO_COLOR", "FORCE_COLOR", SHARED_NAME_VARIABLE, "ANTHROPIC_BASE_URL")
    for name in [*os.environ]:
        if name.startswith(("RECALL_", "XDG_", "GIT_")) or name in AGENT_VARIABLES or name in ours:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TZ", "UTC")
    if engine_choice.is_postgres:
        monkeypatch.setenv("PGPASSFILE", str(running_server().passwords))
    time.tzset()


@pytest.fixture(autouse=True)
def quick_new_stores(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """New stores get a copied schema, but for the tests of engines and faults, which look at how a store begins."""
    if not {"engines", "faults"} & set(request.path.parts):
        monkeypatch.setattr("recall_cli.engines.sqlite.migrate.migrate", copy_schema)


@pytest.fixture(scope="session", autouse=True)
def reuse_commands() -> Iterator[None]:
    """Build the commands of the full parser once in this process: that takes as long as a search."""
    with reused_commands():
        yield


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets reach this machine alone."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise OSError(f"a test wanted to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Put this process into a time zone."""

    def enter(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield enter
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.fixture(scope="session")
def ciphers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose module apsw can encrypt."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "ciphers"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(folder), "apsw-sqlite3mc"]
    with open(f"{folder}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several processes run tests, and one of them installs
        ran = subprocess.run(pip, capture_output=True, text=True, timeout=300) if not folder.exists() else None
    if ran is not None and ran.returncode:
        pytest.skip(f"apsw-sqlite3mc cannot be installed here: {ran.stderr.strip().splitlines()[-1:]}")
    return folder

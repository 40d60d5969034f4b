"""The import of psycopg: what it loads and recall does not use stays away, and is there for who asks for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgres_server import PostgresServer

pytest.importorskip("psycopg")
ROOT = Path(__file__).parents[3]
LEFT_OUT = ("asyncio", "importlib.metadata", "ctypes.util")


def run(program: str) -> str:
    """What a program prints that has loaded the driver first."""
    begin = "import sys; from recall_cli.engines.postgres.driver import load_driver; load_driver(); import psycopg\n"
    ran = subprocess.run([sys.executable, "-c", begin + program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_a_command_does_not_load_what_it_cannot_use() -> None:
    """Loading the driver leaves no part of asyncio, and nothing in its place."""
    assert run(f"print([name for name in {LEFT_OUT} if name in sys.modules])") == "[]"


def test_the_real_modules_come_when_they_are_wanted() -> None:
    """Afterwards asyncio runs, a library is found, and the version is the one that is installed."""
    out = run(
        "import asyncio, ctypes.util\nfrom importlib import metadata\n"
        "print(asyncio.run(asyncio.sleep(0, 'slept')), callable(ctypes.util.find_library))\n"
        "print(psycopg.__version__ == metadata.version('psycopg'))"
    )
    assert out.splitlines() == ["slept True", "True"]


def test_a_pool_is_made_after_it(server: PostgresServer, database: str) -> None:
    """psycopg_pool looks at the version of psycopg, and lends connections."""
    pytest.importorskip("psycopg_pool")
    out = run(
        "from recall_cli.engines.postgres.connection_pool import close_pools, make_pool\n"
        "from recall_cli.engines.postgres.server_address import parse_address\n"
        f"pool = make_pool(parse_address({server.url(database)!r}))\n"
        "server = pool.borrow(5); print(server.execute('SELECT 1').fetchall()); pool.take_back(server); close_pools()"
    )
    assert out == "[(1,)]"


def test_a_stand_in_gives_what_it_was_not_given() -> None:
    """Another version of psycopg may want more of a module: then it gets the real one."""
    out = run(
        "from recall_cli.engines.postgres.driver import StandIn\n"
        "made = sys.modules['asyncio'] = StandIn('asyncio', sleep='not the real one')\n"
        "print(made.sleep, made.gather.__module__, sys.modules['asyncio'] is made, hasattr(made, '__path__'))"
    )
    assert out == "not the real one asyncio.tasks False False"

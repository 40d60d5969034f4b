"""A server that is killed while stores run loses nothing that was acknowledged, and doubles nothing."""

import json
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import Home
from tests.engines.postgres.persistent_writer import PersistentWriter
from tests.long_run import LONG_RUN, repetitions
from tests.postgres_server import PostgresServer, find_binaries

STORE_UNTIL_STOPPED = """
import sys
from recall_cli.__main__ import run
for number in range(int(sys.argv[1]), int(sys.argv[2])):
    if run(["store", "--key", f"key{number}", f"the memory number {number} of a killed server"]) == 0:
        print("kept", number, flush=True)
"""
KILLS, STORES = 3 if LONG_RUN else 2, repetitions(80)


@pytest.fixture(scope="module")
def own_server() -> Iterator[PostgresServer]:
    """A server that no other test uses."""
    binaries = find_binaries()
    pytest.importorskip("psycopg")
    if binaries is None:
        pytest.skip("no PostgreSQL here: pip install -e '.[test]'")
    server = PostgresServer(binaries)
    yield server
    server.remove()


@pytest.mark.slow
def test_a_killed_server_loses_and_doubles_nothing(own_server: PostgresServer, tmp_path: Path) -> None:
    """Killed several times in the midst of stores: what was acknowledged is there once; asked again, so is the rest."""
    home = Home(tmp_path / "home")
    home.more |= {"RECALL_DB": own_server.url(own_server.new_database()), "PGPASSFILE": str(own_server.passwords)}
    acknowledged: set[int] = set()
    for kill in range(KILLS):
        span = (str(kill * STORES), str((kill + 1) * STORES))
        writer = home.start(*span, code=STORE_UNTIL_STOPPED, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(0.05 * kill)
        own_server.stop(signal.SIGQUIT)
        own_server.start()
        rest = writer.communicate(timeout=120)[0]
        acknowledged |= {int(line.split()[1]) for line in (first + rest).splitlines() if line.startswith("kept")}
    assert acknowledged
    home("worker", "--once", timeout=60)  # what was kept in a file while the server was away
    texts = [json.loads(line)["text"] for line in home("export", timeout=60).out.splitlines()[1:]]
    numbers = [int(text.split()[3]) for text in texts]
    assert acknowledged <= set(numbers), "acknowledged and lost"
    assert len(numbers) == len(set(numbers)), "doubled"
    for number in (*sorted(acknowledged)[:2], *sorted(set(range(STORES)) - acknowledged)[:2]):
        again = home("store", "--key", f"key{number}", f"the memory number {number} of a killed server")
        assert again.status == 0, again
    assert len({*acknowledged, *numbers}) <= home.json("count", env=home.more)["count"] <= len(numbers) + 2
    assert home.json("audit", "verify", env=home.more)["whole"] is True


MANY_KILLS = 100 if LONG_RUN else 5


@pytest.mark.slow
def test_many_kills(own_server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that asks again with the same key after each error: in the end every text is there once.

    The server is killed at a random moment, as often as the run allows, and started again.
    """
    monkeypatch.setenv("PGPASSFILE", str(own_server.passwords))
    monkeypatch.setenv("RECALL_EXTRACTOR", "none")
    with PersistentWriter(own_server.url(own_server.new_database())) as writer:
        chance = random.Random(19)
        for _ in range(MANY_KILLS):
            writer.wait_for(1)
            time.sleep(chance.random() * 0.15)
            own_server.stop(signal.SIGQUIT)
            own_server.start()
        writer.wait_for(1)
    writer.check()
    assert writer.errors, "no kill met a store"

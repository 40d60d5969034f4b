"""Many writers on one server: nothing is lost, nothing doubled, and rival values end in one truth."""

import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from recall_cli.domain.errors import StoreError
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import StoreBusy
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.transaction import Transaction
from tests import engine_choice
from tests.command import Home
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import PostgresServer

WRITERS, STORES = 6, 5


@pytest.fixture
def team(tmp_path: Path, server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command, with its store on the server."""
    monkeypatch.setattr(engine_choice, "is_postgres", True)
    home = Home(tmp_path / "home")
    home.more["RECALL_BUSY_SECONDS"] = "60"
    yield home
    home.drop_databases()


def open_engine(server: PostgresServer, database: str, patience: float = 5.0) -> PostgresEngine:
    """A connection of the program."""
    return PostgresEngine(server.url(database), write=True, patience=patience, version="test", now=lambda: NOW)


def test_many_processes_lose_and_double_nothing(team: Home) -> None:
    """Each of several processes stores its memories; all are there once, and the chain of the record is intact."""
    script = (
        "import sys\nfrom recall_cli.__main__ import run\n"
        f"sys.exit(sum(run(['store', f'worker {{sys.argv[1]}} memory {{n}}']) != 0 for n in range({STORES})))"
    )
    team.json("count")
    workers = [
        team.start(str(number), code=script, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for number in range(WRITERS)
    ]
    assert [(worker.communicate(timeout=120)[1], worker.returncode) for worker in workers] == [(b"", 0)] * WRITERS
    texts = [memory["text"] for memory in team.json("list", "-n", "1000")["memories"]]
    assert sorted(texts) == sorted(f"worker {w} memory {n}" for w in range(WRITERS) for n in range(STORES))
    assert team.json("audit", "verify")["whole"] is True


def test_rival_values_end_in_one_truth(team: Home) -> None:
    """Several processes store another value of one fact at once: one is believed, or the fact is contested."""
    team.json("count")
    port = [8000 + number for number in range(WRITERS)]
    workers = [
        team.start(
            "store", f"The staging api listens on port {number}.", "--entity", "staging api", "--attribute", "port",
            "--value", str(number), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        for number in port
    ]  # fmt: skip
    assert [worker.wait(timeout=120) for worker in workers] == [0] * WRITERS
    believed = [memory for memory in team.json("list", "-n", "100")["memories"] if "port" in memory["text"]]
    contested = [memory for memory in believed if memory["contested"]]
    assert len(believed) == 1 or len(contested) == len(believed)
    kept = team.json("list", "-n", "100", "--include", "all")["memories"]
    assert sorted(memory["text"] for memory in kept) == [
        f"The staging api listens on port {number}." for number in port
    ]


def test_one_key_stores_once(team: Home) -> None:
    """Several processes with one key store one memory, and all get its id."""
    team.json("count")
    running = [
        team.start("--json", "store", "--key", "one", "told by all", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(WRITERS)
    ]
    assert [one.wait(timeout=120) for one in running] == [0] * WRITERS
    assert [memory["text"] for memory in team.json("list")["memories"]] == ["told by all"]


def test_a_writer_waits_for_another_of_the_same_user(server: PostgresServer, database: str) -> None:
    """While one writes, another of the same user is told that the store is busy; one of another user is not."""
    first, second, other = (open_engine(server, database, 0.1) for _ in range(3))
    with Transaction(first, View(user="alice"), NOW, write=True) as tx:
        add_memory(tx, "one")
        with pytest.raises(StoreBusy), Transaction(second, View(user="alice"), NOW, write=True) as rival:
            add_memory(rival, "two")
        with Transaction(other, View(user="bob"), NOW, write=True) as stranger:
            add_memory(stranger, "three")
        with Transaction(second, View(user="alice"), NOW) as reader:
            assert reader.memories.count_visible() == 0, "readers do not wait, and see what is committed"
    for engine in (first, second, other):
        engine.close()


def test_a_reader_sees_one_moment(server: PostgresServer, database: str) -> None:
    """What others commit while a transaction reads is not seen in it."""
    writer, reader = open_engine(server, database), open_engine(server, database)
    with Transaction(reader, View(user="alice"), NOW) as tx:
        assert tx.memories.count_visible() == 0
        with Transaction(writer, View(user="alice"), NOW, write=True) as other:
            add_memory(other, "one")
        assert tx.memories.count_visible() == 0
    with Transaction(reader, View(user="alice"), NOW) as tx:
        assert tx.memories.count_visible() == 1
    writer.close()
    reader.close()


def test_a_reading_transaction_cannot_write(server: PostgresServer, database: str) -> None:
    """The server itself refuses a write in a transaction that was begun for reading."""
    engine = open_engine(server, database)
    with pytest.raises(StoreError, match="read-only"), Transaction(engine, View(user="alice"), NOW) as tx:
        tx.operations.add("store", trust="agent")
    engine.close()


def test_each_job_is_claimed_once(server: PostgresServer, database: str) -> None:
    """Several workers at once claim different jobs; a job whose worker fell silent is claimed again, with a new fence."""
    engine = open_engine(server, database)
    insert = "INSERT INTO job (tenant_id, n, id, kind, state, payload, created_at, run_after) VALUES ('alice', %s, %s, 'store', 'queued', '{}', 0, 0)"
    with server.connect(database) as connection, connection.transaction():
        connection.execute("SELECT set_config('recall.tenant', 'alice', true)")
        for n in range(1, 13):
            connection.execute(insert, [n, f"job{n}"])
    claimed: list[int] = []

    def claim_all() -> None:
        own = open_engine(server, database)
        while True:
            with Transaction(own, View(user="alice"), NOW, write=True) as tx:
                rows = tx.run("jobs", "claim", lease=60_000, lease_until=NOW + 60_000)
            if not rows:
                break
            claimed.append(rows[0][0])
        own.close()

    threads = [threading.Thread(target=claim_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed) == [*range(1, 13)]
    with Transaction(engine, View(user="alice"), NOW + 61_000, write=True) as tx:
        again = tx.run("jobs", "claim", lease=60_000, lease_until=NOW + 120_000)
        assert (again[0][0], again[0][5]) == (1, 2), "the oldest, with the next fence"
    engine.close()


def test_a_locked_user_holds_up_nobody_else(team: Home) -> None:
    """A worker for all users tells at its end that one user's jobs could not be run; those of the others were."""
    users = ("ann", "bob", "cid")
    for user in users:
        env = {"RECALL_USER": user}
        team.quick("token", "create", f"of-{user}", env=env, person=True)
        team.quick("store", "--defer", f"The port of {user} is 8080.", env=env)
    holder = PostgresEngine(team.store_name, write=True, patience=5, version="test", now=lambda: NOW)
    with Transaction(holder, View(user="ann"), NOW, write=True) as tx:
        tx.operations.add("store", trust="agent")
        answer = team.quick("worker", "--all-users", env={"RECALL_BUSY_SECONDS": "0.2"})
    holder.close()
    assert "the store is busy" in answer.err
    kept = {user: team.json("list", env={"RECALL_USER": user})["memories"] for user in users}
    assert [len(kept[user]) for user in users] == [0, 1, 1]
    assert team.json("worker", "--all-users")["done"] == 1


def test_a_lost_connection_during_a_commit_is_told(server: PostgresServer, database: str) -> None:
    """Nobody knows then whether it was kept: the error says so, and names the key to ask again with."""
    engine = open_engine(server, database)
    tx = Transaction(engine, View(user="alice"), NOW, write=True).__enter__()
    add_memory(tx, "one")
    with server.admin() as admin:
        admin.execute("SELECT pg_terminate_backend(%s)", [engine._server.info.backend_pid])
    with pytest.raises(StoreError, match="it is not known whether this was kept"):
        engine.commit()
    engine.close()


def test_a_failed_write_leaves_nothing(server: PostgresServer, database: str) -> None:
    """What is given up leaves nothing, and the connection is usable again."""
    engine = open_engine(server, database)
    tx = Transaction(engine, View(user="alice"), NOW, write=True)
    tx.__enter__()
    add_memory(tx, "one")
    tx.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    with Transaction(engine, View(user="alice"), NOW) as tx:
        assert tx.memories.count_visible() == 0
    engine.close()

"""Many writers on one server, as `recall serve` has them: nothing is lost, doubled or left in a deadlock."""

import random
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import DiskFull
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.postgres.connection_pool import close_pools
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.explain.audit import verify_chain
from recall_cli.serve.http.token_app import TokenApp, TokenGrant
from tests.engines.postgres.persistent_writer import WRITING, store_as, stored_texts
from tests.engines.stores import NOW, add_memory
from tests.long_run import LONG_RUN
from tests.postgres_server import PostgresServer

WRITERS, USERS = 32, 8
STORES = 25 if LONG_RUN else 3


@pytest.fixture
def address(server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A database as the server's threads open it."""
    monkeypatch.setenv("RECALL_EXTRACTOR", "none")
    monkeypatch.setenv("RECALL_BUSY_SECONDS", "120")
    close_pools()
    yield server.url(database)
    close_pools()


def test_32_writers_lose_and_double_nothing(address: str) -> None:
    """32 threads store for 8 users; half of all keys come from several threads. Each text is there once."""
    failures: list[str] = []
    wanted: dict[str, set[str]] = {f"user{number}": set() for number in range(USERS)}

    def text_of(writer: int, number: int) -> tuple[str, str]:
        owner = "everybody" if number % 2 else f"writer {writer}"
        return f"{owner} decided number {number} about the deploy of service {number}.", f"{owner}-{number}"

    def work(writer: int) -> None:
        app = TokenApp(address)
        for number in range(STORES):
            answer = store_as(app, f"user{writer % USERS}", *text_of(writer, number))
            if answer.is_error:
                failures.append(answer.text)
        app.close()

    for writer in range(WRITERS):
        wanted[f"user{writer % USERS}"] |= {text_of(writer, number)[0] for number in range(STORES)}
    threads = [threading.Thread(target=work, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    app = TokenApp(address)
    for user, texts in wanted.items():
        assert stored_texts(app, user) == Counter(texts), user
        app.bind(TokenGrant(user=user, agent="writer", rights=WRITING))
        assert verify_chain(app).intact
    app.close()


@pytest.fixture
def small_disk(server: PostgresServer) -> Iterator[Path]:
    """A disk of a few megabytes, in a folder that the server can enter."""
    folder = server.folder / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m,mode=0777", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can make a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
    folder.rmdir()


def test_a_full_disk_is_told_and_keeps_what_was_acknowledged(server: PostgresServer, small_disk: Path) -> None:
    """The write that finds the disk full fails whole; what was stored before is there, and reading goes on."""
    folder = small_disk / "data"
    folder.mkdir()
    folder.chmod(0o700)
    server.own(folder)
    with server.admin() as admin:
        admin.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        admin.execute("CREATE DATABASE on_small_disk TEMPLATE recall_template TABLESPACE small")
    try:
        engine = PostgresEngine(server.url("on_small_disk"), write=True, patience=5.0, version="test", now=lambda: NOW)
        kept = count_until_full(engine)
        with Transaction(engine, View(user="alice"), NOW) as tx:
            assert tx.memories.count_visible() == kept * 50
        engine.close()
    finally:
        with server.admin() as admin:
            admin.execute("DROP DATABASE on_small_disk WITH (FORCE)")
            admin.execute("DROP TABLESPACE small")


def count_until_full(engine: PostgresEngine) -> int:
    """Store until the disk is full; how many transactions were acknowledged."""
    for number in range(10_000):
        try:
            store_much(engine, number)
        except DiskFull:
            return number
    raise AssertionError("the disk was never full")


def store_much(engine: PostgresEngine, number: int) -> None:
    """One transaction with 50 memories, each of a few kilobytes that do not compress."""
    chance = random.Random(number)
    with Transaction(engine, View(user="alice"), NOW, write=True) as tx:
        for _ in range(50):
            add_memory(tx, " ".join(f"{chance.getrandbits(40):x}" for _ in range(200)))

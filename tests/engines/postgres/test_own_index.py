"""A user with very many memories: an index of nearest neighbours of that user alone, which `recall doctor` proposes."""

import time
from typing import Any

import pytest

from recall_cli.app import App
from recall_cli.domain.scope import Filters, View
from recall_cli.engines.postgres import vectors
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.doctor.server import check_large_user
from recall_cli.inference.static_table import StaticTable
from tests.bench.corpus import Corpus
from tests.engines.stores import NOW, add_memory
from tests.postgres_server import PostgresServer

TABLE = StaticTable()
QUOTED_USER = "o'brien"
"""A user whose name has to be quoted in the statement that an administrator runs."""
MEMORIES = 1_500
"""More than a search looks at through the index."""


def nearest(app: App, user: str, question: str, count: int = 10) -> "list[tuple[int, float]]":
    """What a search of a user finds by meaning."""
    with Transaction(app.engine(), View(user=user), NOW + 1, embedder=lambda: TABLE) as tx:
        return tx.vectors.nearest(TABLE.embed(question), count, Filters())


@pytest.fixture
def filled(server: PostgresServer, database: str) -> Any:
    """A database with one large user and a small one."""
    app = App({"db": server.url(database), "user": QUOTED_USER})
    texts = [str(memory["text"]) for memory in Corpus().memories(MEMORIES)]
    for user, number in ((QUOTED_USER, MEMORIES), ("alice", 30)):
        with Transaction(app.engine(write=True), View(user=user), NOW, write=True, embedder=lambda: TABLE) as tx:
            for text in texts[:number]:
                add_memory(tx, text)
    yield app, texts
    app.close()


def test_an_index_of_their_own(
    filled: Any, server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Doctor names the statement; with the index the same memories are found, by it, and only by that user."""
    app, texts = filled
    assert [*check_large_user(app)] == []
    monkeypatch.setattr(vectors, "MIN_INDEXED", MEMORIES - 1)
    (finding,) = check_large_user(app)
    assert finding.message == f"{QUOTED_USER} has {MEMORIES:,} memories, and every search compares all of them"
    asked = texts[::200]
    before = [nearest(app, QUOTED_USER, text) for text in asked]
    small = [nearest(app, "alice", text) for text in asked]
    with server.admin(database) as admin:
        admin.execute(finding.remedy.partition("psql: ")[2])
        admin.execute("ANALYZE")
    assert [*check_large_user(app)] == []
    check_plans(app, server, database)
    app.close()
    assert [nearest(app, QUOTED_USER, text) for text in asked] == before
    assert [nearest(app, "alice", text) for text in asked] == small
    engine = app.engine()
    assert isinstance(engine, PostgresEngine)
    assert sorted(engine._own_indexes.values()) == [False, True]
    assert len(nearest(app, QUOTED_USER, texts[0], MEMORIES)) == MEMORIES
    app.close()
    assert uses_of_index(server, database) >= len(asked)


def uses_of_index(server: PostgresServer, database: str) -> int:
    """How often the index was read; a connection reports that when it ends."""
    sql = "SELECT sum(idx_scan) FROM pg_stat_user_indexes WHERE indexrelname LIKE 'vector_near%'"
    for _ in range(100):
        with server.admin(database) as admin:
            uses = int(admin.execute(sql).fetchone()[0])
        if uses:
            break
        time.sleep(0.05)
    return uses


def check_plans(app: App, server: PostgresServer, database: str) -> None:
    """Under row-level security a statement for that user reads the index, and one for another user does not."""
    model = _model(app)
    name = vectors.own_index_name(QUOTED_USER, model)
    with server.connect(database) as login, login.transaction():
        for user, wanted in ((QUOTED_USER, True), ("alice", False)):
            login.execute(
                "SELECT set_config('recall.tenant', %s, true), set_config('enable_sort', 'off', true)", [user]
            )
            query = "[" + ",".join(["1"] * 128) + "]"
            shown = login.execute(
                "EXPLAIN SELECT n FROM vector WHERE tenant_id = %s AND model = %s "
                "ORDER BY embedding::halfvec(128) <=> %s::halfvec LIMIT 100",
                [user, model, query],
            ).fetchall()
            assert (name in str(shown)) is wanted, shown


def _model(app: App) -> str:
    with Transaction(app.engine(), View(user=QUOTED_USER), NOW + 1) as tx:
        return tx.moving.vector_models()[0]

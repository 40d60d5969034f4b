"""The same writes give the same store on both engines, and the same questions the same answers."""

from typing import Any

import pytest

from recall_cli.domain.ids import uuid7
from recall_cli.domain.scope import Filters, View
from recall_cli.engines.postgres import vectors
from recall_cli.engines.postgres.connection import PostgresEngine
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.transaction import Transaction
from recall_cli.flows.search.search import search
from recall_cli.flows.write.think import new_draft
from recall_cli.inference.static_table import StaticTable
from tests.bench.corpus import Corpus
from tests.engines.stores import NOW
from tests.long_run import LONG_RUN
from tests.postgres_server import PostgresServer

TABLE = StaticTable()
MEMORIES = 2_400
"""More than the number up to which every word is searched for."""
QUESTION_STEP = 100 if LONG_RUN else 300
"""Every so many memories, questions are made of one's words."""
SCRIPTS = (
    "漢字かな交じり文 監査ログ",
    "The launch went well 🚀",
    "Der Server heißt Zürich",
    "版本v2.0已经发布",
    "c++ and c#",
)


def texts() -> "list[tuple[str, dict[str, str | None], str]]":
    """Texts with tags and topics, in several scripts."""
    found: list[tuple[str, dict[str, str | None], str]] = []
    for number, memory in enumerate(Corpus().memories(MEMORIES)):
        text = memory["text"] if number % 60 else SCRIPTS[number // 60 % len(SCRIPTS)] + f" {number}"
        found.append((text, memory["tags"] or {}, ("build", "deploy", "database")[number % 3]))
    return found


def fill(engine: Any) -> None:
    """Store all texts in one transaction."""
    with Transaction(engine, View(user="owner"), NOW, write=True, embedder=lambda: TABLE) as tx:
        op = tx.operations.add("import", trust="agent")
        for number, (text, tags, topic) in enumerate(texts()):
            said = {"source": "agent", "trust": "agent", "created_at": NOW + number, "updated_at": NOW + number}
            draft = new_draft(text=text, tags=tags, topic=topic, **said)
            tx.memories.add(draft, id_=uuid7(NOW, number, bytes(8)), project=None, op=op)


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A file and a database with the same memories."""
    from tests.postgres_server import running_server

    server: PostgresServer = running_server()
    name = server.new_database()
    with server.passfile_in_environment():
        ours = PostgresEngine(server.url(name), write=True, patience=1.0, version="test", now=lambda: NOW)
    path = tmp_path_factory.mktemp("file") / "m.db"
    theirs = SqliteEngine(str(path), write=True, patience=1.0, version="test", now=lambda: NOW)
    for engine in (theirs, ours):
        fill(engine)
    with server.admin(name) as admin:
        admin.execute(
            "ANALYZE"
        )  # as autovacuum does on other servers; without statistics a look by a tag takes a second
    yield theirs, ours
    theirs.close()
    ours.close()
    server.drop_database(name)


def answers(engine: Any, question: str, wanted: Filters) -> "dict[str, Any]":
    """What a question finds by words and by meaning, with scores."""
    with Transaction(engine, View(user="owner"), NOW + MEMORIES, embedder=lambda: TABLE) as tx:
        asked = tx.search.parse_question(question)
        words = tx.search.by_words(asked.match, wanted, 20) if asked.match is not None else []
        near = tx.vectors.nearest(TABLE.embed(question), 20, wanted)
        return {"counts": asked.counts, "size": asked.size, "words": words, "near": near}


def questions() -> "list[str]":
    """Words of the texts, alone and several together, and some that nobody said."""
    found = []
    for number, (text, _, _) in enumerate(texts()):
        if number % QUESTION_STEP == 0:
            words = text.split()
            found += [text, " ".join(words[::2]), words[-1], " ".join(words[:2]) + " postgr"]
    return [*found, "what is it", "東", "監査", "🚀", "nobody-says this", "zurich"]


@pytest.mark.parametrize("wanted", [Filters(), Filters(topic="build"), Filters(tags=(("area", None),))], ids=str)
def test_the_same_ranking(engines: Any, wanted: Filters) -> None:
    """Words have the same counts, scores and order; meanings the same cosines and order."""
    theirs, ours = engines
    asked = questions()
    assert len(asked) > 30
    for question in asked:
        expected, found = answers(theirs, question, wanted), answers(ours, question, wanted)
        assert found["counts"] == expected["counts"], question
        assert found["size"] == expected["size"]
        assert_as_near(found["near"], expected["near"], question)
        assert scores(found["words"]) == scores(expected["words"]), question
        assert grouped(found["words"]) == grouped(expected["words"]), question


def test_memories_behind_many_that_do_not_pass(engines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where few of the nearest pass, all that pass are compared: none is missing, whatever the first look saw."""
    for widths in ((0, 0), (1, 1), (1, 40), vectors.WIDTHS):
        monkeypatch.setattr(vectors, "WIDTHS", widths)
        for wanted in (Filters(), Filters(topic="build"), Filters(topic="nothing of this topic")):
            for question in questions()[:: 1 if LONG_RUN else 4]:
                expected, found = (answers(engine, question, wanted)["near"] for engine in engines)
                assert_as_near(found, expected, question)


def made_questions(number: int) -> "list[str]":
    """Questions of the corpus: natural ones, rare words and common words, and parts of the texts."""
    asked = Corpus().questions(number // 4, number // 4)
    found = [*asked.natural[: number // 4], *asked.rare[: number // 4], *asked.common[: number // 4]]
    for place, (text, _, _) in enumerate(texts()):
        if len(found) == number:
            break
        words = text.split()
        found.append(" ".join(words[place % 3 : place % 3 + 2 + place % 7]))
    return found


@pytest.mark.parametrize("by_matrix", [False, True])
def test_the_same_first_ten(engines: Any, by_matrix: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole search finds the same ten memories on both, but for one question in a hundred at most.

    SQLite looks by bit planes at first, and by a matrix in a process that asks often.
    """
    from recall_cli.engines.sqlite.vectors import vector_store

    monkeypatch.setattr(vector_store, "QUERIES_BEFORE_MATRIX", -1 if by_matrix else 1 << 30)
    asked = made_questions(1_000 if LONG_RUN and not by_matrix else 100)
    found = []
    for engine in engines:
        with Transaction(engine, View(user="owner"), NOW + MEMORIES, embedder=lambda: TABLE) as tx:
            found.append([{hit.memory.id for hit in search(tx, text, Filters(), 10).hits} for text in asked])
    different = [text for text, one, other in zip(asked, *found, strict=True) if one != other]
    assert sum(map(bool, found[0])) > 0.8 * len(asked)
    assert len(different) <= len(asked) // 100, different


def assert_as_near(found: "list[tuple[int, float]]", expected: "list[tuple[int, float]]", question: str) -> None:
    """No neighbour is farther than the one of the other engine; SQLite's first look may miss one, and rounds cosines."""
    assert len(found) == len(expected), question
    for (_, ours), (_, theirs) in zip(found, expected, strict=True):
        assert ours > theirs - 1e-6, question


def scores(found: "list[tuple[int, float]]") -> "list[float]":
    return [score for _, score in found]


def grouped(found: "list[tuple[int, float]]") -> "list[set[int]]":
    """The memories in order; those with equal scores together, and without the last group, which the limit may cut."""
    groups: dict[float, set[int]] = {}
    for number, score in found:
        groups.setdefault(round(score, 9), set()).add(number)
    return [*groups.values()][: -1 if len(found) == 20 else None]


def test_the_same_rows(engines: Any) -> None:
    """Every memory has the same columns in both."""
    rows = []
    for engine in engines:
        with Transaction(engine, View(user="owner"), NOW + MEMORIES) as tx:
            rows.append([memory.fields() for memory in tx.memories.iterate(Filters(as_of=None))])
    assert rows[0] == rows[1]
    assert len(rows[0]) == MEMORIES

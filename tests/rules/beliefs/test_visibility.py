"""Visibility: the rule for restored rows agrees with the SQL statements for present rows."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import MEMORY_TYPES, SOURCES, TRUST_LEVELS
from recall_cli.domain.scope import INCLUDE_CHOICES, Filters
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.rules.beliefs.visibility import is_believed, passes_filters
from tests.engines.stores import add_memory, begin_transaction, open_store
from tests.long_run import repetitions

moments = st.integers(0, 9)
ends = st.none() | moments
keys, words = (
    st.sampled_from(("a", "b", 'q"uote', "é", "with space", "back\\slash")),
    st.sampled_from(("1", "2", "", "é\"'")),
)
columns = st.fixed_dictionaries(
    {
        "created_at": moments,
        "deleted_at": ends,
        "superseded_at": ends,
        "held": st.none() | st.just("why"),
        "valid_from": ends,
        "valid_until": ends,
        "type": st.sampled_from(MEMORY_TYPES[:3]),
        "topic": st.none() | st.sampled_from(("t", "T")),
        "agent": st.none() | st.sampled_from(("x", "y")),
        "session": st.none() | st.sampled_from(("s", "t")),
        "source": st.sampled_from(SOURCES),
        "trust": st.sampled_from(TRUST_LEVELS),
        "access_count": st.sampled_from((0, 1, 5)),
        "confidence": st.sampled_from((0.0, 0.4, 1.0)),
        "project": st.none() | st.sampled_from((1, 2)),
        "tags": st.none() | st.dictionaries(keys, words, min_size=1, max_size=3),
    }
)
filters = st.builds(
    Filters,
    types=st.lists(st.sampled_from(MEMORY_TYPES[:3]), max_size=2).map(tuple),
    topic=st.none() | st.sampled_from(("t", "T")),
    projects=st.none() | st.lists(st.sampled_from((1, 2, 3)), max_size=2).map(tuple),
    everywhere=st.booleans(),
    agent=st.none() | st.sampled_from(("x", "y")),
    session=st.none() | st.sampled_from(("s", "t")),
    sources=st.lists(st.sampled_from(SOURCES), max_size=2).map(tuple),
    trusts=st.lists(st.sampled_from(TRUST_LEVELS), max_size=2).map(tuple),
    unused=st.booleans(),
    tags=st.lists(st.tuples(keys, st.none() | words), max_size=2).map(tuple),
    since=ends,
    until=ends,
    min_confidence=st.sampled_from((0.0, 0.4, 0.5)),
    as_of=moments,
    include=st.frozensets(st.sampled_from(INCLUDE_CHOICES)),
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteEngine]:
    """A store with two projects and nothing in them."""
    engine = open_store(tmp_path_factory.mktemp("seen") / "s.db")
    with begin_transaction(engine) as tx:
        assert (tx.projects.add("one").n, tx.projects.add("two").n) == (1, 2)
    yield engine
    engine.close()


@given(st.lists(columns, min_size=1, max_size=6), filters)
@settings(max_examples=repetitions(400))
def test_the_rule_and_the_statement_agree(engine: SqliteEngine, rows: list[dict[str, object]], asked: Filters) -> None:
    """For any memories, moment, filters and inclusions, both give the same memories."""
    tx = begin_transaction(engine)
    engine.begin(write=True)
    try:
        given_ = {add_memory(tx, f"memory {at}", **row): row for at, row in enumerate(rows)}
        by_statement = {memory.n for memory in tx.memories.newest(asked, 100, 0)}
        assert tx.memories.count(asked) == len(by_statement)
        everything = Filters(include=frozenset(INCLUDE_CHOICES))
        memories = {memory.n: memory for memory in tx.memories.newest(everything.but(as_of=100), 100, 0)}
        assert memories.keys() == given_.keys()
        assert asked.as_of is not None
        by_rule = {
            n
            for n, memory in memories.items()
            if is_believed(memory, asked.as_of, asked.include)
            and passes_filters(memory, asked, given_[n]["project"], loads(memory.tags or "{}"))  # type: ignore[arg-type]
        }
        assert by_statement == by_rule
    finally:
        engine.rollback()


@given(st.lists(columns, min_size=1, max_size=6), filters)
def test_now_is_the_moment_that_is_now(engine: SqliteEngine, rows: list[dict[str, object]], asked: Filters) -> None:
    """The fast statement for now and the general one for a moment agree about the present."""
    tx = begin_transaction(engine)
    engine.begin(write=True)
    try:
        for at, row in enumerate(rows):
            add_memory(tx, f"memory {at}", **row)
        plain = asked.but(as_of=None)
        now = {memory.n for memory in tx.memories.newest(plain, 100, 0)}
        assert tx.memories.count(plain) == len(now)
        assert now == {memory.n for memory in tx.memories.newest(asked.but(as_of=tx.now), 100, 0)}
        assert {memory.n for memory in tx.memories.iterate(plain, page=2)} == now
    finally:
        engine.rollback()


def test_a_tag_filter_is_kept_as_it_was_said() -> None:
    """Two values for one tag match nothing; the second does not replace the first."""
    assert loads(str(Filters(tags=(("k", "a"), ("k", "b"))).sql_parameters["tags"])) == [["k", "a"], ["k", "b"]]
    assert dumps_utf8({}) == "{}"

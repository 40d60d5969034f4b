"""Questions as FTS5 expressions: any text is valid, and finds memories that share its words."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from recall_cli.domain.scope import Filters
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.engines.sqlite import fts_query
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.fts_query import QueryWord, build_expression
from recall_cli.engines.statements import SQLITE
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import add_memory, begin_transaction, open_store
from tests.for_each import for_each
from tests.long_run import repetitions

HOSTILE_QUESTIONS = (
    "", " ", "\0", "a\0b", '"', '""', '"unclosed', "'", "-", "- -", "-word", "*", "word*", "^word", "(", ")", "()",
    ":", "text:word", "grams : x", "NEAR", "NEAR(a b)", "NEAR(a b, 2)", "AND", "a AND", "OR OR", "NOT", "NOT NOT x",
    "a + b", "{text tags}:x", "memory_fts", "; DROP TABLE memory; --", "/*", "\\", "%", "_", "🙂", "👨‍👩‍👧‍👦", "🏳️‍🌈",
    "漢", "漢字かな交じり文", "한국어 검색", "ภาษาไทยง่าย", "e\u0301", "é", "İ", "ß", "ﬁ", "\u202e", "\u200b", "\ufeff", "\ud800",
    "x\udcffy", "\U0010ffff", "naïve café", "😀😀😀", "1.2.3", "C++", "a_b", "foo/bar.py:12", "🇩🇪", "①②③", "Ⅷ", "〇", "々",
    "ー", "\u0e34", "\u3000", "a" * 50_000, "word " * 10_000, '" ' * 20_000, "漢" * 20_000, "🙂" * 12_000,
    "".join(chr(n) for n in range(1, 0x3000)),
)  # fmt: skip


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteEngine]:
    """A small store with a few memories in many scripts."""
    engine = open_store(tmp_path_factory.mktemp("small") / "s.db")
    with begin_transaction(engine) as tx:
        for text in TEXTS:
            add_memory(tx, text)
    yield engine
    engine.close()


TEXTS = (
    "We chose PostgreSQL as the main database because the team knows it.",
    "The deploy takes four minutes on the new runners.",
    "Tabs, not spaces, in Go.",
    "東京の倉庫は月曜日に閉まる。",
    "서울 사무실은 아홉 시에 연다",
    "ร้านเปิดทุกวัน",
    "The launch went well 🚀 and everybody was happy 🎉",
    "Der Server heißt Zürich und steht im Keller.",
    "版本v2.0已经发布",
)


def found_texts(tx: Transaction, question: str, limit: int = 10) -> list[str]:
    """The memories that a question finds, best first."""
    match = tx.search.match_expression(question)
    if match is None:
        return []
    numbers = [number for number, _ in tx.search.by_words(match, Filters(), limit)]
    return [memory.text for memory in tx.memories.by_number(numbers)]


@for_each("question", HOSTILE_QUESTIONS, ids=lambda text: repr(text)[:20])
def test_nothing_is_syntax(engine: SqliteEngine, question: str) -> None:
    """Quotes, operators, column names, 50 KB, NUL and lone surrogates are ordinary questions."""
    with begin_transaction(engine, write=False) as tx:
        found_texts(tx, question)


@given(st.text(st.characters(), max_size=60))
@example("\ud800")
@settings(max_examples=repetitions(400))
def test_any_text_at_all_is_a_valid_question(engine: SqliteEngine, question: str) -> None:
    """The index answers any Unicode text, including surrogates."""
    with begin_transaction(engine, write=False) as tx:
        found_texts(tx, question)


@given(
    st.lists(st.sampled_from(['"', "-", "*", "NEAR", "AND", "OR", "(", ")", ":", "^", "+", "x", "漢字", "{", "}", " "]))
)
def test_no_operators_make_an_invalid_question(engine: SqliteEngine, parts: list[str]) -> None:
    """The operators of FTS5 in any order are ordinary words."""
    with begin_transaction(engine, write=False) as tx:
        found_texts(tx, "".join(parts))


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
@settings(max_examples=repetitions(300))
def test_whatever_has_a_letter_finds_itself(engine: SqliteEngine, text: str) -> None:
    """A memory is found by its own text, in any script."""
    tx = begin_transaction(engine)
    engine.begin(write=True)
    try:
        add_memory(tx, text)
        if engine.question_words(text):
            assert text in found_texts(tx, text, 1000)
    finally:
        engine.rollback()


QUESTIONS = (
    ("which database did we choose and why?", 0),
    ("what does the team know", 0),
    ("how long do deploys take?", 1),
    ("should I indent Go with tabs or spaces", 2),
    ("postgres", 0),
    ("PostgreSQL's", 0),
    ("zurich", 7),
    ("ZÜRICH", 7),
    ("東京", 3),
    ("倉庫", 3),
    ("月", 3),
    ("閉まる", 3),
    ("京の倉", 3),
    ("서울", 4),
    ("사무", 4),
    ("เปิด", 5),
    ("🚀", 6),
    ("🎉 party", 6),
    ("发布", 8),
    ("v2", 8),
)


@pytest.mark.parametrize(("question", "which"), QUESTIONS)
def test_a_question_finds_its_memory(engine: SqliteEngine, question: str, which: int) -> None:
    """A memory is found by some of its words, a beginning of one, or any part of a text without spaces."""
    with begin_transaction(engine, write=False) as tx:
        assert found_texts(tx, question)[0] == TEXTS[which]


def test_other_letters_of_a_spaceless_script_do_not_match(engine: SqliteEngine) -> None:
    """The same letters in another order are another word."""
    with begin_transaction(engine, write=False) as tx:
        assert found_texts(tx, "京東") == []
        assert found_texts(tx, "🎈") == []


def test_stop_words_are_asked_for_only_when_there_is_nothing_else(engine: SqliteEngine) -> None:
    """ "What is it" alone is searched for; next to a content word it is not."""
    with begin_transaction(engine, write=False) as tx:
        assert tx.search.match_expression("which one is it") is not None
        assert found_texts(tx, "the it in") != []
        assert tx.search.match_expression("what is the server") == '"server"'
        assert {word.ask.strip('"') for word in engine.question_words("what is the server") if word.stop} <= STOP_WORDS


def test_an_unknown_word_is_asked_for_as_a_beginning(engine: SqliteEngine) -> None:
    """A word that no memory contains is searched for as a prefix; a known word is not."""
    with begin_transaction(engine, write=False) as tx:
        assert tx.search.match_expression("postgres") == '"postgres"*'
        assert tx.search.match_expression("deploy") == '"deploy"'
        assert tx.search.match_expression("zz") == '"zz"'


def test_a_question_has_no_end_of_words_but_asks_for_few() -> None:
    """A long question is reduced to its rarest words."""
    asked = fts_query.question_words(" ".join(f"w{n}" for n in range(100)), _split_words)
    counts = {f"w{n}": n + 1 for n in range(100)}
    said = fts_query.build_expression(asked, counts, 100)
    assert said == " OR ".join(f'"w{n}"' for n in range(fts_query.MAX_QUERY_TERMS))


def _split_words(text: str) -> list[tuple[int, int, str]]:
    found, at = [], 0
    for word in text.split(" "):
        found.append((at, at + len(word), word))
        at += len(word) + 1
    return found


@pytest.fixture(scope="module")
def large_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteEngine]:
    """Five thousand memories: all with a common word, few with the rare ones."""
    engine = open_store(tmp_path_factory.mktemp("large") / "s.db")
    with begin_transaction(engine) as tx:
        for n in range(5000):
            words = ["common", f"half{n % 2}", f"tenth{n % 10}", f"rare{n % 700}"]
            add_memory(tx, " ".join(words), created_at=1_700_000_000_000 + n, type=("fact", "decision")[n % 2])
    yield engine
    engine.close()


def test_in_a_large_store_rare_words_are_the_anchors(large_engine: SqliteEngine) -> None:
    """A memory must have one of the rare words; the common ones only add to its score."""
    with begin_transaction(large_engine, write=False) as tx:
        said = tx.search.match_expression("common rare7 tenth7 half1")
        assert said == '("rare7" OR "tenth7") AND ("rare7" OR "tenth7")' or said == '"rare7" OR "tenth7"'
        found = found_texts(tx, "common rare7 tenth7", 1000)
        assert found[0].split()[2:] == ["tenth7", "rare7"]
        assert all("rare7" in text or "tenth7" in text for text in found)


@for_each(
    "counts, anchor",
    [
        ((150_000, 180_000, 190_000, 195_000), "a AND b AND c"),  # 27,000 hold two of them, 5,130 all three
        ((10_000, 190_000, 195_000), "a AND b"),  # 1,900 are few enough
        ((100_000, 100_000, 20_000), "c AND a"),  # 2,000 hold the rarest and the next
        ((40_000, 50_000, 60_000), "a AND b"),  # a third would leave 120
    ],
)
def test_of_common_words_so_many_are_asked_for_together_that_few_rows_are_left(
    counts: tuple[int, ...], anchor: str
) -> None:
    """The expected number of rows in a store of a million memories."""
    asked = [QueryWord(letter, letter, False) for letter in "abcd"[: len(counts)]]
    told = build_expression(asked, dict(zip("abcd", counts, strict=False)), 1_000_000)
    assert told is not None
    assert told.startswith(f"({anchor}) AND (")


@for_each(
    "counts, whole",
    [
        ((99_000, 115_000), "a AND b"),
        ((115_000, 253_000, 306_000), "a AND b AND c"),  # though two of them are in more than a fifth
        ((260_000, 250_000), "b AND a"),
        ((115_000,), "a"),
    ],
)
def test_what_is_asked_for_together_is_asked_for_once(counts: tuple[int, ...], whole: str) -> None:
    """If no other word could add to the score, the words are not searched for twice."""
    asked = [QueryWord(letter, letter, False) for letter in "abc"[: len(counts)]]
    assert build_expression(asked, dict(zip("abc", counts, strict=False)), 1_000_000) == whole


def test_in_a_large_store_common_words_alone_are_found_too(large_engine: SqliteEngine) -> None:
    """A question of common words alone searches for them."""
    with begin_transaction(large_engine, write=False) as tx:
        assert len(found_texts(tx, "common", 20)) == 20
        both = found_texts(tx, "common half1", 20)
        assert len(both) == 20
        assert all("half1" in text for text in both)


def query_plan(engine: SqliteEngine, table: str, name: str, **values: object) -> str:
    """The query plan of a statement."""
    filters = Filters().sql_parameters
    view = {"user": "owner", "clearance": 3, "viewer": None, "topics": None, "granted": None}
    bound = {**view, "now": 2e12, "except": "[]", **filters}
    rows = engine.connection.execute("EXPLAIN QUERY PLAN " + SQLITE.get(table, name), {**bound, **values}).fetchall()
    return "\n".join(row[3] for row in rows)


def test_which_index_a_statement_uses(large_engine: SqliteEngine) -> None:
    """The frequent statements use their indexes and sort nothing."""
    listed = query_plan(large_engine, "memories", "list", limit=10, offset=0)
    assert "USING INDEX memory_live (user=?)" in listed
    assert "TEMP B-TREE" not in listed.replace("USE TEMP B-TREE FOR LAST TERM OF ORDER BY", "")
    words = query_plan(large_engine, "search", "words", match='"rare7"', limit=10)
    assert "SCAN f VIRTUAL TABLE INDEX" in words
    assert "SEARCH m USING INTEGER PRIMARY KEY" in words
    assert "SEARCH m USING INDEX memory_hash (<expr>=?)" in query_plan(
        large_engine, "memories", "same_text", hash=1, project=None
    )
    assert "sqlite_autoindex_memory_1 (id=?)" in query_plan(large_engine, "memories", "by_id", id="x")
    assert "sqlite_autoindex_memory_1 (id>? AND id<?)" in query_plan(
        large_engine, "memories", "by_prefix", low="0", high="1"
    )
    assert "INDEX memory_live (user=?)" in query_plan(large_engine, "memories", "count_live")
    assert "memory_bounded" in query_plan(large_engine, "memories", "count_unseasonable")
    assert "INTEGER PRIMARY KEY" in query_plan(large_engine, "memories", "by_number", numbers="[1]")
    assert "memory_fact (user=? AND fact=?)" in query_plan(large_engine, "memories", "of_fact", fact="a/b")
    assert "change_memory (memory=?)" in query_plan(large_engine, "operations", "of_memory", memory=1)


def test_live_memories_are_counted_in_the_index_alone(large_engine: SqliteEngine) -> None:
    """Counting reads no column of any row."""
    for name in ("count_live", "count_live_in"):
        bound = {"user": "owner", "projects": "[1]", "everywhere": 1}
        steps = large_engine.connection.execute("EXPLAIN " + SQLITE.get("memories", name), bound).fetchall()
        tables = {step[2] for step in steps if step[1] == "OpenRead" and isinstance(step[5], str) and step[5].isdigit()}
        read = [step for step in steps if step[1] == "Column" and step[2] in tables]
        assert read == [] or name == "count_live_in"


def test_common_words_are_counted_once(large_engine: SqliteEngine) -> None:
    """After a refresh the stored counts of common words are used, and they are correct."""
    with begin_transaction(large_engine) as tx:
        before = tx.search.match_expression("common rare7 tenth7")
        tx.search.refresh_counts()
        counted = dict(large_engine.connection.execute("SELECT term, memories FROM common_term").fetchall())
        assert counted["common"] == 5000
        assert "rare7" not in counted
        assert tx.search.match_expression("common rare7 tenth7") == before

"""What a new text is compared with in a large store, and what an erasure of many memories reads there."""

from pathlib import Path
from typing import Any

import pytest

from recall_cli.engines.sqlite.fts_query import TARGET_ANCHOR_ROWS, choose_words
from recall_cli.engines.tables import search
from recall_cli.engines.tables.upkeep import erase
from recall_cli.engines.transaction import Transaction
from tests.engines.stores import add_memory, begin_transaction, open_server_store, open_store
from tests.for_each import for_each
from tests.postgres_server import find_binaries

COMMON = 120
"""The memories that hold the words that everybody uses."""
OPENERS = {"file": open_store, "server": open_server_store}


@pytest.fixture(params=OPENERS)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A store on either engine that counts as large: more memories than are all ranked."""
    if request.param == "server" and find_binaries() is None:
        pytest.skip("no PostgreSQL")
    opened = OPENERS[request.param](tmp_path / "m.db")
    with begin_transaction(opened) as tx:
        for number in range(COMMON):
            add_memory(tx, f"The service {number} writes a report for the team.")
        add_memory(tx, "The service of zebras writes to port 8080.")
    yield opened
    opened.close()


def make_large(monkeypatch: pytest.MonkeyPatch, *, ranked: int = 3_000, read: int = 20_000) -> None:
    """From now on every store counts as large."""
    monkeypatch.setattr(search, "MAX_MEMORIES_ALL_RANKED", 0)
    monkeypatch.setattr(search, "MAX_RANKED_ROWS", ranked)
    monkeypatch.setattr(search, "MAX_ROWS_READ", read)


def candidates(engine: Any, text: str) -> "list[str]":
    """The texts that a new one is compared with, and none for a text without known words."""
    with begin_transaction(engine, write=False) as tx:
        return [memory.text for memory in tx.memories.by_number(tx.search.revisable(text, None, 500))]


def test_a_small_store_ranks_every_memory_with_a_word(engine: Any) -> None:
    """Below the limit each memory that shares a word is a candidate."""
    assert len(candidates(engine, "The service of zebras writes to port 9090")) == COMMON + 1


def test_the_rarest_words_decide_in_a_large_store(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what holds a rare word is ranked; what shares none but common words is left out."""
    make_large(monkeypatch)
    monkeypatch.setattr("recall_cli.engines.sqlite.fts_query.MAX_MEMORIES_ALL_WORDS", 0)
    monkeypatch.setattr("recall_cli.engines.sqlite.fts_query.TARGET_ANCHOR_ROWS", 10)
    found = candidates(engine, "The service of zebras writes to port 9090")
    assert found == ["The service of zebras writes to port 8080."]


def test_a_common_word_alone_looks_at_the_newest_memories(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many memories hold the only known word, a fixed number of them is ranked: the newest."""
    make_large(monkeypatch, ranked=10)
    found = candidates(engine, "report")
    assert sorted(found) == sorted(f"The service {n} writes a report for the team." for n in range(110, COMMON))


def test_several_common_words_look_at_the_newest_memories(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with several words, with a limit of their own."""
    make_large(monkeypatch, ranked=5, read=20)
    found = candidates(engine, "The report of the team")
    assert sorted(found) == sorted(f"The service {n} writes a report for the team." for n in range(100, COMMON))


def test_unknown_words_have_no_candidates(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of words that no memory holds is compared with nothing."""
    make_large(monkeypatch)
    assert candidates(engine, "quokka wallaby") == []


@for_each("size", (20_000, 1_000_000, 100_000_000))
def test_the_rows_that_rare_words_lead_to_do_not_grow(tmp_path: Path, size: int) -> None:
    """The words that choose the memories lead to about the same number of them in a store of any size."""
    engine = open_store(tmp_path / "m.db")
    words = [word for word in engine.question_words("The deploy server of zebras listens on port") if not word.stop]
    shares = dict(zip([word.stem for word in words], (0.1, 0.15, 0.000_01, 0.05, 0.12), strict=False))
    counts = {stem: int(share * size) for stem, share in shares.items()}
    chosen = choose_words(words, counts, size)
    engine.close()
    assert chosen is not None
    assert not chosen.needs_all
    assert sum(counts[word.stem] for word in chosen.anchors) <= 2 * TARGET_ANCHOR_ROWS


def test_many_erased_words_are_looked_for_in_one_pass(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few words are looked for one by one, many with one statement; where a word remains is found either way."""
    with begin_transaction(engine) as tx:
        add_memory(tx, "Nothing of interest.", session="quokka", metadata='{"note": "wallaby"}')
    ran: list[str] = []
    run = Transaction.run

    def count(self: Transaction, table: str, name: str, **values: Any) -> Any:
        ran.append(name)
        return run(self, table, name, **values)

    monkeypatch.setattr(Transaction, "run", count)
    few, many = ["quokka", "wallaby", "gone"], [f"gone{n}" for n in range(erase.MAX_WORDS_ONE_BY_ONE)]
    with begin_transaction(engine, write=False) as tx:
        assert tx.erase.other_places_of(few) == {"quokka": ["memory"], "wallaby": ["memory"], "gone": []}
        assert ran == ["elsewhere"] * 3
        ran.clear()
        found = tx.erase.other_places_of([*few, *many])
    assert ran == ["other_texts"]
    assert found == {"quokka": ["memory"], "wallaby": ["memory"], **{word: [] for word in ["gone", *many]}}


@for_each("share", ("few", "many"))
def test_the_index_of_a_server_is_whole_after_an_erasure(tmp_path: Path, share: str) -> None:
    """Memories leave it one by one, or many in one pass: every word of theirs is gone, and no other."""
    if find_binaries() is None:
        pytest.skip("no PostgreSQL")
    engine = open_server_store(tmp_path / f"{share}.db")
    with begin_transaction(engine) as tx:
        numbers = [add_memory(tx, f"Sentence {n} of many about zebras and word{n}.") for n in range(60)]
    erased = numbers[:2] if share == "few" else numbers[:30]
    with begin_transaction(engine) as tx:
        tx.erase.remove(erased)
    with begin_transaction(engine, write=False) as tx:
        assert tx.search.counts(["word1", "word50", "zebra"]) == {"word1": 0, "word50": 1, "zebra": 60 - len(erased)}
        assert tx.search.size() == 60 - len(erased)
        assert tx.run("health", "words")  # an error if the index differs from the memories
    engine.close()

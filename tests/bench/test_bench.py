"""The benchmark runs, and its table and its JSON have what they promise; nothing is timed here."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.clock import Lap, Spread, ratio
from tests.bench.corpus import Corpus
from tests.bench.operations import operations
from tests.bench.subjects import CHECKOUT, last_line

Run = tuple[str, dict[str, Any]]
LISTED = [operation.name for operation in operations(Corpus().questions(50), ["some"], "some")]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One small run: what it prints, and what it writes."""
    file: Path = tmp_path_factory.mktemp("bench") / "result.json"
    argv = [sys.executable, "-m", "tests.bench", "--sizes", "50", "--rounds", "1", "--no-peers", "--here"]
    said = subprocess.run([*argv, "--json", str(file)], capture_output=True, text=True, check=True, cwd=CHECKOUT)
    return said.stdout, json.loads(file.read_text(encoding="utf-8"))


def test_every_operation_has_its_line(run: Run) -> None:
    """Each operation is a line of the table, with as many cells as the head."""
    table = [line for line in run[0].splitlines() if line.startswith("|")]
    assert [line.split(" | ")[0].strip("| ") for line in table[2 : 2 + len(LISTED)]] == LISTED
    assert {line.count("|") for line in table[: 2 + len(LISTED)]} == {9}
    assert "### 50 memories" in run[0]


def test_json_has_the_same_and_more(run: Run) -> None:
    """The JSON names machine, seed and sizes, and gives every operation its three spreads and its ratios."""
    result = run[1]
    assert {"seed", "machine", "peer", "sizes"} <= result.keys()
    assert result["peer"] == {"reason": "left out"}
    [part] = result["sizes"]
    assert (part["size"], part["rounds"]) == (50, 1)
    assert [row["operation"] for row in part["operations"]] == LISTED
    for row in part["operations"]:
        assert row["peer"] is None
        assert row["peer_not_scored"] == "left out"
        assert row["bare"].keys() == {"median", "low", "high", "cpu"}
        if row["recall"] is not None:
            assert row["recall_to_bare"] == pytest.approx(row["recall"]["median"] / row["bare"]["median"], rel=0.02)


def test_bulk_is_reported(run: Run) -> None:
    """Import, export, peak memory and the size on disk are there for recall."""
    [part] = run[1]["sizes"]
    assert part["bulk"].keys() == {"recall"}
    assert all(figure > 0 for figure in part["bulk"]["recall"].values())


def test_searches_find_something(run: Run) -> None:
    """The questions are about what is in the store, or the times would mean nothing."""
    [part] = run[1]["sizes"]
    found = {row["operation"]: row["found"]["recall"] for row in part["operations"] if row["found"]}
    assert len(found) == 4
    assert min(found.values()) > 0


def test_corpus_is_the_same_for_the_same_seed() -> None:
    """Two runs of one seed compare like with like; another seed is another corpus."""
    assert list(Corpus(1).memories(30)) == list(Corpus(1).memories(30))
    assert list(Corpus(1).memories(30)) != list(Corpus(2).memories(30))


def test_corpus_is_like_what_developers_write() -> None:
    """Texts have 25 to 60 words on average, and a few words are common while most are rare."""
    texts = [str(memory["text"]).split() for memory in Corpus().memories(400)]
    assert 25 <= sum(map(len, texts)) / len(texts) <= 60
    counts: dict[str, int] = {}
    for text in texts:
        for word in set(text):
            counts[word] = counts.get(word, 0) + 1
    assert sum(count == 1 for count in counts.values()) > len(counts) / 3
    assert sum(count > 100 for count in counts.values()) > 5


def test_ratios_are_taken_within_rounds() -> None:
    """A round in which everything was slow counts like any other: 2×, 2× and 3× make 2×."""
    bare = [_lap(10), _lap(50), _lap(10)]
    assert ratio([_lap(20), _lap(100), _lap(30)], bare) == 2
    assert Spread.of(bare) == Spread(median=10, low=10, high=50, cpu=1)


def test_the_reason_is_taken_from_an_error() -> None:
    """Of a long traceback the table shows the line that says what happened."""
    assert last_line("Traceback:\n  File x\nValueError: no such thing\n") == "ValueError: no such thing"
    assert last_line("") == "no reason given"


def _lap(ms: float) -> Lap:
    return Lap(ms=ms, cpu_ms=1, peak_mb=1, status=0)

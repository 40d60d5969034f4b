"""Vectors from a small static table made here, and from the one that ships."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.vector import QueryVector, signed_numbers
from recall_cli.inference.static_table import DEFAULT_PATH, InvalidTable, StaticTable
from recall_cli.inference.table.file_layout import pack_table

TOKENS = ["red", "blue", "##ish", "car", "é", "東", "."]
ROWS = [[10, 0, -20, 5], [-128, 127, 0, 1], [3, 3, 3, 3], [0, 0, 0, 90], [1, 2, 3, 4], [7, -7, 7, -7], [1, 1, 1, 1]]
WEIGHTS = [1.0, 0.5, 0.25, 0.125, 1.0, 0.0625, 0.03125]
needs_shipped_table = pytest.mark.skipif(not os.path.exists(DEFAULT_PATH), reason="the table has not been made")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> StaticTable:
    path = tmp_path_factory.mktemp("table") / "small.bin"
    path.write_bytes(pack_table(TOKENS, WEIGHTS, [struct.pack("4b", *row) for row in ROWS]))
    return StaticTable(str(path))


def expected_direction(weighed: "list[tuple[str, float]]") -> "list[float]":
    """The unit vector of some tokens, computed directly."""
    sums = [sum(weight * ROWS[TOKENS.index(token)][d] for token, weight in weighed) for d in range(4)]
    size = sum(n * n for n in sums) ** 0.5
    return [n / size for n in sums]


@pytest.mark.parametrize(
    ("text", "weighed"),
    [
        ("red", [("red", 1.0)]),
        ("Red blue.", [("red", 1.0), ("blue", 0.5), (".", 0.03125)]),
        ("bluish RED", [("red", 1.0)]),
        ("reddish", []),
        ("redish red car 東", [("red", 2.0), ("##ish", 0.25), ("car", 0.125)]),
    ],
)
def test_a_vector_is_the_weighted_sum_of_its_tokens(
    table: StaticTable, text: str, weighed: "list[tuple[str, float]]"
) -> None:
    """Equal to the directly computed sum within half a step of a byte. Unknown words add nothing."""
    vector = signed_numbers(table.embed(text))
    if not weighed:
        assert vector == [0, 0, 0, 0]
        return
    expected = [254 * n for n in expected_direction(weighed)]
    for kept, true in zip(vector, expected, strict=True):
        assert abs(kept - max(-127, min(127, true))) < 0.6


def test_every_token_is_found_and_nothing_else(table: StaticTable) -> None:
    """The hash table in the file finds each piece once, and nothing else."""
    assert sorted(table.find(token) for token in TOKENS) == list(range(len(TOKENS)))
    assert [table.find(piece) for piece in ("", "r", "redd", "ish", "##red")] == [-1] * 5


def test_an_endless_text_ends(table: StaticTable) -> None:
    """The part beyond the limit of a sum is ignored, and the vector stays correct."""
    assert table.embed("red " * 5000) == table.embed("red")


def test_another_file_is_refused(tmp_path: Path) -> None:
    """A file that is not a table is refused."""
    path = tmp_path / "other.bin"
    path.write_bytes(b"something else, long enough to have a header of its own")
    with pytest.raises(InvalidTable):
        StaticTable(str(path))


@needs_shipped_table
@given(some.text(max_size=200))
def test_any_text_has_a_vector(text: str) -> None:
    """The shipped table has a vector for every text, with one byte per dimension."""
    assert len(StaticTable().embed(text)) == 128


@needs_shipped_table
@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("the automobile would not start", "my car broke down", "we baked a cake"),
        ("restart the database server", "postgres was rebooted", "she plays the violin"),
        ("the tests fail on windows", "unit test failure in CI", "a recipe with lentils"),
        ("her sister moved to Canada", "his brother emigrated", "the cache expires after an hour"),
    ],
)
def test_like_things_are_near(text: str, near: str, far: str) -> None:
    """Texts without a common word are more similar if their meaning is."""
    table = StaticTable()
    query = QueryVector(table.embed(text))
    assert query.cosine(table.embed(near)) > query.cosine(table.embed(far)) + 0.1


@needs_shipped_table
def test_nothing_heavy_is_imported() -> None:
    """A new process embeds without numpy, re, json, typing and similar modules."""
    code = (
        "import sys; from recall_cli.inference.static_table import StaticTable; StaticTable().embed('a plain question');"
        "heavy = {'numpy', 're', 'json', 'typing', 'enum', 'functools', 'collections', 'dataclasses'};"
        "print(*heavy & set(sys.modules))"
    )
    root = str(Path(__file__).parents[2])
    found = subprocess.run([sys.executable, "-S", "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


@needs_shipped_table
@pytest.mark.parametrize(
    ("word", "known"),
    [("harbour", True), ("indentation", True), ("rollout", True), ("xqzvrt", False), ("blorptk", False), ("東", False)],
)
def test_a_word_that_means_something(word: str, known: bool) -> None:
    """Words of the vocabulary, and words made of long pieces; not syllables, not other scripts."""
    assert StaticTable().knows(word) is known

"""Vectors from the static table that ships; tests/bench makes a small one and reads it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.domain.vector import QueryVector
from recall_cli.inference.static_table import DEFAULT_PATH, InvalidTable, StaticTable

needs_shipped_table = pytest.mark.skipif(not os.path.exists(DEFAULT_PATH), reason="the table has not been made")


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

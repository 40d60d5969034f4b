"""A small static table is written here, and read as the one that ships."""

import struct

import pytest

from lab.table.file_layout import pack_table
from recall_cli.domain.vector import signed_numbers
from recall_cli.inference.static_table import StaticTable

TOKENS = ["red", "blue", "##ish", "car", "é", "東", "."]
ROWS = [[10, 0, -20, 5], [-128, 127, 0, 1], [3, 3, 3, 3], [0, 0, 0, 90], [1, 2, 3, 4], [7, -7, 7, -7], [1, 1, 1, 1]]
WEIGHTS = [1.0, 0.5, 0.25, 0.125, 1.0, 0.0625, 0.03125]


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

"""A list does not count what it does not show: it takes as long in a large store as in a small one."""

import pytest

from recall_cli.engines.tables.memories import Memories
from tests.command import Home


@pytest.fixture
def counted(recall: Home, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A store of five memories, one of them in no project; what was counted in it since."""
    (recall.path / "shop").mkdir()
    for text in (
        "The queue is drained at night.",
        "Ada wrote the parser.",
        "Invoices are PDF files.",
        "Tests use SQLite.",
    ):
        recall("store", text, "--type", "finding", "--project", "shop")
    recall("store", "Tea is served at five.", "--type", "finding", "--global")
    counts: list[int] = []
    count = Memories._count

    def note(self: Memories, name: str, values: dict[str, object]) -> int:
        number = count(self, name, values)
        if name.startswith("count"):
            counts.append(number)
        return number

    monkeypatch.setattr(Memories, "_count", note)
    return counts


def test_lines_are_listed_without_a_count(recall: Home, counted: list[int]) -> None:
    """Plain lines tell no total, so nothing is counted."""
    assert len(recall.quick("list", "--project", "shop", "-n", "2").out.splitlines()) == 2
    assert counted == []


@pytest.mark.parametrize(
    ("words", "total", "is_counted"),
    [
        (("--project", "shop", "-n", "2"), 5, True),
        (("--project", "*", "-n", "2"), 5, True),
        (("--project", "shop", "-n", "50"), 5, False),
        (("--project", "shop", "-n", "3", "--offset", "3"), 5, False),
        (("--project", "shop", "-n", "3", "--offset", "9"), 5, True),
        (("--project", "shop", "-n", "2", "--as-of", "tomorrow"), 5, True),
    ],
)
def test_a_total_is_counted_where_the_page_does_not_tell_it(
    words: tuple[str, ...], total: int, is_counted: bool, recall: Home, counted: list[int]
) -> None:
    """The last page tells it by itself."""
    found = recall.json("list", *words)
    assert found["total"] == total
    assert (counted != []) == is_counted


def test_one_project_several_and_all_are_counted_alike(recall: Home, counted: list[int]) -> None:
    """Each way to count gives what the list has."""
    recall("store", "The parser is generated.", "--type", "finding", "--project", "press")
    for words in (("--project", "shop"), ("--project", "press"), ("--global",), ("--project", "*"), ()):
        assert recall.json("count", *words)["count"] == len(recall.json("list", *words, "-n", "50")["memories"])

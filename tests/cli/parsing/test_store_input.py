"""What `recall store` is given on standard input and on the command line, when it is not quite what was meant."""

import pytest

from tests.command import Home

TEXT = "The cache service runs on Redis."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_other_shells_write(recall: Home, encoding: str) -> None:
    """UTF-8 with or without its mark, and UTF-16 with its mark, are the same text."""
    assert recall.quick("store", "-", stdin=TEXT.encode(encoding)).status == 0
    assert recall.json("list")["memories"][0]["text"] == TEXT


def test_a_picture_is_no_text(recall: Home) -> None:
    """Whatever is full of control bytes is refused in one line; a text with a few of them is kept, readable."""
    answer = recall.quick("store", "-", stdin=bytes(range(256)) * 40)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == "recall: standard input is not text (10,240 bytes of binary data) (describe it in words)\n"
    assert recall.quick("store", "-", stdin=f"{TEXT}\0 {TEXT}".encode()).status == 0
    assert recall.json("count")["count"] == 1


@pytest.mark.parametrize("text", ["\u200b", "\u2060\ufeff \u200d", "\x00\x01", " \t\n"])
def test_invisible_text_is_empty(recall: Home, text: str) -> None:
    """Invisible characters alone are no memory, and nothing that anybody could review."""
    answer = recall.quick("store", "-", stdin=text)
    assert answer.status == 2
    assert "there is nothing to store" in answer.err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--value", "Redis"), True),
        (("--entity", "cache", "--attribute", "engine"), True),
        (("--entity", "cache", "--attribute", "engine", "--value", "Redis"), False),
        (("--entity", "cache"), False),
        ((), False),
    ],
)
def test_half_a_fact_is_reported(recall: Home, args: tuple[str, ...], told: bool) -> None:
    """Who gives a value without what it is of hears that nothing can be contradicted by it."""
    notes = recall.json("store", TEXT, *args).get("notes", [])
    assert [note.startswith("not stored as a fact") for note in notes] == [True] * told


def test_the_version_as_json(recall: Home) -> None:
    """With --json one document, like everything else."""
    version = recall.quick("--version").out.split()[1]
    for words in (("--json", "--version"), ("--version", "--json")):
        assert recall.quick(*words).data == {"recall": version}


def test_an_error_is_one_line(recall: Home) -> None:
    """A missing argument is told in one line, and a word that nobody could have meant is cut."""
    assert recall.quick("completion").err.count("\n") == 1
    answer = recall.quick("store", TEXT, "--project", "x y" + "z" * 100_000)
    assert answer.status == 2
    assert len(answer.err) < 300
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("count", [7, 40])
def test_more_than_a_text_may_leave_is_explained(recall: Home, count: int) -> None:
    """The message says how many were left out, what the limit is, and what takes all of them."""
    names = [f"plan{number} for room{number} because neighbour{number} shouts{number}" for number in range(count)]
    text = " ".join(f"We chose {name}." for name in names)
    answer = recall.quick("store", "-", "--extractor", "rules", stdin=text)
    assert "more than 5 in one text" in answer.err
    assert "recall import FILE keeps each paragraph" in answer.err

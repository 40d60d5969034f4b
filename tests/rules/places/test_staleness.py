"""Anchors: parsing, checking and describing them."""

import pytest

from recall_cli.rules.places.staleness import (
    MAX_ANCHORS,
    Anchor,
    AnchorStatus,
    anchored_lines,
    check_anchor,
    hash_lines,
    parse_anchor,
    read_anchors,
    worst_status,
)
from tests.for_each import for_each

TEXT = "one\ntwo\nthree\nfour\nfive\n"


@for_each(
    "text, expected",
    [
        ("a.py", ("a.py", None)),
        ("a.py:3", ("a.py", (3, 3))),
        ("a.py:3-9", ("a.py", (3, 9))),
        ("src/a b.py:10-10", ("src/a b.py", (10, 10))),
        ("c:d.py", ("c:d.py", None)),
        ("a.py:x-9", ("a.py:x-9", None)),
        ("a.py:9-3", None),
        ("a.py:0", None),
        (":3", None),
        ("", None),
    ],
)
def test_a_place_is_read_as_people_write_it(text: str, expected: object) -> None:
    """A path with or without lines; impossible lines are refused."""
    assert parse_anchor(text) == expected


@for_each(
    "lines, there",
    [
        (None, ["one", "two", "three", "four", "five"]),
        ((2, 3), ["two", "three"]),
        ((5, 5), ["five"]),
        ((5, 6), ["five", ""]),
        ((5, 7), None),
    ],
)
def test_lines_are_counted_from_one(lines: "tuple[int, int] | None", there: "list[str] | None") -> None:
    """Both ends are included; lines beyond the end of the text are not there."""
    assert anchored_lines(TEXT, lines) == there


def make_anchor(lines: "tuple[int, int] | None" = None, text: str = TEXT) -> Anchor:
    """An anchor to some lines of a text."""
    return Anchor(path="a.py", lines=lines, commit="0" * 40, hash=hash_lines(anchored_lines(text, lines) or []))


@for_each(
    "lines, now, state, at",
    [
        ((2, 3), TEXT, "unchanged", (2, 3)),
        ((2, 3), "one  \ntwo\t\nthree\nfour", "unchanged", (2, 3)),
        ((2, 3), "zero\n" + TEXT, "moved", (3, 4)),
        ((4, 5), "four\nfive", "moved", (1, 2)),
        ((2, 3), "two\nthree\n\ntwo\nthree", "moved", (1, 2)),
        ((2, 3), "one\ntwo\n3\n", "changed", None),
        ((2, 3), "", "changed", None),
        ((2, 3), None, "gone", None),
        (None, TEXT, "unchanged", None),
        (None, TEXT + "\n\n", "unchanged", None),
        (None, TEXT + "six\n", "changed", None),
        (None, None, "gone", None),
    ],
)
def test_what_became_of_it(lines: object, now: "str | None", state: str, at: object) -> None:
    """Unchanged, moved, changed or gone; trailing spaces do not count."""
    status = check_anchor(make_anchor(lines), now)  # type: ignore[arg-type]  # a pair, or none
    assert (status.state, status.lines) == (state, at)


@for_each(
    "state, commits, lines, description",
    [
        ("unchanged", None, None, "a.py:2-3 unchanged"),
        ("changed", None, None, "a.py:2-3 changed"),
        ("changed", 0, None, "a.py:2-3 changed, not committed yet"),
        ("changed", 1, None, "a.py:2-3 changed, 1 commit since"),
        ("gone", 12, None, "a.py:2-3 gone, 12 commits since"),
        ("moved", None, (7, 8), "a.py:2-3 moved to 7-8"),
    ],
)
def test_it_is_said_in_words(state: str, commits: "int | None", lines: object, description: str) -> None:
    """The description is short, and has the commits if they are known."""
    assert (
        AnchorStatus(anchor=make_anchor((2, 3)), state=state, commits=commits, lines=lines).description == description
    )  # type: ignore[arg-type]  # a pair, or none


def test_the_worst_is_told() -> None:
    """Gone comes before changed; unchanged anchors are not reported."""
    stands = [AnchorStatus(anchor=make_anchor(), state=state) for state in ("unchanged", "changed", "gone", "moved")]
    assert worst_status(stands) == stands[2]
    assert worst_status(stands[:2]) == stands[1]
    assert worst_status([stands[0], stands[3]]) is None


@pytest.mark.parametrize(
    "stored",
    [None, "", "null", "not json", "{}", "[1, null, {}]", '[{"path": 3, "hash": "x"}]', '[{"path": "a"}]',
     '[{"path": "a", "hash": "x", "lines": [3]}]', '[{"path": "a", "hash": "x", "lines": [3, 1]}]',
     '[{"path": "a", "hash": "x", "lines": [true, 2]}]'],
)  # fmt: skip
def test_what_is_no_anchor_is_passed_over(stored: "str | None") -> None:
    """Invalid anchors, as an import may contain, are skipped."""
    assert read_anchors(stored) == []


def test_anchors_come_back_as_they_were() -> None:
    """Stored anchors are read back; of very many, only the first."""
    from recall_cli.domain.json_text import dumps

    anchors = [make_anchor(), make_anchor((2, 3)), make_anchor().but(commit=None)]
    assert read_anchors(dumps([anchor.document for anchor in anchors])) == anchors
    assert len(read_anchors(dumps([make_anchor().document] * 100))) == MAX_ANCHORS


def test_a_number_of_many_digits_is_no_line() -> None:
    """A very long number is part of the path."""
    assert parse_anchor("a.py:" + "9" * 5000) == ("a.py:" + "9" * 5000, None)


def test_long_stretches_are_looked_for_nearby_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """For any length of lines and file, the number of hashed lines is limited."""
    from recall_cli.rules.places import staleness

    hashed: list[int] = []
    own = staleness.hash_lines
    monkeypatch.setattr(staleness, "hash_lines", lambda lines: hashed.append(len(lines)) or own(lines))
    every = [f"line {number}" for number in range(staleness.MAX_SEARCHED_LINES)]
    was = Anchor(path="a", lines=(1, 5000), hash=own(every[20:5020]))
    assert check_anchor(was, "\n".join(every)).lines == (21, 5020)
    gone = Anchor(path="a", lines=(1, 5000), hash="00")
    hashed.clear()
    assert check_anchor(gone, "\n".join(every)).state == "changed"
    assert sum(hashed) <= staleness.MAX_HASHED_LINES + 5000

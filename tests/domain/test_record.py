"""Records: what a frozen, keyword-only dataclass is, without the import."""

import pytest

from recall_cli.domain.memory import BOOLEAN_FIELDS, JSON_FIELDS, TIME_FIELDS, Memory
from recall_cli.domain.record import Record


class Point(Record):
    """A record for these tests."""

    x: int
    y: int = 2


class Named(Point):
    """One that has more."""

    name: str


def test_it_has_fields_and_defaults() -> None:
    """What is given is there; what is not is the default."""
    assert (Point(x=1).x, Point(x=1).y, Point(x=1, y=3).y) == (1, 2, 3)
    assert Named(x=1, name="n").fields() == {"x": 1, "y": 2, "name": "n"}


def test_what_is_missing_or_unknown_is_a_type_error() -> None:
    """As with any function."""
    for values in ({}, {"y": 1}, {"x": 1, "z": 1}):
        with pytest.raises(TypeError):
            Point(**values)
    with pytest.raises(TypeError, match="name"):
        Named(x=1)


def test_it_never_changes() -> None:
    """A copy with `but`; the old one stays."""
    one = Point(x=1)
    with pytest.raises(AttributeError, match="frozen"):
        one.x = 2
    assert (one.but(x=5), one) == (Point(x=5), Point(x=1))
    assert one.but(y=7).but(x=3) == Point(x=3, y=7)


def test_it_is_equal_by_content() -> None:
    """Same kind, same values: equal, with one hash, though a default was said out loud."""
    assert Point(x=1) == Point(x=1, y=2)
    assert hash(Point(x=1)) == hash(Point(x=1, y=2))
    assert Point(x=1) != Point(x=2)
    assert Point(x=1) != Named(x=1, name="n")
    assert Point(x=1) != "Point(x=1, y=2)"
    assert repr(Point(x=1)) == "Point(x=1, y=2)"
    assert len({Point(x=1), Point(x=1), Point(x=2)}) == 2


def test_a_memory_names_its_kinds_of_columns() -> None:
    """Times, switches and documents are columns of a memory."""
    assert {*TIME_FIELDS, *BOOLEAN_FIELDS, *JSON_FIELDS} <= {*Memory._fields}

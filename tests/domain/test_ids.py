"""Ids: UUIDv7, in the order of time, shown as short as they can be."""

import random
import string
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.app import App
from recall_cli.domain.ids import (
    MIN_ENDING_LENGTH,
    is_id,
    is_id_prefix,
    is_session_id,
    may_be_id,
    short_ids,
    unique_beginning,
    uuid7,
)
from recall_cli.rules.secrets import mask
from tests.for_each import for_each

moments = st.integers(0, 2**48 - 1)
fractions = st.integers(0, 4095)
randoms = st.binary(min_size=8, max_size=8)


@given(moments, fractions, randoms)
def test_its_bits_are_those_of_the_standard(ms: int, fraction: int, random: bytes) -> None:
    """48 bits of time, version 7, 12 bits of the millisecond, variant, 62 random bits."""
    said = uuid7(ms, fraction, random)
    number = uuid.UUID(said)
    assert str(number) == said
    assert (number.version, number.variant) == (7, uuid.RFC_4122)
    assert number.int >> 80 == ms
    assert number.int >> 64 & 0xFFF == fraction
    assert number.int & (1 << 62) - 1 == int.from_bytes(random, "big") & (1 << 62) - 1


@given(st.tuples(moments, fractions), st.tuples(moments, fractions), randoms, randoms)
def test_they_sort_by_time(one: tuple[int, int], other: tuple[int, int], r: bytes, s: bytes) -> None:
    """The older id is the smaller text."""
    if one != other:
        assert (uuid7(*one, r) < uuid7(*other, s)) == (one < other)


def test_a_run_makes_them_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands in one frozen millisecond are still all different, each after the one before."""
    monkeypatch.setenv("RECALL_NOW", "2026-03-01T12:00Z")
    app = App({})
    made = [app.new_id() for _ in range(5000)]
    assert made == sorted(set(made))
    assert made[0][:13] == "019ca945-0a00"


PREFIXES = (
    ("019ca9", True),
    ("019CA9", True),
    ("019ca", False),
    ("", False),
    ("019ca945-0a00", True),
    ("019ca9g", False),
    ("019ca9 ", False),
    ("019ca945-0a00-7584-a6fb-41c27ed40942", True),
    ("019ca945-0a00-7584-a6fb-41c27ed409421", False),
    ("٣٣٣٣٣٣", False),
)


@for_each("text, may", PREFIXES)
def test_what_may_begin_an_id(text: str, may: bool) -> None:
    """Six hexadecimal characters or more, as long as an id at most."""
    assert is_id_prefix(text) == may


def test_what_is_an_id() -> None:
    """Only the usual form with its four dashes."""
    assert is_id("019ca945-0a00-7584-a6fb-41c27ed40942")
    for text in (
        "019ca9450a007584a6fb41c27ed40942",
        "019ca945-0a00-7584-a6fb-41c27ed4094",
        "",
        "019ca945-0a00-7584-a6fb41c27-ed40942",
    ):
        assert not is_id(text)


@given(
    st.sets(st.tuples(moments, fractions, randoms).map(lambda parts: uuid7(*parts)), min_size=1, max_size=20),
    st.integers(1, 5),
)
def test_short_ids_are_unique_and_as_short_as_can_be(ids: set[str], few: int) -> None:
    """As many of the last characters as tell each shown id from all others, four at least."""
    ordered = sorted(ids)
    for id_, short in short_ids(ordered[:few], ordered, MIN_ENDING_LENGTH).items():
        assert [other for other in ordered if other.endswith(short)] == [id_]
        if MIN_ENDING_LENGTH < len(short) < len(id_):
            assert sum(other.endswith(short[1:]) for other in ordered) > 1


@for_each(
    "word, may", [("d633", True), ("D633", True), ("beef", False), ("cafe", False), ("d63", False), ("019ca9", True)]
)
def test_what_looks_like_an_id(word: str, may: bool) -> None:
    """Ordinary words of hexadecimal letters do not."""
    assert may_be_id(word) == may


@for_each(
    "name, is_one",
    [
        ("0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a42", True),
        ("019AB2C3-D4E5-7F60-8123-456789ABCDEF", True),
        ("ses_5f3a9c01be2dffeUq7ZxK2mLp0", True),
        ("s1", True),
        ("", False),
        ("0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a4g", False),
        ("0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a42 ", False),
        ("0b6f3c1e8a41-4f0e-9a57-3d0c6c1f-7a42", False),
        ("ses_password123feUq7ZxK2mLp0TaBc", False),
        ("ghp_5f3a9c01be2dffeUq7ZxK2mLp0TaBc01", False),
        ("sk-live5", False),
        ("5f3a9c01be2dffeUq7ZxK2mLp0", False),
        ("pass word", False),
    ],
)
def test_a_sessions_id_is_known_by_its_form(name: str, is_one: bool) -> None:
    """Only the forms that agents make; whatever else a session may be called could hold a secret."""
    assert is_session_id(name) == is_one


def test_a_sessions_id_is_nothing_that_is_masked() -> None:
    """What is not searched for secrets would have stayed as it is."""
    numbers = random.Random(7)
    letters = string.ascii_letters + string.digits
    for _ in range(300):
        opencode = f"ses_{numbers.getrandbits(48):012x}" + "".join(numbers.choices(letters, k=14))
        for name in (str(uuid.UUID(int=numbers.getrandbits(128))), opencode, "".join(numbers.choices(letters, k=8))):
            assert is_session_id(name)
            assert mask(name).text == name


def test_a_made_ending_gives_way_to_a_beginning() -> None:
    """Where ids end alike on purpose, the shortest beginning that the ids before and after it do not have."""
    id_ = "019ca945-0a00-7d12-893c-92ae185563c6"
    neighbours = ("019ca945-0a00-7c00-893c-92ae185563c6", "01b3a945-0a00-7d12-893c-92ae185563c6")
    assert unique_beginning(id_, neighbours) == "019ca945-0a00-7d"
    assert unique_beginning(id_, (None, None)) == "019ca9"
    assert unique_beginning(id_, (id_, None)) == id_

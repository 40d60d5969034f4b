"""A memory as a line of JSON and back, without losing anything or accepting anything invalid."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import (
    BOOLEAN_FIELDS,
    CLASSIFICATIONS,
    JSON_FIELDS,
    MEMORY_DEFAULTS,
    MEMORY_TYPES,
    SOURCES,
    TIME_FIELDS,
    TRUST_LEVELS,
    Memory,
)
from recall_cli.domain.moment import MAX_MOMENT, MIN_MOMENT
from recall_cli.rules.text.memory_json import NO_PROJECT, BadLine, memory_as_json, read_memory_line
from tests.for_each import for_each

NOW = 1_772_366_400_000
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
nonempty_texts = texts.filter(lambda text: text.strip())
optional_texts = st.none() | texts
moments = st.none() | st.integers(MIN_MOMENT, MAX_MOMENT)
shares = st.floats(0, 1)
counts = st.integers(0, 2**53)
tags = st.dictionaries(texts, texts, min_size=1, max_size=3).map(dumps_utf8)
documents = st.none() | (texts | st.lists(texts) | st.dictionaries(texts, st.integers() | texts)).map(dumps_utf8)

COLUMNS = {
    "n": st.just(1),
    **dict.fromkeys(("id", "user", "text"), nonempty_texts),
    **dict.fromkeys("topic project agent session entity attribute value qualifier superseded_by held span".split(), optional_texts),
    **dict.fromkeys("importance confidence decay_score usefulness".split(), shares),
    **dict.fromkeys("access_count helpful unhelpful seen_count".split(), counts),
    **dict.fromkeys(BOOLEAN_FIELDS, st.booleans()),
    **dict.fromkeys(TIME_FIELDS, moments),
    **dict.fromkeys(("created_at", "updated_at"), st.integers(MIN_MOMENT, MAX_MOMENT)),
    **dict.fromkeys(("anchors", "metadata"), documents),
    "type": st.sampled_from(MEMORY_TYPES),
    "classification": st.sampled_from(CLASSIFICATIONS),
    "source": st.sampled_from(SOURCES),
    "trust": st.sampled_from(TRUST_LEVELS),
    "tags": st.none() | tags,
    "extracted_by": texts,
    "maybe_replaced_by": st.none(),
}  # fmt: skip
"""The last one is no column: it follows from a link, and no line gives it back."""
memories = st.fixed_dictionaries(COLUMNS).map(lambda values: Memory(**values))


def test_every_column_is_tried() -> None:
    """The strategy above covers every column."""
    assert {*COLUMNS} == {*Memory._fields}


@given(memories)
def test_a_line_gives_every_column_back(memory: Memory) -> None:
    """A memory written as JSON and read again has the same values."""
    read = read_memory_line(loads(dumps_utf8(memory_as_json(memory))), NOW)
    for name, value in memory.fields().items():
        if name in ("n", "maybe_replaced_by"):
            assert name not in read
        elif name == "superseded_by":  # of a memory that stands, and of itself, nothing is the successor
            stands = (memory.superseded_at is None and memory.valid_until is None) or value == memory.id
            assert read[name] == (None if stands else value)
        elif name == "project":  # a line without this field leaves it to the import; this one names none
            assert read[name] == (NO_PROJECT if value is None else value)
        elif name == "tags":
            assert read[name] == loads(value or "{}")
        elif name in JSON_FIELDS:
            assert read[name] == (None if value is None else loads(value))
        else:
            assert read[name] == value, name


def test_a_text_alone_is_enough() -> None:
    """Everything but the text has a default, and the time is now."""
    read = read_memory_line({"text": "x"}, NOW)
    expected = {
        **MEMORY_DEFAULTS,
        "tags": {},
        "text": "x",
        "id": None,
        "user": None,
        "source": "agent",
        "trust": "imported",
    }
    assert read == {**expected, **dict.fromkeys(TIME_FIELDS), "created_at": NOW, "updated_at": NOW}


def test_unknown_names_and_nulls_say_nothing() -> None:
    """Unknown fields and nulls, as from another program or a later recall, are ignored."""
    assert read_memory_line({"text": "x", "colour": "red", "n": 7, "type": None}, NOW) == read_memory_line(
        {"text": "x"}, NOW
    )


BROKEN: tuple[tuple[Any, str], ...] = (
    (None, "not a JSON object"),
    ([], "not a JSON object"),
    ("text", "not a JSON object"),
    ({}, "has no text"),
    ({"text": ""}, "has no text"),
    ({"text": " \n"}, "has no text"),
    ({"text": 7}, "has no text"),
    ({"text": "x", "type": "opinion"}, "type must be one of"),
    ({"text": "x", "type": ["fact"]}, "type must be one of"),
    ({"text": "x", "trust": "root"}, "trust must be one of"),
    ({"text": "x", "source": "god"}, "source must be one of"),
    ({"text": "x", "classification": "top"}, "classification must be one of"),
    ({"text": "x", "importance": 7}, "importance must be between"),
    ({"text": "x", "importance": "high"}, "importance must be between"),
    ({"text": "x", "importance": True}, "importance must be between"),
    ({"text": "x", "confidence": -0.1}, "confidence must be between"),
    ({"text": "x", "access_count": -1}, "access_count must be a count"),
    ({"text": "x", "access_count": 1.5}, "access_count must be a count"),
    ({"text": "x", "access_count": 2**63}, "access_count must be a count"),
    ({"text": "x", "shared": 1}, "shared must be true or false"),
    ({"text": "x", "pinned": "yes"}, "pinned must be true or false"),
    ({"text": "x", "topic": 5}, "topic must be text"),
    ({"text": "x", "id": 5}, "id must be text"),
    ({"text": "x", "project": {}}, "project must be text"),
    ({"text": "x", "tags": ["a"]}, "tags must be an object"),
    ({"text": "x", "tags": "a=b"}, "tags must be an object"),
    ({"text": "x", "created_at": 5}, "created_at must be an ISO 8601 time"),
    ({"text": "x", "created_at": "then"}, "created_at: 'then' is not a date"),
    ({"text": "x", "valid_until": "2026-02-30"}, "valid_until: '2026-02-30' is not a date"),
)


@for_each("values, says", BROKEN)
def test_what_is_wrong_is_named(values: Any, says: str) -> None:
    """The error for an invalid line names the field and what it may contain."""
    with pytest.raises(BadLine, match=says.replace("(", "\\(")):
        read_memory_line(values, NOW)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | texts,
        lambda i: st.lists(i) | st.dictionaries(st.sampled_from([*COLUMNS]) | texts, i),
    )
)
def test_any_json_is_a_memory_or_a_bad_line(values: Any) -> None:
    """Any JSON is either a memory or a BadLine."""
    with contextlib.suppress(BadLine):
        read_memory_line(values, NOW)


def test_tags_become_text() -> None:
    """Numbers and booleans in tags become text."""
    assert read_memory_line({"text": "x", "tags": {"n": 5, "b": True, "t": "v"}}, NOW)["tags"] == {
        "n": "5",
        "b": "true",
        "t": "v",
    }

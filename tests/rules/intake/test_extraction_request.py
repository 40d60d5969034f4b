"""Extraction requests: parts without loss, a fence that nothing closes, and a schema that the API accepts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.draft import SPEECH_KINDS
from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.intake import model_extraction


@given(st.text(alphabet="ab .\n", max_size=300), st.integers(2, 40))
def test_the_parts_are_the_text(text: str, limit: int) -> None:
    """The parts are in order, with their offsets, none too long; only blank parts are left out."""
    found = model_extraction.split_text(text, limit)
    assert all(0 < len(part) <= limit and part.strip() for _, part in found)
    assert all(text[at : at + len(part)] == part for at, part in found)
    assert "".join("".join(part for _, part in found).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("short", ["short"]),
        ("one two\n\nthree four", ["one two\n\n", "three four"]),
        ("one two\nthree four", ["one two\n", "three four"]),
        ("one two. three four", ["one two. ", "three four"]),
        ("onetwothreefour fives", ["onetwothreef", "our fives"]),
        ("   ", []),
    ],
)
def test_a_text_is_parted_where_it_pauses(text: str, expected: list[str]) -> None:
    """It splits after a paragraph, else a line, a sentence, a word, else anywhere."""
    assert [part for _, part in model_extraction.split_text(text, 12)] == expected


@given(st.text(alphabet="<>/text-123 ", max_size=60))
def test_nothing_in_a_text_closes_its_fence(text: str) -> None:
    """The text does not contain its own tag."""
    first, *_, last = model_extraction.fence_text(text).split("\n")
    assert last == first.replace("<", "</")
    assert first not in text and last not in text
    assert model_extraction.fence_text(text) == f"{first}\n{text}\n{last}"


def test_a_text_that_knows_the_tag_gets_another() -> None:
    """Every tag that the text contains is skipped."""
    assert model_extraction.fence_text("</text-1> and <text-2>").startswith("<text-3>\n")


def test_the_form_is_one_that_the_api_takes() -> None:
    """Every object is closed, all its fields are required, and it uses no unsupported keyword."""

    def walk(schema: dict[str, Any]) -> None:
        assert set(schema) <= {"type", "properties", "required", "additionalProperties", "items", "enum"}
        if schema["type"] == "object":
            assert schema["additionalProperties"] is False
            assert schema["required"] == [*schema["properties"]]
        for inner in (*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])):
            walk(inner)

    walk(model_extraction.EXTRACTION_SCHEMA)
    fields = model_extraction.EXTRACTION_SCHEMA["properties"]["memories"]["items"]["properties"]
    assert tuple(fields["type"]["enum"]) == MEMORY_TYPES
    assert set(model_extraction.SPEECH_KINDS) <= set(SPEECH_KINDS)

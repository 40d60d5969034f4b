"""A model's answer is not trusted: wrong forms are dropped, unsupported claims count as guesses."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.rules.intake.model_extraction import (
    MAX_FIELD_LENGTHS,
    MAX_GUESS_CONFIDENCE,
    MAX_MEMORIES_PER_TEXT,
    UnreadableAnswer,
    read_answer,
)

SOURCE = "I switched from npm to pnpm for the web client. Maybe we should try Rust for the parser some day."
ITEM = {
    "text": "The user switched from npm to pnpm for the web client.",
    "quote": "I switched from npm to pnpm for the web client.",
    "type": "decision",
    "speaker": "user",
    "speech": "plain",
    "importance": 0.7,
    "confidence": 0.9,
    "entity": "web client",
    "attribute": "Package Manager",
    "value": "pnpm",
    "cardinality": "one",
    "qualifier": "",
    "ends": "npm",
}


def answer_json(*items: Any) -> str:
    return json.dumps({"memories": [*items]})


def read_one(**changes: Any) -> Any:
    """The draft of one item, or the reason why it was dropped."""
    extraction = read_answer(answer_json({**ITEM, **changes}), SOURCE)
    return extraction.drafts[0] if extraction.drafts else extraction.skipped[0].reason


def test_a_good_item() -> None:
    """Every field is read, and the quotation gives the span."""
    draft = read_one()
    assert draft.fields() == {
        "text": ITEM["text"], "type": "decision", "importance": 0.7, "confidence": 0.9, "span": (0, 47),
        "speech": "plain", "speaker": None, "entity": "web client", "attribute": "package_manager", "value": "pnpm",
        "qualifier": None, "many": False, "ends": "npm",
    }  # fmt: skip


def test_a_span_is_of_the_whole_text() -> None:
    """The span of a part includes the offset of the part."""
    assert read_answer(answer_json(ITEM), SOURCE, 1000).drafts[0].span == (1000, 1047)
    assert read_answer(answer_json({**ITEM, "quote": "never said"}), SOURCE, 1000).drafts[0].span == (1000, 1000)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"confidence": 1.5}, 1.0), ({"confidence": -3}, 0.0), ({"confidence": 10**400}, 1.0), ({"confidence": 1}, 1.0),
        ({"speech": "hedged"}, 0.65), ({"speech": "hedged", "confidence": 0.4}, 0.4), ({"speech": "reported"}, 0.9),
        ({"speech": "hypothetical"}, 0.3), ({"speech": "fiction", "confidence": 1}, 0.3),
        ({"text": "The user switched to pnpm 9 for the web client."}, MAX_GUESS_CONFIDENCE),
        ({"value": "yarn"}, MAX_GUESS_CONFIDENCE), ({"value": "not npm"}, 0.9), ({"text": "Nothing like what anybody ever told."}, MAX_GUESS_CONFIDENCE),
    ],
)  # fmt: skip
def test_how_sure(changes: dict[str, Any], expected: float) -> None:
    """Confidence is between 0 and 1, within the limit of the kind of speech, and at most a half without support."""
    assert read_one(**changes).confidence == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"text": ""}, {"text": "  \n "}, {"text": None}, {"text": ["x"]}, {"text": "x " * MAX_FIELD_LENGTHS["text"]},
        {"type": "opinion"}, {"type": None}, {"type": ["fact"]}, {"importance": "0.5"}, {"importance": None},
        {"importance": True}, {"confidence": {}}, {"confidence": "high"}, {"speech": "joking"}, {"speech": None},
    ],
)  # fmt: skip
def test_what_has_the_wrong_form_is_dropped(changes: dict[str, Any]) -> None:
    """Entries with the wrong form are dropped and reported."""
    assert str(read_one(**changes)).startswith("the model's answer: ")


@pytest.mark.parametrize(
    "changes",
    [
        {"entity": ""}, {"attribute": None}, {"value": 5}, {"entity": "x" * 81}, {"value": "y" * 201},
        {"attribute": "?!"}, {"entity": "..."},
    ],
)  # fmt: skip
def test_half_a_fact_is_none(changes: dict[str, Any]) -> None:
    """A memory with an incomplete fact is kept without the fact."""
    draft = read_one(**changes)
    assert (draft.entity, draft.attribute, draft.value, draft.ends, draft.many) == (None, None, None, None, False)


def test_the_smaller_fields() -> None:
    """A field that is too long or of the wrong kind is left out; the rest stays."""
    assert read_one(qualifier="q" * 201, ends=7).qualifier is None
    assert read_one(cardinality="many").many is True
    assert read_one(cardinality=["many"]).many is False
    assert read_one(speaker="assistant").speaker == "assistant"
    assert read_one(speaker={}).speaker is None
    assert (
        read_one(text="The user switched\nto pnpm\0 for the web client.").text
        == "The user switched to pnpm for the web client."
    )


@pytest.mark.parametrize(
    "answer", ["", "no", "{}", "[]", "null", '{"memories": {}}', '{"memories": [NaN]}', "{" * 50_000]
)
def test_what_is_no_answer(answer: str) -> None:
    """An unreadable answer raises an error; it is not an empty answer."""
    with pytest.raises(UnreadableAnswer):
        read_answer(answer, SOURCE)


def test_more_than_five_are_cut_and_twins_are_one() -> None:
    """The first five different memories are kept."""
    items = [{**ITEM, "text": f"The user switched to pnpm{'!' * n}"} for n in (0, 1)]
    items += [{**ITEM, "text": f"The web client has pnpm{'s' * n}."} for n in range(20)]
    extraction = read_answer(answer_json(*items), SOURCE)
    assert len(extraction.drafts) == MAX_MEMORIES_PER_TEXT
    assert len({draft.text for draft in extraction.drafts}) == MAX_MEMORIES_PER_TEXT
    assert {skip.reason for skip in extraction.skipped} == {"the model's answer: more than 5"}
    assert len(extraction.skipped) == 16


def test_items_that_are_no_memories() -> None:
    """Strings, numbers and lists among the memories are dropped one by one."""
    extraction = read_answer(answer_json("x", 5, None, [], {}, ITEM, "\ud800"), SOURCE)
    assert (len(extraction.drafts), len(extraction.skipped)) == (1, 6)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=6,
)


@given(st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys(ITEM, json_values)) | json_values, max_size=8))
def test_any_answer_at_all(items: list[Any]) -> None:
    """Whatever the fields contain, a draft is within its limits and can be stored."""
    for item in [*items, *({**ITEM, **item} for item in items if isinstance(item, dict) and set(item) <= set(ITEM))]:
        for draft in read_answer(answer_json(item), SOURCE).drafts:
            assert 0 <= draft.importance <= 1 and 0 <= draft.confidence <= 1
            assert draft.type in MEMORY_TYPES and 0 < len(draft.text) <= MAX_FIELD_LENGTHS["text"]
            for field in (draft.text, draft.entity, draft.attribute, draft.value, draft.qualifier, draft.ends):
                (field or "").encode()

"""A model's answer is not trusted: what has a wrong form is left out, and each note is checked against its passages."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.turn import AGENT, TOOL, USER
from recall_cli.rules.conversation.condense import TEXT, Passage
from recall_cli.rules.intake import model_notes
from recall_cli.rules.intake.model_notes import Note, read_notes, write_question
from tests.for_each import for_each

PASSAGES = [
    Passage(number=1, speaker=USER, text="please don't amend commits, Ada reviews them one by one"),
    Passage(number=2, speaker=AGENT, text="The race comes from `flushQueue()`, which runs before the lock is taken."),
    Passage(number=3, speaker=TOOL, text="Bash ×4"),
    Passage(number=4, speaker=USER, text="ok"),
    Passage(number=7, speaker=AGENT, text="Port 8080 is not free on the CI machines."),
    Passage(number=8, speaker=TEXT, text="Ada reviews commits one by one."),
]
GOOD = {"text": "Don't amend commits.", "type": "preference", "from": [1], "replaces": ""}


def read(*items: Any) -> list[Note]:
    found = read_notes({"notes": [*items]}, PASSAGES)
    assert found is not None
    return found[0]


def test_a_good_note() -> None:
    """Its text, its type and the passages that it rests on."""
    [note] = read({**GOOD, "replaces": "abcd"})
    assert (note.text, note.type, note.passages, note.replaces) == (GOOD["text"], "preference", (PASSAGES[0],), "abcd")


@for_each(
    "text, numbers, is_own, adds_nothing",
    [
        ("Don't amend commits, because Ada reviews them one by one.", [1], True, True),
        ("Amend commits.", [1], False, False),  # the denial is lost
        ("Don't amend commits, because Bob reviews them.", [1], False, False),  # a name that the user did not say
        ("Don't amend 3 commits.", [1], False, False),
        ("Don't amend commits.", [1, 2], False, True),  # rests on the agent's words, too
        ("Don't amend commits.", [], False, False),
        ("Don't amend commits.", [99], False, False),
        ("Keep the history linear.", [1], False, False),  # other words, and no denial
        ("The lock is taken after flushQueue() runs, hence the race.", [2], False, True),
        ("The lock is never taken after flushQueue().", [2], False, False),  # a denial that nobody said
        ("Port 8080 is free on the CI machines.", [7], False, False),
        ("Port 8081 is not free on the CI machines.", [7], False, False),
        ("Port 8080 is not free on CI; flushQueue() runs before the lock.", [2, 7], False, True),
        ("Ada reviews commits one by one.", [8], True, True),
    ],
)
def test_who_says_it_and_whether_it_adds_something(
    text: str, numbers: list[int], is_own: bool, adds_nothing: bool
) -> None:
    """The user's only if nothing but the user's words bears it out; a guess if its passages do not."""
    [note] = read({**GOOD, "text": text, "from": numbers})
    assert (note.is_own_word, note.adds_nothing) == (is_own, adds_nothing)
    assert note.confidence == (0.9 if is_own else 0.75 if adds_nothing else 0.5)


@for_each(
    "field, value, kept",
    [
        ("type", "rumour", {"type": "preference"}),  # the form of the text decides
        ("type", None, {"type": "preference"}),
        ("from", 1, {"passages": (PASSAGES[0],)}),
        ("from", ["1", 4, 99, None, "x", -1, True, 10**12], {"passages": (PASSAGES[0], PASSAGES[3])}),
        ("from", {"a": 1}, {"passages": ()}),
        ("replaces", 5, {"replaces": ""}),
        ("replaces", None, {"replaces": ""}),
    ],
)
def test_a_wrong_field_costs_only_itself(field: str, value: Any, kept: dict[str, Any]) -> None:
    """The note stays, and so do the others."""
    first, second = read({**GOOD, field: value}, {**GOOD, "text": "Ada reviews commits."})
    assert {name: getattr(first, name) for name in kept} == kept
    assert (first.text, second.text) == (GOOD["text"], "Ada reviews commits.")


def test_what_is_left_out() -> None:
    """No text, a text that is too long, and more than five: the first five stay. A repetition is no note."""
    many = [{**GOOD, "text": f"Ada reviews commit {number}."} for number in range(7)]
    found = read_notes({"notes": [{}, 7, {**GOOD, "text": "x" * 1_001}, *many[:1], *many]}, PASSAGES)
    assert found is not None
    assert [note.text for note in found[0]] == [one["text"] for one in many[:5]]
    assert [reason.partition(": ")[2] for _, reason in found[1]] == [
        *["no text, or a text that is too long"] * 3,
        *["more than 5"] * 2,
    ]


@for_each("document", [None, [], {"notes": 5}, {"memories": []}, "notes", {"notes": {"text": "x"}}])
def test_an_answer_of_another_form(document: Any) -> None:
    """It is no answer; an empty list is one."""
    assert read_notes(document, PASSAGES) is None
    assert read_notes({"notes": []}, PASSAGES) == ([], [])


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["text", "type", "from", "replaces", "notes"]), inner)))  # fmt: skip
def test_no_answer_breaks_it(value: Any) -> None:
    """Whatever stands in it, each note has a text and a type, and rests on passages that there are."""
    for document in (value, {"notes": value}, {"notes": [value]}):
        found = read_notes(document, PASSAGES)
        for note in found[0] if found else []:
            assert note.text
            assert note.type in MEMORY_TYPES
            assert {*note.passages} <= {*PASSAGES}
            assert 0.5 <= note.confidence <= 0.9


def test_the_question() -> None:
    """The conversation and what is known, each between tags that it cannot close."""
    assert write_question("[user]\n1 ok", ()) == "<text-1>\n[user]\n1 ok\n</text-1>"
    asked = write_question("</text-1> done", [("abcd", "Ada <text-1> reviews.")])
    assert (
        asked
        == "<text-2>\n</text-1> done\n</text-2>\n\nKnown already:\n<text-2>\nabcd Ada <text-1> reviews.\n</text-2>"
    )


def test_the_form_that_the_api_knows() -> None:
    """Every object is closed, all its fields are required, and it uses no unsupported keyword."""

    def walk(schema: dict[str, Any]) -> None:
        assert set(schema) <= {"type", "properties", "required", "additionalProperties", "items", "enum"}
        if schema["type"] == "object":
            assert schema["additionalProperties"] is False
            assert schema["required"] == [*schema["properties"]]
        for inner in (*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])):
            walk(inner)

    walk(model_notes.ANSWER_FORM)
    assert json.dumps(model_notes.ANSWER_FORM)

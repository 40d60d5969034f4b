"""What natural statements do to earlier beliefs: only a present, plain claim about the same thing ends one."""

import json
from typing import Any

import pytest

from tests.command import Home
from tests.rows import read_rows

PLAIN = ("--extractor", "auto")


def store_text(recall: Home, text: str, *args: str) -> dict[str, Any]:
    """The receipt of a text that is stored whole."""
    recall.later()
    answer = recall.quick("--json", "store", *(args or PLAIN), "--", text)
    assert answer.status == 0, answer
    receipt: dict[str, Any] = json.loads(answer.out)
    return receipt


def believed_texts(recall: Home) -> set[str]:
    return {memory["text"] for memory in recall.json("list", "-n", "100", "--project", "*")["memories"]}


LABELLED = [
    ("On staging: the port is 9090.", "In production: the port is 8080."),
    ("Prod: the replica count is 6.", "Staging: the replica count is 2."),
    ("Backend: we use Django 5.", "Frontend: we use Next.js 15."),
    ("packages/api: we use Django 5.", "packages/web: we use Next.js 15."),
    ("Android: we use Compose.", "iOS: we use SwiftUI."),
    ("Billing: the timeout is 30 seconds", "Search: the timeout is 5 seconds"),
    ("Dana: we deploy on Fridays.", "Milo: we deploy on Mondays."),
]


@pytest.mark.parametrize(("first", "second"), LABELLED)
def test_a_label_is_the_scope_of_its_sentence(recall: Home, first: str, second: str) -> None:
    """A label and its sentence are one memory, and ends nothing under another label."""
    for text in (first, second):
        assert store_text(recall, text)["status"] == "stored"
    assert believed_texts(recall) == {first, second}
    assert recall.json("conflicts")["conflicts"] == []


NOT_PRESENT = read_rows(__file__, "not_present")


@pytest.mark.parametrize(("first", "second"), NOT_PRESENT)
@pytest.mark.parametrize("args", [PLAIN, ("--type", "fact")], ids=["plain", "typed"])
def test_past_future_and_supposed_statements_end_nothing(
    recall: Home, first: str, second: str, args: tuple[str, ...]
) -> None:
    """Neither as plain text nor with a type; and they contest nothing."""
    store_text(recall, first, *args)
    store_text(recall, second, *args)
    assert first in believed_texts(recall)
    assert recall.json("conflicts")["conflicts"] == []


OTHER_SUBJECTS = [
    ("I live in Berlin.", "I moved the tests to spec/."),
    ("We deploy to Fly.io.", "We deploy to production only after QA signs off."),
    ("The tests run on CircleCI.", "The tests run in parallel."),
    ("Tests run with pytest.", "Tests run with 4 workers."),
    ("The pool has 20 connections.", "The pool has a health check every minute."),
    ("The React version is 18.3.", "The React Native version is 0.76."),
]


@pytest.mark.parametrize(("first", "second"), OTHER_SUBJECTS)
def test_another_subject_or_property_ends_nothing(recall: Home, first: str, second: str) -> None:
    """However similar the words are."""
    store_text(recall, first)
    store_text(recall, second)
    assert {first, second} <= believed_texts(recall)


def test_only_the_same_words_are_one_memory(recall: Home) -> None:
    """Another order of phrases and other small words count again; other wordings are memories of their own."""
    known = store_text(recall, "On weekdays the wiki is backed up to docs.acme.io.")["memory_ids"]
    assert store_text(recall, "The wiki is backed up to docs.acme.io on weekdays.")["memory_ids"] == known
    assert store_text(recall, "docs.acme.io has the backup of the wiki on weekdays.")["memory_ids"] != known
    assert recall.json("count")["count"] == 2


CORRECTIONS = [
    ("The API port is 8080.", "We changed the API port from 8080 to 9090.", "ended"),
    ("CI fails on ARM.", "CI no longer fails on ARM.", "ended"),
    ("We use npm.", "We replaced npm with pnpm.", "ended"),
    ("Our wiki is Confluence.", "The wiki Confluence was shut down.", "ended"),
    ("The API listens on port 8080.", "no, that is wrong: the API listens on port 9090, not 8080", "asked"),
    ("The API port is 8080.", "wrong, the API port is 9090", "asked"),
    ("Releases go out on Tuesdays.", "Releases go out on Wednesdays now.", "asked"),
    ("The staging cluster has 12 nodes.", "The staging cluster has 14 nodes.", "asked"),
    ("The log level is info.", "The log level is now debug.", "asked"),
]


@pytest.mark.parametrize(("first", "second", "became"), CORRECTIONS)
@pytest.mark.parametrize("args", [PLAIN, ("--type", "fact")], ids=["plain", "typed"])
def test_a_correction_ends_the_old_belief_or_asks_about_it(
    recall: Home, first: str, second: str, became: str, args: tuple[str, ...]
) -> None:
    """It ends what it names itself as over, and asks about the rest; an undo brings the old belief back."""
    (old,) = store_text(recall, first, *args)["memory_ids"]
    (memory,) = store_text(recall, second, *args)["memories"]
    assert memory["supersedes"] == ([old] if became == "ended" else [])
    assert [item["id"] for item in memory["maybe_outdated"]] == ([] if became == "ended" else [old])
    assert recall.json("conflicts")["conflicts"] == []
    assert recall.quick("undo").status == 0
    assert believed_texts(recall) == {first}


SINGLE_VALUES = [
    ("billing", "owner", "Ana", "Bob", "The owner of billing is {}."),
    ("project", "region", "eu-west-1", "eu-central-1", "The region of the project is {}."),
    ("project", "formatter", "black", "ruff", "The code is formatted with {}."),
    ("project", "python_version", "3.11", "3.12", "The project runs on Python {}."),
    ("project", "go_version", "1.21", "1.22", "The Go version is {}."),
    ("frontend", "framework", "React", "Vue", "The framework of the frontend is {}."),
]


@pytest.mark.parametrize(("entity", "attribute", "old", "new", "sentence"), SINGLE_VALUES)
def test_a_definite_singular_holds_one_value(
    recall: Home, entity: str, attribute: str, old: str, new: str, sentence: str
) -> None:
    """Another value of a given fact ends the first."""
    fact = ("--entity", entity, "--attribute", attribute, "--value")
    store_text(recall, sentence.format(old), *fact, old)
    store_text(recall, sentence.format(new), *fact, new)
    assert believed_texts(recall) == {sentence.format(new)}


def test_plural_values_stand_side_by_side(recall: Home) -> None:
    """Nobody is asked."""
    for value in ("Ana", "Bob"):
        fact = ("--entity", "billing", "--attribute", "owners", "--value", value)
        store_text(recall, f"{value} is one of the owners of billing.", *fact)
    assert len(believed_texts(recall)) == 2


def test_an_unclear_attribute_is_contested(recall: Home) -> None:
    """Where neither the words nor the name of the attribute tell whether both can hold, a person is asked."""
    for value in ("Kotlin", "Rust"):
        fact = ("--entity", "importer", "--attribute", "language", "--value", value)
        store_text(recall, f"{value} has been in the importer since the start.", *fact)
    assert len(believed_texts(recall)) == 2
    assert len(recall.json("conflicts")["conflicts"]) == 1


def test_the_same_day_in_other_words_is_no_change(recall: Home) -> None:
    """Neither ended nor contested."""
    store_text(recall, "The release date is 2026-12-01.")
    receipt = store_text(recall, "The release date is 1 December 2026.")
    assert all(memory["supersedes"] == [] and memory["contests"] == [] for memory in receipt["memories"])
    assert recall.json("conflicts")["conflicts"] == []

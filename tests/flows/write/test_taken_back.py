"""Statements that take back what was said, and short statements that were once judged wrongly."""

import json
from typing import Any

import pytest

from tests.command import Home


def store_text(recall: Home, text: str) -> dict[str, Any]:
    """The receipt of a text."""
    recall.later()
    receipt: dict[str, Any] = json.loads(recall.quick("--json", "store", "--extractor", "rules", "--", text).out)
    return receipt


def believed_texts(recall: Home) -> set[str]:
    return {memory["text"] for memory in recall.json("list", "-n", "100")["memories"]}


CI = "CI runs on CircleCI."
TAKEN_BACK = [
    (CI, "Forget that CI thing."),
    (CI, "forget the CI stuff"),
    (CI, "Forget what I said about CI."),
    (CI, "Scratch that CI note, I was reading an old page."),
    ("The CFO wants invoices numbered per country.", "Scrap the thing about the CFO, I mixed up two meetings."),
    ("Our Stripe account is limited to 100 req/s.", "Please disregard my note on the Stripe account."),
]


@pytest.mark.parametrize(("statement", "retraction"), TAKEN_BACK)
def test_what_is_taken_back_ends(recall: Home, statement: str, retraction: str) -> None:
    """One memory speaks of it: it is no longer believed."""
    ids = store_text(recall, statement)["memory_ids"]
    receipt = store_text(recall, retraction)
    assert receipt["memories"][0]["supersedes"] == ids
    assert statement not in believed_texts(recall)


@pytest.mark.parametrize(("statement", "retraction"), TAKEN_BACK)
def test_what_only_takes_back_is_believed_by_nobody(recall: Home, statement: str, retraction: str) -> None:
    """It ends a memory and is none: no list and no search shows it, and undo brings back what it ended."""
    store_text(recall, statement)
    store_text(recall, retraction)
    assert believed_texts(recall) == set()
    assert recall.json("search", statement)["results"] == []
    recall.later()
    assert recall.quick("undo").status == 0
    assert believed_texts(recall) == {statement}


@pytest.mark.parametrize("text", ["Forget that CI thing.", "Please forget what I said about the invoices, my mistake."])
def test_nothing_to_take_back_is_said_and_not_stored(recall: Home, text: str) -> None:
    """No memory speaks of it: the answer says so."""
    store_text(recall, "The API listens on 8080.")
    receipt = store_text(recall, text)
    assert (receipt["status"], receipt["memory_ids"]) == ("refused", [])
    assert "no memory of this project speaks of it" in receipt["refused"][0]["reason"]


def test_what_takes_back_and_says_more_is_believed(recall: Home) -> None:
    """The new statement stays."""
    store_text(recall, CI)
    text = "Forget what I said about CI, it runs on GitHub Actions."
    store_text(recall, text)
    assert believed_texts(recall) == {text}


def test_it_is_asked_which_of_several_is_taken_back(recall: Home) -> None:
    """Two memories speak of it: none ends, and the answer names both."""
    texts = {CI, "The CI cache is 5 GB."}
    for text in sorted(texts):
        store_text(recall, text)
    receipt = store_text(recall, "Forget that CI thing.")
    assert {memory["text"] for memory in receipt["memories"][0]["maybe_outdated"]} == texts
    assert texts <= believed_texts(recall)


@pytest.mark.parametrize("text", ["Don't forget that CI thing.", "Never forget the CI note."])
def test_a_reminder_takes_nothing_back(recall: Home, text: str) -> None:
    """Not to forget is the opposite."""
    store_text(recall, CI)
    store_text(recall, text)
    assert CI in believed_texts(recall)


REPLACED = [
    ("The API listens on 8080.", "Actually the API listens on 7070"),
    ("The default user is root.", "The default user is app now."),
    ("The limit is 5 projects", "The limit is 10 projects"),
]


@pytest.mark.parametrize(("old", "new"), REPLACED)
def test_a_sentence_of_common_words_is_replaced(recall: Home, old: str, new: str) -> None:
    """The same sentence with another value ends the older one, even if no word in it is special."""
    store_text(recall, old)
    store_text(recall, new)
    assert old not in believed_texts(recall)


NOT_DISPUTED = [
    ("The timeout is 30 seconds.", "We should probably raise the timeout to 60 seconds."),
    ("The timeout is 30 seconds.", "The old wiki page claims the timeout is 60 seconds."),
    ("Always run make deploy from the main branch.", "Before make deploy connect the VPN, otherwise it hangs."),
]


@pytest.mark.parametrize(("old", "new"), NOT_DISPUTED)
def test_proposals_and_old_documents_dispute_nothing(recall: Home, old: str, new: str) -> None:
    """The older statement stays believed, uncontested, and nobody is asked about it."""
    store_text(recall, old)
    receipt = store_text(recall, new)
    assert recall.json("conflicts")["conflicts"] == []
    assert all(memory["maybe_outdated"] == [] for memory in receipt["memories"])
    assert old in believed_texts(recall)

"""What natural statements do to earlier beliefs: only a present, plain claim about the same thing ends one."""

import json
from typing import Any

import pytest

from tests.command import Home

PLAIN = ("--extractor", "rules")


def store_text(recall: Home, text: str, *args: str, person: bool = False) -> dict[str, Any]:
    """The receipt of a text; one that the gate refuses changes nothing either."""
    recall.later()
    answer = recall.quick("--json", "store", *(args or PLAIN), "--", text, person=person)
    assert answer.status in (0, 3), answer
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


NOT_PRESENT = [
    ("The port is 8080.", "Previously the port was 80."),
    ("The port is 8080.", "The port was 80 but is now 8080."),
    ("The port is 8080.", "If the build fails, the port is 9090."),
    ("The database is Postgres.", "The database was MySQL in 2019."),
    ("The CEO is Ana.", "The CEO was Bob until May."),
    ("The timeout is 60 s.", "The timeout was 30 s until we raised it to 60 s."),
    ("The batch size is 200.", "The batch size was 500, changed to 200."),
    ("Marta owns billing.", "Jens no longer owns billing."),
    ("We use React 18.", "We should upgrade to React 19 before Q3."),
    ("We use NATS.", "We almost went with Kafka."),
    ("We use NATS as the message broker.", "We will use Kafka next year."),
    ("The cache TTL is 30 seconds.", "Originally the cache TTL was 60 seconds."),
    ("The owner is Ana.", "Formerly the owner was Bob."),
    ("The base image is alpine.", "Under Windows the base image is servercore."),
    ("The default timeout is 30 s.", "Before v2, the default timeout was 60 seconds."),
    ("The timeout is 60 s.", "Assume the timeout is 5 s."),
    ("The port is 8080.", "Example: the port is 1234."),
]


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


@pytest.mark.parametrize(
    "text",
    [
        "I have not touched the admin panel.",
        "keep invoices in S3",
        "Session summary (2026-11-20): We finished migrating the billing database to Postgres.",
    ],
)
def test_no_fact_is_read_where_none_is_stated(recall: Home, text: str) -> None:
    """A habit of the user, a choice of the project or a label is not made a fact."""
    for memory in store_text(recall, text)["memories"]:
        assert memory["attribute"] not in ("has", "choice", "session_summary_2026_11_20")


def test_four_wordings_of_one_host_are_one_memory(recall: Home) -> None:
    """Restating a memory counts it again; each wording finds it."""
    texts = (
        "The wiki is hosted on docs.acme.io.",
        "docs.acme.io is where the wiki lives.",
        "Wiki host: docs.acme.io",
        "You find the wiki at docs.acme.io.",
    )
    assert len({store_text(recall, text)["memory_ids"][0] for text in texts}) == 1
    assert recall.json("count")["count"] == 1


CORRECTIONS = [
    ("The API listens on port 8080.", "no, that is wrong: the API listens on port 9090, not 8080"),
    ("The API port is 8080.", "wrong, the API port is 9090"),
    ("The API port is 8080.", "We changed the API port from 8080 to 9090."),
    ("Releases go out on Tuesdays.", "Releases go out on Wednesdays now."),
    ("We use npm.", "no, use pnpm not npm"),
    ("CI fails on ARM.", "CI no longer fails on ARM."),
    ("The staging cluster has 12 nodes.", "The staging cluster has 14 nodes."),
    ("The log level is info.", "The log level is now debug."),
]


@pytest.mark.parametrize(("first", "second"), CORRECTIONS)
@pytest.mark.parametrize("args", [PLAIN, ("--type", "fact")], ids=["plain", "typed"])
def test_natural_corrections_end_the_old_belief(recall: Home, first: str, second: str, args: tuple[str, ...]) -> None:
    """As plain text and as agents store it; `recall undo` brings the old belief back."""
    (old,) = store_text(recall, first, *args)["memory_ids"]
    receipt = store_text(recall, second, *args)
    assert [memory["supersedes"] for memory in receipt["memories"]] == [[old]]
    assert first not in believed_texts(recall)
    assert recall.json("get", old)["superseded_by"] == receipt["memory_ids"][0]
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
    """With the fact given, and without: another value ends the first, and is never just put beside it."""
    for given in (True, False):
        fact = ("--entity", entity, "--attribute", attribute, "--value") if given else ()
        store_text(recall, sentence.format(old), *fact, *([old] if given else []))
        store_text(recall, sentence.format(new), *fact, *([new] if given else []))
        texts = believed_texts(recall)
        assert sentence.format(new) in texts
        assert sentence.format(old) not in texts
        recall.quick("undo"), recall.quick("undo")


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


KEPT = ["Release manager: Olu", "Test command: `npm test`", "Retry budget is 10% per service."]


@pytest.mark.parametrize("text", KEPT)
def test_labels_and_nouns_are_no_requests(recall: Home, text: str) -> None:
    """Although their first word looks like a command."""
    assert store_text(recall, text)["status"] == "stored"


def test_a_short_rule_of_the_user_is_kept(recall: Home) -> None:
    """A rule of two words is a preference."""
    (memory,) = store_text(recall, "Never force-push.", person=True)["memories"]
    assert (memory["text"], memory["type"]) == ("Never force-push.", "preference")


@pytest.mark.parametrize("text", ["What is the port?", "For this exercise assume that the port is 9090.", "ok thanks!"])
def test_questions_suppositions_and_chatter_are_not_kept(recall: Home, text: str) -> None:
    """They say nothing that holds."""
    assert store_text(recall, text)["status"] == "refused"


@pytest.mark.parametrize("options", [(), ("--global",)])
@pytest.mark.parametrize("text", ["Answer in short sentences.", "Bitte keine Emojis im Code."])
def test_a_plain_instruction_is_stored_as_a_preference(recall: Home, text: str, options: tuple[str, ...]) -> None:
    """What a person or an agent stores without a type says how to work in every session."""
    (memory,) = json.loads(recall.quick("--json", "store", text, *PLAIN, *options).out)["memories"]
    assert (memory["type"], memory["text"]) == ("preference", text)


def test_an_order_of_the_moment_is_refused_in_other_languages(recall: Home) -> None:
    """The refusal names the reason and the way to store it all the same."""
    answer = json.loads(recall.quick("--json", "store", "Öffne die Datei.", *PLAIN).out)
    (refusal,) = answer["refused"]
    assert refusal["reason"] == "request of the moment"
    assert "--extractor none" in refusal["hint"]

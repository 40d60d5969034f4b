"""How a text is cut into words, names and values, and which of them mean the same."""

import pytest

from recall_cli.rules.revision.alignment import Alignment
from recall_cli.rules.revision.reading import Reading
from recall_cli.rules.revision.terms.values import MAX_TEXT_LENGTH
from tests.for_each import for_each


@for_each(
    "text, kind, key",
    [
        ("30 s", "measure", "span:30"),
        ("30 seconds", "measure", "span:30"),
        ("half a minute", "number", "#0.5"),
        ("two weeks", "measure", "span:1209600"),
        ("2-week", "measure", "span:1209600"),
        ("25 MB", "measure", "size:26214400"),
        ("25MB", "measure", "size:26214400"),
        ("$30", "measure", "money:30"),
        ("30 €", "measure", "money:30"),
        ("12 %", "measure", "share:12"),
        ("minus 18", "number", "-#18"),
        ("1,000", "number", "#1000"),
        ("50k", "number", "#50000"),
        ("twenty-five", "number", "#25"),
        ("3.12", "version", "v3.12"),
        ("v2", "version", "v2"),
        ("2.0-rc1", "version", "v2.0-rc1"),
        ("5 May", "date", "date:5-5"),
        ("May 5", "date", "date:5-5"),
        ("5th of May 2026", "date", "date:5-5"),
        ("2026-05-05", "date", "date:5-5"),
        ("5. Mai", "date", "date:5-5"),
        ("9 pm", "time", "time:21:00"),
        ("21:00", "time", "time:21:00"),
        ("9 o'clock", "time", "time:9:00"),
        ("noon", "time", "time:12:00"),
        ("Tuesdays", "day", "day:1"),
        ("dienstags", "day", "day:1"),
        ("daily", "rhythm", "span:86400"),
        ("docs/guide.md", "path", "docs/guide.md"),
        ("setup.py", "path", "setup.py"),
        ("db1.internal", "host", "db1.internal"),
        ("https://example.com/x", "url", "https://example.com/x"),
        ("ana@example.com", "mail", "ana@example.com"),
        ("#general", "channel", "#general"),
        ("@ana", "handle", "@ana"),
        ("`npm test`", "code", "npm test"),
        ("MAX_SIZE", "ident", "max_size"),
        ("Postgres", "product", "postgr"),
    ],
)
def test_one_value(text: str, kind: str, key: str) -> None:
    """The kind of a value and its key; the same value has one key however it is written."""
    term = Reading(text).terms[0]
    assert (term.kind, term.key) == (kind, key)


@for_each(
    "old, new",
    [
        ("The wait is 14 days.", "not 14 any more"),
        ("Python 3.12", "Python 3.12.4"),
        ("The database runs here.", "the DB"),
        ("Ana is the owner.", "owned by Ana"),
        ("deployments", "deploys"),
        ("The generator is slow.", "generated"),
    ],
)
def test_same_in_other_words(old: str, new: str) -> None:
    """Numbers without their unit, shorter versions, words of one meaning and forms of one word meet."""
    assert Alignment(Reading(old), Reading(new)).matched_old


@for_each("old, new", [("3.12", "3.13"), ("10.0.4.12", "10.0.7.30"), ("30 s", "30 GB"), ("React", "Redux")])
def test_different(old: str, new: str) -> None:
    """Neighbouring versions and addresses, and the same number of another unit, are different."""
    assert not Alignment(Reading(old), Reading(new)).matched_old


def test_sentences_and_clauses() -> None:
    """A title ends no sentence; a reason begins a clause."""
    reading = Reading("Ask Dr. Klein. The port is open because the firewall is off.")
    assert {term.sentence for term in reading} == {0, 1}
    assert {term.clause for term in reading} == {0, 1, 2}


@pytest.mark.parametrize(("text", "asks"), [("Is it on?", True), ("Has moved to Oslo.", True), ("It is on.", False)])
def test_questions(text: str, asks: bool) -> None:
    """A question is one by its mark or by its first word."""
    assert Reading(text).asks is asks


def test_labels() -> None:
    """A label stands in front of a colon, an equals sign or a bar."""
    assert Reading("DB host = db1").label == Reading("db host: db2").label == {"db", "host"}
    assert not Reading("The host is db1.").label


@for_each("text", ["", " ", "`", "``", "((", "—", "\n\n", "3", "?", "a" * 5000, "1" * 5000, "/" * 900, "-" * 900])
def test_odd_texts(text: str) -> None:
    """Nothing is too odd to be read, and only the beginning of a long text is."""
    assert all(term.end <= MAX_TEXT_LENGTH for term in Reading(text))

"""The kind of answer that a question wants, and whether a text contains one."""

from recall_cli.rules.questions.question import NUMBER, TIME, holds_kind, wanted_kinds
from tests.for_each import for_each


@for_each(
    "question, kinds",
    [
        ("When did we move?", {TIME}),
        ("Which year was that?", {TIME}),
        ("How many shards are there?", {NUMBER}),
        ("How long does the build take?", {TIME, NUMBER}),
        ("Which version of Go?", {NUMBER}),
        ("Why Postgres?", set()),
        ("whenever", set()),
    ],
)
def test_wanted(question: str, kinds: "set[str]") -> None:
    """The kinds of answer follow from the question's words."""
    assert wanted_kinds(question) == kinds


@for_each(
    "text, kind, answer",
    [
        ("We moved yesterday.", TIME, True),
        ("It was in March.", TIME, True),
        ("Since (2021) it runs.", TIME, True),
        ("It may run again.", TIME, False),
        ("Port 8080 is taken.", TIME, True),
        ("There are three of them.", NUMBER, True),
        ("It needs 16GB.", NUMBER, True),
        ("Use v2 of it.", NUMBER, True),
        ("It costs $5.", NUMBER, True),
        ("Nobody knows.", NUMBER, False),
        ("", NUMBER, False),
    ],
)
def test_held(text: str, kind: str, answer: bool) -> None:
    """It is a hint and not a proof: any four digits count as a year."""
    assert holds_kind(text, kind) is answer

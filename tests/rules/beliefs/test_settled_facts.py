"""The sentence that settles a fact, as agents read it."""

from recall_cli.rules.beliefs.settled_facts import KEEP_ONE, KEEP_SEVERAL, PER_CONTEXT, FactChoice, settled_text
from tests.for_each import for_each

CASES = [
    ("cache_lifetime", "is", "production", "Settled: the cache lifetime is 10 minutes in production."),
    ("cache_lifetime", "is", None, "Settled: the cache lifetime is 10 minutes otherwise."),
    ("our_retry_limit", "is", "consulting", "Settled: our retry limit is 10 minutes for consulting."),
    ("the worker timeout", "value", "CI", "Settled: the worker timeout is 10 minutes in CI."),
    ("cache", "lifetime", "staging", "Settled: lifetime of cache is 10 minutes in staging."),
    ("island", "isolation", "nights", "Settled: isolation of island is 10 minutes for nights."),
]


@for_each("entity, attribute, context, expected", CASES)
def test_a_settled_value_reads_as_a_sentence(entity: str, attribute: str, context: str | None, expected: str) -> None:
    """An attribute such as `is` is no property, so the sentence is about the entity itself."""
    choice = FactChoice(kind=PER_CONTEXT, values=((context, "10 minutes"), ("weekends", "1 hour")))
    assert settled_text(entity, attribute, choice, 0) == expected


def test_one_value_and_several_values() -> None:
    """The other two ways to settle a fact."""
    one = FactChoice(kind=KEEP_ONE, values=((None, "NATS"),))
    assert settled_text("queue_engine", "is", one, 0) == "Settled: the queue engine is NATS."
    several = FactChoice(kind=KEEP_SEVERAL, values=((None, "NATS"), (None, "Redis")))
    assert (
        settled_text("queue_engine", "is", several, 0) == "Settled: the queue engine holds several values: NATS, Redis."
    )

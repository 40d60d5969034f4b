"""Duplicates: what counts as already known."""

import pytest

from recall_cli.rules.beliefs.duplicates import content_words, duplicate_verdict, lookup_words, verdict_by_cosine


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("We use NATS for the queue.", "we use  NATS for the queue", "same"),
        ("We use the NATS for queue!", "We use NATS for a queue.", "same"),
        ("The API listens on port 8080.", "The API listens on port 8081.", "new"),
        ("Requires Python 3.11", "Requires Python 3.12", "new"),
        ("Retry on 503.", "Never retry on 503.", "new"),
        ("Don't retry on 503.", "Do not retry on 503.", "same"),
        ("in old again", "in old", "new"),
        ("The queue was RabbitMQ", "The queue is RabbitMQ", "new"),
        ("Deploy before the freeze", "Deploy after the freeze", "new"),
        ("Tabs over spaces", "Spaces over tabs", "new"),
        ("Deploy on Friday", "Deploy on Friday only if tests pass", "new"),
        ("We chose NATS over Kafka", "In May we chose NATS over Kafka because replay was slow", "new"),
        ("replay one day of orders", "Replay one day of orders took forty minutes on RabbitMQ", "contained"),
        ("Replay one day of orders took forty minutes on RabbitMQ", "replay one day of orders", "new"),
        ("NATS", "We use NATS for the queue", "new"),
        ("Keep p99 latency < 200 ms", "Keep p99 latency > 200 ms", "new"),
        ("Keep p99 latency <200 ms", "Keep p99 latency >200 ms", "new"),
        ("Keep p99 latency <200 ms", "keep p99 latency < 200 ms!", "same"),
        ("Retry where status != 200", "Retry where status = 200", "new"),
        ("Retry where status !=200", "Retry where status =200", "new"),
        ("Pin to numpy <= 2.1", "Pin to numpy >= 2.1", "new"),
        ("Alert if load> 5", "Alert if load< 5", "new"),
        ("Skip it for !enabled flags", "Skip it for enabled flags", "new"),
        ("The import goes a -> b", "The import goes a <- b", "new"),
        ("Write to <ops@example.com>, please", "Write to ops@example.com", "same"),
        ("Close every <div> !", "close every div", "same"),
        ("", "anything", "new"),
        ("...", "...", "new"),
    ],
)
def test_verdicts(new, old, expected):
    """Numbers, negations, conditions and roles make two texts different; spacing, case and unimportant words do not."""
    assert duplicate_verdict(new, old) == expected


@pytest.mark.parametrize(
    ("rule", "cosine", "expected"),
    [
        ("cosine-three-bands", 1.0, "same"),
        ("cosine-three-bands", 0.95, "same"),
        ("cosine-three-bands", 0.949, "merged"),
        ("cosine-three-bands", 0.85, "merged"),
        ("cosine-three-bands", 0.849, "new"),
        ("cosine-update", 1.0, "merged"),
        ("cosine-update", 0.92, "merged"),
        ("cosine-update", 0.919, "new"),
        ("words", 1.0, "new"),
    ],
)
def test_published_thresholds(rule: str, cosine: float, expected: str) -> None:
    """Three bands: same from 0.95, merged from 0.85; update: merged from 0.92; the words rule ignores cosines."""
    assert verdict_by_cosine(rule, cosine) == expected


def test_a_sign_is_no_word_to_look_for() -> None:
    """Comparison signs are not looked up, because the word index has none."""
    assert lookup_words(content_words("Keep p99 latency < 200 ms").words) == ("p99", "200", "latency", "keep", "ms")

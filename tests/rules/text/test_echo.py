"""Echoes: statements that only repeat what was shown, and statements that say more or something else."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.text.content_words import content_words
from recall_cli.rules.text.echo import EchoCheck, pack_word_hashes
from tests.for_each import for_each

PORT = "The API listens on port 8080."
TABS = "I prefer tabs over spaces in Go."
NATS = "We moved the queue from RabbitMQ to NATS because replay was too slow."
RETRY = "Retry only on 503; retrying 409 hid a conflict."
DEPLOY = "Never deploy the billing service on Fridays."
ECHOES = (
    (PORT, PORT),
    (PORT, "the api LISTENS on port 8080"),
    (PORT, "As noted, the API is listening on port 8080."),
    (PORT, "I remember: the API listens on port 8080!"),
    (TABS, "You prefer tabs over spaces in Go."),
    (TABS, "The user prefers tabs over spaces in Go."),
    (TABS, "In Go, you prefer tabs over spaces."),
    (NATS, "According to memory, we moved the queue from RabbitMQ to NATS because replay was too slow."),
    (NATS, "The queue moved from RabbitMQ to NATS because replay was slow."),
    (NATS, "You moved the queue from RabbitMQ to NATS."),
    (RETRY, "Retry only on 503, retrying 409 hid a conflict."),
    (DEPLOY, "Remember: never deploy the billing service on Fridays."),
)
NOT_ECHOES = (
    ("Keep p99 latency < 200 ms in checkout.", "Keep p99 latency > 200 ms in checkout."),
    (PORT, "The API listens on port 9090."),
    (PORT, "The API no longer listens on port 8080."),
    (PORT, "The admin API listens on port 8080."),
    (PORT, "The API listens on port 8080 only in staging."),
    (PORT, "The API listens on port 8080 and on port 8081."),
    (PORT, "Port 8080."),
    (TABS, "I prefer spaces over tabs in Go."),
    (TABS, "I prefer tabs over spaces in Python."),
    (TABS, "I do not prefer tabs over spaces in Go."),
    (TABS, "I prefer tabs over spaces in Go and in Rust, and two blank lines between functions."),
    (NATS, "We moved the queue from NATS to RabbitMQ because replay was too slow."),
    (NATS, "We moved the queue from RabbitMQ to Kafka because replay was too slow."),
    (NATS, "Replay in NATS takes four minutes for a day of messages."),
    (NATS, "We moved the admin queue from RabbitMQ to NATS because replay was too slow."),
    ("we like small requests over large ones in every team", "we like large ones over small requests in every team"),
    (NATS, "The queue needs three NATS nodes in production."),
    (RETRY, "Retry only on 503 and 429; retrying 409 hid a conflict."),
    (DEPLOY, "Deploy the billing service on Fridays."),
    (DEPLOY, "Never deploy the billing service on Mondays."),
    (DEPLOY, "Never deploy the billing service on Fridays unless Ada agrees."),
)


@for_each("told, said", ECHOES)
def test_a_restatement_is_an_echo(told: str, said: str) -> None:
    """A restatement with or without an introduction, in other word forms, in another order, or in part."""
    assert EchoCheck(content_words(said)).is_echo_of(pack_word_hashes(told))


@for_each("told, said", NOT_ECHOES)
def test_another_fact_about_the_same_is_none(told: str, said: str) -> None:
    """Another value, subject, condition, negation or direction, or more than was shown, is not an echo."""
    assert not EchoCheck(content_words(said)).is_echo_of(pack_word_hashes(told))


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_texts_can_be_compared(told: str, said: str) -> None:
    """The packed hashes have four bytes each and are sorted, and any two texts can be compared."""
    prints = pack_word_hashes(told)
    assert len(prints) % 4 == 0
    assert EchoCheck(content_words(said)).is_echo_of(prints) in (True, False)

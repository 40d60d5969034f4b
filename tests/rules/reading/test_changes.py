"""Facts of changes and of who is in charge: what the new word ends has to be the same fact."""

import pytest

from recall_cli.rules.reading.facts import facts
from recall_cli.rules.reading.values import Fact
from recall_cli.rules.reading.words import Words


def first_fact(text: str) -> "Fact | None":
    """The first fact of a statement, if it has one."""
    found = facts(Words(text), "user")
    return found[0][2] if found else None


def fact_fields(text: str) -> "tuple[str | None, ...]":
    """Entity, attribute, value and what it ends."""
    fact = first_fact(text)
    return (fact.entity, fact.attribute, fact.value, fact.ends) if fact else ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We moved the proxy from port 81 to 8443.", ("proxy", "port", "8443", "81")),
        ("The worker was moved from port 9000 to port 9001.", ("worker", "port", "9001", "9000")),
        ("We raised the batch size from 50 to 200.", ("project", "batch_size", "200", "50")),
        ("The cookie TTL was cut from 30 minutes to 10 minutes.", ("project", "cookie_ttl", "10 minutes", "30 minutes")),
        ("We upgraded the cluster from 1.29 to 1.30.", ("cluster", "version", "1.30", "1.29")),
        ("Error tracking moved from Sentry to Honeybadger.", ("error_tracking", "uses", "Honeybadger", "Sentry")),
        ("Sessions were migrated from Redis to Valkey.", ("sessions", "key_value_store", "Valkey", "Redis")),
        ("The launch was moved to 12 March.", ("launch", "date", "12 March", None)),
        ("The review was postponed until Friday.", ("review", "date", "Friday", None)),
        ("The archive was moved to Glacier.", ("archive", "location", "Glacier", None)),
    ],
)  # fmt: skip
def test_a_change_is_the_fact_that_it_changes(text: str, expected: "tuple[str | None, ...]") -> None:
    """Of the thing, in the property that the old value or the thing itself names."""
    assert fact_fields(text) == expected


@pytest.mark.parametrize(
    "text",
    ["Data moves from Kafka to Snowflake.", "We moved the parser from utils to core.", "We copied rows from A to B.",
     "We never moved the API from port 80 to 81."],
)  # fmt: skip
def test_what_only_goes_somewhere_is_no_change(text: str) -> None:
    """A stream, a file, a denial: nothing ends by them."""
    fact = first_fact(text)
    assert fact is None or fact.ends is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nadia owns billing now.", ("billing", "owner", "Nadia", None)),
        ("The platform team maintains the gateway.", ("gateway", "owner", "platform team", None)),
        ("The gateway is maintained by the platform team.", ("gateway", "owner", "platform team", None)),
    ],
)  # fmt: skip
def test_who_owns_a_thing_is_a_property_of_the_thing(text: str, expected: "tuple[str | None, ...]") -> None:
    """However it is said, so that a new owner ends the old one."""
    assert fact_fields(text) == expected


def test_owners_beside_each_other_and_nobody() -> None:
    """Who owns it too ends nobody; who owns "it", or nobody, is no fact; what I own stays mine."""
    also = first_fact("Omar also owns billing.")
    assert also is not None and also.many
    assert fact_fields("Nadia owns it.") == () == fact_fields("Nobody owns billing.")
    assert fact_fields("I own a sailing boat.")[:2] == ("user", "owns")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Celery is at 5.4 since Monday.", ("celery", "version", "5.4", None)),
        ("MariaDB is on 11 now.", ("mariadb", "version", "11", None)),
        ("Vite upgraded to 6.", ("vite", "version", "6", None)),
        ("The retro is at 9.30.", ("retro", "time", "9.30", None)), ("The retro is at 10.", ("retro", "time", "10", None)),
    ],
)  # fmt: skip
def test_a_number_that_a_thing_is_at_is_a_version_or_a_time(text: str, expected: "tuple[str | None, ...]") -> None:
    """A clock's time stays one."""
    assert fact_fields(text) == expected


def test_a_name_that_ends_like_an_adverb_is_a_name() -> None:
    """With its capital letter; "locally" and "really" are none."""
    assert fact_fields("We use Optimizely.")[1:3] == ("uses", "Optimizely")
    assert fact_fields("We use Grammarly for docs.")[1:3] == ("uses", "Grammarly")
    assert fact_fields("We really use Memcached.")[2] == "Memcached"

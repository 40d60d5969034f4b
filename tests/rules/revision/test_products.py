"""A product with its version is one value: another product of its sort ends it, one of another sort stands beside it."""

import itertools

import pytest

from recall_cli.rules.revision.comparison import ASKS, ENDS, STAYS
from tests.bench.beliefs.likeness import judge_as_stored as judge

SUBJECTS = ["Billing", "The search service", "The importer", "checkout-api", "Our shop"]
REPLACED = [
    ("{subject} uses Postgres 14.", "{subject} uses MySQL 8."),
    ("{subject} runs on Node 20.", "{subject} runs on Bun 1.1."),
    ("{subject} is written in Go 1.22.", "{subject} is written in Rust 1.80."),
    ("{subject} uses RabbitMQ 3.12.", "{subject} uses Kafka 3.7 now."),
    ("{subject} is built with Webpack 5.", "{subject} is built with Vite 6."),
    ("{subject} is based on Debian 11.", "{subject} is based on Alpine 3.20."),
    ("{subject} uses Django 4.2.", "{subject} uses Flask 3."),
    ("{subject} is written in Python 3.11.", "{subject} is written in Kotlin 2.0."),
    ("{subject} runs on Tomcat 9.", "{subject} runs on Jetty 12."),
    ("{subject} is tested with Jest 29.", "{subject} is tested with Vitest 2."),
]
BESIDE = [
    ("{subject} uses Postgres 14.", "{subject} uses Redis 7."),
    ("{subject} uses Postgres.", "{subject} uses Redis."),
    ("{subject} runs on Node 20.", "{subject} runs on port 8080."),
    ("{subject} runs on Debian 12.", "{subject} runs on Kubernetes 1.30."),
    ("{subject} is written in Go 1.22.", "{subject} is deployed with Helm 3."),
    ("{subject} uses Kafka 3.7.", "{subject} uses Python 3.12."),
    ("{subject} uses Postgres 14.", "{subject} uses Postgres."),
    ("{subject} supports Postgres 14.", "{subject} supports MySQL 8."),
    ("{subject} runs on Node 20.", "{subject} runs on 3 hosts."),
    ("{subject} uses React 18.", "{subject} uses TypeScript 5.4."),
]


def fill(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Each pair with each subject."""
    both = itertools.product(pairs, SUBJECTS)
    return [(old.format(subject=subject), new.format(subject=subject)) for (old, new), subject in both]


@pytest.mark.parametrize(("old", "new"), fill(REPLACED))
def test_another_product_of_its_sort_replaces_it(old: str, new: str) -> None:
    """Fifty made pairs: the older one ends, whatever the versions are."""
    assert judge(old, new).kind == ENDS


@pytest.mark.parametrize(("old", "new"), fill(BESIDE))
def test_a_product_of_another_sort_stands_beside_it(old: str, new: str) -> None:
    """Fifty made pairs: the older one stays."""
    assert judge(old, new).kind in (STAYS, ASKS)


ENVIRONMENTS = ["staging", "test", "sandbox", "dev", "nightly"]
VALUES = [
    ("The database timeout is 30 s.", "The {where} database timeout is 60 s."),
    ("The API listens on port 8080.", "The {where} API listens on port 9090."),
    ("The cluster has 12 nodes.", "The {where} cluster has 3 nodes."),
    ("The mailer sends through Postmark.", "The {where} mailer sends through Mailgun."),
    ("The replica count is 6.", "The {where} replica count is 1."),
    ("The cache TTL is 5 minutes.", "The {where} cache TTL is 10 seconds."),
    ("The bucket is in eu-west-1.", "The {where} bucket is in us-east-1."),
    ("The queue holds 500 jobs.", "The {where} queue holds 50 jobs."),
    ("The upload limit is 10 MB.", "The {where} upload limit is 1 MB."),
    ("The log level is warn.", "The {where} log level is debug."),
]


@pytest.mark.parametrize(("old", "new", "where"), [(*pair, where) for pair in VALUES for where in ENVIRONMENTS])
def test_a_value_of_one_environment_is_not_asked_about(old: str, new: str, where: str) -> None:
    """Fifty made pairs: the general value stays, and nobody is asked."""
    assert judge(old, new.format(where=where)).kind == STAYS

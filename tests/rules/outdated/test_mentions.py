"""Which memories rest on a belief that has ended: a runbook with the old host, and not whatever has the same word."""

import pytest

from recall_cli.rules.outdated.ended_value import read_ended_value
from recall_cli.rules.outdated.mentions import rests_on

RESTING = [
    ("We use npm in this repo.", "We switched from npm to pnpm.", "Run `npm test` before pushing."),
    ("We use npm in this repo.", "We use pnpm now.", "npm run build creates the bundle in dist/."),
    (
        "The staging host is db1.example.com.",
        "The staging host is db2.example.com.",
        "To restore: ssh deploy@db1.example.com and run pg_restore.",
    ),
    (
        "The API listens on port 8080.",
        "The API listens on port 9090.",
        "Check the API with curl localhost:8080/health.",
    ),
    (
        "Deploys run every Tuesday at 10.",
        "Deploys now happen on Thursdays.",
        "Freeze merges before the Tuesday deploys.",
    ),
    ("Marta owns billing.", "Jens owns billing now.", "Ask Marta before changing the billing schema."),
    (
        "The job queue is RabbitMQ.",
        "We replaced RabbitMQ with NATS.",
        "If jobs hang, restart RabbitMQ and check the dead letter queue.",
    ),
    ("Python 3.11 is required.", "Python 3.12 is required.", "Create the venv with python3.11 -m venv .venv"),
    (
        "The billing service uses Postgres.",
        "The billing service moved to MySQL.",
        "Billing backups: pg_dump of Postgres every night.",
    ),
    ("Logs go to /var/log/app.", "Logs go to /srv/log/app now.", "Debugging: tail -f /var/log/app/error.log"),
    ("We lint with flake8.", "We lint with ruff now, flake8 is gone.", "Before each commit run flake8 src."),
    (
        "CI runs on CircleCI.",
        "CI moved to GitHub Actions.",
        "To rerun a flaky job, open CircleCI and press rerun from failed.",
    ),
    ("The default branch is master.", "The default branch is main now.", "Open pull requests against `master`."),
    (
        "Our error tracker is Sentry.",
        "Errors go to GlitchTip now, no longer to Sentry.",
        "Look up the release in Sentry before a rollback.",
    ),
    (
        "The bucket for uploads is acme-uploads-eu.",
        "Uploads are in the bucket acme-media-eu now.",
        "Sync with aws s3 sync s3://acme-uploads-eu .",
    ),
]
"""An ended belief, what ended it, and a memory that rests on it."""

BESIDE = [
    ("We use npm in this repo.", "We switched from npm to pnpm.", "Never use npm here."),
    ("We use npm in this repo.", "We switched from npm to pnpm.", "The move from npm to pnpm broke husky."),
    ("The API listens on port 8080.", "The API listens on port 9090.", "The admin panel runs on port 8080."),
    (
        "The billing service uses Postgres.",
        "The billing service moved to MySQL.",
        "The search service uses Postgres full text.",
    ),
    ("The request timeout is 30 seconds.", "The request timeout is 60 seconds.", "The pool has 30 connections."),
    ("Marta owns billing.", "Jens owns billing now.", "Marta prefers short pull requests."),
    ("The staging host is db1.", "The staging host is db2.", "In production use db1 as replica."),
    ("Deploys are manual.", "Deploys are automatic.", "The manual for deploys is in docs/."),
    ("The batch size is 200.", "The batch size is 500.", "HTTP 200 means that the batch was accepted."),
    ("We deploy on Fridays.", "We no longer deploy on Fridays.", "The team lunch is on Friday."),
    ("The frontend is written in React.", "The frontend is written in Vue.", "React Native is used in the mobile app."),
    ("We use Redis as cache.", "We use Memcached as cache.", "We chose Memcached over Redis for its memory use."),
    ("The CEO is Ana.", "The CEO is Ben.", "Ana wrote the import script."),
    ("The release is in May.", "The release is in June.", "May is when the certificates expire."),
    ("The timeout is 5 s.", "The timeout is 10 s.", "Backups run at 5."),
]
"""An ended belief, what ended it, and a memory that does not rest on it, although it has a word of it."""

SENTENCES = [
    ("{} talks to Postgres.", "{} talks to MySQL."),
    ("{} connects to db1.example.com.", "{} connects to db2.example.com."),
    ("{} keeps backups for 30 days.", "{} keeps backups for 90 days."),
    ("{} requires Node 18.", "{} requires Node 20."),
    ("{} deploys on Tuesdays.", "{} deploys on Thursdays."),
    ("Ana owns {}.", "Ben owns {} now."),
    ("The timeout of {} is 30 seconds.", "The timeout of {} is 60 seconds."),
]
"""A belief about something, and what ended it."""
OTHER_THINGS = [
    ("Service 1", "Service 2"),
    ("worker-3", "worker-4"),
    ("Billing", "Orders"),
    ("the mail service", "the search service"),
    ("Room 12", "Room 14"),
]


@pytest.mark.parametrize(("ended", "new", "memory"), RESTING)
def test_rests_on_the_ended_value(ended: str, new: str, memory: str) -> None:
    """A memory with a distinctive old value, or with the value and a word of the subject, may be outdated."""
    assert rests_on(memory, read_ended_value(ended, new))


@pytest.mark.parametrize(("ended", "new", "memory"), BESIDE)
def test_does_not_rest_on_it(ended: str, new: str, memory: str) -> None:
    """Another subject, another scope, a denial, or a text that knows the new value is left alone."""
    assert rests_on(memory, read_ended_value(ended, new)) is None


@pytest.mark.parametrize(("subject", "other"), OTHER_THINGS)
@pytest.mark.parametrize(("ended", "new"), SENTENCES)
def test_the_same_sentence_of_another_thing_does_not_rest_on_it(ended: str, new: str, subject: str, other: str) -> None:
    """What holds of service 2 is a fact of its own, although service 1 had the same value."""
    value = read_ended_value(ended.format(subject), new.format(subject))
    assert rests_on(ended.format(other), value) is None

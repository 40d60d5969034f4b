"""Statements that leave an older one true, though they are much like a correction."""

import pytest

from recall_cli.rules.revision.comparison import ASKS, CONTESTS, ENDS, STAYS
from tests.bench.beliefs.likeness import judge_as_stored as judge

SCOPES = [
    ("On staging: the port is 9090.", "In production: the port is 8080."),
    ("Staging: the replica count is 2.", "Prod: the replica count is 6."),
    ("Backend: we use Django 5.", "packages/web: we use Next.js 15."),
    ("iOS: we use SwiftUI.", "Android: we use Compose."),
    ("Billing: the timeout is 30 seconds", "Search: the timeout is 5 seconds"),
    ("GraphQL introspection is enabled in production.", "GraphQL introspection is disabled in the sandbox."),
    ("On weekdays the pump runs at 06:30.", "On weekends the pump runs at 08:00."),
    ("Use four spaces for indentation in YAML files.", "Use two spaces for indentation in Ruby files."),
    ("Indent with tabs.", "In YAML files, indent with two spaces from now on."),
    ("The default shell is bash.", "My own default shell is zsh."),
]
OTHER_TIMES = [
    ("The port is 8080.", "Previously the port was 80."),
    ("The port is 8080.", "The port was 80 but is now 8080."),
    ("The timeout is 60 s.", "The timeout was 30 s until we raised it to 60 s."),
    ("The batch size is 200.", "The batch size was 500, changed to 200."),
    ("The CEO is Ana.", "The CEO was Bob until May."),
    ("We use React 18.", "We should upgrade to React 19 before Q3."),
    ("We use NATS.", "We almost went with Kafka."),
    ("We use NATS as the message broker.", "We will use Kafka next year."),
    ("The base image is alpine.", "Under Windows the base image is servercore"),
    ("The default timeout is 30 seconds.", "Before v2, the default timeout was 60 seconds"),
    ("Lunch is at noon.", "Lunch today is at 13:00 because of the all-hands."),
    ("Our error budget is 0.1 %.", "Last month we used 0.3 % of error budget."),
    ("Traefik is planned.", "Traefik replaces Kong in January."),
]
NOT_CLAIMED = [
    ("The port is 8080.", "If the build fails, the port is 9090."),
    ("The timeout is 30 s.", "Assume the timeout is 5 s"),
    ("The port is 8080.", "Example: the port is 1234"),
    ("Java services use Gradle.", "Should Java services use Maven?"),
    ("The retry limit is 5.", "The README still says that the retry limit is 3, which is outdated."),
    ("Timestamps are stored in UTC.", "In the mock data timestamps are stored in CET."),
    ("Feature flags are read from LaunchDarkly.", "It isn't true that we stopped reading feature flags from LaunchDarkly."),
]  # fmt: skip
OTHER_THINGS = [
    ("I live in Berlin.", "I moved the tests to spec/."),
    ("We deploy to Fly.io.", "We deploy to production only after QA signs off."),
    ("The tests run on CircleCI.", "The tests run in parallel."),
    ("Tests run with pytest.", "Tests run with 4 workers."),
    ("The API has 20 connections.", "The API has a health check every minute."),
    ("`billing` listens on port 7001.", "`billing-worker` listens on port 7002 now."),
    ("We use React 18.", "We use React Native 0.76."),
    ("Marta owns billing.", "Jens no longer owns billing."),
    ("Some workers run on spot instances.", "All workers run on spot instances."),
    ("`feature/a1` is merged every Friday.", "`feature/A1` is merged every Monday."),
    ("The GPU box has 24 GB of VRAM.", "The GPU box has 128 GB of RAM."),
    ("Postgres is at version 14.", "We keep logs for 30 days now instead of 14, the auditors asked for it."),
    ("5.x release manager: Farid", "5.x release notes are now written by Solveig"),
    ("We deploy on Mondays.", "Deploys on Fridays are allowed again."),
    ("Feature branches are deleted after 30 days.", "Don't rebase feature branches before merging any more."),
    ("The exporter supports CSV.", "No, CSV exports use commas."),
    ("We build the firmware with GCC 12.", "Firmware build is on Zephyr 4.1 since this morning."),
    ("Coverage must be at least 80 %.", "Coverage is 83 % at the moment."),
    ("The default branch is `master`.", "There is no `develop` branch any more, everything goes to `main`."),
    ("The kids' robotics club meets in room B12", "the chess kids aren't in B12, they've got the library corner"),
    ("We ship on Thursdays.", "Release 3.2 slipped, it ships on 18 May."),
    ("I take my coffee black.", "we format code with ruff now, not black"),
]
ALSO_TRUE = [
    ("Anna is a maintainer of `libparse`.", "Boris is a maintainer of `libparse`."),
    ("Leo is an admin of the cluster.", "Ida is an admin of the cluster now."),
    ("The importer depends on Redis.", "The importer depends on Postgres."),
    ("The parser supports TOML.", "The parser supports YAML."),
    ("The bot posts to #general.", "The bot also posts to #releases."),
]
SAME = [
    ("The launch is on 2026-12-01.", "The launch is on 1 December 2026."),
    ("The request timeout is 30 s.", "The request timeout is 30 seconds."),
    ("Training is every Tuesday at 7 pm.", "We train on Tuesdays at 19:00."),
    ("We use k8s for the backend.", "We use Kubernetes for the backend."),
    ("The cache TTL is 5 minutes.", "The cache TTL is 300 seconds."),
]


@pytest.mark.parametrize(("old", "new"), [*SCOPES, *OTHER_TIMES, *NOT_CLAIMED, *OTHER_THINGS, *ALSO_TRUE, *SAME])
def test_a_similar_statement_ends_nothing(old: str, new: str) -> None:
    """Another scope, another time, a mere possibility, another thing, one more value, or the same value."""
    verdict = judge(old, new)
    assert verdict.kind not in (ENDS, CONTESTS), verdict.reason


@pytest.mark.parametrize(("old", "new"), SAME)
def test_the_same_value_is_not_even_asked_about(old: str, new: str) -> None:
    """A value in other words, units or spelling is one value."""
    assert judge(old, new).kind == STAYS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Maria owns the billing service.", "Apparently Tomas owns the billing service."),
        ("The default page size is 25.", "IIRC the default page size is 50."),
        ("Deploys are done with Argo CD.", "Deploys are done with Flux, if I'm not mistaken."),
    ],
)
def test_a_guess_contests_and_does_not_end(old: str, new: str) -> None:
    """A hedge anywhere in the statement takes its strength."""
    assert judge(old, new).kind == CONTESTS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The SDK supports iOS.", "The SDK now requires iOS 16 and up."),
        ("The driver supports CUDA.", "The driver needs CUDA 12.4 now."),
        ("Debug builds log at level DEBUG.", "Debug logging has been turned off in production."),
    ],
)
def test_what_names_no_value_or_only_a_part_ends_nothing(old: str, new: str) -> None:
    """Nothing says that the older statement no longer holds; at most its author is asked."""
    assert judge(old, new).kind in (ASKS, STAYS)


OTHER_PROPERTIES = [
    ("The deploy script fails without SHOP_ENV; with SHOP_ENV=staging it works.", "The staging shop allows 3 logins."),
    ("The deploy script fails without SHOP_ENV; with SHOP_ENV=staging it works.", "The staging shop is at https://a.example."),
    ("The staging shop runs at https://staging.shop.example.", "The staging shop allows 3 logins."),
    ("The shop demo is at https://demo.acme.dev.", "The shop demo has 3 accounts."),
    ("The nightly export lands in s3://acme-exports.", "The nightly export takes 40 minutes."),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), OTHER_PROPERTIES)
def test_another_property_is_not_asked_about(old: str, new: str) -> None:
    """They share an environment alone, or tell an address and an amount of one thing."""
    assert judge(old, new).kind == STAYS


def test_another_value_in_few_words_is_still_asked_about() -> None:
    """A file that both name, and a new version."""
    assert judge("Rust is pinned to 1.76 in rust-toolchain.toml.", "Bumped rust-toolchain.toml to 1.83.").kind == ASKS
    moved = judge("The staging shop runs at https://a.example.", "The staging shop runs at https://b.example.")
    assert moved.kind == ENDS

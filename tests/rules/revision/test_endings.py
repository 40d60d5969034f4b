"""Statements that end an older one, by the way in which people write them."""

import pytest

from recall_cli.rules.revision.comparison import ASKS, ENDS
from tests.bench.beliefs.likeness import judge_as_stored as judge

VALUES = [
    ("The port is 8080.", "The port is 9090."),
    ("The worker pool has 4 processes.", "Worker pool: 4 → 8 processes."),
    ("The max payload is 1 MB.", "We raised the max payload to 4 MB because large orders got rejected."),
    ("Invoices are due after 14 days.", "Invoices are due after 30 days, the sales team insisted."),
    ("Thumbnails are 128 px wide.", "Thumbnails are 256 px wide now, the old ones looked blurry."),
    ("The sandbox account has a limit of 100 calls a day.", "The sandbox account now allows 500 calls a day."),
    ("The free plan allows 3 projects.", "The free plan allows 5 projects, not 3 any more."),
]
VERSIONS = [
    ("We're on Node 20.", "We upgraded from Node 20 to Node 22."),
    ("Python 3.11 is required.", "Python 3.12 is required."),
    ("The data pipeline runs on Airflow 2.7.", "Upgraded Airflow to 2.10 for the data pipeline."),
    ("terraform is locked to 1.5.7 in .tool-versions", ".tool-versions: terraform 1.9.8"),
    ("React is pinned at 18.2 in `web/package.json`.", "chore(web): bump react in web/package.json to 19.1"),
]
TOOLS_AND_PLACES = [
    ("Sessions are kept in memcached.", "Sessions are kept in Redis, memcached kept losing them."),
    (
        "We use Terraform for infrastructure.",
        "Infrastructure is managed with Pulumi now; the Terraform code is archived.",
    ),
    ("Passwords are hashed with bcrypt.", "We hash passwords with argon2id."),
    ("`make lint` runs flake8.", "`make lint` runs ruff."),
    ("The API docs are at docs.fernly.io.", "The API docs now live at developers.fernly.io."),
    (
        "The demo server runs at demo.kolibri.io.",
        "demo.kolibri.io was shut down; the demo server is at try.kolibri.io.",
    ),
    ("The k8s namespace is `shop-prod`.", "Renamed the k8s namespace `shop-prod` to `store-prod`."),
    ("The playbooks are in the `ops` repo.", "The playbooks have been moved out of `ops` into the `runbooks` repo."),
    ("We use npm.", "no, use pnpm not npm"),
    ("The default branch is master.", "The default branch is main now."),
    ("The default branch is master.", "the default branch is main"),
    ("The default branch is main.", "The default branch is trunk now."),
]
PEOPLE_AND_DATES = [
    ("Maria owns the billing service.", "The billing service is now owned by Tomas."),
    ("The on-call phone is with Petra.", "Jonas has the on-call phone now."),
    ("Kemal approves production deploys.", "Production deploys are approved by Ingrid as of this week."),
    ("Release 3.2 ships on 4 May.", "Release 3.2 slipped, it ships on 18 May."),
    ("Lunch break is from 12 to 12:30.", "Lunch break is from 12:30 to 13:15."),
    ("The parking lot closes at 22:00.", "They extended the parking lot's hours, it closes at midnight now."),
]
GONE_AND_TAKEN_BACK = [
    ("Commits must be signed.", "Commits don't have to be signed any more."),
    ("CI fails on Windows.", "CI no longer fails on Windows."),
    ("Every PR gets a preview deployment.", "We turned off preview deployments for PRs."),
    ("The café gives out oat milk for free.", "The café stopped giving oat milk away for free."),
    ("Nodes with GPU taints can be drained anytime.", "Forget what I told you about draining GPU nodes anytime."),
    ("Auto-merge is off.", "Auto-merge has been switched on."),
    ("`sort_keys` defaults to true.", "Wrong: `sort_keys` defaults to false, I checked the source."),
    ("My standing desk is broken.", "My standing desk was repaired."),
    ("Force-pushing PR branches is fine.", "Don't force-push PR branches, reviewers lose their place."),
]
CORRECTIONS = [
    ("The API listens on port 8080.", "no, that is wrong: the API listens on port 9090, not 8080"),
    ("The API port is 8080.", "wrong, the API port is 9090"),
    ("The leak is in the image decoder.", "It turns out the leak isn't in the image decoder but in the event listener cache."),
    ("Opening hours: Mon-Fri 9-18", "Opening hours: Mon-Sat 10-19"),
    ("Uploads are limited to 10 MB.", "We doubled the upload limit: it's 20 MB now."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [*VALUES, *VERSIONS, *TOOLS_AND_PLACES, *PEOPLE_AND_DATES, *GONE_AND_TAKEN_BACK, *CORRECTIONS],
)
def test_a_correction_ends_the_older_statement(old: str, new: str) -> None:
    """However it is worded, and whatever reason stands behind it."""
    verdict = judge(old, new)
    assert verdict.kind == ENDS, verdict.reason
    assert verdict.reason


ASKED = [
    ("The main branch is protected with one required review.", "The main branch now requires two reviews."),
    (
        "The memory leak is in the image cache.",
        "Correction: the memory leak is in the websocket handler, not in the image cache.",
    ),
    ("Session cookies live for 14 days.", "Since the security audit session cookies expire after 24 hours."),
    ("`MAX_CONN` in pgbouncer is 100.", "Had to raise pgbouncer's MAX_CONN to 250, the importer starved the workers."),
    ("Users can have two devices.", "Users can have up to five devices now."),
    ("The CI cache is 5 GB.", "CI cache size was increased to 10 GB"),
    ("The build uses Java 17.", "Java 21 is required for the build."),
    ("The user writes Python 3.9.", "The user is on Python 3.12 now."),
    ("Marta does the payroll.", "Payroll is done by Henrik now that Marta is on parental leave."),
    ("The `--legacy` flag is supported by the exporter.", "`--legacy` was deleted from the exporter in commit 8fa21c."),
]


@pytest.mark.parametrize(("old", "new"), ASKED)
def test_a_likely_correction_is_asked_about(old: str, new: str) -> None:
    """Where the words are too few for an ending, the author is asked whether the older statement is outdated."""
    assert judge(old, new).kind in (ENDS, ASKS)

"""The same content in two turns becomes one statement."""

import pytest

from tests.rules.conversation.talk import texts

OPENING = ("U: hey, the suite is slow.", "A: I'll look at it.", "ok")
END = ("U: good, that is all for today", "A: ## Summary\n- {report}\n- open: the nightly job has no owner")


def told(prose: str, report: str) -> list[str]:
    return texts(*OPENING, f"A: {prose}", END[0], END[1].format(report=report))


@pytest.mark.parametrize(
    ("prose", "report"),
    [
        ("Set to 6 shards, the suite takes 7 min 50 s.", "shards: 6, suite 7 min 50 s"),
        ("The release is 52.2 KB with `defmt` off.", "`defmt` off in release, 52.2 KB"),
        ("The weekly job now writes the top 50 to `gs://churn/weekly`.", "top 50 a week to `gs://churn/weekly`"),
        ("`restart: unless-stopped` is set for the proxy.", "proxy restarts unless stopped"),
        ("`read-only-replica` answers the reports since the change.", "reports read from the `replica`"),
        ("The lock is held from 02:10 to 02:40 by the backup.", "backup holds the lock 02:10–02:40"),
        ("The estimate is 0.82 with an interval of 0.71 to 0.95.", "estimate 0.82 (0.71–0.95)"),
    ],
)
def test_a_line_of_the_report_replaces_the_prose_before_it(prose: str, report: str) -> None:
    """If the rare words of the one are in the other, also inside of its names and ranges of numbers."""
    assert len(told(prose, report)) == 2


@pytest.mark.parametrize(
    ("prose", "report"),
    [
        ("The suite takes 12 min with 4 shards.", "6 shards, the suite takes 7 min 50 s"),
        ("VAT is rounded per line because `net()` rounds.", "VAT is rounded once per invoice in `totals.py`"),
    ],
)
def test_another_number_and_what_was_done_about_a_cause_are_no_copies(prose: str, report: str) -> None:
    """A number that only one of them has, a cause and its remedy."""
    assert len(told(prose, report)) == 3


@pytest.mark.parametrize(
    ("prose", "report"),
    [
        (
            "`src/billing/client.py` reads the token from the vault.",
            "`src/search/client.py` reads the token from the vault",
        ),
        ("The table `orders_2025` is partitioned by month.", "`orders_2026` is partitioned by week"),
        ("The cache of the tiles lives in `/var/cache/tiles`.", "`/var/cache/fonts` is mounted read-only"),
        ("`retry-on-timeout` stays off for payments.", "`retry-on-conflict` is on for stock"),
    ],
)
def test_names_that_share_only_a_part_are_different_things(prose: str, report: str) -> None:
    """Two files of one folder, two tables of one kind."""
    assert len(told(prose, report)) == 3

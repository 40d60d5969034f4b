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
    ],
)
def test_a_line_of_the_report_replaces_the_prose_before_it(prose: str, report: str) -> None:
    """If the rare words of the one are in the other."""
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

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


@pytest.mark.parametrize(
    ("prose", "report"),
    [
        (
            "`src/billing/client.py` reads the token from the vault.",
            "`src/search/client.py` reads the token from the vault",
        ),
        ("`api-gateway` keeps its logs for 30 days.", "`api-worker` keeps its logs for 30 days"),
        ("`orders.py` retries each call to the store.", "`refunds.py` retries each call to the store"),
        ("`DB_POOL` is read from the environment at start.", "`DB_HOST` is read from the environment at start"),
        ("The page `/admin/users` needs the role of an editor.", "the page `/admin/teams` needs the role of an editor"),
    ],
)
def test_the_same_about_two_things_is_no_copy(prose: str, report: str) -> None:
    """If the sentences differ in a name only, they speak of two things."""
    assert len(told(prose, report)) == 3


@pytest.mark.parametrize(
    ("prose", "report"),
    [
        (
            "`src/billing/client.py` reads the token from the vault.",
            "`client.py` of billing reads the token from the vault",
        ),
        (
            "The gateway drops idle connections after 350 seconds.",
            "idle connections dropped by the gateway after 350 seconds",
        ),
    ],
)
def test_a_shorter_name_of_the_same_thing_is_a_copy(prose: str, report: str) -> None:
    """A name within the other name is no name of another thing."""
    assert len(told(prose, report)) == 2


def test_a_row_of_a_table_that_the_prose_repeats_is_a_copy() -> None:
    """All its numbers and its name are in the sentence below it."""
    table = "| task | before 5 Sept | since 5 Sept |\n|---|---|---|\n| dedupe_orders | 24 min | **113 min** |"
    left = texts(
        "U: our pipeline is late.",
        f"A: The durations:\n\n{table}\n\nSo `dedupe_orders` went from 24 to 113 minutes on 5 September.",
    )
    assert [text for text in left if "113" in text] == ["`dedupe_orders` went from 24 to 113 minutes on 5 September."]

"""Open ends: what closes them, what is asked about, and what has nothing to do with them."""

from recall_cli.rules.change.judgement import Candidate, judge
from recall_cli.rules.change.open_ends import is_open_end
from tests.for_each import for_each

PAGINATION = "TODO: pagination of the list is still missing."

CLOSED = [
    (PAGINATION, "Pagination of the list is in now."),
    (PAGINATION, "Pagination of the list is done."),
    (PAGINATION, "We finished the pagination of the list."),
    ("The export to CSV is not done yet.", "The CSV export is finished."),
    ("The flaky login test still has to be fixed.", "The flaky login test is fixed."),
    ("We still need to add rate limiting to the public API.", "Rate limiting for the public API is merged."),
]
ASKED = [
    (PAGINATION, "Pagination of the list is done for admins."),
    ("Next: write the migration for the orders table.", "The migration for the orders table is written."),
    ("PR 412 with the retry logic is waiting for review.", "PR 412 with the retry logic is merged."),
    ("The docs are still missing for the webhook and the CLI.", "The docs for the webhook are done."),
]
UNTOUCHED = [
    (PAGINATION, "Pagination of the list is not done yet."),
    (PAGINATION, "Pagination of the list will be done tomorrow."),
    (PAGINATION, "Is pagination of the list done?"),
    (PAGINATION, "Sorting of the list is done."),
    (PAGINATION, "The pagination of the search results is done."),
    ("Ticket 41 is still open.", "Ticket 42 is closed."),
    ("The login tests for Oslo are still failing.", "The login tests for Rome are fixed."),
    ("The list uses pagination with 50 rows.", "Pagination of the list is done."),
    ("Done means merged and deployed.", "The retry logic is done."),
]


@for_each("older, newer", CLOSED)
def test_what_says_that_it_is_done_closes_an_open_end(older: str, newer: str) -> None:
    """Everything that was missing is named, and nothing else."""
    found = judge(newer, [Candidate(key=1, text=older)])
    assert found.ends is not None
    assert found.ends[1].startswith('it says "')


@for_each("older, newer", ASKED)
def test_what_may_close_an_open_end_is_asked(older: str, newer: str) -> None:
    """Only a part is done, or nothing says that it is done."""
    found = judge(newer, [Candidate(key=1, text=older)])
    assert found.ends is None
    assert [key for key, _ in found.asks] == [1]


@for_each("older, newer", UNTOUCHED)
def test_another_subject_or_a_plan_closes_nothing(older: str, newer: str) -> None:
    """What is open stays open."""
    assert judge(newer, [Candidate(key=1, text=older)]).ends is None


def test_an_open_end_is_known_by_its_words() -> None:
    """A rule with the same words is none."""
    assert all(is_open_end(older) for older, _ in CLOSED)
    others = ("The port is 8080.", "Open files are closed by the runner.", "The next release is in May.", "Use pnpm.")
    assert not any(map(is_open_end, others))

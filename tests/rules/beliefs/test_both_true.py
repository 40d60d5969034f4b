"""Numbered things are told apart from values that are numbers."""

from recall_cli.rules.beliefs.both_true import differ_in_numbered_name
from tests.for_each import for_each

NAMES = (
    ("Server 3 has 64 GB.", "Server 4 has 32 GB."),
    ("worker 1 memory 3", "worker 3 memory 4"),
    ("memory 1 of word1", "memory 11 of word11"),
    ("Build 14 failed.", "Build 15 failed."),
    ("Test 31 is flaky.", "Test 32 is flaky."),
    ("Node7 runs the scheduler.", "Node8 runs the scheduler."),
    ("The service of host1 listens on port 8001.", "The service of host2 listens on port 8002."),
    ("Beside it, 0.", "Beside it, 1."),
    ("Ticket 12: login broken", "Ticket 13: login broken"),
)
VALUES = (
    ("The queue has 4 workers.", "The queue has 8 workers."),
    ("Timeout: 30 s", "Timeout: 60 s"),
    ("30 seconds is the timeout.", "60 seconds is the timeout."),
    ("Python 3.11 is required.", "Python 3.12 is required."),
    ("Keep 3 backups.", "Keep 7 backups."),
    ("port 8080", "port 9090"),
    ("Retention is 30 days.", "Retention is 90 days."),
)


@for_each("old, new", NAMES)
def test_the_number_is_part_of_a_name(old: str, new: str) -> None:
    """Two servers, builds or hosts: neither statement takes the place of the other."""
    assert differ_in_numbered_name(new, old)


@for_each("old, new", VALUES)
def test_the_number_is_a_value(old: str, new: str) -> None:
    """Another number of the same thing is left to the comparison of the words."""
    assert not differ_in_numbered_name(new, old)

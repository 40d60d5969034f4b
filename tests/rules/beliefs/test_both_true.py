"""Numbered things are told apart from values that are numbers."""

from recall_cli.rules.beliefs.both_true import are_two_prohibitions, differ_in_numbered_name
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
    ("Never restart node 3 by hand.", "Never restart node 4 by hand."),
    ("Always drain node 3 first.", "Always drain node 4 first."),
    ("Machine no. 1 has 16 GB of memory.", "Machine no. 2 has 32 GB of memory."),
    ("This is test number 1.", "This is test number 2."),
    ("Skip test 14 on ARM.", "Skip test 15 on ARM."),
    ("Close valve 3 before the test.", "Close valve 4 before the test."),
    ("Set table 3 for lunch.", "Set table 4 for lunch."),
    ("Locker #3 holds the spare keys.", "Locker #4 holds the spare keys."),
    ("Ask Mia about invoice 12.", "Ask Mia about invoice 13."),
)
VALUES = (
    ("The queue has 4 workers.", "The queue has 8 workers."),
    ("Timeout: 30 s", "Timeout: 60 s"),
    ("30 seconds is the timeout.", "60 seconds is the timeout."),
    ("Python 3.11 is required.", "Python 3.12 is required."),
    ("Keep 3 backups.", "Keep 7 backups."),
    ("port 8080", "port 9090"),
    ("Retention is 30 days.", "Retention is 90 days."),
    ("The build uses node 18.", "The build uses node 20."),
    ("The database runs on server 3.", "The database runs on server 4."),
    ("We meet in room 3.", "We meet in room 4."),
    ("The order number is 12.", "The order number is 14."),
    ("The door code is number 4711.", "The door code is number 4712."),
)
BOTH_FORBIDDEN = (
    ("Never deploy on Fridays.", "Never deploy on Mondays."),
    ("Don't touch machine 2.", "Don’t touch machine 3."),
    ("Never use port 8080.", "Never use port 9090."),
    ("Avoid global state.", "Avoid singletons."),
    ("Do not log emails.", "Do not log passwords."),
)
ONE_LIMIT = (
    ("Never retry more than 3 times.", "Never retry more than 5 times."),
    ("Never deploy after 16:00.", "Never deploy after 15:00."),
    ("Never merge with fewer than 2 approvals.", "Never merge with fewer than 3 approvals."),
    ("Never deploy on Fridays.", "Never deploy on Mondays instead."),
    ("Never deploy on Fridays.", "Always deploy on Fridays."),
    ("The queue never holds 3 jobs.", "The queue never holds 4 jobs."),
)


@for_each("old, new", NAMES)
def test_the_number_is_part_of_a_name(old: str, new: str) -> None:
    """Two servers, builds or hosts: neither statement takes the place of the other."""
    assert differ_in_numbered_name(new, old)


@for_each("old, new", VALUES)
def test_the_number_is_a_value(old: str, new: str) -> None:
    """Another number of the same thing is left to the comparison of the words."""
    assert not differ_in_numbered_name(new, old)


@for_each("old, new", BOTH_FORBIDDEN)
def test_two_prohibitions_both_hold(old: str, new: str) -> None:
    """A second thing that is forbidden does not allow the first."""
    assert are_two_prohibitions(new, old)


@for_each("old, new", ONE_LIMIT)
def test_of_a_limit_only_the_last_holds(old: str, new: str) -> None:
    """A limit, a change in so many words, and what is no prohibition are left to the comparison of the words."""
    assert not are_two_prohibitions(new, old)

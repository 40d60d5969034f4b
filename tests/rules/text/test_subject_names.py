"""The same subject under similar names meets; different subjects never do."""

from recall_cli.rules.text.normalize import fact_key
from recall_cli.rules.text.subject_names import other_fact_keys
from tests.for_each import for_each

ONE_SUBJECT = [
    ("billing", "billing service"),
    ("billing", "the billing service"),
    ("the billing API", "billing"),
    ("billing-service", "Billing"),
    ("our billing app", "billing service"),
]
TWO_SUBJECTS = [
    ("billing", "billing-worker"),
    ("React", "React Native"),
    ("api", "api2"),
    ("api", "billing api"),
    ("service", "billing service"),
    ("user", "user service"),
    ("billing", "billing-api-v2"),
    ("billing", "billings"),
    ("C", "C++"),
]


@for_each("one, other", ONE_SUBJECT)
def test_one_subject(one: str, other: str) -> None:
    """Determiners and the word for the kind make no other subject, in either direction."""
    assert fact_key(other, "port") in other_fact_keys(one, "port")
    assert fact_key(one, "port") in other_fact_keys(other, "port")


@for_each("one, other", TWO_SUBJECTS)
def test_two_subjects(one: str, other: str) -> None:
    """A word that says more makes another subject."""
    assert fact_key(other, "port") not in other_fact_keys(one, "port")
    assert fact_key(one, "port") not in other_fact_keys(other, "port")


def test_a_doubtful_kind_is_marked() -> None:
    """The service is the thing itself; its API may be a part of it."""
    keys = other_fact_keys("billing", "port")
    assert keys["billing_service/port"] is True
    assert keys["billing_api/port"] is False

"""History, questions and examples claim nothing that a change could end."""

import pytest

from recall_cli.rules.outdated.past_claims import claims_nothing_present


@pytest.mark.parametrize(
    "text",
    [
        "Previously the API listened on port 4000.",
        "Should we move the database to db9?",
        "For example, a timeout of 5 minutes would log most admins out.",
        "Formerly Bob owned billing.",
        "We almost went with Kafka.",
    ],
)
def test_nothing_present(text: str) -> None:
    """They stay as they are."""
    assert claims_nothing_present(text)


@pytest.mark.parametrize(
    "text",
    [
        "The API listens on port 4000.",
        "If the build fails, run make clean.",
        "We use NATS, previously it was Kafka.",
        "Examples are in docs/examples.",
    ],
)
def test_something_present(text: str) -> None:
    """What holds now can end, and so can a rule with a condition."""
    assert not claims_nothing_present(text)

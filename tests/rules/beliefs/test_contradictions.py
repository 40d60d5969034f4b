"""Which beliefs a new statement ends."""

import pytest

from recall_cli.rules.beliefs.contradictions import LOOP_FLIPS, Claim, verdict

DAY = 86_400_000


def claim(value="nats", trust="agent", confidence=0.8, since=10 * DAY, qualifier=None, over=False):
    return Claim(value=value, trust=trust, confidence=confidence, since=since, qualifier=qualifier, over=over)


OLD = claim("rabbitmq", since=1 * DAY)


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (claim(), OLD, "supersede"),
        (claim("RabbitMQ."), OLD, "coexist"),
        (claim(trust="user"), OLD, "supersede"),
        (claim(trust="agent"), claim("rabbitmq", trust="user", since=DAY), "contest"),
        (claim(trust="tool"), OLD, "contest"),
        (claim(confidence=0.66), OLD, "supersede"),
        (claim(confidence=0.64), OLD, "contest"),
        (claim(confidence=0.3), OLD, "coexist"),
        (claim(), claim("rabbitmq", confidence=0.2, since=DAY), "coexist"),
        (claim(qualifier="for the consulting contract"), OLD, "coexist"),
        (claim(qualifier="at work"), claim("rabbitmq", qualifier="At work", since=DAY), "supersede"),
        (claim(since=0), OLD, "precede"),
        (claim(since=0, trust="tool"), OLD, "contest"),
        (claim(since=0, trust="tool", over=True), OLD, "precede"),
        (claim(over=True), OLD, "coexist"),
    ],
)
def test_verdicts(new, old, expected):
    """Trust first, then certainty, then time; a qualified statement speaks for its circumstance alone."""
    assert verdict(new, old, "engine", many=None, flips=0, contested=False) == expected


def test_a_fact_that_keeps_flipping_is_not_decided_any_more():
    """Three supersessions in thirty days, and the fourth statement only contests."""
    assert verdict(claim(), OLD, "engine", many=None, flips=LOOP_FLIPS - 1, contested=False) == "supersede"
    assert verdict(claim(), OLD, "engine", many=None, flips=LOOP_FLIPS, contested=False) == "contest"
    assert verdict(claim(), OLD, "engine", many=None, flips=0, contested=True) == "contest"


@pytest.mark.parametrize("attribute", ["languages", "Uses", "depends on"])
def test_attributes_of_many_values_coexist(attribute):
    """A second language spoken says nothing against the first."""
    assert verdict(claim(), OLD, attribute, many=None, flips=0, contested=False) == "coexist"


def test_what_somebody_said_holds_many_coexists():
    """Told once that an attribute holds several values, recall keeps them side by side."""
    assert verdict(claim(), OLD, "engine", many=True, flips=0, contested=False) == "coexist"

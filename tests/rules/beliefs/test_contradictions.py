"""Contradictions: which beliefs a new statement supersedes or contests."""

from recall_cli.rules.beliefs.contradictions import MIN_LOOP_FLIPS, Claim, contradiction_verdict, is_same_value
from tests.for_each import for_each

DAY = 86_400_000


def make_claim(value="nats", trust="agent", confidence=0.8, since=10 * DAY, qualifier=None, over=False):
    return Claim(value=value, trust=trust, confidence=confidence, since=since, qualifier=qualifier, over=over)


OLD_CLAIM = make_claim("rabbitmq", since=1 * DAY)


@for_each(
    "new, old, expected",
    [
        (make_claim(), OLD_CLAIM, "supersede"),
        (make_claim("RabbitMQ."), OLD_CLAIM, "coexist"),
        (make_claim(trust="user"), OLD_CLAIM, "supersede"),
        (make_claim(trust="agent"), make_claim("rabbitmq", trust="user", since=DAY), "contest"),
        (make_claim(trust="tool"), OLD_CLAIM, "contest"),
        (make_claim(confidence=0.66), OLD_CLAIM, "supersede"),
        (make_claim(confidence=0.64), OLD_CLAIM, "contest"),
        (make_claim(confidence=0.3), OLD_CLAIM, "coexist"),
        (make_claim(), make_claim("rabbitmq", confidence=0.2, since=DAY), "coexist"),
        (make_claim(qualifier="for the consulting contract"), OLD_CLAIM, "coexist"),
        (make_claim(qualifier="at work"), make_claim("rabbitmq", qualifier="At work", since=DAY), "supersede"),
        (make_claim(since=0), OLD_CLAIM, "precede"),
        (make_claim(since=0, trust="tool"), OLD_CLAIM, "contest"),
        (make_claim(since=0, trust="tool", over=True), OLD_CLAIM, "precede"),
        (make_claim(over=True), OLD_CLAIM, "coexist"),
    ],
)
def test_verdicts(new, old, expected):
    """Trust decides first, then confidence, then time; a qualified statement only concerns its context."""
    assert contradiction_verdict(new, old, "engine", many=None, flips=0, contested=False) == expected


@for_each("since", [0, 20 * DAY])
def test_a_colleague_and_you_never_end_each_others_word(since):
    """Whoever says it later: both stand. A colleague ends their own word as everybody does."""
    ann = make_claim("rabbitmq", "colleague", since=since).but(colleague="ann")
    circumstances = {"many": None, "flips": 0, "contested": False}
    for other in (make_claim(trust="user"), make_claim(), ann.but(value="nats", colleague="ben")):
        assert contradiction_verdict(other, ann, "engine", **circumstances) == "contest"
        assert contradiction_verdict(ann, other, "engine", **circumstances) == "contest"
    later = ann.but(value="nats", since=since + DAY)
    assert contradiction_verdict(later, ann, "engine", **circumstances) == "supersede"


def test_a_fact_that_keeps_flipping_is_not_decided_any_more():
    """After three supersessions in thirty days, a fourth statement only contests."""
    assert (
        contradiction_verdict(make_claim(), OLD_CLAIM, "engine", many=None, flips=MIN_LOOP_FLIPS - 1, contested=False)
        == "supersede"
    )
    assert (
        contradiction_verdict(make_claim(), OLD_CLAIM, "engine", many=None, flips=MIN_LOOP_FLIPS, contested=False)
        == "contest"
    )
    assert contradiction_verdict(make_claim(), OLD_CLAIM, "engine", many=None, flips=0, contested=True) == "contest"


@for_each("attribute", ["languages", "Uses", "depends on"])
def test_attributes_of_many_values_coexist(attribute):
    """A second spoken language does not contradict the first."""
    assert contradiction_verdict(make_claim(), OLD_CLAIM, attribute, many=None, flips=0, contested=False) == "coexist"


def test_what_somebody_said_holds_many_coexists():
    """If an attribute was declared to have several values, they all stay."""
    assert contradiction_verdict(make_claim(), OLD_CLAIM, "engine", many=True, flips=0, contested=False) == "coexist"


@for_each("value, other, same", [
        ("30s", "30 seconds", True), ("30s", "0.5 min", True), ("30s", "30,000 ms", True), ("1,000", "1000", True),
        ("90 minutes", "1.50 hours", True), ("5%", "5 percent", True), ("Redis", "redis.", True),
        ("1 MB", "1000 kB", True), ("30s", "30m", False), ("30s", "3 s", False), ("2.0", "2", False),
        ("v2", "2", False), ("007", "7", False), ("1.000", "1000", False), ("1,00", "100", False),
        ("1 MB", "1 MiB", False), ("yes", "no", False), ("on", "off", False), ("30", "30s", False),
        ("8080", "8080/tcp", False), ("-5", "5", False),
    ],)  # fmt: skip
def test_values_in_other_notations(value: str, other: str, same: bool) -> None:
    """Units and thousands signs make no difference; versions, codes and other amounts stay different."""
    assert is_same_value(value, other) == is_same_value(other, value) == same

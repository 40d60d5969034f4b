"""What the user takes back within a session: a joke, an intention, a result that was not good enough."""

import pytest

from tests.rules.conversation.talk import reasons, texts

OPENING = ("U: hey, the bill is too high.", "A: I'll look at it.", "ok")


def test_what_was_a_joke_is_left_out() -> None:
    """The agent asks whether it was meant, and the user says that it was not."""
    talk = (*OPENING, "U: put everything in us-east-2", "A: Is that a request to move regions?", "U: no, just kidding.")
    assert texts(*talk) == []
    assert texts(*talk[:-1], "U: exactly, by Monday.")[0] == "put everything in us-east-2"


def test_what_the_user_wants_to_keep_after_all_ends_what_they_wanted_before() -> None:
    """Kill it; something needs it; then keep it."""
    talk = (*OPENING, "U: kill the NAT gateway in staging", "A: Staging needs it for the license check of `fonts`.")
    assert "kill the NAT gateway in staging" in texts(*talk)
    kept = texts(*talk, "U: right. keep the NAT gateway in staging then")
    assert "kill the NAT gateway in staging" not in kept


def test_no_x_ends_when_the_user_takes_x() -> None:
    """In their next turn, and only there."""
    talk = (*OPENING, "U: no multi-AZ, too expensive", "A: Then a failure means 20 minutes of downtime.")
    assert "No multi-AZ, too expensive" in texts(*talk)
    assert "No multi-AZ, too expensive" not in texts(*talk, "U: our contract says 99.9, so multi-AZ it is")
    assert "No multi-AZ, too expensive" in texts(*talk, "U: still no multi-AZ, the contract is for one year")


def test_a_result_that_is_not_good_enough_is_left_out() -> None:
    """The user says that it is still bad."""
    talk = (*OPENING, "U: raise the pool to 40 connections", "A: The p99 latency is down to 2.4 s with 40 connections.")
    assert any("2.4 s" in text for text in texts(*talk, "U: perfect"))
    assert not any("2.4 s" in text for text in texts(*talk, "U: still bad"))


def test_of_a_state_that_the_agent_reports_twice_the_last_remains() -> None:
    """The same subject, then another state."""
    talk = (*OPENING, "A: The login has 4 violations in `login.vue`.", "U: mend them", "ok")
    kept = texts(*talk, "A: The login has 0 violations in `login.vue`.")
    assert kept == ["The login has 0 violations in `login.vue`."]


@pytest.mark.parametrize("reply", ["120 is long if it crashes... make it 90", "no, make it 90", "set it to 90"])
def test_a_setting_is_replaced_by_the_value_that_the_user_names(reply: str) -> None:
    """Also if their reply says why."""
    talk = (*OPENING, "A: Autosave runs every 120 seconds now, in a `WorkerPool` task.")
    kept = texts(*talk, f"U: {reply}")
    assert any("90" in text for text in kept)
    assert not any("every 120 seconds" in text for text in kept)


@pytest.mark.parametrize(
    ("told", "reply"),
    [
        ("IDF 5.2 has `outbox.limit` in its configuration.", "flash is out. these run 10 yrs."),
        ("The release binary is 3.2 MiB now.", "use toml, 300k is ok"),
    ],
)
def test_a_number_with_another_unit_replaces_nothing(told: str, reply: str) -> None:
    """It belongs to another thing."""
    kept = texts(*OPENING, f"A: {told}", f"U: {reply}")
    number = "10" if "10" in reply else "300"
    assert not any(number in text and told[:8] in text for text in kept)


def test_left_out_says_why() -> None:
    """Each with its reason."""
    talk = (*OPENING, "A: I've set the flag in `app.toml`.", "U: thanks a lot for that")
    assert reasons(*talk)["I've set the flag in `app.toml`."] == "working step"


@pytest.mark.parametrize("reply", ["oh right my bad. 8883 with tls.", "actually 8883 with tls, sorry"])
def test_a_value_that_the_agent_doubts_is_taken_back(reply: str) -> None:
    """What the agent read stays, as the user approves it; what the user said before does not."""
    talk = (
        *OPENING,
        "U: broker is mqtt.barn.lan 1883",
        "A: The client config says 8883 with TLS. Is 1883 intended?",
    )
    assert not any("1883" in text for text in texts(*talk, f"U: {reply}", "A: OK."))
    assert any("1883" in text for text in texts(*talk, "U: yes, only on the test bench.", "A: OK."))

"""`recall config off 1h`: memory is off until a time, and on again by itself."""

import pytest

from tests.command import Home


def test_memory_is_off_for_an_hour_and_on_again_by_itself(recall: Home) -> None:
    """Until then store refuses with the time and the way back, which works; later it stores by itself."""
    answer = recall.quick("config", "off", "1h", person=True)
    assert (answer.status, answer.out.split()[0]) == (0, "true")
    assert "memory is off until" in answer.err
    refused = recall.quick("store", "The queue is NATS.")
    assert refused.status == 3
    assert "switched off until" in refused.err
    assert "recall config off false switches it on" in refused.err
    recall.quick("config", "off", "false", person=True)
    assert recall.quick("store", "The cache is Redis.").status == 0
    recall.quick("config", "off", "1h", person=True)
    assert recall.quick("store", "The queue is NATS.").status == 3
    recall.later(minutes=61)
    assert recall.quick("store", "The queue is NATS.").status == 0
    assert recall.quick("config", "off").out == "false\n"


@pytest.mark.parametrize(("given", "said"), [("yesterday", "is in the past"), ("maybe", "must be true or false")])
def test_what_is_no_time_ahead_changes_nothing(recall: Home, given: str, said: str) -> None:
    """A time in the past and a word are refused, and memory stays on."""
    answer = recall.quick("config", "off", given, person=True)
    assert (answer.status, said in answer.err) == (2, True), answer
    assert recall.quick("config", "off").out == "false\n"


def test_a_default_value_is_not_a_changed_one(recall: Home) -> None:
    """A setting that was written with its default value is not listed by --changed."""
    recall.quick("config", "off", "true", person=True)
    assert any(line.startswith("off\ttrue") for line in recall.quick("config", "--changed").lines)
    recall.quick("config", "off", "false", person=True)
    assert not any(line.startswith("off") for line in recall.quick("config", "--changed").lines)

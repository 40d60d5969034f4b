"""The reason of a conflict, as a person reads it."""

from tests.command import Home

FACT = ("--entity", "cache", "--attribute", "lifetime", "--value")


def test_one_change_is_no_reason_to_stop_choosing(recall: Home) -> None:
    """Only three changes in thirty days are."""
    recall.store("The cache lifetime is 5 minutes.", *FACT, "5 minutes", person=True)
    recall.later(days=1)
    recall.store("The cache lifetime is 10 minutes.", *FACT, "10 minutes", person=True)
    recall.later(days=1)
    recall.store("The cache lifetime is 20 minutes.", *FACT, "20 minutes")
    [conflict] = recall.json("conflicts")["conflicts"]
    assert conflict["flips"] == 1
    screen = recall.quick("conflicts", env={"FORCE_COLOR": "1", "COLUMNS": "150"}).out
    assert "different values were given" in screen
    assert "no longer chooses" not in screen


def test_the_reason_does_not_say_which_is_older(recall: Home) -> None:
    """What the person said may be the newer one by its date."""
    old = recall.store("The partner sandbox is wiped on Fridays.", "--type", "fact", person=True)
    recall.later(days=1)
    recall.store("The partner sandbox is wiped on Mondays.", "--type", "fact", "--ends", old)
    [conflict] = recall.json("conflicts")["conflicts"]
    assert conflict["reason"] == "the user said the other one"

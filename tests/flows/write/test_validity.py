"""Facts with a time of their own: what is over ends nothing, what is to come ends something only then."""

from typing import Any

from recall_cli.domain.moment import DAY, parse_moment
from tests.command import Home


def store_plan(recall: Home, value: str, *args: str, **more: Any) -> str:
    fact = ("--entity", "app", "--attribute", "plan", "--value", value)
    return recall.store(f"The plan of the app is {value}.", *fact, *args, **more)


def current_values(recall: Home, *args: str) -> list[str]:
    return [memory["value"] for memory in recall.json("list", *args)["memories"]]


def test_what_is_over_ends_nothing(recall: Home) -> None:
    """A value that held until last year says nothing against the one that holds now, whoever tells it."""
    store_plan(recall, "silver")
    recall.later(days=1)
    past = store_plan(recall, "bronze", "--valid-until", "2025-06-01")
    assert current_values(recall) == ["silver"]
    assert recall.json("get", past)["valid_until"] == "2025-06-01T23:59:59.999Z"
    recall.later(days=1)
    store_plan(recall, "wooden", "--valid-from", "2024-01-01", "--valid-until", "2024-06-01", "--confidence", "0.5")
    assert current_values(recall) == ["silver"]
    assert recall.json("conflicts")["conflicts"] == []


def test_what_is_over_keeps_its_own_end(recall: Home) -> None:
    """What is said of a bounded time in the past is not stretched to where the present value begins."""
    store_plan(recall, "silver")
    recall.later(days=1)
    past = store_plan(recall, "bronze", "--valid-from", "2020-01-01", "--valid-until", "2020-06-01")
    assert recall.json("get", past)["valid_until"] == "2020-06-01T23:59:59.999Z"


def test_an_agent_tells_of_the_users_past(recall: Home) -> None:
    """What an agent knows of times that are over contests nothing that the user said of now."""
    store_plan(recall, "silver", person=True)
    recall.later(days=1)
    store_plan(recall, "bronze", "--valid-until", "2025-06-01", env={"CLAUDECODE": "1"})
    assert recall.json("conflicts")["conflicts"] == []
    assert current_values(recall) == ["silver"]


def test_what_is_to_come_ends_something_only_then(recall: Home) -> None:
    """Until its time the old value is believed; from then on the new one, without anybody doing anything."""
    old = store_plan(recall, "silver")
    recall.later(days=1)
    new = store_plan(recall, "gold", "--valid-from", "2026-04-01")
    assert current_values(recall) == ["silver"]
    assert recall.json("get", old)["valid_until"] == "2026-04-01T00:00:00.000Z"
    assert recall.json("get", old)["superseded_by"] == new
    recall.now = parse_moment("2026-04-02", 0)
    assert current_values(recall) == ["gold"]
    assert recall.json("conflicts")["conflicts"] == []
    assert recall.quick("doctor").status == 0


def test_a_plan_says_when_it_ends_what_holds(recall: Home) -> None:
    """In every form: the old value ends on that day, and is not told to have ended."""
    old = store_plan(recall, "silver")
    recall.later(days=1)
    plan = ("store", "The plan of the app is gold.", "--entity", "app", "--attribute", "plan", "--value", "gold",
            "--valid-from", "2026-04-01")  # fmt: skip
    assert recall.quick(*plan, "--dry-run").lines[-1].split("\t")[:2] == ["ends 2026-04-01", old]
    assert "until 2026-04-01  silver" in recall(*plan, "--dry-run", tty=True, env={"NO_COLOR": "1"}).out
    recall.quick(*plan)
    assert "gold. (from 2026-04-01)" in recall.quick("why", old).out


def test_a_plan_can_be_undone(recall: Home) -> None:
    """With the plan its end goes: the old value holds on."""
    old = store_plan(recall, "silver")
    recall.later(days=1)
    store_plan(recall, "gold", "--valid-from", "2026-04-01")
    recall.quick("undo")
    assert recall.json("get", old)["valid_until"] is None
    recall.now = parse_moment("2026-04-02", 0)
    assert current_values(recall) == ["silver"]


def test_a_change_before_the_plan_begins(recall: Home) -> None:
    """Another value of today ends the one of today, and is ended by the plan in its turn; a new plan takes the old one's place."""
    store_plan(recall, "silver")
    recall.later(days=1)
    store_plan(recall, "gold", "--valid-from", "2026-04-01")
    recall.later(days=1)
    store_plan(recall, "tin")
    assert current_values(recall) == ["tin"]
    store_plan(recall, "amber", "--valid-from", "2026-04-01")
    recall.now = parse_moment("2026-04-02", 0)
    assert current_values(recall) == ["amber"]
    recall.now += 30 * DAY
    recall.quick("maintain")
    assert current_values(recall) == ["amber"]
    assert recall.json("conflicts")["conflicts"] == []


def test_an_agents_plan_does_not_end_the_users_word(recall: Home) -> None:
    """What an agent plans ends nothing that the user says, neither before nor after it."""
    store_plan(recall, "gold", "--valid-from", "2026-04-01", env={"CLAUDECODE": "1"})
    recall.later(days=1)
    word = store_plan(recall, "silver", person=True)
    assert recall.json("get", word)["valid_until"] is None
    recall.now = parse_moment("2026-04-02", 0)
    assert "silver" in current_values(recall)


def test_the_plan_of_the_past_is_as_it_was(recall: Home) -> None:
    """`--as-of` before the plan was told knows nothing of it."""
    store_plan(recall, "silver")
    before = recall.moment
    recall.later(days=1)
    store_plan(recall, "gold", "--valid-from", "2026-04-01")
    (told,) = recall.json("list", "--as-of", before)["memories"]
    assert (told["value"], told["valid_until"], told["superseded_by"]) == ("silver", None, None)


def test_the_same_value_in_other_words(recall: Home) -> None:
    """What an agent says in other units contests nothing that its user said; another amount does."""
    fact = ("--entity", "api", "--attribute", "timeout", "--value")
    recall.store("The api timeout is half a minute.", *fact, "30s", person=True)
    recall.store("The api gives up after 30 seconds.", *fact, "30 seconds")
    recall.store("The api waits 0.5 min.", *fact, "0.5 min")
    assert recall.json("conflicts")["conflicts"] == []
    assert recall.json("count")["count"] == 3
    recall.store("The api waits 40 seconds.", *fact, "40 s")
    assert len(recall.json("conflicts")["conflicts"]) == 1

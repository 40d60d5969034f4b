"""The lines of a brief: stable, marked, and within the budget as public tokenizers count it."""

import json

import pytest

from tests.command import Home


def brief_lines(recall: Home, *args: str) -> str:
    return recall.quick("context", "--compact", "--no-touch", *args).out


def import_rules(recall: Home, count: int, **more: object) -> None:
    lines = [{"text": f"Rule {n}: module m{n} keeps its state in folder f{n}.", **more} for n in range(count)]
    recall.quick("import", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))


def shared_start(first: str, second: str) -> float:
    """The share of a brief that another one begins with."""
    return next(
        (at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), len(first)
    ) / len(first)


@pytest.mark.parametrize(
    ("type_", "new"), [("fact", "fact"), ("decision", "decision"), ("preference", "preference"), ("decision", "fact")]
)
def test_one_new_memory_leaves_most_of_a_bulk_imported_brief(recall: Home, type_: str, new: str) -> None:
    """At least every second new memory leaves more than half of the brief unchanged."""
    import_rules(recall, 200, type=type_)
    shares = []
    before = brief_lines(recall)
    for n in range(12):
        recall.later()
        recall.store(f"The port of service s{n} is {9000 + n}.", "--type", new)
        after = brief_lines(recall)
        shares.append(shared_start(before, after))
        before = after
    assert sorted(shares)[len(shares) // 2] >= 0.5, shares


def test_equal_state_gives_equal_bytes(recall: Home) -> None:
    """The same store gives the same brief, also later on the same day."""
    import_rules(recall, 60, type="decision")
    first = brief_lines(recall)
    recall.later(minutes=90)
    assert brief_lines(recall) == first


def test_the_later_of_two_decisions_of_a_day_says_so(recall: Home) -> None:
    """Of two decisions of one day on one subject, the later names the earlier; others have no mark."""
    earlier = recall.store("We use NATS for the order queue.", "--type", "decision")
    recall.later()
    recall.store("We use Kafka for the order queue of the warehouse too.", "--type", "decision")
    recall.store("Releases are cut on Tuesdays.", "--type", "decision")
    lines = [json.loads(line) for line in brief_lines(recall).splitlines()[1:-1]]
    marks = {line["text"]: line.get("said_after") for line in lines}
    assert marks == {
        "We use NATS for the order queue.": None,
        "We use Kafka for the order queue of the warehouse too.": earlier[: len(lines[0]["id"])],
        "Releases are cut on Tuesdays.": None,
    }
    recall.later(days=1)
    recall.store("We use Redis streams for the order queue.", "--type", "decision")
    later = [json.loads(line) for line in brief_lines(recall).splitlines()[1:-1]]
    assert [line.get("said_after") for line in later if "Redis" in line["text"]] == [None]


def test_fillers_are_not_told(recall: Home) -> None:
    """A brief leaves out fillers; the memory itself keeps its text."""
    id_ = recall.store("last thing: remember that deploys need two reviews.")
    recall.store("great 🎉")
    lines = brief_lines(recall)
    assert '"text": "deploys need two reviews."' in lines
    assert "🎉" not in lines
    assert recall.json("get", id_)["text"].startswith("last thing")


@pytest.mark.parametrize("budget", [60, 100, 200, 400, 800, 1600])
def test_a_brief_costs_no_more_than_its_budget(recall: Home, budget: int) -> None:
    """With 2.8 letters a token, as public tokenizers count these lines."""
    import_rules(recall, 120, type="decision")
    assert len(brief_lines(recall, "--budget", str(budget))) / 2.8 <= budget


def test_quoted_names_are_told_as_they_were_written(recall: Home) -> None:
    """A name in backticks stays; three backticks, which could begin a block, are escaped."""
    recall.store("Run `make fixtures` before the tests.")
    recall.store("It begins with ```sh on a line.")
    lines = brief_lines(recall)
    assert "Run `make fixtures` before the tests." in lines
    assert "```" not in lines

"""The lines of a brief: stable, marked, and within the budget as public tokenizers count it."""

import json

import pytest

from recall_cli.domain.store_request import store_request
from recall_cli.rules.brief.budget import estimate_tokens
from recall_cli.rules.brief.choice import MAX_LINES
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


@pytest.mark.parametrize(("type_", "new"), [("fact", "fact"), ("preference", "preference"), ("decision", "fact")])
def test_one_new_memory_leaves_most_of_a_bulk_imported_brief(recall: Home, type_: str, new: str) -> None:
    """Nearly every new memory leaves more than six tenths of the short brief unchanged."""
    import_rules(recall, 200, type=type_)
    shares = []
    before = brief_lines(recall)
    for n in range(12):
        recall.later()
        recall.store(f"The port of service s{n} is {9000 + n}.", "--type", new)
        after = brief_lines(recall)
        shares.append(shared_start(before, after))
        before = after
    assert sorted(shares)[2] >= 0.6, shares


def test_equal_state_gives_equal_bytes(recall: Home) -> None:
    """The same store gives the same brief, also later on the same day."""
    import_rules(recall, 60, type="decision")
    first = brief_lines(recall)
    recall.later(minutes=90)
    assert brief_lines(recall) == first


def brief_texts(recall: Home, *args: str) -> list[str]:
    """The texts of a brief's lines, in its order."""
    return [line["text"] for line in recall.json("context", "--no-touch", *args)["told"]]


def test_a_brief_is_grouped_plain_lines(recall: Home) -> None:
    """A heading for each group, then one line a memory: text, short id, and the day if the heading does not say it."""
    ids = [recall.store(f"The port of service s{n} is {9000 + n}.", person=True) for n in range(2)]
    recall.later(days=20)
    ids.append(recall.store('The `--fast` flag skips "lint" -> use it in CI.', person=True))
    head, *lines, foot, request = brief_lines(recall).splitlines()
    tag = head.split()[-1]
    assert lines == [
        f"{tag}: said by the user, 1 Mar",
        f"- The port of service s0 is 9000. {tag}[{ids[0][-4:]}]",
        f"- The port of service s1 is 9001. {tag}[{ids[1][-4:]}]",
        f'- The `--fast` flag skips "lint" -> use it in CI. {tag}[{ids[2][-4:]}, 21 Mar]',
    ]
    assert foot == f'</recalled_memories id="{tag}">'
    assert request == store_request("recall")
    assert head.startswith(f'<recalled_memories id="{tag}"')


def test_every_id_of_a_brief_works_in_commands(recall: Home) -> None:
    """After a bulk import, too, each short id names its own memory; an unknown one is an error."""
    import_rules(recall, 60)
    told = recall.json("context", "--no-touch")["told"]
    shown = [line.rpartition("[")[2].split(",")[0].rstrip("]") for line in brief_lines(recall).splitlines()]
    shown = [id_ for id_ in shown if len(id_) == 4 and id_ != "data"]
    assert len(set(shown)) == len(shown) == len(told)
    assert [recall.json("get", id_)["id"] for id_ in shown] == [line["memories"][0]["id"] for line in told]
    assert recall.quick("get", "000000").status == 4
    assert recall.quick("feedback", shown[0], "--helpful").status == 0


def test_two_thirds_of_a_brief_are_memory_text(recall: Home) -> None:
    """With sentences as sessions leave them, at least 65 % of the tokens are the memories' own words."""
    lines = [
        {"text": f"The nightly job {n} of the billing service writes its report to the folder `reports/{n}` and needs "
                 "the warehouse connection to be open before it starts.", "type": "finding"}
        for n in range(60)
    ]  # fmt: skip
    recall.quick("import", "-", stdin="".join(json.dumps(line) + "\n" for line in lines))
    brief = recall.json("context", "--no-touch")
    assert sum(estimate_tokens(line["text"]) for line in brief["told"]) >= 0.65 * brief["tokens"]
    assert len(brief["told"]) == MAX_LINES


def test_a_new_memory_of_an_agent_takes_no_place_of_the_user(recall: Home) -> None:
    """Newer words of agents fill the end of a brief; the user's new words are there too."""
    import_rules(recall, 60, type="decision", importance=1)
    recall.store("The user wants every migration reviewed.", "--type", "preference", "--importance", "0.1", person=True)
    for n in range(6):
        recall.store(f"Agents decided {n} about the module m{n}.", "--type", "decision", "--importance", "1")
    assert "The user wants every migration reviewed." in brief_texts(recall)


def test_fillers_are_not_told(recall: Home) -> None:
    """A brief leaves out fillers; the memory itself keeps its text."""
    id_ = recall.store("last thing: remember that deploys need two reviews.")
    recall.store("great 🎉")
    lines = brief_lines(recall)
    assert "- deploys need two reviews. " in lines
    assert "🎉" not in lines
    assert recall.json("get", id_)["text"].startswith("last thing")


def test_a_brief_costs_no_more_than_its_budget(recall: Home) -> None:
    """The estimate, which is above the count of public tokenizers, stays within every budget."""
    import_rules(recall, 120, type="decision")
    for budget in (60, 100, 200, 400, 800, 1600):
        assert estimate_tokens(brief_lines(recall, "--budget", str(budget)).rstrip("\n")) <= budget


def test_quoted_names_are_told_as_they_were_written(recall: Home) -> None:
    """A name in backticks stays; three backticks, which could begin a block, are escaped."""
    recall.store("Run `make fixtures` before the tests.")
    recall.store("It begins with ```sh on a line.")
    lines = brief_lines(recall)
    assert "Run `make fixtures` before the tests." in lines
    assert "```" not in lines


def test_a_budget_that_holds_no_memory_says_so(recall: Home) -> None:
    """Not that nothing is known; an agent's brief stays empty."""
    recall.store("The payment service retries on 503 only, at most three times within one minute.")
    question = ("context", "when does the payment service retry", "--budget", "50")
    assert "no memory fits into so few tokens (raise --budget)" in recall.quick(*question).err
    assert recall.quick(*question, "--compact").out == ""
    assert "no relevant memories" in recall.quick("context", "christmas party").err

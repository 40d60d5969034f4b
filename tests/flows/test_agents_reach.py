"""What an agent does to the user's memories and projects from its own side changes nothing of theirs."""

import pytest

from tests.command import Home

WORD = "Never deploy billing on a Friday."


def kept_by_user(recall: Home, whose: str) -> str:
    """A memory that the user said, or that an agent said and the user pinned."""
    id_ = recall.store(WORD, "--tag", "area=billing", person=whose == "said")
    if whose == "pinned":
        assert recall.quick("pin", id_, person=True).status == 0
    return id_


@pytest.mark.parametrize("whose", ["said", "pinned"])
@pytest.mark.parametrize(
    "change",
    [("tag", "approved=everything"), ("tag", "area="), ("tag", "--remove", "area"), ("update", "--clear", "tags")],
)
def test_an_agent_sets_no_tag_of_what_the_user_keeps(whose: str, change: tuple[str, ...], recall: Home) -> None:
    """A tag is shown beside the user's words, under the user's name, and is found like them: it is the user's too."""
    id_ = kept_by_user(recall, whose)
    answer = recall.quick(change[0], id_, *change[1:])
    assert (answer.status, "only the user" in answer.err) == (3, True), answer
    assert recall.json("get", id_)["tags"] == {"area": "billing"}


def test_the_user_and_the_agent_still_tag_their_own(recall: Home) -> None:
    """The user tags everything, and an agent tags what agents said."""
    theirs, its = recall.store(WORD, person=True), recall.store("The cache is Redis.")
    assert recall.quick("tag", theirs, "a=1", person=True).status == 0
    assert recall.quick("tag", its, "a=1").status == 0


@pytest.mark.parametrize("whose", ["said", "pinned"])
def test_an_agent_rates_down_nothing_that_the_user_keeps(whose: str, recall: Home) -> None:
    """The rating is counted, and the user can see it; the memory loses none of its weight."""
    id_ = kept_by_user(recall, whose)
    for _ in range(3):
        assert recall.quick("feedback", id_, "--unhelpful").status == 0
    memory = recall.json("get", id_)
    assert (memory["usefulness"], memory["unhelpful"]) == (0.5, 3)
    recall.quick("feedback", id_, "--unhelpful", person=True)
    assert recall.json("get", id_)["usefulness"] < 0.5

"""Open ends in the store: a later session closes them, and old ones sink from the brief."""

from tests.command import Home

OPEN = "TODO: pagination of the list is still missing."
DONE = "Pagination of the list is in now."
AGENT = {"env": {"CLAUDE_CODE_SESSION_ID": "s-2"}}


def active_texts(recall: Home) -> list[str]:
    """What is believed."""
    return sorted(memory["text"] for memory in recall.json("list")["memories"])


def test_what_an_agent_left_open_a_later_agent_closes(recall: Home) -> None:
    """The end says why, and can be undone."""
    recall.store(OPEN, env={"CLAUDE_CODE_SESSION_ID": "s-1"})
    recall.later(days=1)
    new = recall.store(DONE, **AGENT)
    assert active_texts(recall) == [DONE]
    assert "is in now" in recall.quick("why", new).out
    recall.quick("undo", person=True)
    assert active_texts(recall) == [OPEN]


def test_about_what_the_user_left_open_somebody_is_asked(recall: Home) -> None:
    """An agent's word does not end it; the question names both."""
    recall.store(OPEN, person=True)
    recall.later(days=1)
    recall.store(DONE, **AGENT)
    assert active_texts(recall) == sorted([OPEN, DONE])
    assert "the user said the other one" in recall.quick("--json", "conflicts").out


def test_an_old_open_end_sinks_from_the_brief(recall: Home) -> None:
    """On the next day it comes first; two weeks later it comes after what was said before it, if there is room."""
    for number in range(20):
        recall.store(f"Service number {number} writes its log to disk {number * 7}.", **AGENT)
    recall.store(OPEN, "--type", "decision", env={"CLAUDE_CODE_SESSION_ID": "s-3"})
    recall.later(days=1)
    assert OPEN in recall.quick("context", "--compact").out
    recall.later(days=14)
    assert OPEN not in recall.quick("context", "--compact").out
    assert OPEN in recall.quick("search", "pagination of the list").out

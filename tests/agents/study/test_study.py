"""The study of repeated failures: at the action each lesson is told in time, at the start of a session few are."""

import pytest

from tests.agents.real_agents import AGENT_PACKAGES
from tests.agents.study.cases import CASES, OTHER_MEMORIES, Case
from tests.agents.study.session import run_session, write_project
from tests.command import Home
from tests.flows.at_action.messages import command_message, failure_message, read_message, told_text


def test_the_study_has_eighteen_cases() -> None:
    """Six of each kind, and much else that was learned."""
    kinds = [case.kind for case in CASES]
    assert [kinds.count(kind) for kind in ("file", "error", "command")] == [6, 6, 6]
    assert len(set(OTHER_MEMORIES)) == 120


@pytest.mark.parametrize("own", CASES, ids=[case.action for case in CASES])
def test_each_lesson_is_told_at_its_action(recall: Home, own: Case) -> None:
    """By the hook alone, with Claude Code's messages, and not at the action of another case."""
    folder = recall.path / "work"
    folder.mkdir()
    write_project(folder)
    for other in CASES:
        anchor = ["--anchor", other.action] if other.kind == "file" else []
        recall.store(other.lesson, "--type", "finding", "--extractor", "none", *anchor, cwd=folder)
    event, message = (
        read_message("claude-code", folder / own.action, folder)
        if own.kind == "file"
        else failure_message("claude-code", folder, own.action, own.output)
        if own.kind == "error"
        else ("tool-start", command_message(own.action, folder))
    )
    told = told_text(recall.quick("hook", event, "--agent", "claude-code", stdin=message).out)
    assert [other.action for other in CASES if other.seen in told] == [own.action]


@pytest.mark.slow
@pytest.mark.parametrize("agent", AGENT_PACKAGES)
def test_a_mistake_is_repeated_less_if_it_is_told_at_the_action(agent: str, recall: Home) -> None:
    """In the real programs, with a scripted model."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    told = run_session(agent, "at the action", recall)
    assert len(told) == len(CASES)
    assert sum(told) >= len(CASES) - 1

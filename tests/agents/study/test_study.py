"""The study of repeated failures: at the action each lesson is told in time, at the start of a session few are."""

from pathlib import Path

import pytest

from tests.agents.real_agents import AGENT_PACKAGES
from tests.agents.study.cases import CASES, OTHER_MEMORIES, Case
from tests.agents.study.session import run_session, write_project
from tests.command import Home
from tests.flows.at_action.messages import command_message, failure_message, read_message, told_text
from tests.for_each import for_each


def test_the_study_has_eighteen_cases() -> None:
    """Six of each kind, and much else that was learned."""
    kinds = [case.kind for case in CASES]
    assert [kinds.count(kind) for kind in ("file", "error", "command")] == [6, 6, 6]
    assert len(set(OTHER_MEMORIES)) == 120


@pytest.fixture
def folder(recall: Home) -> Path:
    """A project in which all lessons were learned."""
    folder = recall.path / "work"
    folder.mkdir()
    write_project(folder)
    for case in CASES:
        anchor = ["--anchor", case.action] if case.kind == "file" else []
        recall.store(case.lesson, "--type", "finding", "--extractor", "none", *anchor, cwd=folder)
    return folder


@for_each("own", CASES, ids=lambda case: case.action)
def test_each_lesson_is_told_at_its_action(recall: Home, folder: Path, own: Case) -> None:
    """By the hook alone, in a session of its own of Claude Code, and not at the action of another case."""
    event, message = (
        read_message("claude-code", folder / own.action, folder, own.action)
        if own.kind == "file"
        else failure_message("claude-code", folder, own.action, own.output, own.action)
        if own.kind == "error"
        else ("tool-start", command_message(own.action, folder, own.action))
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

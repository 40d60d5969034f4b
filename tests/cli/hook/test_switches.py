"""Switched off or private: nothing is told, nothing is kept, and it says so."""

import json
from pathlib import Path

import pytest

from recall_cli.agents.registry import KNOWN_AGENTS
from tests.cli.hook.calls import (
    EVENTS,
    assert_silent,
    hook_message,
    recorded_runs,
    run_hook,
    start_session,
    stored_jobs,
)
from tests.command import Home

OFF_SWITCHES = {
    "everything": {"RECALL_OFF": "1"},
    "this agent": {"RECALL_HOOKS_OFF": "codex, Claude-Code"},
    "every agent": {"RECALL_HOOKS_OFF": "all"},
    "every agent, as one would guess": {"RECALL_HOOKS_OFF": "1"},
    "recall's own work": {"RECALL_INSIDE": "1"},
}


@pytest.mark.parametrize("name", OFF_SWITCHES)
def test_switched_off_nothing_is_told_and_nothing_kept(
    name: str, recall: Home, work: Path, no_worker: list[int]
) -> None:
    """For all, for an agent, and for whatever recall itself has set to work, so that it never hears itself."""
    recall.store("Something.", cwd=work)
    for event in EVENTS:
        said = hook_message(work, prompt="Something?")
        assert assert_silent(run_hook(recall, event, "claude-code", said, env={**OFF_SWITCHES[name], "RECALL_HOOKS_PROMPTS": "1"}))  # fmt: skip
    assert stored_jobs(recall) == []
    assert no_worker == []
    assert {run[1] for run in recorded_runs(recall)} <= {"off"}


def test_another_agent_is_not_switched_off(recall: Home, work: Path) -> None:
    """The switch of one agent is its own."""
    recall.store("Something.", cwd=work)
    off = {"RECALL_HOOKS_OFF": "codex,gemini"}
    assert "Something." in start_session(recall, hook_message(work), env=off).out


def test_a_project_is_switched_off_by_itself(recall: Home, work: Path) -> None:
    """Nothing is told there and nothing kept; elsewhere all goes on."""
    recall.store("Something.", cwd=work)
    recall.store("Everywhere.", "--global")
    recall.quick("config", "project", "disable", "work", person=True)
    for event in EVENTS:
        assert assert_silent(run_hook(recall, event, "claude-code", hook_message(work)))
    assert stored_jobs(recall) == []
    other = json.dumps({"session_id": "s-2", "cwd": str(recall.path)})
    assert "Everywhere." in start_session(recall, other).out


@pytest.mark.parametrize("agent", [agent.name for agent in KNOWN_AGENTS.values() if agent.project])
def test_a_repository_cannot_switch_memory_on(agent: str, recall: Home, work: Path) -> None:
    """Hooks that came with it do nothing until its user wants them: for himself, or in that repository."""
    (work / ".git").mkdir()
    inside = work / "deep"
    inside.mkdir()
    other = Home(recall.path / "other")
    other.quick("hooks", "install", agent, "--project", cwd=work)  # by whoever made the repository
    recall.store("Something.", cwd=work)
    said = hook_message(work, cwd=str(inside))
    assert assert_silent(run_hook(recall, "session-start", agent, said))
    assert recorded_runs(recall, agent)[0][1] == "off"
    assert "came with the repository" in recorded_runs(recall, agent)[0][2]
    assert recall.json("hooks", "install", agent, "--project", cwd=inside)["hooks"][0]["action"] == "already installed"
    assert "Something." in run_hook(recall, "session-start", agent, said).out
    recall.quick("hooks", "remove", agent, "--project", cwd=inside)
    other.quick("hooks", "install", agent, "--project", cwd=work)
    assert assert_silent(run_hook(recall, "session-start", agent, said))
    recall.quick("hooks", "install", agent)
    recall.later()
    assert "Something." in run_hook(recall, "session-start", agent, said).out


def test_of_a_private_session_nothing_is_kept(recall: Home, work: Path) -> None:
    """RECALL_PRIVATE=1: it is told what is known, and leaves no job, no use, no memory, now or by a later import."""
    id_ = recall.store("Something.", cwd=work)
    private = {"RECALL_PRIVATE": "1", "CLAUDECODE": "1"}
    assert "Something." in start_session(recall, hook_message(work), env=private).out
    assert assert_silent(run_hook(recall, "session-end", "claude-code", hook_message(work), env=private))
    refused = recall.quick("store", "Said in private.", env=private, cwd=work)
    assert (refused.status, "private" in refused.err) == (3, True)
    assert stored_jobs(recall) == []
    assert recall.json("get", id_)["access_count"] == 0
    assert assert_silent(run_hook(recall, "session-end", "claude-code", hook_message(work)))
    assert recorded_runs(recall)[-1] == ["session-end", "off", "this session is private (recall hooks private)"]


def test_one_session_can_be_made_private(recall: Home, work: Path) -> None:
    """By its id, or from within it; another goes on, and what waits for the worker is not read either."""
    run_hook(recall, "compact", "claude-code", hook_message(work))
    said = recall.quick("hooks", "private", env={"CLAUDE_CODE_SESSION_ID": "s-1"})
    assert (said.status, said.out.split("\t")[:2]) == (0, ["private", "s-1"])
    recall.quick("worker", "--once")
    assert [(job["state"], job["result"]["memories"]) for job in stored_jobs(recall)] == [("complete", [])]
    assert recall.json("count", "--project", "*")["count"] == 0
    assert recall.quick("store", "We use NATS.", "--session", "s-1").status == 3
    assert recall.quick("store", "We use NATS.", "--session", "s-10").status == 0
    assert recall.quick("hooks", "private").status == 2


@pytest.mark.parametrize("env", [{"RECALL_PRIVATE": "1"}, {"GEMINI_SESSION_ID": "s-77"}], ids=["setting", "session"])
def test_in_a_private_session_nothing_is_judged_or_changed(recall: Home, work: Path, env: dict[str, str]) -> None:
    """No correction, tag, pin, feedback or import; no question and no use is noted. What takes away still works."""
    recall.quick("hooks", "private", "s-77")
    id_ = recall.store("We chose NATS because Kafka is slow.", cwd=work)
    (work / "notes.jsonl").write_text('{"text": "said in private"}\n')
    before = recall.json("log")
    for args in (
        ("update", id_, "--importance", "0.9"), ("tag", id_, "a=b"), ("feedback", id_, "--helpful"), ("pin", id_),
        ("unpin", id_), ("import", "notes.jsonl"),
    ):  # fmt: skip
        refused = recall.quick(*args, cwd=work, env=env)
        assert (refused.status, refused.out) == (3, "")
        assert "not kept: this session is private" in refused.err
    assert recall.quick("import", "notes.jsonl", "--dry-run", cwd=work, env=env).status == 0
    assert "NATS" in recall.quick("search", "why NATS", cwd=work, env=env).out
    assert "NATS" in recall.quick("context", "why NATS", cwd=work, env=env).out
    assert recall.json("log") == before
    assert recall.json("get", id_)["access_count"] == 0
    assert recall.json("shadow", cwd=work)["questions"] == 0
    assert recall.quick("delete", id_, cwd=work, env=env).status == 0
    assert recall.quick("undo", cwd=work, env=env).status == 0


def test_an_agent_stores_nothing_in_its_private_session(recall: Home, work: Path) -> None:
    """What runs in it says so by its agent's variable: refused with the reason, and `recall hooks` says it too."""
    recall.quick("hooks", "private", "s-77")
    here = {"CLAUDE_CODE_SESSION_ID": "s-77"}
    for args in (["store", "We chose X because Y is slow."], ["store", "--defer", "We chose X because Y is slow."]):
        refused = recall.quick(*args, cwd=work, env=here)
        assert (refused.status, "this session is private" in refused.err) == (3, True)
    assert "this session is private" in recall.quick("hooks", cwd=work, env=here).err
    assert recall.json("count", "--project", "*")["count"] == 0
    assert (
        recall.quick("store", "We chose X because Y is slow.", cwd=work, env={"CLAUDE_CODE_SESSION_ID": "s-78"}).status
        == 0
    )


@pytest.mark.parametrize("switch", ["all", "agent", "project", "private"])
def test_what_is_off_says_so(switch: str, recall: Home, work: Path) -> None:
    """Each switch is named with its reason: by `recall`, `recall hooks` and `recall doctor`, where it holds."""
    recall.quick("store", "We chose X because Y is slow.", "--project", "shop", cwd=work)
    recall.quick("config", "project", "set", "shop", cwd=work, person=True)
    recall.quick("hooks", "install", "claude-code", cwd=work)
    env = {"all": {"RECALL_OFF": "1"}, "agent": {"RECALL_HOOKS_OFF": "claude-code"}, "private": {"RECALL_PRIVATE": "1"}}
    if switch == "project":
        recall.quick("config", "project", "disable", "shop", cwd=work, person=True)
    said = {
        "all": "recall is switched off (RECALL_OFF is set)", "agent": "hooks are switched off for claude-code",
        "project": "memory is switched off for shop", "private": "this session is private (RECALL_PRIVATE is set)",
    }[switch]  # fmt: skip
    for args in ([], ["hooks"], ["doctor"]) if switch != "agent" else (["hooks"], ["doctor"]):
        answer = recall.quick(*args, cwd=work, env=env.get(switch, {}))
        assert said in answer.out + answer.err, (args, answer)
    assert said not in "".join(recall.quick("hooks", cwd=recall.path)[1:3])


def test_nobody_else_reads_the_folder_that_the_hooks_made(recall: Home) -> None:
    """It is the store's too, and made here first where hooks are installed before anything is stored."""
    recall.quick("hooks", "install", "claude-code")
    folder = recall.path / ".local/share/recall"
    assert [oct(path.stat().st_mode & 0o777) for path in (folder, folder / "hooks")] == ["0o700", "0o700"]
    assert "others may read" not in recall.quick("doctor").out


def test_the_worker_keeps_what_was_said(recall: Home, work: Path) -> None:
    """The same session, not private: its words are kept."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    run_hook(recall, "session-end", "claude-code", hook_message(work))
    recall.quick("worker", "--once")
    assert [memory["text"] for memory in recall.json("list", "--project", "*")["memories"]] == ["We use tabs in Go."]

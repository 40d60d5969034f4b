"""What an agent is told when a session starts, and at a prompt where the user wants it."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from recall_cli.agents.hook_messages import count_utf16_units
from recall_cli.agents.registry import KNOWN_AGENTS, MAX_BRIEF_UNITS
from recall_cli.domain.store_request import store_request
from tests.cli.hook.calls import assert_silent, hook_message, recorded_runs, run_hook, start_session
from tests.command import AS_INSTALLED, Home


@pytest.mark.parametrize("agent", KNOWN_AGENTS)
def test_a_session_begins_with_the_brief(agent: str, recall: Home, work: Path) -> None:
    """What `recall context --compact` says there, in the agent's own form."""
    recall.store("We chose NATS, because replay was too slow.", "--type", "decision", cwd=work)
    recall.store("Of another project.", "--type", "decision", "--project", "other")
    brief = recall.quick("context", "--compact", "--no-touch", cwd=work).out.strip()
    answer = run_hook(recall, "session-start", agent, hook_message(work, source="startup"))
    assert (answer.status, answer.err) == (0, "")
    told = answer.out.strip()
    if agent not in ("opencode", "kimi"):
        document = json.loads(told)
        told = document.get("additionalContext") or document.get("additional_context") or (
            document["hookSpecificOutput"]["additionalContext"]
        )  # fmt: skip
    assert told == brief
    assert "replay was too slow" in told
    assert "another project" not in told
    assert recorded_runs(recall, agent) == [["session-start", "told", ""]]


def test_what_an_agent_is_told_at_the_start_is_no_use(recall: Home, work: Path) -> None:
    """It did not ask for it; and what it says again later is an echo, which brings no new memory."""
    id_ = recall.store("We chose NATS, because replay was too slow.", "--type", "decision", cwd=work)
    run_hook(recall, "session-start", "codex", hook_message(work))
    assert recall.json("get", id_)["access_count"] == 0
    echo = "We chose NATS because replay was too slow."
    recall.quick("store", echo, "--type", "decision", "--agent", "codex", "--extractor", "rules", cwd=work)
    assert recall.json("count", "--project", "*")["count"] == 1


def test_the_folder_is_the_sessions_and_not_the_hooks(recall: Home, work: Path) -> None:
    """Agents run hooks where they like; the message says where the session is."""
    recall.store("Only here.", cwd=work)
    elsewhere = run_hook(recall, "session-start", "codex", json.dumps({"cwd": str(recall.path)}))
    assert "Only here." not in elsewhere.out
    assert "Only here." in run_hook(recall, "session-start", "codex", hook_message(work)).out


@pytest.mark.parametrize("agent", KNOWN_AGENTS)
def test_where_nothing_is_known_the_agent_is_asked_to_store(agent: str, recall: Home, work: Path) -> None:
    """An empty brief is one sentence, without a fence; no store is made by looking."""
    answer = run_hook(recall, "session-start", agent, hook_message(work))
    assert (answer.status, answer.err) == (0, "")
    assert store_request("recall") in answer.out.replace('\\"', '"')
    assert "recalled_memories" not in answer.out
    assert not recall.db.exists()


def test_a_brief_at_a_prompt_comes_once_in_a_session(recall: Home, work: Path) -> None:
    """Kimi Code gives its model only what a hook says at a prompt; an hour later the session still has it."""
    recall.store("Something.", cwd=work)
    message = {"prompt": [{"type": "text", "text": "Go on."}], "transcript_path": None}
    assert "Something." in run_hook(recall, "session-start", "kimi", hook_message(work, **message)).out
    recall.later(minutes=60)
    assert assert_silent(run_hook(recall, "session-start", "kimi", hook_message(work, **message)))
    assert recorded_runs(recall, "kimi")[-1] == ["session-start", "nothing", "the session already has the brief"]
    assert "Something." in run_hook(recall, "session-start", "kimi", hook_message(work, "s-2", **message)).out


def test_a_resumed_session_is_not_told_again_by_agents_that_repeat(recall: Home, work: Path) -> None:
    """Claude Code and Codex hold the brief of the beginning; Gemini CLI and Copilot hold none when they resume."""
    recall.store("Something.", cwd=work)
    told = {
        agent: bool(run_hook(recall, "session-start", agent, hook_message(work, source="resume")).out)
        for agent in ("claude-code", "codex", "gemini", "copilot")
    }
    assert told == {"claude-code": False, "codex": False, "gemini": True, "copilot": True}


def run_agent(recall: Home, work: Path, hooks: int) -> list[str]:
    """What a program named opencode hears from this many hooks at the beginning of one session."""
    program = recall.path / "opencode"
    hook = f"'{sys.executable}' -c '{AS_INSTALLED}' hook session-start --agent opencode < message"
    program.write_text("#!/bin/sh\n" + f"{hook}; echo ---\n" * hooks)
    program.chmod(0o755)
    (work / "message").write_text(hook_message(work))
    ran = subprocess.run(
        [program], env=recall.environment(), cwd=work, text=True, capture_output=True, timeout=60, check=True
    )
    return ran.stdout.split("---\n")[:-1]


def test_only_hooks_of_one_process_are_taken_for_one(recall: Home, work: Path) -> None:
    """Of two hooks in an agent one gives the brief; a session that is resumed at once by a new process has it too."""
    recall.store("Something.", cwd=work)
    told = [["Something." in answer for answer in run_agent(recall, work, hooks)] for hooks in (2, 1)]
    assert told == [[True, False], [True]]


@pytest.mark.parametrize("letter", ["x", "漢", "🙂"])
def test_no_agent_cuts_the_brief(letter: str, recall: Home, work: Path) -> None:
    """However much the user lets it cost, it stays below 10,000 UTF-16 units, whole lines and a closed fence."""
    for number in range(32):
        recall.store(f"{number} {letter * 380}.", "--type", "preference", cwd=work)
    answer = start_session(recall, hook_message(work), env={"RECALL_HOOKS_TOKENS": "90000"})
    told = json.loads(answer.out)["hookSpecificOutput"]["additionalContext"]
    assert 4_000 < count_utf16_units(told) <= MAX_BRIEF_UNITS
    assert told.splitlines()[-2].startswith("</recalled_memories")
    memories = [line for line in told.splitlines()[1:-2] if line.startswith("- ")]
    assert all(re.fullmatch(r"- \d.* [b-z]{3,}\[[0-9a-f]{4,}(, .*)?\]", line) for line in memories)
    assert len(memories) >= 8


def told_at_prompt(recall: Home, work: Path, prompt: str, agent: str = "claude-code", **more: Any) -> str:
    """What an agent is told at a prompt; empty if nothing."""
    answer = run_hook(recall, "prompt", agent, hook_message(work, prompt=prompt), **more)
    assert (answer.status, answer.err) == (0, "")
    return str(json.loads(answer.out)["hookSpecificOutput"]["additionalContext"]) if answer.out else ""


def test_a_prompt_is_answered_clause_by_clause(recall: Home, work: Path) -> None:
    """One question in a chatty prompt is answered with what bears on it; talk, tasks and thanks get nothing."""
    recall.store("The API listens on port 8080.", cwd=work)
    recall.store("Vouchers cannot be combined, because stacked ones made orders free.", cwd=work)
    recall.store("The nightly export runs at 03:00 and needs an hour.", cwd=work)
    asked = "which port does the API listen on?"
    for prompt in (asked, f"Morning! The build is green again, nice. {asked} I need it for the meeting later."):
        told = told_at_prompt(recall, work, prompt)
        assert "8080" in told
        assert "Vouchers" not in told
    assert "stacked" in told_at_prompt(recall, work, "let customers use two vouchers in one order")
    for prompt in ("write a haiku about autumn", "", "thanks!", "rename variable tmp to rows in report.py", "go on"):
        assert told_at_prompt(recall, work, prompt) == "", prompt


def test_the_user_can_switch_answers_to_prompts_off(recall: Home, work: Path) -> None:
    """The setting counts at once, for hooks that are installed already; a session that was chosen to be sure too."""
    recall.store("The API listens on port 8080.", cwd=work)
    asked = "which port does the API listen on?"
    assert told_at_prompt(recall, work, asked)
    recall.quick("config", "hooks.prompts", "false", person=True)
    assert told_at_prompt(recall, work, asked) == ""


def test_a_brief_does_not_trigger_the_prompt_hook(recall: Home, work: Path) -> None:
    """Gemini CLI puts the brief before the first prompt; only what the user typed is looked up."""
    error = "ModuleNotFoundError: No module named 'yaml'"
    recall.store(f"{error} means that PyYAML is not in the venv.", "--type", "finding", cwd=work)
    context = f"<hook_context>{error} means that PyYAML is not in the venv.</hook_context>\n\n"
    assert told_at_prompt(recall, work, f"{context}Hello, are you there?", "gemini") == ""
    assert told_at_prompt(recall, work, f"{context}I get this:\n{error}\nwhat now?", "gemini")


def test_a_prompt_gets_at_most_three_lines(recall: Home, work: Path) -> None:
    """However many memories are about the same thing."""
    for place in ("at Graz", "of Lisbon staff", "near the airport", "for returns", "behind the office"):
        recall.store(f"The parcel gate {place} closes early.", cwd=work)
    told = told_at_prompt(recall, work, "when does the parcel gate close today?")
    assert 1 <= told.count("closes early") <= 3

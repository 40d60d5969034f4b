"""The real agents from npm in an empty home: their brief reaches the model, and what users say is stored."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest

from recall_cli.agents.agent import PROMPT
from recall_cli.agents.registry import KNOWN_AGENTS
from recall_cli.flows.brief.end_question import MIN_CALLS
from tests.agents.fake_model import MODEL_ANSWER, FakeModel, has_no_memories, run_fake_model
from tests.agents.real_agents import AGENT_PACKAGES, AGENTS_FOLDER, RealAgent
from tests.command import ROOT, Home

FIRST_PROMPT = "We decided to use NATS for the billing queue because replay on RabbitMQ was too slow."
REMEMBERED_WORDS = "replay on RabbitMQ was too slow"
TITLE_REQUEST = "title generator"
"""Part of the request with which opencode asks for a session's title."""
MAX_WAIT_SECONDS = 30


@pytest.fixture
def model() -> Iterator[FakeModel]:
    """A fake model."""
    with run_fake_model() as model:
        yield model


@pytest.fixture(params=AGENT_PACKAGES)
def program(request: Any, recall: Home, model: FakeModel) -> RealAgent:
    """Each installed agent, with recall in it."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    found = RealAgent(request.param, recall, model)
    found.recall("hooks", "install", found.name)
    return found


@pytest.fixture
def claude(recall: Home, model: FakeModel) -> RealAgent:
    """Claude Code without recall."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    return RealAgent("claude-code", recall, model)


def wait_for_jobs(program: RealAgent, count: int = 1) -> list[Any]:
    """The jobs, once this many are done and no worker is running."""
    end = time.monotonic() + MAX_WAIT_SECONDS
    jobs: list[Any] = []
    while time.monotonic() < end:
        jobs = json.loads(program.recall("jobs", "--json"))["jobs"]
        if len(jobs) >= count and all(job["state"] == "complete" for job in jobs):
            return jobs
        time.sleep(0.1)
    pytest.fail(f"not done: {jobs}")


def list_runs(program: RealAgent) -> list[tuple[str, str]]:
    """The events and outcomes of an agent's runs, but for prompts at which nothing was shown."""
    path = program.home.path / f".local/share/recall/hooks/{program.name}.runs"
    lines = path.read_text().splitlines() if path.exists() else []
    runs = [(words[1], words[2]) for words in map(str.split, lines)]
    return [run for run in runs if run != ("prompt", "nothing")]


@pytest.mark.slow
def test_what_was_said_in_one_session_is_known_in_the_next(program: RealAgent, model: FakeModel) -> None:
    """A user's decision is stored at a session's end, and is in the next session's first request to the model."""
    assert MODEL_ANSWER in program.say(FIRST_PROMPT)
    wait_for_jobs(program)
    kept = json.loads(program.recall("list", "--json"))["memories"]
    assert [(memory["text"], memory["agent"]) for memory in kept] == [(FIRST_PROMPT, program.name)]
    model.requests.clear()
    program.say("What comes next?")
    every = model.requests_with("What comes next?")
    asked = [whole for whole in every if TITLE_REQUEST not in whole]
    assert asked
    assert not any(REMEMBERED_WORDS in whole for whole in every if TITLE_REQUEST in whole)
    assert all(whole.count(REMEMBERED_WORDS) == 1 and not has_no_memories(whole) for whole in asked)
    end = "turn-end" if KNOWN_AGENTS[program.name].reads_after_turns else "session-end"
    assert list_runs(program)[:2] == [("session-start", "nothing"), (end, "queued")]
    assert ("session-start", "told") in list_runs(program)


@pytest.mark.slow
def test_a_resumed_session_holds_the_brief_once(program: RealAgent, model: FakeModel) -> None:
    """Some agents replay their brief and some forget it. Either way, it is there once."""
    program.recall("store", FIRST_PROMPT, "--type", "decision")
    program.say("Hello there.")
    model.requests.clear()
    program.say("And once more.", resume=True)
    asked = model.requests_with("And once more.")
    assert [whole.count(REMEMBERED_WORDS) for whole in asked] == [1] * len(asked)
    assert asked


@pytest.mark.slow
def test_a_hook_takes_little_of_its_agents_time(program: RealAgent) -> None:
    """Far below the agent's limit, by recall's own log."""
    program.say(FIRST_PROMPT)
    wait_for_jobs(program)
    found = json.loads(program.recall("hooks", "status", program.name, "--json"))["agents"][0]
    limit = min(hook.timeout for hook in KNOWN_AGENTS[program.name].hooks)
    limit_ms = limit if program.name in ("gemini", "qwen") else limit * 1000
    assert (found["failures"], found["breaker"]) == (0, "closed")
    assert found["p95_ms"] < limit_ms / 2


@pytest.mark.slow
def test_removed_the_agent_hears_nothing(program: RealAgent, model: FakeModel) -> None:
    """Nothing in its settings, nothing in its requests, no run."""
    program.recall("store", FIRST_PROMPT, "--type", "decision")
    program.recall("hooks", "remove", program.name)
    program.say("Hello there.")
    assert all(map(has_no_memories, model.requests_with("Hello there.")))
    assert list_runs(program) == []


@pytest.mark.slow
def test_switched_off_the_agent_hears_nothing(program: RealAgent, model: FakeModel) -> None:
    """RECALL_OFF=1 in the agent's environment is enough."""
    program.recall("store", FIRST_PROMPT, "--type", "decision")
    program.say("Hello there.", env={"RECALL_OFF": "1"})
    assert all(map(has_no_memories, model.requests_with("Hello there.")))
    assert {outcome for _, outcome in list_runs(program)} <= {"off"}


@pytest.mark.slow
def test_codex_runs_no_hook_that_was_not_approved(recall: Home, model: FakeModel) -> None:
    """Codex does not say so, so `recall hooks` does."""
    codex = RealAgent("codex", recall, model)
    said = codex.recall("hooks", "install", "codex")
    assert "run /hooks in Codex" in said
    codex.trusting = False
    codex.recall("store", FIRST_PROMPT, "--type", "decision")
    codex.say("Hello there.")
    assert list_runs(codex) == []
    assert all(map(has_no_memories, model.requests_with("Hello there.")))
    assert json.loads(codex.recall("hooks", "status", "codex", "--json"))["agents"][0]["waits_for_approval"] is True


@pytest.mark.slow
def test_claude_code_gives_the_end_of_a_session_its_time(claude: RealAgent) -> None:
    """Without a declared timeout, the hook would be stopped after 1.5 seconds."""
    claude.recall("hooks", "install", "claude-code")
    text = claude.settings.read_text()
    claude.settings.write_text(text.replace('"test ! -x', '"case $0 in *) sleep 2.5;; esac; test ! -x'))
    claude.say(FIRST_PROMPT)
    assert ("session-end", "queued") in list_runs(claude)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["claude-code", "codex"])
def test_a_large_brief_arrives_whole(name: str, recall: Home, model: FakeModel) -> None:
    """A large brief stays below the agent's limit: its closing fence arrives."""
    program = RealAgent(name, recall, model)
    program.recall("hooks", "install", name)
    program.recall("config", "hooks.tokens", "90000")
    for number in range(60):
        recall.quick("store", f"{number} {'word ' * 70}", "--type", "preference", "--global")
    program.say("Hello there.")
    for whole in model.requests_with("Hello there."):
        assert "</recalled_memories id=" in whole
        assert "Output too large" not in whole
        assert "truncated" not in whole.split("<recalled_memories", 1)[1].split("</recalled_memories", 1)[0]
    assert model.requests_with("Hello there.")


@pytest.mark.slow
def test_recall_costs_no_call_of_the_model(program: RealAgent, model: FakeModel) -> None:
    """The number of requests is the same with and without recall: nothing that it prints makes an agent continue."""
    program.say("Hello there.")
    with_recall = len(model.requests)
    program.recall("hooks", "remove", program.name)
    model.requests.clear()
    program.say("Hello there.")
    assert len(model.requests) == with_recall


@pytest.mark.slow
def test_claude_code_inside_recalls_own_work_is_not_listened_to(claude: RealAgent, model: FakeModel) -> None:
    """recall marks the processes that it starts, and an agent in them passes the mark on to its hooks."""
    claude.recall("hooks", "install", "claude-code")
    claude.recall("store", FIRST_PROMPT, "--type", "decision")
    claude.say("Hello there.", env={"RECALL_INSIDE": "1"})
    assert list_runs(claude) == []
    assert all(map(has_no_memories, model.requests_with("Hello there.")))
    assert json.loads(claude.recall("jobs", "--json"))["jobs"] == []


@pytest.mark.slow
def test_claude_code_takes_the_hooks_as_a_plugin(claude: RealAgent, model: FakeModel) -> None:
    """The folder under hooks/ is valid for it and does the same as the installed entries."""
    plugin = claude.home.path / "claude-plugin"
    shutil.copytree(ROOT / "hooks/claude-plugin", plugin)
    environment = claude.home.environment(claude.environment)
    checked = subprocess.run(
        [claude.file, "plugin", "validate", str(plugin)], env=environment, capture_output=True, text=True, timeout=60
    )
    assert checked.returncode == 0, checked
    claude.recall("store", FIRST_PROMPT, "--type", "decision")
    claude.more = ["--plugin-dir", str(plugin)]
    claude.say("Hello there.")
    assert [whole.count(REMEMBERED_WORDS) for whole in model.requests_with("Hello there.")] == [1]
    assert list_runs(claude) == [("session-start", "told"), ("session-end", "queued")]


@pytest.mark.slow
def test_claude_code_takes_the_folder_as_a_marketplace(claude: RealAgent, model: FakeModel) -> None:
    """The folder hooks/ as it is can be added and installed; the brief arrives, and the skill is listed."""
    folder = claude.home.path / "hooks"
    shutil.copytree(ROOT / "hooks", folder)
    environment = claude.home.environment(claude.environment)
    for args in (["marketplace", "add", str(folder)], ["install", "recall@recall"]):
        ran = subprocess.run(
            [claude.file, "plugin", *args],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            stdin=subprocess.DEVNULL,
        )
        assert ran.returncode == 0, ran
    claude.recall("store", FIRST_PROMPT, "--type", "decision")
    claude.say("Hello there.")
    assert [
        (whole.count(REMEMBERED_WORDS), "Long-term memory across" in whole)
        for whole in model.requests_with("Hello there.")
    ] == [(1, True)]


@pytest.mark.slow
def test_copilot_takes_the_plugin_of_claude_code(recall: Home, model: FakeModel) -> None:
    """The same marketplace works there: the brief, the line at an action, and the session's end."""
    copilot = RealAgent("copilot", recall, model)
    folder = recall.path / "hooks"
    shutil.copytree(ROOT / "hooks", folder)
    environment = recall.environment(copilot.environment)
    for args in (["marketplace", "add", str(folder)], ["install", "recall@recall"]):
        ran = subprocess.run(
            [copilot.file, "plugin", *args], env=environment, capture_output=True, text=True, timeout=60
        )
        assert ran.returncode == 0, ran
    copilot.recall("store", FIRST_PROMPT, "--type", "decision")
    copilot.recall("store", "Never run `deploy --friday`: nobody is there on Saturdays.", "--type", "finding")
    copilot.run("deploy --friday")
    assert any(REMEMBERED_WORDS in whole for whole in model.requests_with("Please do that."))
    assert {("session-start", "told"), ("session-end", "queued")} <= set(list_runs(copilot))


@pytest.mark.slow
def test_gemini_takes_the_folder_as_an_extension(recall: Home, model: FakeModel) -> None:
    """Its hooks add the brief, and its text teaches the agent."""
    gemini = RealAgent("gemini", recall, model)
    environment = recall.environment(gemini.environment)
    ran = subprocess.run(
        ["node", gemini.file, "extensions", "install", str(ROOT / "hooks/gemini-extension"), "--consent"],
        env=environment,
        cwd=gemini.folder,
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )
    assert ran.returncode == 0, ran
    gemini.recall("store", FIRST_PROMPT, "--type", "decision")
    gemini.say("Hello there.")
    assert [
        (whole.count(REMEMBERED_WORDS), "Memory: recall" in whole) for whole in model.requests_with("Hello there.")
    ] == [(1, True)]
    assert list_runs(gemini)[0] == ("session-start", "told")


@pytest.mark.slow
def test_two_sessions_of_claude_code_at_once(claude: RealAgent, model: FakeModel) -> None:
    """Both get a brief, both are stored, and nothing twice."""
    claude.recall("hooks", "install", "claude-code")
    claude.recall("store", FIRST_PROMPT, "--type", "decision")
    said = ["The mail service listens on port 2525.", "The search service listens on port 7700."]
    running = [claude.start(prompt) for prompt in said]
    assert [one.wait(120) for one in running] == [0, 0]
    wait_for_jobs(claude, 2)
    for prompt in said:  # a repeated request has the text again
        assert {whole.count(REMEMBERED_WORDS) for whole in model.requests_with(prompt)} == {1}
    kept = [memory["text"] for memory in json.loads(claude.recall("list", "--json"))["memories"]]
    assert sorted(kept) == sorted([FIRST_PROMPT, *said])


@pytest.mark.slow
def test_a_compaction_of_claude_code_loses_nothing(claude: RealAgent, model: FakeModel) -> None:
    """Statements before it are stored, the summary's instructions are unchanged, and the next brief holds them."""
    claude.recall("hooks", "install", "claude-code")
    settings = json.loads(claude.settings.read_text())
    del settings["hooks"]["SessionEnd"]  # a session goes on after a compaction
    claude.settings.write_text(json.dumps(settings))
    claude.recall("store", FIRST_PROMPT, "--type", "decision")
    claude.say("The mail service listens on port 2525.")
    model.requests.clear()
    claude.say("/compact", resume=True)
    assert ("compact", "queued") in list_runs(claude)
    summary = [whole for whole in model.requests_with("2525") if "summary" in whole]
    assert summary
    assert all(whole.count(REMEMBERED_WORDS) <= 1 for whole in summary)
    texts = [memory["text"] for memory in json.loads(claude.recall("list", "--json"))["memories"]]
    assert texts.count("The mail service listens on port 2525.") == 1
    lines = [line for path in claude.home.path.glob(".claude/projects/*/*.jsonl") for line in path.open()]
    briefs = [line for line in lines if '"hookName":"SessionStart:compact"' in line]
    assert briefs and all("The mail service listens on port 2525." in line for line in briefs)


@pytest.mark.slow
def test_a_resumed_cleared_and_copied_session_of_claude_code_is_stored_once(claude: RealAgent) -> None:
    """Each statement once, whether its session went on, was cleared, or lies in a second file as well."""
    claude.recall("hooks", "install", "claude-code")
    said = ["The mail service listens on port 2525.", "The search service listens on port 7700."]
    claude.say(said[0])
    claude.say(said[1], resume=True)
    claude.say("/clear", resume=True)
    wait_for_jobs(claude)
    for path in [*claude.home.path.glob(".claude/projects/*/*.jsonl")]:
        shutil.copy(path, path.with_name(f"copy-of-{path.name}"))
    claude.recall("import", "transcripts")
    kept = [memory["text"] for memory in json.loads(claude.recall("list", "--json"))["memories"]]
    assert sorted(kept) == said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["claude-code", "codex"])
def test_the_question_at_the_end_is_asked_once(name: str, recall: Home, model: FakeModel) -> None:
    """The agent answers it in one call of the model more; where a program reads the answer, nothing is asked."""
    program = RealAgent(name, recall, model)
    program.recall("config", "hooks.end_question", "true")
    program.recall("hooks", "install", name)
    question = "Does the next session need to know anything from this one?"
    program.run(*["true"] * MIN_CALLS)
    assert model.requests_with(question) == []
    if name == "codex":
        return  # its file says that a program runs it, and no test can say otherwise
    text = program.settings.read_text()
    program.settings.write_text(text.replace('"test ! -x', '"export CLAUDE_CODE_SESSION_ATTENDED=1; test ! -x'))
    model.requests.clear()
    program.say("Hello there.", resume=True)
    assert [whole.count(question) for whole in model.requests_with("Hello there.")] == [0, 1]
    model.requests.clear()
    program.say("And once more.", resume=True)
    assert len(model.requests_with("And once more.")) == 1


PROMPT_AGENTS = [
    agent.name
    for agent in KNOWN_AGENTS.values()
    if agent.tested_version and any(hook.event == PROMPT for hook in agent.hooks)
]


@pytest.mark.slow
@pytest.mark.parametrize("name", PROMPT_AGENTS)
def test_prompts_are_answered_where_that_is_wanted(name: str, recall: Home, model: FakeModel) -> None:
    """With the setting, a prompt gets the memories that answer it."""
    program = RealAgent(name, recall, model)
    program.recall("config", "hooks.prompts", "true")
    program.recall("hooks", "install", name)
    program.recall("store", "The billing service listens on port 8080.", "--type", "fact")
    program.say("Which port does the billing service listen on?")
    assert ("prompt", "told") in list_runs(program)
    assert any(
        whole.count("8080") >= 2 for whole in model.requests_with("Which port")
    )  # in the brief, and with the prompt


@pytest.mark.slow
def test_codex_says_of_its_hooks_what_recall_says(recall: Home, model: FakeModel) -> None:
    """Codex's own list and recall agree on untrusted, trusted and modified, digest for digest."""
    from recall_cli.agents import codex_approval

    codex = RealAgent("codex", recall, model)
    codex.recall("config", "hooks.prompts", "true")
    codex.recall("hooks", "install", "codex")
    document = json.loads(codex.settings.read_text())
    ours = {hook.place: hook.digest for hook in codex_approval.list_hooks(document)}
    told = codex.hooks()
    assert {key.removeprefix(f"{codex.settings}:"): one["currentHash"] for key, one in told.items()} == ours
    assert {one["trustStatus"] for one in told.values()} == {"untrusted"}
    kept = recall.path / ".codex/config.toml"
    before = kept.read_text()
    states = "".join(f'[hooks.state."{key}"]\ntrusted_hash = "{one["currentHash"]}"\n' for key, one in told.items())
    kept.write_text(before + states)
    assert {one["trustStatus"] for one in codex.hooks().values()} == {"trusted"}
    assert json.loads(codex.recall("hooks", "status", "codex", "--json"))["agents"][0]["approval"] is None
    codex.trusting = False
    codex.recall("store", FIRST_PROMPT, "--type", "decision")
    codex.say("Hello there.")
    assert ("session-start", "told") in list_runs(codex)
    codex.recall("config", "hooks.prompts", "--unset")
    codex.settings.write_text(codex.settings.read_text().replace('"timeout": 5', '"timeout": 4'))
    assert "modified" in {one["trustStatus"] for one in codex.hooks().values()}
    said = json.loads(codex.recall("hooks", "status", "codex", "--json"))["agents"][0]["approval"]
    assert "because they changed (4 of 8 hooks)" in said


def test_the_programs_are_not_forgotten() -> None:
    """Every tested agent has its tests here, and a skip says how to run them."""
    assert set(AGENT_PACKAGES) == {agent.name for agent in KNOWN_AGENTS.values() if agent.tested_version}, (
        "an agent with a tested_version needs its package in AGENT_PACKAGES (tests/agents/real_agents.py) and in .ci/run"
    )
    if not AGENTS_FOLDER:
        pytest.skip("RECALL_CLIENTS names no folder with the real agents: their tests were skipped")

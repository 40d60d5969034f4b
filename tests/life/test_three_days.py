"""A correction, a dead end, a decision, a fact of the machine and a wish, said to an agent in passing.

On the second day each is told at the moment at which it is needed; on the third the changed one.
"""

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.domain.moment import DAY, format_iso, parse_moment
from tests.agents.fake_model import FakeModel, run_fake_model
from tests.agents.real_agents import RealAgent
from tests.agents.test_real_agents import wait_for_jobs
from tests.command import Home
from tests.life.stories import DAYS, STORIES, Story

AGENT = "claude-code"


class Sessions:
    """Sessions of Claude Code as its hooks report them."""

    def __init__(self, recall: Home) -> None:
        self.recall, self.count = recall, 0
        self.folder = recall.path / "shop"
        (self.folder / ".git").mkdir(parents=True)

    def begin(self, day: str) -> None:
        """A new session, on a day."""
        self.recall.now = max(self.recall.now + 60_000, parse_moment(day, 0))
        self.count += 1
        self.lines: list[str] = []
        self.hook("session-start", source="startup")

    @property
    def path(self) -> Path:
        """The file of the session."""
        return self.recall.path / f"s-{self.count}.jsonl"

    def hook(self, event: str, **more: object) -> str:
        """What a hook tells the agent."""
        message = {"session_id": f"s-{self.count}", "transcript_path": str(self.path), "cwd": str(self.folder), **more}
        answer = self.recall.quick("hook", event, "--agent", AGENT, stdin=json.dumps(message), cwd=self.folder)
        assert (answer.status, answer.err) == (0, "")
        return answer.out

    def add(self, role: str, text: str) -> None:
        """Something that somebody says."""
        identity = {"uuid": f"{self.count}-{len(self.lines)}", "sessionId": f"s-{self.count}", "cwd": str(self.folder)}
        self.lines.append(json.dumps({"type": role, **identity, "message": {"role": role, "content": text}}))

    def end(self) -> None:
        """Its end, and what reads it."""
        self.path.write_text("\n".join(self.lines) + "\n")
        os.utime(self.path, (self.recall.now / 1000, self.recall.now / 1000))
        self.hook("session-end", reason="other")
        self.recall.quick("worker", "--once")

    def tell(self, day: str, *said: tuple[str, str]) -> None:
        """A whole session of a few turns."""
        self.begin(day)
        for role, text in said:
            self.add(role, text)
        self.end()

    def need(self, day: str, story: Story) -> str:
        """What is told in a new session at the moment of need."""
        self.begin(day)
        if story.is_command:
            return self.hook("tool-start", tool_name="Bash", tool_input={"command": story.need})
        return self.hook("prompt", prompt=story.need)


@pytest.fixture
def sessions(recall: Home, monkeypatch: pytest.MonkeyPatch) -> Sessions:
    """A project in which nothing was said yet; no worker runs beside the test."""
    monkeypatch.setattr("recall_cli.flows.agents.worker_process.start_worker", lambda app, after=0: None)
    recall.more["RECALL_EXTRACTOR"] = "rules"
    return Sessions(recall)


def plain(text: str) -> str:
    """A text without what only quoting adds."""
    return re.sub(r'[\\"`]', "", text)


def play_first_day(sessions: Sessions, story: Story) -> None:
    """The user asks for something and says something of it in passing; then goes on."""
    said = [("user", story.request), ("assistant", story.agent_answer), ("user", story.told or "okay, thanks")]
    sessions.tell(DAYS[0], *said, ("assistant", "Understood."), ("user", "and please add a line to the changelog"))


@pytest.mark.parametrize("name", STORIES)
def test_what_was_said_in_passing_is_told_when_it_is_needed(name: str, sessions: Sessions) -> None:
    """On the next day, among what was said in four other sessions; and on the third day what became of it."""
    story = STORIES[name]
    for one in STORIES.values():
        play_first_day(sessions, one)
    kept = [memory["text"] for memory in sessions.recall.json("list")["memories"]]
    assert not any("changelog" in text or text.lower().startswith(story.request) for text in kept)
    told = plain(sessions.need(DAYS[1], story))
    assert story.wanted in told
    others = [one.wanted for one in STORIES.values() if one is not story]
    assert not any(words in told for words in others)
    sessions.tell(DAYS[1], ("user", "what does app.py do?"), ("assistant", "It serves."), ("user", story.change))
    assert story.changed in plain(sessions.need(DAYS[2], story))


@pytest.fixture
def model() -> Iterator[FakeModel]:
    """A fake model."""
    with run_fake_model() as model:
        yield model


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_real_agents_hand_it_to_their_model(agent: str, recall: Home, model: FakeModel) -> None:
    """The same three days with the installed program: its sessions, its hooks, and what reaches the model."""
    recall.more["RECALL_EXTRACTOR"] = "rules"
    program = RealAgent(agent, recall, model)
    program.recall("hooks", "install", agent)
    days = [format_iso(int(time.time() * 1000) - back * DAY) for back in (3, 2, 1)]
    model.answers = {story.request: story.agent_answer for story in STORIES.values()}
    jobs = 0
    for story in STORIES.values():
        program.say(story.request, day=days[0])
        program.say(story.told or "okay, thanks", resume=True, day=days[0])
        wait_for_jobs(program, jobs := jobs + 1)
    for day, later in ((days[1], True), (days[2], False)):
        for name, story in STORIES.items():
            model.requests.clear()
            if story.is_command:
                program.run(story.need, day=day)
            else:
                program.say(story.need, day=day)
            words = story.wanted if later else story.changed
            times = max(plain(whole).count(words) for whole in model.requests_with(story.need))
            assert times >= (2 if later else 1), (day, name)  # in the brief, and once more at the moment of need
            if later:
                program.say(story.change, resume=True, day=day)
            wait_for_jobs(program, jobs := jobs + 1)

"""The real agents, installed from npm, run in an empty home against a fake model.

They are searched below the folder in RECALL_CLIENTS, one folder each (`npm i --prefix FOLDER/codex @openai/codex`),
with a recent Node.js in `FOLDER/node22`.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.agents.fake_model import FakeModel
from tests.command import Home

AGENTS_FOLDER = os.environ.get("RECALL_CLIENTS", "")
AGENT_PACKAGES = {
    "claude-code": ("@anthropic-ai/claude-code", "claude-code/node_modules/@anthropic-ai/claude-code-*/claude"),
    "codex": ("@openai/codex", "codex/node_modules/@openai/codex-*/vendor/*/bin/codex"),
    "gemini": ("@google/gemini-cli", "gemini/node_modules/@google/gemini-cli/bundle/gemini.js"),
    "qwen": ("@qwen-code/qwen-code", "qwen/node_modules/@qwen-code/qwen-code/cli-entry.js"),
    "kimi": ("@moonshot-ai/kimi-code", "kimi/node_modules/@moonshot-ai/kimi-code/dist/main.mjs"),
    "opencode": ("opencode-ai", "opencode/node_modules/opencode-*/bin/opencode"),
    "copilot": ("@github/copilot", "copilot/node_modules/@github/copilot-*/copilot"),
}
CODEX_SETTINGS = """\
model = "pretended"
model_provider = "here"
check_for_update_on_startup = false
[model_providers.here]
name = "here"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "MODEL_KEY"
[analytics]
enabled = false
"""
OPENCODE_SETTINGS = """\
{{"autoupdate": false, "share": "disabled", "model": "here/pretended", "small_model": "here/pretended", "provider":
{{"here": {{"npm": "@ai-sdk/openai-compatible", "options": {{"baseURL": "{url}/v1", "apiKey": "none"}},
"models": {{"pretended": {{"limit": {{"context": 200000, "output": 8000}}}}}}}}}}}}
"""
GEMINI_SETTINGS = """\
{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"enableAutoUpdate": false},
 "privacy": {"usageStatisticsEnabled": false}}
"""


KIMI_SETTINGS = """\
default_model = "here/pretended"
[providers.here]
type = "openai"
base_url = "{url}/v1"
api_key = "none"
[models."here/pretended"]
provider = "here"
model = "pretended"
max_context_size = 200000
"""


QWEN_SETTINGS = """\
{"security": {"auth": {"selectedType": "openai"}}, "general": {"enableAutoUpdate": false},
 "memory": {"enableManagedAutoMemory": false},
 "privacy": {"usageStatisticsEnabled": false}}
"""


class RealAgent:
    """One agent in one home, connected to one model."""

    def __init__(self, name: str, home: Home, model: FakeModel) -> None:
        package, pattern = AGENT_PACKAGES[name]
        found = sorted(glob.glob(os.path.join(AGENTS_FOLDER, pattern)), key=lambda path: ("musl" in path, path))
        if not AGENTS_FOLDER or not found:
            pytest.skip(f"{package} is not installed (RECALL_CLIENTS names the folder; see .ci/run)")
        self.name, self.home, self.model = name, home, model
        self.file = found[0]
        self.more: list[str] = []
        """Further arguments of the program."""
        self.trusting = True
        """Whether hooks run without the user's approval."""
        self.folder = home.path / "work"
        self.folder.mkdir(exist_ok=True)
        self._recall_on_path()
        self._settings()

    def _recall_on_path(self) -> None:
        folder = self.home.path / "bin"
        folder.mkdir(exist_ok=True)
        shim = folder / "recall"
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m recall_cli "$@"\n')
        shim.chmod(0o755)
        node = os.path.join(AGENTS_FOLDER, "node22", "node_modules", "node", "bin")
        first = node if os.path.isdir(node) else os.path.dirname(shutil.which("node") or "")
        self.home.more["PATH"] = os.pathsep.join((str(folder), first, "/usr/local/bin:/usr/bin:/bin"))
        self.home.more["RECALL_NOW"] = ""

    def _settings(self) -> None:
        """Write only the settings that make the program use the fake model."""
        files = {
            "codex": (".codex/config.toml", CODEX_SETTINGS.format(url=self.model.url)),
            "gemini": (".gemini/settings.json", GEMINI_SETTINGS),
            "qwen": (".qwen/settings.json", QWEN_SETTINGS),
            "kimi": (".kimi-code/config.toml", KIMI_SETTINGS.format(url=self.model.url)),
            "opencode": (".config/opencode/opencode.json", OPENCODE_SETTINGS.format(url=self.model.url)),
        }
        if self.name in files:
            name, text = files[self.name]
            path = self.home.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    @property
    def environment(self) -> dict[str, str]:
        url = self.model.url
        own = {
            "claude-code": {
                "ANTHROPIC_BASE_URL": url,
                "ANTHROPIC_AUTH_TOKEN": "none",
                "DISABLE_AUTOUPDATER": "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_TELEMETRY": "1",
            },
            "codex": {"MODEL_KEY": "none"},
            "gemini": {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true"},
            "qwen": {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": url + "/v1", "OPENAI_MODEL": "pretended"},
            "kimi": {},
            "opencode": {
                "OPENCODE_DISABLE_MODELS_FETCH": "1",
                "OPENCODE_DISABLE_AUTOUPDATE": "1",
                "npm_config_registry": url,
            },
            "copilot": {
                "COPILOT_OFFLINE": "true",
                "COPILOT_PROVIDER_BASE_URL": url + "/v1",
                "COPILOT_PROVIDER_API_KEY": "none",
                "COPILOT_MODEL": "pretended",
                "COPILOT_AUTO_UPDATE": "false",
            },
        }[self.name]
        nowhere = "http://127.0.0.1:9"  # a request that would leave this machine fails
        return {**own, "HTTPS_PROXY": nowhere, "HTTP_PROXY": nowhere, "NO_PROXY": "127.0.0.1,localhost", "USER": "me"}

    def _argv(self, prompt: str, *, resume: bool) -> list[str]:
        return {
            "claude-code": [self.file, "-p", prompt, *(["--continue"] if resume else [])],
            "codex": [
                self.file,
                "exec",
                *(["resume", "--last"] if resume else []),
                "--skip-git-repo-check",
                *(["--dangerously-bypass-hook-trust"] if self.trusting else []),
                prompt,
            ],
            "gemini": [
                "node",
                self.file,
                "-m",
                "gemini-2.5-flash",
                *(["--resume", "latest"] if resume else []),
                "-p",
                prompt,
            ],
            "qwen": ["node", self.file, "--yolo", *(["--continue"] if resume else []), "-p", prompt],
            "kimi": ["node", self.file, *(["--continue"] if resume else []), "-p", prompt],
            "opencode": [self.file, "run", *(["--continue"] if resume else []), prompt],
            "copilot": [self.file, "--allow-all-tools", *(["--continue"] if resume else []), "-p", prompt],
        }[self.name]

    def start(self, prompt: str, *, resume: bool = False, env: dict[str, str] | None = None, day: str = "") -> Any:
        """Start a session with one prompt, on a day if it matters to recall."""
        environment = self.home.environment({**self.environment, **(env or {})})
        environment.pop("RECALL_NOW", None)
        environment |= {"RECALL_NOW": day} if day else {}
        return subprocess.Popen(
            [*self._argv(prompt, resume=resume), *self.more],
            env=environment,
            cwd=self.folder,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def say(self, prompt: str, *, resume: bool = False, env: dict[str, str] | None = None, day: str = "") -> str:
        """Run a session with one prompt to its end; returns the program's output."""
        running = self.start(prompt, resume=resume, env=env, day=day)
        out, err = running.communicate(timeout=180)
        assert running.returncode == 0, (out, err)
        return str(out)

    def recall(self, *args: str) -> str:
        """Run recall as this agent's user would, in the agent's folder."""
        answer = self.home(*args, cwd=self.folder, env={"RECALL_NOW": ""}, tty=args[0] == "config")
        assert answer.status == 0, answer
        return answer.out

    def hooks(self) -> dict[str, Any]:
        """Codex's own list of its hooks, by the name under which it remembers each."""
        running = subprocess.Popen(
            [self.file, "app-server"],
            env=self.home.environment(self.environment),
            cwd=self.folder,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert running.stdin is not None and running.stdout is not None
        asked = (
            {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "recall", "version": "1"}}},
            {"method": "initialized"},
            {"id": 2, "method": "hooks/list", "params": {"cwds": [str(self.folder)]}},
        )
        for one in asked:
            running.stdin.write(json.dumps(one) + "\n")
            running.stdin.flush()
        try:
            answer = next(said for said in map(json.loads, running.stdout) if said.get("id") == 2)
        finally:
            running.kill()
            running.communicate()
        return {hook["key"]: hook for one in answer["result"]["data"] for hook in one["hooks"]}

    def run(self, *commands: str, day: str = "") -> list[str]:
        """Have the model run commands in the agent's shell, one after the other, in one session; what each answered."""
        self.model.commands = [*commands]
        self.say("Please do that.", day=day)
        assert self.model.commands == [], "the agent offers no shell"
        return list(dict.fromkeys(self.model.tool_results()))

    @property
    def settings(self) -> Path:
        """The file that holds recall's entries."""
        from recall_cli.agents.registry import KNOWN_AGENTS

        return self.home.path / KNOWN_AGENTS[self.name].user

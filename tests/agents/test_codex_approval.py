"""Codex silently skips hooks that its user did not approve. recall knows it from Codex's own record."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from recall_cli.agents import codex_approval
from tests.command import Home
from tests.for_each import for_each

CODEX_DIGESTS = {
    ("session_start", "startup|clear|compact", "recall hook session-start --agent codex", 10):
        "effd275d71de102970aa34196dec76a27802298375e7d8d9dada7fbd43be02e2",
    ("session_end", None, "recall hook session-end --agent codex", 3):
        "55bce71c07f78724d69eefc1249aad57aa9fbb3944ec76a7ba9e257d38a1f763",
    ("user_prompt_submit", None, "recall hook prompt --agent codex", 5):
        "55d18e5816d20f481484f2393723379febbc247edf6ac3aa093d42c2c8bab19d",
    ("pre_compact", None, "recall hook compact --agent codex", 10):
        "4f238096a2c8995a2676fa68c68e0267ed58ec4329a8836964116c6bd33f60c3",
    ("session_start", "startup", "echo two", None):
        "bfcf6de526ff07a1455ec76235502ba6b8580e903707d5ba7497d0063a0c5f07",
}  # fmt: skip
"""The answers of Codex 0.169.0 for these hooks."""


@for_each("hook", CODEX_DIGESTS)
def test_the_digest_is_codex_own(hook: tuple[str, str | None, str, int | None]) -> None:
    """It equals the digest that Codex stores when its user approves."""
    event, matcher, command, timeout = hook
    said: dict[str, Any] = {"type": "command", "command": command, **({"timeout": timeout} if timeout else {})}
    assert (
        codex_approval.CodexHook(place="", event=event, matcher=matcher, definition=said).digest
        == "sha256:" + CODEX_DIGESTS[hook]
    )


def approve_hooks(recall: Home, folder: Path, file: Path | None = None, leave: int = 0) -> None:
    """Write what Codex stores when its user approves the hooks of a file, except some of them."""
    file = file or folder / "hooks.json"
    lines = []
    hooks = list(codex_approval.list_hooks(json.loads(file.read_text())))
    for hook in hooks[: len(hooks) - leave]:
        lines += [
            f'[hooks.state."{file}:{hook.place}"]',
            f'trusted_hash = "{hook.digest}"',
        ]
    with (folder / "config.toml").open("a") as kept:
        kept.write("\n".join(lines) + "\n")


def shown_approval(recall: Home, cwd: Path | None = None) -> str:
    """What `recall hooks` shows about Codex; it is the same in all its forms and in doctor."""
    plain = recall.quick("hooks", "status", "codex", cwd=cwd).out
    document = json.loads(recall.quick("hooks", "status", "codex", "--json", cwd=cwd).out)["agents"][0]
    what = str(document["approval"] or "")
    assert document["waits_for_approval"] is bool(what)
    assert what in plain
    found = json.loads(recall.quick("doctor", "--json", cwd=cwd).out)
    assert (what in json.dumps(found)) if what else ("may not run" not in json.dumps(found))
    return what


def test_what_waits_for_its_user_is_said(recall: Home) -> None:
    """New, partly approved, changed and disabled hooks are shown with what to do; approved ones are not."""
    folder = recall.path / ".codex"
    assert "run /hooks in Codex" in recall.quick("hooks", "install", "codex").out
    assert shown_approval(recall) == "waiting for your approval: run /hooks in codex"
    approve_hooks(recall, folder, leave=1)
    assert shown_approval(recall) == "waiting for your approval (1 of 8 hooks): run /hooks in codex"
    (folder / "config.toml").write_text("")
    approve_hooks(recall, folder)
    assert shown_approval(recall) == ""
    assert "run /hooks" not in recall.quick("hooks", "install", "codex").out
    known = (folder / "config.toml").read_text()
    (folder / "config.toml").write_text(
        known.replace('"\ntrusted', '"\nenabled = false\ntrusted', 1).replace(
            "]\ntrusted", "]\nenabled = false\ntrusted", 1
        )
    )
    assert shown_approval(recall) == "1 of 8 hooks are switched off: run /hooks in codex"
    (folder / "config.toml").write_text(known)
    hooks = folder / "hooks.json"
    hooks.write_text(hooks.read_text().replace('"timeout": 3', '"timeout": 2'))
    assert shown_approval(recall).startswith("waiting for your approval, because they changed (1 of 8 hooks)")
    told = recall.quick("hooks", "install", "codex").out
    assert told.startswith("brought up to date"), told
    assert shown_approval(recall) == ""


def test_a_place_is_that_among_others(recall: Home) -> None:
    """If the user adds a hook before ours, ours moves, and the approval at its old place does not count."""
    folder = recall.path / ".codex"
    folder.mkdir()
    own = {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "echo hi"}]}]}}
    (folder / "hooks.json").write_text(json.dumps(own))
    approve_hooks(recall, folder)
    recall.quick("hooks", "install", "codex")
    assert shown_approval(recall) == "waiting for your approval: run /hooks in codex"
    (folder / "config.toml").write_text("")
    approve_hooks(recall, folder)
    assert shown_approval(recall) == ""


@pytest.mark.parametrize("feature", ["hooks", "codex_hooks"])
def test_hooks_may_be_off_altogether(feature: str, recall: Home) -> None:
    """Codex has a switch for all hooks."""
    recall.quick("hooks", "install", "codex")
    (recall.path / ".codex/config.toml").write_text(f"[features]\n{feature} = false\n")
    assert "has hooks switched off" in shown_approval(recall)


def test_settings_that_cannot_be_read_are_no_approval(recall: Home) -> None:
    """The approval is unknown then, and the output says so."""
    recall.quick("hooks", "install", "codex")
    for text in ("[hooks", "hooks = 3\nfeatures = 4\n", '[hooks.state]\nx = "y"\n'):
        (recall.path / ".codex/config.toml").write_text(text)
        assert shown_approval(recall)


def test_a_repository_is_trusted_first(recall: Home) -> None:
    """Approvals of a repository's hooks are in the user's settings, and the folder must be trusted first."""
    work = recall.path / "work"
    (work / ".git").mkdir(parents=True)
    recall("hooks", "install", "codex", "--project", cwd=work)
    kept = recall.path / ".codex"
    kept.mkdir()
    assert "does not trust this folder" in shown_approval(recall, work)
    (kept / "config.toml").write_text(f'[projects."{os.path.realpath(work)}"]\ntrust_level = "trusted"\n')
    assert shown_approval(recall, work) == "waiting for your approval: run /hooks in codex"
    approve_hooks(recall, kept, work / ".codex/hooks.json")
    assert shown_approval(recall, work) == ""


def test_what_nobody_ran_is_named(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The status names the parts of each agent, and each system, that were not tested."""
    found = {line.split("\t")[0]: line for line in recall.quick("hooks").lines}
    assert "untested: every event" in found["cursor"]
    assert "untested" not in found["claude-code"]
    assert "untested" not in found["codex"]
    assert "tested: gemini -p" in found["gemini"]
    for platform, name in (("darwin", "macOS"), ("win32", "Windows")):
        from recall_cli.agents.registry import KNOWN_AGENTS, untested_parts

        assert all(
            any(name in one for one in untested_parts(agent, platform))
            for agent in KNOWN_AGENTS.values()
            if agent.tested_version
        )

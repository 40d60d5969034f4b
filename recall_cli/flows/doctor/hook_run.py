"""Runs the installed hooks as an agent started from the desktop would, and reports which fail.

It runs only commands that recall itself writes, and only from files where this user installed them: a repository can
contain settings too.
"""

import os

from recall_cli.agents import hook_entries
from recall_cli.child_process import HOOK_CHECK_VARIABLE
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record
from recall_cli.flows.agents import hooks, manifest
from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, read_settings, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

DESKTOP_PATH = "/usr/bin:/bin"
"""The PATH that a program started from the desktop may have."""
TIMEOUT_SECONDS = 10
TEST_MESSAGE = '{"session_id": "check", "cwd": "/", "hook_event_name": "check"}'


class HookResult(Record):
    """The result of running a hook."""

    path: str
    """The settings file that contains the hook."""
    database: str = ""
    """The store that it reached."""
    trouble: str = ""
    """Why it reached no store."""
    searches_for_recall: bool = False
    """True if the hook searches for recall, because its file cannot know the path."""


def run_hooks(app: "App", agent: "Agent", plugin: str = "", *, only_first: bool = False) -> "list[HookResult]":
    """The result for each settings file, and for a plugin: its first hook that fails, else its first hook.

    With `only_first` no other hook of a file is run: all of them call the same program.
    """
    answers = [_run_hook(app, plugin, hook_entries.hook_command(agent, agent.hooks[0], None))] if plugin else []
    for level in (USER_LEVEL, PROJECT_LEVEL):
        path = settings_path(app, agent, level)
        if level == PROJECT_LEVEL and (
            path == settings_path(app, agent, USER_LEVEL) or not manifest.file_record(app, path)
        ):
            continue
        try:
            text = read_settings(path)
            commands = [] if text is None or not hooks.has_our_hooks(agent, text) else _commands_to_run(agent, text)
        except (RecallError, ValueError):
            continue
        results = [_run_hook(app, path, command) for command in commands[: 1 if only_first else None]]
        answers += [result for result in results if result.trouble][:1] or results[:1]
    return answers


def _commands_to_run(agent: "Agent", text: str) -> "list[str]":
    """The commands of a settings file that are exactly as recall writes them, or once wrote them."""
    if agent.shape == "plugin":
        programs: list[str | None] = [*hooks.find_programs(agent, text)] or [None]
        return [hook_entries.hook_command(agent, hook, program) for program in programs for hook in agent.hooks]
    known = set()
    for command in hooks.find_our_commands(agent, text):
        program = hook_entries.program_of_command(command)
        for hook in agent.hooks:
            own = hook_entries.hook_command(agent, hook, program)
            older = f"{hook_entries.COMMAND_NAME} hook {hook.event} --agent {agent.name}"
            known |= {command} & {own, older}
    return sorted(known)


def _run_hook(app: "App", path: str, command: str) -> HookResult:
    import subprocess

    environment = {
        "HOME": app.environment.get("HOME") or os.path.expanduser("~"),
        "PATH": DESKTOP_PATH,
        HOOK_CHECK_VARIABLE: "1",
    }
    try:
        ran = subprocess.run(  # noqa: S603 — as recall wrote it, in a file of this user's
            ["/bin/sh", "-c", command],
            env=environment,
            cwd="/",
            input=TEST_MESSAGE,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return HookResult(path=path, trouble=f"{type(error).__name__}: {error}"[:200])
    searches = hook_entries.FIND_RECALL_SCRIPT in command
    words = ran.stdout.strip().split("\t")
    if words[0] == "recall" and len(words) == 3:
        return HookResult(path=path, database=words[2])
    last_line = (ran.stderr.strip().splitlines() or [""])[-1][:200]
    explanation = (
        "recall is neither in ~/.local/bin nor in /usr/bin" if searches else "the program that they call did nothing"
    )
    return HookResult(path=path, trouble=last_line or explanation, searches_for_recall=searches)

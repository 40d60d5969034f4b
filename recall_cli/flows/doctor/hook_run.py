"""Runs the installed hooks as an agent would that was started from the desktop, and says where they do not arrive.

Only commands that recall itself writes are run, and only from files of which it is known that this user installed
them there: a repository can bring settings along.
"""

import os

from recall_cli.agents import entries
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record
from recall_cli.flows.agents import hooks, manifest
from recall_cli.settings import CHECK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

PATH = "/usr/bin:/bin"
"""What a program that was started from the desktop may have as its PATH."""
SECONDS = 10
MESSAGE = '{"session_id": "check", "cwd": "/", "hook_event_name": "check"}'


class Answer(Record):
    """What came of a hook that was run."""

    path: str
    """The settings file that it stands in."""
    database: str = ""
    """The store that it reached."""
    trouble: str = ""
    """Why it reached none."""
    looks: bool = False
    """It looks for recall, since its file cannot know where that is."""


def run_hooks(app: "App", agent: "Agent", plugin: str = "") -> "list[Answer]":
    """What each settings file's hooks come to, and a plugin's; the first that fails speaks for its file."""
    answers = [_run(app, plugin, entries.command(agent, agent.hooks[0], None))] if plugin else []
    for level in (hooks.USER, hooks.PROJECT):
        path = hooks.place(app, agent, level)
        if level == hooks.PROJECT and (path == hooks.place(app, agent, hooks.USER) or not manifest.record(app, path)):
            continue
        try:
            text = hooks.read(path)
            said = [] if text is None or not hooks.has_ours(agent, text) else _commands(agent, text)
        except (RecallError, ValueError):
            continue
        found = [_run(app, path, command) for command in said]
        answers += [one for one in found if one.trouble][:1] or found[:1]
    return answers


def _commands(agent: "Agent", text: str) -> "list[str]":
    """What to run: the commands that are as recall writes them, or wrote them."""
    if agent.shape == "plugin":
        programs: list[str | None] = [*hooks.programs_in(agent, text)] or [None]
        return [entries.command(agent, hook, program) for program in programs for hook in agent.hooks]
    known = set()
    for said in hooks.commands_in(agent, text):
        program = entries.program_in(said)
        for hook in agent.hooks:
            own = entries.command(agent, hook, program)
            older = f"{entries.USUAL} hook {hook.event} --agent {agent.name}"
            known |= {said} & {own, older}
    return sorted(known)


def _run(app: "App", path: str, command: str) -> Answer:
    import subprocess

    environment = {"HOME": app.environment.get("HOME") or os.path.expanduser("~"), "PATH": PATH, CHECK: "1"}
    try:
        ran = subprocess.run(  # noqa: S603 — as recall wrote it, in a file of this user's
            ["/bin/sh", "-c", command], env=environment, cwd="/", input=MESSAGE, capture_output=True, text=True,
            errors="replace", timeout=SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return Answer(path=path, trouble=f"{type(error).__name__}: {error}"[:200])
    looks = entries.FINDER in command
    words = ran.stdout.strip().split("\t")
    if words[0] == "recall" and len(words) == 3:
        return Answer(path=path, database=words[2])
    said = (ran.stderr.strip().splitlines() or [""])[-1][:200]
    unfound = "recall is neither in ~/.local/bin nor in /usr/bin" if looks else "the program that they call did nothing"
    return Answer(path=path, trouble=said or unfound, looks=looks)

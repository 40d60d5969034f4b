"""The gate before the hooks of tools: it ends most of them at once, because no memory bears on the action.

It runs for every tool that an agent uses, so it loads only a few modules and never opens the store.
"""

import os

from recall_cli.agents.tool_messages import CHANGING_TOOLS, ToolUse, read_tool_use
from recall_cli.domain.json_text import loads
from recall_cli.flows.at_action import action_index
from recall_cli.rules.actions.action_keys import (
    CODE,
    COMMAND,
    ERROR,
    FILE,
    FOLDER,
    PACKAGE,
    PHRASE,
    action_key,
    command_names,
    folder_names,
    path_names,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall_cli.flows.at_action.action_index import ActionIndex
    from recall_cli.rules.actions.fingerprint import Fingerprint
    from recall_cli.rules.actions.shell_commands import SimpleCommand

ENDS, FAILURES, PROMPTS = "tool-end", "tool-failed", "prompt"
AFTER_TOOL = frozenset((ENDS, FAILURES))
MAX_SILENT_RUNS = 50_000_000
"""Bytes of the file that counts silent runs, one byte each."""


def is_silent(raw: bytes, event: str, agent: str, environment: "Mapping[str, str]") -> bool:
    """Whether a hook has certainly nothing to say. False means only that the store has to be asked."""
    index = _valid_index(environment)
    if index is None:
        return False
    is_answered = event == PROMPTS and "p" in index.flags
    if is_answered or ("o" not in index.flags and index.keys):
        message = loads(raw.decode("utf-8", "replace").removeprefix("\ufeff").strip())
        if not isinstance(message, dict):
            return False
        use = read_tool_use(message)
        if is_answered and _asks_anything(use.prompt):
            return False
        if _may_show_something(index, use, event, environment):
            return False
    count_silent_run(environment, agent)
    return True


def names_nothing_known(use: ToolUse, event: str, environment: "Mapping[str, str]") -> bool:
    """Whether no memory bears on the files, commands and errors of an event, as far as the index can tell."""
    index = _valid_index(environment)
    return index is not None and not _may_show_something(index, use, event, environment)


def _valid_index(environment: "Mapping[str, str]") -> "ActionIndex | None":
    """The index, if it can be read without the store's secret and nothing has changed since it was written."""
    index = action_index.read_index(environment)
    if index is None or "s" in index.flags:
        return None
    stamp = action_index.current_stamp(environment, index.config, index.database)
    return index if index.stamp == stamp else None


def _may_show_something(index: "ActionIndex", use: ToolUse, event: str, environment: "Mapping[str, str]") -> bool:
    if "o" in index.flags or not index.keys:
        return False
    found = [key for key in action_keys(ActionParts(use, event), index.salt) if key in index]
    return bool(found) and not _all_silenced(index, use.session, found, environment)


def _asks_anything(prompt: str) -> bool:
    from recall_cli.rules.questions.clauses import has_enough_words

    return has_enough_words(prompt)


def _all_silenced(index: "ActionIndex", session: str, keys: "list[bytes]", environment: "Mapping[str, str]") -> bool:
    """Whether these keys were looked up in this session since the last change, and nothing is left to show."""
    noted = action_index.read_bytes(action_index.silence_path(environment), 2 * action_index.MAX_SILENCE_BYTES)
    return noted is not None and all(action_index.silence_mark(index, session, key) in noted for key in keys)


class ActionParts:
    """What an event says of an action: the files that it names, its commands, and the errors that it met."""

    __slots__ = ("changed_paths", "commands", "error_lines", "errors", "paths")

    def __init__(self, use: ToolUse, event: str) -> None:
        self.paths = [*use.paths]
        self.changed_paths = use.paths if use.tool in CHANGING_TOOLS else ()
        self.commands: list[SimpleCommand] = []
        self.errors: list[Fingerprint] = []
        self.error_lines: list[str] = []
        if use.command:
            from recall_cli.rules.actions.shell_commands import files_read, simple_commands

            self.commands = simple_commands(use.command)
            self.paths += [path for command in self.commands for path in files_read(command)]
        if event == PROMPTS and ("." in use.prompt or "/" in use.prompt):
            from recall_cli.rules.questions.pasted_text import find_paths

            self.paths += find_paths(use.prompt)
        tells_of_errors = event in AFTER_TOOL and (use.command or event == FAILURES)
        output = use.prompt if event == PROMPTS else use.output if tells_of_errors else ""
        if output:
            from recall_cli.rules.actions.error_lines import find_errors

            self.errors = find_errors(output)
            if event != PROMPTS or self.errors:
                from recall_cli.rules.actions.error_phrases import telling_lines

                self.error_lines = telling_lines(output, has_failed=event == FAILURES)


def action_keys(parts: ActionParts, salt: bytes) -> "list[bytes]":
    """The keys of everything that a memory can name of this action."""
    names = [(FILE, name) for path in parts.paths for name in path_names(path)]
    names += [(FOLDER, name) for path in parts.changed_paths for name in folder_names(path)]
    names += [(COMMAND, name) for name in command_names(parts.commands)] if parts.commands else []
    if parts.commands:
        from recall_cli.rules.actions.shell_commands import installed_packages

        names += [(PACKAGE, name) for command in parts.commands for name in installed_packages(command)]
    names += [(ERROR, name) for error in parts.errors for name in error.names]
    if parts.error_lines:
        from recall_cli.rules.actions.error_phrases import phrase_names
        from recall_cli.rules.actions.named_actions import error_codes

        names += [(PHRASE, name) for line in parts.error_lines for name in phrase_names(line)]
        names += [(CODE, code.lower()) for line in parts.error_lines for code in error_codes(line)]
    return [action_key(salt, kind, name) for kind, name in dict.fromkeys(names)]


def count_silent_run(environment: "Mapping[str, str]", agent: str) -> None:
    """Count a run that showed nothing: its file grows by one byte. Errors are ignored."""
    if not agent.replace("-", "").isalnum():
        return
    path = f"{action_index.data_folder(environment)}/hooks/{agent}.silent"
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            if os.fstat(file).st_size < MAX_SILENT_RUNS:
                os.write(file, b".")
        finally:
            os.close(file)
    except OSError:
        pass


def silent_runs(environment: "Mapping[str, str]", agent: str) -> int:
    """How many runs of an agent's hooks showed nothing."""
    try:
        return os.stat(f"{action_index.data_folder(environment)}/hooks/{agent}.silent").st_size
    except OSError:
        return 0

"""Install recall in agents and remove it again. Every other byte of their settings stays as it is."""

import os

from recall_cli import __version__
from recall_cli.agents import allow_rules, hook_entries
from recall_cli.agents.agent import OWN_FILE
from recall_cli.agents.own_members import is_exact_json_removal, remove_own_members
from recall_cli.domain.errors import RecallError
from recall_cli.flows.agents import manifest
from recall_cli.flows.agents.approval_check import approval_problem
from recall_cli.flows.agents.manifest import SettingsEdit
from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, read_settings, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

PLUGIN_MARK = "recall hooks install"
"""The text that marks a plugin file as ours."""
ALLOW_NOTE = (
    "With these settings {} runs recall "
    + ", ".join(allow_rules.ALLOWED_COMMANDS[:-1])
    + f" and {allow_rules.ALLOWED_COMMANDS[-1]} without asking you; these delete nothing. To be asked each time: "
    "recall config hooks.allow false, then recall hooks install again."
)


def install(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> SettingsEdit:
    """Put our entries into an agent's settings. Installing twice changes nothing; entries of another version are
    replaced.
    """
    note_unrecorded_store(app)
    path, program = settings_path(app, agent, level), program_for_level(app, level)
    text_before = read_settings(path)
    clean, created = _remove_our_entries(app, agent, path, text_before, is_users_own=level == USER_LEVEL)
    rules = rules_to_install(app, agent, level)
    text, edits = _add_our_entries(app, agent, path, text_before, clean, program, rules)
    note = agent.note if not agent.approval_file or approval_problem(app, agent, level, text) else ""
    if rules != tuple(allow_rules.find_rules(text_before or "", agent, rules)):
        note = " ".join(filter(None, (note, ALLOW_NOTE.format(agent.title))))
    edit = SettingsEdit(
        agent=agent.name,
        level=level,
        path=path,
        action="already installed",
        before=text_before,
        after=text,
        note=note,
    )
    if text == text_before:
        if not dry_run and not manifest.file_record(app, path):  # they came with the repository
            record = manifest.SettingsRecord(agent=agent.name, level=level, recall=__version__, at=app.now())
            manifest.save_record(app, path, record)
        return edit
    action = "installed" if clean == text_before else "brought up to date"
    if dry_run:
        return edit.but(action=f"would be {action}")
    manifest.write_edit(app, edit, created=created, inserted=edits)
    return edit.but(action=action)


def rules_to_install(app: "App", agent: "Agent", level: str) -> "tuple[str, ...]":
    """The rules for the user's own settings, if they are wanted; those of a repository are for other people too."""
    return allow_rules.all_rules(agent) if level == USER_LEVEL and app.settings["hooks.allow"] else ()


def note_unrecorded_store(app: "App") -> None:
    """Say, once, that what is installed may use another store: a client may run without this command's RECALL_DB."""
    if app.settings.origin("db")[1] != "environment" or app.settings.is_usual_store:
        return
    text = "RECALL_DB names the store, and a client that runs without this variable uses another one "
    text += f'({app.settings.usual_settings.database}); to record it: recall config db "$RECALL_DB"'
    if text not in app.notes:
        app.note(text)


def _add_our_entries(
    app: "App",
    agent: "Agent",
    path: str,
    before: "str | None",
    clean: "str | None",
    program: "str | None",
    rules: "tuple[str, ...]",
) -> "tuple[str, list[tuple[int, str]]]":
    """The settings with our entries, and the edits that put them in."""
    if agent.form == OWN_FILE and (clean is None or clean == before):
        if clean is not None:
            raise RecallError(f"{path} was not written by recall", "move it away to install recall's own file")
        text = own_file_text(agent, program)
        return text, [(0, text)]
    try:
        doc = hook_entries.add_entries(clean or "", agent, program, hook_entries.choose_hooks(app.settings), rules)
    except ValueError as error:
        raise RecallError(f"cannot read {path}: {error}", "nothing was changed; fix the file first") from None
    return doc.text, doc.edits


def remove(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> SettingsEdit:
    """Remove our entries: the file is as it was before, with the changes that its user has made since."""
    path = settings_path(app, agent, level)
    text_before = read_settings(path)
    text_after, _ = _remove_our_entries(app, agent, path, text_before, is_users_own=level == USER_LEVEL)
    done = "would be removed" if dry_run else "removed"
    edit = SettingsEdit(
        agent=agent.name,
        level=level,
        path=path,
        action="not installed" if text_before == text_after else done,
        before=text_before,
        after=text_after,
    )
    if not dry_run:
        manifest.write_removal(app, edit)
    return edit


def _remove_our_entries(
    app: "App", agent: "Agent", path: str, settings_text: "str | None", *, is_users_own: bool
) -> "tuple[str | None, bool]":
    """The settings without our entries (None: no file is left), and whether the whole file is ours."""
    if settings_text is None:
        return None, True
    record = manifest.file_record(app, path)
    created = record is not None and record.created
    if agent.form == OWN_FILE:
        digest = record.digest if record else ""
        untouched = agent.shape == "plugin" and digest == manifest.text_digest(settings_text)
        if untouched or _is_own_file(agent, settings_text):
            return None, True
        if agent.shape == "plugin" and PLUGIN_MARK in settings_text:
            raise RecallError(f"{path} was changed by hand", "nothing was changed; delete the file yourself")
        created = True
    try:
        entries = hook_entries.find_entries(settings_text, agent)
        edits = record.edits if record is not None else ()
        rules = allow_rules.own_rules(agent, edits, has_hooks=bool(entries)) if is_users_own else ()
        if not (entries or allow_rules.find_rules(settings_text, agent, rules)):
            return settings_text, False
        own = hook_entries.own_members(agent, rules)
        remaining = choose_removal(
            path,
            "entries",
            (manifest.undo_edits(record, settings_text), remove_own_members(settings_text, own)),
            lambda left: is_exact_json_removal(settings_text, left, own),
            f"each entry whose command has --agent {agent.name}",
        )
        is_empty = hook_entries.is_empty_settings(remaining)
    except ValueError as error:
        if agent.form == OWN_FILE:  # not even JSON: another program's file, or ours no longer
            return settings_text, False
        hint = "nothing was changed; fix the file first"
        if f"--agent {agent.name}" in settings_text:
            hint += f", or remove by hand each entry whose command ends with --agent {agent.name}"
        raise RecallError(f"cannot read {path}: {error}", hint) from None
    return (None, True) if created and is_empty else (remaining, created and is_empty)


def choose_removal(
    path: str, what: str, candidates: "tuple[str | None, ...]", is_exact: "Callable[[str], bool]", by_hand: str
) -> str:
    """The first text that lacks what is ours and nothing else; RecallError if none does."""
    for candidate in candidates:
        if candidate is not None and is_exact(candidate):
            return candidate
    raise RecallError(
        f"cannot safely remove recall's {what} from {path}", f"nothing was changed; remove by hand {by_hand}"
    )


def _is_own_file(agent: "Agent", text: str) -> bool:
    """Whether this version writes exactly this as a file of its own, whichever program it names."""
    if agent.shape != "plugin":
        try:
            entries = hook_entries.find_entries(text, agent)
        except ValueError:
            return False
        programs = {
            hook_entries.program_of_command(str(entry.get("bash") or entry.get("command"))) for _, entry in entries
        }
        return any(text == own_file_text(agent, program) for program in programs)
    return PLUGIN_MARK in text and _lines_without_program(text) == _lines_without_program(own_file_text(agent, None))


def _lines_without_program(text: str) -> "list[str]":
    return [line for line in text.splitlines() if not line.startswith(PROGRAM_LINE_START)]


PROGRAM_LINE_START = "const RECALL = "
"""The start of the line in a plugin file that names the program."""


def has_our_hooks(agent: "Agent", text: str) -> bool:
    """Whether a settings file runs recall's hooks for this agent."""
    return PLUGIN_MARK in text if agent.shape == "plugin" else bool(hook_entries.find_entries(text, agent))


def find_programs(agent: "Agent", text: str) -> "list[str]":
    """The absolute paths of the programs that our entries in a settings file call."""
    if agent.shape == "plugin":
        import json

        lines = [
            line.removeprefix(PROGRAM_LINE_START) for line in text.splitlines() if line.startswith(PROGRAM_LINE_START)
        ]
        try:
            paths = [json.loads(line) for line in lines]
        except ValueError:  # the plugin searches for the program itself
            return []
        return [program for program in paths if isinstance(program, str) and os.path.isabs(program)]
    programs = (hook_entries.program_of_command(command) for command in find_our_commands(agent, text))
    return sorted({program for program in programs if program is not None})


def find_our_commands(agent: "Agent", text: str) -> "list[str]":
    """The commands of our entries in a settings file."""
    groups = [group for _, group in hook_entries.find_entries(text, agent)]
    hooks = [entry for group in groups for entry in (group, *(group.get("hooks") or ()))]
    commands = [entry.get(name) for entry in hooks if isinstance(entry, dict) for name in ("command", "bash")]
    return [str(entry) for entry in commands if hook_entries.calls_recall(entry, agent.name)]


def own_file_text(agent: "Agent", program: "str | None") -> str:
    """The whole text of the file, for an agent that reads a file of our own."""
    if agent.shape == "plugin":
        import json

        with open(os.path.join(os.path.dirname(hook_entries.__file__), f"{agent.name}.js"), encoding="utf-8") as file:
            lines = file.read().splitlines(keepends=True)
        if program is not None:
            named = f"{PROGRAM_LINE_START}{json.dumps(program)}\n"
            lines = [named if line.startswith(PROGRAM_LINE_START) else line for line in lines]
        return "".join(lines)
    return hook_entries.format_settings(hook_entries.settings_document(agent, program, hook_entries.HookChoice()))


def program_for_level(app: "App", level: str) -> "str | None":
    """The program that the entries of a settings file run.

    A repository's settings are shared, so they name no path: each user's own program is searched for.
    """
    return None if level == PROJECT_LEVEL else find_own_program(app)


def find_own_program(app: "App") -> "str | None":
    """The absolute path of this program; None if it was started in a way that has none.

    A name alone would depend on the PATH of the agent.
    """
    import shutil
    import sys

    beside_python = os.path.join(os.path.dirname(sys.executable), hook_entries.COMMAND_NAME)
    in_home = os.path.join(os.path.expanduser("~"), ".local", "bin", hook_entries.COMMAND_NAME)
    on_path = shutil.which(hook_entries.COMMAND_NAME, path=app.environment.get("PATH"))
    for path in (os.path.realpath(sys.argv[0]), beside_python, in_home, on_path):
        if path is not None and os.path.basename(path) == hook_entries.COMMAND_NAME and is_our_program(path):
            return os.path.abspath(path)
    return None


def is_our_program(path: str) -> bool:
    """Whether a program called recall is ours, and can run. Other programs have this name too."""
    try:
        with open(path, "rb") as file:
            return os.access(path, os.X_OK) and b"recall_cli" in file.read(4096)
    except OSError:
        return False

"""Install recall in agents and remove it again. Every other byte of their settings stays as it is."""

import os

from recall_cli.agents import allow_rules, codex_approval, hook_entries, toml_hooks
from recall_cli.agents.agent import OWN_FILE, TOML_TABLES
from recall_cli.agents.own_members import has_content, is_exact_json_removal, remove_own_members
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.flows.agents import manifest
from recall_cli.flows.agents.manifest import SettingsPart, install_part, remove_part
from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, read_settings, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App
    from recall_cli.flows.agents.manifest import SettingsEdit, SettingsRecord


PLUGIN_MARK = "recall hooks install"
"""The text that marks a plugin file as ours."""
ALLOW_NOTE = (
    "With these settings {} runs recall "
    + ", ".join(allow_rules.ALLOWED_COMMANDS[:-1])
    + f" and {allow_rules.ALLOWED_COMMANDS[-1]} without asking you; these delete nothing. To be asked each time: "
    "recall config hooks.allow false, then recall hooks install again."
)


def install(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> "SettingsEdit":
    """Put our entries into an agent's settings, or write its own file."""
    return install_part(_part(app, agent, level), dry_run=dry_run)


def remove(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> "SettingsEdit":
    """Remove our entries, or our own file."""
    return remove_part(_part(app, agent, level), dry_run=dry_run)


def install_rules(app: "App", agent: "Agent", *, dry_run: bool = False) -> "SettingsEdit | None":
    """Write the agent's file of rules, or remove it if the user does not want it; None if there is nothing to tell."""
    if agent.allow_file and app.settings["hooks.allow"]:
        return install_part(_RulesFile(app, agent), dry_run=dry_run)
    edit = remove_rules(app, agent, dry_run=dry_run)
    return edit if edit is not None and edit.before is not None else None


def remove_rules(app: "App", agent: "Agent", *, dry_run: bool = False) -> "SettingsEdit | None":
    """Remove the file of rules, and the folders that were made for it; None if this agent has no such file."""
    return remove_part(_RulesFile(app, agent), dry_run=dry_run) if agent.allow_file else None


def _part(app: "App", agent: "Agent", level: str) -> "_HookEntries":
    if level == PROJECT_LEVEL and not agent.project:
        raise UsageError(
            f"{agent.title} reads hooks only from its user's own settings", f"recall hooks install {agent.name}"
        )
    return {OWN_FILE: _OwnFile, TOML_TABLES: _TomlTables}.get(agent.form, _HookEntries)(app, agent, level)


class _HookEntries(SettingsPart):
    """Our hooks and rules among an agent's settings."""

    def __init__(self, app: "App", agent: "Agent", level: str) -> None:
        by_hand = f"each entry whose command has --agent {agent.name}"
        super().__init__(app, agent.name, level, settings_path(app, agent, level), by_hand)
        self.agent, self.rules = agent, rules_to_install(app, agent, level)

    def without(self, text: str, record: "SettingsRecord | None") -> "str | None":
        return self._without_entries(text, record, is_whole_file=record is not None and record.created)

    def _without_entries(self, text: str, record: "SettingsRecord | None", *, is_whole_file: bool) -> "str | None":
        entries = hook_entries.find_entries(text, self.agent)
        edits = record.edits if record is not None else ()
        is_users_own = self.level == USER_LEVEL
        rules = allow_rules.own_rules(self.agent, edits, has_hooks=bool(entries)) if is_users_own else ()
        if not (entries or allow_rules.find_rules(text, self.agent, rules)):
            return text
        own = hook_entries.own_members(self.agent, rules)
        candidates = (manifest.undo_edits(record, text), remove_own_members(text, own))
        left = self.choose_removal(candidates, lambda left: is_exact_json_removal(text, left, own))
        return None if is_whole_file and hook_entries.is_empty_settings(left) else left

    def added(self, clean: "str | None") -> "tuple[str, list[tuple[int, str]]]":
        program, choice = program_for_level(self.app, self.level), hook_entries.choose_hooks(self.app.settings)
        doc = hook_entries.add_entries(clean or "", self.agent, program, choice, self.rules)
        return doc.text, doc.edits

    def note(self, edit: "SettingsEdit") -> str:
        """What the user still has to approve, and what the agent may do without a question."""
        agent = self.agent
        waits = not agent.approval_file or approval_problem(self.app, agent, self.level, edit.after)
        notes = [agent.note] if agent.note and waits else []
        if self.rules != tuple(allow_rules.find_rules(edit.before or "", agent, self.rules)):
            notes.append(ALLOW_NOTE.format(agent.title))
        return " ".join(notes)


class _TomlTables(_HookEntries):
    """Our hooks as tables among settings in TOML."""

    def _without_entries(self, text: str, record: "SettingsRecord | None", *, is_whole_file: bool) -> "str | None":
        def is_own(hook: object) -> bool:
            return hook_entries.is_our_hook(hook, self.agent)

        if not any(map(is_own, toml_hooks.hook_tables(text))):
            return text
        candidates = (manifest.undo_edits(record, text), toml_hooks.remove_tables(text, is_own))
        left = self.choose_removal(candidates, lambda left: toml_hooks.is_exact_removal(text, left, is_own))
        return None if is_whole_file and not has_content(left) else left

    def added(self, clean: "str | None") -> "tuple[str, list[tuple[int, str]]]":
        program, choice = program_for_level(self.app, self.level), hook_entries.choose_hooks(self.app.settings)
        hooks = hook_entries.hooks_to_install(self.agent, choice)
        return toml_hooks.add_tables(
            clean or "", toml_hooks.HOOK_HEADER, [hook_entries.hook_entry(self.agent, hook, program) for hook in hooks]
        )


class _OwnFile(_HookEntries):
    """A file of our own, to which somebody may have added something."""

    def without(self, text: str, record: "SettingsRecord | None") -> "str | None":
        """What others have added to our file; all of the text if it is another program's."""
        is_plugin = self.agent.shape == "plugin"
        if _is_own_file(self.agent, text) or (is_plugin and manifest.is_unchanged(record, text)):
            return None
        if is_plugin and PLUGIN_MARK in text:
            raise RecallError(f"{self.path} was changed by hand", "nothing was changed; delete the file yourself")
        try:
            return self._without_entries(text, record, is_whole_file=True)
        except ValueError:  # not even JSON: another program's file, or ours no longer
            return text

    def added(self, clean: "str | None") -> "tuple[str, list[tuple[int, str]]]":
        """Our file, or what others have added to it with our entries."""
        if clean is None:
            text = own_file_text(self.agent, program_for_level(self.app, self.level))
            return text, [(0, text)]
        if clean == read_settings(self.path):
            raise RecallError(f"{self.path} was not written by recall", "move it away to install recall's own file")
        return super().added(clean)


class _RulesFile(SettingsPart):
    """The file of recall's own that lets an agent run a few commands of recall without a question."""

    kind = manifest.RULES

    def __init__(self, app: "App", agent: "Agent") -> None:
        path = os.path.join(os.path.expanduser("~"), agent.allow_file)
        super().__init__(app, agent.name, USER_LEVEL, path, "the file")
        self.agent = agent
        settings = manifest.file_record(app, settings_path(app, agent, USER_LEVEL))
        self.folders = settings.folders if settings else ()

    def without(self, text: str, record: "SettingsRecord | None") -> None:
        if text != allow_rules.rules_file_text(self.agent) and not manifest.is_unchanged(record, text):
            raise RecallError(
                f"{self.path} is not as recall wrote it", "nothing was changed; move it away or delete it yourself"
            )

    def added(self, _clean: "str | None") -> "tuple[str, list[tuple[int, str]]]":
        return allow_rules.rules_file_text(self.agent), []

    def note(self, edit: "SettingsEdit") -> str:
        return ALLOW_NOTE.format(self.agent.title) if edit.before != edit.after else ""


def rules_to_install(app: "App", agent: "Agent", level: str) -> "tuple[str, ...]":
    """The rules for the user's own settings, if they are wanted; those of a repository are for other people too."""
    return allow_rules.all_rules(agent) if level == USER_LEVEL and app.settings["hooks.allow"] else ()


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
    return hook_entries.settings_text(agent, program, hook_entries.HookChoice())


def find_plugin_folder() -> str:
    """The folder with the plugins and the settings of every agent: in the package, or beside it in a repository."""
    import recall_cli

    package = os.path.dirname(os.path.abspath(recall_cli.__file__))
    folder = os.path.join(package, "hooks")
    return folder if os.path.isdir(folder) else os.path.join(os.path.dirname(package), "hooks")


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


UNREADABLE_SETTINGS = "its settings cannot be read, so recall cannot tell whether you approved the hooks"


def approval_problem(app: "App", agent: "Agent", level: str, settings_text: "str | None") -> str:
    """The reason why an agent does not run the hooks of a settings file with this text; empty if it runs them."""
    if not agent.approval_file or settings_text is None:
        return ""
    from recall_cli.agents import jsonc

    approval_path = os.path.join(os.path.dirname(settings_path(app, agent, USER_LEVEL)), agent.approval_file)
    try:
        settings, document = _read_toml(approval_path), jsonc.parse_jsonc(settings_text).plain()
    except (OSError, ValueError):
        return UNREADABLE_SETTINGS
    path = settings_path(app, agent, level)
    features = settings.get("features")
    if isinstance(features, dict) and False in (features.get("hooks"), features.get("codex_hooks")):
        return f"{agent.title} has hooks switched off ([features] in {approval_path})"
    if level == PROJECT_LEVEL and not _is_trusted_folder(settings, os.path.dirname(os.path.dirname(path))):
        return f"{agent.title} does not trust this folder yet: start {agent.name} in it"
    states = codex_approval.approval_states(document, agent.name, (path, os.path.realpath(path)), settings)
    return _describe_states(states, agent.name)


def _describe_states(states: "list[str]", agent_name: str) -> str:
    waiting = [state for state in states if state in (codex_approval.NEW, codex_approval.CHANGED)]
    if waiting:
        since = ", because they changed" if codex_approval.CHANGED in waiting else ""
        share = "" if len(waiting) == len(states) else f" ({len(waiting)} of {len(states)} hooks)"
        return f"waiting for your approval{since}{share}: run /hooks in {agent_name}"
    off = states.count(codex_approval.OFF)
    return f"{off} of {len(states)} hooks are switched off: run /hooks in {agent_name}" if off else ""


def _read_toml(path: str) -> "dict[str, object]":
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}


def _is_trusted_folder(settings: "dict[str, object]", folder: str) -> bool:
    projects = settings.get("projects")
    known = [projects.get(path) for path in (folder, os.path.realpath(folder))] if isinstance(projects, dict) else []
    return any(isinstance(path, dict) and path.get("trust_level") == "trusted" for path in known)

"""Putting recall into agents and taking it out again: every other byte of their settings stays as it is."""

import os

from recall_cli import __version__
from recall_cli.agents import hook_entries
from recall_cli.agents.agent import OWN_FILE
from recall_cli.domain.errors import RecallError
from recall_cli.domain.record import Record
from recall_cli.flows.agents import manifest
from recall_cli.flows.agents.approval_check import approval_problem
from recall_cli.flows.agents.settings_files import PROJECT_LEVEL, USER_LEVEL, read_settings, replace_file, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App

PLUGIN_MARK = "recall hooks install"
"""What tells a plugin file of ours from anyone else's."""


class SettingsEdit(Record):
    """What installing or removing came to, or would."""

    agent: str
    level: str
    path: str
    action: str
    before: "str | None"
    """The file's text; None where there was none."""
    after: "str | None"
    """None where there will be none."""
    note: str = ""


def install(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> SettingsEdit:
    """Put our entries into an agent's settings; twice is once, another version's are replaced."""
    path, program = settings_path(app, agent, level), program_for_level(app, level)
    before = read_settings(path)
    clean, created = _remove_our_entries(app, agent, path, before)
    text, edits = _add_our_entries(app, agent, path, before, clean, program)
    note = agent.note if not agent.approval_file or approval_problem(app, agent, level, text) else ""
    if text == before:
        if not dry_run and not manifest.file_record(app, path):  # they came with the repository, and are the user's now
            manifest.save_record(
                app, path, {"agent": agent.name, "level": level, "recall": __version__, "at": app.now()}
            )
        return SettingsEdit(
            agent=agent.name, level=level, path=path, action="already installed", before=before, after=text, note=note
        )
    action = "installed" if clean == before else "brought up to date"
    edit = SettingsEdit(agent=agent.name, level=level, path=path, action=action, before=before, after=text, note=note)
    if dry_run:
        return edit.but(action=f"would be {action}")
    made = manifest.missing_folders(path)
    replace_file(path, text, new_mode=0o600 if level == USER_LEVEL else 0o644)
    manifest.save_record(
        app,
        path,
        {
            "agent": agent.name, "level": level, "recall": __version__, "at": app.now(), "created": created,
            "folders": made or manifest.file_record(app, path).get("folders", []),
            "edits": [[at, new] for at, new in edits], "digest": manifest.text_digest(text),
        },
    )  # fmt: skip
    return edit


def _add_our_entries(
    app: "App", agent: "Agent", path: str, before: "str | None", clean: "str | None", program: "str | None"
) -> "tuple[str, list[tuple[int, str]]]":
    """The settings with our entries, and what was put in."""
    if agent.form == OWN_FILE and (clean is None or clean == before):
        if clean is not None:
            raise RecallError(f"{path} is not a file of recall", "move it away, or keep it")
        text = own_file_text(agent, program)
        return text, [(0, text)]
    try:
        doc = hook_entries.add_entries(clean or "", agent, program, prompts=app.settings["hooks.prompts"])
    except ValueError as error:
        raise RecallError(f"cannot read {path}: {error}", "nothing was changed; mend the file first") from None
    return doc.text, doc.edits


def remove(app: "App", agent: "Agent", level: str, *, dry_run: bool = False) -> SettingsEdit:
    """Take our entries out: the file is as it was, or as its user has made it since, without them."""
    path = settings_path(app, agent, level)
    before = read_settings(path)
    after, _ = _remove_our_entries(app, agent, path, before)
    edit = SettingsEdit(agent=agent.name, level=level, path=path, action="removed", before=before, after=after)
    if before == after:
        edit = edit.but(action="not installed")
    elif dry_run:
        edit = edit.but(action="would be removed")
    if dry_run:
        return edit
    if before != after:
        if after is None:
            os.remove(os.path.realpath(path))
            manifest.remove_folders(manifest.file_record(app, path).get("folders", []))
        else:
            replace_file(path, after)
    manifest.remove_record(app, path)
    return edit


def _remove_our_entries(
    app: "App", agent: "Agent", path: str, settings_text: "str | None"
) -> "tuple[str | None, bool]":
    """The settings as they would be without us (None: no file), and whether the file is ours altogether."""
    if settings_text is None:
        return None, True
    known = manifest.file_record(app, path)
    created = bool(known.get("created"))
    if agent.form == OWN_FILE:
        untouched = agent.shape == "plugin" and known.get("digest") == manifest.text_digest(settings_text)
        if untouched or _is_own_file(agent, settings_text):
            return None, True
        if agent.shape == "plugin" and PLUGIN_MARK in settings_text:
            raise RecallError(f"{path} was changed by hand", "nothing was changed; delete the file yourself")
        created = True
    try:
        there = hook_entries.find_entries(settings_text, agent)
        if not there:
            return settings_text, False
        left = _safe_removal(agent, path, settings_text, manifest.undo_edits(known, settings_text))
        nothing = hook_entries.is_empty_settings(left)
    except ValueError as error:
        if agent.form == OWN_FILE:  # not even JSON: somebody else's, or ours no more
            return settings_text, False
        hint = "nothing was changed; mend the file first"
        if f"--agent {agent.name}" in settings_text:
            hint += f", or take out by hand each entry whose command ends with --agent {agent.name}"
        raise RecallError(f"cannot read {path}: {error}", hint) from None
    return (None, True) if created and nothing else (left, created and nothing)


def _safe_removal(agent: "Agent", path: str, text: str, exact_removal: "str | None") -> str:
    """A text without our entries: byte for byte what it was before, else by its structure; never a broken one."""
    from recall_cli.agents.jsonc import parse_jsonc as parsed

    before = hook_entries.other_settings(text, agent)
    strict = _is_strict_json(text)
    for found in (exact_removal, hook_entries.remove_entries(text, agent)):
        if found is None or (strict and not _is_strict_json(found)):
            continue
        try:
            whole = not found.strip("\ufeff \t\r\n") or parsed(found) is not None
            if (
                whole
                and not hook_entries.find_entries(found, agent)
                and hook_entries.other_settings(found, agent) == before
            ):
                return found
        except ValueError:
            continue
    raise RecallError(
        f"cannot take recall's entries out of {path} safely",
        f"nothing was changed; take out by hand each entry whose command has --agent {agent.name}",
    )


def _is_strict_json(text: str) -> bool:
    """Is it JSON as every program reads it, without comments and without a comma too many?"""
    import json

    try:
        json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return not text.strip("\ufeff \t\r\n")
    return True


def _is_own_file(agent: "Agent", text: str) -> bool:
    """Is it what this version writes as a file of its own, whichever program it names?"""
    if agent.shape != "plugin":
        try:
            there = hook_entries.find_entries(text, agent)
        except ValueError:
            return False
        programs = {hook_entries.program_of_command(str(one.get("bash") or one.get("command"))) for _, one in there}
        return any(text == own_file_text(agent, program) for program in programs)
    return PLUGIN_MARK in text and _lines_without_program(text) == _lines_without_program(own_file_text(agent, None))


def _lines_without_program(text: str) -> "list[str]":
    return [line for line in text.splitlines() if not line.startswith(PROGRAM_LINE_START)]


PROGRAM_LINE_START = "const RECALL = "
"""What the line of a plugin file begins with that names the program."""


def has_our_hooks(agent: "Agent", text: str) -> bool:
    """Does a settings file run recall's hooks for this agent?"""
    return PLUGIN_MARK in text if agent.shape == "plugin" else bool(hook_entries.find_entries(text, agent))


def find_programs(agent: "Agent", text: str) -> "list[str]":
    """The programs that our entries in a settings file name by their paths."""
    if agent.shape == "plugin":
        import json

        lines = [
            line.removeprefix(PROGRAM_LINE_START) for line in text.splitlines() if line.startswith(PROGRAM_LINE_START)
        ]
        try:
            named = [json.loads(line) for line in lines]
        except ValueError:  # it looks for the program itself
            return []
        return [one for one in named if isinstance(one, str) and os.path.isabs(one)]
    found = (hook_entries.program_of_command(said) for said in find_our_commands(agent, text))
    return sorted({one for one in found if one is not None})


def find_our_commands(agent: "Agent", text: str) -> "list[str]":
    """The commands of our entries in a settings file."""
    groups = [group for _, group in hook_entries.find_entries(text, agent)]
    hooks = [one for group in groups for one in (group, *(group.get("hooks") or ()))]
    said = [one.get(name) for one in hooks if isinstance(one, dict) for name in ("command", "bash")]
    return [str(one) for one in said if hook_entries.calls_recall(one, agent.name)]


def own_file_text(agent: "Agent", program: "str | None") -> str:
    """The whole file, for an agent that reads one of ours."""
    if agent.shape == "plugin":
        import json

        with open(os.path.join(os.path.dirname(hook_entries.__file__), f"{agent.name}.js"), encoding="utf-8") as file:
            lines = file.read().splitlines(keepends=True)
        if program is not None:
            named = f"{PROGRAM_LINE_START}{json.dumps(program)}\n"
            lines = [named if line.startswith(PROGRAM_LINE_START) else line for line in lines]
        return "".join(lines)
    return hook_entries.format_settings(hook_entries.settings_document(agent, program, prompts=False))


def program_for_level(app: "App", level: str) -> "str | None":
    """What the entries of a settings file run. A repository's are shared: they look for the program of whoever uses
    them.
    """
    return None if level == PROJECT_LEVEL else find_own_program(app)


def find_own_program(app: "App") -> "str | None":
    """The whole path of this very program; None where it was started in another way and has none.

    A name alone would depend on the PATH that an agent was started with.
    """
    import shutil
    import sys

    beside = os.path.join(os.path.dirname(sys.executable), hook_entries.COMMAND_NAME)
    home = os.path.join(os.path.expanduser("~"), ".local", "bin", hook_entries.COMMAND_NAME)
    named = shutil.which(hook_entries.COMMAND_NAME, path=app.environment.get("PATH"))
    for path in (os.path.realpath(sys.argv[0]), beside, home, named):
        if path is not None and os.path.basename(path) == hook_entries.COMMAND_NAME and _is_our_program(path):
            return os.path.abspath(path)
    return None


def _is_our_program(path: str) -> bool:
    """Does a program that is called recall start this one? Others have the name too."""
    try:
        with open(path, "rb") as file:
            return os.access(path, os.X_OK) and b"recall_cli" in file.read(4096)
    except OSError:
        return False

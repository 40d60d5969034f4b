"""The file of recall's own that lets an agent run a few commands of recall without a question."""

import os

from recall_cli.agents.allow_rules import rules_file_text
from recall_cli.domain.errors import RecallError
from recall_cli.flows.agents import manifest
from recall_cli.flows.agents.hooks import ALLOW_NOTE
from recall_cli.flows.agents.manifest import SettingsEdit
from recall_cli.flows.agents.settings_files import USER_LEVEL, read_settings, settings_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.agent import Agent
    from recall_cli.app import App


def install_rules(app: "App", agent: "Agent", *, dry_run: bool = False) -> "SettingsEdit | None":
    """Write the file, or remove it if the user does not want it; None if there is nothing to tell."""
    if not agent.allow_file:
        return None
    if not app.settings["hooks.allow"]:
        edit = remove_rules(app, agent, dry_run=dry_run)
        return edit if edit is not None and edit.before is not None else None
    path, text = _path(agent), rules_file_text(agent)
    before = _read_own(app, path, text)
    edit = SettingsEdit(
        agent=agent.name, level=USER_LEVEL, path=path, action="already installed", before=before, after=text
    )
    if before == text:
        return edit
    edit = edit.but(action="would be installed" if dry_run else "installed", note=ALLOW_NOTE.format(agent.title))
    if not dry_run:
        settings = manifest.file_record(app, settings_path(app, agent, USER_LEVEL))
        manifest.write_edit(app, edit, manifest.RULES, shared_folders=settings.folders if settings else ())
    return edit


def remove_rules(app: "App", agent: "Agent", *, dry_run: bool = False) -> "SettingsEdit | None":
    """Remove the file, and the folders that were made for it; None if this agent has no such file."""
    if not agent.allow_file:
        return None
    path = _path(agent)
    before = _read_own(app, path, rules_file_text(agent))
    action = "not installed" if before is None else "would be removed" if dry_run else "removed"
    edit = SettingsEdit(agent=agent.name, level=USER_LEVEL, path=path, action=action, before=before, after=None)
    if not dry_run:
        manifest.write_removal(app, edit, manifest.RULES)
    return edit


def _path(agent: "Agent") -> str:
    return os.path.join(os.path.expanduser("~"), agent.allow_file)


def _read_own(app: "App", path: str, text: str) -> "str | None":
    """The text of the file, None if there is none; RecallError if it is not as recall wrote it."""
    found = read_settings(path)
    record = manifest.file_record(app, path, manifest.RULES)
    if found is None or found == text or (record is not None and record.digest == manifest.text_digest(found)):
        return found
    raise RecallError(f"{path} is not as recall wrote it", "nothing was changed; move it away or delete it yourself")

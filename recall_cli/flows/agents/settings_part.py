"""One thing that recall puts into other programs' settings: how every kind of it is installed and removed.

Every other byte of the settings stays as it is.
"""

from recall_cli.domain.errors import RecallError
from recall_cli.flows.agents import manifest
from recall_cli.flows.agents.manifest import SettingsEdit, SettingsRecord
from recall_cli.flows.agents.settings_files import read_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App


class SettingsPart:
    """What recall puts into one settings file: hooks, the entry of a server, or a file of rules."""

    kind = manifest.HOOKS
    what = "entries"
    installed, removed, absent = "installed", "removed", "not installed"
    folders: "tuple[str, ...]" = ()
    """Folders of the file that were made for another file of ours."""

    def __init__(self, app: "App", owner: str, level: str, path: str, by_hand: str) -> None:
        self.app, self.owner, self.level, self.path = app, owner, level, path
        self.by_hand = by_hand
        """What the user removes by hand if recall cannot."""

    def without(self, text: str, record: "SettingsRecord | None") -> "str | None":
        """The settings without it; None if no file is left. ValueError if they cannot be read."""
        raise NotImplementedError

    def added(self, clean: "str | None") -> "tuple[str, list[tuple[int, str]]]":
        """Settings without it, with it added, and the insertions; ValueError if they cannot be read."""
        raise NotImplementedError

    def is_current(self, before: "str | None", after: str) -> bool:
        """Whether it is there already as it would be written now."""
        return before == after

    def note(self, edit: SettingsEdit) -> str:
        """What the user should know about an installation."""
        raise NotImplementedError

    def edit(self, action: str, before: "str | None", after: "str | None") -> SettingsEdit:
        """A change of the file."""
        return SettingsEdit(
            agent=self.owner, level=self.level, path=self.path, action=action, before=before, after=after
        )

    def unreadable(self, error: ValueError, text: "str | None") -> RecallError:
        """The error for settings that cannot be read."""
        by_hand = f", or remove by hand {self.by_hand}" if f"--agent {self.owner}" in (text or "") else ""
        return RecallError(f"cannot read {self.path}: {error}", f"nothing was changed; fix the file first{by_hand}")

    def choose_removal(self, candidates: "tuple[str | None, ...]", is_exact: "Callable[[str], bool]") -> str:
        """The first text that lacks what is ours and nothing else; RecallError if none does."""
        for text in candidates:
            if text is not None and is_exact(text):
                return text
        raise RecallError(
            f"cannot safely remove recall's {self.what} from {self.path}",
            f"nothing was changed; remove by hand {self.by_hand}",
        )


def install_part(part: SettingsPart, *, dry_run: bool) -> SettingsEdit:
    """Put it into the settings. Twice changes nothing; what another version wrote is replaced."""
    app = part.app
    note_unrecorded_store(app)
    before, record = read_settings(part.path), manifest.file_record(app, part.path, part.kind)
    try:
        clean = None if before is None else part.without(before, record)
        after, inserted = part.added(clean)
    except ValueError as error:
        raise part.unreadable(error, before) from None
    if part.is_current(before, after):
        edit = part.edit(f"already {part.installed}", before, before)
        if not dry_run and record is None:  # it came with the repository
            manifest.save_record(app, edit, part.kind)
    else:
        action = part.installed if clean == before else "brought up to date"
        edit = part.edit(f"would be {action}" if dry_run else action, before, after)
        if not dry_run:
            manifest.write_edit(app, edit, part.kind, clean is None, inserted, part.folders)
    return edit.but(note=part.note(edit))


def remove_part(part: SettingsPart, *, dry_run: bool) -> SettingsEdit:
    """Remove it: the file is as it was before, with the changes that its user has made since."""
    before, record = read_settings(part.path), manifest.file_record(part.app, part.path, part.kind)
    try:
        after = None if before is None else part.without(before, record)
    except ValueError as error:
        raise part.unreadable(error, before) from None
    done = f"would be {part.removed}" if dry_run else part.removed
    edit = part.edit(part.absent if before == after else done, before, after)
    if not dry_run:
        manifest.write_removal(part.app, edit, part.kind)
    return edit


def note_unrecorded_store(app: "App") -> None:
    """Say, once, that what is installed may use another store: a client may run without this command's RECALL_DB."""
    if app.settings.origin("db")[1] != "environment" or app.settings.is_usual_store:
        return
    text = "RECALL_DB names the store, and a client that runs without this variable uses another one "
    text += f'({app.settings.usual_settings.database}); to record it: recall config db "$RECALL_DB"'
    if text not in app.notes:
        app.note(text)

"""What recall puts into other programs' settings: how every kind of it is installed, recorded, and exactly removed.

Every other byte of the settings stays as it is. Of the user's own settings only a digest is kept, because they may hold
secrets.
"""

import os

from recall_cli import __version__
from recall_cli.domain.errors import RecallError
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.flows.agents import hook_runs
from recall_cli.flows.agents.settings_files import USER_LEVEL, read_settings
from recall_cli.flows.agents.settings_files import replace_file as replace_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App


def text_digest(text: str) -> str:
    """A digest that shows whether a file is still the one that was written."""
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


HOOKS, SERVERS, RULES = "installed.json", "servers.json", "rules.json"
"""What was written: hooks, entries for `recall mcp`, or a file of rules. Each has a record of its own."""


class SettingsRecord(Record):
    """What recall wrote into one file."""

    agent: str
    level: str
    recall: "str | None"
    """The version that wrote it."""
    at: int
    created: bool = False
    """Did recall create the file?"""
    folders: "tuple[str, ...]" = ()
    """The folders that recall created for the file, the innermost first."""
    edits: "tuple[tuple[int, str], ...]" = ()
    """The texts that recall inserted, each with its position."""
    digest: str = ""
    """The digest of the whole file as recall wrote it; empty if recall found its entries there already."""

    def as_json(self) -> "dict[str, object]":
        """The record in the manifest."""
        record: dict[str, object] = {"agent": self.agent, "level": self.level, "recall": self.recall, "at": self.at}
        if not self.digest:
            return record
        edits = [[at, inserted] for at, inserted in self.edits]
        return {**record, "created": self.created, "folders": [*self.folders], "edits": edits, "digest": self.digest}


def _parse_record(values: "dict[str, object]") -> SettingsRecord:
    """A record of the manifest, which somebody may have edited."""
    recall, at, folders, edits = (values.get(name) for name in ("recall", "at", "folders", "edits"))
    return SettingsRecord(
        agent=str(values.get("agent", "")),
        level=str(values.get("level", "")),
        recall=recall if isinstance(recall, str) else None,
        at=at if isinstance(at, int) else 0,
        created=bool(values.get("created")),
        folders=tuple(map(str, folders)) if isinstance(folders, list) else (),
        edits=tuple((int(at), str(new)) for at, new in edits) if isinstance(edits, list) else (),
        digest=str(values.get("digest", "")),
    )


class SettingsEdit(Record):
    """The result of installing or removing, or of a dry run of it."""

    agent: str
    level: str
    path: str
    action: str
    before: "str | None"
    """The file's text; None if there was no file."""
    after: "str | None"
    """None if there will be no file."""
    note: str = ""


def all_hook_records(app: "App") -> "dict[str, SettingsRecord]":
    """Every file into which recall wrote hooks, with what it wrote."""
    return {path: _parse_record(values) for path, values in _read_manifest(app, HOOKS).items()}


def file_record(app: "App", path: str, kind: str = HOOKS) -> "SettingsRecord | None":
    """What was written into one file; None if nothing is known."""
    values = _read_manifest(app, kind).get(os.path.abspath(path))
    return _parse_record(values) if values else None


def is_unchanged(record: "SettingsRecord | None", text: str) -> bool:
    """Whether a file is as recall wrote it."""
    return record is not None and record.digest == text_digest(text)


def undo_edits(record: "SettingsRecord | None", text: str) -> "str | None":
    """A text without the insertions of recall, byte for byte; None if they are unknown or cannot be located.

    In an unchanged file every edit is undone at its place. In a changed one each inserted text must occur exactly once.
    """
    if record is None or not record.edits:
        return None
    is_edited = not is_unchanged(record, text)
    for at, inserted in reversed(record.edits):
        if is_edited:
            if text.count(inserted) != 1:
                return None
            at = text.index(inserted)
        text = text[:at] + text[at + len(inserted) :]
    return text


def _missing_folders(path: str) -> "tuple[str, ...]":
    """The missing folders on the path of a file, the innermost first."""
    missing = []
    folder = os.path.dirname(os.path.realpath(path))
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return tuple(missing)


def _remove_folders(folders: "tuple[str, ...]") -> None:
    """Remove folders that were made for our file, unless they hold something else now."""
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            return


def _read_manifest(app: "App", kind: str) -> "dict[str, dict[str, object]]":
    try:
        with open(_manifest_path(app, kind), encoding="utf-8") as file:
            records = loads(file.read())
    except (OSError, ValueError):
        return {}
    if not isinstance(records, dict):
        return {}
    return {path: values for path, values in records.items() if isinstance(values, dict)}


def _write_manifest(app: "App", records: "dict[str, dict[str, object]]", kind: str) -> None:
    import json

    from recall_cli.settings_file import replace_file

    path = _manifest_path(app, kind)
    if not records:
        if os.path.exists(path):
            os.remove(path)
        return
    hook_runs.make_hooks_folder(app)
    replace_file(path, json.dumps(records, indent=1) + "\n")


def _manifest_path(app: "App", kind: str) -> str:
    return os.path.join(app.settings.hooks_folder, kind)


class SettingsPart:
    """What recall puts into one settings file: hooks, the entry of a server, or a file of rules."""

    kind = HOOKS
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
    note_unrecorded_store(part.app)
    before, record = read_settings(part.path), file_record(part.app, part.path, part.kind)
    try:
        clean = None if before is None else part.without(before, record)
        after, inserted = part.added(clean)
    except ValueError as error:
        raise part.unreadable(error, before) from None
    if part.is_current(before, after):
        edit = part.edit(f"already {part.installed}", before, before)
        if not dry_run and record is None:  # it came with the repository: only that it is ours is recorded
            _save_record(part)
    else:
        action = part.installed if clean == before else "brought up to date"
        edit = part.edit(f"would be {action}" if dry_run else action, before, after)
        if not dry_run:
            made = _missing_folders(part.path) or (record.folders if record else ())
            replace_settings(part.path, after, new_mode=0o600 if part.level == USER_LEVEL else 0o644)
            folders = tuple(dict.fromkeys((*made, *part.folders)))
            digest = text_digest(after)
            _save_record(part, created=clean is None, folders=folders, edits=tuple(inserted), digest=digest)
    return edit.but(note=part.note(edit))


def _save_record(part: SettingsPart, **written: "Any") -> None:
    """Record what was written into a file."""
    app, records = part.app, _read_manifest(part.app, part.kind)
    record = SettingsRecord(agent=part.owner, level=part.level, recall=__version__, at=app.now(), **written)
    _write_manifest(app, {**records, os.path.abspath(part.path): record.as_json()}, part.kind)


def remove_part(part: SettingsPart, *, dry_run: bool) -> SettingsEdit:
    """Remove it: the file is as it was before, with the changes that its user has made since."""
    before, record = read_settings(part.path), file_record(part.app, part.path, part.kind)
    try:
        after = None if before is None else part.without(before, record)
    except ValueError as error:
        raise part.unreadable(error, before) from None
    done = f"would be {part.removed}" if dry_run else part.removed
    edit = part.edit(part.absent if before == after else done, before, after)
    if dry_run:
        return edit
    if after is not None and before != after:
        replace_settings(part.path, after)
    elif before is not None and after is None:
        os.remove(os.path.realpath(part.path))
        _remove_folders(record.folders if record else ())
    records = _read_manifest(part.app, part.kind)
    if records.pop(os.path.abspath(part.path), None) is not None:
        _write_manifest(part.app, records, part.kind)
    return edit


def note_unrecorded_store(app: "App") -> None:
    """Say, once, that what is installed may use another store: a client may run without this command's RECALL_DB."""
    if app.settings.origin("db")[1] != "environment" or app.settings.is_usual_store:
        return
    text = "RECALL_DB names the store, and a client that runs without this variable uses another one "
    text += f'({app.settings.usual_settings.database}); to record it: recall config db "$RECALL_DB"'
    if text not in app.notes:
        app.note(text)

"""What recall wrote into other programs' settings, so that exactly that can be removed again.

Of the user's own settings only a digest is kept, because they may hold secrets.
"""

import os

from recall_cli import __version__
from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.flows.agents import hook_runs
from recall_cli.flows.agents.settings_files import USER_LEVEL
from recall_cli.flows.agents.settings_files import replace_file as replace_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
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


def write_edit(
    app: "App",
    edit: SettingsEdit,
    kind: str,
    created: bool,
    inserted: "Sequence[tuple[int, str]]",
    shared_folders: "tuple[str, ...]",
) -> None:
    """Write what an installation changes, and record it. `shared_folders` were made for another file of ours."""
    assert edit.after is not None, "an installation leaves a file"
    known, made = file_record(app, edit.path, kind), _missing_folders(edit.path)
    replace_settings(edit.path, edit.after, new_mode=0o600 if edit.level == USER_LEVEL else 0o644)
    made = made or (known.folders if known else ())
    save_record(
        app,
        edit,
        kind,
        created=created,
        folders=tuple(dict.fromkeys((*made, *shared_folders))),
        edits=tuple(inserted),
        digest=text_digest(edit.after),
    )


def save_record(app: "App", edit: SettingsEdit, kind: str, **written: "Any") -> None:
    """Record what was written into a file; only that it is ours, if somebody else wrote it."""
    record = SettingsRecord(agent=edit.agent, level=edit.level, recall=__version__, at=app.now(), **written)
    _write_manifest(app, {**_read_manifest(app, kind), os.path.abspath(edit.path): record.as_json()}, kind)


def write_removal(app: "App", edit: SettingsEdit, kind: str) -> None:
    """Write what a removal leaves, or remove the file with the folders that were made for it; forget the file."""
    if edit.after is not None and edit.before != edit.after:
        replace_settings(edit.path, edit.after)
    elif edit.before is not None and edit.after is None:
        os.remove(os.path.realpath(edit.path))
        record = file_record(app, edit.path, kind)
        _remove_folders(record.folders if record else ())
    records = _read_manifest(app, kind)
    if records.pop(os.path.abspath(edit.path), None) is not None:
        _write_manifest(app, records, kind)


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

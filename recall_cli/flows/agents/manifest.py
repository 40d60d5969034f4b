"""What recall wrote into other programs' settings, so that exactly that can be removed again.

Of the user's own settings only a digest is kept, because they may hold secrets.
"""

import os

from recall_cli.domain.json_text import loads
from recall_cli.flows.agents import hook_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App


def text_digest(text: str) -> str:
    """A digest that shows whether a file is still the one that was written."""
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


HOOKS, SERVERS = "installed.json", "servers.json"
"""What was written: hooks, or entries for `recall mcp`. Both may be in one file, and each has a record of its own."""


def all_records(app: "App", kind: str = HOOKS) -> "dict[str, dict[str, Any]]":
    """Every file that recall wrote to, with what it wrote."""
    try:
        with open(_manifest_path(app, kind), encoding="utf-8") as file:
            records = loads(file.read())
    except (OSError, ValueError):
        return {}
    return (
        {path: record for path, record in records.items() if isinstance(record, dict)}
        if isinstance(records, dict)
        else {}
    )


def file_record(app: "App", path: str, kind: str = HOOKS) -> "dict[str, Any]":
    """What was written into one file; empty if nothing is known."""
    return all_records(app, kind).get(os.path.abspath(path), {})


def save_record(app: "App", path: str, entry: "dict[str, Any]", kind: str = HOOKS) -> None:
    """Record what was written into a file."""
    _write_manifest(app, {**all_records(app, kind), os.path.abspath(path): entry}, kind)


def remove_record(app: "App", path: str, kind: str = HOOKS) -> None:
    """Forget a file that has nothing of ours any more."""
    records = all_records(app, kind)
    if records.pop(os.path.abspath(path), None) is not None:
        _write_manifest(app, records, kind)


def undo_edits(record: "dict[str, Any]", text: str) -> "str | None":
    """A text without what was put in, byte for byte; None if that cannot be told.

    In an unchanged file every edit is undone at its place. In a changed one each inserted text must occur exactly once.
    """
    edits = [(int(at), str(new)) for at, new in record.get("edits", [])]
    if not edits:
        return None
    untouched = record.get("digest") == text_digest(text)
    for at, new in reversed(edits):
        if not untouched:
            if text.count(new) != 1:
                return None
            at = text.index(new)
        text = text[:at] + text[at + len(new) :]
    return text


def missing_folders(path: str) -> "list[str]":
    """The missing folders on the path of a file, the innermost first."""
    missing = []
    folder = os.path.dirname(os.path.realpath(path))
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing


def remove_folders(folders: "list[str]") -> None:
    """Remove folders that were made for our file, unless they hold something else now."""
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            return


def _write_manifest(app: "App", records: "dict[str, Any]", kind: str) -> None:
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
    return os.path.join(hook_runs.hooks_folder(app), kind)

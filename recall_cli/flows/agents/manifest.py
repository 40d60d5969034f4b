"""What recall wrote into other programs' settings, so that exactly that can be taken out again.

Of the user's own settings nothing is kept here but a digest: they may hold secrets.
"""

import os

from recall_cli.domain.jsontext import loads
from recall_cli.flows.agents import runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App


def digest(text: str) -> str:
    """Tells whether a file is still the one that was written."""
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def everything(app: "App") -> "dict[str, dict[str, Any]]":
    """Every file that was written to, with what was written."""
    try:
        with open(_path(app), encoding="utf-8") as file:
            found = loads(file.read())
    except (OSError, ValueError):
        return {}
    return {path: one for path, one in found.items() if isinstance(one, dict)} if isinstance(found, dict) else {}


def record(app: "App", path: str) -> "dict[str, Any]":
    """What was written into one file; nothing where that is not known."""
    return everything(app).get(os.path.abspath(path), {})


def remember(app: "App", path: str, entry: "dict[str, Any]") -> None:
    """Note what was written into a file."""
    _write(app, {**everything(app), os.path.abspath(path): entry})


def forget(app: "App", path: str) -> None:
    """Nothing of ours is in a file any more."""
    found = everything(app)
    if found.pop(os.path.abspath(path), None) is not None:
        _write(app, found)


def taken_back(known: "dict[str, Any]", text: str) -> "str | None":
    """A text without what was put in, byte for byte; None where that cannot be told any more.

    In a file that nobody touched since every edit is undone at its place. In another one what was put in has to stand
    there still, once.
    """
    edits = [(int(at), str(new)) for at, new in known.get("edits", [])]
    if not edits:
        return None
    untouched = known.get("digest") == digest(text)
    for at, new in reversed(edits):
        if not untouched:
            if text.count(new) != 1:
                return None
            at = text.index(new)
        text = text[:at] + text[at + len(new) :]
    return text


def folders_to_make(path: str) -> "list[str]":
    """The folders on the way to a file that are not there yet, the innermost first."""
    missing = []
    folder = os.path.dirname(os.path.realpath(path))
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing


def remove_folders(folders: "list[str]") -> None:
    """Remove folders that were made for our file, as far as nothing else has moved in."""
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            return


def _write(app: "App", found: "dict[str, Any]") -> None:
    import json

    from recall_cli.configfile import write

    if not found:
        if os.path.exists(_path(app)):
            os.remove(_path(app))
        return
    runs.make_folder(app)
    write(_path(app), json.dumps(found, indent=1) + "\n")


def _path(app: "App") -> str:
    return os.path.join(runs.folder(app), "installed.json")

"""Texts that an agent stores inside a sandbox that keeps it from writing to the store: one file each in /tmp.

The sandboxes of agents let programs write there. The next worker outside of the sandbox takes the texts over. Every
program in the sandbox can write these files too, so nothing in them is believed: each is read like an agent's own call,
its secrets are masked again, its project is that of its folder, and it is never more than an agent's word.
"""

import os
import stat

from recall_cli.app import is_recall_error
from recall_cli.domain.draft import StoreRequest
from recall_cli.domain.errors import StoreError
from recall_cli.domain.job import SpooledText
from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import CLASSIFICATIONS, MEMORY_TYPES
from recall_cli.domain.moment import DAY, MAX_MOMENT
from recall_cli.domain.receipt import Receipt
from recall_cli.domain.store_errors import StoreReadOnly
from recall_cli.flows.agents.switches import current_session, is_private_session
from recall_cli.flows.projects import project_to_write, workplace_to_write
from recall_cli.flows.write.jobs import store_payload, text_key
from recall_cli.flows.write.think import normalize_request
from recall_cli.rules.beliefs.trust import trust_of_source
from recall_cli.settings import KEY_SETTINGS
from recall_cli.workplace import Workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import PreparedRequest

MAX_WAITING = 200
"""So many texts wait at most, and so many files are looked at in one run."""
MAX_FILE_BYTES = 200_000
MAX_KEY_LETTERS = 500
SESSION_FIELDS = ("session", "folder")
MAX_AGE_MS = 30 * DAY
TORN_FILE_MS = 60_000
"""A file that cannot be read is removed after this time; until then its writer may not be ready."""
KEPT_NOTE = (
    "the sandbox keeps this program from writing to the store: the text is kept, and recall's hooks take it over at "
    "the end of the turn; without hooks, recall worker does"
)
NO_PLACE_HINT = "this sandbox lets a program write nothing; your user can connect recall by MCP: recall mcp install"
_TEXT_FIELDS = frozenset("text topic entity attribute value qualifier session agent".split())
_ID_LETTERS, _ID_LENGTH = frozenset("0123456789abcdef-"), 36


def keep_in_sandbox(
    app: "App", error: Exception, request: "PreparedRequest", place: "Workplace | str | None", key: "str | None"
) -> Receipt:
    """The receipt of an agent's text that the store cannot take inside a sandbox, and a file does; else the error."""
    if not _is_sandboxed(app, error) or request.anchors:
        raise error
    assert isinstance(error, StoreError)
    digest = text_key(request, place)
    try:
        earlier = next((text for text in sandbox_texts(app) if text.payload["digest"] == digest), None)
        id_ = app.new_id() if earlier is None else earlier.id
        if earlier is None:
            write_document(app, id_, _document(app, request, place, key))
    except OSError:
        raise StoreReadOnly(error.message, NO_PLACE_HINT) from None
    app.note(KEPT_NOTE)
    return Receipt(status="queued" if earlier is None else "cached", job=id_)


def _is_sandboxed(app: "App", error: Exception) -> bool:
    """Does an agent call, whose store is read-only here? What is encrypted in the store is never in a plain file."""
    return (
        isinstance(error, StoreReadOnly)
        and app.calling_agent is not None
        and not any(app.settings[name] for name in KEY_SETTINGS)
    )


def _document(
    app: "App", request: "PreparedRequest", place: "Workplace | str | None", key: "str | None"
) -> "dict[str, Any]":
    """What the file holds: the request, the session, and the folder or the name of the project."""
    where: dict[str, Any] = {"folder": os.getcwd()} if isinstance(place, Workplace) else {"project": place}
    return {"said": request.as_json(), **where, "session": current_session(app), "key": key, "at": app.now()}


def write_document(app: "App", id_: str, document: "dict[str, Any]") -> None:
    """Write what waits into a file of its own. OSError if that is not possible."""
    content = dumps_utf8(document).encode()
    folder = _open_folder(app, create=True)
    try:
        if len(content) > MAX_FILE_BYTES or len(_list_names(folder)) >= MAX_WAITING:
            raise OSError(28, "No space left on device")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
        with open(os.open(id_, flags, 0o600, dir_fd=folder), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.fsync(folder)
    finally:
        os.close(folder)


def _open_folder(app: "App", *, create: bool) -> int:
    """The folder of this store's texts; OSError if it, or the one around it, is not the user's own folder."""
    path = app.text_files[3]
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    if create:
        os.makedirs(path, mode=0o700, exist_ok=True)
    around = os.open(os.path.dirname(path), flags)
    try:
        folder = os.open(os.path.basename(path), flags, dir_fd=around)
        if {os.fstat(around).st_uid, os.fstat(folder).st_uid} != {os.getuid()}:
            os.close(folder)
            raise PermissionError(path)
        return folder
    finally:
        os.close(around)


def _list_names(folder: int) -> "list[str]":
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry, _ in zip(entries, range(MAX_WAITING), strict=False))


def sandbox_files(app: "App") -> "list[str]":
    """The paths of the files in which texts wait."""
    try:
        folder = _open_folder(app, create=False)
    except OSError:
        return []
    try:
        return [os.path.join(app.text_files[3], name) for name in _list_names(folder) if _is_text_name(name)]
    finally:
        os.close(folder)


def _is_text_name(name: str) -> bool:
    """Is this the name of a file that recall writes, the id of a job?"""
    return len(name) == _ID_LENGTH and _ID_LETTERS.issuperset(name)


def sandbox_texts(app: "App", *, remove_unreadable: bool = False) -> "list[SpooledText]":
    """The texts that wait for this store, each as an agent's word."""
    try:
        folder = _open_folder(app, create=False)
    except OSError:
        return []
    texts = []
    try:
        for name in _list_names(folder):
            text = _read(app, folder, name)
            if text is not None:
                texts.append(text)
            elif remove_unreadable:
                _remove_unreadable(app, folder, name)
    finally:
        os.close(folder)
    return texts


def remove_sandbox_texts(app: "App", ids: "set[str]") -> None:
    """Remove the files of texts that are in the store, and the folder if it is empty."""
    try:
        folder = _open_folder(app, create=False)
    except OSError:
        return
    try:
        for name in ids.intersection(_list_names(folder)):
            os.unlink(name, dir_fd=folder)
        os.rmdir(app.text_files[3])
    except OSError:  # more texts wait, or another process was faster
        return
    finally:
        os.close(folder)


def read_documents(app: "App") -> "dict[str, dict[str, Any]]":
    """What waits in files for this store, by the names of the files. Nothing in it is to be believed."""
    try:
        folder = _open_folder(app, create=False)
    except OSError:
        return {}
    try:
        found = {name: _read_document(folder, name) for name in _list_names(folder)}
    finally:
        os.close(folder)
    return {name: document for name, document in found.items() if document is not None}


def _read(app: "App", folder: int, name: str) -> "SpooledText | None":
    """The text in a file; None if it is not what recall writes."""
    document = _read_document(folder, name)
    return None if document is None else _tame(app, name, document)


def _read_document(folder: int, name: str) -> "dict[str, Any] | None":
    """What a file holds; None if it is not the user's own ordinary file, or not what recall writes."""
    if not _is_text_name(name):
        return None
    try:
        file = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    except OSError:
        return None
    try:
        status = os.fstat(file)
        is_own = stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid() and status.st_nlink == 1
        if not is_own or status.st_size > MAX_FILE_BYTES:
            return None
        document = loads(os.read(file, MAX_FILE_BYTES).decode())
        return document if isinstance(document, dict) else None
    except (OSError, ValueError, RecursionError):
        return None
    finally:
        os.close(file)


def _remove_unreadable(app: "App", folder: int, name: str) -> None:
    try:
        if app.now() - os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime_ns // 1_000_000 > TORN_FILE_MS:
            os.unlink(name, dir_fd=folder)
    except OSError:
        return


def _tame(app: "App", id_: str, document: "dict[str, Any]") -> "SpooledText | None":
    """The text as an agent's call: fields that a caller may set, with values that they may have.

    None if there is no such text, or if its session is private: inside the sandbox that cannot always be seen.
    """
    said, key, at = document.get("said"), document.get("key"), document.get("at")
    if not isinstance(said, dict) or not isinstance(said.get("text"), str):
        return None
    session, folder = (document.get(name) if isinstance(document.get(name), str) else None for name in SESSION_FIELDS)
    if is_private_session(app, session, folder):
        return None
    fields = {name: value for name, value in said.items() if _may_set(name, value)}
    source = "tool" if said.get("source") == "tool" else "agent"
    try:
        place = _place(app, document)
        request, _ = normalize_request(app, StoreRequest(**fields, source=source))
    except Exception as error:
        if not is_recall_error(error):
            raise
        return None
    now = app.now()
    written = min(max(at, now - MAX_AGE_MS), now) if isinstance(at, int) else now
    request = request.but(
        source=source, trust=trust_of_source("agent", source), caller=None, created_at=written, updated_at=written
    )
    return SpooledText(
        id=id_,
        user=app.view().user,
        key=key if isinstance(key, str) and len(key) <= MAX_KEY_LETTERS else None,
        payload=store_payload(request, place, "auto", text_key(request, place)),
        created_at=written,
    )


def _may_set(name: str, value: object) -> bool:
    """May a caller set this field to this value?"""
    if name in _TEXT_FIELDS:
        return isinstance(value, str)
    if name in ("importance", "confidence"):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
    if name in ("valid_from", "valid_until"):
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_MOMENT
    if name == "tags":
        return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
    if name == "ends_ids":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    allowed = {"type": MEMORY_TYPES, "classification": CLASSIFICATIONS, "shared": (True, False)}
    return value in allowed.get(name, ())


def _place(app: "App", document: "dict[str, Any]") -> "Workplace | str | None":
    """The project: that of a folder, as it is found outside of the sandbox, one with a name, or none."""
    folder, project = document.get("folder"), document.get("project")
    if isinstance(folder, str):
        return workplace_to_write(app, folder) if os.path.isabs(folder) and "\0" not in folder else None
    return project_to_write(app, project) if isinstance(project, str) else None

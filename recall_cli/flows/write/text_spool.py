"""Texts that could not be stored or queued, because the store was locked, full or damaged: one line each in a file.

The file is beside the store, or in the hooks' folder if that cannot be written. A text is in it without its secrets,
and is removed only when its job is in the store. The id of the job makes sure that nothing is queued twice.
"""

import os

from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.domain.job import STORE_JOB, SpooledText
from recall_cli.domain.receipt import Receipt
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import StoreBusy, StoreReadOnly, StoreUnreachable
from recall_cli.flows.write.jobs import add_store_job, cached_receipt, salt_key, store_payload, text_key
from recall_cli.flows.write.sandbox_texts import keep_in_sandbox, remove_sandbox_texts, sandbox_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.draft import PreparedRequest
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

PASSING_TROUBLE = ("busy", "damaged", "disk_full", "read_only")
"""The codes of errors that say nothing against the store itself: later it takes the text."""


def spool_refused_text(
    app: "App",
    error: Exception,
    request: "PreparedRequest",
    place: "Workplace | str | None",
    *,
    extractor: str,
    key: "str | None",
    deferred: bool,
) -> Receipt:
    """The receipt of a text that the store does not take now and a file does; else the error again.

    A text that is not deferred is refused for every trouble that a person has to end; so is one of a server's client,
    who is told of it.
    """
    deferred = deferred and not app.serves_agent
    passes = isinstance(error, StoreError) and (
        isinstance(error, (StoreBusy, StoreUnreachable))
        or (deferred and error.code in PASSING_TROUBLE)
        or (deferred and app.settings.is_on_server and error.code == StoreError.code)
    )
    receipt = spool_text(app, request, place, extractor=extractor, key=key) if passes else None
    if receipt is None or not isinstance(error, StoreError):
        return keep_in_sandbox(app, error, request, place, key)
    app.close()  # what is stored next does not use a broken connection
    why = error.message.partition(": nothing was changed")[0]
    app.note(f"{why}: the text is kept; it is read as soon as the store can be written")
    return receipt


def spool_text(
    app: "App", request: "PreparedRequest", place: "Workplace | str | None", *, extractor: str, key: "str | None"
) -> "Receipt | None":
    """The receipt of a text that waits in a file; None if no file takes it, or if the store is encrypted."""
    from recall_cli.settings import KEY_SETTINGS

    if any(app.settings[name] for name in KEY_SETTINGS):
        return None  # what is encrypted in the store is never in a plain file
    digest = text_key(request, place)
    text = SpooledText(
        id=app.new_id(),
        user=app.view().user,
        key=key,
        payload=store_payload(request, place, extractor, digest),
        created_at=app.now(),
    )
    for path in app.text_files[:2]:
        try:
            return _append(path, text)
        except OSError:
            continue
    return None


def _append(path: str, text: SpooledText) -> Receipt:
    """Write a text so that it survives a power cut. OSError if that is not possible."""
    from recall_cli.engines.sqlite.text_inbox import encode_line, read_lines

    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    file = open_locked(path)
    try:
        for earlier in _as_texts(read_lines(file)):
            if (earlier.user, earlier.key, earlier.payload["digest"]) == (text.user, text.key, text.payload["digest"]):
                return Receipt(status="cached", job=earlier.id)
        append_line(file, encode_line(text.fields()), path)
        return Receipt(status="queued", job=text.id)
    finally:
        os.close(file)


def append_line(file: int, line: bytes, path: str) -> None:
    """Add a line so that it survives a power cut; OSError if that is not possible, and then nothing of it stays."""
    size = os.fstat(file).st_size
    try:
        if os.write(file, line) < len(line):
            raise OSError(28, "No space left on device")
        os.fsync(file)
    except OSError:
        os.ftruncate(file, size)
        raise
    sync_folder(path)


def open_locked(path: str) -> int:
    """The file, locked for a moment; OSError if it is not the user's own ordinary file."""
    import fcntl
    from stat import S_ISREG

    while True:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        file = os.open(path, flags, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        status = os.fstat(file)
        if not S_ISREG(status.st_mode) or status.st_uid != os.getuid() or status.st_nlink > 1:
            os.close(file)
            raise PermissionError(path)
        if status.st_nlink:
            return file
        os.close(file)  # another process has just removed it


def sync_folder(path: str) -> None:
    """Wait until the name of a new file is on the disk."""
    folder = os.open(os.path.dirname(path), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def replace_lines(path: str, change: "Callable[[list[dict[str, Any]]], list[dict[str, Any]]]") -> None:
    """Write the lines of a file anew. What another process has added is among them; without a line it is removed."""
    from recall_cli.atomic_file import replace_file
    from recall_cli.engines.sqlite.text_inbox import encode_line, read_lines

    file = open_locked(path)
    try:
        left = change(read_lines(file))
        if left:
            replace_file(path, map(encode_line, left))
        else:
            os.unlink(path)
    finally:
        os.close(file)


def _as_texts(lines: "list[dict[str, Any]]") -> "list[SpooledText]":
    return [SpooledText(**values) for values in lines if {*values} == SpooledText._known]


def spooled_texts(app: "App") -> "list[SpooledText]":
    """The texts that wait in files for this store, of all users."""
    from recall_cli.engines.sqlite.text_inbox import read_lines_at

    texts = sandbox_texts(app)
    for path in app.text_files[:2]:
        texts += _as_texts(read_lines_at(path))
    return texts


def queue_spooled_texts(app: "App") -> None:
    """Queue the texts that wait in files for this store. What the store refuses stays there, and stops nothing."""
    sandbox_texts(app, remove_unreadable=True)
    texts = spooled_texts(app)
    if not texts:
        return
    app.makes_store = True  # these texts have to be stored somewhere
    refused = _queue_texts(app, texts, app.write_transaction)
    for reason in {error.message: None for error in refused.values()}:
        app.note(f"a text stays in a file: {reason} (recall doctor says what to do)")
    queued = {text.id for text in texts} - {*refused}
    remove_sandbox_texts(app, queued)
    _change_lines(app, lambda text: None if text.id in queued else text)


def find_refused_texts(app: "App") -> "list[tuple[SpooledText, RecallError]]":
    """The texts in files that the store refuses, each with the reason. Nothing is changed."""
    texts = spooled_texts(app) if app.settings.has_store() else []
    refused = _queue_texts(app, texts, app.dry_run)
    return [(text, refused[text.id]) for text in texts if text.id in refused]


def take_over_texts(app: "App", ids: "set[str]") -> None:
    """Give texts in files to the user of the settings."""
    user = app.settings["user"]
    _change_lines(app, lambda text: text.but(user=user) if text.id in ids else text)


def _queue_texts(
    app: "App", texts: "list[SpooledText]", begin: "Callable[[View], Transaction]"
) -> "dict[str, RecallError]":
    """Queue texts; returns why the store refused some of them, by id. A trouble of the store itself is raised."""
    refused: dict[str, RecallError] = {}
    for user in dict.fromkeys(text.user for text in texts):
        own = [text for text in texts if text.user == user]
        try:
            with begin(View(user=user)) as tx:
                for text in own:
                    _queue_text(tx, text)
        except RecallError as error:
            is_for_others = app.settings.is_on_server and error.code == StoreReadOnly.code
            if not is_for_others and (error.code in PASSING_TROUBLE or not _is_readable(app, user)):
                raise
            if is_for_others or len(own) == 1:
                refused |= dict.fromkeys((text.id for text in own), error)
            else:
                for text in own:
                    refused |= _queue_texts(app, [text], begin)
    return refused


def _is_readable(app: "App", user: str) -> bool:
    try:
        with app.read_transaction(View(user=user)) as tx:
            tx.jobs.oldest_due()
    except RecallError:
        return False
    return True


def _queue_text(tx: "Transaction", text: SpooledText) -> None:
    digest = text.payload["digest"]
    if tx.jobs.known_ids([text.id]):
        return
    payload = {**text.payload, "digest": salt_key(tx, digest)}
    taken = add_store_job(tx, text.id, payload, key=text.key, digest=digest)
    if taken is None or text.key is None:
        return
    try:
        cached_receipt(tx, taken, digest)
    except RecallError:  # the key was used for another text meanwhile; this one was acknowledged
        tx.jobs.add(text.id, None, STORE_JOB, payload)


def _change_lines(app: "App", change: "Callable[[SpooledText], SpooledText | None]") -> None:
    """Change texts in files, or remove them (None)."""

    def change_lines(lines: "list[dict[str, Any]]") -> "list[dict[str, Any]]":
        return [text.fields() for text in map(change, _as_texts(lines)) if text is not None]

    for path in app.text_files[:2]:
        if os.path.isfile(path) and not os.path.islink(path):
            replace_lines(path, change_lines)

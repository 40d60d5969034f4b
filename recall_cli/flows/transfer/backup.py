"""Backups: checked copies of the store, a limited number of them, and how to restore one."""

import os
from contextlib import suppress

from recall_cli.domain.errors import NotFound, NotStored, RecallError, StoreError, UsageError
from recall_cli.domain.moment import DAY, format_iso
from recall_cli.domain.record import Record
from recall_cli.engines.sqlite.cipher import change_key, remove_store_files, sync_to_disk
from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.copies import check_file, enable_wal, merge_wal
from recall_cli.flows.access.tokens import revoke_restored_tokens, valid_token_hashes
from recall_cli.flows.transfer.server_store import require_file
from recall_cli.rules.secrets import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.sqlite.copies import StoreContent
    from recall_cli.engines.tables.upkeep.backups import KnownBackup

COPY_PREFIX, COPY_SUFFIX = "recall-", ".db"
"""The names of copies in the backup folder of the settings; no other file there is ever touched."""
AGENT_COPY_SUFFIX = "-agent" + COPY_SUFFIX
"""The end of a copy that an agent asked for: such copies replace only each other."""
MIN_BACKUP_AGE = DAY
"""While the newest backup is younger, maintenance makes no other."""


class BackupResult(Record):
    """A new copy of the store."""

    path: str
    at: int
    content: "StoreContent"
    removed: "tuple[str, ...]" = ()
    """Older copies that were removed."""


def backup(app: "App", file: str, *, force: bool = False) -> BackupResult:
    """Copy the whole store to a file that appears only once it is complete and checked."""
    require_file(app, "backup")
    folder = os.path.dirname(_real_path(file))
    if not os.path.isdir(folder):
        raise UsageError(f"cannot write {file}: there is no folder {folder}", "make the folder first, or name another")
    _check_not_rotated_name(app, file)
    return _write_copy(app, file, force=force)


def _check_not_rotated_name(app: "App", file: str) -> None:
    """UsageError if an agent gives a copy a name that would remove one of the user's own copies."""
    if app.at_terminal:
        return
    from recall_cli.flows.lasting_settings import value_of_file

    for folder in {value_of_file(app.settings, "backup.folder"), app.settings["backup.folder"]} - {""}:
        if _is_rotated_copy(_real_path(file), _real_path(folder)):
            raise UsageError(f"{file} is a name that recall gives its own copies", "choose another name")


def _write_copy(app: "App", file: str, *, force: bool) -> BackupResult:
    """The same into a folder, which is made if it does not exist."""
    path = _real_path(file)
    store = os.path.realpath(app.settings.database)
    if path == store:
        raise UsageError(f"{file} is the store itself", "name another file")
    if os.path.isdir(path):
        raise UsageError(f"{file} is a folder", f"name a file, e.g. {os.path.join(file, 'recall.db')}")
    if file == "-" or (os.path.exists(path) and not os.path.isfile(path)):
        raise UsageError(f"{file} is no ordinary file", "a copy is a file of its own: name one")
    if os.path.exists(path) and not force:
        raise UsageError(f"{file} is there already", "--force replaces it")
    name = os.path.basename(path)
    if mask(name).text != name:
        raise UsageError(
            "the name of the file looks like a secret", "choose another: recall remembers where its copies are"
        )
    if not os.path.exists(store):
        raise NotFound("there is no store yet, and so nothing to copy", 'recall store "…" makes one')
    _remember_copy(app, path)
    draft = f"{path}.{os.getpid()}.new"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        content = app.engine().copy(draft)
        _publish_file(draft, path, force=force)
    except StoreError as error:
        raise type(error)(error.message.replace(draft, path), error.hint) from None
    except OSError as error:
        raise StoreError(f"cannot write {file}: {(error.strerror or str(error)).lower()}") from error
    finally:
        remove_store_files(draft)
    return BackupResult(path=path, at=app.now(), content=content)


def rotate_backups(app: "App", *, always: bool = False) -> "BackupResult | None":
    """Copy the store to the backup folder if the newest copy is old, and remove the oldest copies above the limit.

    A copy with a time in the future (the clock was wrong) does not count as new, and is removed first.
    """
    if always or app.settings["backup.folder"]:
        require_file(app, "backup")
    if not app.settings["backup.folder"]:
        return None
    folder = _real_path(app.settings["backup.folder"])
    # a copy is the user's if they asked for it, or if it was due by the real clock of the machine
    of_user = app.at_terminal or not (always or app.environment.get("RECALL_NOW"))
    copies = [copy for copy in _rotated_copies(app, folder) if os.path.exists(copy.path)]
    copy_times = [copy.at for copy in copies if not (of_user and copy.path.endswith(AGENT_COPY_SUFFIX))]
    if not always and any(0 <= app.now() - at < MIN_BACKUP_AGE for at in copy_times):
        return None
    name = COPY_PREFIX + _time_stamp(app) + (COPY_SUFFIX if of_user else AGENT_COPY_SUFFIX)
    made = _write_copy(app, os.path.join(folder, name), force=True)
    same_kind = [copy for copy in _rotated_copies(app, folder) if copy.path.endswith(AGENT_COPY_SUFFIX) != of_user]
    oldest_first = sorted(same_kind, key=lambda copy: (copy.at <= made.at, copy.at))
    removed = [copy.path for copy in oldest_first[: -_max_copies(app, folder)]]
    with app.write_transaction() as tx:
        for path in removed:
            remove_store_files(path)
            tx.backups.forget(path)
    return made.but(removed=tuple(removed))


def _max_copies(app: "App", folder: str) -> int:
    """The limit of copies in a folder; for the user's backup folder it is the number in their settings file."""
    from recall_cli.flows.lasting_settings import persistent_value

    users_folder = persistent_value(app, "backup.folder")
    own = bool(users_folder) and _real_path(users_folder) == folder
    return int(persistent_value(app, "backup.keep") if own else app.settings["backup.keep"])


def visible_rows(app: "App", content: "StoreContent") -> "dict[str, int]":
    """The number of rows of each kind in a copy, as far as this run may see them."""
    if app.view().whole:
        return content.rows
    with app.read_transaction() as tx:
        return {"memory": tx.memories.count_visible()}


def known_copies(app: "App") -> "list[KnownBackup]":
    """Every copy that recall made and remembers, oldest first."""
    with app.read_transaction() as tx:
        return tx.backups.all()


def _rotated_copies(app: "App", folder: str) -> "list[KnownBackup]":
    """The copies that recall made in a folder, also those that somebody removed."""
    return [copy for copy in known_copies(app) if _is_rotated_copy(copy.path, folder)]


def _real_path(path: str) -> str:
    return os.path.realpath(os.path.expanduser(path))


def _time_stamp(app: "App") -> str:
    """The moment, as a part of a file's name."""
    return str(format_iso(app.now())).replace("-", "").replace(":", "").replace(".", "")


def _is_rotated_copy(path: str, folder: str) -> bool:
    name = os.path.basename(path)
    return os.path.dirname(path) == folder and name.startswith(COPY_PREFIX) and name.endswith(COPY_SUFFIX)


def _remember_copy(app: "App", path: str) -> None:
    """Remember the copy before it exists: an erasure must know of it even if this process is killed in between."""
    try:
        with app.write_transaction() as tx:
            tx.backups.add(path)
    except StoreError as error:
        app.note(f"the copy is not remembered in the store, and an erasure will not look into it: {error.message}")


def _publish_file(draft: str, path: str, *, force: bool) -> None:
    """Rename a finished file; one that appeared there meanwhile is not replaced without consent."""
    os.chmod(draft, 0o600)
    if force:
        os.replace(draft, path)
    else:
        try:
            os.link(draft, path)
        except FileExistsError:
            raise UsageError(f"{path} is there already", "--force replaces it") from None
        except OSError:  # a file system without links
            os.rename(draft, path)
    sync_to_disk(os.path.dirname(path))


class RestoreResult(Record):
    """A restored store: the path of the copy, its contents, and the path of the store before it."""

    path: str
    source: str
    content: "StoreContent"
    previous_store: "str | None" = None


def restore(app: "App", file: str, *, force: bool = False) -> RestoreResult:
    """Restore a copy as the store. The store before it is kept beside it; nothing happens if the copy is damaged."""
    from recall_cli.engines.sqlite import copies

    require_file(app, "restore")
    source = _real_path(file)
    store = os.path.realpath(app.settings.database)
    if not os.path.isfile(source):
        raise NotFound(f"there is no file {file}", "recall backup --list shows the copies that recall knows")
    if source == store:
        raise UsageError(f"{file} is the store itself", "name a copy of it")
    has_store = os.path.exists(store) and os.path.getsize(store) > 0
    tokens: list[str] = []
    if has_store:
        elsewhere = "--db PATH restores elsewhere"
        if not force:
            raise UsageError(f"a store already exists at {store}", f"--force moves it aside; {elsewhere}")
        if app.channel != "user":
            raise NotStored("not restored: only a person at a terminal can replace a store", elsewhere)
        with suppress(RecallError):  # a store that cannot be read has no valid tokens
            tokens = valid_token_hashes(app)
    os.umask(0o077)
    os.makedirs(os.path.dirname(store), mode=0o700, exist_ok=True)
    draft = f"{store}.{os.getpid()}.new"
    try:
        content = _prepare_copy(app, source, draft)
        _check_user_words(app, draft)
        previous = _replace_store(app, draft, store) if has_store else None
        if not has_store:
            copies.enable_wal(draft, app.key)
            _publish_file(draft, store, force=os.path.exists(store))
    except OSError as error:
        raise StoreError(f"cannot restore {file}: {(error.strerror or str(error)).lower()}") from error
    finally:
        remove_store_files(draft)
    revoked = revoke_restored_tokens(app, tokens)
    if revoked:
        whose = " of the copy is" if revoked == 1 else "s of the copy are"
        app.note(f"{revoked} token{whose} revoked: recall admin token create")
    return RestoreResult(path=store, source=source, content=content, previous_store=previous)


def _prepare_copy(app: "App", source: str, draft: str) -> "StoreContent":
    """A private copy of a copy (with its WAL, if it has one), checked before anything else happens."""
    import shutil

    for tail in ("", "-wal"):
        if os.path.exists(source + tail):
            shutil.copyfile(source + tail, draft + tail)
    try:
        merge_wal(draft, app.key)
        check_file(draft, app.key)  # before any SQL of it is run
        if app.key is not None:  # a plain copy is encrypted before it is restored
            from recall_cli.engines.sqlite.encryption_state import encryption_state

            if encryption_state(draft) == "plain":
                change_key(draft, None, app.key, 1, lambda: None)
                merge_wal(draft, app.key)
        return check_file(draft, app.key)
    except RecallError as error:  # the message names the copy by its own path
        if error.code == "damaged":
            raise type(error)(f"the copy is damaged: {source}", "recall backup --list shows others") from None
        raise type(error)(error.message.replace(draft, source), error.hint) from None


def _check_user_words(app: "App", draft: str) -> None:
    """A file can claim anything: only a person restores a copy that holds the user's own words."""
    if app.channel == "user" or not app.settings.is_usual_store:
        return
    from recall_cli.engines.transaction import Transaction

    engine = SqliteEngine(draft, write=True, patience=1, version="", now=app.now, key=app.key_for_copy(draft))
    try:
        with Transaction(engine, app.full_view, app.now()) as tx:
            own = sum(row[4] for row in tx.memories.count_by_group() if row[2] == "user")
    finally:
        engine.close()
    if own:
        raise NotStored(
            f"not restored: {own:,} of its memories say that they are the user's own words, and only a person at a "
            "terminal brings these back",
            "--db PATH restores elsewhere",
        )


def _replace_store(app: "App", draft: str, store: str) -> str:
    """Replace the content of the store by that of the copy, in one write; returns the path of the previous store."""
    previous = f"{store}.before-{_time_stamp(app)}"
    try:
        engine, copies = app.engine(write=True), known_copies(app)
        engine.replace_content(draft, lambda: _save_old_store(app, previous))
    except (StoreError, UsageError) as error:
        if error.code not in ("damaged", "not_a_store"):
            raise
        app.close()
        # an unreadable store moves unchanged, so that its content may still be recovered
        for tail in ("", "-wal", "-shm"):
            if os.path.exists(store + tail):
                os.rename(store + tail, previous + tail)
        enable_wal(draft, app.key)
        _publish_file(draft, store, force=False)
        copies = []
    app.close()
    with app.write_transaction() as tx:
        for copy in copies:
            tx.backups.add(copy.path, copy.at)
        tx.backups.add(previous)
    return previous


def _save_old_store(app: "App", path: str) -> None:
    """Copy the store that will be replaced."""
    engine = SqliteEngine(app.settings.database, write=False, patience=1, version="", now=app.now, key=app.key)
    try:
        draft = path + ".new"
        engine.copy(draft)
        _publish_file(draft, path, force=False)
        remove_store_files(draft)
    finally:
        engine.close()

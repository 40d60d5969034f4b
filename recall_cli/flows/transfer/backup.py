"""Copies of the store: made while others write, looked through before they appear, kept to a number, brought back."""

import os

from recall_cli.domain.errors import NotFound, RecallError, Refused, StoreError, UsageError
from recall_cli.domain.moment import DAY, iso
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.rules.secrets import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.sqlite.copies import Content
    from recall_cli.engines.tables.upkeep.backups import Known

PREFIX, SUFFIX = "recall-", ".db"
"""How copies in the folder of the settings are called; nothing else there is ever touched."""
OF_AGENT = "-agent"
"""Before the suffix of a copy that an agent asked for: such copies make room for each other, and for nothing else."""


class Copied(Record):
    """A copy: where, of when, how much."""

    path: str
    at: int
    content: "Content"
    removed: "tuple[str, ...]" = ()
    """Older copies that had to go."""


def backup(app: "App", file: str, *, force: bool = False) -> Copied:
    """Copy the whole store to a file that appears only when it is whole and was looked through."""
    folder = os.path.dirname(os.path.realpath(os.path.expanduser(file)))
    if not os.path.isdir(folder):
        raise UsageError(f"cannot write {file}: there is no folder {folder}", "make the folder first, or name another")
    _leave_rotation_alone(app, file)
    return _copy(app, file, force=force)


def _leave_rotation_alone(app: "App", file: str) -> None:
    """UsageError where an agent gives a copy such a name that the user's own copies would make room for it."""
    if app.at_terminal:
        return
    path = os.path.realpath(os.path.expanduser(file))
    for folder in {app.settings.lasting("backup.folder"), app.settings["backup.folder"]} - {""}:
        if _ours(path, os.path.realpath(os.path.expanduser(folder))):
            raise UsageError(f"{file} is a name that recall gives its own copies", "choose another name")


def _copy(app: "App", file: str, *, force: bool) -> Copied:
    """The same into a folder that is made where it is not there."""
    path = os.path.realpath(os.path.expanduser(file))
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
        raise UsageError("the name of the file holds a secret", "recall remembers where its copies are: choose another")
    if not os.path.exists(store):
        raise NotFound("there is no store yet, and so nothing to copy", 'recall store "…" makes one')
    _announce(app, path)
    draft = f"{path}.{os.getpid()}.new"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        content = app.engine().copy(draft)
        _appear(draft, path, force=force)
    except StoreError as error:
        raise type(error)(error.message.replace(draft, path), error.hint) from None
    except OSError as error:
        raise StoreError(f"cannot write {file}: {(error.strerror or str(error)).lower()}") from error
    finally:
        _remove(draft)
    return Copied(path=path, at=app.now(), content=content)


def rotate(app: "App", *, now: bool = False) -> "Copied | None":
    """A copy into the folder of the settings, where its newest is old; beyond the number, the oldest go.

    Where the clock was ahead once, copies "of the future" are neither new enough nor the newest.
    """
    folder = os.path.realpath(os.path.expanduser(app.settings["backup.folder"]))
    if not app.settings["backup.folder"]:
        return None
    of_user = _is_of_user(app, now=now)
    newest = [one.at for one in _rotating(app, folder) if not (of_user and _is_of_agent(one.path))]
    recent = app.lasting("backup.hours") * DAY / 24
    if not now and any(0 <= app.now() - at < recent for at in newest):
        return None
    stamp = str(iso(app.now())).replace("-", "").replace(":", "").replace(".", "")
    made = _copy(app, os.path.join(folder, PREFIX + stamp + ("" if of_user else OF_AGENT) + SUFFIX), force=True)
    alike = [one for one in _rotating(app, folder, gone=True) if _is_of_agent(one.path) != of_user]
    old = sorted(alike, key=lambda one: (one.at <= made.at, one.at))
    gone = [one.path for one in old[: -_keep_count(app, folder)]]
    with app.writing() as tx:
        for path in gone:
            _remove(path)
            tx.backups.forget(path)
    return made.but(removed=tuple(gone))


def _keep_count(app: "App", folder: str) -> int:
    """How many copies stay; in the folder of the user's settings file, as many as that file says."""
    standing = app.lasting("backup.folder")
    own = bool(standing) and os.path.realpath(os.path.expanduser(standing)) == folder
    return int(app.lasting("backup.keep") if own else app.settings["backup.keep"])


def seen_rows(app: "App", content: "Content") -> "dict[str, int]":
    """How many rows of each kind a copy holds, as far as this run may see them."""
    if app.view().whole:
        return content.rows
    with app.reading() as tx:
        return {"memory": tx.memories.seen_count()}


def known(app: "App") -> "list[Known]":
    """Every copy that recall wrote and knows of, oldest first."""
    with app.reading() as tx:
        return tx.backups.all()


def _rotating(app: "App", folder: str, *, gone: bool = False) -> "list[Known]":
    """The copies that recall put into a folder; also those that somebody removed, where they are to be forgotten."""
    return [one for one in known(app) if _ours(one.path, folder) and (gone or os.path.exists(one.path))]


def _is_of_user(app: "App", *, now: bool) -> bool:
    """Is a copy made for the user? A person asked for it, or it was due by the machine's own clock."""
    return app.at_terminal or not (now or app.environment.get("RECALL_NOW"))


def _is_of_agent(path: str) -> bool:
    """Did an agent ask for this copy?"""
    return path.endswith(OF_AGENT + SUFFIX)


def _ours(path: str, folder: str) -> bool:
    name = os.path.basename(path)
    return os.path.dirname(path) == folder and name.startswith(PREFIX) and name.endswith(SUFFIX)


def _announce(app: "App", path: str) -> None:
    """Remember the copy before it is there: an erasure must know of it even if we are killed in between."""
    try:
        with app.writing() as tx:
            tx.backups.add(path)
    except StoreError as error:
        app.note(f"the copy is not remembered in the store, and an erasure will not look into it: {error.message}")


def _appear(draft: str, path: str, *, force: bool) -> None:
    """Give a finished file its name; one that has come there meanwhile is not replaced unasked."""
    from recall_cli.engines.sqlite.copies import to_disk

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
    to_disk(os.path.dirname(path))


def _remove(path: str) -> None:
    for tail in ("", "-journal", "-wal", "-shm"):
        if os.path.exists(path + tail):
            os.unlink(path + tail)


class Restored(Record):
    """A store brought back: from where, what it holds, and where the one before it is kept."""

    path: str
    source: str
    content: "Content"
    kept: "str | None" = None


def restore(app: "App", file: str, *, force: bool = False) -> Restored:
    """Bring a copy back as the store; what was there is kept beside it, and nothing happens if the copy is damaged."""
    from recall_cli.engines.sqlite import copies

    source = os.path.realpath(os.path.expanduser(file))
    store = os.path.realpath(app.settings.database)
    if not os.path.isfile(source):
        raise NotFound(f"there is no file {file}", "recall backup --list shows the copies that recall knows")
    if source == store:
        raise UsageError(f"{file} is the store itself", "name a copy of it")
    there = os.path.exists(store) and os.path.getsize(store) > 0
    if there:
        _may_replace(app, store, force=force)
    os.umask(0o077)
    os.makedirs(os.path.dirname(store), mode=0o700, exist_ok=True)
    draft = f"{store}.{os.getpid()}.new"
    try:
        content = _taken_in(app, source, draft)
        _check_words_of_user(app, draft)
        kept = _replace(app, draft, store) if there else None
        if not there:
            copies.ready(draft, app.key)
            _appear(draft, store, force=os.path.exists(store))
    except OSError as error:
        raise StoreError(f"cannot restore {file}: {(error.strerror or str(error)).lower()}") from error
    finally:
        _remove(draft)
    return Restored(path=store, source=source, content=content, kept=kept)


def _may_replace(app: "App", store: str, *, force: bool) -> None:
    if not force:
        raise UsageError(f"there is a store already: {store}", "--force puts it aside; --db restores to another place")
    if app.channel != "user":
        raise Refused(
            "not restored: only a person at a terminal puts another store in the place of this one",
            "--db restores to another place",
        )


def _taken_in(app: "App", source: str, draft: str) -> "Content":
    """A private copy of a copy (with its WAL, if it has one), looked through before anything else happens."""
    import shutil

    from recall_cli.engines.sqlite.copies import look_through, single

    for tail in ("", "-wal"):
        if os.path.exists(source + tail):
            shutil.copyfile(source + tail, draft + tail)
    try:
        single(draft, app.key)
        look_through(draft, app.key)  # before anything of it is run
        _under_our_key(app, draft)
        return look_through(draft, app.key)
    except RecallError as error:  # of the copy, which whoever reads it knows by its own name
        if error.code == "damaged":
            raise type(error)(f"the copy is damaged: {source}", "recall backup --list shows others") from None
        raise type(error)(error.message.replace(draft, source), error.hint) from None


def _check_words_of_user(app: "App", draft: str) -> None:
    """A file can claim anything: only a person brings back what says that it is the user's own word."""
    if app.channel == "user" or not app.settings.is_standing_store:
        return
    from recall_cli.engines.sqlite.connection import SqliteEngine
    from recall_cli.engines.transaction import Transaction

    engine = SqliteEngine(draft, write=True, patience=1, version="", now=app.now, key=app.key_of(draft))
    try:
        with Transaction(engine, View(user=app.settings["user"]), app.now()) as tx:
            own = sum(row[4] for row in tx.memories.tally() if row[2] == "user")
    finally:
        engine.close()
    if own:
        raise Refused(
            f"not restored: {own:,} of its memories say that they are the user's own words, and only a person at a "
            "terminal brings these back",
            "--db restores to another place",
        )


def _under_our_key(app: "App", draft: str) -> None:
    """A plain copy that comes back where a key is configured is encrypted before it does."""
    if app.key is not None:
        from recall_cli.engines.sqlite import cipher
        from recall_cli.engines.sqlite.copies import single

        if cipher.state(draft) == "plain":
            cipher.convert(draft, None, app.key, 1, lambda: None)
            single(draft, app.key)


def _replace(app: "App", draft: str, store: str) -> str:
    """Put the copy's content into the store that is there, as one write, and keep what it held until then."""
    stamp = str(iso(app.now())).replace("-", "").replace(":", "").replace(".", "")
    kept = f"{store}.before-{stamp}"
    try:
        engine, copies = app.engine(write=True), known(app)
        engine.pour(draft, lambda: _keep(app, kept))
    except (StoreError, UsageError) as error:
        if error.code not in ("damaged", "not_a_store"):
            raise
        app.close()
        _aside(store, kept)
        from recall_cli.engines.sqlite.copies import ready

        ready(draft, app.key)
        _appear(draft, store, force=False)
        copies = []
    app.close()
    with app.writing() as tx:
        for one in copies:
            tx.backups.add(one.path, one.at)
        tx.backups.add(kept)
    return kept


def _keep(app: "App", kept: str) -> None:
    """A copy of what is about to be replaced."""
    from recall_cli.engines.sqlite.connection import SqliteEngine

    engine = SqliteEngine(app.settings.database, write=False, patience=1, version="", now=app.now, key=app.key)
    try:
        draft = kept + ".new"
        engine.copy(draft)
        _appear(draft, kept, force=False)
        _remove(draft)
    finally:
        engine.close()


def _aside(store: str, kept: str) -> None:
    """A store that cannot be read is moved as it is, for whoever can still save something of it."""
    for tail in ("", "-wal", "-shm"):
        if os.path.exists(store + tail):
            os.rename(store + tail, kept + tail)

"""Brings the index of actions up to date: what is new in the store since it was written."""

import os

from recall_cli.flows.at_action import action_index
from recall_cli.flows.at_action.action_index import INDEX_FILE, NUMBER_BYTES, ActionIndex
from recall_cli.rules.actions.action_keys import action_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

MAX_NEW_MEMORIES = 2_000
"""So many memories are read in one run; the next run continues."""
MAX_NUMBER = (1 << 8 * NUMBER_BYTES) - 1
OFF_FLAG, PROMPTS_FLAG, SECRET_FLAG = "o", "p", "s"


def update_index(
    app: "App", tx: "Transaction | None", fetch_keys: "Callable[[ActionIndex], bool | None] | None" = None
) -> ActionIndex:
    """The index of the store as it is now; without a transaction, one that holds nothing.

    `fetch_keys` adds the new keys of a store behind a server instead, and tells whether these are all; None says that
    the index is of another store.
    """
    environment = app.settings.store_environment
    config, database = app.settings.path, app.settings.database
    stamp = action_index.current_stamp(environment, config, database)  # before reading: a later change is seen again
    known = action_index.read_index(environment)
    flags = index_flags(app)
    if known is not None and known.stamp == stamp and known.flags == flags:
        return known
    if known is None or known.database != database or known.flags != flags:
        known = ActionIndex(stamp="", config=config, database=database, salt=new_salt(flags), flags=flags)
    if OFF_FLAG not in flags and tx is not None:
        if known.operation > tx.actions.newest_operation():  # another store in the same place
            salt = new_salt(flags)
            known = ActionIndex(stamp="", config=config, database=database, salt=salt, flags=flags)
        stamp = add_new_keys(tx, known, stamp)
    if OFF_FLAG not in flags and fetch_keys is not None:
        is_complete = fetch_keys(known)
        if is_complete is None:
            known = ActionIndex(stamp="", config=config, database=database, salt=new_salt(flags), flags=flags)
            is_complete = fetch_keys(known)
        stamp = stamp if is_complete else ""
    known.stamp, known.config = stamp, config
    save_index(app, known)
    return known


def index_flags(app: "App") -> str:
    """The letters that say what the index is for, from the settings."""
    from recall_cli.off_period import off_until

    is_off = app.settings["off"] and not off_until(
        app.settings.file, app.environment
    )  # with an end, each hook looks at the clock
    flags = "" if app.settings["hooks.at_action"] and not is_off else OFF_FLAG
    flags += PROMPTS_FLAG if app.settings["hooks.prompts"] else ""
    return (flags + SECRET_FLAG if app.key is not None else flags) or "-"


def new_salt(flags: str) -> bytes:
    """The salt of the digests: chance, or for an encrypted store its secret, which is not written into the file."""
    if SECRET_FLAG in flags:
        return b""
    return os.urandom(16)


def key_salt(tx: "Transaction", index: ActionIndex) -> bytes:
    """The salt of the keys in an index."""
    return bytes.fromhex(tx.store_secret) if SECRET_FLAG in index.flags else index.salt


def add_new_keys(tx: "Transaction", index: ActionIndex, stamp: str) -> str:
    """Add the keys of new and changed memories; the stamp is empty as long as some are left for the next run."""
    newest = tx.actions.newest_operation()
    rows = tx.actions.added(index.reached, MAX_NEW_MEMORIES)
    is_complete = len(rows) < MAX_NEW_MEMORIES
    reached = rows[-1][0] if rows else index.reached
    if newest > index.operation and index.operation:
        rows += tx.actions.changed(index.operation, index.reached, MAX_NEW_MEMORIES)
    records = set()
    if rows:
        from recall_cli.rules.actions.memory_keys import read_subjects, subject_names

        salt = key_salt(tx, index)
        for number, text, anchors, metadata in rows:
            tail = (number & MAX_NUMBER).to_bytes(NUMBER_BYTES, "big")
            for kind, name in subject_names(read_subjects(text, anchors, metadata), text):
                records.add(action_key(salt, kind, name) + tail)
    index.add(records)
    index.operation, index.reached = newest, reached
    return stamp if is_complete else ""


def save_index(app: "App", index: ActionIndex) -> None:
    """Write the index. Errors are ignored: without it, the store is asked each time."""
    from recall_cli.flows.agents.hook_runs import open_hooks_file

    path = os.path.join(app.settings.hooks_folder, INDEX_FILE)
    draft = f"{path}.{os.getpid()}.new"
    try:
        file = open_hooks_file(app, draft, os.O_WRONLY | os.O_TRUNC)
        try:
            os.write(file, index.as_bytes())
        finally:
            os.close(file)
        os.replace(draft, path)
    except OSError:
        pass


def renew_stamp(app: "App", index: ActionIndex) -> None:
    """Note that the store differs only in what this run wrote, such as a use."""
    index.stamp = action_index.current_stamp(app.settings.store_environment, index.config, index.database)
    save_index(app, index)


def note_silence(app: "App", index: ActionIndex, session: str, keys: "list[bytes]") -> None:
    """Note that nothing is left to show to this session for these keys. Errors are ignored."""
    path = action_index.silence_path(app.environment)
    marks = b"".join(action_index.silence_mark(index, session, key) + b"\n" for key in dict.fromkeys(keys))
    if not marks:
        return
    try:
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            os.write(file, marks)
            size = os.fstat(file).st_size
        finally:
            os.close(file)
        if size > action_index.MAX_SILENCE_BYTES:
            from recall_cli.flows.agents.hook_runs import keep_newer_half

            keep_newer_half(path)
    except OSError:
        pass

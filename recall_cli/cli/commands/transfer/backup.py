"""recall backup: copy the whole store to a file."""

import os

from recall_cli.cli.output.formatting import DIM, format_bytes, make_printable, memory_count_text
from recall_cli.cli.parsing.option_values import reject_action_as_file
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_iso, format_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.engines.tables.upkeep.backups import KnownBackup

PARAMS = (
    argument(
        "file",
        "The backup file (default: a new file in backup.folder).",
        default="",
        completes="file",
        metavar="[FILE]",
    ),
    option("force", "Replace an existing file.", kind="flag"),
    option("list_", "List the known backups.", kind="flag"),
)
EXAMPLES = (
    ("recall backup memories-today.db", "a checked copy of one moment; restore it with recall backup --restore"),
    ("recall backup", "into the folder of the setting backup.folder, which keeps the newest seven"),
    ("recall backup --list", ""),
)


def backup(app: "App", *, file: str, force: bool, list_: bool) -> Reply:
    """Copy the whole store with all users' memories to a file, while others keep writing.

    The copy is of one moment and readable only by you. It gets its name when it is complete and checked. recall
    records its path, so that recall erase can search it. The folder of FILE must exist. Backups made by agents
    (…-agent.db) replace each other, never yours. Settings are not in it: they are a file of their own, which a note
    names.
    """
    from recall_cli.flows.transfer import backup as flow

    if list_:
        return _list_copies(flow.known_copies(app))
    reject_action_as_file(file, PARAMS)
    made = flow.backup(app, file, force=force) if file else flow.rotate_backups(app, always=True)
    if made is None:
        raise UsageError("name a file", "recall backup FILE, or set a folder: recall config backup.folder ~/backups")
    settings_file = app.settings.path if os.path.exists(app.settings.path) else None
    if file and settings_file:
        app.note(f"settings are not in it: to move to another machine, copy {settings_file} too")
    rows = flow.visible_rows(app, made.content)
    count = rows["memory"]

    def screen(out: "Screen") -> None:
        hint = f"checked: the copy is complete; restore it with: recall backup --restore {made.path}"
        with app.read_transaction() as tx:
            deleted = sum(row[4] for row in tx.memories.count_by_group() if row[3] == "deleted")
        undoable = f" ({deleted:,} deleted, still undoable)" if deleted else ""
        out.copied("copied", f"{memory_count_text(count)}{undoable} to", made.path, hint)

    return Reply(
        lambda: {
            "file": made.path,
            "memories": count,
            "rows": rows,
            "bytes": made.content.bytes,
            "schema": made.content.schema,
            "verified": True,
            "removed": [*made.removed],
            "settings_file": settings_file,
        },
        lambda: [
            f"copied\t{count}\t{make_printable(made.path)}",
            *(f"removed\t{make_printable(path)}" for path in made.removed),
        ],
        screen,
    )


NO_BACKUPS = "no known backups (make one: recall backup FILE)"


def _list_copies(backups: "list[KnownBackup]") -> Reply:

    rows = [(known, os.path.getsize(known.path) if os.path.exists(known.path) else None) for known in backups]

    def screen(out: "Screen") -> None:
        for known, count in rows:
            there = ("gone", "yellow") if count is None else format_bytes(count)
            out.line((format_since(known.at, out.now), DIM), "  ", there, "  ", known.path, whole=True)
        if not rows:
            out.footer(NO_BACKUPS)

    return Reply(
        lambda: {
            "backups": [
                {"file": known.path, "at": format_iso(known.at), "there": size is not None, "bytes": size}
                for known, size in rows
            ]
        },
        lambda: [
            "\t".join((str(format_iso(known.at)), "gone" if size is None else str(size), make_printable(known.path)))
            for known, size in rows
        ],
        screen,
        empty=NO_BACKUPS,
    )

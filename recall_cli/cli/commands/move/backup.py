"""recall backup: copy the whole store to a file."""

from recall_cli.cli.doors.narrow import not_a_command
from recall_cli.cli.doors.params import argument, option
from recall_cli.cli.doors.reply import Reply
from recall_cli.cli.screens.show import memories, safe
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import iso, since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.tables.upkeep.backups import Known

PARAMS = (
    argument(
        "file", "Where to; without it into the folder of the setting backup.folder.", default="", completes="file",
        metavar="[FILE]",
    ),
    option("force", "Replace a file that is there already.", kind="flag"),
    option("list_", "Only show the copies that recall knows.", kind="flag"),
)  # fmt: skip
EXAMPLES = (
    ("recall backup memories-today.db", "whole, of one moment, looked through; recall restore brings it back"),
    ("recall backup", "into the folder of the setting backup.folder, which keeps the newest seven"),
    ("recall backup --list", ""),
)


def backup(app: "App", *, file: str, force: bool, list_: bool) -> Reply:
    """Copy the whole store, everything of every user, while others go on writing.

    The copy is of one moment, readable only by you, and appears under its name when it is whole and was looked
    through. recall remembers where it is, so that recall erase can look into it. The folder of FILE must be there.
    Copies that agents ask for, named …-agent.db, replace each other only, never yours.
    """
    from recall_cli.flows.transfer import backup as flow

    if list_:
        return _list(flow.known(app), app.now())
    not_a_command(file, PARAMS)
    made = flow.backup(app, file, force=force) if file else flow.rotate(app, now=True)
    if made is None:
        raise UsageError("say which file", "recall backup FILE; or set a folder: recall config backup.folder ~/backups")
    rows = flow.seen_rows(app, made.content)
    count = rows["memory"]

    def screen(console: "Any") -> None:
        from recall_cli.cli.screens import receipts

        then = "whole and looked through; recall restore brings it back"
        receipts.copied(console, "copied", f"{memories(count)} to", made.path, then)

    return Reply(
        lambda: {
            "file": made.path,
            "memories": count,
            "rows": rows,
            "bytes": made.content.bytes,
            "schema": made.content.schema,
            "verified": True,
            "removed": [*made.removed],
        },
        lambda: [f"copied\t{count}\t{safe(made.path)}", *(f"removed\t{safe(path)}" for path in made.removed)],
        screen,
    )


def _list(found: "list[Known]", now: int) -> Reply:
    import os

    none = "no copy is known (recall backup FILE makes one)"

    rows = [(one, os.path.getsize(one.path) if os.path.exists(one.path) else None) for one in found]
    return Reply(
        lambda: {
            "backups": [
                {"file": one.path, "at": iso(one.at), "there": size is not None, "bytes": size} for one, size in rows
            ]
        },
        lambda: [
            "\t".join((str(iso(one.at)), "gone" if size is None else str(size), safe(one.path))) for one, size in rows
        ],
        lambda console: _screen(console, rows, now, none),
        empty=none,
    )


def _screen(console: "Any", rows: "list[tuple[Known, int | None]]", now: int, none: str) -> None:
    """Every copy that is known: when it was made, how large it is, where it is."""
    from rich.text import Text

    from recall_cli.cli.screens import screen
    from recall_cli.cli.screens.overview import size

    for one, count in rows:
        there = ("gone", "yellow") if count is None else (size(count), "")
        told = Text.assemble((since(one.at, now), screen.DIM), "  ", there, "  ", safe(one.path))
        console.print(told, soft_wrap=True)  # a path that can be copied
    if not rows:
        screen.foot(console, none)

"""recall export: write memories to a file, one JSON line each."""

import os
import sys

from recall_cli.cli import narrow
from recall_cli.cli.options import SCOPE
from recall_cli.cli.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.cli.show import memories
from recall_cli.domain.errors import RecallError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from recall_cli.app import App

PARAMS = (
    argument(
        "file", "Where to; - or nothing writes to standard output.", default="-", completes="file", metavar="[FILE]"
    ),
    *SCOPE,
    option("force", "Replace a file that is there already.", kind="flag"),
)
EXAMPLES = (
    ("recall export memories.jsonl --project '*'", "everything"),
    ("recall export --type decision | wc -l", ""),
    ("recall export then.jsonl --as-of 2026-03-01", "what was believed then"),
)


def export(
    app: "App", *, file: str, force: bool, agent: "str | None", clearance: "str | None", **scope: "Any"
) -> Reply:
    """Write memories as JSON lines, lossless: recall import reads them back as they were.

    Superseded and expired memories are part of it, and held ones where a person runs it; deleted ones only with
    --include deleted. Elsewhere what is held needs --include superseded,held,expired.
    """
    from recall_cli.flows.exporting import exported

    if scope["include"] == ():
        scope["include"] = ("superseded,held,expired" if app.at_terminal else "superseded,expired",)
    if file != "-" and os.path.exists(file) and not force:
        raise UsageError(f"{file} is there already", "--force replaces it")
    with app.reading(app.view(agent, clearance)) as tx:
        wanted = narrow.filters(app, tx, {**scope, "agent": agent})
        lines = exported(app, tx, wanted)
        waiting = 0 if "held" in wanted.include else len(tx.memories.held(None))
        if waiting:
            app.note(f"{waiting:,} held for review left out (--include superseded,held,expired)")
        if file == "-":
            _out(lines)
            return Reply(lambda: None, lambda: ())  # the lines are all there is to say
        written = _to_file(file, lines)
    if app.key is not None:
        app.note(f"{file} is not encrypted, unlike the store")

    def screen(console: "Any") -> None:
        from recall_cli.cli import screen

        screen.said(console, "exported", f"{memories(written)} to {file}", "")

    return Reply(lambda: {"exported": written, "file": file}, lambda: [f"exported\t{written}\t{file}"], screen)


def _out(lines: "Iterable[str]") -> None:
    """To standard output as UTF-8, whatever the locale says."""
    out = sys.stdout.buffer
    for line in lines:
        out.write(line.encode() + b"\n")
    out.flush()


def _to_file(file: str, lines: "Iterable[str]") -> int:
    """To a file that only its owner may read, and that appears when it is whole."""
    draft = f"{file}.{os.getpid()}.new"
    written = -1
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            for line in lines:
                out.write(line.encode() + b"\n")
                written += 1
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, file)
    except OSError as error:
        raise RecallError(f"cannot write {file}: {(error.strerror or str(error)).lower()}") from error
    finally:
        if os.path.exists(draft):
            os.unlink(draft)
    return written

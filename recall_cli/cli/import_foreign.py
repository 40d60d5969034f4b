"""`recall import` of what another program kept."""

import os
import sys

from recall_cli.cli.import_ import answer
from recall_cli.cli.progress import Bar
from recall_cli.cli.show import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.reply import Reply
    from recall_cli.flows.movein.sources import Source

LARGE = 2_000_000
"""Bytes from which it takes long enough for a bar."""
NAMES = {
    "recall": "another store of recall's", "memori": "Memori", "szl-recall": "szl-recall", "claude-mem": "claude-mem",
    "mem0": "mem0", "openmemory": "OpenMemory", "markdown": "Markdown",
}  # fmt: skip


def foreign(
    app: "App", source: "Source", project: "str | None", *, only_global: bool, dry_run: bool, own: bool
) -> "Reply":
    """Import from a recognised source; notes belong to the project of their folder, where no other is named."""
    from recall_cli.flows.movein.moving import move_in
    from recall_cli.flows.projects import to_write, workplace

    if project or only_global:
        place = to_write(app, project, only_global=only_global)
    elif source.everywhere:
        place = None
    else:
        folder = source.path if os.path.isdir(source.path) else os.path.dirname(os.path.abspath(source.path))
        place = workplace(app, folder)
    app.note(safe(f"{source.path} is read as {NAMES[source.program]}"))
    large = sys.stderr.isatty() and os.path.isfile(source.path) and os.path.getsize(source.path) > LARGE
    total = sum(1 for _ in source.records()) if large else 0
    with Bar(shown=large) as told:
        found = move_in(app, source, place, lambda done: told("importing", done, total), dry_run=dry_run, own_words=own)
    return answer(app, found, source.program)

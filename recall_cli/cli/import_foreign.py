"""`recall import` of what another program kept."""

import os
import sys

from recall_cli.cli.import_ import answer
from recall_cli.cli.show import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.cli.reply import Reply
    from recall_cli.flows.movein.sources import Source

LARGE = 2_000_000
BATCH = 2000
"""Memories that are kept at a time, as `flows/exchange.py` does it."""
NAMES = {
    "recall": "another store of recall's", "memori": "Memori", "szl-recall": "szl-recall", "claude-mem": "claude-mem",
    "mem0": "mem0", "openmemory": "OpenMemory", "markdown": "Markdown",
}  # fmt: skip


def foreign(app: "App", source: "Source", project: "str | None", *, only_global: bool, dry_run: bool) -> "Reply":
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
    app.note(safe(f"{source.path} is of {NAMES[source.program]}"))
    with _Bar(source) as progress:
        found = move_in(app, source, place, progress, dry_run=dry_run)
    return answer(app, found, source.program)


class _Bar:
    """A bar on standard error for a person, where there is much to read; nothing for anybody else."""

    def __init__(self, source: "Source") -> None:
        self._bar: Any = None
        self._done = 0
        if sys.stderr.isatty() and os.path.isfile(source.path) and os.path.getsize(source.path) > LARGE:
            from recall_cli.cli.screen import progress_bar

            self._bar = progress_bar("importing", sum(1 for _ in source.records()))

    def __enter__(self) -> "_Bar":
        if self._bar is not None:
            self._bar.start()
        return self

    def __call__(self) -> None:
        self._done += BATCH
        if self._bar is not None:
            self._bar.update(0, completed=self._done)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

"""A progress bar on standard error, shown only at a terminal."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.progress import Progress


class ProgressBar:
    """`with ProgressBar() as bar: bar("reading", 3, 10)`. It appears with the first call; a new task restarts it."""

    def __init__(self, *, shown: bool = True) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._bar: Progress | None = None
        self._what = ""

    def __enter__(self) -> "ProgressBar":
        return self

    def __call__(self, what: str, done: int, total: int) -> None:
        if not self._shown:
            return
        if self._bar is None or what != self._what:
            from recall_cli.cli.output.terminal import make_progress_bar

            self._end()
            self._what, self._bar = what, make_progress_bar(what, total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done)

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

"""A topic at a terminal: rendered Markdown, in a pager if it is longer than the screen."""

import os
import shlex
import signal
import sys

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from recall_cli.cli.output.terminal import ACCENT, DIM, print_footer

MAX_WIDTH = 100
"""Wider lines are hard to read."""
LESS_OPTIONS = "FRX"
"""Options for less, unless the user's LESS has others: show colours, and leave the page on the screen."""

PAGE_THEME = Theme(
    {
        "markdown.h1": f"bold {ACCENT}",
        "markdown.h2": "bold",
        "markdown.h3": "bold",
        "markdown.code": ACCENT,
        "markdown.table.border": DIM,
        "markdown.table.header": "bold",
        "markdown.item.bullet": DIM,
        "markdown.item.number": DIM,
    }
)
"""The look of recall's other screens."""


class PlainHeading(Heading):
    """A heading at the left, without a box."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text


class PlainCode(CodeBlock):
    """Code that is indented, without a background."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Padding(Text(str(self.text).rstrip(), style=ACCENT, overflow="fold"), (0, 0, 0, 4))


class Page(Markdown):
    """Markdown without boxes and backgrounds."""

    elements = {**Markdown.elements, "heading_open": PlainHeading, "fence": PlainCode, "code_block": PlainCode}


def print_topics(out: Console, topics: "list[tuple[str, str]]") -> None:
    """Every topic with what it is about."""
    table = Table.grid(padding=(0, 2))
    for name, about in topics:
        table.add_row(Text(name, style=ACCENT), Text(about))
    out.print(table)
    print_footer(out, "recall help TOPIC shows one")


def print_page(out: Console, text: str) -> None:
    """A page, in the pager if it does not fit on the screen."""
    width = min(out.width, MAX_WIDTH)
    with out.use_theme(PAGE_THEME), out.capture() as capture:
        out.print(Page(text, hyperlinks=False), width=width)
    lines = "".join(line.rstrip() + "\n" for line in capture.get().splitlines())
    if not (sys.stdin.isatty() and sys.stdout.isatty() and lines.count("\n") >= out.height and _paged(lines)):
        out.file.write(lines)


def _paged(lines: str) -> bool:
    """Show it in the user's pager; False if there is none."""
    import subprocess

    command = shlex.split(os.environ.get("PAGER") or "less")
    if not command:
        return False
    environment = {"LESS": LESS_OPTIONS, "LV": "-c", **os.environ}
    try:
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)  # noqa: S603 — the user's own pager
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        pager.communicate(lines.encode(sys.stdout.encoding or "utf-8", "replace"))
    except BrokenPipeError:
        pager.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return True

"""A topic at a terminal: rendered Markdown, in a pager if it is longer than the screen."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.text import Text
from rich.theme import Theme

from recall_cli.cli.output.formatting import ACCENT, DIM
from recall_cli.cli.output.terminal import Screen

MAX_WIDTH = 100
"""Wider lines are hard to read."""

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


def print_topics(out: "Screen", topics: "list[tuple[str, str]]") -> None:
    """Every topic with what it is about."""
    out.table([[(name, ACCENT), about] for name, about in topics])
    out.footer("recall help TOPIC shows one")


def print_page(out: Screen, text: str) -> None:
    """A page, as wide as it reads well."""
    width = min(out.width, MAX_WIDTH)
    console = out.console
    with console.use_theme(PAGE_THEME), console.capture() as capture:
        console.print(Page(text, hyperlinks=False), width=width)
    lines = "".join(line.rstrip() + "\n" for line in capture.get().splitlines())
    console.print(lines, end="", markup=False, highlight=False, soft_wrap=True)

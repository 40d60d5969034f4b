"""The result of a command, in three forms: JSON, plain lines and a screen for people."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.domain.memory import Memory

    Item = TypeVar("Item")


class Reply:
    """A result that is rendered only in the requested form."""

    __slots__ = ("after", "after_screen", "data", "drawn", "empty", "lines", "screen", "status")

    def __init__(
        self,
        data: "Callable[[], object]",
        lines: "Callable[[], Iterable[str]]",
        screen: "Callable[[Screen], None] | None" = None,
        *,
        status: int = 0,
        after: "Callable[[], None] | None" = None,
        after_screen: "Callable[[], None] | None" = None,
        empty: str = "",
        drawn: "str | None" = None,
    ) -> None:
        self.data, self.lines, self.screen = data, lines, screen
        self.status = status
        self.empty = empty
        """Printed on standard error if there are no lines, so that silence does not look like a failure."""
        self.drawn = drawn
        """The screen as text, if a server has drawn it."""
        self.after = after
        """Runs after the output was written (for example, recording the use of memories)."""
        self.after_screen = after_screen
        """Runs after a person was shown the screen (for example, asking them what only they can say)."""


def result_reply(document: object, line: str, verb: str, what: str, hint: str = "") -> Reply:
    """The reply of a command that did one thing; a person reads what was done, to what, and how to go on."""
    return Reply(lambda: document, lambda: [line], lambda out: out.result(verb, what, hint))


def list_reply(
    name: str,
    items: "Sequence[Item]",
    *,
    document: "Callable[[Item], object]",
    line: "Callable[[Item], Iterable[object]]",
    cells: "Callable[[Screen, Item], Sequence[Cell]]",
    footer: str = "",
    empty: str = "",
    right: "tuple[int, ...]" = (),
) -> Reply:
    """The reply of a command that lists things: each is a JSON object, the parts of a line, and a row on the screen.

    `footer` stands below the rows, and `empty` in place of them.
    """

    def lines() -> "list[str]":
        from recall_cli.cli.output.formatting import make_printable

        return ["\t".join(make_printable(str(part)) for part in line(item)).rstrip("\t") for item in items]

    def screen(out: "Screen") -> None:
        out.table([cells(out, item) for item in items], right=right)
        last = footer if items else empty
        if last:
            out.footer(last)

    return Reply(lambda: {name: [document(item) for item in items]}, lines, screen, empty=empty)


def changes_reply(
    document: "Callable[[], object]",
    changes: "Sequence[tuple[str, Memory]]",
    *,
    op: "int | None" = None,
    footer: str = "",
    status: int = 0,
) -> Reply:
    """The reply of a command that changed memories: each with what happened to it, then how to undo that."""
    from recall_cli.cli.output.formatting import memory_line

    def screen(out: "Screen") -> None:
        for verb, memory in changes:
            out.changed(memory, verb, op)
        if footer:
            out.footer(footer)

    lines = [f"{verb}\t{memory_line(memory)}" for verb, memory in changes]
    return Reply(document, lambda: lines, screen, status=status)

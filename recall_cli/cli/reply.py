"""The result of a command, in three forms: JSON, plain lines and a screen for people."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console


class Reply:
    """A result that is rendered only in the requested form."""

    __slots__ = ("after", "after_screen", "data", "empty", "lines", "screen", "status")

    def __init__(
        self,
        data: "Callable[[], object]",
        lines: "Callable[[], Iterable[str]]",
        screen: "Callable[[Console], None] | None" = None,
        *,
        status: int = 0,
        after: "Callable[[], None] | None" = None,
        after_screen: "Callable[[], None] | None" = None,
        empty: str = "",
    ) -> None:
        self.data, self.lines, self.screen = data, lines, screen
        self.status = status
        self.empty = empty
        """Printed on standard error if there are no lines, so that silence does not look like a failure."""
        self.after = after
        """Runs after the output was written (for example, recording the use of memories)."""
        self.after_screen = after_screen
        """Runs after a person was shown the screen (for example, asking them what only they can say)."""

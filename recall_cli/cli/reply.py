"""What a command answers: said once, shown three ways (JSON, plain lines, a person's screen)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from rich.console import Console


class Reply:
    """An answer that is rendered only in the one form that is asked for."""

    __slots__ = ("after", "data", "empty", "lines", "screen", "status")

    def __init__(
        self,
        data: "Callable[[], Any]",
        lines: "Callable[[], Iterable[str]]",
        screen: "Callable[[Console], None] | None" = None,
        *,
        status: int = 0,
        after: "Callable[[], None] | None" = None,
        empty: str = "",
    ) -> None:
        self.data, self.lines, self.screen = data, lines, screen
        self.status = status
        self.empty = empty
        """What standard error says where there is no line, so that silence is not taken for a failure."""
        self.after = after
        """What is done once the answer is out (counting accesses)."""

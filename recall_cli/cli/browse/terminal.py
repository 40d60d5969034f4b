"""The terminal of the full screen: a screen of its own, keys without Enter, and everything as before at the end."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self

_ENTER_SCREEN, _LEAVE_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h", "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
"""A screen of its own, no cursor, no line that runs over into the next, and marks around what is pasted; and back."""
_ESCAPE_WAIT_SECONDS = 0.03
"""The rest of a sequence follows an escape at once; a person does not."""


class Terminal:
    """`with Terminal() as terminal:` keys come one by one, and the screen is drawn whole."""

    def __init__(self, keyboard: int, screen: int) -> None:
        self._keyboard, self._screen = keyboard, screen
        self._before: list[Any] = []
        self._resized, self._resizing = os.pipe()
        """A byte arrives here when the terminal has another size."""
        self._drawn: list[str] = []

    def __enter__(self) -> "Self":
        import signal

        os.set_blocking(self._resizing, False)
        self._resize_handler = signal.signal(signal.SIGWINCH, lambda *_: self._note_resize())
        self.take()
        return self

    def _note_resize(self) -> None:
        try:
            os.write(self._resizing, b"x")
        except BlockingIOError:
            return

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        import signal

        self.give_back()
        signal.signal(signal.SIGWINCH, self._resize_handler)
        os.close(self._resizing)
        os.close(self._resized)

    def take(self) -> None:
        """Switch over; also after another program has used the terminal."""
        import termios

        self._before = termios.tcgetattr(self._keyboard)
        raw = termios.tcgetattr(self._keyboard)
        raw[0] &= ~(termios.ICRNL | termios.IXON)
        raw[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, raw)
        self._drawn = []
        self._write(_ENTER_SCREEN)

    def give_back(self) -> None:
        """Switch back."""
        import termios

        self._write(_LEAVE_SCREEN)
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._before)

    def size(self) -> "tuple[int, int]":
        """Rows and columns."""
        try:
            found = os.get_terminal_size(self._screen)
        except OSError:
            return 24, 80
        return max(found.lines or 24, 4), max(found.columns or 80, 20)  # some terminals tell nothing

    def draw(self, lines: "list[str]") -> None:
        """Show these lines; only what differs from the screen is written."""
        changed = [
            f"\x1b[{row};1H{line}\x1b[0m\x1b[K"
            for row, line in enumerate(lines, 1)
            if row > len(self._drawn) or self._drawn[row - 1] != line
        ]
        clear = "" if len(self._drawn) == len(lines) else "\x1b[2J"
        self._write(clear + "".join(changed))
        self._drawn = list(lines)

    def forget_drawn(self) -> None:
        """The next drawing writes everything: the size of the terminal has changed."""
        self._drawn = []

    def read(self, wait_seconds: "float | None") -> "str | None":
        """What was typed; an empty text if nothing was, within that time or until another size; None at the end."""
        import select

        ready = select.select([self._keyboard, self._resized], [], [], wait_seconds)[0]
        if self._resized in ready:
            os.read(self._resized, 4096)
        if self._keyboard not in ready:
            return ""
        typed = os.read(self._keyboard, 4096)
        if not typed:
            return None
        while typed.endswith(b"\x1b") or _is_cut_letter(typed):
            if not select.select([self._keyboard], [], [], _ESCAPE_WAIT_SECONDS)[0]:
                break
            more = os.read(self._keyboard, 4096)
            if not more:
                break
            typed += more
        return typed.decode("utf-8", "ignore")

    def _write(self, text: str) -> None:
        remaining = text.encode("utf-8", "replace")
        while remaining:
            remaining = remaining[os.write(self._screen, remaining) :]


def _is_cut_letter(typed: bytes) -> bool:
    """Whether the last letter is not there as a whole."""
    try:
        typed.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return False

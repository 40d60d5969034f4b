"""The screen of `recall browse` as lines: the words typed, the list, the preview, and the keys."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.domain.moment import format_age

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.browse.browsing import Browsing, Line

HEADER_LINES, FOOTER_LINES = 2, 1
MIN_COLUMNS_FOR_PREVIEW = 80
KEY_HINTS = "enter takes the id  ^e edit  ^d delete  ^p pin  ^a approve  ^u undo  esc ends"
_RESET, _DIM, _ACCENT, _RED, _REVERSED = "\x1b[0m", "\x1b[2m", "\x1b[36m", "\x1b[31m", "\x1b[7m"


def _width(text: str) -> int:
    """How many columns a text takes: Chinese letters take two."""
    from rich.cells import cell_len

    return cell_len(text)


def _fit(text: str, width: int) -> str:
    """A text cut or filled with spaces to a number of columns."""
    from rich.cells import set_cell_size

    return set_cell_size(text, width)


def list_height(rows: int) -> int:
    """How many memories a screen of so many rows shows."""
    return max(1, rows - HEADER_LINES - FOOTER_LINES)


def list_width(columns: int) -> int:
    """How many columns the list has; the rest is the preview's."""
    return columns if columns < MIN_COLUMNS_FOR_PREVIEW else columns // 2


def draw(state: "Browsing", preview: "list[str]", rows: int, columns: int, now: int) -> "list[str]":
    """The lines of the whole screen, each as wide as the screen at most."""
    height, width = list_height(rows), list_width(columns)
    state.show_selected(height)
    shown = state.matches[state.first_shown : state.first_shown + height]
    beside = columns - width - 3
    wrapped = wrap_preview(preview, beside) if beside > 0 else []
    state.preview_offset = max(0, min(state.preview_offset, len(wrapped) - height))
    side = wrapped[state.preview_offset : state.preview_offset + height]
    lines = [_query_line(state, columns), ""]
    for at in range(height):
        line = shown[at] if at < len(shown) else None
        if at == 0 and line is None and state.is_complete:
            left = _fit(_empty_text(state), width)
        else:
            left = _list_line(line, width, now, is_selected=line is not None and line is state.current)
        if beside > 0:
            right = _fit(side[at], beside) if at < len(side) else ""
            left = f"{left} {_DIM}│{_RESET} {right}"
        lines.append(left)
    lines.append(_footer(state, columns))
    return lines


def wrap_preview(preview: "list[str]", width: int) -> "list[str]":
    """The lines of the preview, broken at spaces so that each fits."""
    wrapped: list[str] = []
    for line in preview:
        wrapped += _wrap_line(line, width) if line else [""]
    return wrapped


def _wrap_line(line: str, width: int) -> "list[str]":
    parts, current = [], ""
    for word in line.split(" "):
        while _width(word) > width:  # a word longer than a line
            if current:
                parts.append(current)
                current = ""
            cut = _letters_that_fit(word, width)
            parts.append(word[:cut])
            word = word[cut:]
        if current and _width(current) + 1 + _width(word) > width:
            parts.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*parts, current]


def _letters_that_fit(word: str, width: int) -> int:
    used = 0
    for at, letter in enumerate(word):
        used += _width(letter)
        if used > width:
            return max(1, at)
    return len(word)


def _query_line(state: "Browsing", columns: int) -> str:
    count = f"{len(state.matches):,} of {len(state.lines):,}{'' if state.is_complete else '…'}"
    typed = make_printable(state.query)
    room = max(0, columns - len(count) - 4)
    while _width(typed) > room:  # its end is what is being typed
        typed = typed[1:]
    return f"{_ACCENT}>{_RESET} {_fit(typed + '▏', room + 1)} {_DIM}{count}{_RESET}"


def _list_line(line: "Line | None", width: int, now: int, *, is_selected: bool) -> str:
    if line is None:
        return " " * width
    age = f"{format_age(line.at, now):<10}"
    shown = _fit(f"{age}  {line.type[:10]:<10}  {line.marks}{line.text}", width)
    if is_selected:
        return f"{_REVERSED}{shown}{_RESET}"
    return f"{_DIM}{shown[: len(age)]}{_RESET}{shown[len(age) :]}"


def _empty_text(state: "Browsing") -> str:
    """Why the list is empty, and what to do."""
    return "nothing matches (esc clears the words)" if state.lines else "no memories here yet"


def _footer(state: "Browsing", columns: int) -> str:
    if state.message:
        colour = _RED if state.is_error else _ACCENT
        return f"{colour}{_fit(make_printable(state.message), columns)}{_RESET}"
    return f"{_DIM}{_fit(KEY_HINTS, columns)}{_RESET}"

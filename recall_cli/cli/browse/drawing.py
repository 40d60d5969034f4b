"""The screen of `recall list --browse` as lines: the words typed, the list, the preview, and the keys."""

from recall_cli.cli.browse.browsing import APPROVE
from recall_cli.cli.output.formatting import make_printable
from recall_cli.domain.moment import format_age

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.cli.browse.browsing import Browsing, Line

HEADER_LINES, FOOTER_LINES = 1, 1
MIN_COLUMNS_FOR_TYPE, MIN_COLUMNS_FOR_SIDE, MIN_ROWS_FOR_PREVIEW = 100, 160, 14
"""From these sizes on a line has its type, the preview stands beside the list, and it stands below the list."""
TYPE_WIDTH = 10
LIST_HINTS = ("enter: take the id", "tab: actions", "esc: end", "shift-↑↓: scroll the text")
"""The first are the most important: as many as fit are shown."""
ACTION_HINTS = (
    ("edit", "e: edit"),
    ("pin", "p: pin"),
    ("approve", "a: approve"),
    ("delete", "d: delete"),
    ("undo", "u: undo the last write"),
)
YES_OR_NO = "y: yes   any other key: no"
_AGE_WIDTH = 5
_RESET, _DIM, _ACCENT, _RED, _REVERSED = "\x1b[0m", "\x1b[2m", "\x1b[36m", "\x1b[31m", "\x1b[7m"


class Layout:
    """Where the list and the preview are on a screen of this size."""

    def __init__(self, rows: int, columns: int) -> None:
        height = max(1, rows - HEADER_LINES - FOOTER_LINES)
        self.columns = columns
        self.is_beside = columns >= MIN_COLUMNS_FOR_SIDE
        self.list_width = columns * 3 // 5 if self.is_beside else columns
        self.preview_width = columns - self.list_width - 3 if self.is_beside else columns
        self.preview_height = height if self.is_beside else rows // 3 if rows >= MIN_ROWS_FOR_PREVIEW else 0
        line_between = 1 if self.preview_height and not self.is_beside else 0
        self.list_height = height if self.is_beside else height - self.preview_height - line_between


def _width(text: str) -> int:
    """How many columns a text takes: Chinese letters take two."""
    from rich.cells import cell_len

    return cell_len(text)


def _fit(text: str, width: int) -> str:
    """A text cut or filled with spaces to a number of columns."""
    from rich.cells import set_cell_size

    return set_cell_size(text, width)


def draw(state: "Browsing", preview: "list[str]", rows: int, columns: int, now: int) -> "list[str]":
    """The lines of the whole screen, each as wide as the screen at most."""
    layout = Layout(rows, columns)
    listed = _list_lines(state, layout, now)
    side = _preview_lines(state, preview, layout)
    if layout.is_beside:
        middle = [f"{left} {_DIM}│{_RESET} {right}" for left, right in zip(listed, side, strict=True)]
    else:
        middle = [*listed, *([f"{_DIM}{'─' * columns}{_RESET}"] if side else []), *side]
    return [_query_line(state, columns), *middle, _footer(state, columns)]


def _list_lines(state: "Browsing", layout: Layout, now: int) -> "list[str]":
    height, width = layout.list_height, layout.list_width
    state.show_selected(height)
    shown = state.matches[state.first_shown : state.first_shown + height]
    lines = [_list_line(line, layout, now, is_selected=line is state.current) for line in shown]
    if not lines and state.is_complete:
        lines = [_fit(_empty_text(state), width)]
    return lines + [" " * width] * (height - len(lines))


def _preview_lines(state: "Browsing", preview: "list[str]", layout: Layout) -> "list[str]":
    height, width = layout.preview_height, layout.preview_width
    wrapped = wrap_preview(preview, width) if height else []
    state.preview_offset = max(0, min(state.preview_offset, len(wrapped) - height))
    shown = wrapped[state.preview_offset : state.preview_offset + height]
    return [_fit(line, width) for line in shown] + [" " * width] * (height - len(shown))


def wrap_preview(preview: "list[str]", width: int) -> "list[str]":
    """The lines of the preview, broken at spaces so that each fits; a word longer than a line is cut."""
    from rich.console import Console
    from rich.text import Text

    console = Console(width=width)
    return [part.plain for line in preview for part in Text(line).wrap(console, width, overflow="fold")]


def _query_line(state: "Browsing", columns: int) -> str:
    count = f"{len(state.matches):,} of {len(state.lines):,}{'' if state.is_complete else '…'}"
    room = max(2, columns - len(count) - 4)
    text, cursor = state.query + " ", state.editor.cursor
    before, at, after = (make_printable(part) for part in (text[:cursor], text[cursor], text[cursor + 1 :]))
    while before and _width(before + at) > room:  # the cursor stays in view
        before = before[1:]
    after = _fit(after, max(0, room - _width(before + at)))
    return f"{_ACCENT}>{_RESET} {before}{_REVERSED}{at}{_RESET}{after} {_DIM}{count}{_RESET}"


def _list_line(line: "Line", layout: Layout, now: int, *, is_selected: bool) -> str:
    age = f"{_short_age(line.at, now):>{_AGE_WIDTH - 1}} "
    type_ = f" {line.type[:TYPE_WIDTH]:<{TYPE_WIDTH}} " if layout.columns >= MIN_COLUMNS_FOR_TYPE else ""
    shown = _fit(_cut(f"{age}{type_} {line.marks}{line.text}", layout.list_width), layout.list_width)
    if is_selected:
        return f"{_REVERSED}{shown}{_RESET}"
    beside = len(age + type_)
    return f"{_DIM}{shown[:beside]}{_RESET}{shown[beside:]}"


def _short_age(ms: int, now: int) -> str:
    """The age in at most four letters: most of the line is for the text."""
    count, _, unit = format_age(ms, now).partition(" ")
    return count[: _AGE_WIDTH - 1] + ("mo" if unit.startswith("mo") else unit[:1])


def _empty_text(state: "Browsing") -> str:
    """Why the list is empty, and what to do."""
    return "nothing matches (esc clears the words)" if state.lines else "no memories here yet"


def _footer(state: "Browsing", columns: int) -> str:
    if state.question is not None:
        asked = _cut(make_printable(state.question.text), columns - len(YES_OR_NO) - 3)
        return f"{_ACCENT}{_fit(f'{asked}   {YES_OR_NO}', columns)}{_RESET}"
    if state.shows_actions:
        return f"{_ACCENT}{_fit(_join_fitting(_action_hints(state), columns), columns)}{_RESET}"
    if state.message:
        colour = _RED if state.is_error else _ACCENT
        return f"{colour}{_fit(make_printable(state.message), columns)}{_RESET}"
    return f"{_DIM}{_fit(_join_fitting(LIST_HINTS, columns), columns)}{_RESET}"


def _action_hints(state: "Browsing") -> "list[str]":
    """The actions that the selected memory allows."""
    current = state.current
    if current is None:
        return [hint for action, hint in ACTION_HINTS if action == "undo"]
    return [hint for action, hint in ACTION_HINTS if action != APPROVE or current.held]


def _join_fitting(hints: "Sequence[str]", columns: int) -> str:
    """The first hints, as many as fit beside each other."""
    joined = "   ".join(hints)
    return joined if _width(joined) <= columns or len(hints) == 1 else _join_fitting(hints[:-1], columns)


def _cut(text: str, width: int) -> str:
    """A text that fits, with a sign where it was cut."""
    return text if _width(text) <= width else _fit(text, max(0, width - 1)).rstrip() + "…"

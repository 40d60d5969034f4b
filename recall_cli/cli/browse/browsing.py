"""The state of `recall list --browse`, and what each key does to it. It knows neither the terminal nor the store.

A key changes the store only after Tab has opened the actions for the selected memory, and only if it arrives alone: a
paste, and keys that were typed ahead of the screen, never start an action.
"""

from recall_cli.cli.browse import keys
from recall_cli.cli.browse.line_editor import LineEditor
from recall_cli.domain.record import Record

EDIT, PIN, APPROVE, DELETE, UNDO = "edit", "pin", "approve", "delete", "undo"
ACTION_KEYS = {"e": EDIT, "p": PIN, "a": APPROVE, "d": DELETE, "u": UNDO}
"""What the letters mean while the actions are open."""
ASKED_FIRST = (DELETE, UNDO)
CHOOSE, QUIT = "choose", "quit"
MOVES = {keys.UP: -1, keys.DOWN: 1, "ctrl-p": -1, "ctrl-n": 1}
PREVIEW_STEP = 3


class Question(Record):
    """What has to be answered with yes before it is done."""

    action: str
    text: str
    operation: "int | None" = None
    """The write to undo."""


class Line(Record):
    """One memory in the list."""

    n: int
    id: str
    at: int
    type: str
    text: str
    """On one line."""
    marks: str
    """pinned, held, contested … as the list shows it."""
    held: bool = False
    """Does it wait for review?"""
    searched: str
    """What typed words are looked for in, in small letters."""


class Browsing:
    """Everything that the screen shows: the memories that match, the selected one, how far the view has moved."""

    def __init__(self, query: str = "") -> None:
        self.lines: list[Line] = []
        self.editor = LineEditor(query)
        self.matches: list[Line] = []
        self.selected = 0
        self.first_shown = 0
        self.preview_offset = 0
        self.message = ""
        self.is_error = False
        self.is_complete = False
        """Whether all memories have been read."""
        self.shows_actions = False
        """Whether the next key is an action for the selected memory."""
        self.question: Question | None = None

    @property
    def query(self) -> str:
        """The words typed so far."""
        return self.editor.text

    @property
    def current(self) -> "Line | None":
        """The selected memory."""
        return self.matches[self.selected] if self.matches else None

    def add(self, lines: "list[Line]") -> None:
        """Add older memories; the selection stays where it is."""
        self.lines += lines
        words = self._words()
        self.matches += _filter_lines(lines, words)

    def replace(self, number: int, line: "Line | None") -> None:
        """Put a changed memory in its place, or take it away."""
        self.lines = [new for old in self.lines if (new := line if old.n == number else old) is not None]
        self._filter(keep=number)

    def press_all(self, typed: "list[str]", page: int) -> "str | None":
        """Change the state by the keys of one piece of input; returns what they ask for, if anything.

        `page` is the height of the list.
        """
        for at, key in enumerate(typed):
            if self.shows_actions or self.question is not None:
                is_alone = len(typed) == 1
                wanted = self._answer(key if is_alone else keys.ESCAPE)
            else:  # in the middle of other keys these were not meant for the screen
                is_last = at == len(typed) - 1
                wanted = self.press(key if is_last or key not in (keys.ENTER, keys.TAB) else " ", page)
            if wanted is not None:
                return wanted
        return None

    def press(self, key: str, page: int) -> "str | None":
        """Change the state by a key of the list; returns what it asks for: nothing that changes the store."""
        self.message, self.is_error = "", False
        before = self.query
        if key in ("ctrl-c", "ctrl-g", "ctrl-q") or (key in (keys.ESCAPE, "ctrl-d") and not before):
            return QUIT
        if key == keys.ENTER:
            return CHOOSE if self.current is not None else None
        if key == keys.TAB:
            self.shows_actions = True
        elif key == keys.ESCAPE:
            self.editor.clear()
        elif not self.editor.press(key):
            self._move(key, page)
        if self.query != before:
            self._narrow_or_widen(before)
        return None

    def _answer(self, key: str) -> "str | None":
        """Take a key for the open actions or for the open question; every other key closes them."""
        question, self.question, self.shows_actions = self.question, None, False
        if key == "ctrl-c":
            return QUIT
        if question is not None:
            self.message = "" if key == "y" else "nothing was changed"
            return question.action if key == "y" else None
        action = ACTION_KEYS.get(key)
        return action if self.current is not None or action == UNDO else None

    def show_selected(self, page: int) -> None:
        """Move the view so that the selected memory is in it."""
        self.first_shown = max(min(self.first_shown, self.selected), self.selected - page + 1, 0)

    def _move(self, key: str, page: int) -> None:
        if key in ("shift-up", "shift-down"):
            self.preview_offset = max(0, self.preview_offset + (PREVIEW_STEP if key == "shift-down" else -PREVIEW_STEP))
            return
        steps = {
            **MOVES,
            keys.PAGE_UP: -page,
            keys.PAGE_DOWN: page,
            "alt-<": -len(self.matches),
            "alt->": len(self.matches),
        }
        target = max(0, min(self.selected + steps.get(key, 0), len(self.matches) - 1))
        if target != self.selected:
            self.selected, self.preview_offset = target, 0

    def _narrow_or_widen(self, before: str) -> None:
        """Show what matches the words now; `before` are the words until now."""
        is_narrower = self.query.startswith(before) and not before.endswith(" ")
        self.matches = _filter_lines(self.matches if is_narrower else self.lines, self._words())
        self.selected = self.first_shown = self.preview_offset = 0

    def _filter(self, keep: int) -> None:
        words = self._words()
        self.matches = _filter_lines(self.lines, words)
        at = next((place for place, line in enumerate(self.matches) if line.n == keep), self.selected)
        self.selected = max(0, min(at, len(self.matches) - 1))

    def _words(self) -> "list[str]":
        return self.query.lower().split()


def _filter_lines(lines: "list[Line]", words: "list[str]") -> "list[Line]":
    """The lines with all words; word by word, because each leaves fewer to look at."""
    for word in words:
        lines = [line for line in lines if word in line.searched]
    return lines if words else [*lines]

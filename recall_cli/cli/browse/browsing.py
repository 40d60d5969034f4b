"""The state of `recall browse`, and what each key does to it. It knows neither the terminal nor the store."""

from recall_cli.cli.browse import keys
from recall_cli.domain.record import Record

ACTIONS = {"ctrl-e": "edit", "ctrl-d": "delete", "ctrl-p": "pin", "ctrl-a": "approve", "ctrl-u": "undo"}
"""The keys that change something. Plain letters are words to look for."""
CHOOSE, QUIT = "choose", "quit"


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
    searched: str
    """What typed words are looked for in, in small letters."""


class Browsing:
    """Everything that the screen shows: the memories that match, the selected one, how far the view has moved."""

    def __init__(self, query: str = "") -> None:
        self.lines: list[Line] = []
        self.query = query
        self.matches: list[Line] = []
        self.selected = 0
        self.first_shown = 0
        self.preview_offset = 0
        self.message = ""
        self.is_error = False
        self.is_complete = False
        """Whether all memories have been read."""

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

    def press(self, key: str, page: int) -> "str | None":
        """Change the state by a key; returns an action if the key asks for one. `page` is the height of the list."""
        self.message, self.is_error = "", False
        if key in ACTIONS:
            return ACTIONS[key] if self.current is not None or ACTIONS[key] == "undo" else None
        if key == keys.ENTER:
            return CHOOSE if self.current is not None else None
        if key in ("ctrl-c", "ctrl-q") or (key == keys.ESCAPE and not self.query):
            return QUIT
        if key == keys.ESCAPE:
            self._type("")
        elif key == keys.BACKSPACE:
            self._type(self.query[:-1])
        elif key == "ctrl-w":
            self._type(self.query.rstrip().rpartition(" ")[0])
        elif len(key) == 1:
            self._type(self.query + key)
        elif key in (keys.LEFT, keys.RIGHT):
            self.preview_offset = max(0, self.preview_offset + (5 if key == keys.RIGHT else -5))
        else:
            self._move(key, page)
        return None

    def show_selected(self, page: int) -> None:
        """Move the view so that the selected memory is in it."""
        self.first_shown = max(min(self.first_shown, self.selected), self.selected - page + 1, 0)

    def _move(self, key: str, page: int) -> None:
        steps = {keys.UP: -1, keys.DOWN: 1, keys.PAGE_UP: -page, keys.PAGE_DOWN: page, "ctrl-k": -1, "ctrl-n": 1}
        target = {keys.HOME: 0, keys.END: len(self.matches)}.get(key, self.selected + steps.get(key, 0))
        target = max(0, min(target, len(self.matches) - 1))
        if target != self.selected:
            self.selected, self.preview_offset = target, 0

    def _type(self, query: str) -> None:
        is_narrower = query.startswith(self.query) and not self.query.endswith(" ")
        self.query = query
        words = self._words()
        among = self.matches if is_narrower else self.lines
        self.matches = _filter_lines(among, words)
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

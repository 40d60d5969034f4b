"""One line of text that is edited with the usual keys: they mean the same in shells."""

from recall_cli.cli.browse import keys

ACTIONS_OF_KEYS = {
    keys.LEFT: "move_left",
    "ctrl-b": "move_left",
    keys.RIGHT: "move_right",
    "ctrl-f": "move_right",
    keys.HOME: "move_to_start",
    "ctrl-a": "move_to_start",
    keys.END: "move_to_end",
    "ctrl-e": "move_to_end",
    keys.BACKSPACE: "delete_before",
    keys.DELETE: "delete_after",
    "ctrl-d": "delete_after",
    "ctrl-w": "delete_word_before",
    "ctrl-u": "delete_to_start",
}


class LineEditor:
    """The text, and the place of the cursor in it."""

    def __init__(self, text: str = "") -> None:
        self.text, self.cursor = text, len(text)

    def press(self, key: str) -> bool:
        """Do what a key means in a line of text; False if it means nothing there."""
        if key.startswith(keys.PASTED):
            self.insert(" ".join(key.removeprefix(keys.PASTED).split()))
        elif len(key) == 1:
            self.insert(key)
        elif key in ACTIONS_OF_KEYS:
            getattr(self, ACTIONS_OF_KEYS[key])()
        else:
            return False
        return True

    def insert(self, text: str) -> None:
        """Put text at the cursor, without signs that a terminal would obey."""
        text = "".join(letter for letter in text if letter.isprintable())
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def clear(self) -> None:
        """Remove everything."""
        self.text, self.cursor = "", 0

    def move_left(self) -> None:
        self.cursor = max(0, self.cursor - 1)

    def move_right(self) -> None:
        self.cursor = min(len(self.text), self.cursor + 1)

    def move_to_start(self) -> None:
        self.cursor = 0

    def move_to_end(self) -> None:
        self.cursor = len(self.text)

    def delete_before(self) -> None:
        self._remove(max(0, self.cursor - 1), self.cursor)

    def delete_after(self) -> None:
        self._remove(self.cursor, min(len(self.text), self.cursor + 1))

    def delete_word_before(self) -> None:
        """Delete back to the last space."""
        self._remove(self.text[: self.cursor].rstrip().rfind(" ") + 1, self.cursor)

    def delete_to_start(self) -> None:
        self._remove(0, self.cursor)

    def _remove(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start

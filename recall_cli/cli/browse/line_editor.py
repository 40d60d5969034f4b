"""One line of text that is edited with the keys of readline: they mean the same in shells, and never anything else."""

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
    "alt-b": "move_word_left",
    "ctrl-left": "move_word_left",
    "alt-left": "move_word_left",
    "alt-f": "move_word_right",
    "ctrl-right": "move_word_right",
    "alt-right": "move_word_right",
    keys.BACKSPACE: "delete_before",
    keys.DELETE: "delete_after",
    "ctrl-d": "delete_after",
    "ctrl-w": "cut_argument",
    "alt-backspace": "cut_word_before",
    "alt-d": "cut_word_after",
    "ctrl-u": "cut_to_start",
    "ctrl-k": "cut_to_end",
    "ctrl-y": "insert_cut",
}


class LineEditor:
    """The text, and the place of the cursor in it."""

    def __init__(self, text: str = "") -> None:
        self.text, self.cursor = text, len(text)
        self._cut = ""

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

    def move_word_left(self) -> None:
        self.cursor = self._word_start()

    def move_word_right(self) -> None:
        self.cursor = self._word_end()

    def delete_before(self) -> None:
        self._remove(max(0, self.cursor - 1), self.cursor)

    def delete_after(self) -> None:
        self._remove(self.cursor, min(len(self.text), self.cursor + 1))

    def cut_argument(self) -> None:
        """Cut back to the last space."""
        before = self.text[: self.cursor].rstrip()
        self._cut_out(before.rfind(" ") + 1, self.cursor)

    def cut_word_before(self) -> None:
        self._cut_out(self._word_start(), self.cursor)

    def cut_word_after(self) -> None:
        self._cut_out(self.cursor, self._word_end())

    def cut_to_start(self) -> None:
        self._cut_out(0, self.cursor)

    def cut_to_end(self) -> None:
        self._cut_out(self.cursor, len(self.text))

    def insert_cut(self) -> None:
        """Put back what was cut last."""
        self.insert(self._cut)

    def _cut_out(self, start: int, end: int) -> None:
        if end > start:
            self._cut = self.text[start:end]
            self._remove(start, end)

    def _remove(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start

    def _word_start(self) -> int:
        """Where the word before the cursor begins."""
        at = self.cursor
        while at > 0 and not self.text[at - 1].isalnum():
            at -= 1
        while at > 0 and self.text[at - 1].isalnum():
            at -= 1
        return at

    def _word_end(self) -> int:
        """Where the word after the cursor ends."""
        at = self.cursor
        while at < len(self.text) and not self.text[at].isalnum():
            at += 1
        while at < len(self.text) and self.text[at].isalnum():
            at += 1
        return at

"""The keys of a terminal: bytes that arrive, as names."""

ENTER, ESCAPE, BACKSPACE, DELETE, TAB = "enter", "escape", "backspace", "delete", "tab"
UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
PAGE_UP, PAGE_DOWN, HOME, END = "page-up", "page-down", "home", "end"
PASTED = "pasted:"
"""A key that begins like this is a text that was pasted: the rest of it."""
_CONTROL_NAMES = {"\r": ENTER, "\n": ENTER, "\t": TAB, "\x7f": BACKSPACE, "\x08": BACKSPACE}
_SEQUENCES = {
    "A": UP,
    "B": DOWN,
    "C": RIGHT,
    "D": LEFT,
    "H": HOME,
    "F": END,
    "1~": HOME,
    "3~": DELETE,
    "4~": END,
    "5~": PAGE_UP,
    "6~": PAGE_DOWN,
    "7~": HOME,
    "8~": END,
}
"""What follows `ESC [` or `ESC O`."""
_MODIFIERS = {"": "", "2": "shift-", "3": "alt-", "5": "ctrl-"}
_PASTE_BEGINS, _PASTE_ENDS, _INTERRUPT = "\x1b[200~", "\x1b[201~", "\x03"


class KeyReader:
    """Turns pieces of input into keys; what is cut off in one piece is completed by the next."""

    def __init__(self) -> None:
        self._rest = ""

    def read(self, text: str) -> "list[str]":
        """The keys of a piece of input: a letter as itself, others by name, such as `ctrl-x` and `alt-x`.

        Text that the terminal marks as pasted is one key. Sequences that mean nothing here are left out. An escape that
        begins none of them is the key Escape.
        """
        if text == _INTERRUPT:  # also ends a paste whose end never came
            self._rest = ""
        text = self._rest + text
        keys: list[str] = []
        at = 0
        while at < len(text):
            length = _key_length(text, at)
            if length == 0:  # cut off
                break
            keys += _key_names(text[at : at + length])
            at += length
        self._rest = text[at:]
        return keys


def _key_length(text: str, at: int) -> int:
    """How many letters the key at this place has; 0 if its end is missing."""
    if text[at] != "\x1b" or at + 1 == len(text) or text[at + 1] in "\x1b\r\n\t":
        return 1
    if text.startswith(_PASTE_BEGINS, at):
        end = text.find(_PASTE_ENDS, at)
        return end + len(_PASTE_ENDS) - at if end >= 0 else 0
    if text[at + 1] not in "[O":
        return 2
    end = at + 2
    while end < len(text) and not "@" <= text[end] <= "~":
        end += 1
    return end + 1 - at if end < len(text) else 0


def _key_names(text: str) -> "list[str]":
    """The name of one key; none if it means nothing."""
    if text.startswith(_PASTE_BEGINS):
        return [PASTED + text[len(_PASTE_BEGINS) : -len(_PASTE_ENDS)]]
    if text == "\x1b":
        return [ESCAPE]
    if text[0] == "\x1b" and text[1] in "[O":
        return _sequence_names(text[2:])
    if text[0] == "\x1b":
        return [f"alt-{name}" for name in _plain_names(text[1])]
    return _plain_names(text)


def _sequence_names(text: str) -> "list[str]":
    """The name of what follows `ESC [`: a number, a modifier after a semicolon, and a last letter."""
    number, _, modifier = text[:-1].partition(";")
    name = _SEQUENCES.get(number + "~" if text[-1] == "~" else text[-1])
    return [_MODIFIERS[modifier] + name] if name is not None and modifier in _MODIFIERS else []


def _plain_names(letter: str) -> "list[str]":
    if letter in _CONTROL_NAMES:
        return [_CONTROL_NAMES[letter]]
    if letter < " ":
        return [f"ctrl-{chr(ord(letter) + 96)}"]
    return [letter] if letter.isprintable() else []

"""The keys of a terminal: bytes that arrive, as names."""

ENTER, ESCAPE, BACKSPACE, TAB = "enter", "escape", "backspace", "tab"
UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
PAGE_UP, PAGE_DOWN, HOME, END = "page-up", "page-down", "home", "end"
_CONTROL_NAMES = {"\r": ENTER, "\n": ENTER, "\t": TAB, "\x7f": BACKSPACE, "\x08": BACKSPACE}
_SEQUENCES = {
    "[A": UP, "[B": DOWN, "[C": RIGHT, "[D": LEFT, "OA": UP, "OB": DOWN, "OC": RIGHT, "OD": LEFT, "[5~": PAGE_UP,
    "[6~": PAGE_DOWN, "[H": HOME, "[F": END, "OH": HOME, "OF": END, "[1~": HOME, "[4~": END, "[7~": HOME, "[8~": END,
}  # fmt: skip


def read_keys(text: str) -> "list[str]":
    """The keys in a piece of input: a letter as itself, others by name; `ctrl-x` for control and x.

    Sequences that mean nothing here are left out. An escape that begins none of them is the key Escape.
    """
    keys: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == "\x1b":
            length = _sequence_length(text, at + 1)
            name = _SEQUENCES.get(text[at + 1 : at + 1 + length], "") if length else ESCAPE
            keys += [name] if name else []
            at += 1 + length
            continue
        keys += _plain_keys(text[at])
        at += 1
    return keys


def _plain_keys(letter: str) -> "list[str]":
    if letter in _CONTROL_NAMES:
        return [_CONTROL_NAMES[letter]]
    if letter < " ":
        return [f"ctrl-{chr(ord(letter) + 96)}"]
    return [letter] if letter.isprintable() else []


def _sequence_length(text: str, at: int) -> int:
    """How many letters of a sequence follow an escape."""
    if text[at : at + 1] == "O":
        return 2 if at + 1 < len(text) else 0
    if text[at : at + 1] != "[":
        return 0
    end = at + 1
    while end < len(text) and not "@" <= text[end] <= "~":
        end += 1
    return end - at + 1

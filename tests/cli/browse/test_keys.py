"""The bytes of a terminal become keys."""

from recall_cli.cli.browse.keys import read_keys
from tests.for_each import for_each

CASES = (
    ("abc", ["a", "b", "c"]),
    ("é漢🚀", ["é", "漢", "🚀"]),
    ("\r\n\t\x7f\x08", ["enter", "enter", "tab", "backspace", "backspace"]),
    ("\x1b[A\x1b[B\x1bOA\x1bOB", ["up", "down", "up", "down"]),
    ("\x1b[5~\x1b[6~\x1b[H\x1b[F\x1b[1~\x1b[4~", ["page-up", "page-down", "home", "end", "home", "end"]),
    ("\x1b", ["escape"]),
    ("\x1b\x1b", ["escape", "escape"]),
    ("\x1bx", ["escape", "x"]),
    ("\x03\x04\x10\x15\x17", ["ctrl-c", "ctrl-d", "ctrl-p", "ctrl-u", "ctrl-w"]),
    ("\x1b[200~pasted\x1b[201~", [*"pasted"]),
    ("\x1b[1;5Cx", ["x"]),
    ("a\u200bb\u202ec", ["a", "b", "c"]),
    ("\x1b[", []),
    ("", []),
)  # fmt: skip


@for_each("typed, keys", CASES)
def test_what_is_typed(typed: str, keys: list[str]) -> None:
    """Letters are themselves; unknown sequences and invisible characters are nothing."""
    assert read_keys(typed) == keys

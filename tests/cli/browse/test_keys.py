"""The bytes of a terminal become keys."""

from recall_cli.cli.browse.keys import KeyReader
from tests.for_each import for_each

CASES = (
    ("abc", ["a", "b", "c"]),
    ("é漢🚀", ["é", "漢", "🚀"]),
    ("\r\n\t\x7f\x08", ["enter", "enter", "tab", "backspace", "backspace"]),
    ("\x1b[A\x1b[B\x1bOA\x1bOB", ["up", "down", "up", "down"]),
    ("\x1b[5~\x1b[6~\x1b[H\x1b[F\x1b[1~\x1b[4~", ["page-up", "page-down", "home", "end", "home", "end"]),
    ("\x1b", ["escape"]),
    ("\x1b\x1b", ["escape", "escape"]),
    ("\x1bx\x1b\x7f\x1b<", ["alt-x", "alt-backspace", "alt-<"]),
    ("\x1b[1;2A\x1b[1;3D\x1b[1;5Cx\x1b[3~", ["shift-up", "alt-left", "ctrl-right", "x", "delete"]),
    ("\x1b[1;9A\x1b[Z\x1bOP\x1b[15~", []),
    ("\x03\x04\x10\x15\x17", ["ctrl-c", "ctrl-d", "ctrl-p", "ctrl-u", "ctrl-w"]),
    ("\x1b[200~two\nlines\td\x04\x1b[201~x", ["pasted:two\nlines\td\x04", "x"]),
    ("a\u200bb\u202ec", ["a", "b", "c"]),
    ("\x1b[", []),
    ("", []),
)  # fmt: skip


@for_each("typed, keys", CASES)
def test_what_is_typed(typed: str, keys: list[str]) -> None:
    """Letters are themselves; unknown sequences and invisible characters are nothing."""
    assert KeyReader().read(typed) == keys


@for_each("typed, keys", CASES)
def test_pieces_of_input(typed: str, keys: list[str]) -> None:
    """Letter by letter, what is no Escape by itself gives the same keys."""
    if "\x1b\x1b" in typed or typed == "\x1b":
        return
    reader = KeyReader()
    cuts = [
        at for at in range(1, len(typed)) if typed[at - 1] != "\x1b"
    ]  # a terminal sends an escape with what follows
    pieces = [typed[start:end] for start, end in zip([0, *cuts], [*cuts, len(typed)], strict=True)]
    assert [key for piece in pieces for key in reader.read(piece)] == keys


def test_a_paste_without_an_end_can_be_left() -> None:
    """Ctrl-C alone is Ctrl-C, whatever came before."""
    reader = KeyReader()
    assert reader.read("\x1b[200~never ends") == []
    assert reader.read("more") == []
    assert reader.read("\x03") == ["ctrl-c"]
    assert reader.read("x") == ["x"]

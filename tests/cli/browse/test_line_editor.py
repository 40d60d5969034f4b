"""The editing keys in the line of words."""

from recall_cli.cli.browse.line_editor import LineEditor
from tests.for_each import for_each

TEXT = "queue port-8080 nats"
CASES = (
    (["ctrl-a", "x"], "x|queue port-8080 nats"),
    (["ctrl-a", "ctrl-e", "x"], "queue port-8080 natsx|"),
    (["home", "ctrl-f", "right", "ctrl-d"], "qu|ue port-8080 nats"),
    (["home", "delete", "end"], "ueue port-8080 nats|"),
    (["ctrl-w"], "queue port-8080 |"),
    (["ctrl-w", "ctrl-w"], "queue |"),
    (["ctrl-u"], "|"),
    (["ctrl-b", "left", "left", "left", "ctrl-u"], "|nats"),
    (["ctrl-a", "backspace", "ctrl-b"], "|queue port-8080 nats"),
    (["ctrl-d", "ctrl-f", "delete"], TEXT + "|"),
    (["pasted: two\nlines\tand \x1b[31m"], TEXT + "two lines and [31m|"),
    (["ctrl-a", "漢", "🎉"], "漢🎉|queue port-8080 nats"),
)


@for_each("pressed, line", CASES)
def test_keys_edit_as_in_a_shell(pressed: list[str], line: str) -> None:
    """The line afterwards, with the cursor."""
    editor = LineEditor(TEXT)
    for key in pressed:
        assert editor.press(key), key
    assert editor.text[: editor.cursor] + "|" + editor.text[editor.cursor :] == line


def test_other_keys_are_left_to_the_list() -> None:
    """Moving, choosing and unknown keys change no word."""
    editor = LineEditor(TEXT)
    for key in ("up", "down", "page-up", "ctrl-p", "ctrl-n", "ctrl-l", "ctrl-r", "tab", "enter", "alt-<", "shift-up"):
        assert not editor.press(key)
    assert (editor.text, editor.cursor) == (TEXT, len(TEXT))

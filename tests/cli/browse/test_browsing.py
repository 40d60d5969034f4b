"""What each key does to the list, and how it looks."""

import re

from rich.cells import cell_len

from recall_cli.cli.browse import drawing
from recall_cli.cli.browse.browsing import Browsing, Line
from recall_cli.domain.moment import DAY

NOW = 100 * DAY
TEXTS = ("The queue is NATS.", "The billing API listens on port 8080.", "漢字かな交じり文 " * 20, "Ship on Fridays.")


def make_line(number: int, text: str) -> Line:
    """A memory of the list."""
    return Line(
        n=number, id=f"id-{number}", at=NOW - number * DAY, type="fact", text=text, marks="", searched=text.lower()
    )


def make_state(count: int = 4) -> Browsing:
    """A list of so many memories."""
    state = Browsing()
    state.add([make_line(number, TEXTS[number % 4] + f" {number}") for number in range(count)])
    state.is_complete = True
    return state


def press(state: Browsing, *keys: str) -> list[str | None]:
    """Press keys in a list of ten lines; what they ask for."""
    return [state.press(key, 10) for key in keys]


def plain(line: str) -> str:
    """A line without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def test_typing_filters() -> None:
    """Every word has to occur, in any order and case; what is deleted widens the list again."""
    state = make_state()
    press(state, *"PORT bill")
    assert [line.n for line in state.matches] == [1]
    press(state, *["backspace"] * 9)
    assert len(state.matches) == 4
    press(state, *"zzz")
    assert (state.matches, state.current) == ([], None)
    assert press(state, "enter", "ctrl-d", "ctrl-e") == [None, None, None]
    press(state, "escape")
    assert len(state.matches) == 4


def test_a_word_is_removed_as_a_whole() -> None:
    """Ctrl-W takes the last word."""
    state = make_state()
    press(state, *"billing port", "ctrl-w")
    assert state.query == "billing"
    press(state, "ctrl-w")
    assert (state.query, len(state.matches)) == ("", 4)


def test_a_space_does_not_hide_what_matched() -> None:
    """The words before and after a space count by themselves."""
    state = make_state()
    press(state, *"port b")
    assert [line.n for line in state.matches] == [1]
    press(state, *"illing")
    assert [line.n for line in state.matches] == [1]


def test_moving() -> None:
    """Arrows and pages stop at both ends, and the view follows."""
    state = make_state(100)
    press(state, "up")
    assert state.selected == 0
    press(state, "page-down", "down")
    assert state.selected == 11
    state.show_selected(10)
    assert state.first_shown == 2
    press(state, "end")
    state.show_selected(10)
    assert (state.selected, state.first_shown) == (99, 90)
    press(state, "page-down")
    assert state.selected == 99
    press(state, "home")
    state.show_selected(10)
    assert (state.selected, state.first_shown) == (0, 0)


def test_keys_that_ask_for_something() -> None:
    """Enter chooses, control keys act, Escape clears first and ends then."""
    state = make_state()
    assert press(state, "enter", "ctrl-e", "ctrl-d", "ctrl-p", "ctrl-a", "ctrl-u") == [
        "choose", "edit", "delete", "pin", "approve", "undo",
    ]  # fmt: skip
    press(state, "x")
    assert press(state, "escape", "escape", "ctrl-c", "ctrl-q") == [None, "quit", "quit", "quit"]


def test_a_changed_memory_stays_selected() -> None:
    """A change keeps the place; a removal selects the next one, at the end the one before."""
    state = make_state()
    press(state, "down")
    state.replace(1, make_line(1, "The billing API listens on port 9090."))
    assert state.current is not None
    assert "9090" in state.current.text
    state.replace(1, None)
    assert state.current.n == 2
    press(state, "end")
    state.replace(3, None)
    assert state.current.n == 2
    state.replace(2, None)
    state.replace(0, None)
    assert state.current is None


def test_more_memories_do_not_move_the_selection() -> None:
    """What is read later stands below, if it matches."""
    state = make_state()
    press(state, *"port")
    state.add([make_line(9, "Another port."), make_line(10, "Nothing.")])
    assert ([line.n for line in state.matches], state.selected) == ([1, 9], 0)


def test_every_line_fits_the_screen() -> None:
    """At any size, with wide letters and long words, no line is wider than the screen, and there are as many as rows."""
    state = make_state(50)
    for columns in (20, 79, 80, 110, 200):
        for rows in (4, 24, 60):
            preview = ["漢字" * 90, "word " * 90, "x" * 300, ""]
            lines = drawing.draw(state, preview, rows, columns, NOW)
            assert len(lines) == rows
            assert all(cell_len(plain(line)) <= columns for line in lines)


def test_the_preview_loses_no_word() -> None:
    """Wrapped text has the same words in the same order."""
    text = "The release manager looks at http://example.org/" + "a" * 90 + " and 漢字かな交じり文監査ログ then"
    wrapped = drawing.wrap_preview([text], 20)
    assert "".join(wrapped).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= 20 for line in wrapped)


def test_the_preview_scrolls_to_its_end() -> None:
    """The arrow to the right moves the preview down, and no further than its last line."""
    state = make_state()
    press(state, *["right"] * 50)
    lines = drawing.draw(state, [f"line {number}" for number in range(40)], 13, 100, NOW)
    assert "line 39" in plain(lines[-2])
    assert "line 30" in plain(lines[2])


def test_a_message_takes_the_place_of_the_keys() -> None:
    """What was done, until the next key."""
    state = make_state()
    state.message = "deleted id-1"
    assert "deleted id-1" in drawing.draw(state, [], 10, 100, NOW)[-1]
    press(state, "down")
    assert "^d delete" in drawing.draw(state, [], 10, 100, NOW)[-1]

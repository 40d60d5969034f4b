"""What each key does to the list, and how it looks."""

import re

from rich.cells import cell_len

from recall_cli.cli.browse import drawing
from recall_cli.cli.browse.browsing import Browsing, Line, Question
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
    assert [state.press_all([key], 10) for key in ("tab", "d")] == [None, None]
    press(state, "escape")
    assert len(state.matches) == 4


def test_a_word_is_removed_as_a_whole() -> None:
    """Ctrl-W takes the last word."""
    state = make_state()
    press(state, *"billing port", "ctrl-w")
    assert state.query == "billing "
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
    press(state, "alt->")
    state.show_selected(10)
    assert (state.selected, state.first_shown) == (99, 90)
    press(state, "page-down")
    assert state.selected == 99
    press(state, "ctrl-p", "ctrl-p", "ctrl-n")
    assert state.selected == 98
    press(state, "alt-<")
    state.show_selected(10)
    assert (state.selected, state.first_shown) == (0, 0)


def press_alone(state: Browsing, *keys: str) -> list[str | None]:
    """Press keys one after the other, as a person does."""
    return [state.press_all([key], 10) for key in keys]


def test_keys_that_end() -> None:
    """Enter chooses; Escape clears first and ends then; Ctrl-D deletes a letter, and ends in an empty line."""
    state = make_state()
    assert press_alone(state, "enter") == ["choose"]
    press(state, "x")
    assert press_alone(state, "escape", "escape", "ctrl-c", "ctrl-g", "ctrl-q", "ctrl-d") == [None, *["quit"] * 5]
    press(state, "x", "left")
    assert press_alone(state, "ctrl-d", "ctrl-d") == [None, "quit"]


def test_no_key_of_the_list_changes_a_memory() -> None:
    """Every key that a keyboard has, in any order, alone and in one piece: only moving, editing, choosing, ending."""
    letters = [chr(code) for code in range(32, 127)]
    controls = [f"ctrl-{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    others = ["enter", "escape", "backspace", "delete", "up", "down", "left", "right", "page-up", "page-down", "home"]
    every = [*letters, *controls, *(f"alt-{letter}" for letter in letters), *others, "end", "pasted:a\td\ny", "漢"]
    state = make_state()
    for first in every:
        for second in (*others, "tab", "d", "y", "ctrl-u", "pasted:d"):
            assert state.press_all([first, second], 10) in (None, "choose", "quit"), (first, second)
            state.shows_actions = False
            assert state.press_all([first], 10) in (None, "choose", "quit"), first
    assert state.question is None


def test_tab_opens_the_actions() -> None:
    """One letter is one action; every other key, a paste and keys that arrive together close them, and do nothing."""
    state = make_state()
    for letter, action in (("e", "edit"), ("p", "pin"), ("a", "approve"), ("d", "delete"), ("u", "undo")):
        assert press_alone(state, "tab", letter) == [None, action]
        assert not state.shows_actions
    for typed in (["pasted:d"], ["d", "y"], ["x"], ["escape"], ["enter"], ["tab"], ["ctrl-d"], ["ctrl-u"], ["D"]):
        assert state.press_all(["tab"], 10) is None
        assert state.press_all(typed, 10) is None, typed
        assert not state.shows_actions
    assert press_alone(state, "tab", "ctrl-c") == [None, "quit"]


def test_a_question_takes_y_alone() -> None:
    """No Enter, no space, no paste, no capital letter and no key typed ahead is a yes."""
    state = make_state()
    for typed in (["enter"], [" "], ["Y"], ["pasted:y"], ["y", "y"], ["escape"], ["tab"], ["n"]):
        state.question = Question(action="delete", text="delete?")
        assert state.press_all(typed, 10) is None, typed
        assert state.question is None
    state.question = Question(action="delete", text="delete?")
    assert "y: yes" in drawing.draw(state, [], 24, 80, NOW)[-1]
    assert press_alone(state, "y") == ["delete"]


def test_a_changed_memory_stays_selected() -> None:
    """A change keeps the place; a removal selects the next one, at the end the one before."""
    state = make_state()
    press(state, "down")
    state.replace(1, make_line(1, "The billing API listens on port 9090."))
    assert state.current is not None
    assert "9090" in state.current.text
    state.replace(1, None)
    assert state.current.n == 2
    press(state, "alt->")
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
    for columns in (20, 60, 80, 90, 110, 159, 160, 200):
        for rows in (4, 13, 14, 24, 60):
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
    """Shift with the arrow down moves the preview, and no further than its last line."""
    state = make_state()
    press(state, *["shift-down"] * 50)
    lines = drawing.draw(state, [f"line {number}" for number in range(40)], 24, 100, NOW)
    assert "line 39" in plain(lines[-2])
    press(state, "shift-up")
    lines = drawing.draw(state, [f"line {number}" for number in range(40)], 24, 100, NOW)
    assert "line 36" in plain(lines[-2])


def test_most_of_a_line_is_text() -> None:
    """At every usual width at least two thirds of a line of the list are the text; the preview shows all of it."""
    text = "We moved the queue to NATS because " + "the replay of one day of orders took too long " * 8
    state = Browsing()
    state.add([make_line(number, text) for number in range(30)])
    for columns in (60, 80, 90, 120):
        lines = [plain(line) for line in drawing.draw(state, [text], 40, columns, NOW)]
        begins = lines[1].index("We moved")
        assert columns - begins >= columns * 2 / 3, columns
        assert " ".join(" ".join(lines[-14:-1]).split()) == text.strip()
    assert "We moved the queue to NATS" in plain(drawing.draw(state, [text], 6, 60, NOW)[1])


def test_the_cursor_stays_in_view() -> None:
    """In a line of words that is longer than the screen, the sign at the cursor is shown, at the end and at the start."""
    state = make_state()
    press(state, *"漢字" * 60, "X")
    assert "X" in plain(drawing.draw(state, [], 24, 60, NOW)[0])
    press(state, "home", "Y", "left")
    assert "\x1b[7mY" in drawing.draw(state, [], 24, 60, NOW)[0]


def test_a_message_takes_the_place_of_the_keys() -> None:
    """What was done, until the next key."""
    state = make_state()
    state.message = "deleted id-1"
    assert "deleted id-1" in drawing.draw(state, [], 10, 100, NOW)[-1]
    press(state, "down")
    assert "tab: actions" in drawing.draw(state, [], 10, 100, NOW)[-1]

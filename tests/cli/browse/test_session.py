"""`recall list --browse` at a real terminal, and what its keys do to the store."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

import pytest

from recall_cli.app import App
from recall_cli.cli.browse import drawing
from recall_cli.cli.browse.browsing import Browsing
from recall_cli.cli.browse.session import BrowseSession
from recall_cli.domain.scope import Filters
from tests.command import Home


class Person:
    """A person at a terminal in which `recall list --browse` runs, with its answer on a pipe."""

    def __init__(self, home: Home, *args: str) -> None:
        self._ours, theirs = pty.openpty()
        code = (
            "import sys; sys.path.insert(0, sys.argv.pop(1)); from recall_cli import app; "
            "app.App.calling_agent = None; from recall_cli.__main__ import main; main()"
        )
        self._running = subprocess.Popen(
            [sys.executable, "-c", code, str(home.environment()["PYTHONPATH"]), "browse", *args],
            env=home.environment(), cwd=home.path, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs,
            start_new_session=True, preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """Read the screen until a text has been drawn."""
        deadline = time.monotonic() + 30
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            if select.select([self._ours], [], [], 0.1)[0]:
                self.seen += os.read(self._ours, 65536).decode("utf-8", "replace")

    def let_draw(self) -> None:
        """Read the screen until nothing more is drawn."""
        while select.select([self._ours], [], [], 0.1)[0]:
            self.seen += os.read(self._ours, 65536).decode("utf-8", "replace")

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def answer(self) -> tuple[int, str]:
        """The exit status and what was printed for other programs."""
        out = self._running.communicate(timeout=30)[0].decode()
        os.close(self._ours)
        return self._running.returncode, out


def test_a_person_types_and_takes_an_id(recall: Home) -> None:
    """Words filter, Enter prints the id alone, and the screen is left as it was."""
    recall.store("The queue is NATS.")
    port = recall.store("The billing API listens on port 8080.")
    person = Person(recall)
    person.wait_for("2 of 2")
    person.type("port")
    person.wait_for("1 of 2")
    person.wait_for("said by")
    person.type("\r")
    assert person.answer() == (0, f"{port}\n")


def operations(recall: Home) -> list[str]:
    """What was written so far."""
    return [entry["kind"] for entry in recall.json("log")["operations"]]


CLEAR_LINE = "\x05\x15"
"""To the end of the line, and take back all before it."""
PASTES = ("\x1b[200~a\td\ny\r\x1b[201~", "a\td\ny\rb", "\t\x1b[200~d\x1b[201~y", "\x1bd\x1bu\x1bp", "\x1b[3~\x1b[3;5~")
CONTROL_KEYS = tuple(chr(code) for code in range(1, 27) if code not in (3, 4, 7, 9, 10, 13, 17))


def test_keys_of_a_shell_write_nothing(recall: Home) -> None:
    """Control keys, Alt keys, pastes with and without marks: afterwards the store has no new write."""
    recall.store("The queue is NATS.")
    recall.store("The billing API listens on port 8080.")
    before = operations(recall)
    person = Person(recall)
    person.wait_for("2 of 2")
    for typed in (*(f"port{key}" for key in CONTROL_KEYS), *PASTES):
        person.type(CLEAR_LINE)
        person.let_draw()
        person.type(typed)
        person.let_draw()
    person.type("\x03")
    assert person.answer()[0] == 1
    assert operations(recall) == before


def test_deleting_and_undoing_ask_first(recall: Home) -> None:
    """Tab, the letter and y: nothing happens without the last one. The question names what would be undone."""
    recall.store("The queue is NATS.")
    person = Person(recall)
    person.wait_for("1 of 1")
    for key, text in (
        ("\t", "d: delete"),
        ("d", "delete this memory? The queue is NATS."),
        ("n", "nothing was changed"),
    ):
        person.type(key)
        person.wait_for(text)
    assert operations(recall) == ["store"]
    for key, text in (("\t", "d: delete"), ("d", "delete this memory?"), ("y", "0 of 0")):
        person.seen = ""
        person.type(key)
        person.wait_for(text)
    assert operations(recall) == ["delete", "store"]
    for key, text in (("\t", "u: undo"), ("u", ", delete today"), ("y", "1 of 1")):
        person.seen = ""
        person.type(key)
        person.wait_for(text)
    person.type("\x03")
    person.answer()
    assert operations(recall) == ["undo", "delete", "store"]


def test_another_size_is_drawn_at_once(recall: Home) -> None:
    """The screen follows the terminal, and pastes are marked until the end."""
    recall.store("The queue is NATS.")
    person = Person(recall)
    person.wait_for("1 of 1")
    person.wait_for("said by")
    assert "\x1b[?2004h" in person.seen
    person.seen = ""
    person.resize(60, 132)
    person.wait_for("\x1b[60;1H")
    person.type("\x03")
    person.wait_for("\x1b[?2004l")
    assert person.answer()[0] == 1


def test_escape_chooses_nothing(recall: Home) -> None:
    """Status 1 and no output, so that a shell inserts nothing."""
    recall.store("The queue is NATS.")
    person = Person(recall, "queue")
    person.wait_for("1 of 1")
    person.type("\x1b")
    time.sleep(0.2)
    person.type("\x1b")
    assert person.answer() == (1, "")


def test_it_needs_a_person(recall: Home) -> None:
    """In a pipe it says what to use instead."""
    answer = recall.quick("browse")
    assert (answer.status, "recall list --json" in answer.err) == (2, True)


@pytest.fixture
def session(recall: Home, monkeypatch: pytest.MonkeyPatch) -> BrowseSession:
    """A session over three memories, as a person's."""
    for text in ("The queue is NATS.", "The billing API listens on port 8080.", "Ship on Fridays."):
        recall.store(text)
        recall.later()
    monkeypatch.setattr(App, "at_terminal", True)
    session = BrowseSession(App({"db": recall.store_name}, recall.environment()), Filters())
    session.read_more()
    return session


def shown(session: BrowseSession) -> list[str]:
    return [line.marks + line.text for line in session.state.matches]


def test_actions_change_the_store_and_the_list(session: BrowseSession) -> None:
    """Pin, unpin, delete and undo act on the selected memory; the bottom line says what was done."""
    session.act("pin")
    assert shown(session)[0] == "(pinned) Ship on Fridays."
    session.act("pin")
    assert shown(session)[0] == "Ship on Fridays."
    session.act("delete")
    assert session.state.message.startswith("deleted")
    assert len(shown(session)) == 2
    session.act("undo")
    assert session.state.message.startswith("undone")
    assert len(shown(session)) == 3


def test_the_preview_speaks_as_to_a_person(session: BrowseSession) -> None:
    """Times as people say them, "you" for the user; the line at the bottom has the short id."""
    session.act("pin")
    current = session.state.current
    assert current is not None
    assert current.id not in session.state.message
    session._make_preview()
    preview = "\n".join(session._previews[current.n])
    assert "Z," not in preview
    assert "stored today" in preview
    assert "you" in preview.partition("history")[2]


def test_an_empty_list_says_why(session: BrowseSession, recall: Home) -> None:
    """Words that match nothing, and a store without memories, are two different things."""
    for letter in "zz":
        session.state.press(letter, 10)
    assert any("nothing matches" in line for line in drawing.draw(session.state, [], 24, 80, 0))
    empty = Browsing()
    empty.is_complete = True
    assert any("no memories here yet" in line for line in drawing.draw(empty, [], 24, 80, 0))


def test_what_cannot_be_done_is_told(session: BrowseSession) -> None:
    """The reason stands in the bottom line, and nothing else changes."""
    session.act("approve")
    assert session.state.is_error
    assert len(shown(session)) == 3


def test_memories_are_read_page_by_page(session: BrowseSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first page is drawn before the next one is read; at the end all are there once."""
    monkeypatch.setattr("recall_cli.cli.browse.session.PAGE_MEMORIES", 2)
    other = BrowseSession(session._app, Filters())
    other.read_more()
    assert (len(shown(other)), other.state.is_complete) == (2, False)
    other.read_more()
    assert (len(shown(other)), other.state.is_complete) == (3, True)

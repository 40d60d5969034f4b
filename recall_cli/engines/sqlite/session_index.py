"""The index of raw session turns: words and places, in a small file of its own beside the store.

It can be deleted at any time, and is made again from the clients' files. It is no part of the store and of no backup.
"""

import os
from contextlib import contextmanager

from recall_cli.domain.errors import StoreError
from recall_cli.domain.record import Record
from recall_cli.engines.sqlite.driver import apsw
from recall_cli.engines.sqlite.fts_query import grams
from recall_cli.engines.statements import SQLITE, find_block, quote_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Any, Self

_SQL_FILE = f"{SQLITE.folder}/session_index.sql"
MAX_WORDS = 32
"""Words of a question that are searched for."""
VERSION = 1
BUSY = "the session index is busy"
MAX_WAIT_MS = 5_000


class IndexedFile(Record):
    """A session in a file, and how far it was read."""

    n: int
    path: str
    session: str
    agent: str
    marks: str
    size: int
    changed: int
    at: int
    mark: str
    gone_at: "int | None"


class TurnMatch(Record):
    """A turn that matches a question, and where it is."""

    place: int
    id: str
    speaker: str
    at: "int | None"
    path: str
    session: str
    agent: str
    marks: str
    score: float


class SessionIndex:
    """`with SessionIndex(path, key) as index:` the index, made if there is none. Only its owner can read the file."""

    def __init__(self, path: str, key: "str | None") -> None:
        self.path, self._key = path, key
        self._statements: dict[str, str] = {}

    def __enter__(self) -> "Self":
        try:
            self._connection = self._open()
        except (apsw.BusyError, apsw.LockedError):
            raise StoreError(BUSY, "try again") from None
        except apsw.Error:
            remove_index(self.path)  # damaged, of another version, or with another key: it is made again
            try:
                self._connection = self._open()
            except (apsw.Error, OSError) as error:
                raise StoreError(f"cannot open the session index: {str(error).lower()}") from None
        except OSError as error:
            raise StoreError(f"cannot open the session index: {(error.strerror or str(error)).lower()}") from None
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: "BaseException | None", trace: "TracebackType | None"
    ) -> None:
        self._connection.close()

    def _open(self) -> apsw.Connection:
        os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        os.fchmod(handle, 0o600)
        os.close(handle)
        os.umask(0o077)
        connection = apsw.Connection(self.path)
        try:
            if self._key is not None:
                from recall_cli.engines.sqlite.cipher import unlock

                unlock(connection, self._key)
            connection.set_busy_timeout(MAX_WAIT_MS)
            connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            version = connection.pragma("user_version")
            if version not in (0, VERSION):
                raise apsw.SchemaChangeError("another version")
            # what a power cut damages is made again, so nothing waits for the disk
            connection.execute("PRAGMA secure_delete = ON; PRAGMA synchronous = OFF").fetchall()
            if version == 0:
                with connection:
                    connection.execute(find_block(_SQL_FILE, "schema"))
                    connection.pragma("user_version", VERSION)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def transaction(self) -> "Iterator[None]":
        """`with index.transaction():` everything in it is written, or nothing."""
        try:
            with self._connection:
                yield
        except (apsw.BusyError, apsw.LockedError):
            raise StoreError(BUSY, "try again") from None

    def _run(self, statement: str, /, **values: "Any") -> "list[tuple[Any, ...]]":
        if statement not in self._statements:
            self._statements[statement] = find_block(_SQL_FILE, statement)
        try:
            return [*self._connection.execute(self._statements[statement], values)]
        except (apsw.BusyError, apsw.LockedError):
            raise StoreError(BUSY, "try again") from None
        except (apsw.CorruptError, apsw.IOError):
            remove_index(self.path)
            raise StoreError("the session index was damaged and is removed", "recall maintain makes it again") from None

    def files(self) -> "list[IndexedFile]":
        """Every session that was read."""
        return [IndexedFile(**dict(zip(IndexedFile._fields, row, strict=True))) for row in self._run("files")]

    def add_file(self, path: str, session: str, agent: str, marks: str) -> int:
        """A session in a file; its number."""
        return int(self._run("add_file", path=path, session=session, agent=agent, marks=marks)[0][0])

    def advance(self, n: int, *, size: int, changed: int, at: int, mark: str) -> None:
        """Note how far a file was read."""
        self._run("advance", n=n, size=size, changed=changed, at=at, mark=mark)

    def set_gone(self, n: int, now: int) -> None:
        """Note that a file is missing."""
        self._run("set_gone", n=n, now=now)

    def remove_turns(self, file: int, id_: str = "") -> None:
        """Remove the turns of a file: all, or those of an id."""
        self._run("remove_words", file=file, id=id_)
        self._run("remove_turns", file=file, id=id_)

    def remove_file(self, n: int) -> None:
        """Remove a file with its turns."""
        self.remove_turns(n)
        self._run("remove_file", n=n)

    def add_turn(self, file: int, place: int, id_: str, speaker: str, at: "int | None", text: str) -> None:
        """Index the words of a masked text."""
        n = self._run("add_turn", file=file, place=place, id=id_, speaker=speaker, at=at)[0][0]
        extra = grams(text)
        self._run("add_words", n=n, words=f"{text} {extra}" if extra else text)

    def state(self, name: str) -> int:
        """A number of the index; 0 if it was never set."""
        rows = self._run("state", name=name)
        return int(rows[0][0]) if rows else 0

    def set_state(self, name: str, value: int) -> None:
        self._run("set_state", name=name, value=value)

    def counts(self) -> "tuple[int, int]":
        """How many turns and files there are."""
        turns, files = self._run("count")[0]
        return int(turns), int(files)

    def search(
        self, question: str, limit: int, *, agent: "str | None", since: "int | None", until: "int | None"
    ) -> "list[TurnMatch]":
        """The turns that share words with a question, the best first."""
        words = question_terms(question)
        if not words:
            return []
        match = " OR ".join(map(quote_word, words))
        rows = self._run("search", match=match, limit=limit, agent=agent, since=since, until=until)
        return [TurnMatch(**dict(zip(TurnMatch._fields, row, strict=True))) for row in rows]


def question_terms(question: str) -> "list[str]":
    """The words of a question that are searched for, without the small ones."""
    from recall_cli.domain.stopwords import STOP_WORDS

    plain = "".join(letter if letter.isalnum() else " " for letter in question.lower()).split()
    words = [word for word in plain if word not in STOP_WORDS] or plain
    return [*dict.fromkeys([*words, *(grams(question) or "").split()])][:MAX_WORDS]


def remove_index(path: str) -> bool:
    """Remove an index with its journal; False if there was none."""
    existed = os.path.lexists(path)
    for name in (path, path + "-journal", path + "-wal", path + "-shm"):
        if os.path.lexists(name):
            os.unlink(name)
    return existed

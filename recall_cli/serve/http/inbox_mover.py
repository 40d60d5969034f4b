"""Moves the texts of the server's inbox into the store, in a thread of its own."""

import threading
import time

from recall_cli.engines.sqlite.connection import SqliteEngine
from recall_cli.engines.sqlite.text_inbox import INBOX_SUFFIX, TextInbox, WaitingText, add_to_store
from recall_cli.serve.http.token_app import TokenApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_MOVED_TOGETHER = 64
RETRY_SECONDS = 0.5
PAUSE_SECONDS, FORGET_SECONDS = 0.5, 5.0
"""The mover waits for the disk and removes stored texts from the inbox when no text came for the first time span, or
after the second one at the latest: a text that comes meanwhile waits for the disk longer. In a pause it also closes the
store, as the other threads do.
"""


def open_inbox(database: str) -> "TextInbox | None":
    """The inbox beside a store that is a plain file; None where texts go into the store at once."""
    from recall_cli.engines.sqlite.encryption_state import encryption_state

    app = TokenApp(database)
    if app.settings.is_on_server or encryption_state(database) != "plain":
        return None
    return TextInbox.open(database + INBOX_SUFFIX)


class InboxMover:
    """Moves texts as they come, and tells the reader of texts which users they belong to."""

    def __init__(
        self, inbox: "TextInbox", database: str, log: "Callable[..., None]", texts_wait: "Callable[[], None]"
    ) -> None:
        self._inbox, self._app = inbox, TokenApp(database)
        self._log, self._texts_wait = log, texts_wait
        self._has_failed = False
        self._thread = threading.Thread(target=self._run, name="inbox", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        forget_at = time.monotonic() + FORGET_SECONDS
        while True:
            texts = self._inbox.wait_for_texts(PAUSE_SECONDS)[:MAX_MOVED_TOGETHER]
            try:
                if texts:
                    self._move(texts)
                if self._inbox.has_moved and (not texts or time.monotonic() > forget_at):
                    self._inbox.forget_moved(self._sync_store)
                    forget_at = time.monotonic() + FORGET_SECONDS
                if not texts:
                    self._app.close()
                self._has_failed = False
            except Exception as error:
                self._app.reopen()
                if not self._has_failed:
                    self._log("inbox_waits", reason=type(error).__name__, texts=len(texts))
                self._has_failed = True
                if not self._inbox.is_closing:
                    time.sleep(RETRY_SECONDS)
            if self._inbox.is_closing and (self._has_failed or not texts):
                return  # after a failure the texts stay in the file: the next process that writes takes them in

    def _move(self, texts: "list[WaitingText]") -> None:
        """Store the oldest texts as jobs; `forget_moved` waits for the disk."""
        self._app.refresh()
        engine = self._app.engine(write=True)
        assert isinstance(engine, SqliteEngine), "there is an inbox only for a file"
        engine.put_off_sync()
        add_to_store(engine, texts)
        self._inbox.mark_moved(texts)
        self._texts_wait()

    def _sync_store(self) -> None:
        engine = self._app.engine(write=True)
        assert isinstance(engine, SqliteEngine), "there is an inbox only for a file"
        engine.sync_commits()

    def close(self, seconds: float) -> None:
        """Move what is left, and close the inbox."""
        self._inbox.begin_closing()
        self._thread.join(seconds)
        if not self._thread.is_alive():
            self._inbox.close()

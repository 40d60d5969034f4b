"""A writer that asks again with the same key after each error, as the error tells it to, and counts what it was told."""

import threading
import time
from collections import Counter
from typing import Any

from recall_cli.domain.scope import Filters, View
from recall_cli.engines.postgres.connection_pool import close_pools
from recall_cli.flows.explain.audit import verify_chain
from recall_cli.serve.calls import call_tool
from recall_cli.serve.grant import AGENT_RIGHTS
from recall_cli.serve.http.token_app import TokenApp, TokenGrant

WRITING = AGENT_RIGHTS
USER = "alice"
MAX_SECONDS = 240
"""A writer that is not answered for so long has failed."""


def store_as(app: TokenApp, user: str, text: str, key: str) -> Any:
    """Store a text as a server does for the holder of a token."""
    arguments = {"text": text, "key": key, "type": "decision", "wait": True}
    return call_tool(
        app.session(TokenGrant(user=user, agent="writer", rights=WRITING)), "store_memory", arguments
    )  # fmt: skip


def stored_texts(app: TokenApp, user: str) -> "Counter[str]":
    """What a user has, and how often."""
    with app.read_transaction(View(user=user)) as tx:
        return Counter(memory.text for memory in tx.memories.iterate(Filters(as_of=None)))


class PersistentWriter:
    """`with PersistentWriter(address) as writer:` a thread stores one text after the other until the block ends."""

    def __init__(self, address: str) -> None:
        self._app = TokenApp(address)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._write)
        self.acknowledged: list[str] = []
        self.errors: list[str] = []

    def __enter__(self) -> "PersistentWriter":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join(MAX_SECONDS)

    def _write(self) -> None:
        while not self._is_over.is_set():
            number = len(self.acknowledged)
            text = f"decision number {number} about the deploy of service {number}"
            answer = store_as(self._app, USER, text, f"key{number}")
            while answer.is_error and len(self.errors) < 10_000:
                self.errors.append(answer.text)
                self._app.reopen()
                time.sleep(0.02)
                answer = store_as(self._app, USER, text, f"key{number}")
            self.acknowledged.append(text)

    def wait_for(self, more: int) -> None:
        """Wait until so many more texts were acknowledged."""
        wanted, end = len(self.acknowledged) + more, time.monotonic() + MAX_SECONDS
        while len(self.acknowledged) < wanted:
            assert self._thread.is_alive() and time.monotonic() < end, self.errors[-3:]
            time.sleep(0.005)

    def check(self) -> None:
        """Every acknowledged text is there, once, and nothing else; the chain of the audit log is whole."""
        assert stored_texts(self._app, USER) == Counter(self.acknowledged)
        assert verify_chain(self._app).intact
        self._app.close()
        close_pools()

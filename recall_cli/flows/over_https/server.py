"""The server of the settings, as a client uses it: one connection for a command, and for what waited before it."""

import time

from recall_cli import __version__
from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.record import Record
from recall_cli.flows.over_https.answers import answer_question, question_key
from recall_cli.flows.over_https.connection import CONNECT_SECONDS, Connection, ServerBusy
from recall_cli.flows.over_https.served_commands import COMMAND_PATH
from recall_cli.flows.over_https.token_file import find_token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.workplace import Workplace


ANSWER_SECONDS = 30.0
"""So long a command waits for its answer, once the server was reached."""
BUSY_SECONDS = 6.0
"""So long a command goes on asking a server that is busy."""
SHORTEST_PAUSE_SECONDS = 0.2
"""It pauses so long at least, whatever the server says."""
MAX_QUESTIONS = 12


class ServerError(RecallError):
    """What the server answers instead of a result, with the code and the status that it has there."""

    def __init__(self, error: "dict[str, Any]") -> None:
        message, hint = (str(error.get(name) or "")[:2_000] for name in ("message", "hint"))
        super().__init__(message or "the command failed at the server", hint)
        status = error.get("status")
        self.code = str(error.get("code") or "failed")[:40]
        self.status = status if type(status) is int and 0 < status < 126 else 1


class Server:
    """One conversation with the server."""

    def __init__(
        self,
        app: "App",
        *,
        connect_seconds: float = CONNECT_SECONDS,
        seconds: float = ANSWER_SECONDS,
        patience: float = BUSY_SECONDS,
    ) -> None:
        self._app, self._seconds, self._patience = app, seconds, patience
        self._connection = Connection(app.settings.database, find_token(app), seconds=connect_seconds)

    def ask(self, request: "dict[str, Any]", place: "Workplace | None" = None) -> "dict[str, Any]":
        """The answer to a request. What the server asks about files of this machine is answered on the way."""
        answers = dict(request.get("answers") or {})
        for _ in range(MAX_QUESTIONS):
            body = dumps_utf8({"version": __version__, **request, "answers": answers})
            try:
                answer = loads(self._post(body.encode("utf-8", "surrogatepass")).decode("utf-8"))
            except ValueError:
                answer = None
            if not isinstance(answer, dict):
                raise StoreError("the server's answer is malformed", "update recall, here and at the server")
            question = answer.get("asks")
            if question is None:
                return answer
            if not (isinstance(question, list) and len(question) == 2 and isinstance(question[0], str)):
                break
            kind, subject = question
            answers[question_key(kind, subject)] = answer_question(self._app, kind, subject, place)
        raise StoreError("the server asks on and on", "update recall, here and at the server")

    def _post(self, body: bytes) -> bytes:
        """The answer to a request; a server that is busy, or that wants fewer requests a minute, is asked again."""
        while True:
            try:
                return self._connection.post(COMMAND_PATH, body, seconds=self._seconds)
            except ServerBusy as busy:
                pause = max(SHORTEST_PAUSE_SECONDS, busy.retry_seconds)
                if pause > self._patience:
                    raise
                self._patience -= pause
                time.sleep(pause)

    def close(self) -> None:
        """End the conversation."""
        self._connection.close()


class About(Record):
    """A server, and whose token it was asked with."""

    version: str
    user: str
    token: str
    expires_at: "int | None"
    may_write: bool


def count_memories(app: "App") -> int:
    """How many memories the user of the token has on the server."""
    server = Server(app, seconds=5.0)
    try:
        answer = server.ask({"command": "count", "values": {"project": "*"}, "json": True})
    finally:
        server.close()
    data = answer.get("data")
    count = data.get("count") if isinstance(data, dict) else None
    return count if type(count) is int else 0


def ask_about(app: "App") -> About:
    """What the server of the settings says; StoreError if it does not answer or does not take the token."""
    server = Server(app, seconds=5.0)
    try:
        answer = server.ask({"command": "about", "values": {}})
    finally:
        server.close()
    version, user, token, expires_at = (answer.get(name) for name in ("version", "user", "token", "expires_at"))
    if not all(isinstance(text, str) and text.isprintable() for text in (version, user, token)):
        raise StoreError("the server's answer is malformed", "update recall, here and at the server")
    rights = answer.get("rights")
    return About(
        version=str(version)[:40],
        user=str(user)[:100],
        token=str(token)[:100],
        expires_at=expires_at if type(expires_at) is int else None,
        may_write=isinstance(rights, list) and "write" in rights,
    )

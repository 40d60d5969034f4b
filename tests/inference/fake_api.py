"""The Messages API on this machine: a real HTTP server that gives the answers it is told to give."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.local_server import serve_in_thread

API_KEY = "sk-ant-api03-QmV0d2Vlbi1Vcy1Ob3RoaW5nSXNTYWlk-x7Hq2LpZ9wAA"
PORT_NOTE = {"text": "The billing API listens on port 8080.", "type": "fact", "from": [2], "replaces": ""}
"""A note as in a good answer, about the second sentence of a text."""


class FakeApi:
    """The next answers of the server, and the requests that it got."""

    def __init__(self) -> None:
        self.acts: list[Any] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.url = ""
        self.always: Callable[[Any], tuple[int, str | None]] | None = None
        """Chooses the answer by the request, if nothing else is planned."""

    def notes(self, *items: Any, **more: Any) -> None:
        """Answer with these notes."""
        self.answer_text(json.dumps({"notes": [*items]}), **more)

    def answer_text(
        self, text: str, *, stop: str = "end_turn", tokens: tuple[int, int] = (2000, 300), times: int = 1
    ) -> None:
        """Answer with this text."""
        self.acts += [_message_body(text, stop, tokens)] * times

    def message(self, items: list[Any]) -> tuple[int, str]:
        """An answer with these notes, for a function that chooses by the request."""
        return _message_body(json.dumps({"notes": items}), "end_turn", (2000, 300))

    def answer_error(self, status: int, *, times: int = 1) -> None:
        """Answer with an error that repeats the request, as a careless server might."""
        self.acts += [(status, None)] * times

    def answers(self, status: int, body: str) -> None:
        """Answer with exactly this."""
        self.acts.append((status, body))

    def close_connection(self, *, times: int = 1) -> None:
        """Close the connection without an answer."""
        self.acts += ["closed"] * times

    def answer_slowly(self) -> None:
        """Answer one byte at a time, forever: each read succeeds, and the total never ends."""
        self.acts.append("drip")

    def never_answer(self) -> None:
        """Never answer."""
        self.acts.append("sleep")


def _message_body(text: str, stop: str, tokens: tuple[int, int]) -> tuple[int, str]:
    usage = {"input_tokens": tokens[0], "output_tokens": tokens[1]}
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-played",
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage,
        "content": [{"type": "text", "text": text}],
    }
    return 200, json.dumps(message)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


@contextmanager
def run_fake_api() -> Iterator[FakeApi]:
    """The server, for the time of a test."""
    play = FakeApi()
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            play.requests.append({"path": self.path, "headers": dict(self.headers), "body": json.loads(body)})
            sent = self.headers.get("authorization") or self.headers.get("x-api-key") or ""
            play.keys.append(sent.removeprefix("Bearer "))
            act = play.acts.pop(0) if play.acts else play.always(json.loads(body)) if play.always else (500, None)
            if act == "sleep":
                over.wait(30)
            elif act == "drip":
                self._drip()
            elif act != "closed":
                self._answer(*act, body)
                return
            self.close_connection = True

        def _answer(self, status: int, text: str | None, asked: bytes) -> None:
            echo = {"type": "error", "error": {"type": "played", "message": f"{play.keys[-1]} {asked.decode()}"}}
            said = (json.dumps(echo) if text is None else text).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said)))
            if status in (429, 529):
                self.send_header("retry-after-ms", "10")
            self.end_headers()
            self.wfile.write(said)

        def _drip(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", "100000")
            self.end_headers()
            try:
                while not over.is_set():
                    self.wfile.write(b" ")
                    self.wfile.flush()
                    time.sleep(0.05)
            except OSError:
                pass

        def log_message(self, format: str, *args: Any) -> None:
            """No log messages."""

    server = _Server(("127.0.0.1", 0), Handler)
    play.url = f"http://127.0.0.1:{server.server_address[1]}"
    with serve_in_thread(server):
        try:
            yield play
        finally:
            over.set()

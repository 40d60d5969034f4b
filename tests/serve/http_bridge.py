"""HTTP on one side and `recall mcp` on the other, for a suite that speaks HTTP only."""

import contextlib
import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

from tests.local_server import serve_in_thread
from tests.serve.client import Client


@contextlib.contextmanager
def bridge_to(client: Client) -> Iterator[str]:
    """Pass each message to the server's standard input, and its answer back; the address."""
    lock = threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None: ...

        def reply(self, status: int, body: bytes = b"") -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            if body:
                self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            self.reply(405)

        do_DELETE = do_GET

        def do_POST(self) -> None:
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                client.write(message)
                answer = client.read() if "id" in message and "method" in message else None
            self.reply(202 if answer is None else 200, b"" if answer is None else json.dumps(answer).encode())

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with serve_in_thread(server):
        yield f"http://127.0.0.1:{server.server_port}/mcp"

"""HTTP on one side and `recall mcp` on the other, for a suite that speaks HTTP only."""

import http.server
import json
import threading
from typing import Any

from tests.serve.client import Client


class Bridge:
    """Passes each message to the server's standard input, and its answer back."""

    def __init__(self, client: Client) -> None:
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

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/mcp"

    def __enter__(self) -> "Bridge":
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

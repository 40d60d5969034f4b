"""A web server of somebody else on this machine, whose page tries to use recall's."""

import contextlib
import http.server
from collections.abc import Iterator

from tests.local_server import serve_in_thread


@contextlib.contextmanager
def foreign_site(page: str, policy: str = "") -> Iterator[int]:
    """Serve one page, with a policy of what it tells of itself to others; the port."""

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            if policy:
                self.send_header("Referrer-Policy", policy)
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    with serve_in_thread(site):
        yield site.server_port

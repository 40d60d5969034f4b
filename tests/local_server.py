"""A server of a test, in a thread of this process, which ends with its block and not up to half a second later."""

import contextlib
import socketserver
import threading
from collections.abc import Iterator

POLL_SECONDS = 0.01
"""How often the server looks whether it is over: Python's own loop looks twice a second."""


@contextlib.contextmanager
def serve_in_thread(server: socketserver.BaseServer) -> Iterator[None]:
    """Serve until the end of the block."""
    thread = threading.Thread(target=server.serve_forever, args=(POLL_SECONDS,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

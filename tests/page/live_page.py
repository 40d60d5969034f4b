"""A running `recall view --live`, and requests to it as a browser sends them, or as somebody else does."""

import contextlib
import fcntl
import json
import os
import pty
import struct
import subprocess
import termios
from collections.abc import Iterator
from typing import Any

from tests.command import WITHOUT_AGENT, Home
from tests.serve.http_client import Answer, HttpServer, read_answer

TEXT = "The API listens on port 8080."
"""What the store of the fixture `page` holds."""


class LivePage(HttpServer):
    """A running page: its address, its cookie, its token."""

    url = ""
    cookie = ""
    page_token = ""

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def one_time_path(self) -> str:
        """The path of the address that opens the page."""
        return self.url.removeprefix(self.origin)

    def ask(self, method: str, path: str, headers: dict[str, str | None], body: bytes = b"") -> Answer:
        """The answer to exactly these headers; a header that is None is left out."""
        all_headers: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", **headers}
        if body:
            all_headers.setdefault("Content-Length", str(len(body)))
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in all_headers.items() if v is not None)]
        with self.connect() as connection:
            connection.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)
            return read_answer(connection)

    def enter(self) -> Answer:
        """Open the page as the browser does at first; the whole page."""
        entry = self.ask("GET", self.one_time_path, {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"})
        assert entry.status == 200, entry.text
        self.cookie = entry.headers["set-cookie"].partition(";")[0]
        page = self.ask("GET", "/", {"Cookie": self.cookie})
        self.page_token = page_data_of(page.text)["live"]["token"]
        return page

    @property
    def own_headers(self) -> dict[str, str | None]:
        """What the page itself sends with a request."""
        return {
            "Origin": self.origin, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors",
            "Content-Type": "application/json", "Cookie": self.cookie, "X-Recall-Page": self.page_token,
        }  # fmt: skip

    def act(self, name: str, **values: Any) -> Answer:
        """Do something as the page itself does it."""
        return self.ask("POST", f"/act/{name}", self.own_headers, json.dumps({"since": 0, **values}).encode())


def page_data_of(text: str) -> Any:
    """The data inside a page."""
    return json.loads(text.partition('<script type="application/json" id="data">')[2].partition("</script>")[0])


@contextlib.contextmanager
def live_page(recall: Home, *args: str, person: bool = True) -> Iterator[LivePage]:
    """`recall view --live` running: at a terminal for a person, else as a program starts it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    process = recall.start(
        "ui", "--json", "--no-open", *args, code=WITHOUT_AGENT, stdin=theirs if person else subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=theirs if person else subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        started = json.loads(process.stdout.readline())
        page = LivePage(recall, process, started["port"])
        page.url = started["url"]
        yield page
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
        if process.stderr is not None:
            process.stderr.close()
        os.close(ours)

"""A connection that gives up when its server has stopped answering: frozen, cut off, or behind a dead proxy.

Only the client can notice that: a frozen server keeps its connections, and its own timeouts stand still. A long
statement of a healthy server is waited for.
"""

import socket
import time

import psycopg  # noqa: TID253 — this module is loaded when a connection is opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Steps = Generator[Any, Any, Any]

SILENCE_SECONDS = 1.0
"""After so long without a byte, the server is asked whether it still answers anybody."""
LATER_SILENCE_SECONDS = 5.0
"""The same for a statement that has been waited for once already."""
PROBE_SECONDS = 1.0
REST_SECONDS = 1.0
"""So long after a server was found silent, nobody of this process waits for it again."""
SSL_REQUEST = b"\0\0\0\x08\x04\xd2\x16\x2f"
"""What every server answers with one letter before anybody has logged in."""
_silent_until: dict[str, float] = {}
"""Servers that were found silent, by their addresses."""


class ServerSilent(psycopg.OperationalError):
    """The server has stopped answering."""

    def __init__(self) -> None:
        super().__init__("it does not answer")


class WatchedConnection(psycopg.Connection["tuple[Any, ...]"]):
    """A connection whose waits end when the server is silent."""

    url = ""
    """The address that it was opened with."""
    keeps_settings = True
    """Whether what was set when it was opened holds; not behind a pooler that lends it for one transaction."""

    def wait(self, gen: "Steps", *args: "Any", **more: "Any") -> "Any":
        """The result of one exchange with the server; ServerSilent, and a closed connection, if it is silent."""
        return super().wait(self._watch(gen), *args, **more)

    def _watch(self, gen: "Steps") -> "Steps":
        """The steps of an exchange. While nothing arrives, psycopg goes on with a step ten times a second."""
        try:
            wanted = next(gen)
            deadline = time.monotonic() + SILENCE_SECONDS
            while True:
                ready = yield wanted
                if ready:
                    deadline = time.monotonic() + SILENCE_SECONDS
                elif time.monotonic() > deadline:
                    if not answers(self.info.hostaddr or self.info.host, self.info.port):
                        note_silence(self.url)
                        self.close()
                        raise ServerSilent
                    deadline = time.monotonic() + LATER_SILENCE_SECONDS
                wanted = gen.send(ready)
        except StopIteration as end:
            return end.value


def answers(host: str, port: int) -> bool:
    """Whether a server still answers there; it is not asked for more than a letter."""
    is_file = host.startswith(("/", "@"))
    place: Any = host.replace("@", "\0", 1) + f"/.s.PGSQL.{port}" if is_file else (host, port)
    try:
        with socket.socket(socket.AF_UNIX) if is_file else socket.create_connection(place, PROBE_SECONDS) as probe:
            probe.settimeout(PROBE_SECONDS)
            if is_file:
                probe.connect(place)
            probe.sendall(SSL_REQUEST)
            return bool(probe.recv(1))
    except OSError:
        return False


def note_silence(url: str) -> None:
    """Let nobody of this process wait for this server for a moment."""
    _silent_until[url] = time.monotonic() + REST_SECONDS


def check_silence(url: str) -> None:
    """ServerSilent if this server was found silent a moment ago."""
    if is_silent(url):
        raise ServerSilent


def is_silent(url: str) -> bool:
    """Whether this server was found silent a moment ago."""
    return time.monotonic() < _silent_until.get(url, 0.0)

"""A way to a server that can be frozen: connections stay open and nothing arrives, as on a machine that hangs."""

import contextlib
import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.postgres_server import LOGIN, PostgresServer

PORT = 5432


class FreezableServer:
    """Hands everything on between clients and a server, until it is frozen."""

    def __init__(self, server: PostgresServer, folder: Path) -> None:
        self.folder, self._target = folder, str(server.socket / f".s.PGSQL.{PORT}")
        self._flows = threading.Event()
        self._flows.set()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / f".s.PGSQL.{PORT}"))
        self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, database: str) -> str:
        """The address of a database on this way."""
        return f"postgresql://{LOGIN}@/{database}?host={self.folder}"

    def freeze(self) -> None:
        """Hand nothing on any more, and answer nobody."""
        self._flows.clear()

    def thaw(self) -> None:
        """Go on, as if nothing had been."""
        self._flows.set()

    def close(self) -> None:
        """Take no more connections."""
        self.thaw()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._flows.wait()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._target)
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := source.recv(65536):
                self._flows.wait()
                target.sendall(part)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def freezable(server: PostgresServer) -> Iterator[FreezableServer]:
    """A way to this server."""
    with tempfile.TemporaryDirectory(prefix="recall-way-") as folder:
        way = FreezableServer(server, Path(folder))
        yield way
        way.close()

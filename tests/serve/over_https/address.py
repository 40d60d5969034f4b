"""A server with a certificate of its own, and homes of people who reach it by its address."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.command import Home
from tests.serve.http_client import HttpServer, serve_http


def make_certificate(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """A certificate for a name and for 127.0.0.1, and its key."""
    folder.mkdir(parents=True, exist_ok=True)
    cert, key = folder / "cert.pem", folder / "key.pem"
    numbers = ",IP:127.0.0.1" if name == "localhost" else ""
    subprocess.run(
        [
            *"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3".split(),
            *("-keyout", str(key), "-out", str(cert), "-subj", f"/CN={name}"),
            *("-addext", f"subjectAltName=DNS:{name}{numbers}"),
        ],
        check=True,
        capture_output=True,
    )
    return cert, key


class Served:
    """A running server and how its clients reach it."""

    def __init__(self, server: HttpServer, cert: Path) -> None:
        self.server, self.cert = server, cert

    @property
    def address(self) -> str:
        """What a client's setting `db` is."""
        return f"https://localhost:{self.server.port}"

    def token(self, name: str, *args: str) -> str:
        """A token that may give commands."""
        return self.server.token(name, "--allow", "commands", *args, person=True)

    def client(self, folder: Path, token: str, **more: str) -> Home:
        """The home of a person whose store is at the address."""
        home = Home(folder)
        home.more = {"RECALL_DB": self.address, "RECALL_TOKEN": token, "SSL_CERT_FILE": str(self.cert), **more}
        return home


@contextlib.contextmanager
def serve_tls(recall: Home, folder: Path, *args: str, name: str = "localhost", **more: Any) -> Iterator[Served]:
    """A server with TLS; it has a store already."""
    cert, key = make_certificate(folder, name)
    with serve_http(recall, "--tls-cert", str(cert), "--tls-key", str(key), *args, **more) as server:
        yield Served(server, cert)

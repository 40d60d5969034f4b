"""Git servers on loopback: git daemon, smart HTTP, ssh, and one that never answers."""

import base64
import getpass
import http.server
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.local_server import serve_in_thread

SSHD = shutil.which("sshd", path="/usr/sbin:/sbin:/usr/bin")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for_port(port: int) -> None:
    """Wait until somebody listens there."""
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


@contextmanager
def running(command: "list[str]", port: int) -> "Iterator[None]":
    """A server until the end of the block."""
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield
    finally:
        server.terminate()
        server.wait()


@contextmanager
def git_daemon(hub: Path) -> "Iterator[str]":
    """git's own server, which runs the hooks of the repository."""
    port = free_port()
    command = ["git", "daemon", "--export-all", "--enable=receive-pack", f"--base-path={hub.parent}"]
    with running([*command, "--listen=127.0.0.1", f"--port={port}", str(hub.parent)], port):
        yield f"git://127.0.0.1:{port}/{hub.name}"


class _SmartHttp(http.server.BaseHTTPRequestHandler):
    """git http-backend behind Python's web server; with a password if the server has one."""

    server: "HttpServer"

    def do_GET(self) -> None:
        """Answer both kinds of requests."""
        expected = "Basic " + base64.b64encode(f"me:{self.server.password}".encode()).decode()
        if self.server.password and self.headers.get("Authorization") != expected:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        path, _, query = self.path.partition("?")
        environment = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": str(self.server.folder), "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": self.command, "REMOTE_USER": "me",
            "REMOTE_ADDR": "127.0.0.1", "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }  # fmt: skip
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        answer = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True).stdout
        head, _, content = answer.partition(b"\r\n\r\n")
        headers = [line.split(": ", 1) for line in head.decode().split("\r\n")]
        status = next((value for name, value in headers if name == "Status"), "200 OK")
        self.send_response(int(status.split()[0]))
        for name, value in headers:
            if name != "Status":
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class HttpServer(http.server.ThreadingHTTPServer):
    """The server of one folder of repositories."""

    folder = Path()
    password = ""


@contextmanager
def smart_http(hub: Path, password: str = "") -> "Iterator[tuple[str, HttpServer]]":
    """The address of a repository over HTTP, and its server."""
    subprocess.run(["git", "config", "http.receivepack", "true"], cwd=hub, check=True)
    server = HttpServer(("127.0.0.1", 0), _SmartHttp)
    server.folder, server.password = hub.parent, password
    with serve_in_thread(server):
        yield f"http://127.0.0.1:{server.server_port}/{hub.name}", server


@contextmanager
def ssh_server(hub: Path) -> "Iterator[tuple[str, Path]]":
    """The address of a repository over ssh, and a folder with the `ssh` that reaches it: a real one if sshd is here."""
    folder = hub.parent / "ssh"
    folder.mkdir(mode=0o700)
    ssh = folder / "ssh"
    if SSHD is None:
        ssh.write_text('#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n')
        ssh.chmod(0o755)
        yield f"ssh://127.0.0.1{hub}", folder
        return
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    (folder / "authorized").write_bytes((folder / "user.pub").read_bytes())
    port = free_port()
    settings = [f"Port={port}", "ListenAddress=127.0.0.1", f"HostKey={folder}/host", f"PidFile={folder}/pid",
                f"AuthorizedKeysFile={folder}/authorized", "StrictModes=no", "UsePAM=no"]  # fmt: skip
    options = [word for setting in settings for word in ("-o", setting)]
    client = f"-F none -i {folder}/user -o IdentitiesOnly=yes -o UserKnownHostsFile={folder}/known"
    ssh.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} {client} -o StrictHostKeyChecking=accept-new "$@"\n')
    ssh.chmod(0o755)
    Path("/run/sshd").mkdir(exist_ok=True) if os.getuid() == 0 else None
    with running([SSHD, "-D", "-f", "/dev/null", *options], port):
        yield f"ssh://{getpass.getuser()}@127.0.0.1:{port}{hub}", folder


@contextmanager
def silent_server() -> "Iterator[str]":
    """A server that takes calls and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield f"git://127.0.0.1:{listening.getsockname()[1]}/hub.git"

"""The way to a server: direct, or through the proxy that the system names."""

import os
import socket
import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROXY_VARIABLES = ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
MAX_ANSWER_BYTES = 16_384


def connect(scheme: str, host: str, port: int, deadline: float) -> socket.socket:
    """A connection to a server, in plain; OSError if there is none before the deadline."""
    named = _proxy_for(host) if scheme == "https" else None
    if named is None:
        return _connect_directly(host, port, deadline)
    found = _connect_directly(named[0], named[1], deadline)
    try:
        found.settimeout(max(0.01, deadline - monotonic()))
        found.sendall(_tunnel_request(host, port, named[2]))
        answer = b""
        while b"\r\n\r\n" not in answer and len(answer) < MAX_ANSWER_BYTES:
            piece = found.recv(1)  # what follows belongs to the server
            if not piece:
                break
            answer += piece
        if answer.split(b" ")[1:2] != [b"200"]:
            raise OSError(f"the proxy {named[0]} does not let it through")
    except BaseException:
        found.close()
        raise
    return found


def _tunnel_request(host: str, port: int, login: str) -> bytes:
    target = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
    if login:
        from base64 import b64encode

        lines.append(f"Proxy-Authorization: Basic {b64encode(login.encode()).decode()}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii", "replace")


def _proxy_for(host: str) -> "tuple[str, int, str] | None":
    """The proxy for a host: its name, its port and its login; None if the system names none. Loopback has none."""
    if sys.platform not in ("darwin", "win32") and not any(os.environ.get(name) for name in PROXY_VARIABLES):
        return None
    from urllib.parse import unquote, urlsplit
    from urllib.request import getproxies, proxy_bypass

    proxies = getproxies()
    named = proxies.get("https") or proxies.get("all")
    if not named or host in ("localhost", "127.0.0.1", "::1") or proxy_bypass(host):
        return None
    parts = urlsplit(named if "://" in named else f"http://{named}")
    if parts.scheme != "http" or not parts.hostname:
        raise OSError("the system's proxy is none of HTTP")
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}" if parts.username else ""
    return parts.hostname, parts.port or 8080, login


def _connect_directly(host: str, port: int, deadline: float) -> socket.socket:
    """The first of a host's addresses that answers, each with its share of the time that is left."""
    rows = _find_addresses(host, port, deadline)
    failure: OSError = OSError("it has no address")
    for number, (family, kind, protocol, _, place) in enumerate(rows):
        found = socket.socket(family, kind, protocol)
        try:
            found.settimeout(max(0.01, (deadline - monotonic()) / (len(rows) - number)))
            found.connect(place)
        except OSError as error:
            found.close()
            failure = error
            continue
        return found
    raise failure


def _find_addresses(host: str, port: int, deadline: float) -> "list[Any]":
    """The addresses of a host. The system's resolver knows no time limit, so it works in a thread of its own."""
    name = host.encode("ascii")  # for a text Python loads a codec first
    if host.replace(".", "").isdigit() or ":" in host or host == "localhost":
        return socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    import _thread

    results: list[Any] = []
    done = _thread.allocate_lock()
    done.acquire()

    def resolve() -> None:
        try:
            results.append(socket.getaddrinfo(name, port, type=socket.SOCK_STREAM))
        except OSError as error:
            results.append(error)
        done.release()

    _thread.start_new_thread(resolve, ())
    if not done.acquire(timeout=max(0.01, deadline - monotonic())):
        raise TimeoutError
    if isinstance(results[0], OSError):
        raise results[0]
    return list(results[0])

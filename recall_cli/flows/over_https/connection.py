"""One connection to a `recall serve`: TLS as Python checks it on this machine, and HTTP/1.1 in as little as it takes.

The standard library's HTTP client would take longer to load than a whole command. Redirects are not followed, and a
proxy is used only where the system names one.
"""

import os
import socket
import sys
from time import monotonic

from recall_cli.domain.errors import NotStored, RecallError, StoreError
from recall_cli.domain.store_errors import StoreBusy, StoreUnreachable
from recall_cli.flows.over_https import proxy
from recall_cli.store_address import split_authority

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl

CONNECT_SECONDS = 0.8
"""So long a server may take to be reached; a command then says within a second that it is away."""
MAX_HEAD_BYTES, MAX_BODY_BYTES = 65_536, 64_000_000
READ_BYTES = 262_144
RETRY_HINT = "try again, or see recall doctor"
PORTS = {"https": 443, "http": 80}


class NoAnswer(StoreUnreachable):
    """The command was sent, and no answer came: it is not known whether it was done."""


class ServerBusy(StoreBusy):
    """The server answers that it has too much to do, or that the token sends too much."""

    retry_seconds = 1
    """After this time another try makes sense."""


class Connection:
    """A connection that is opened at the first request, and used for all that follow."""

    def __init__(self, address: str, token: str, *, seconds: float = CONNECT_SECONDS) -> None:
        scheme, _, rest = address.partition("://")
        self._authority, slash, path = rest.partition("/")
        self._prefix = slash + path
        host, port = split_authority(self._authority)
        self._scheme, self._host, self._port = scheme, host.strip("[]"), int(port or PORTS[scheme])
        self._token, self._seconds = token, seconds
        self._socket: socket.socket | ssl.SSLSocket | None = None
        self._left = b""

    def post(self, path: str, body: bytes, *, seconds: float) -> bytes:
        """The body of the answer to a request; StoreError for any answer but 200."""
        if self._socket is None:
            self._open()
        head = (
            f"POST {self._prefix}{path} HTTP/1.1\r\nHost: {self._authority}\r\nAuthorization: Bearer {self._token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nAccept: application/json\r\n\r\n"
        )
        assert self._socket is not None, "it was just opened"
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(head.encode("ascii") + body)
            status, headers, answer = self._read_answer(monotonic() + seconds)
        except (OSError, EOFError, ValueError) as error:
            self.close()
            reason = "no answer came" if isinstance(error, TimeoutError) else _reason(error)
            raise NoAnswer(f"{self._host} did not answer: {reason}", RETRY_HINT) from None
        if status != 200:
            self.close()
            raise self._refusal(status, headers, answer)
        return answer

    def close(self) -> None:
        """End the connection."""
        opened, self._socket, self._left = self._socket, None, b""
        if opened is not None:
            opened.close()

    def _open(self) -> None:
        deadline = monotonic() + self._seconds
        try:
            found = proxy.connect(self._scheme, self._host, self._port, deadline)
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._socket = found if self._scheme == "http" else self._secure(found, deadline)
        except OSError as error:
            reason = "it takes too long" if isinstance(error, TimeoutError) else _reason(error)
            raise StoreUnreachable(f"{self._host} cannot be reached: {reason}", RETRY_HINT) from None

    def _secure(self, plain: socket.socket, deadline: float) -> "ssl.SSLSocket":
        """The connection inside of TLS, with the certificate checked against those that this system trusts.

        Of a folder only the certificates are read that are needed. Their file takes as long as a whole command.
        """
        import ssl

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # checks certificates and the name of the host
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        folder = _certificate_folder()
        if folder is None:
            context.load_default_certs()
        else:
            context.load_verify_locations(capath=folder)
        try:
            plain.settimeout(max(0.01, deadline - monotonic()))
            return context.wrap_socket(
                plain, server_hostname=self._host.encode("ascii")
            )  # bytes: for a text Python loads a codec
        except ssl.SSLCertVerificationError as error:
            plain.close()
            if folder is not None and error.verify_code in UNKNOWN_ISSUER_CODES:
                return self._secure_with_file(context, deadline)
            raise self._untrusted(error) from None

    def _secure_with_file(self, context: "ssl.SSLContext", deadline: float) -> "ssl.SSLSocket":
        import ssl

        context.load_default_certs()
        plain = proxy.connect(self._scheme, self._host, self._port, max(deadline, monotonic() + self._seconds / 2))
        try:
            plain.settimeout(self._seconds)
            return context.wrap_socket(plain, server_hostname=self._host.encode("ascii"))
        except ssl.SSLCertVerificationError as error:
            plain.close()
            raise self._untrusted(error) from None

    def _untrusted(self, error: "ssl.SSLCertVerificationError") -> StoreError:
        return StoreError(
            f"the certificate of {self._host} is not trusted: {error.verify_message or 'it does not fit'}",
            "ask who runs the server; SSL_CERT_FILE names a certificate of your own",
        )

    def _read_answer(self, deadline: float) -> "tuple[int, dict[str, str], bytes]":
        """The status, the headers and the body of an answer; ValueError if it is no answer of HTTP."""
        while b"\r\n\r\n" not in self._left:
            if len(self._left) > MAX_HEAD_BYTES:
                raise ValueError("the head of the answer is too long")
            self._read(deadline)
        head, _, self._left = self._left.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        words = first.split(" ", 2)
        if len(words) < 2 or not words[0].startswith("HTTP/1.") or len(words[1]) != 3 or not words[1].isdigit():
            raise ValueError("this is no answer of HTTP")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = self._read_body(headers, deadline)
        if "close" in headers.get("connection", "").lower():
            self.close()
        return int(words[1]), headers, body

    def _read_body(self, headers: "dict[str, str]", deadline: float) -> bytes:
        if "chunked" in headers.get("transfer-encoding", "").lower():
            parts = []
            while size := int(self._take_line(deadline).partition(b";")[0], 16):
                parts.append(self._take(size, deadline))
                self._take(2, deadline)
            while self._take_line(deadline):
                pass  # headers after the body
            return b"".join(parts)
        return self._take(int(headers.get("content-length", "0")), deadline)

    def _take_line(self, deadline: float) -> bytes:
        while b"\r\n" not in self._left:
            if len(self._left) > MAX_HEAD_BYTES:
                raise ValueError("a line of the answer is too long")
            self._read(deadline)
        line, _, self._left = self._left.partition(b"\r\n")
        return line

    def _take(self, size: int, deadline: float) -> bytes:
        if not 0 <= size <= MAX_BODY_BYTES:
            raise ValueError("the answer is too long")
        while len(self._left) < size:
            self._read(deadline)
        taken, self._left = self._left[:size], self._left[size:]
        return taken

    def _read(self, deadline: float) -> None:
        assert self._socket is not None, "a request was sent"
        left = deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        piece = self._socket.recv(READ_BYTES)
        if not piece:
            raise EOFError
        self._left += piece

    def _refusal(self, status: int, headers: "dict[str, str]", body: bytes) -> RecallError:
        """The error for an answer that refuses the command."""
        line = body[:500].decode("utf-8", "replace").partition("\n")[0]
        said = "".join(letter if letter.isprintable() else " " for letter in line)[:300] or f"status {status}"
        if status in (401, 403):
            from recall_cli.domain.store_errors import TokenRefused

            return TokenRefused(f"{self._host} refuses this machine's token: {said}", "recall join takes a new one")
        if status in (429, 503):
            busy, wait = ServerBusy(f"{self._host}: {said}", "try again in a moment"), headers.get("retry-after", "")
            busy.retry_seconds = int(wait) if wait.isdigit() and len(wait) < 6 else 1
            return busy
        if status == 413:
            return NotStored(f"the server does not take so much at once: {said}", "send it in parts")
        if 300 <= status < 400:
            return StoreError(f"{self._host} sends elsewhere, which recall does not follow", "name that address itself")
        if status in (404, 405, 421):
            return StoreError(f"{self._host} answers, but not as a recall serve: {said}", "check the address")
        return StoreError(f"{self._host} refuses the command: {said}", "recall doctor")


UNKNOWN_ISSUER_CODES = (2, 18, 19, 20, 21)
"""What OpenSSL calls a certificate whose issuer it does not have."""


def _certificate_folder() -> "str | None":
    """The folder with the certificates that Python trusts here, by their hashes; None if only a file has them."""
    import ssl

    if os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR") or sys.platform in ("win32", "darwin"):
        return None
    folder = ssl.get_default_verify_paths().capath
    try:
        with os.scandir(folder or "") as entries:
            return folder if any(entry.name.endswith(".0") for entry in entries) else None
    except OSError:
        return None


def _reason(error: Exception) -> str:
    """Why a connection failed, in a few words."""
    if isinstance(error, EOFError):
        return "the connection was closed"
    if isinstance(error, OSError):
        return (error.strerror or str(error) or type(error).__name__).lower()[:120]
    return str(error)[:120]

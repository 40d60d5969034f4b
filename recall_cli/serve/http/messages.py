"""HTTP/1.1 requests and responses as values: bytes in, values out."""

from http import HTTPStatus

from recall_cli.domain.json_text import dumps_utf8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_HEAD_BYTES = 32_768
"""A longer head of a request is refused."""
MAX_BODY_BYTES = 8_000_000
"""A longer body is refused and not kept."""
JSON_TYPE, TEXT_TYPE, STREAM_TYPE = "application/json", "text/plain; charset=utf-8", "text/event-stream"
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SINGLE_HEADERS = frozenset(
    """host authorization content-length content-type origin mcp-protocol-version mcp-method mcp-name mcp-session-id
    a2a-version transfer-encoding""".split()
)
"""Headers that decide something: two of one kind are refused, since two readers could choose differently."""
_NAME_SIGNS = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz")


class HttpError(Exception):
    """A request is answered with this status and sentence."""

    def __init__(self, status: int, text: str, headers: "dict[str, str] | None" = None) -> None:
        super().__init__(text)
        self.status, self.text, self.headers = status, text, headers or {}


class Request:
    """A request: its head, and its body once that is read."""

    __slots__ = ("body", "headers", "method", "path", "query", "version")

    def __init__(self, method: str, path: str, query: str, version: str, headers: "dict[str, str]") -> None:
        self.method, self.path, self.query, self.version, self.headers = method, path, query, version, headers
        self.body = b""

    @property
    def keeps_alive(self) -> bool:
        """May the client send another request on this connection?"""
        wish = self.headers.get("connection", "").lower()
        return "close" not in wish if self.version == "HTTP/1.1" else "keep-alive" in wish

    @property
    def is_chunked(self) -> bool:
        return "transfer-encoding" in self.headers

    @property
    def body_length(self) -> int:
        """The length of a body that is not in chunks."""
        return int(self.headers.get("content-length", "0"))

    def accepts(self, kind: str) -> bool:
        """Does the client take answers of this type?"""
        wanted = self.headers.get("accept", "*/*").lower()
        return kind in wanted or "*/*" in wanted or f"{kind.partition('/')[0]}/*" in wanted


class Response:
    """A complete answer."""

    __slots__ = ("body", "content_type", "headers", "status")

    def __init__(
        self, status: int, body: bytes = b"", content_type: str = JSON_TYPE, headers: "dict[str, str] | None" = None
    ) -> None:
        self.status, self.body, self.content_type, self.headers = status, body, content_type, headers or {}


def json_response(status: int, document: "Any", headers: "dict[str, str] | None" = None) -> Response:
    """An answer that is one JSON document."""
    return Response(status, dumps_utf8(document).encode("utf-8", "replace"), JSON_TYPE, headers)


def error_response(error: HttpError) -> Response:
    """The answer to a request that is refused: one line."""
    return Response(error.status, (error.text + "\n").encode(), TEXT_TYPE, error.headers)


def parse_head(head: bytes) -> Request:
    """The request with this head; HttpError if it is not as it should be."""
    lines = head.decode("latin-1").split("\r\n")
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[0].isalpha() or not parts[1]:
        raise HttpError(400, "this is no HTTP request")
    method, target, version = parts
    if version not in ("HTTP/1.1", "HTTP/1.0"):
        raise HttpError(505, "this server speaks HTTP/1.1")
    authority, target = _split_target(target)
    path, _, query = target.partition("?")
    headers = _parse_headers([line for line in lines[1:] if line])
    if authority is not None and authority.lower() != headers.get("host", "").lower():
        raise HttpError(400, "the address of the request and its Host header name different hosts")
    _check_framing(headers)
    return Request(method.upper(), path, query, version, headers)


def _split_target(target: str) -> "tuple[str | None, str]":
    """The host that a request names in its first line, as proxies are sent it, or None; and the path with its query."""
    if target.startswith("/") or target == "*":
        return None, target
    scheme, mark, rest = target.partition("://")
    if not mark or scheme.lower() not in ("http", "https"):
        raise HttpError(400, "the address of the request is malformed")
    end = min(at for at in (rest.find("/"), rest.find("?"), len(rest)) if at >= 0)
    return rest[:end], rest[end:] if rest[end : end + 1] == "/" else "/" + rest[end:]


def _parse_headers(lines: "list[str]") -> "dict[str, str]":
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        name = name.lower()
        if not colon or not name or not set(name) <= _NAME_SIGNS or "\n" in value or "\r" in value or "\0" in value:
            raise HttpError(400, "a header of the request is malformed")
        if name not in headers:
            headers[name] = value.strip(" \t")
        elif name in _SINGLE_HEADERS:
            raise HttpError(400, f"the header {name} appears more than once")
        else:
            headers[name] += ", " + value.strip(" \t")
    return headers


def _check_framing(headers: "dict[str, str]") -> None:
    """A body whose end two readers could see at different places is refused."""
    length, coding = headers.get("content-length"), headers.get("transfer-encoding")
    if length is not None and coding is not None:
        raise HttpError(400, "content-length and transfer-encoding exclude each other")
    if coding is not None and coding.lower() != "chunked":
        raise HttpError(501, "the only transfer-encoding here is chunked")
    if length is not None and not (length.isascii() and length.isdigit() and len(length) < 16):
        raise HttpError(400, "content-length is a number")
    if length is not None and int(length) > MAX_BODY_BYTES:
        raise too_large()


def too_large() -> HttpError:
    """The refusal of a body that is too long."""
    return HttpError(413, f"the body is too long: at most {MAX_BODY_BYTES:,} bytes are possible")


def parse_chunk_size(line: bytes) -> int:
    """The size in the first line of a chunk."""
    digits = line.partition(b";")[0].strip()
    if not digits or len(digits) > 8 or not set(digits.lower()) <= set(b"0123456789abcdef"):
        raise HttpError(400, "a chunk of the body is malformed")
    return int(digits, 16)


def encode_head(response: Response, *, length: "int | None", keep_alive: bool) -> bytes:
    """The head of an answer; without a length it is a stream that ends with the connection."""
    lines = [f"HTTP/1.1 {response.status} {HTTPStatus(response.status).phrase}"]
    if response.body or length is None:
        lines.append(f"Content-Type: {response.content_type}")
    if length is not None:
        lines.append(f"Content-Length: {length}")
    lines += [f"{name}: {value}" for name, value in response.headers.items()]
    lines += ["Cache-Control: no-store", "X-Content-Type-Options: nosniff"]
    lines.append(f"Connection: {'keep-alive' if keep_alive else 'close'}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


def encode_event(document: "Any") -> bytes:
    """A JSON document as one event of a stream."""
    return b"event: message\ndata: " + dumps_utf8(document).encode("utf-8", "replace") + b"\n\n"

"""Messages of the Model Context Protocol: versions, requests, results, errors. Values in, values out."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HANDSHAKE_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Versions that begin with `initialize`, oldest first."""
ENVELOPE_VERSIONS = ("2026-07-28",)
"""Versions in which each request names its version and its client."""
BATCH_VERSION = "2025-03-26"
"""The only version with several messages in one list."""
MAX_BATCH = 100
META_PREFIX = "io.modelcontextprotocol/"
VERSION_KEY, CLIENT_KEY, CAPABILITIES_KEY, SERVER_KEY = (
    META_PREFIX + name for name in ("protocolVersion", "clientInfo", "clientCapabilities", "serverInfo")
)
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
RESOURCE_NOT_FOUND, UNSUPPORTED_VERSION = -32002, -32022
CACHEABLE_METHODS = frozenset(
    "server/discover tools/list prompts/list resources/list resources/templates/list resources/read".split()
)
"""Methods whose results say how long a client may keep them (2026-07-28)."""
LIST_LIFETIME_MS = 300_000


class ProtocolError(Exception):
    """A request cannot be answered; the client gets this error."""

    def __init__(self, code: int, message: str, data: "Any" = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class Request(Record):
    """A request, checked: its method and parameters, and who asks."""

    id: "str | int"
    method: str
    params: "dict[str, Any]"
    version: "str | None" = None
    """The version in the envelope; None in the versions with a handshake."""
    client: "dict[str, Any]" = {}
    """What the envelope says of the client."""

    @property
    def progress_token(self) -> "str | int | None":
        token = meta_of(self.params).get("progressToken")
        return token if isinstance(token, (str, int)) and not isinstance(token, bool) else None


def meta_of(params: "Any") -> "dict[str, Any]":
    """The `_meta` object of some parameters; empty if there is none."""
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def is_request_id(value: object) -> bool:
    """Is this an id that a request may have?"""
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def message_id(message: "Any") -> "str | int | None":
    """The id to answer a bad message with."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if is_request_id(found) else None


def parse_request(message: "dict[str, Any]") -> Request:
    """The request in a message that has a method and an id; ProtocolError if it is not as it should be."""
    if message.get("jsonrpc") != "2.0":
        raise ProtocolError(INVALID_REQUEST, 'a message needs "jsonrpc": "2.0"')
    if not is_request_id(message.get("id")):
        raise ProtocolError(INVALID_REQUEST, "the id of a request is a text or a whole number")
    method, params = message["method"], message.get("params")
    if not isinstance(method, str):
        raise ProtocolError(INVALID_REQUEST, "the method of a request is a text")
    if params is None:
        params = {}
    if not isinstance(params, dict):
        raise ProtocolError(INVALID_PARAMS, "the parameters of a request are an object")
    if "_meta" in params and not isinstance(params["_meta"], dict):
        raise ProtocolError(INVALID_PARAMS, "_meta is an object")
    request = Request(id=message["id"], method=method, params=params)
    meta = meta_of(params)
    return request if VERSION_KEY not in meta or method == "initialize" else _with_envelope(request, meta)


def _with_envelope(request: Request, meta: "dict[str, Any]") -> Request:
    """A request of a version without a handshake; the envelope must be complete."""
    version, client = meta[VERSION_KEY], meta.get(CLIENT_KEY)
    if CAPABILITIES_KEY not in meta:
        raise ProtocolError(INVALID_PARAMS, f"_meta needs {CAPABILITIES_KEY}")
    if not isinstance(version, str):
        raise ProtocolError(INVALID_PARAMS, f"{VERSION_KEY} is a text")
    if version not in ENVELOPE_VERSIONS:
        data = {"supported": [*ENVELOPE_VERSIONS], "requested": version[:100]}
        raise ProtocolError(UNSUPPORTED_VERSION, "Unsupported protocol version", data)
    return request.but(version=version, client=client if isinstance(client, dict) else {})


def negotiate_version(requested: object) -> str:
    """The version for a handshake: the client's, if it is known, else the newest."""
    return requested if requested in HANDSHAKE_VERSIONS and isinstance(requested, str) else HANDSHAKE_VERSIONS[-1]


def result_message(request: Request, result: "dict[str, Any]", server: "dict[str, Any]") -> "dict[str, Any]":
    """The answer to a request, in the form of its version."""
    if request.version is not None:
        if request.method in CACHEABLE_METHODS:
            lifetime = 0 if request.method == "resources/read" else LIST_LIFETIME_MS
            result = {**result, "ttlMs": lifetime, "cacheScope": "private"}
        result = {**result, "resultType": "complete", "_meta": {SERVER_KEY: server}}
    return {"jsonrpc": "2.0", "id": request.id, "result": result}


def error_message(id_: "str | int | None", error: ProtocolError) -> "dict[str, Any]":
    """The answer to a request that failed, or to a message that could not be read."""
    document: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data is not None:
        document["data"] = error.data
    return {"jsonrpc": "2.0", "id": id_, "error": document}


def progress_message(params: "dict[str, Any]") -> "dict[str, Any]":
    """A report of how far a call is. It needs no answer."""
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}

"""MCP over streamable HTTP: one POST a message, answered as JSON, or as a stream where progress is reported.

Both generations are served without state on the server: a client of 2025-11-25 or before begins with `initialize` and
names its version in a header from then on; one of 2026-07-28 names it in every request. So a restart is not noticed.
"""

import asyncio
import contextlib

from recall_cli.domain.json_text import loads
from recall_cli.serve.http.lane_names import CHANGE
from recall_cli.serve.http.lanes import LaneFull
from recall_cli.serve.http.messages import STREAM_TYPE, HttpError, Response, encode_event, json_response
from recall_cli.serve.http.work import CALL_METHODS, Work
from recall_cli.serve.mcp import protocol
from recall_cli.serve.mcp.protocol import ProtocolError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import Any

    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.lanes import Lanes
    from recall_cli.serve.http.listener import Exchange
    from recall_cli.serve.http.reading import TextReader

    CallKey = tuple[str, str, str | int]

HEADER_MISMATCH = -32020
ERROR_STATUSES = {
    protocol.PARSE_ERROR: 400,
    protocol.INVALID_REQUEST: 400,
    protocol.INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    protocol.UNSUPPORTED_VERSION: 400,
    protocol.METHOD_NOT_FOUND: 404,
}
"""The status of an error in versions without a handshake."""
MAX_CALL_SECONDS = 300.0
PING_SECONDS = 10.0
STORES_PER_CHECKPOINT = 150
"""A checkpoint keeps the disk busy, and a text that comes meanwhile waits for it: less than one in a hundred does."""


class McpEndpoint:
    """Answers the requests of `/mcp`."""

    def __init__(self, lanes: "Lanes", reader: "TextReader") -> None:
        self._lanes, self._reader = lanes, reader
        self._running: dict[CallKey, list[Work]] = {}
        self._stores = 0

    async def answer(self, exchange: "Exchange", token: "Token") -> "tuple[Response | None, str]":
        """The answer to a request, or None if it was sent as a stream; and the tool or method, for the log."""
        request = exchange.request
        if request.method == "DELETE":
            return Response(204), "end"
        if request.method != "POST":
            raise HttpError(405, "messages come by POST", {"Allow": "POST, DELETE"})
        if not request.accepts("application/json"):
            raise HttpError(406, "the answer is application/json, or text/event-stream during long work")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HttpError(415, "a message is application/json")
        try:
            message = loads(request.body.decode("utf-8"))
        except ValueError:
            error = ProtocolError(protocol.PARSE_ERROR, "the body is not JSON")
            return json_response(400, protocol.error_message(None, error)), "unreadable"
        version = request.headers.get("mcp-protocol-version")
        if version is not None and version not in (*protocol.HANDSHAKE_VERSIONS, *protocol.ENVELOPE_VERSIONS):
            supported = [*protocol.HANDSHAKE_VERSIONS, *protocol.ENVELOPE_VERSIONS]
            data = {"supported": supported, "requested": version[:100]}
            error = ProtocolError(protocol.UNSUPPORTED_VERSION, "Unsupported protocol version", data)
            return json_response(400, protocol.error_message(protocol.message_id(message), error)), "unknown version"
        return await self._answer_message(exchange, token, message, version)

    async def _answer_message(
        self, exchange: "Exchange", token: "Token", message: "Any", version: "str | None"
    ) -> "tuple[Response | None, str]":
        method, params = (message.get("method"), message.get("params")) if isinstance(message, dict) else (None, None)
        if isinstance(message, dict) and isinstance(method, str) and "id" not in message:
            if method == "notifications/cancelled":
                self._cancel(token, exchange, params)
            return Response(202), "notification"
        if isinstance(message, dict) and "method" not in message and ("result" in message or "error" in message):
            return Response(202), "response"
        is_envelope = version in protocol.ENVELOPE_VERSIONS or protocol.VERSION_KEY in protocol.meta_of(params)
        if is_envelope:
            mismatch = _header_mismatch(exchange, message)
            if mismatch is not None:
                return json_response(400, protocol.error_message(protocol.message_id(message), mismatch)), "mismatch"
        session = exchange.request.headers.get("mcp-session-id")
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[Any] = asyncio.Queue()

        def send(document: "dict[str, Any]") -> None:
            loop.call_soon_threadsafe(events.put_nowait, document)

        work = Work(
            token,
            message,
            version,
            session,
            lists_all_tools="tools=all" in exchange.request.query.split("&"),
            send=send,
            client_has_left=lambda: version in protocol.ENVELOPE_VERSIONS and exchange.connection.has_ended(),
        )
        key = token.id, session or "", protocol.message_id(message) or ""
        self._running.setdefault(key, []).append(work)
        try:
            document = await self._run(exchange, work, events)
        finally:
            self._running[key].remove(work)
            if not self._running[key]:
                del self._running[key]
        kind = work.tool or (method[:40] if isinstance(method, str) and method.isprintable() else "unknown")
        if exchange.is_streaming:
            return None, kind
        return _make_response(document, method, is_envelope=is_envelope), kind

    def _cancel(self, token: "Token", exchange: "Exchange", params: "Any") -> None:
        """Cancel the calls of this client with an id."""
        id_ = params.get("requestId") if isinstance(params, dict) else None
        if isinstance(id_, (str, int)):
            key = token.id, exchange.request.headers.get("mcp-session-id", ""), id_
            for work in self._running.get(key, ()):
                work.is_cancelled = True

    async def _run(self, exchange: "Exchange", work: Work, events: "asyncio.Queue[Any]") -> "Any":
        """The answer to a message; it is sent as the last event if progress was reported meanwhile."""
        if not work.needs_store:
            return work.run_without_store()
        future = self._lanes.submit(work.lane, work.run_and_finish, work.plain_call)
        document = await self._wait(exchange, future, events, work)
        if work.stored_text:
            self._follow_store()
        if exchange.is_streaming and document is not None:
            await exchange.write_event(encode_event(document))
        return document

    def _follow_store(self) -> None:
        """What a stored text needs once it is answered: to be read, and now and then a shorter log of the store."""
        self._reader.texts_wait()
        self._stores += 1
        if self._stores % STORES_PER_CHECKPOINT == 0:
            with contextlib.suppress(LaneFull):
                self._lanes.submit(CHANGE, lambda app: app.engine(write=True).checkpoint_passively())

    async def _wait(
        self, exchange: "Exchange", future: "Future[Any]", events: "asyncio.Queue[Any]", work: Work
    ) -> "Any":
        """The result of a call. Progress goes out as it comes, if the client takes a stream."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Any] = asyncio.wrap_future(future)
        result.add_done_callback(lambda _done: events.put_nowait(None))
        takes_stream = STREAM_TYPE in exchange.request.headers.get("accept", "").lower()
        end = loop.time() + MAX_CALL_SECONDS
        while True:
            try:
                async with asyncio.timeout(PING_SECONDS):
                    event = await events.get()
            except TimeoutError:
                if loop.time() > end:
                    work.is_cancelled = True
                    raise HttpError(503, f"the call took longer than {MAX_CALL_SECONDS:g} seconds") from None
                event = False
            if event is None:
                return await result
            if not takes_stream:
                continue
            if not exchange.is_streaming:
                await exchange.start_stream()
            await exchange.write_event(b": still working\n\n" if event is False else encode_event(event))


def _header_mismatch(exchange: "Exchange", message: "Any") -> "ProtocolError | None":
    """Why the headers and the body of a request of 2026-07-28 do not say the same; None if they do."""
    if not isinstance(message, dict):
        return ProtocolError(protocol.INVALID_REQUEST, "a message is an object")
    headers, params = exchange.request.headers, message.get("params")
    meta = protocol.meta_of(params)
    if protocol.VERSION_KEY not in meta:
        return ProtocolError(protocol.INVALID_PARAMS, f"_meta needs {protocol.VERSION_KEY}")
    if headers.get("mcp-protocol-version") != meta[protocol.VERSION_KEY]:
        return ProtocolError(HEADER_MISMATCH, "the header mcp-protocol-version and the body name different versions")
    if headers.get("mcp-method") != message.get("method"):
        return ProtocolError(HEADER_MISMATCH, "the header mcp-method and the body name different methods")
    key = CALL_METHODS.get(str(message.get("method")))
    named = params.get(key) if key is not None and isinstance(params, dict) else None
    if named is not None and _decode_name(headers.get("mcp-name")) != named:
        return ProtocolError(HEADER_MISMATCH, "the header mcp-name and the body name different things")
    return None


def _decode_name(value: "str | None") -> "str | None":
    """The value of the header Mcp-Name, which may be in Base64."""
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    from base64 import b64decode

    try:
        return b64decode(value[9:-2], validate=True).decode("utf-8")
    except ValueError:
        return None


def _make_response(document: "Any", method: "str | None", *, is_envelope: bool) -> Response:
    """The answer as a response, with the status that its error has in this version."""
    if document is None:  # cancelled, or nothing to answer
        return Response(202)
    status, headers = 200, {}
    if isinstance(document, dict) and "error" in document:
        if is_envelope or document.get("id") is None:
            status = ERROR_STATUSES.get(document["error"]["code"], 200)
    elif method == "initialize":
        import os

        headers["Mcp-Session-Id"] = os.urandom(16).hex()
    return json_response(status, document, headers)

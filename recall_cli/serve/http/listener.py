"""Connections: accepted, limited in number and time, read, answered, closed. What is answered is decided elsewhere."""

import asyncio
import socket
import time

from recall_cli.serve.http.messages import (
    MAX_BODY_BYTES,
    MAX_HEAD_BYTES,
    STREAM_TYPE,
    HttpError,
    Request,
    Response,
    encode_head,
    error_response,
    parse_chunk_size,
    parse_head,
    too_large,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable
    from typing import Any

MAX_CONNECTIONS = 1_000
HEAD_SECONDS, IDLE_SECONDS, BODY_SECONDS, WRITE_SECONDS = 10.0, 75.0, 30.0, 30.0
"""How long a client may take for a head, between two requests, for a body, and to read an answer."""
LEFTOVER_SECONDS, LEFTOVER_BYTES = 3.0, 32_000_000
"""So much of a refused body is read and thrown away, so that the client sees the refusal."""
CHUNK_BYTES = 65_536
BUSY = HttpError(503, "the server has too many connections: try again in a moment", {"Retry-After": "2"})


class Exchange:
    """One request on a connection, and the way to answer it."""

    def __init__(self, connection: "Connection", request: Request) -> None:
        self.connection, self.request = connection, request
        self.started = time.perf_counter()
        self.is_streaming = False
        self.status = 0

    async def read_body(self) -> None:
        """Read the body of the request; HttpError if it is too long or too slow."""
        await self.connection.read_body(self.request)

    async def start_stream(self, headers: "dict[str, str] | None" = None) -> None:
        """Answer with a stream of events."""
        self.is_streaming, self.status = True, 200
        head = encode_head(Response(200, b"", STREAM_TYPE, headers), length=None, keep_alive=False)
        await self.connection.write(head)

    async def write_event(self, event: bytes) -> None:
        """Send an event of the stream."""
        await self.connection.write(event)

    async def respond(self, response: Response, *, keep_alive: bool) -> None:
        """Send a complete answer."""
        self.status = response.status
        keep_alive = keep_alive and self.connection.may_go_on(response.status)
        body = b"" if self.request.method == "HEAD" else response.body
        head = encode_head(response, length=len(response.body), keep_alive=keep_alive)
        await self.connection.write(head + body)


class Connection:
    """One client's connection: reads requests one after the other, and hands each to the handler."""

    def __init__(self, listener: "Listener", reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._listener, self._reader, self._writer = listener, reader, writer
        peer, local = writer.get_extra_info("peername"), writer.get_extra_info("sockname")
        self.remote = str(peer[0]) if isinstance(peer, tuple) else ""
        """The address of the client."""
        self.local_host = str(local[0]) if isinstance(local, tuple) else ""
        """The address at which the client reached the server."""
        self.is_working = False
        self._body_is_read = True

    async def serve(self) -> None:
        """Answer requests until one side ends the connection."""
        seconds = HEAD_SECONDS
        while not self._listener.is_stopping:
            try:
                request = await self._read_head(seconds)
            except HttpError as error:
                self._write_refusal(error)  # it was no proper request
                await self._discard_body()
                return
            if request is None:
                return
            self.is_working, seconds = True, IDLE_SECONDS
            self._body_is_read = not (request.is_chunked or request.body_length)
            exchange = Exchange(self, request)
            await self._listener.handler(exchange)
            self.is_working = False
            if exchange.is_streaming or not exchange.status:
                return
            if not self._body_is_read:
                await self._discard_body()
            if not request.keeps_alive or not self.may_go_on(exchange.status):
                return

    def may_go_on(self, status: int) -> bool:
        """Can another request follow? Not after a body that was not read, or a request that was malformed."""
        return self._body_is_read and status not in (400, 413)

    async def _read_head(self, seconds: float) -> "Request | None":
        """The next request; None if the client has gone or says nothing."""
        try:
            async with asyncio.timeout(seconds):
                head = await self._reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            raise HttpError(431, f"the head of the request is longer than {MAX_HEAD_BYTES:,} bytes") from None
        except asyncio.IncompleteReadError:
            return None
        except TimeoutError:
            if seconds == HEAD_SECONDS:
                raise HttpError(408, f"no request came within {seconds:g} seconds") from None
            return None
        return parse_head(head[:-4].lstrip(b"\r\n"))

    async def read_body(self, request: Request) -> None:
        """Read the body of a request into it."""
        if self._body_is_read:
            return
        if request.headers.get("expect", "").lower() == "100-continue":
            await self.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        try:
            async with asyncio.timeout(BODY_SECONDS):
                if request.is_chunked:
                    request.body = await self._read_chunks()
                else:
                    request.body = await self._reader.readexactly(request.body_length)
        except TimeoutError:
            raise HttpError(408, f"the body did not arrive within {BODY_SECONDS:g} seconds") from None
        except asyncio.IncompleteReadError:
            raise ConnectionResetError from None
        self._body_is_read = True

    async def _read_chunks(self) -> bytes:
        body = bytearray()
        try:
            while size := parse_chunk_size(await self._reader.readuntil(b"\r\n")):
                if len(body) + size > MAX_BODY_BYTES:
                    raise too_large()
                body += await self._reader.readexactly(size)
                if await self._reader.readexactly(2) != b"\r\n":
                    raise HttpError(400, "a chunk of the body is malformed")
            while await self._reader.readuntil(b"\r\n") != b"\r\n":
                pass  # further headers after the body
        except asyncio.LimitOverrunError:
            raise HttpError(400, "a chunk of the body is malformed") from None
        return bytes(body)

    async def _discard_body(self) -> None:
        """Read what the client still sends of a refused request, for a short time."""
        left = LEFTOVER_BYTES
        try:
            async with asyncio.timeout(LEFTOVER_SECONDS):
                while left > 0 and (piece := await self._reader.read(CHUNK_BYTES)):
                    left -= len(piece)
        except (TimeoutError, OSError):
            return

    async def write(self, data: bytes) -> None:
        """Write, and wait until the client has taken most of it; ConnectionError if it does not read."""
        self._writer.write(data)
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._writer.drain()
        except TimeoutError:
            self._writer.transport.abort()
            raise ConnectionResetError from None

    def _write_refusal(self, error: HttpError) -> None:
        response = error_response(error)
        self._writer.write(encode_head(response, length=len(response.body), keep_alive=False) + response.body)

    def refuse(self) -> None:
        """End this connection in favour of another one, with a polite answer."""
        self._write_refusal(BUSY)
        self._writer.close()

    def trust(self) -> None:
        """The client has shown a valid token: its connection is not closed in favour of others."""
        self._listener.untrusted.pop(self, None)

    def has_ended(self) -> bool:
        """Has the client closed its side?"""
        return self._reader.at_eof() or self._writer.transport.is_closing()

    def close(self) -> None:
        """End the connection."""
        self._writer.close()


class Listener:
    """All connections of the server."""

    def __init__(
        self, handler: "Callable[[Exchange], Awaitable[None]]", max_connections: int = MAX_CONNECTIONS
    ) -> None:
        self.handler = handler
        self._max_connections = max_connections
        self._connections: dict[Connection, asyncio.Task[Any]] = {}
        self.untrusted: dict[Connection, None] = {}
        """The connections that have shown no valid token yet, oldest first: where there are too many, these end."""
        self.is_stopping = False
        self.refused = 0
        self._server: asyncio.Server | None = None

    @property
    def count(self) -> int:
        """The number of open connections."""
        return len(self._connections)

    async def start(self, sock: socket.socket, tls: "ssl.SSLContext | None") -> None:
        """Accept connections on a bound socket."""
        more: dict[str, Any] = {} if tls is None else {"ssl_handshake_timeout": HEAD_SECONDS}
        self._server = await asyncio.start_server(
            self._accept, sock=sock, limit=MAX_HEAD_BYTES, backlog=1024, ssl=tls, **more
        )

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(self, reader, writer)
        if len(self._connections) >= self._max_connections:
            self.refused += 1
            idle = next((other for other in self.untrusted if not other.is_working), None)
            if idle is None:
                connection.refuse()
                return
            self.untrusted.pop(idle)
            idle.refuse()
        task = asyncio.current_task()
        assert task is not None, "asyncio runs this in a task"
        self._connections[connection] = task
        self.untrusted[connection] = None
        try:
            await connection.serve()
        except (OSError, asyncio.CancelledError):
            pass  # the client has gone, or the server ends
        finally:
            self._connections.pop(connection, None)
            self.untrusted.pop(connection, None)
            connection.close()

    async def stop(self, seconds: float) -> int:
        """Accept nothing more, let the requests that are being worked on end, close the rest; how many were cut off."""
        self.is_stopping = True
        if self._server is not None:
            self._server.close()
        for connection in [*self._connections]:
            if not connection.is_working:
                connection.close()
        tasks = [*self._connections.values()]
        if not tasks:
            return 0
        _, unfinished = await asyncio.wait(tasks, timeout=seconds)
        cut_off = sum(connection.is_working for connection in self._connections)
        for task in unfinished:
            task.cancel()
        return cut_off

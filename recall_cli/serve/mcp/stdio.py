"""The loop of `recall mcp`: one message a line on standard input, the answers on standard output, one thread.

While a call works for long, the loop looks at what came in meanwhile, so that a cancellation is noticed. A client that
does not read its answers is soon not read from either: nothing grows. When it closes its side, the server ends.
"""

import os
import select
import sys

from recall_cli.domain.json_text import loads
from recall_cli.serve.mcp import protocol
from recall_cli.serve.mcp.protocol import ProtocolError
from recall_cli.serve.mcp.server import encode_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.serve.mcp.server import McpServer

    Line = tuple[Any, dict[str, Any] | None]
    """A message of the input, or the answer to a line that is none."""

MAX_MESSAGE_BYTES = 8_000_000
"""A longer message is refused and not kept."""
MAX_WAITING_MESSAGES, MAX_WAITING_BYTES = 1_000, 2_000_000
"""So much is read ahead while a call works, or while the client does not read."""
READ_BYTES = 65_536
WRITE_BYTES = 4_096
"""A pipe that is ready takes so many bytes without blocking."""
IDLE_MS = 250
"""After this pause the store is closed: an open connection would keep other commands from encrypting or restoring it.
Opening it again takes less than a millisecond.
"""
LOOK_MS = 30_000
"""In a long pause the server looks so often for texts that wait."""
UNREAD_SECONDS = 10
"""An answer is given up if the client has closed its side and does not read for so long."""
_ID_SEARCH_BYTES = 400


class ClientGone(Exception):
    """The client reads no more."""


class StdioLoop:
    """Reads messages, hands them to a server, and writes its answers."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd, self._write_fd = read_fd, write_fd
        self._poll = select.poll()
        self._poll.register(read_fd, select.POLLIN)
        self._buffer = bytearray()
        self._skipping: bytes | None = None
        """The beginning of a message that is too long and is being passed over."""
        self._waiting: list[Line] = []
        self._waiting_bytes = 0
        self._cancelled: set[str | int] = set()
        self._at_end = False

    def run(self, server: "McpServer", close_idle: "Callable[[], None]") -> None:
        """Answer until the client closes its side."""
        try:
            while True:
                line = self._next_line(close_idle)
                if line is None:
                    return
                self._answer(server, line)
        except ClientGone:
            return

    def _answer(self, server: "McpServer", line: "Line") -> None:
        message, error = line
        if error is not None:
            self.send(error)
            return
        self._read_ahead()  # a cancellation may have come with it
        id_ = protocol.message_id(message)
        answer = None
        if id_ is None or id_ not in self._cancelled or "method" not in message:
            answer = server.handle(message)
        if id_ is not None:
            self._cancelled.discard(id_)
        if answer is not None:
            self.send(answer)
        for then in server.after:
            then()
        server.after.clear()

    # Reading

    def _next_line(self, close_idle: "Callable[[], None]") -> "Line | None":
        """The next message; None at the end of the input."""
        while not self._waiting:
            if self._at_end:
                return None
            if not self._poll.poll(IDLE_MS):
                close_idle()
                while not self._poll.poll(LOOK_MS):
                    close_idle()
            self._read_some()
        if len(self._waiting) == 1:
            self._waiting_bytes = 0
        return self._waiting.pop(0)

    def is_cancelled(self, id_: "str | int") -> bool:
        """Has the client cancelled this request by now?"""
        self._read_ahead()
        return id_ in self._cancelled

    def _read_ahead(self) -> None:
        """Take in what has arrived, without waiting."""
        while not self._at_end and self._may_read_ahead and self._poll.poll(0):
            self._read_some()

    @property
    def _may_read_ahead(self) -> bool:
        return len(self._waiting) < MAX_WAITING_MESSAGES and self._waiting_bytes < MAX_WAITING_BYTES

    def _read_some(self) -> None:
        chunk = os.read(self._read_fd, READ_BYTES)
        if not chunk:
            self._at_end = True
            return
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            self._take_line(chunk[start:end])
            start = end + 1
        self._keep(chunk[start:])

    def _keep(self, piece: bytes) -> None:
        """Keep the beginning of a line, unless the line is too long."""
        if self._skipping is not None:
            self._skipping = self._skipping[:_ID_SEARCH_BYTES] + (self._skipping + piece)[-_ID_SEARCH_BYTES:]
            return
        self._buffer += piece
        if len(self._buffer) > MAX_MESSAGE_BYTES:
            self._skipping = bytes(self._buffer[:_ID_SEARCH_BYTES] + self._buffer[-_ID_SEARCH_BYTES:])
            self._buffer = bytearray()

    def _take_line(self, piece: bytes) -> None:
        """A line is complete."""
        self._keep(piece)
        skipped, self._skipping = self._skipping, None
        line, self._buffer = bytes(self._buffer), bytearray()
        if skipped is not None:
            error = ProtocolError(
                protocol.INVALID_REQUEST, f"the message is too long: at most {MAX_MESSAGE_BYTES:,} bytes are possible"
            )
            self._waiting.append((None, protocol.error_message(find_id(skipped), error)))
        elif line.strip():
            self._waiting_bytes += len(line)
            self._take_message(line)

    def _take_message(self, line: bytes) -> None:
        try:
            message = loads(line.decode("utf-8"))
        except ValueError:  # neither UTF-8 nor JSON, or nested too deeply
            error = ProtocolError(protocol.PARSE_ERROR, "the line is not JSON")
            self._waiting.append((None, protocol.error_message(None, error)))
            return
        if isinstance(message, dict) and message.get("method") == "notifications/cancelled" and "id" not in message:
            params = message.get("params")
            id_ = params.get("requestId") if isinstance(params, dict) else None
            if id_ is not None and protocol.is_request_id(id_) and len(self._cancelled) < MAX_WAITING_MESSAGES:
                self._cancelled.add(id_)
        else:
            self._waiting.append((message, None))

    # Writing

    def send(self, message: "dict[str, Any] | list[dict[str, Any]]") -> None:
        """Write a message; ClientGone if the client does not take it."""
        data = memoryview(encode_message(message))
        while data:
            if not self._wait_for_room():
                continue
            try:
                data = data[os.write(self._write_fd, data[:WRITE_BYTES]) :]
            except BlockingIOError:
                continue
            except OSError:  # a closed pipe
                raise ClientGone from None

    def _wait_for_room(self) -> bool:
        """Can something be written? Meanwhile messages are read ahead: a client may write many before it reads."""
        ready = select.poll()
        ready.register(self._write_fd, select.POLLOUT)
        may_read = not self._at_end and self._may_read_ahead
        if may_read:
            ready.register(self._read_fd, select.POLLIN)
        found = {fd for fd, _ in ready.poll(UNREAD_SECONDS * 1000)}
        if self._write_fd in found:
            return True
        if found:
            self._read_some()
        elif self._at_end or any(event & (select.POLLHUP | select.POLLERR) for _, event in self._poll.poll(0)):
            raise ClientGone  # it has closed its side of the input
        return False


def find_id(piece: bytes) -> "str | int | None":
    """The id of a message of which only the beginning and the end are there; None if it is unclear."""
    text = piece.decode("utf-8", "replace")
    for part in (text.partition('"params"')[0], text.rpartition("}")[0].rpartition("}")[2]):
        _, mark, rest = part.partition('"id"')
        word = rest.lstrip(" :").partition(",")[0].partition("}")[0].strip()
        if mark and word:
            try:
                value = loads(word)
            except ValueError:
                continue
            return value if protocol.is_request_id(value) else None
    return None


class ClaimedStreams:
    """Private copies of standard input and output, until they are released.

    Meanwhile nothing else in the process, and no program that it starts, can read or write between the messages.
    """

    def __init__(self) -> None:
        sys.stdout.flush()
        self.read_fd, self.write_fd = os.dup(0), os.dup(1)
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        os.close(nowhere)
        os.dup2(2, 1)

    def release(self) -> None:
        """Give both streams back."""
        for private, public in ((self.read_fd, 0), (self.write_fd, 1)):
            os.dup2(private, public)
            os.close(private)

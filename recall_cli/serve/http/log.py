"""The log of the server on standard error, without texts, tokens or addresses of memories.

One JSON line an event for programs, or one readable line for a person at a terminal.
"""

import os
import queue
import threading
import time

from recall_cli.domain.json_text import dumps
from recall_cli.domain.moment import format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_WAITING_LINES = 10_000
"""So many lines wait for a slow reader of the log; further ones are counted and dropped."""


class ServerLog:
    """Writes log lines in a thread of its own, so that a stuck terminal does not stop the server."""

    def __init__(self, file_number: int = 2, *, as_json: bool = True) -> None:
        self._file, self.is_json = file_number, as_json
        self._lines: queue.Queue[bytes | None] = queue.Queue(MAX_WAITING_LINES)
        self.dropped = 0
        self._thread = threading.Thread(target=self._write_lines, name="log", daemon=True)
        self._thread.start()

    def write(self, event: str, **values: "Any") -> None:
        """Log an event with its values; those that are None are left out."""
        known = {name: value for name, value in values.items() if value is not None}
        if self.is_json:
            line = dumps({"at": format_iso(time.time_ns() // 1_000_000), "event": event, **known})
        else:
            line = f"{time.strftime('%H:%M:%S')}  {readable_event(event, known)}"
        try:
            self._lines.put_nowait(line.encode() + b"\n")
        except queue.Full:
            self.dropped += 1

    def close(self, seconds: float = 2.0) -> None:
        """Write what is waiting, for a short time."""
        try:
            self._lines.put(None, timeout=seconds)
        except queue.Full:
            return
        self._thread.join(seconds)

    def _write_lines(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                while line:
                    line = line[os.write(self._file, line) :]
            except OSError:
                self.dropped += 1


def readable_event(event: str, values: "dict[str, Any]") -> str:
    """An event as a person reads it. Control characters, which a client may have sent, are escaped."""
    if event == "started":
        text = f"serving at {values['url']} (stop with Ctrl-C)"
    elif event == "request":
        token = values.get("token", "-")
        text = (
            "{method:<4}  {path:<14}  {status}  {ms:>7.1f} ms  ".format(**values)
            + f"{token}  {values.get('remote', '')}"
        )
    else:
        text = "  ".join([event.replace("_", " "), *(f"{name}: {value}" for name, value in values.items())])
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text.rstrip())

"""Commands that could not be sent, because the server was away: one line each in a file that only the user can read.

Only `recall store` waits, with its secrets masked. Each has a key of its own, so that it is stored once, however often
it is sent; its line goes once the server has answered. They are sent in their order, by the next command or hook.
"""

import os
from time import monotonic

from recall_cli.domain.errors import RecallError, StoreError
from recall_cli.engines.sqlite.text_inbox import encode_line, read_lines_at
from recall_cli.flows.over_https.served_commands import WAITING_SUFFIX
from recall_cli.workplace import NO_WORKPLACE, current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.over_https.server import Server

MAX_FILE_BYTES = 50_000_000
"""A larger file takes no more commands."""
SEND_SECONDS = 5.0
"""A command spends so long on those that waited before it; the rest waits for the next one."""


def waiting_path(app: "App") -> str:
    """The file of the commands that wait for the server of the settings."""
    return app.settings.files_beside + WAITING_SUFFIX


def keep_command(app: "App", request: "dict[str, Any]") -> None:
    """Keep a command until it can be sent, so that it survives a power cut. OSError if that is not possible."""
    from recall_cli.flows.write.text_spool import append_line, open_locked

    path = waiting_path(app)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    file = open_locked(path)
    try:
        if os.fstat(file).st_size > MAX_FILE_BYTES:
            raise OSError(27, f"{path} is full")
        append_line(file, encode_line(request), path)
    finally:
        os.close(file)


def waiting_commands(app: "App") -> "list[dict[str, Any]]":
    """The commands that wait, the oldest first."""
    return read_lines_at(waiting_path(app))


def send_waiting(app: "App", server: "Server") -> int:
    """Send the commands that wait, as far as the server takes them; how many were sent.

    One process sends at a time, and others go on without waiting. What the server refuses for good is told and dropped:
    it would be refused each time, and hold up all others.
    """
    if not (os.path.exists(waiting_path(app)) or os.path.exists(app.text_files[3])):
        return 0
    import fcntl

    os.makedirs(os.path.dirname(waiting_path(app)), mode=0o700, exist_ok=True)
    lock = os.open(waiting_path(app) + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return 0
        return _send_each(app, server) + _send_from_sandbox(app, server)
    finally:
        os.close(lock)


def _send_each(app: "App", server: "Server") -> int:
    end, sent = monotonic() + SEND_SECONDS, 0
    for request in waiting_commands(app):
        key = str(request.get("key"))
        folder = request.pop("folder", None)
        place = current_workplace(folder) if isinstance(folder, str) and os.path.isdir(folder) else NO_WORKPLACE
        try:
            answer = server.ask(request, place)
        except StoreError:
            raise
        except RecallError as error:
            answer = {"error": {"message": error.message}}
        _remove(app, key)
        sent += 1
        _note_refusal(app, answer)
        if monotonic() > end:
            break
    return sent


def _send_from_sandbox(app: "App", server: "Server") -> int:
    """Send what agents have stored inside sandboxes; how many texts."""
    if not os.path.exists(app.text_files[3]):
        return 0
    from recall_cli.flows.over_https.sandbox_commands import sandbox_requests
    from recall_cli.flows.write.sandbox_texts import remove_sandbox_texts

    requests = sandbox_requests(app)
    for name, (request, place) in requests.items():
        _note_refusal(app, server.ask(request, place))
        remove_sandbox_texts(app, {name})
    return len(requests)


def _note_refusal(app: "App", answer: "dict[str, Any]") -> None:
    error = answer.get("error")
    reason = error.get("message") if isinstance(error, dict) else "; ".join(map(str, answer.get("notes", ())))
    if isinstance(error, dict) or answer.get("status") not in (0, None):
        shown = "".join(letter if letter.isprintable() else " " for letter in str(reason))[:300]
        app.note(f"a text that waited here was not stored: {shown}")


def _remove(app: "App", key: str) -> None:
    """Take the command with this key out of the file; what was added meanwhile stays."""
    from recall_cli.flows.write.text_spool import replace_lines

    replace_lines(waiting_path(app), lambda lines: [line for line in lines if str(line.get("key")) != key])


def count_waiting(app: "App") -> int:
    """How many commands wait."""
    from recall_cli.flows.write.sandbox_texts import sandbox_files

    return len(waiting_commands(app)) + len(sandbox_files(app))

"""Claims on events of a session: if several of recall's hooks run for the same event, only one answers.

A plugin, the user's settings and a repository's settings may each hold recall's hooks. Agents run them in parallel.
"""

import os

from recall_cli.flows.agents import hook_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

DUPLICATE_WINDOW_MS = 5_000
"""Milliseconds within which the same event counts as the same one, reported to another hook too."""
MAX_CLAIMS_BYTES = 65_536


def claim_event(app: "App", event: "tuple[str, ...]") -> bool:
    """Claim an event; False if another hook has claimed it. If no claim can be written, the result is True."""
    path = os.path.join(hook_runs.hooks_folder(app), "answered")
    try:
        file = hook_runs.open_hooks_file(app, path, os.O_RDWR)
        try:
            os.lockf(file, os.F_LOCK, 0)
            return _add_claim(file, _event_key(event), app.now())
        finally:
            os.close(file)
    except OSError:
        return True


def _add_claim(file: int, key: str, now: int) -> bool:
    lines = os.read(file, MAX_CLAIMS_BYTES).decode("ascii", "replace").split("\n")
    recent = [line for line in lines if _is_recent(line, now)]
    if any(line.endswith(" " + key) for line in recent):
        return False
    os.lseek(file, 0, os.SEEK_SET)
    os.truncate(file, os.write(file, "\n".join([*recent, f"{now} {key}"]).encode("ascii", "replace")))
    return True


def _is_recent(line: str, now: int) -> bool:
    time = line.partition(" ")[0]
    return time.isdigit() and 0 <= now - int(time) < DUPLICATE_WINDOW_MS


def _event_key(event: "tuple[str, ...]") -> str:
    """A digest of an event, so that the file holds none of its text."""
    try:
        from _blake2 import blake2b  # hashlib would load OpenSSL
    except ImportError:
        from hashlib import blake2b
    return str(blake2b("\0".join(event).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest())

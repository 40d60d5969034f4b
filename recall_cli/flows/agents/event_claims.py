"""Which events of a session were answered just now: of several hooks that run at the same time only one answers.

A plugin, a user's settings and those of a repository may each hold recall's hooks, and agents run them side by side.
"""

import os

from recall_cli.flows.agents import hook_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App

DUPLICATE_WINDOW_MS = 5_000
"""Milliseconds within which the same event is one that another hook was told of too."""
MAX_CLAIMS_BYTES = 65_536


def claim_event(app: "App", event: "tuple[str, ...]") -> bool:
    """Note that an event is answered; False if another hook has noted it. Where no note can be made it is answered."""
    path = os.path.join(hook_runs.hooks_folder(app), "answered")
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        try:
            file = os.open(path, flags, 0o600)
        except FileNotFoundError:
            hook_runs.make_hooks_folder(app)
            file = os.open(path, flags, 0o600)
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
    at = line.partition(" ")[0]
    return at.isdigit() and 0 <= now - int(at) < DUPLICATE_WINDOW_MS


def _event_key(event: "tuple[str, ...]") -> str:
    """An event without its words."""
    try:
        from _blake2 import blake2b  # hashlib would load OpenSSL for it
    except ImportError:
        from hashlib import blake2b
    return str(blake2b("\0".join(event).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest())
